/** One table, live: the line to it, and a second one where that says nothing; what was told so far, and what is still to be
 *  answered. */

import { language, texts } from '../languages'
import { randomHex } from '../shared/random'
import { storage } from '../shared/storage'
import { asSentence } from '../shared/words'
import { api, Refusal } from './api'
import { Line } from './line'
import {
  ANSWER_WITHIN, BETWEEN_PAGES, FIRST_WAIT, FORGIVEN, GRACE, LONGEST_WAIT, LOOKS, MOST_DOUBLINGS,
  QUIET, QUIET_UNSEEN, SLOW, SOON, patienceOf,
} from './waits'
import type { Answer, Caution, ClientMessage, Reacted, Reaction, ServerMessage, TableEvent, Update, WhyNot } from './wire'

export type Connection = 'connecting' | 'open' | 'broken' | 'refused'
type Sent = Extract<ClientMessage, { id: string }>

export class Live {
  update = $state.raw<Update | null>(null)
  events = $state.raw<TableEvent[]>([])
  /** The events that came with the last update, to be shown as they happen; empty after a page was loaded. */
  fresh = $state.raw<TableEvent[]>([])
  connection = $state<Connection>('connecting')
  /** Why a move was not taken. */
  refusal = $state.raw<WhyNot | null>(null)
  /** What the coach says of a move that it holds back. */
  caution = $state.raw<(Caution & { move: string }) | null>(null)
  /** Why something that was said was not taken. */
  complaint = $state('')
  /** Why there is no table to see: it is not there, or the key does not fit. */
  failure = $state.raw<Refusal | null>(null)
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = $state(0)

  private unanswered = $state.raw<Sent[]>([])
  private awaited = $state(0)
  /** A move is on its way, or its outcome is. */
  hasUnanswered = $derived(this.unanswered.length > 0)
  /** Something was sent a while ago, and there is no answer yet. */
  isSlow = $state(false)
  busy = $derived(this.unanswered.some((sent) => sent.type === 'move') || this.awaited > (this.update?.seq ?? 0))

  private line: Line | null = null
  /** Beside one that owes an answer. Whichever tells first is kept; what is sent by both counts once. */
  private second: Line | null = null
  private secondAt = 0
  /** How often a second line was opened in vain. */
  private doublings = 0
  private patience = patienceOf(0)
  private failures = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private watch: ReturnType<typeof setInterval> | undefined
  private closed = false

  constructor(
    readonly code: string,
    private key: string | null,
  ) {}

