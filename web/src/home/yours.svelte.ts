/** The tables you have a seat at, as they are now: those that go on, and those that are over, with their results. */

import { texts } from '../languages'
import { api, Refusal } from '../net/api'
import { isToMove } from '../net/tables'
import type { Update } from '../net/wire'
import { namesOf, sentenceInWords } from '../shared/sentences'
import { storage } from '../shared/storage'

/** How many tables the server is asked for. */
const MOST = 10
/** Only how it stands is wanted, not what happened: so we say that we know it all. */
const NO_EVENTS = 1_000_000_000

export class Yours {
  going = $state.raw<Update[]>([])
  finished = $state.raw<Update[]>([])
  /** Whether there may be some: who never sat at a table need not wait for an answer. */
  isAsking = $state(storage.tables().length > 0)
  hasSome = $derived(this.going.length + this.finished.length > 0)

  async ask(): Promise<void> {
    const looked = await Promise.all(storage.tables().slice(0, MOST).map(look))
    const found = looked.filter((update): update is Update => update !== null)
    this.going = found.filter(({ table }) => table.state !== 'over').sort((a, b) => Number(isToMove(b)) - Number(isToMove(a)))
    this.finished = found.filter(({ table, play }) => table.state === 'over' && play?.outcome)
    this.isAsking = false
  }
}

/** The table as it is now; one that is gone for good is forgotten. */
async function look(code: string): Promise<Update | null> {
  try {
    return await api.look(code, storage.key(code), NO_EVENTS)
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 404) storage.dropKey(code)
    return null
  }
}

/** Whether there is something to be glad of; null where it was not your game. */
export function isGlad({ you, play }: Update): boolean | null {
  const outcome = play?.outcome
  if (!outcome || you === null) return null
  return outcome.winners.includes(you.seat) || (outcome.winners.length === 0 && outcome.losers.length > 0 && !outcome.losers.includes(you.seat))
}

/** `Ada wins! You came 3rd of 4.` Where a game has a loser and no winner, there are no places to speak of. */
export function resultInWords({ table, you, play }: Update): string {
  const outcome = play?.outcome
  if (!outcome) return ''
  const words = sentenceInWords(outcome.sentence, { names: namesOf(table.seats), viewer: you?.seat ?? null })
  const place = outcome.standings.find((one) => one.seat === you?.seat)?.place
  const isTold = you === null || [...outcome.winners, ...outcome.losers].includes(you.seat)
  if (isTold || !place) return words
  return outcome.winners.length > 0 ? texts.home.cameIn(words, place, table.seats.length) : texts.home.safe(words)
}
