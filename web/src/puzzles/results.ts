/** What this browser remembers of puzzles: how each was solved, and the days in a row. */

import { createSubscriber } from 'svelte/reactivity'
import { storage } from '../shared/storage'

/** Solved with the first answer, with a later one, tried in vain so far, or the solution was looked at. */
export type Result = 'atOnce' | 'later' | 'tried' | 'shown'
const RESULTS: readonly Result[] = ['atOnce', 'later', 'tried', 'shown']

const DAY = 86_400_000

/** Where a result is kept: that of a day is one of its own, whether or not the puzzle was solved on another. */
export const keyOf = (game: string, number: number, day: string | null): string => (day ? `day ${day}` : `${game} ${number}`)

/** What is shown of the day and of results is read again when another tab has kept something, and when somebody comes back to this one. */
const changes = createSubscriber((update) => {
  addEventListener('storage', update)
  document.addEventListener('visibilitychange', update)
  return () => {
    removeEventListener('storage', update)
    document.removeEventListener('visibilitychange', update)
  }
})

export function resultOf(key: string): Result | null {
  changes()
  return RESULTS.find((one) => one === storage.puzzle(key)) ?? null
}

/** What an answer makes of it. What was solved or looked at stays so. */
export function afterAnswer(before: Result | null, isRight: boolean): Result {
  if (before && before !== 'tried') return before
  return isRight ? (before ? 'later' : 'atOnce') : 'tried'
}

export function afterLook(before: Result | null): Result {
  return before && before !== 'tried' ? before : 'shown'
}

/** A day as the server names it, so many days before another one. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
}

/** The seconds since 1970, as this browser's clock has them. */
export function now(): number {
  changes()
  return Date.now() / 1000
}

/** The day it is by UTC. */
export const today = (): string => new Date(now() * 1000).toISOString().slice(0, 10)

/** So many days in a row, up to this one, the puzzle of the day was solved with the first answer. A day that is not answered yet breaks nothing. */
export function streakOn(day: string): number {
  const isFirst = (days: number): boolean => resultOf(keyOf('', 0, daysBefore(day, days))) === 'atOnce'
  let days = isFirst(0) || resultOf(keyOf('', 0, day)) ? 0 : 1
  const from = days
  while (isFirst(days)) days += 1
  return days - from
}
