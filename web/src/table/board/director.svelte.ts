/**
 * Plays what happened: for each stage the cards move, then the words are told, then it is looked at for a while. The board, the log, the
 * headline, sounds and screen readers all follow what is shown here, so that nothing is told before it is seen.
 */
import { tick } from 'svelte'
import type { GameInfo, Outcome, Sentence, TableEvent, Update, You } from '../../net/wire'
import { playSound } from '../../shared/sound'
import { settings } from '../../shared/settings.svelte'
import { Clock } from './pacing'
import { endingOf, withCardsOf } from './ending'
import { flashesOf, type Flashing } from './flashes'
import { atMoment, newsOf } from './moments'
import { snapshotOf, travel } from './motion'
import { stagesOf, struckBy, type Stage } from './stages'

/** So many stages may wait; a page that is further behind does not linger. */
const MOST_WAITING = 16
/** A risk from which on the card that decides is waited for longer, and how long it is waited for, in milliseconds. */
const RISKY = 0.25
const SUSPENSE = 250
const MORE_SUSPENSE = 600

const NOTHING_TO_DO = { task: [], offers: [], pick: null }

/** A table to show, and what is told with it. */
interface Step extends Stage {
  update: Update
  /** All that is told by then, for the log. */
  log: TableEvent[]
  /** What was told just before it belongs to the same move. */
  goesOn: boolean
  /** The cards that something happened by. */
  struck: Struck
}

/** Two cards that struck: who has them, and their face. */
export type Struck = ReturnType<typeof struckBy>

export class Director {
  shown = $state.raw<Update>() as Update
  /** All that was told so far, in step with the cards. */
  log = $state.raw<TableEvent[]>([])
  news = $state.raw<Sentence>([])
  flashes = $state.raw(new Map<number, Flashing>())
  struck = $state.raw<Struck>([])
  isGreat = $state(false)
  shuffles = $state(0)
  /** Something is being shown, or waits to be. */
  isPlaying = $state(false)

  readonly clock = new Clock(() => settings.factor)
  private waiting: Step[] = []
  private taken: Update
  private isStopped = false
  /** The stage whose cards are on their way: its words are still to come. */
  private current: Step | null = null

  constructor(
    private root: () => HTMLElement | undefined,
    private info: GameInfo,
    update: Update,
    log: TableEvent[],
  ) {
    const ending = endingOf(info, update, log)
    this.shown = ending ? withCardsOf(ending, update) : update
    this.struck = ending ? struckBy(ending.told) : []
    this.taken = update
    this.log = log
  }

  /** The table has gone on. `fresh` is what happened since; `log` all that ever did. */
  take(next: Update, fresh: TableEvent[], log: TableEvent[]): void {
    if (next === this.taken) return
    const before = this.taken
    this.taken = next
    const isPast = next.seq < this.shown.seq || (this.shown.table.state === 'over' && next.table.state === 'over' && fresh.length === 0)
    for (const step of this.stepsTo(next, before, fresh, log)) this.waiting.push(isPast ? { ...step, time: 0 } : step)
    if (isPast || document.hidden || this.waiting.length > MOST_WAITING) this.flush()
    else void this.run()
  }

  /** What is to be shown one after the other. What lay there when the game was decided stays until the end. */
  private stepsTo(next: Update, before: Update, fresh: TableEvent[], log: TableEvent[]): Step[] {
    const old = log.slice(0, log.length - fresh.length)
    const ending = endingOf(this.info, next, log)
    const stages = stagesOf(fresh)
    const decided = stages.findIndex(({ moment }) => moment !== null && moment === ending?.moment)
    return stages.map((stage, place) => {
      const update = stage.moment ? atMoment(before, next, stage.moment) : next
      const stays = ending !== null && (stage.moment === null || (decided >= 0 && place > decided))
      return {
        ...stage,
        update: stays ? withCardsOf(ending, update) : update,
        struck: struckBy(stays ? [...ending.told, ...stage.told] : stage.told),
        log: [...old, ...stage.events],
        goesOn: place > 0,
      }
    })
  }

