/** The review of a finished game. It fills in while somebody looks: first the graph, then the decisions at which most changed. */

import { api, reasonOf, Refusal } from '../net/api'
import type { ReviewedDecision, ReviewTold, Tried } from '../net/wire'
import { asSentence } from '../shared/words'

/** Milliseconds until it is looked whether there is more; what is not ready is asked for less often. */
const AGAIN = 700
const LATER = 2_500

export type Depth = 1 | 4

export class Review {
  /** What is shown: until a deeper look has a graph of its own, the one before. */
  told = $state.raw<ReviewTold | null>(null)
  /** How many decisions are judged as deep as is wanted. */
  done = $state(0)
  /** Everybody's chances before the deal, after it (step 0), and after each move; empty until it is whole. */
  graph = $state.raw<number[][]>([])
  /** By the number of the decision, which is the step of the replay at which it is to be made. */
  decisions = $state.raw<ReadonlyMap<number, ReviewedDecision>>(new Map())
  depth = $state<Depth>(1)
  problem = $state('')
  /** It was refused, and is not asked for any more. */
  isRefused = $state(false)
  /** What is shown is as deep as is wanted. */
  private readonly isCurrent = $derived(this.told?.depth === this.depth)
  readonly isDone = $derived(this.isCurrent && this.told?.stage === 'done' && this.decisions.size === this.told.wanted)
  /** What is held against somebody, in the order of the game. */
  readonly errors = $derived([...this.decisions.values()].filter((one) => one.is_error).sort((one, other) => one.step - other.step))
  private times = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly code: string) {}

  /** Look until it is done, or until nobody wants to see it any more. */
  begin(depth: Depth = this.depth): void {
    this.stop()
    if (depth !== this.depth) this.done = 0
    this.depth = depth
    this.isRefused = false
    this.problem = ''
    if (!this.isDone) void this.look(++this.times)
  }

  stop(): void {
    this.times += 1
    clearTimeout(this.timer)
  }

  private async look(time: number): Promise<void> {
    let pause = AGAIN
    try {
      const told = await api.review(this.code, this.isCurrent && this.graph.length > 0 ? this.decisions.size : 0, this.depth)
      if (time !== this.times) return
      this.take(told)
      if (told.decisions.length > 0) pause = 0
      else if (told.trouble) pause = LATER
    } catch (thrown) {
      if (time !== this.times) return
      this.problem = reasonOf(thrown)
      this.isRefused = !(thrown instanceof Refusal && thrown.isForNow)
      if (this.isRefused) return
      pause = LATER
    }
    if (!this.isDone) this.timer = setTimeout(() => void this.look(time), pause)
  }

  private take(told: ReviewTold): void {
    this.problem = asSentence(told.trouble)
    this.done = told.done
    const isOfAnother = this.told !== null && this.told.depth !== told.depth
    if (isOfAnother && !told.graph) return
    if (isOfAnother) this.decisions = new Map()
    this.told = told
    if (told.graph) this.graph = told.graph
    if (told.decisions.length > 0) this.decisions = new Map([...this.decisions, ...told.decisions.map((one) => [one.decision, one] as const)])
  }

  tried(decision: number, move: string): Promise<Tried> {
    return api.whatIf(this.code, decision, move, this.told?.depth ?? this.depth)
  }

  /** The errors, those of this seat first. */
  errorsSeenBy(seat: number | null): ReviewedDecision[] {
    return seat === null ? this.errors : [...this.errors.filter((one) => one.seat === seat), ...this.errors.filter((one) => one.seat !== seat)]
  }

  /** The error after this step, or before it, and around from the last to the first. From a step that is none, to one of this seat if there is one. */
  errorFrom(step: number, seat: number | null, by: 1 | -1): ReviewedDecision | undefined {
    const all = this.errorsSeenBy(seat)
    const now = all.findIndex((one) => one.decision === step)
    if (now >= 0) return all[(now + by + all.length) % all.length]
    const ahead = all.filter((one) => (by > 0 ? one.decision > step : one.decision < step))
    const own = ahead.filter((one) => one.seat === seat)
    return (own.length > 0 ? own : ahead).at(by > 0 ? 0 : -1) ?? all.at(by > 0 ? 0 : -1)
  }

  /** The steps at which somebody's chances changed most, in the order of the game. */
  swings(most: number): Swing[] {
    return this.graph
      .slice(2)
      .map((now, move) => {
        const changes = now.map((value, seat) => value - (this.graph[move + 1]?.[seat] ?? value))
        const seat = changes.reduce((best, change, at) => (Math.abs(change) > Math.abs(changes[best] ?? 0) ? at : best), 0)
        const after = now[seat] ?? 0
        return { step: move + 1, seat, before: after - (changes[seat] ?? 0), after }
      })
      .sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))
      .slice(0, most)
      .sort((one, other) => one.step - other.step)
  }
}

export interface Swing {
  step: number
  seat: number
  before: number
  after: number
}
