/** Small words that several pages need. */

import type { GameInfo, OptionInfo, Seat, State } from '../net/wire'

export function seatsInWords(info: Pick<GameInfo, 'least_seats' | 'most_seats'>): string {
  return info.least_seats === info.most_seats ? `${info.least_seats} players` : `${info.least_seats} to ${info.most_seats} players`
}

/** `Zoe invites you to Pairs: 5 minutes, push your luck`: what the preview of the link says of its host. */
export function invitationWords(name: string, { title, length, mood }: Pick<GameInfo, 'title' | 'length' | 'mood'>): string {
  const about = [length, mood].filter(Boolean).join(', ')
  return `${name} invites you to ${title}${about ? `: ${about}` : ''}`
}

export const CLOCKS: { seconds: number | null; words: string }[] = [
  { seconds: null, words: 'No clock' },
  { seconds: 15, words: '15 seconds a turn' },
  { seconds: 30, words: '30 seconds a turn' },
  { seconds: 60, words: '1 minute a turn' },
  { seconds: 120, words: '2 minutes a turn' },
]

/** `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function list(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of an option as a title: `first_dealer` becomes `First dealer`. */
export function optionTitle({ name }: OptionInfo): string {
  return capital(name.replaceAll('_', ' '))
}

/** `point` with one, `points` with more: units come in the plural. */
export function unitFor(number: number, unit: string): string {
  return number === 1 && unit.endsWith('s') ? unit.slice(0, -1) : unit
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
  if (bots) parts.push(bots === 1 ? 'a bot' : `${bots} bots`)
  if (open) parts.push(open === 1 ? '1 free seat' : `${open} free seats`)
  return list(parts)
}

const STATES: Record<State, string> = {
  waiting: 'not started yet',
  preparing: 'starting',
  playing: 'being played',
  over: 'over',
}

export const stateInWords = (state: State): string => STATES[state]

/** `1st`, `2nd`, `3rd`, `4th`. */
export function ordinal(number: number): string {
  const ending = number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
