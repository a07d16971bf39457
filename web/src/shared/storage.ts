/** What the browser remembers for this person. Where nothing may be stored, it is remembered until the page is closed. */

import type { CoachLevel } from '../net/wire'
import { randomHex } from './random'

export type Theme = 'system' | 'light' | 'dark'

/** The secret of a seat, and when it was last used. */
interface SeatKey {
  key: string
  at: number
}

/** Who is not heard at a table. */
interface Muted {
  names: string[]
  at: number
}

/** Of a deal: what was seen and sent by this browser. */
export interface Promised {
  commitment: string
  added: string[]
  at: number
}

const PREFIX = 'cutcard.'
const MOST_ADDED = 8
const MOST_KEYS = 60
/** Hex digits of 256 bits. */
const SECRET_DIGITS = 64
const memory = new Map<string, string>()
/** What could not be stored when it changed last: there may be something older. */
const unstored = new Set<string>()

function read<T>(name: string, otherwise: T): T {
  let text: string | undefined
  try {
    text = (unstored.has(name) ? undefined : localStorage.getItem(PREFIX + name)) ?? memory.get(name)
  } catch {
    text = memory.get(name)
  }
  if (text === undefined) return otherwise
  try {
    return JSON.parse(text) as T
  } catch {
    return otherwise
  }
}

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(name, text)
  try {
    localStorage.setItem(PREFIX + name, text)
    unstored.delete(name)
  } catch {
    unstored.add(name) // No room or not allowed: the memory has it.
  }
}

/** A stored thing that is what it should be: others can write there too. */
function record<T>(name: string): Record<string, T> {
  const found = read<unknown>(name, {})
  return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as Record<string, T>) : {}
}

function text(name: string, otherwise: string): string {
  const found = read<unknown>(name, otherwise)
  return typeof found === 'string' ? found : otherwise
}

function keepPromise(code: string, promise: Promised): void {
  const all = { ...record<Promised>('promises'), [code]: { ...promise, at: Date.now() } }
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at)
  write('promises', Object.fromEntries(newest.slice(0, MOST_KEYS)))
}

/** Whether this is a secret of a person. */
export function isPerson(secret: string): boolean {
  return /^[\w-]{43,64}$/.test(secret)
}

export const storage = {
  /** One of a few words. */
  choice<T extends string>(name: string, among: readonly T[], otherwise: T): T {
    const found = text(name, otherwise)
    return among.find((one) => one === found) ?? otherwise
  },
  flag(name: string): boolean {
    return read<unknown>(name, false) === true
  },
  has(name: string): boolean {
    return read<unknown>(name, null) !== null
  },
  keep(name: string, value: string | boolean): void {
    write(name, value)
  },

  get name(): string {
    return text('name', '')
  },
  set name(name: string) {
    write('name', name)
  },

  get level(): string {
    return text('level', 'medium')
  },
  set level(level: string) {
    write('level', level)
  },

  /** Who warns before costly moves against bots. */
  get coach(): CoachLevel | null {
    const found = storage.choice('coach', ['off', 'gentle', 'strict'], 'off')
    return found === 'off' ? null : found
  },
  set coach(coach: CoachLevel | null) {
    write('coach', coach ?? 'off')
  },

  get theme(): Theme {
    const found = text('theme', 'system')
    return found === 'light' || found === 'dark' ? found : 'system'
  },
  set theme(theme: Theme) {
    write('theme', theme)
  },

  /** The language that was chosen; empty for that of the browser. */
  get language(): string {
    return text('language', '')
  },
  set language(language: string) {
    write('language', language)
  },

  get sound(): boolean {
    return read<unknown>('sound', false) === true
  },
  set sound(sound: boolean) {
    write('sound', sound)
  },

  /** The entry of the catalogue that was played last; empty before the first game. */
  get game(): string {
    return text('game', '')
  },
  set game(id: string) {
    write('game', id)
  },

  /** The secret by which the server keeps what your games came to; made when it is first asked for. */
  get person(): string {
    const found = text('person', '')
    if (isPerson(found)) return found
    write('person', randomHex(SECRET_DIGITS))
    return text('person', '')
  },
  set person(secret: string) {
    write('person', secret)
  },
  /** Nothing is known any more of who this was. */
  newPerson(): void {
    write('person', randomHex(SECRET_DIGITS))
  },

  /** The secret of the seat at a table, if there is one. */
  key(code: string): string | null {
    const kept = record<SeatKey>('keys')[code]
    return typeof kept?.key === 'string' ? kept.key : null
  },
  setKey(code: string, key: string): void {
    const keys = { ...record<SeatKey>('keys'), [code]: { key, at: Date.now() } }
    const newest = Object.entries(keys).sort(([, a], [, b]) => b.at - a.at)
    write('keys', Object.fromEntries(newest.slice(0, MOST_KEYS)))
  },
  dropKey(code: string): void {
    const { [code]: _, ...others } = record<SeatKey>('keys')
    write('keys', others)
  },
  /** The tables there is a seat at, the last used first. */
  tables(): string[] {
    return Object.entries(record<SeatKey>('keys'))
      .sort(([, a], [, b]) => b.at - a.at)
      .map(([code]) => code)
  },

  /** The names of people at a table who are not to be heard. */
  muted(code: string): string[] {
    const kept = record<Muted>('muted')[code]?.names
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  },
  setMuted(code: string, names: string[]): void {
    const all = { ...record<Muted>('muted'), [code]: { names, at: Date.now() } }
    const newest = Object.entries(all).filter(([, { names }]) => names.length > 0).sort(([, a], [, b]) => b.at - a.at)
    write('muted', Object.fromEntries(newest.slice(0, MOST_KEYS)))
  },
  /** From a table to the next of the same people: the key of the seat holds there too, and who is not heard is not heard there. */
  goOn(from: string, to: string, key: string): void {
    storage.setKey(to, key)
    storage.setMuted(to, storage.muted(from))
  },

  /** What the server showed of its secret before the game was over, and what this browser added to the deal. */
  promise(code: string): Promised {
    const kept = record<Partial<Promised>>('promises')[code]
    const added = Array.isArray(kept?.added) ? kept.added.filter((one) => typeof one === 'string') : []
    return { commitment: typeof kept?.commitment === 'string' ? kept.commitment : '', added, at: Number(kept?.at ?? 0) }
  },
  keepCommitment(code: string, commitment: string): void {
    const known = storage.promise(code)
    if (known.commitment === '') keepPromise(code, { ...known, commitment })
  },
  keepAdded(code: string, added: string): string {
    const known = storage.promise(code)
    keepPromise(code, { ...known, added: [...known.added, added].slice(-MOST_ADDED) })
    return added
  },

  /** What came of a puzzle; empty where nothing did yet. */
  puzzle(key: string): string {
    const found = record<unknown>('puzzles')[key]
    return typeof found === 'string' ? found : ''
  },
  setPuzzle(key: string, result: string): void {
    write('puzzles', { ...record<unknown>('puzzles'), [key]: result })
  },

  /** At how many turns a tip of a game was shown. */
  tipShown(tip: string): number {
    const found = record<unknown>('tips')[tip]
    return typeof found === 'number' ? found : found === true ? Infinity : 0
  },
  setTipShown(tip: string, times: number): void {
    write('tips', { ...record<unknown>('tips'), [tip]: Number.isFinite(times) ? times : true })
  },
}
