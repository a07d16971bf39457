/** A guided first game, step by step. All of it comes at once, so that every press is answered here. */

import { api, reasonOf } from '../net/api'
import type { Lesson, LessonStep, Offer, TableEvent, Update } from '../net/wire'

/** How long to wait before asking again for a game whose rules are being made ready, in milliseconds. */
const PAUSE = 1_000

/** What was tried instead of the move that the lesson is about: another one that there is, or none at all. */
export type Tried = 'another' | 'none'

export class Guide {
  lesson = $state.raw<Lesson | null>(null)
  problem = $state('')
  /** The step that is explained; after the last one comes the closing. */
  at = $state(0)
  /** What happened on the way to this step, to be shown as it happens; empty on the way back. */
  fresh = $state.raw<TableEvent[]>([])
  tried = $state<Tried | null>(null)
  /** How often something else was tried: every time it is answered anew. */
  tries = $state(0)

  steps = $derived(this.lesson?.steps ?? [])
  step = $derived<LessonStep | null>(this.steps[this.at] ?? null)
  stage = $derived(this.step?.stage ?? this.lesson?.closing.stage ?? 0)
  update = $derived<Update | null>(this.lesson?.stages[this.stage] ?? null)
  /** All that has happened so far. */
  events = $derived(this.lesson?.stages.slice(0, this.stage + 1).flatMap((stage) => stage.events) ?? [])
  isClosing = $derived(this.lesson !== null && this.step === null)
  /** The move that is asked for, as it is offered. */
  wanted = $derived<Offer | null>(this.update?.you?.offers.find((offer) => offer.move === this.step?.do) ?? null)

  private isLeft = false

  constructor(readonly game: string) {}

  async load(): Promise<void> {
    this.problem = ''
    try {
      while (!this.lesson && !this.isLeft) {
        this.lesson = (await api.lesson(this.game)).lesson
        if (!this.lesson) await new Promise((done) => setTimeout(done, PAUSE))
      }
    } catch (thrown) {
      this.problem = reasonOf(thrown)
    }
  }

  leave(): void {
    this.isLeft = true
  }

  /** What somebody wants to play. Another move than the one that is asked for changes nothing. */
  play(move: string): void {
    if (move === this.step?.do) {
      this.next()
      return
    }
    const isOffered = this.update?.you?.pick != null || this.update?.you?.offers.some((offer) => offer.move === move)
    this.tried = isOffered ? 'another' : 'none'
    this.tries += 1
  }

  next(): void {
    if (this.at < this.steps.length) this.go(this.at + 1)
  }

  back(): void {
    if (this.at > 0) this.go(this.at - 1)
  }

  again(): void {
    this.go(0)
  }

  private go(to: number): void {
    const before = this.stage
    this.at = to
    this.tried = null
    if (this.stage !== before) this.fresh = this.stage > before ? (this.update?.events ?? []) : []
  }
}
