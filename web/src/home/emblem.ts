/** The cards that stand for a game, and for all of them. */

import type { GameInfo } from '../net/wire'

export interface EmblemCard {
  info: GameInfo
  /** Null is a card with its back up. */
  face: string | null
}

/** A few cards of a game. */
export function emblemOf(info: GameInfo): EmblemCard[] {
  const faces = info.emblem.length > 0 ? info.emblem : [info.faces.at(-1) ?? null, info.faces[0] ?? null]
  return faces.map((face) => ({ info, face }))
}

/** A card of each game, of as many kinds as there are. */
export function handOf(games: GameInfo[], most: number): EmblemCard[] {
  const taken = new Set<string | null>()
  return games.slice(0, most).map((info) => {
    const cards = emblemOf(info)
    const card = cards.find((one) => !taken.has(one.face)) ?? { info, face: null }
    taken.add(card.face)
    return card
  })
}
