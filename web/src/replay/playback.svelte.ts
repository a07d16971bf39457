/** A finished game, step by step. Steps that were seen are kept, the next one is fetched ahead. */

import { api, reasonOf, Refusal } from '../net/api'
import type { ReplayStep, TableEvent } from '../net/wire'
import { LOOK, momentsIn } from '../table/board/stages'

/** How long a step is seen before the next, in milliseconds. */
const STEP_TIME = 1_200

export class Playback {
  shown = $state.raw<ReplayStep | null>(null)
  /** What happened in this step, to be shown as it happens; empty after a jump. */
  fresh = $state.raw<TableEvent[]>([])
  step = $state(0)
  seat = $state<number | null>(null)
  playing = $state(false)
  problem = $state('')
  steps = $derived(this.shown?.steps ?? 0)

  private known = new Map<string, Promise<ReplayStep>>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly code: string) {}

  private fetch(step: number): Promise<ReplayStep> {
    const name = `${this.seat} ${step}`
    const known = this.known.get(name)
    if (known) return known
    const asked = api.replay(this.code, step, this.seat)
    asked.catch(() => this.known.delete(name))
    this.known.set(name, asked)
    return asked
  }

  async go(step: number): Promise<void> {
    const to = Math.max(0, Math.min(step, this.shown ? this.steps : 0))
    const seat = this.seat
    const onward = this.shown !== null && to === this.shown.step + 1
    this.step = to
    try {
      const found = await this.fetch(to)
      // Somebody who drags the slider asks for many steps; only the last one counts.
      if (this.step !== to || this.seat !== seat) return
      this.fresh = onward ? found.update.events : []
      this.shown = found
      this.problem = ''
      if (to < found.steps) this.fetch(to + 1).catch(() => null)
    } catch (thrown) {
      if (this.step !== to) return
      const isEarly = thrown instanceof Refusal && thrown.status === 409
      this.problem = isEarly ? 'This game is not over yet. When it is, you can see it again here.' : reasonOf(thrown)
      this.pause()
    }
  }

  /** Some steps on or back. It is no film then. */
  by(steps: number): void {
    this.pause()
    void this.go(this.step + steps)
  }

  lookFrom(seat: string): void {
    this.seat = seat === '' ? null : Number(seat)
    void this.go(this.step)
  }

  play(): void {
    this.playing = true
    if (this.step >= this.steps) void this.go(0)
    this.tick()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  private tick(): void {
    this.timer = setTimeout(async () => {
      await this.go(this.step + 1)
      if (this.playing && this.step < this.steps) this.tick()
      else this.pause()
    }, STEP_TIME + LOOK * momentsIn(this.fresh))
  }
}
