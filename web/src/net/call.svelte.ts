/** Something that a click asks of the server: whether it is on its way, and why it was not done. */

import { reasonOf } from './api'

export class ServerCall {
  busy = $state(false)
  problem = $state('')

  /** Says whether it was done. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    this.problem = ''
    try {
      await what()
      return true
    } catch (thrown) {
      this.problem = reasonOf(thrown)
      return false
    } finally {
      this.busy = false
    }
  }
}
