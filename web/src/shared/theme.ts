import type { Theme } from './keep'

const system = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'system'

/** Light or dark by the person's word, or by that of their system. */
export function wear(theme: Theme): void {
  chosen = theme
  dress()
}

function dress(): void {
  document.documentElement.dataset.theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
}

system.addEventListener('change', dress)
