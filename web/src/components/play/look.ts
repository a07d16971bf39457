/**
 * The cards as they lay when a round, a trick or a stack ended: the update that tells of it brings the next one already, and
 * the card that decided would never be seen in its place.
 */
import type { Cards, Happening, TableEvent, Update } from '../../lib/wire'

/** The notes after which cards are gone from where they lay. */
const ENDS: Record<string, string[]> = {
  pairs: ['scored'],
  continuous: ['scored'],
  port: ['round', 'play-off', 'won'],
  starboard: ['bust', 'shared'],
  pickup: ['revealed', 'pool', 'deal', 'won'],
  'to-the-moon': ['failed', 'trick'],
  pickle: ['trick', 'assessed'],
  'clever-pickin': ['trick'],
}
/** Notes with the rank of a card that was drawn, which may have gone back into the deck since. */
const DRAWN = new Set(['paired', 'bust', 'failed'])

/** What happened, where it was one move that ended something. */
function ending(game: string, events: TableEvent[]): Happening[] | null {
  const [move, ...others] = events.filter((event) => event.kind === 'move')
  const happened = move?.happened ?? []
  if (others.length > 0 || !happened.some((one) => one.kind === 'note' && ENDS[game]?.includes(one.text))) return null
  return happened
}

export function isEnding(game: string, events: TableEvent[]): boolean {
  return ending(game, events) !== null
}

/** The table between `before` and `next`. Null where nothing ended. */
export function lastLook(game: string, before: Update, next: Update, events: TableEvent[]): Update | null {
  const happened = ending(game, events)
  const [move, ...rest] = happened ?? []
  if (!happened || !before.play || !next.play || move?.kind !== 'move' || move.seat === null) return null
  const [verb = '', ...words] = move.text.split(' ')
  const cards = new Lying(before)
  LAY[verb]?.(cards, move.seat, words, rest)
  const { play, you } = cards.update
  const note = (...keys: string[]): Happening | undefined => rest.find((one) => one.kind === 'note' && keys.includes(one.text))
  const best = note('trick', 'assessed')?.seat
  const paid = verb === 'draw' ? 1 : 0
  return {
    ...before,
    seq: next.seq,
    table: { ...before.table, seats: next.table.seats },
    play: play && {
      ...play,
      step: next.play.step,
      to_act: [],
      scores: play.scores.map((score, seat) => score - (seat === move.seat ? paid : 0)),
      status: play.status.map((said, seat) => (seat !== move.seat ? said : note('bust') ? 'bust' : note('failed') ? 'out' : '')),
      numbers: { ...play.numbers, ...(best == null ? {} : { winning: best, highest: best }), ...(paid ? { pot: play.numbers.pot + paid } : {}) },
    },
    you: you && { ...you, task: '', legal: [], pick: null },
  }
}

type Lay = (cards: Lying, seat: number, words: string[], rest: Happening[]) => void

/** What each move does with cards, by its first word. A lock does nothing. */
const LAY: Record<string, Lay> = {
  hit: (cards, seat, _, rest) => cards.put('stacks', seat, drawn(rest)),
  eight: (cards, seat, _, rest) => {
    cards.take('stacks', seat, '8')
    cards.put('stacks', seat, drawn(rest))
  },
  fold: (cards, seat, [word = '']) => {
    const [face = '', owner] = word.split('@')
    const owners = owner === undefined ? cards.holders('stacks', face) : [Number(owner)]
    cards.take('stacks', owners.includes(seat) ? seat : (owners[0] ?? seat), face)
    cards.put('markers', seat, [face])
  },
  draw: (cards, _seat, _, rest) => cards.put('hand', null, drawn(rest)),
  test: (cards, _seat, _, rest) => cards.put('trick', null, drawn(rest)),
  build: (cards, seat, faces) => {
    cards.leaveHand(seat, faces)
    cards.put('trick', null, faces)
  },
  withdraw: (cards, seat, faces) => {
    for (const face of faces) cards.take('trick', null, face)
    cards.put('known', seat, faces)
  },
  play: (cards, seat, faces) => {
    cards.leaveHand(seat, faces)
    cards.put('played', seat, faces)
  },
  choose: (cards, seat, faces, rest) => {
    cards.leaveHand(seat, faces.length > 0 ? faces : ['?'])
    for (const one of rest.filter((note) => note.text === 'revealed')) {
      cards.clear('choices', one.seat)
      cards.put('played', one.seat, [String(one.number)])
    }
  },
  take: (cards, seat, [face = '']) => {
    cards.clear('played', seat)
    cards.takeAll('pool', null, face)
    for (const other of cards.holders('piles', face)) if (other !== seat) cards.takeAll('piles', other, face)
    cards.put('piles', seat, [face])
  },
}

/** The cards that a move drew before anything followed from it. */
function drawn(rest: Happening[]): string[] {
  const end = rest.findIndex((one) => one.kind === 'note' && one.text !== 'reshuffled')
  const before = end < 0 ? rest : rest.slice(0, end)
  const cards = before.filter((one) => one.kind === 'card' && one.text !== 'burned')
  const last = rest[end] && DRAWN.has(rest[end].text) ? String(rest[end].number) : null
  return cards.flatMap((one, place) => one.card ?? (place === cards.length - 1 ? last : null) ?? [])
}

/** A copy of a table whose cards can be moved about. */
class Lying {
  readonly update: Update

  constructor(before: Update) {
    this.update = structuredClone(before)
  }

  /** The same cards may be told of twice: as all see them, and as their owner does. */
  private at(zone: string, seat: number | null): Cards[] {
    const { play, you } = this.update
    const open = play?.zones[zone]
    const found = [Array.isArray(open) ? open[seat ?? -1] : open, seat !== null && seat === you?.seat ? you.zones[zone] : undefined]
    return found.filter((cards) => cards !== undefined)
  }

  holders(zone: string, face: string): number[] {
    return this.update.table.seats.map((_, seat) => seat).filter((seat) => this.at(zone, seat).some((cards) => cards.cards.includes(face)))
  }

  put(zone: string, seat: number | null, faces: string[]): void {
    for (const cards of this.at(zone, seat)) cards.cards.push(...faces)
  }

  /** Whether it was there; one that is not seen is taken from those face down. */
  take(zone: string, seat: number | null, face: string): boolean {
    let isThere = false
    for (const cards of this.at(zone, seat)) {
      const place = cards.cards.indexOf(face)
      if (place >= 0) cards.cards.splice(place, 1)
      else if (cards.hidden > 0) cards.hidden -= 1
      else continue
      isThere = true
    }
    return isThere
  }

  takeAll(zone: string, seat: number | null, face: string): void {
    for (const cards of this.at(zone, seat)) cards.cards = cards.cards.filter((card) => card !== face)
  }

  clear(zone: string, seat: number | null): void {
    for (const cards of this.at(zone, seat)) Object.assign(cards, { cards: [], hidden: 0 })
  }

  /** Cards of a hand that all have seen go first. */
  leaveHand(seat: number, faces: string[]): void {
    for (const face of faces) if (!this.take('known', seat, face)) this.take('hands', seat, face)
  }
}
