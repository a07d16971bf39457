/** Sentences come in parts. Here they get the names of the people, seen from a seat or from none. */

import { getContext, setContext } from 'svelte'
import { nameOf, type Deck } from '../cards/faces'
import { number, texts } from '../languages'
import type { Part, Seat, Sentence } from '../net/wire'

/** Who reads: what everybody at the table is called, and which seat is `you`. */
export interface Reader {
  names: string[]
  viewer: number | null
}

const KEY = Symbol('reader')
const NOBODY: Reader = { names: [], viewer: null }

/** The reader of all sentences below this component. */
export function provideReader(reader: () => Reader): void {
  setContext(KEY, reader)
}

export function useReader(): () => Reader {
  return getContext<(() => Reader) | undefined>(KEY) ?? (() => NOBODY)
}

/** A part that is no card, in words. */
export function partInWords(part: Exclude<Part, { card: string }>, { names, viewer }: Reader): string {
  if ('text' in part) return part.text
  if ('number' in part) return number(part.number)
  const isYou = part.seat !== null && part.seat === viewer
  if ('verb' in part) return isYou ? part.verb[0] : part.verb[1]
  if (isYou) return part.form
  const name = names[part.seat] ?? ''
  return texts.isOwner(part.form) ? texts.owner(name) : name
}

/** A whole sentence as text, its cards by their names: for labels, and for those who listen. */
export function sentenceInWords(sentence: Sentence, reader: Reader, deck?: Deck): string {
  return sentence.map((part) => ('card' in part ? nameOf(part.card, deck) : partInWords(part, reader))).join('')
}


/** Several sentences in a row. */
export function joined(sentences: Sentence[], between = ' '): Sentence {
  return sentences.flatMap((sentence, place) => (place === 0 ? sentence : [{ text: between }, ...sentence]))
}

/** What the people at a table are called; a seat that nobody has is named by its number. */
export function namesOf(seats: Seat[]): string[] {
  return seats.map((seat, index) => seat.name || texts.seat(index + 1))
}
