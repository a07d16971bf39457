/** Small words that several pages need. */

import { list, texts } from '../languages'
import type { GameInfo, Seat, State } from '../net/wire'

/** `Zoe invites you to Pairs: 5 minutes, push your luck`: what the preview of the link says of its host. */
export function invitationWords(name: string, { title, length, mood }: Pick<GameInfo, 'title' | 'length' | 'mood'>): string {
  const about = [length, mood].filter(Boolean).join(', ')
  return texts.lobby.invites(name, title, about)
}

/** How long a turn may take, in seconds; null without a clock. */
export const CLOCKS: (number | null)[] = [null, 15, 30, 60, 120]

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `point` with one, `points` with more. */
export function unitFor(number: number, { score_words: [one, many] }: Pick<GameInfo, 'score_words'>): string {
  return number === 1 ? one : many
}

/** A reason as the server gives it, as a sentence. */
export function asSentence(reason: string): string {
  const text = capital(reason.trim())
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Who sits there, for a list of tables. */
export function companyInWords(seats: Seat[]): string {
  const people = seats.filter((seat) => seat.kind === 'person').map((seat) => seat.name)
  const bots = seats.filter((seat) => seat.kind === 'bot').length
  const open = seats.filter((seat) => seat.kind === 'open').length
  const parts = [...people]
  if (bots) parts.push(bots === 1 ? texts.home.aBot : texts.home.bots(bots))
  if (open) parts.push(open === 1 ? texts.home.freeSeat : texts.home.freeSeats(open))
  return list(parts)
}

export const stateInWords = (state: State): string => texts.home.states[state]
