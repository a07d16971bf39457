/** What the offers of the server mean for the cards on the table. */
import type { GameInfo } from '../../net/wire'

/** Whether a verb is followed by cards. */
function namesCards(verb: string, info: GameInfo): boolean {
  const takes = info.verbs[verb]?.takes
  return takes === 'rank' || takes === 'card' || takes === 'cards'
}

/** The verbs that may name a card of this zone: one of yours, one in the middle, or of anybody where the verb says so. */
export function verbsOf(zone: string, seat: number | null, viewer: number, info: GameInfo): string[] {
  const isOthers = seat !== null && seat !== viewer
  return Object.entries(info.verbs)
    .filter(([verb, { zones, anybody }]) => zones.includes(zone) && namesCards(verb, info) && (anybody || !isOthers))
    .map(([verb]) => verb)
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
