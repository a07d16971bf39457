/** What happened, cut into what is to be seen one after the other. */
import type { Happened, Moment, TableEvent } from '../../net/wire'

/** How long a table is to be seen before the next, in milliseconds: after a move, and after one that changes much. */
const SHORT = 380
const LONG = 800
/** How long cards lie that are swept away then; and those that somebody was undone or made by. */
export const LOOK = 850
const STRIKING = 1_400

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
        stages.push({ events: [...whole, { ...event, told: all.slice(0, place) }], told, moment: one.moment, time: told.some(isStriking) ? STRIKING : LOOK })
        told = []
      }
    })
    whole.push(event)
  }
  const isMove = events.some((event) => event.kind === 'move' || event.kind === 'started')
  const isWeighty = stages.length === 0 && told.some((one) => one.brief.length > 0 || one.mood !== '')
  stages.push({ events: whole, told, moment: null, time: !isMove ? 0 : isWeighty ? LONG : SHORT })
  return stages
}

/** Something that makes people look up, with a card that did it. */
function isStriking({ mood, brief }: Happened): boolean {
  return mood === 'great' || (mood !== '' && brief.some((part) => 'card' in part))
}

/** The cards that something happened by, each with the seat where they lie: a pair, a second one of a rank. */
export function struckBy(told: Happened[]): { seat: number; face: string }[] {
  return told.flatMap(({ seat, mood, brief }) =>
    seat === null || mood === '' ? [] : brief.flatMap((part) => ('card' in part ? [{ seat, face: part.card }] : [])),
  )
}

/** How long these events take to be seen, roughly, in milliseconds: for a replay that plays by itself. */
export function timeOf(events: TableEvent[]): number {
  return stagesOf(events).reduce((time, stage) => time + stage.time, 0)
}
