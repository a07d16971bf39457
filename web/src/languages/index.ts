/**
 * In which language the page speaks. English comes with the page; another language is fetched before anything is shown, and only that one.
 * What a game says comes from the server, which is told the language with every request.
 */

import { storage } from '../shared/storage'
import { LANGUAGES } from './all'
import { en, type Texts } from './en'

export const names: [string, string][] = Object.entries(LANGUAGES).map(([language, { name }]) => [language, name])

/** The texts of the language that is spoken, and its code. They are there before the first component, and stay: who chooses another language gets a
 *  new page. */
export let texts: Texts = en
export let language = 'en'

/** What was chosen, or else the first language of the browser that there is; English where there is none. */
export function wanted(): string {
  const wishes = [storage.language, ...navigator.languages].map((wish) => wish.toLowerCase().split('-')[0] ?? '')
  return wishes.find((wish) => wish in LANGUAGES) ?? 'en'
}

/** Before anything is shown. Where the texts of a language cannot be had, the page is English. */
export async function speak(): Promise<void> {
  const wish = wanted()
  try {
    texts = (await LANGUAGES[wish]?.fetch()) ?? en
    language = texts === en ? 'en' : wish
  } catch {
    // English it is.
  }
  const page = document.documentElement
  // The server goes by the browser. Who has chosen another language here installs the app in that one.
  if (page.lang !== language) document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.setAttribute('href', `/manifest.webmanifest?language=${language}`)
  page.lang = language
}

/** Choose a language; none for that of the browser. */
export function choose(language: string): void {
  storage.language = language
  location.reload()
}

/** A number as people of this language write it. */
export const number = (value: number): string => new Intl.NumberFormat(language).format(value)

/** `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function list(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : texts.and(words.slice(0, -1).join(', '), last)
}
