/** Lets the eye follow: what comes in a burst is shown one after the other, each for a moment. */
import type { Happened, Moment, TableEvent } from '../../lib/wire'

/** How long a move is to be seen before the next, in milliseconds, and one that changes much. */
const SHORT = 420
const LONG = 950
/** How long the cards lie that are swept away then. */
export const LOOK = 850
/** So many may wait; a page that is further behind does not linger. */
const MOST_WAITING = 12

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

interface Step<T> {
  value: T
  moment: number
}

export class Pace<T> {
  private waiting: Step<T>[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private free = 0

  constructor(private show: (value: T) => void) {}

  /** `moment` is how long this is to be seen before the next. */
  add(value: T, moment: number): void {
    this.waiting.push({ value, moment })
    // A page that nobody sees, or that is far behind, does not linger.
    if (document.hidden || this.waiting.length > MOST_WAITING) this.flush()
    else this.next()
  }

  /** Whoever has seen enough need not wait: the next comes at once. */
  hurry(): void {
    if (this.timer === undefined) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.free = 0
    this.next()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.waiting = []
  }

  /** Everything that waits, at once. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    for (const step of this.waiting.splice(0)) this.show(step.value)
    this.free = 0
  }

  private next(): void {
    if (this.timer !== undefined || this.waiting.length === 0) return
    const wait = this.free - performance.now()
    if (wait > 4) {
      this.timer = setTimeout(() => {
        this.timer = undefined
        this.free = 0
        this.next()
      }, wait)
      return
    }
    const step = this.waiting.shift()
    if (!step) return
    this.show(step.value)
    this.free = performance.now() + step.moment
    this.next()
  }
}