  /** What moves is there at once, and what waits goes on. */
  skip(): void {
    this.clock.skip()
  }

  /** Everything that waits, at once. */
  flush(): void {
    const steps = this.waiting.splice(0)
    if (this.current) this.tell(this.current)
    this.current = null
    for (const step of steps) this.settle(step)
    this.clock.skip()
  }

  stop(): void {
    this.isStopped = true
    this.waiting = []
    this.clock.skip()
  }

  private async run(): Promise<void> {
    if (this.isPlaying) return
    this.isPlaying = true
    for (let step = this.waiting.shift(); step && !this.isStopped; step = this.waiting.shift()) {
      await this.show(step)
      await this.clock.wait(step.time)
      if (document.hidden) this.flush()
    }
    this.isPlaying = false
  }

  private async show(step: Step): Promise<void> {
    const root = this.root()
    const before = root && snapshotOf(root)
    this.struck = []
    this.current = step
    this.lay(step)
    await tick()
    if (root && before) await this.clock.seen(travel(root, before, { suspense: this.suspense(step), factor: settings.factor }))
    if (!this.isStopped && this.current === step) {
      this.tell(step)
      this.current = null
    }
    await tick()
  }

  /** How long the card that decides is waited for: longer where much is risked, whoever risks it. */
  private suspense(step: Step): number {
    if (!step.events.some((event) => event.kind === 'move')) return 0
    return step.told.some(({ risk }) => risk !== null && risk > RISKY) ? MORE_SUSPENSE : SUSPENSE
  }

  private settle(step: Step): void {
    this.lay(step)
    this.tell(step)
  }

  /**
   * The cards of a stage, and nothing that would tell what they mean: whose turn it is, scores and marks wait for the words. What you are
   * asked goes on while others answer the same.
   */
  private lay({ update }: Step): void {
    const { play, you } = this.shown
    this.shown =
      play && update.play
        ? {
            ...this.shown,
            seq: update.seq,
            play: { ...play, zones: update.play.zones, showing: update.play.showing },
            you: you && update.you && { ...you, zones: update.you.zones, ...(isStillAsked(you, update.you) ? {} : NOTHING_TO_DO) },
          }
        : update
  }

  /** The words of a stage, for every face: once its cards lie there. */
  private tell({ told, goesOn, log, update, struck }: Step): void {
    this.shown = update
    const said = newsOf(told)
    if (said.length > 0) this.news = said
    const found = flashesOf(told)
    if (found.size > 0) this.flashes = goesOn ? new Map([...this.flashes, ...found]) : found
    this.struck = struck
    this.isGreat = told.some((one) => one.mood === 'great')
    if (told.some((one) => one.mood === 'shuffle')) this.shuffles += 1
    const wasOver = this.log.length > 0 && this.isTold
    this.log = log
    this.isTold = update.play?.outcome != null && update.table.state === 'over'
    if (this.isTold && !wasOver && isGood(update.play?.outcome ?? null, update.you?.seat ?? null)) playSound('win')
    else if (told.some((one) => one.mood === 'bad')) playSound('bad')
    else if (!document.hidden && told.some((one) => one.kind === 'move')) playSound('card')
  }

  /** The end has been seen and told. */
  isTold = $state(false)
}

/** Whether you have the same to answer as before. */
function isStillAsked(before: You, now: You): boolean {
  return now.asked === before.asked && (now.offers.length > 0 || now.pick !== null)
}

/** Whether there is something to be glad of: you have won, or it is another who lost. */
export function isGood(outcome: Outcome | null, viewer: number | null): boolean {
  if (!outcome || viewer === null) return false
  const { winners, losers } = outcome
  return winners.includes(viewer) || (winners.length === 0 && losers.length > 0 && !losers.includes(viewer))
}
