/** Where you lose most, by the reviews of your games; and the review of the last ones, which goes on while somebody looks. */

import { texts } from '../languages'
import { api, reasonOf, Refusal } from '../net/api'
import type { Looking, Trends } from '../net/wire'
import { storage } from '../shared/storage'
import { asSentence } from '../shared/words'

/** Milliseconds until it is asked again how far it is; longer where the server wants a rest. */
const AGAIN = 2_000
const LATER = 6_000

export class YourTrends {
  told = $state.raw<Trends | null>(null)
  /** How far the review of the last games is, while it goes on. */
  looking = $state.raw<Looking | null>(null)
  problem = $state('')
  /** What was done last, for who cannot see it change. */
  said = $state('')
  private times = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Whose they are stays, whoever this browser is meanwhile. */
  constructor(private readonly person = storage.person) {}

  async load(): Promise<void> {
    try {
      this.told = await api.trends(this.person)
      this.problem = ''
    } catch (thrown) {
      this.problem = reasonOf(thrown)
    }
  }

  /** Have the last games reviewed, one after the other, for as long as this page is there. */
  look(): void {
    this.stop()
    this.said = ''
    this.looking = { wanted: 0, done: 0, title: '', judged: 0, decisions: 0, trouble: '' }
    void this.ask(this.times)
  }

  stop(): void {
    this.end()
    this.problem = ''
  }

  private end(): void {
    this.times += 1
    this.looking = null
    clearTimeout(this.timer)
  }

  private async ask(time: number): Promise<void> {
    let pause = AGAIN
    try {
      const before = this.looking?.done ?? 0
      const found = await api.reviewMine(this.person)
      if (time !== this.times) return
      this.looking = found
      this.problem = ''
      if (found.done > before) await this.load()
      if (time !== this.times) return
      if (found.trouble) {
        this.problem = asSentence(found.trouble)
        pause = LATER
      }
      if (found.done === found.wanted) {
        this.end()
        this.said = texts.trends.allDone
        return
      }
    } catch (thrown) {
      if (time !== this.times) return
      this.problem = reasonOf(thrown)
      if (!(thrown instanceof Refusal && thrown.isForNow)) return this.end()
      pause = LATER
    }
    this.timer = setTimeout(() => void this.ask(time), pause)
  }
}
