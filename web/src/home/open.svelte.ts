/** The tables that all may see, as they are now. Asked for again and again while somebody may be looking: often while things change, and less and
 *  less where nothing does, so that a page that lies open somewhere asks twice a minute at most. */

import { api, reasonOf } from '../net/api'
import { isSame } from '../net/catalogue.svelte'
import type { Listed } from '../net/wire'

/** Milliseconds from one look to the next. */
const SOONEST = 4_000
const LATEST = 30_000
const SLOWER = 1.5

export class OpenTables {
  all = $state.raw<Listed[] | null>(null)
  problem = $state('')
  private pause = SOONEST
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAsking = false
  private looked = 0
  private isOpen = false

  open(): () => void {
    this.isOpen = true
    const wake = (): void => this.wake()
    for (const sign of SIGNS) document.addEventListener(sign, wake, { passive: true })
    void this.look()
    return () => {
      this.isOpen = false
      clearTimeout(this.timer)
      for (const sign of SIGNS) document.removeEventListener(sign, wake)
    }
  }

  /** Somebody is there: look again soon, but not sooner than ever, however much they do. */
  private wake(): void {
    if (document.hidden) return
    this.pause = SOONEST
    this.lookIn(Math.max(0, this.looked + SOONEST - Date.now()))
  }

  private lookIn(time: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), time)
  }

  /** Where nobody can see the page nothing is asked until it is seen again. */
  async look(): Promise<void> {
    clearTimeout(this.timer)
    if (this.isAsking || document.hidden) return
    this.isAsking = true
    this.looked = Date.now()
    try {
      const found = await api.listed()
      this.pause = this.all === null || !isSame(found, this.all) ? SOONEST : Math.min(this.pause * SLOWER, LATEST)
      if (!isSame(found, this.all)) this.all = found
      this.problem = ''
    } catch (thrown) {
      this.problem = reasonOf(thrown)
      this.pause = LATEST
    }
    this.isAsking = false
    if (this.isOpen) this.lookIn(this.pause)
  }
}

/** What tells that somebody is at the page. */
const SIGNS = ['visibilitychange', 'pointerdown', 'keydown', 'scroll'] as const
