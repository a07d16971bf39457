/** The tips of a game, one at a time, at the moment they matter. */
import type { Cards, GameInfo, Tip, Update } from '../../net/wire'

/** Under which it is remembered that a tip was seen. */
export const tipKey = (info: GameInfo, tip: Tip): string => `${info.game}/${tip.id}`

/** The tip for this moment that was not seen yet, if there is one. */
export function tipFor(info: GameInfo, update: Update, isSeen: (key: string) => boolean): Tip | null {
  const { you, play, table } = update
  if (!you || !play || table.state !== 'playing' || (you.offers.length === 0 && !you.pick)) return null
  return info.tips.find((tip) => fits(tip, update) && !isSeen(tipKey(info, tip))) ?? null
}

function fits(tip: Tip, { you, play }: Update): boolean {
  if (!you || !play) return false
  const isOffered = tip.verb === null || tip.verb === you.pick?.verb || you.offers.some((offer) => offer.verb === tip.verb)
  if (tip.zone === null) return isOffered
  const held = sizeOf(you.zones[tip.zone] ?? atSeat(play.zones[tip.zone], you.seat))
  return isOffered && held >= tip.least && held <= (tip.most ?? Infinity)
}

function atSeat(zone: Cards | Cards[] | undefined, seat: number): Cards | undefined {
  return Array.isArray(zone) ? zone[seat] : zone
}

function sizeOf(cards: Cards | undefined): number {
  return cards ? cards.cards.length + cards.hidden : 0
}
