import type { Theme } from './keep'

/** Light or dark by the person's word, or by that of their system. */
export function wear(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
