/** What the offers of the server mean for the cards on the table. */
import type { GameInfo, Offer } from '../../lib/wire'

export interface Option {
  offer: Offer
  verb: string
  /** The cards it names, as they lie in the zones of its verb. */
  cards: string[]
  /** Whose card it is, where the move says so: `fold 3@1`. */
  owner: number | null
  /** What it counts, where it is a number: `bid 3`. */
  number: number | null
}

/** Where the cards lie that a move names. A verb that is not here plays from what only you see. */
const SOURCES: Record<string, string[]> = {
  fold: ['stacks'],
  choose: ['hands'],
  take: ['pool'],
  pick: ['center'],
  withdraw: ['trick'],
  build: ['hands', 'known'],
  play: ['hands', 'known'],
  trade: ['hands'],
}

/** Zones where a card of anybody may be meant; in the others only your own, or those in the middle. */
const ANYBODY = new Set(['stacks'])

export function sourcesOf(verb: string, info: GameInfo): string[] {
  const own = Object.keys(info.zones).filter((zone) => info.zones[zone]?.sight === 'own')
  return SOURCES[verb] ?? own
}

/** The verbs that may name a card of this zone. */
export function verbsOf(zone: string, seat: number | null, viewer: number, info: GameInfo): string[] {
  if (seat !== null && seat !== viewer && !ANYBODY.has(zone)) return []
  return Object.keys(info.moves).filter((verb) => sourcesOf(verb, info).includes(zone) && namesCards(verb, info))
}

/** Whether a verb is followed by cards: `play C`, `take R`; or by a number: `bid B`. */
function namesCards(verb: string, info: GameInfo): boolean {
  return /\b[CR]\b/.test(info.moves[verb] ?? '')
}

export function parse(offer: Offer, info: GameInfo): Option {
  const [verb = '', ...rest] = offer.move.split(' ')
  const named = rest.map((word) => word.split('@')) as [string, string?][]
  const isCards = named.length > 0 && named.every(([face]) => info.faces.includes(face)) && namesCards(verb, info)
  const number = named.length === 1 && !isCards && /^\d+$/.test(rest[0] ?? '') ? Number(rest[0]) : null
  const owner = named[0]?.[1]
  return { offer, verb, cards: isCards ? named.map(([face]) => face) : [], owner: owner === undefined ? null : Number(owner), number }
}

/** From the lowest up, as moves name them. */
export function inOrder(cards: string[], info: GameInfo): string[] {
  return [...cards].sort((a, b) => info.faces.indexOf(a) - info.faces.indexOf(b))
}

/** Whether all of `some` are among `all`, each as often. */
export function within(some: string[], all: string[]): boolean {
  const left = [...all]
  return some.every((card) => {
    const place = left.indexOf(card)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}
