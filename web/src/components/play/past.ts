/** The trick that has just ended: its last cards are gone from the table before anybody could look at them. */
import type { Cards, Play, TableEvent } from '../../lib/wire'

export interface Past {
  played: { seat: number; cards: string[] }[]
  winner: number | null
  verb: (mine: boolean) => string
}

/** From the table before the event: what lay there, and what its move added. Null where no trick ended. */
export function pastTrick(before: Play | null, events: TableEvent[]): Past | null {
  const zone = before?.zones.played
  if (!zone || !Array.isArray(zone) || !before.zones.spent) return null
  let played = zone.map((cards: Cards, seat) => ({ seat, cards: cards.cards }))
  let past: Past | null = null
  for (const event of events) {
    const [verb, ...cards] = event.happened?.find((one) => one.kind === 'move')?.text.split(' ') ?? []
    if (verb !== 'play' || event.seat === undefined) continue
    const seat = event.seat
    played = played.map((one) => (one.seat === seat ? { seat, cards } : one))
    const end = event.happened?.find((one) => one.kind === 'note' && (one.text === 'trick' || one.text === 'assessed'))
    if (!end) continue
    const costs = end.text === 'assessed'
    past = {
      played: played.filter((one) => one.cards.length > 0),
      winner: end.seat,
      verb: (mine) => (costs ? (mine ? `get ${end.number} points` : `gets ${end.number} points`) : mine ? 'take it' : 'takes it'),
    }
    played = played.map((one) => ({ ...one, cards: [] }))
  }
  return past
}
