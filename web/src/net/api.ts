/** The server's HTTP side. Every call gives what it promises or throws a `Refusal` that a person can read. */

import { language, texts } from '../languages'
import { randomHex } from '../shared/random'
import { storage } from '../shared/storage'
import { asSentence } from '../shared/words'
import type { Advice, Catalogue, Changed, Deal, Events, FindTable, GiveSeat, LessonAnswer, Looking, MakeTable, NewTable, Numbers, PlayOn, PuzzleAnswer, PuzzleOfADay, Puzzles, ReplayMoves, ReplayStep, RequestBody, ReviewTold, Rules, Seated, SetTable, SolvedAnswer, Tables, Trends, Tried, Update } from './wire'

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

  /** Whether it may be answered when it is asked again a little later. */
  get isForNow(): boolean {
    return this.isLost || this.status === 429
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
/** What can be asked again is asked once more beside the first after so long: its server may hang. */
const SOON = 1_500
const PAUSE = 500

type Method = 'GET' | 'POST' | 'DELETE'

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

const isLost = (problem: unknown): boolean => problem instanceof Refusal && problem.isLost

/** Ask for something that has an id, and once more where the answer is late or lost: with the same id it is done once. A web
 *  server in front, which does not look into the body, may do the same by the header. */
async function askAgain<T>(path: string, key: string | null, body: RequestBody): Promise<T> {
  try {
    return await askBeside<T>('POST', path, key, body)
  } catch (problem) {
    if (!isLost(problem)) throw problem
  }
  await pause(PAUSE)
  return ask<T>('POST', path, key, body)
}

/** What only reads. */
const read = <T>(path: string, key: string | null): Promise<T> => askBeside<T>('GET', path, key)

/** Ask, and where no answer comes soon ask a second time: whichever answers first counts. */
async function askBeside<T>(method: Method, path: string, key: string | null, body?: RequestBody): Promise<T> {
  const first = ask<T>(method, path, key, body)
  const isLate = await Promise.race([first.then(no, no), pause(SOON).then(() => true)])
  if (!isLate) return first
  const second = ask<T>(method, path, key, body)
  const other = new Map([[first, second], [second, first]])
  return Promise.race([...other].map(([one, another]) => one.catch((problem) => (isLost(problem) ? another : Promise.reject(problem)))))
}

const no = (): boolean => false

async function ask<T>(method: Method, path: string, key: string | null, body?: RequestBody): Promise<T> {
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
      signal: AbortSignal.timeout(TIMEOUT),
      credentials: 'omit',
      cache: 'no-store', // a browser keeps a question from going out while the same one waits for an answer that it could keep
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
  games: () => read<Catalogue>('/api/games', null),
  rules: (game: string) => read<Rules>(`/api/games/${encodeURIComponent(game)}/rules`, null),
  lesson: (game: string) => read<LessonAnswer>(`/api/games/${encodeURIComponent(game)}/lesson`, null),
  /** The puzzles there are; the day is that of this browser, by UTC. */
  puzzles: (day: string) => read<Puzzles>(`/api/puzzles?day=${day}`, null),
  puzzleOfADay: (day: string) => read<PuzzleOfADay>(`/api/puzzles/today?day=${day}`, null),
  puzzle: (game: string, number: number) => read<PuzzleAnswer>(`/api/puzzles/${encodeURIComponent(game)}/${number}`, null),
  /** Whether a move is the right one; without a move, the solution. */
  solve: (game: string, number: number, move: string | null) =>
    ask<SolvedAnswer>('POST', `/api/puzzles/${encodeURIComponent(game)}/${number}/answer`, null, { move }),
  make: (table: MakeTable) => askAgain<Seated>('/api/tables', null, { ...table, id: randomHex(), person: storage.person }),
  /** From a position of a game that is over to a table of one's own. */
  playOn: (code: string, key: string | null, wish: PlayOn) => askAgain<Seated>(at(code, '/play-on'), key, { ...wish, id: randomHex() }),
  /** A seat at a listed table that waits, or at a new one. */
  find: (wish: Omit<FindTable, 'id'>) => askAgain<Seated>('/api/tables/find', null, { ...wish, id: randomHex(), person: storage.person }),
  listed: async () => (await read<Tables>('/api/tables', null)).tables,
  events: (code: string, key: string | null, before: number) =>
    read<Events>(at(code, `/events?before=${before}`), key),
  look: (code: string, key: string | null, since = 0) => read<Update>(at(code, `?since=${since}`), key),
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
  /** Bots may think for a while. */
  advice: (code: string, key: string) => ask<Advice>('GET', at(code, '/advice'), key),
  replay: (code: string, step: number, seat: number | null) =>
    read<ReplayStep>(at(code, `/replay?step=${step}${eyes(seat)}`), null),
  replayMoves: (code: string, first: number, seat: number | null) =>
    read<ReplayMoves>(at(code, `/replay/moves?first=${first}${eyes(seat)}`), null),
  /** What there is of a review beyond so many decisions; it is made while somebody asks. */
  review: (code: string, since: number, depth: number) => read<ReviewTold>(at(code, `/review?since=${since}&depth=${depth}`), null),
  whatIf: (code: string, decision: number, move: string, depth: number) =>
    ask<Tried>('GET', at(code, `/review/what-if?decision=${decision}&move=${encodeURIComponent(move)}&depth=${depth}`), null),
  deal: (code: string) => read<Deal>(at(code, '/deal'), null),
  /** What the games of a person came to, by their secret. */
  numbers: (person: string) => read<Numbers>('/api/you', person),
  exported: (person: string) => read<object>('/api/you/export', person),
  forget: (person: string) => ask<Changed>('DELETE', '/api/you', person),
  /** The games of another secret go over to this person. */
  merge: (person: string, other: string) => ask<Changed>('POST', '/api/you/merge', person, { other }),
  /** Where a person loses most, by the reviews of their games; and the review of the last ones, which goes on while this is asked. */
  trends: (person: string) => ask<Trends>('GET', '/api/you/trends', person),
  reviewMine: (person: string) => ask<Looking>('POST', '/api/you/review', person, {}),
  recordLink: (code: string) => at(code, '/record'),
  logLink: (code: string) => at(code, '/log'),
}
