/** What the server sends and takes: the same names as in the OpenAPI page. Nothing here is hidden from the one who gets it. */

export interface Catalogue {
  version: string
  games: GameInfo[]
  levels: { name: string; summary: string }[]
}

export interface GameInfo {
  /** The card on the home page: `pieces-of-eight` is Pairs with an option, so `game` and `preset` say what is played. */
  id: string
  game: string
  preset: Record<string, Value>
  title: string
  summary: string
  mood: string
  length: string
  least_seats: number
  most_seats: number
  /** The faces of the deck, the lowest first. */
  faces: string[]
  /** Zones of the table, in the order of its declaration; those with a title are worth showing. */
  zones: Record<string, { title: string; each: boolean; sight: 'open' | 'own' | 'dark' }>
  /** What each move does, by its first word. */
  moves: Record<string, string>
  options: OptionInfo[]
  fewer_is_better: boolean
  /** What the values of a card are called, where it has two: solid, hollow. */
  values: string[]
}

export type Value = boolean | number | string[] | number[]

export interface OptionInfo {
  name: string
  help: string
  kind: 'switch' | 'number' | 'row'
  /** By number of seats, from least_seats on. */
  defaults: Value[]
  least: number | null
  /** By number of seats; null where there is no limit to speak of. */
  most: (number | null)[]
}

export type State = 'waiting' | 'preparing' | 'playing' | 'over'

export interface Seat {
  kind: 'person' | 'bot' | 'open'
  name: string
  /** The level of a bot. */
  level: string | null
  /** Whether a person is connected just now. */
  present: boolean
}

export interface TableInfo {
  code: string
  game: string
  title: string
  options: Record<string, Value>
  state: State
  seats: Seat[]
  /** The seat of the host; null once the host has left for good. */
  host: number | null
  /** Seconds a turn may take. */
  clock: number | null
  listed: boolean
  /** SHA-256 of the server's secret, in hex; the secret itself once the game is over. */
  commitment: string
  secret: string | null
  /** What each person's browser added, by seat. */
  randomness: Record<string, string>
  /** The code of the next table of the same people. */
  rematch: string | null
  watching: number
  /** When the clock runs out, in seconds since 1970. */
  deadline: number | null
}

export interface Cards {
  cards: string[]
  hidden: number
}

/** The game as a spectator sees it. */
export interface Play {
  step: number
  to_act: number[]
  scores: number[]
  target: number | null
  zones: Record<string, Cards | Cards[]>
  numbers: Record<string, any>
  /** Round, target, pot and the like, in words. */
  lines: string[]
  /** How each seat stands, in a few words; may be empty. */
  status: string[]
  /** Which value of a card with two counts now; -1 where both do. */
  value_now: number
  result: { places: number[][]; scores: number[]; reason: string } | null
}

export interface Offer {
  move: string
  /** As an offer: `Fold and take the 3 from Ada`. */
  words: string
  /** What it risks or gains: `23% to pair`; may be empty. */
  odds: string
}

/** What only this seat may know. */
export interface You {
  seat: number
  /** The sequence number that your next move answers. */
  asked: number
  /** What you see of your own zones. */
  zones: Record<string, Cards>
  /** What you are to do, as it follows `Your turn:`; may be empty. */
  task: string
  legal: Offer[]
  /** Where any `count` of `cards` make a move together with `verb`, and there are too many to list. */
  pick: { verb: string; cards: string[]; count: number } | null
}

export interface Happening {
  kind: 'move' | 'card' | 'note'
  seat: number | null
  /** The move; the zone a card went to; the key of a note. */
  text: string
  card: string | null
  number: number
}

/** `{You} {hit|hits}.` is about `seat`; see speak.ts. */
export interface Said {
  phrase: string
  seat: number | null
}

export interface TableEvent {
  seq: number
  kind: 'made' | 'joined' | 'left' | 'seat' | 'started' | 'move' | 'chat' | 'rematch' | 'set'
  seat?: number
  name?: string
  /** For `seat`: open, or bot with its level. */
  to?: 'open' | 'bot' | 'person'
  level?: string | null
  text?: string
  said?: Said[]
  happened?: Happening[]
  /** The move was made for a person whose time was up, or for a bot that did not answer. */
  late?: boolean
  code?: string
  /** Seconds since 1970. */
  at: number
}

export interface Update {
  type: 'update'
  /** The last event that is told of. */
  seq: number
  /** All events after the one the client named, as this seat knows them. */
  events: TableEvent[]
  table: TableInfo
  play: Play | null
  you: You | null
}

/** The answer to something that was sent with an id. */
export interface Answer {
  type: 'done' | 'refused'
  id: string
  seq: number
  /** Why not, for a person to read. */
  reason?: string
  /** The clause of the rules, such as CONT-4; may be empty. */
  clause?: string
}

/** The socket closes after it. */
export interface Failure {
  type: 'error'
  reason: string
  seq: number
}

export type ServerMessage = Update | Answer | Failure

export type ClientMessage =
  | { type: 'hello'; key: string | null; since: number }
  | { type: 'move'; id: string; seq: number; move: string }
  | { type: 'chat'; id: string; text: string }

export interface Advice {
  sentence: string
  heading: string
  rated: { move: string; words: string; shown: string; give_or_take: string }[]
  remark: string
  facts: [string, string][]
  left: { title: string; counts: [string, number][] } | null
}
