/** Puzzles in words. */

import { language, number, texts } from '../languages'
import type { Solution, WeighedMove } from '../net/wire'

type Counted = Pick<Solution, 'unit' | 'losing'>

/** `18 November 2026`, whatever the clock of the browser says. */
export const dayInWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const signed = (value: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value)

const decimal = (value: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)

/** In a table, below what is counted: `61` of 100 games, or `+2.4` coins. */
export function worthShown({ value }: WeighedMove, { unit }: Counted): string {
  return unit ? signed(value) : number(Math.round(100 * value))
}

export function costShown({ cost }: WeighedMove, { unit }: Counted): string {
  return decimal(unit ? cost : 100 * cost)
}

/** What a move comes to: `wins 61 of 100 games`. */
export function comesTo(move: WeighedMove, counted: Counted): string {
  const worth = worthShown(move, counted)
  if (counted.unit) return texts.puzzles.brings(`${worth} ${counted.unit}`)
  return counted.losing ? texts.puzzles.loses(worth) : texts.puzzles.wins(worth)
}

/** How much less than the right move: `6 of 100`, `1.4 coins`. */
export function lessInWords(move: WeighedMove, counted: Counted): string {
  const cost = costShown(move, counted)
  return counted.unit ? `${cost} ${counted.unit}` : texts.puzzles.ofAHundred(cost)
}

/** `in 5 hours`, `in 12 minutes`. */
export function until(seconds: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((seconds - now) / 60))
  return minutes >= 60 ? texts.puzzles.inHours(Math.round(minutes / 60)) : texts.puzzles.inMinutes(minutes)
}
