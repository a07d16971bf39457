/** The moves of a finished game in words, as they are known with the eyes it is seen with. */

import { api, reasonOf } from '../net/api'
import type { ReplayMove } from '../net/wire'

export class Moves {
  all = $state.raw<ReplayMove[]>([])
  problem = $state('')
  private times = 0

  constructor(readonly code: string) {}

  /** Page by page. Where other eyes are asked for meanwhile, those count. */
  async read(seat: number | null): Promise<void> {
    const time = ++this.times
    const found: ReplayMove[] = []
    this.problem = ''
    try {
      for (let steps = 0; found.length <= steps; ) {
        const page = await api.replayMoves(this.code, found.length, seat)
        if (time !== this.times || page.moves.length === 0) return
        found.push(...page.moves)
        steps = page.steps
        this.all = [...found]
      }
    } catch (thrown) {
      if (time === this.times) this.problem = reasonOf(thrown)
    }
  }
}
