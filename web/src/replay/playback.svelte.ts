/** A finished game, step by step. Steps that were seen are kept, the next one is fetched ahead. */

import { texts } from '../languages'
import { api, reasonOf, Refusal } from '../net/api'
import type { ReplayStep, TableEvent } from '../net/wire'
import { timeOf } from '../table/board/stages'

/** How long a step is seen before the next, in milliseconds. */
const STEP_TIME = 1_200

export class Playback {
  shown = $state.raw<ReplayStep | null>(null)
  /** What happened in this step, to be shown as it happens; empty after a jump. */
  fresh = $state.raw<TableEvent[]>([])
  step = $state(0)
  /** Whose eyes it is seen with; null where all hands are open. */
  seat = $state<number | null>(null)
  playing = $state(false)
  problem = $state('')
  steps = $derived(this.shown?.steps ?? 0)

  private known = new Map<string, Promise<ReplayStep>>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `onhurry`: somebody steps on before all was seen, and does not want to wait for it. */
  constructor(
    readonly code: string,
    private onhurry: () => void,
  ) {}

  private fetch(step: number): Promise<ReplayStep> {
    const name = `${this.seat} ${step}`
    const known = this.known.get(name)
    if (known) return known
    const asked = api.replay(this.code, step, this.seat)
    asked.catch(() => this.known.delete(name))
    this.known.set(name, asked)
    return asked
  }

  /** Where a link leads to, or the deal. */
  begin(step: number, seat: number | null): Promise<void> {
    this.seat = seat
    return this.go(step)
  }

  /** The way to this step, for others: with the seat whose eyes it is seen with. */
  get path(): string {
    const wishes = [...(this.step > 0 ? [`step=${this.step}`] : []), ...(this.seat === null ? [] : [`seat=${this.seat}`])]
    return `/r/${this.code}${wishes.length > 0 ? `?${wishes.join('&')}` : ''}`
  }

  async go(step: number): Promise<void> {
    const to = Math.max(0, this.shown ? Math.min(step, this.steps) : step)
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
      if (!this.shown && thrown instanceof Refusal && thrown.status === 400) return this.begin(0, null) // a link to what this game does not have
      const isEarly = thrown instanceof Refusal && thrown.status === 409
      this.problem = isEarly ? texts.replay.notOver : reasonOf(thrown)
      this.pause()
    }
  }

  /** To a step that somebody chose. It is no film then. */
  to(step: number): void {
    this.pause()
    this.onhurry()
    void this.go(step)
  }

  /** Some steps on or back. */
  by(steps: number): void {
    this.to(this.step + steps)
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
    }, STEP_TIME + timeOf(this.fresh))
  }
}
