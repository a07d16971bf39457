/**
 * The one clock of a table: cards, words, sounds and those who listen all go by it. Whatever waits or moves does so here, so that a
 * press can skip it, a setting can hasten it, and nothing is told before it is seen.
 */
export class Clock {
  private skips = new Set<() => void>()

  /** `factor` is how long things take beside the usual: a setting. */
  constructor(private factor: () => number = () => 1) {}

  /** So many milliseconds at the usual speed, in those of this person. */
  scaled(time: number): number {
    return time * this.factor()
  }

  /** A breath. */
  wait(time: number): Promise<void> {
    if (time <= 0) return Promise.resolve()
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer)
        this.skips.delete(end)
        done()
      }
      const timer = setTimeout(end, this.scaled(time))
      this.skips.add(end)
    })
  }

  /** Until these have come to their end. */
  async seen(animations: Animation[]): Promise<void> {
    const finish = (): void => animations.forEach((one) => one.finish())
    this.skips.add(finish)
    await Promise.allSettled(animations.map((one) => one.finished))
    this.skips.delete(finish)
  }

  /** Whoever has seen enough: what moves is there, what waits goes on. */
  skip(): void {
    for (const end of [...this.skips]) end()
  }

  get isBusy(): boolean {
    return this.skips.size > 0
  }
}
