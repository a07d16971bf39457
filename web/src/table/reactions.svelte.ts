/** Small signs that people send each other: seen for a moment at the plate of who sent them, and kept nowhere. */
import type { Reacted, Reaction } from '../net/wire'

/** How long one is seen, in milliseconds. */
const SEEN = 3_000

export interface Shown extends Reacted {
  id: number
}

/** In the order in which they are offered. */
export const REACTIONS: Reaction[] = ['hello', 'bravo', 'laugh', 'wow', 'ouch', 'thanks']

export class Reactions {
  /** The last of each seat, while it is to be seen. */
  all = $state.raw<Shown[]>([])
  private next = 0

  show(reacted: Reacted): void {
    const id = ++this.next
    this.all = [...this.all.filter(({ seat }) => seat !== reacted.seat), { ...reacted, id }]
    setTimeout(() => (this.all = this.all.filter((one) => one.id !== id)), SEEN)
  }
}
