/** One socket to a table: it says hello, asks whether it is still heard, and knows since when it owes an answer. */

import type { ClientMessage, ServerMessage } from './wire'

interface Asked {
  what: string
  at: number
}

export class Line {
  /** Whether it has told of the table. Before that nothing is sent by it. */
  isTold = false

  private readonly socket: WebSocket
  private heard = Date.now()
  /** What has not been answered yet, the oldest first. */
  private asked: Asked[] = [{ what: 'hello', at: Date.now() }]

  constructor(
    address: string,
    hello: Extract<ClientMessage, { type: 'hello' }>,
    private readonly onhear: (line: Line, message: ServerMessage) => void,
    private readonly onend: (line: Line) => void,
  ) {
    this.socket = new WebSocket(address)
    this.socket.onopen = () => this.send(hello)
    this.socket.onmessage = (event) => this.hear(event.data)
    this.socket.onclose = () => this.onend(this)
  }

  /** For how many milliseconds it has not answered the oldest question; 0 where it owes nothing. */
  get owes(): number {
    const oldest = this.asked[0]
    return oldest ? Math.max(Date.now() - oldest.at, 1) : 0
  }

  get isHanging(): boolean {
    return this.socket.readyState === WebSocket.CONNECTING
  }

  say(message: Exclude<ClientMessage, { type: 'hello' }>): void {
    if (this.socket.readyState !== WebSocket.OPEN) return
    this.asked.push({ what: 'id' in message ? message.id : message.type, at: Date.now() })
    this.send(message)
  }

  /** Ask whether anybody is there, if it has said nothing for so many milliseconds and owes nothing anyway. */
  askIfQuiet(quiet: number): void {
    if (this.isTold && !this.owes && Date.now() - this.heard >= quiet) this.say({ type: 'ping' })
  }

  /** It is not needed any more. One that is still being opened is closed once it is, or now where it may never be: browsers open
   *  one at a time, and complain of those that are given up. */
  hangUp(isHopeless = false): void {
    const { socket } = this
    socket.onmessage = socket.onclose = socket.onopen = null
    if (this.isHanging && !isHopeless) socket.onopen = () => socket.close()
    else socket.close()
  }

  private send(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message))
  }

  private hear(data: unknown): void {
    const message = parsed(data)
    if (!message) return
    this.heard = Date.now()
    if (message.type === 'pong') this.answered('ping')
    else if (message.type === 'update') this.answered('hello')
    else if ('id' in message) this.answered(message.id)
    this.onhear(this, message)
  }

  private answered(what: string): void {
    this.asked = this.asked.filter((one) => one.what !== what)
  }
}

function parsed(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data))
    return message !== null && typeof message === 'object' && 'type' in message ? (message as ServerMessage) : null
  } catch {
    return null
  }
}
