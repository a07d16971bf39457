/** What a face such as `7`, `10H` or `JR` is, and what it is called. */
import { getContext, setContext } from 'svelte'
import { texts } from '../languages'
import type { GameInfo, TableInfo, Value } from '../net/wire'
import type { Suit } from './shapes'

export type Face =
  | { kind: 'rank'; rank: string }
  | { kind: 'suited'; rank: string; suit: Suit }
  | { kind: 'joker'; red: boolean }
  | { kind: 'other'; text: string }

export function parseFace(face: string): Face {
  if (/^\d{1,2}$/.test(face)) return { kind: 'rank', rank: face }
  const suited = /^(10|[2-9JQKA])([CDHS])$/.exec(face)
  if (suited) return { kind: 'suited', rank: suited[1]!, suit: suited[2] as Suit }
  if (face === 'JR' || face === 'JB') return { kind: 'joker', red: face === 'JR' }
  return { kind: 'other', text: face }
}

/** `king of hearts`, `red joker`, `7`. */
function plainName(face: string): string {
  const card = parseFace(face)
  if (card.kind === 'rank') return card.rank
  if (card.kind === 'joker') return card.red ? texts.cards.redJoker : texts.cards.blackJoker
  if (card.kind === 'other') return card.text
  return texts.cards.suited(texts.cards.court[card.rank] ?? card.rank, texts.cards.suits[card.suit])
}

/** What a game and its deck add to the faces. */
export interface Deck {
  /** The hollow value of a card that has two. */
  hollow(face: string): string | null
  /** Which value counts now; -1 where both do. */
  now: number
  /** Whether the game raises the card above the others. */
  crowned(face: string): boolean
}

export const PLAIN: Deck = { hollow: () => null, now: -1, crowned: () => false }
const KEY = Symbol('deck')

export function deckOf(info: GameInfo, table: TableInfo, now: number): Deck {
  return deckOfRow(info, table.options.deck, now)
}

/** The deck that a game has where nobody chose another. */
export function usualDeckOf(info: GameInfo): Deck {
  return deckOfRow(info, info.options.find((option) => option.name === 'deck')?.defaults[0], -1)
}

/** The row has the hollow value of each face, where cards have two values. */
function deckOfRow(info: GameInfo, row: Value | undefined, now: number): Deck {
  const hollow = new Map<string, string>()
  if (info.values.length > 1 && Array.isArray(row)) info.faces.forEach((face, place) => hollow.set(face, String(row[place])))
  return { hollow: (face) => hollow.get(face) ?? null, now, crowned: (face) => info.crowned?.includes(face) ?? false }
}

/** The deck for all cards drawn below this component. */
export function provideDeck(deck: () => Deck): void {
  setContext(KEY, deck)
}

export function useDeck(): () => Deck {
  return getContext<(() => Deck) | undefined>(KEY) ?? (() => PLAIN)
}

/** The full name: `queen of clubs, hollow ace of diamonds`. */
export function nameOf(face: string, deck: Deck = PLAIN): string {
  const hollow = deck.hollow(face)
  return hollow ? texts.cards.both(plainName(face), plainName(hollow)) : plainName(face)
}
