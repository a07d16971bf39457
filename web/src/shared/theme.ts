import type { Theme } from './storage'

const system = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'system'

/** Light or dark by the person's word, or by that of their system. */
export function applyTheme(theme: Theme): void {
  chosen = theme
  apply()
}

function apply(): void {
  document.documentElement.dataset.theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
}

system.addEventListener('change', apply)
