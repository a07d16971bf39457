/** The server's HTTP side. Every call gives what it promises or throws a `Refusal` that a person can read. */

import { language, texts } from '../languages'
import { randomHex } from '../shared/random'
import { storage } from '../shared/storage'
import { asSentence } from '../shared/words'
import type { Advice, Catalogue, Changed, Deal, Events, FindTable, GiveSeat, LessonAnswer, MakeTable, NewTable, Numbers, ReplayMoves, ReplayStep, RequestBody, Rules, Seated, SetTable, Tables, Update } from './wire'

/** No answer at all, and those of a server, or a web server before it, that cannot say anything just now. */
const LOST = [0, 502, 503, 504]

/** The server, or the way to it, said no. `status` is 0 where there was no answer at all. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly clause = '',
    readonly status = 0,
  ) {
    super(reason)
  }

  /** Whether asking again would be answered in the same way. */
  get isFinal(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404
  }

  /** Whether nobody knows if it was done: there was no answer, or only that of a web server which found none. */
  get isLost(): boolean {
    return LOST.includes(this.status)
  }

  /** Of a look at a table: it is stored, but the server cannot read it any more. */
  get isUnreadable(): boolean {
    return this.status === 409
  }
}

/** What went wrong, in words, whatever was thrown. */
export function reasonOf(problem: unknown): string {
  return problem instanceof Refusal ? problem.reason : texts.problems.wentWrong
}

const TIMEOUT = 20_000
/** What can be asked again is not waited for as long. */
const FIRST_TIMEOUT = 5_000
const PAUSE = 500

/** Ask for something that has an id, and once more where the answer is lost: with the same id it is done once. A web server
 *  in front, which does not look into the body, may do the same by the header. */
async function askAgain<T>(path: string, key: string | null, body: RequestBody): Promise<T> {
  try {
    return await ask<T>('POST', path, key, body, FIRST_TIMEOUT)
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.isLost)) throw problem
  }
  await new Promise((done) => setTimeout(done, PAUSE))
  return ask<T>('POST', path, key, body)
}

async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, key: string | null, body?: RequestBody, timeout = TIMEOUT): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language }
  if (key) headers.Authorization = `Bearer ${key}`
  if (body) headers['Content-Type'] = 'application/json'
  if (body && 'id' in body && body.id) headers['X-Has-Id'] = 'yes' // and not the id: a seat's key follows from it, and web servers log headers
  let response: Response
  let answer: unknown
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeout),
      credentials: 'omit',
    })
    answer = await response.json().catch(() => null)
  } catch {
    throw new Refusal(texts.problems.noAnswer)
  }
  if (response.ok && answer !== null) return answer as T
  const said = (answer ?? {}) as { reason?: unknown; clause?: unknown }
  throw new Refusal(
    typeof said.reason === 'string' ? asSentence(said.reason) : texts.problems.couldNot,
    typeof said.clause === 'string' ? said.clause : '',
    response.status,
  )
}

const at = (code: string, what = ''): string => `/api/tables/${encodeURIComponent(code)}${what}`

/** Of a replay: as a seat saw it, or with all hands open. */
const eyes = (seat: number | null): string => (seat === null ? '' : `&seat=${seat}`)

export const api = {
  games: () => ask<Catalogue>('GET', '/api/games', null),
  rules: (game: string) => ask<Rules>('GET', `/api/games/${encodeURIComponent(game)}/rules`, null),
  lesson: (game: string) => ask<LessonAnswer>('GET', `/api/games/${encodeURIComponent(game)}/lesson`, null),
  make: (table: MakeTable) => askAgain<Seated>('/api/tables', null, { ...table, id: randomHex(), person: storage.person }),
  /** A seat at a listed table that waits, or at a new one. */
  find: (wish: Omit<FindTable, 'id'>) => askAgain<Seated>('/api/tables/find', null, { ...wish, id: randomHex(), person: storage.person }),
  listed: async () => (await ask<Tables>('GET', '/api/tables', null)).tables,
  events: (code: string, key: string | null, before: number) =>
    ask<Events>('GET', at(code, `/events?before=${before}`), key),
  look: (code: string, key: string | null, since = 0) => ask<Update>('GET', at(code, `?since=${since}`), key),
  /** Sit down; with the same id it is the same seat. */
  join: (code: string, name: string, id: string) => askAgain<Seated>(at(code, '/join'), null, { name, randomness: storage.keepAdded(code, randomHex()), id, person: storage.person }),
  /** Add chance to the deal, from a seat that one has. */
  add: (code: string, name: string, key: string) => askAgain<Seated>(at(code, '/join'), key, { name, randomness: storage.keepAdded(code, randomHex()) }),
  seat: (code: string, key: string, seat: GiveSeat) => ask<Update>('POST', at(code, '/seats'), key, seat),
  set: (code: string, key: string, settings: SetTable) => ask<Update>('POST', at(code, '/set'), key, settings),
  start: (code: string, key: string) => ask<Update>('POST', at(code, '/start'), key, { randomness: storage.keepAdded(code, randomHex()) }),
  leave: (code: string, key: string) => ask<Update>('POST', at(code, '/leave'), key, {}),
  back: (code: string, key: string) => ask<Update>('POST', at(code, '/back'), key, {}),
  hasten: (code: string, key: string) => ask<Update>('POST', at(code, '/hasten'), key, {}),
  rematch: (code: string, key: string) => ask<NewTable>('POST', at(code, '/rematch'), key, {}),
  advice: (code: string, key: string) => ask<Advice>('GET', at(code, '/advice'), key),
  replay: (code: string, step: number, seat: number | null) =>
    ask<ReplayStep>('GET', at(code, `/replay?step=${step}${eyes(seat)}`), null),
  replayMoves: (code: string, first: number, seat: number | null) =>
    ask<ReplayMoves>('GET', at(code, `/replay/moves?first=${first}${eyes(seat)}`), null),
  deal: (code: string) => ask<Deal>('GET', at(code, '/deal'), null),
  /** What the games of a person came to, by their secret. */
  numbers: (person: string) => ask<Numbers>('GET', '/api/you', person),
  exported: (person: string) => ask<object>('GET', '/api/you/export', person),
  forget: (person: string) => ask<Changed>('DELETE', '/api/you', person),
  /** The games of another secret go over to this person. */
  merge: (person: string, other: string) => ask<Changed>('POST', '/api/you/merge', person, { other }),
  recordLink: (code: string) => at(code, '/record'),
  logLink: (code: string) => at(code, '/log'),
}
