/** What happened just now to a seat, to be shown for a moment: the log says it too, so this is for the eye only. */
import type { Happened, Sentence } from '../../net/wire'
import { joined } from '../../shared/sentences'

export interface Flashing {
  /** May be empty: then only the mood is seen. */
  brief: Sentence
  mood: Happened['mood']
  id: number
}

let next = 0

/** All that was told of each seat, in brief; its mood is the last one. */
export function flashesOf(told: Happened[]): Map<number, Flashing> {
  const found = new Map<number, Flashing>()
  for (const { seat, brief, mood } of told) {
    if (seat === null || (brief.length === 0 && mood === '')) continue
    const before = found.get(seat)
    const briefs = [before?.brief ?? [], brief].filter((one) => one.length > 0)
    found.set(seat, { brief: joined(briefs, ': '), mood: mood || (before?.mood ?? ''), id: ++next })
  }
  return found
}
