/** What comes in a burst is shown one after the other, each for a moment, so that the eye can follow. */

/** So many may wait; a page that is further behind does not linger. */
const MOST_WAITING = 12

interface Step<T> {
  value: T
  moment: number
}

export class PacedQueue<T> {
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
