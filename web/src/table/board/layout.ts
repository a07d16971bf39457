/** Which zones lie where, and how they are drawn: by the shapes that the game declares. */
import type { GameInfo, ZoneInfo } from '../../net/wire'

export interface Place {
  zone: string
  title: string
  /**
   * row: all cards side by side; fan: overlapping, every rank readable; pile: one card and a count;
   * countdown: a slot a rank; trick: a place for the cards of each seat; turned: a card that says what counts.
   */
  look: 'row' | 'fan' | 'pile' | 'countdown' | 'trick' | 'turned'
  /** A zone whose face-down cards lie in the same places. */
  under: string | null
  /** A zone whose cards belong to these, though everybody has seen them. */
  seen: string | null
}

export interface Layout {
  middle: Place[]
  /** Before another seat: the first is the largest. */
  seat: Place[]
  /** Before you. */
  own: Place[]
}

export function layoutOf(info: GameInfo): Layout {
  const below = new Set(Object.values(info.zones).map((about) => about.under))
  const drawn = Object.entries(info.zones).filter(([zone, { shape }]) => shape !== 'none' && !below.has(zone))
  const middle = drawn.filter(([, about]) => isShared(about)).map(([zone, about]) => inMiddle(zone, about))
  const each = drawn.filter(([, about]) => !isShared(about))
  const own = each.filter(([, { joins }]) => joins === null).map(([zone, about]) => beforeYou(zone, about, info))
  return {
    middle: sorted(middle, 'pile'),
    seat: each.filter(([, { title, joins }]) => title !== '' && joins === null).map(([zone, { title }]) => atSeat(zone, title, info)),
    own: sorted(own, 'row'),
  }
}

/** What has a title only before you is not shown at another seat. */
function atSeat(zone: string, title: string, info: GameInfo): Place {
  return { zone, title, look: 'fan', under: null, seen: seenWith(zone, info) }
}

/** The zone whose cards belong to a hand, though everybody has seen them. */
function seenWith(zone: string, info: GameInfo): string | null {
  return Object.keys(info.zones).find((other) => info.zones[other]?.joins === zone) ?? null
}

function isShared({ each, shape }: ZoneInfo): boolean {
  return !each || shape === 'trick'
}

function inMiddle(zone: string, { title, each, sight, shape, under }: ZoneInfo): Place {
  const isSpecial = shape === 'pile' || shape === 'countdown' || shape === 'turned' || (shape === 'trick' && each)
  return { zone, title, look: sight === 'dark' ? 'pile' : isSpecial ? shape : 'row', under, seen: null }
}

/** Before you the cards that a move may name are side by side, and so is what the game wants so. */
function beforeYou(zone: string, { title, yours, shape }: ZoneInfo, info: GameInfo): Place {
  const isPlayed = Object.values(info.verbs).some((verb) => verb.zones.includes(zone))
  const isStack = shape === 'stack'
  const look = isPlayed || isStack || shape === 'row' ? 'row' : 'fan'
  return { zone, title: yours || title, look, under: null, seen: seenWith(zone, info) }
}

/** As declared, but those of one look come last. */
function sorted(places: Place[], last: Place['look']): Place[] {
  return [...places].sort((a, b) => Number(a.look === last) - Number(b.look === last))
}
