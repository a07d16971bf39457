/** What happened just now to a seat, to be shown for a moment: the log says it too, so this is for the eye only. */
import type { Happening, TableEvent } from '../../lib/wire'

export interface Flashing {
  kind: 'pair' | 'bust' | 'failed' | 'knocked' | 'won' | 'lost' | 'scored'
  text: string
  card: string | null
  id: number
}

type Made = [kind: Flashing['kind'], text: string, card?: string]

/** By the key of the note; the number is its `n`. */
const NOTES: Record<string, (n: number) => Made> = {
  paired: (n) => ['pair', 'A pair', String(n)],
  bust: (n) => ['bust', 'Bust', String(n)],
  failed: (n) => ['failed', 'Failed', String(n)],
  knocked: () => ['knocked', 'Knocked out'],
  stacked: (n) => ['scored', 'Stacked', String(n)],
  scored: (n) => ['scored', `+${n}`],
  shared: (n) => ['won', `+${n} coins`],
  trick: () => ['won', 'Takes the trick'],
  made: (n) => ['won', `Bid made: +${n}`],
  missed: () => ['lost', 'Bid missed'],
  assessed: (n) => ['lost', `+${n} points`],
  out: () => ['lost', 'Out'],
  lost: () => ['lost', 'Loses'],
  won: () => ['won', 'Wins'],
}

let next = 0

/** The last word about each seat in these events; a pair keeps its card and gains its points. */
export function flashesOf(events: TableEvent[], game: string): Map<number, Flashing> {
  const found = new Map<number, Flashing>()
  for (const note of notesOf(events)) {
    const make = NOTES[note.text]
    if (!make || note.seat === null) continue
    const made = make(note.number)
    const card = made[2]
    let [kind, text] = made
    if (note.text === 'knocked' && game === 'pickup') text = `Loses ${note.number}`
    if (note.text === 'trick' && game === 'to-the-moon') text = `Wins the trick: +${note.number}`
    const before = found.get(note.seat)
    if (before && note.text === 'scored') [kind, text] = [before.kind, `${before.text}: ${text}`]
    found.set(note.seat, { kind, text, card: card ?? before?.card ?? null, id: ++next })
  }
  return found
}

export function notesOf(events: TableEvent[]): Happening[] {
  return events.flatMap((event) => (event.happened ?? []).filter((happening) => happening.kind === 'note'))
}

/** Something that deserves a moment before the next thing is shown. */
const WEIGHTY = new Set([...Object.keys(NOTES), 'revealed', 'reshuffled', 'perfect', 'round'])

export function isWeighty(events: TableEvent[]): boolean {
  return notesOf(events).some((note) => WEIGHTY.has(note.text))
}
