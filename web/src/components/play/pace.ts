/** Lets the eye follow: what comes in a burst is shown one after the other, each for a moment. */
import type { TableEvent } from '../../lib/wire'
import { isWeighty } from './flashes'
import { isEnding } from './look'

/** How long a move is to be seen before the next, in milliseconds, and one that changes much. */
const MOMENT = 420
const LONG_MOMENT = 950
/** How long the cards lie that ended something, before what comes next. */
export const LOOK = 850

/** Of which the last look, where there is one, takes the first part. */
export function momentOf(game: string, events: TableEvent[]): number {
  if (isEnding(game, events)) return LOOK + MOMENT
  return events.some((event) => event.kind === 'move') ? (isWeighty(events) ? LONG_MOMENT : MOMENT) : 0
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
    if (document.hidden || this.waiting.length > 8) this.flush()
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

  private flush(): void {
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