  open(): void {
    this.closed = false
    addEventListener('online', this.hurry)
    addEventListener('offline', this.drop)
    document.addEventListener('visibilitychange', this.wake)
    this.watch = setInterval(this.look, LOOKS)
    this.connect()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.drop)
    document.removeEventListener('visibilitychange', this.wake)
    clearInterval(this.watch)
    clearTimeout(this.retry)
    this.hangUp()
  }

  /** Look from another seat, or from none: everything is told anew, since each seat knows other things. */
  sitAs(key: string | null): void {
    this.key = key
    this.events = []
    this.update = null
    this.fresh = []
    this.failure = null
    this.refusal = this.caution = null
    this.complaint = ''
    this.unanswered = []
    this.awaited = 0
    clearTimeout(this.retry)
    this.connect()
  }

  move(move: string, despiteCoach = false): void {
    if (this.busy || !this.update?.you) return
    this.refusal = this.caution = null
    this.send({ type: 'move', id: randomHex(), seq: this.update.you.asked, move, despite_coach: despiteCoach })
  }

  /** What the coach said is thought over, or overruled. */
  heed(isHeeded: boolean): void {
    const held = this.caution
    this.caution = null
    if (held && !isHeeded) this.move(held.move, true)
  }

  chat(text: string): void {
    this.complaint = ''
    this.send({ type: 'chat', id: randomHex(), text })
  }

  /** For the moment, so it is said once: by a second line it would be shown a second time. */
  react(reaction: Reaction): void {
    this.complaint = ''
    if (this.line?.isTold) this.line.say({ type: 'react', id: randomHex(), reaction })
  }

  /** What is done when somebody reacts to what happens. */
  onreaction: (reacted: Reacted) => void = () => {}

  private send(message: Sent): void {
    this.unanswered = [...this.unanswered, message]
    // Before the first update of a line nothing is sent: what is unanswered goes out right after it.
    if (this.line?.isTold) this.line.say(message)
  }

  private connect(): void {
    this.hangUp()
    this.line = this.dialled()
  }

  private dialled(): Line {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.code}/live`
    const hello = { type: 'hello', key: this.key, since: this.update?.seq ?? 0, language } as const
    return new Line(address, hello, this.hear, this.ended)
  }

  private hear = (line: Line, message: ServerMessage): void => {
    if (line === this.second) {
      if (message.type !== 'update') return // that it is one too many, say: the first one is still there
      this.line?.hangUp(true)
      this.line = line
      this.second = null
      this.bePatient(0)
    }
    if (message.type === 'update') this.take(line, message)
    else if (message.type === 'reaction') this.onreaction(message)
    else if (message.type === 'error') this.complaint = asSentence(message.reason)
    else if (message.type !== 'pong') this.answer(message)
    if (this.second && !line.owes) this.giveUpSecond()
  }

  private ended = (line: Line): void => {
    if (line === this.second) this.second = null
    else if (line === this.line && this.second) {
      this.line = this.second
      this.second = null
      this.connection = this.update ? 'broken' : 'connecting'
    } else if (line === this.line) this.lost()
  }

  private take(line: Line, update: Update): void {
    const first = !line.isTold
    line.isTold = true
    if (update.seq >= (this.update?.seq ?? 0)) this.show(update, first) // a second line may lag behind the first
    this.connection = 'open'
    this.failure = null
    if (!first) return
    this.failures = 0
    void this.fillIn()
    for (const message of this.unanswered) line.say(message)
  }

  private show(update: Update, first: boolean): void {
    const seen = this.events.at(-1)?.seq ?? 0
    const news = update.events.filter((event) => event.seq > seen)
    const last = news.at(-1)
    if (this.update && !first && last) this.ahead = last.at - Date.now() / 1000
    if (update.you?.asked !== this.update?.you?.asked) this.refusal = this.caution = null
    this.fresh = this.update ? news : []
    this.events = news.length ? [...this.events, ...news] : this.events
    this.update = update
    if (update.table.state !== 'over') storage.keepCommitment(this.code, update.table.commitment)
    if (news[0] && news[0].seq > seen + 1) void this.fillIn()
  }

  /** What happened before the events that were told, page by page, the last ones first: only so many come at once. */
  private async fillIn(): Promise<void> {
    const key = this.key
    if (this.isFillingIn) return
    this.isFillingIn = true
    try {
      for (let at = gapIn(this.events); at >= 0; at = gapIn(this.events)) {
        const after = this.events[at]
        if (!after) return
        const { events } = await api.events(this.code, key, after.seq)
        if (this.closed || key !== this.key || !events.length) return
        const where = this.events.findIndex((event) => event.seq === after.seq)
        const known = this.events[where - 1]?.seq ?? 0
        const earlier = events.filter((event) => event.seq > known)
        this.events = [...this.events.slice(0, where), ...earlier, ...this.events.slice(where)]
        await new Promise((done) => setTimeout(done, BETWEEN_PAGES))
      }
    } catch {
      // The next line that is opened tries again.
    } finally {
      this.isFillingIn = false
    }
  }

  private isFillingIn = false

  private answer(answer: Answer): void {
    const sent = this.unanswered.find((one) => one.id === answer.id)
    this.unanswered = this.unanswered.filter((one) => one.id !== answer.id)
    const reason = asSentence(answer.reason ?? texts.problems.notNow)
    if (answer.type === 'refused') {
      if (sent?.type === 'move' && answer.coach) this.caution = { ...answer.coach, move: sent.move }
      else if (sent?.type === 'move') this.refusal = { reason, clause: answer.clause ?? '' }
      else if (answer.id) this.complaint = reason
    } else if (sent?.type === 'move') {
      this.awaited = answer.seq
      setTimeout(() => (this.awaited = 0), GRACE)
    }
  }

  /** The line is gone: try again, each time a little later; and if it never worked, ask why. */
  private lost(): void {
    const worked = this.line?.isTold
    this.hangUp()
    if (this.closed) return
    this.connection = this.update ? 'broken' : 'connecting'
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, LONGEST_WAIT) * Math.random()
    this.failures += 1
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.connect(), wait)
    if (!worked) void this.askWhy()
  }

  private async askWhy(): Promise<void> {
    const key = this.key
    const problem = await api.look(this.code, key, this.update?.seq ?? 0).then(nothing, (thrown: unknown) => thrown)
    if (this.closed || this.line?.isTold || key !== this.key) return
    if (!(problem instanceof Refusal && (problem.isFinal || problem.isUnreadable))) return
    clearTimeout(this.retry)
    this.hangUp(false) // the server answers
    this.failure = problem
    this.connection = 'refused'
  }

  /** Four times a second: is there an answer that should have come, or a long silence? */
  private look = (): void => {
    const { line } = this
    this.isSlow = this.connection === 'open' && !!line && line.owes > SLOW
    if (!line) return
    line.askIfQuiet(this.isNewsAwaited ? QUIET : QUIET_UNSEEN)
    if (line.owes > ANSWER_WITHIN) return this.lost()
    const since = Date.now() - this.secondAt
    if (since > FORGIVEN && this.doublings) this.bePatient(0)
    if (line.owes > this.patience && since > this.patience) this.openSecond()
  }

  /** Nobody looks at a tab in the background, and nothing comes any more where the game is over. */
  private get isNewsAwaited(): boolean {
    return document.visibilityState === 'visible' && (this.hasUnanswered || this.update?.table.state !== 'over')
  }

  /** Try another line, and a request as well: a web server in front sends it on where a server hangs, and sends nobody there for
   *  a while. A socket it would leave there. */
  private openSecond(): void {
    this.redial()
    this.secondAt = Date.now()
    this.bePatient(this.doublings + 1)
    const { second, key } = this
    const redialWhereItHangs = (): void => {
      if (this.second === second && key === this.key) this.redial()
    }
    api.look(this.code, key, this.update?.seq ?? 0).then(() => setTimeout(redialWhereItHangs, SOON), nothing)
  }

  private bePatient(doublings: number): void {
    this.doublings = Math.min(doublings, MOST_DOUBLINGS)
    this.patience = patienceOf(this.doublings)
  }

  private redial(): void {
    this.second?.hangUp(true)
    this.second = this.dialled()
  }

  private giveUpSecond(): void {
    this.second?.hangUp()
    this.second = null
  }

  private hangUp(isHopeless = true): void {
    const { line } = this
    this.line = null
    line?.hangUp(isHopeless)
    this.giveUpSecond()
  }

  private hurry = (): void => {
    if (this.connection === 'refused') return
    this.failures = 0
    clearTimeout(this.retry)
    if (!this.line) this.connect()
  }

  private drop = (): void => {
    if (this.line) this.lost()
  }

  /** Back from another tab or from sleep: look at once rather than after the silence. */
  private wake = (): void => {
    if (document.visibilityState !== 'visible') return
    if (!this.line) this.hurry()
    else this.look()
  }
}

const nothing = (): null => null

/** The last event before which some are missing; -1 where all are there. */
function gapIn(events: TableEvent[]): number {
  let at = events.length - 1
  while (at >= 0 && events[at]?.seq === (events[at - 1]?.seq ?? 0) + 1) at -= 1
  return at
}
