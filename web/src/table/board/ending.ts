/** What stays on the table when the game is over: the cards of the instant that decided it. */
import type { Cards, GameInfo, Happened, Moment, Play, TableEvent, Update } from '../../net/wire'

/** An instant of the last move, and what was told of that move until then. */
export interface Ending {
  moment: Moment
  told: Happened[]
}

/**
 * The instant of the last move at which most cards lay in play; of several the latest, when all of it had been seen. None where the game
 * goes on, or where as many lie there still.
 */
export function endingOf(info: GameInfo, { play }: Update, log: TableEvent[]): Ending | null {
  if (!play?.outcome) return null
  const told = log.filter((event) => event.told).at(-1)?.told ?? []
  let ending: Ending | null = null
  let most = inPlay(info, play) + 1
  for (const [place, { moment }] of told.entries()) {
    if (!moment || inPlay(info, moment.play) < most) continue
    most = inPlay(info, moment.play)
    ending = { moment, told: told.slice(0, place) }
  }
  return ending
}

/** The table as it is told, with the cards of that instant and what is said of them. */
export function withCardsOf({ moment }: Ending, update: Update): Update {
  if (!update.play) return update
  const { zones, showing, captions, values, value_now, marks } = moment.play
  const kept = [...update.play.marks.filter(({ zone }) => zone === null), ...marks.filter(({ zone }) => zone !== null)]
  return {
    ...update,
    play: { ...update.play, zones, showing, captions, values, value_now, marks: kept },
    you: update.you && { ...update.you, zones: moment.zones },
  }
}

/** How many cards lie before seats and in the middle, without those in piles. */
function inPlay(info: GameInfo, play: Play): number {
  const zones = Object.entries(play.zones).filter(([zone]) => info.zones[zone]?.shape !== 'pile' && info.zones[zone]?.sight !== 'dark')
  return zones.flatMap(([, lying]) => lying).reduce((sum, lying) => sum + numberOf(lying), 0)
}

const numberOf = ({ cards, hidden }: Cards): number => cards.length + hidden
