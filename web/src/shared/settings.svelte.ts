/** How this person likes to play. Kept by the browser, and the same at every table. */

import { storage } from './storage'

export type Speed = 'calm' | 'usual' | 'quick'
/** `round`: what ends your part of a round can be taken back for two seconds. */
export type Confirm = 'off' | 'round'

/** How long things take at each speed, beside the usual. */
const FACTORS: Record<Speed, number> = { calm: 1.4, usual: 1, quick: 0.45 }

class Settings {
  speed = $state<Speed>(storage.choice('speed', ['calm', 'usual', 'quick'], 'usual'))
  confirm = $state<Confirm>(storage.choice('confirm', ['off', 'round'], 'off'))
  /** Where there is only one move, it is made by itself. */
  forced = $state(storage.flag('forced'))
  /** The browser tells of your turn while you look at something else. It has been asked for leave. */
  notify = $state(storage.flag('notify'))
  /** On a wide window, what happened stays beside the table. */
  logBeside = $state(storage.flag('log-beside'))

  get factor(): number {
    return FACTORS[this.speed]
  }

  save(): void {
    storage.keep('speed', this.speed)
    storage.keep('confirm', this.confirm)
    storage.keep('forced', this.forced)
    storage.keep('notify', this.notify)
    storage.keep('log-beside', this.logBeside)
  }
}

export const settings = new Settings()
