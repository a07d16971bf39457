/** The server's HTTP side. Every call gives what it promises or throws a `Refusal` that a person can read. */

import { asSentence } from '../shared/words'
import type { Advice, Catalogue, Events, GiveSeat, MakeTable, NewTable, ReplayStep, RequestBody, Rules, Seated, SetTable, Tables, Update } from './wire'

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

  /** Of a look at a table: it is stored, but the server cannot read it any more. */
  get isUnreadable(): boolean {
    return this.status === 409
  }
}

/** What went wrong, in words, whatever was thrown. */
export function reasonOf(problem: unknown): string {
  return problem instanceof Refusal ? problem.reason : 'Something went wrong. Please try again.'
}

const TIMEOUT = 20_000

async function ask<T>(method: 'GET' | 'POST', path: string, key: string | null, body?: RequestBody): Promise<T> {
  const headers: Record<string, string> = {}
  if (key) headers.Authorization = `Bearer ${key}`
  if (body) headers['Content-Type'] = 'application/json'
  let response: Response
  let answer: unknown
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(TIMEOUT),
      credentials: 'omit',
    })
    answer = await response.json().catch(() => null)
  } catch {
    throw new Refusal('The server does not answer. Check your connection and try again.')
  }
  if (response.ok && answer !== null) return answer as T
  const said = (answer ?? {}) as { reason?: unknown; clause?: unknown }
  throw new Refusal(
    typeof said.reason === 'string' ? asSentence(said.reason) : 'The server could not do that. Please try again.',
    typeof said.clause === 'string' ? said.clause : '',
    response.status,
  )
}

const at = (code: string, what = ''): string => `/api/tables/${encodeURIComponent(code)}${what}`

export const api = {
  games: () => ask<Catalogue>('GET', '/api/games', null),
  rules: (game: string) => ask<Rules>('GET', `/api/games/${encodeURIComponent(game)}/rules`, null),
  make: (table: MakeTable) => ask<Seated>('POST', '/api/tables', null, table),
  listed: async () => (await ask<Tables>('GET', '/api/tables', null)).tables,
  events: (code: string, key: string | null, before: number) =>
    ask<Events>('GET', at(code, `/events?before=${before}`), key),
  look: (code: string, key: string | null, since = 0) => ask<Update>('GET', at(code, `?since=${since}`), key),
  /** Sit down; with the key of a seat, add chance to the deal. */
  join: (code: string, name: string, randomness: string, key: string | null = null) =>
    ask<Seated>('POST', at(code, '/join'), key, { name, randomness }),
  seat: (code: string, key: string, seat: GiveSeat) => ask<Update>('POST', at(code, '/seats'), key, seat),
  set: (code: string, key: string, settings: SetTable) => ask<Update>('POST', at(code, '/set'), key, settings),
  start: (code: string, key: string, randomness: string) => ask<Update>('POST', at(code, '/start'), key, { randomness }),
  leave: (code: string, key: string) => ask<Update>('POST', at(code, '/leave'), key, {}),
  back: (code: string, key: string) => ask<Update>('POST', at(code, '/back'), key, {}),
  hasten: (code: string, key: string) => ask<Update>('POST', at(code, '/hasten'), key, {}),
  rematch: (code: string, key: string) => ask<NewTable>('POST', at(code, '/rematch'), key, {}),
  advice: (code: string, key: string) => ask<Advice>('GET', at(code, '/advice'), key),
  replay: (code: string, step: number, seat: number | null) =>
    ask<ReplayStep>('GET', at(code, `/replay?step=${step}${seat === null ? '' : `&seat=${seat}`}`), null),
  recordLink: (code: string) => at(code, '/record'),
  logLink: (code: string) => at(code, '/log'),
}
