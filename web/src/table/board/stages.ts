/** What happened, cut into what is to be seen one after the other. */
import type { Happened, Moment, TableEvent } from '../../net/wire'

/** How long a move is to be seen before the next, in milliseconds, and one that changes much. */
const SHORT = 420
const LONG = 950
/** How long the cards lie that are swept away then. */
export const LOOK = 850

/** One of the things to be shown one after the other: an instant of a move, or the table as it settles. */
export interface Stage {
  /** All that is told by now: the last event may be told in part. */
  events: TableEvent[]
  /** What is told with this stage. */
  told: Happened[]
  /** Null where the table has settled. */
  moment: Moment | null
  /** How long it is to be seen, in milliseconds. */
  time: number
}

/** Each moment with what was told before it; then the table as it is now, with the rest. */
export function stagesOf(events: TableEvent[]): Stage[] {
  const stages: Stage[] = []
  const whole: TableEvent[] = []
  let told: Happened[] = []
  for (const event of events) {
    const all = event.told ?? []
    all.forEach((one, place) => {
      if (!one.moment) told.push(one)
      else {
        stages.push({ events: [...whole, { ...event, told: all.slice(0, place) }], told, moment: one.moment, time: LOOK })
        told = []
      }
    })
    whole.push(event)
  }
  const isMove = events.some((event) => event.kind === 'move')
  const isWeighty = stages.length === 0 && told.some((one) => one.brief.length > 0 || one.mood !== '')
  stages.push({ events: whole, told, moment: null, time: !isMove ? 0 : isWeighty ? LONG : SHORT })
  return stages
}

/** How many instants there are to be seen before the table settles. */
export function momentsIn(events: TableEvent[]): number {
  return stagesOf(events).length - 1
}
