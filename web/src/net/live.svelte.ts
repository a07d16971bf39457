/** One table, live: the socket, what it told so far, and what is still to be answered. */

import { language, texts } from '../languages'
import { randomHex } from '../shared/random'
import { storage } from '../shared/storage'
import { asSentence } from '../shared/words'
import { api, Refusal } from './api'
import type { Answer, ClientMessage, Reacted, Reaction, ServerMessage, TableEvent, Update, WhyNot } from './wire'

export type Connection = 'connecting' | 'open' | 'broken' | 'refused'
type Sent = Extract<ClientMessage, { id: string }>

const FIRST_WAIT = 400
const LONGEST_WAIT = 8_000
/** An answer that takes longer means that the line is dead, though nobody said so. */
const ANSWER_WITHIN = 8_000
/** From when on a person should hear that there is no answer yet. */
const SLOW = 2_500
/** After so much silence we ask over HTTP whether we missed something. */
const SILENCE = 25_000
const GRACE = 2_500
/** Others want to be answered too. */
const BETWEEN_PAGES = 100

export class Live {
  update = $state.raw<Update | null>(null)
  events = $state.raw<TableEvent[]>([])
  /** The events that came with the last update, to be shown as they happen; empty after a page was loaded. */
  fresh = $state.raw<TableEvent[]>([])
  connection = $state<Connection>('connecting')
  /** Why a move was not taken. */
  refusal = $state.raw<WhyNot | null>(null)
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

  private socket: WebSocket | null = null
  private heard = 0
  private toldOnThisLine = false
  private failures = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private watch: ReturnType<typeof setInterval> | undefined
  private probing = false
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
    this.watch = setInterval(() => void this.checkLine(), 500)
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
    this.unanswered = []
    this.awaited = 0
    clearTimeout(this.retry)
    this.connect()
  }

  move(move: string): void {
    if (this.busy || !this.update?.you) return
    this.refusal = null
    this.send({ type: 'move', id: randomHex(), seq: this.update.you.asked, move })
  }

  chat(text: string): void {
    this.complaint = ''
    this.send({ type: 'chat', id: randomHex(), text })
  }

  react(reaction: Reaction): void {
    this.complaint = ''
    this.send({ type: 'react', id: randomHex(), reaction })
  }

  /** What is done when somebody reacts to what happens. */
  onreaction: (reacted: Reacted) => void = () => {}

  private send(message: Sent): void {
    this.unanswered = [...this.unanswered, message]
    // Before the first update of a line nothing is sent: what is unanswered goes out right after it.
    if (this.toldOnThisLine) this.say(message)
  }

  private say(message: ClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type !== 'hello') this.deadline ??= Date.now() + ANSWER_WITHIN
  }

  private deadline: number | null = null

  private connect(): void {
    this.hangUp()
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${this.code}/live`
    const socket = new WebSocket(address)
    this.socket = socket
    this.toldOnThisLine = false
    this.heard = Date.now()
    this.deadline = Date.now() + ANSWER_WITHIN
    socket.onopen = () => this.say({ type: 'hello', key: this.key, since: this.update?.seq ?? 0, language })
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data)
    }
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  private hear(data: unknown): void {
    this.heard = Date.now()
    const message = parsed(data)
    if (message?.type === 'update') this.take(message)
    else if (message?.type === 'reaction') this.onreaction(message)
    else if (message?.type === 'error') this.complaint = asSentence(message.reason)
    else if (message) this.answer(message)
  }

  private take(update: Update): void {
    const first = !this.toldOnThisLine
    const seen = this.events.at(-1)?.seq ?? 0
    const news = update.events.filter((event) => event.seq > seen)
    const last = news.at(-1)
    if (this.update && !first && last) this.ahead = last.at - Date.now() / 1000
    if (this.refusal && update.you?.asked !== this.update?.you?.asked) this.refusal = null
    this.fresh = this.update ? news : []
    this.events = news.length ? [...this.events, ...news] : this.events
    this.update = update
    if (update.table.state !== 'over') storage.keepCommitment(this.code, update.table.commitment)
    this.connection = 'open'
    this.failure = null
    if (news[0] && news[0].seq > seen + 1) void this.fillIn()
    if (!first) return
    this.toldOnThisLine = true
    this.failures = 0
    this.deadline = null
    void this.fillIn()
    for (const message of this.unanswered) this.say(message)
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
    this.deadline = this.unanswered.length ? Date.now() + ANSWER_WITHIN : null
    if (!sent) return
    const reason = asSentence(answer.reason ?? texts.problems.notNow)
    if (answer.type === 'refused') {
      if (sent.type === 'move') this.refusal = { reason, clause: answer.clause ?? '' }
      else this.complaint = reason
    } else if (sent.type === 'move') {
      this.awaited = answer.seq
      setTimeout(() => (this.awaited = 0), GRACE)
    }
  }

  /** The line is gone: try again, each time a little later; and if it never worked, ask why. */
  private async lost(): Promise<void> {
    const worked = this.toldOnThisLine
    this.hangUp()
    if (this.closed) return
    this.connection = this.update ? 'broken' : 'connecting'
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, LONGEST_WAIT) * (0.7 + 0.6 * Math.random())
    this.failures += 1
    if (!worked) {
      const key = this.key
      const problem = await api.look(this.code, key, this.update?.seq ?? 0).then(nothing, (thrown: unknown) => thrown)
      if (this.closed || this.socket || key !== this.key) return
      if (problem instanceof Refusal && (problem.isFinal || problem.isUnreadable)) {
        this.failure = problem
        this.connection = 'refused'
        return
      }
    }
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.connect(), wait)
  }

  /** Twice a second: is there an answer that should have come, or a long silence? */
  private async checkLine(): Promise<void> {
    const socket = this.socket
    this.isSlow = this.hasUnanswered && this.deadline !== null && this.deadline - Date.now() < ANSWER_WITHIN - SLOW
    if (!socket) return
    if (this.deadline !== null && Date.now() > this.deadline) return void this.lost()
    if (this.probing || Date.now() - this.heard < SILENCE || !this.update) return
    this.probing = true
    try {
      const now = await api.look(this.code, this.key, this.update.seq)
      this.heard = Date.now()
      if (now.seq <= this.update.seq) return
      await new Promise((done) => setTimeout(done, GRACE))
      if (this.socket === socket && now.seq > this.update.seq) void this.lost()
    } catch {
      if (this.socket === socket) void this.lost()
    } finally {
      this.probing = false
    }
  }

  private hangUp(): void {
    const socket = this.socket
    this.socket = null
    this.toldOnThisLine = false
    this.deadline = null
    socket?.close()
  }

  private hurry = (): void => {
    if (this.connection === 'refused') return
    this.failures = 0
    clearTimeout(this.retry)
    if (!this.socket) this.connect()
  }

  private drop = (): void => {
    if (this.socket) void this.lost()
  }

  /** Back from another tab or from sleep: look at once rather than after the silence. */
  private wake = (): void => {
    if (document.visibilityState !== 'visible') return
    if (!this.socket) this.hurry()
    else if (Date.now() - this.heard > 5_000) this.heard = 0
  }
}

const nothing = (): null => null

/** The last event before which some are missing; -1 where all are there. */
function gapIn(events: TableEvent[]): number {
  let at = events.length - 1
  while (at >= 0 && events[at]?.seq === (events[at - 1]?.seq ?? 0) + 1) at -= 1
  return at
}

function parsed(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return message !== null && typeof message === 'object' && 'type' in message ? (message as ServerMessage) : null
  } catch {
    return null
  }
}
