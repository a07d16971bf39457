/** What happened, in words: what the game tells, and what else goes on at a table. */
import { texts } from '../languages'
import type { Sentence, TableEvent } from '../net/wire'

/** The lines of an event; none for what nobody needs to read. */
export function linesOf(event: TableEvent, names: string[], you: number | null): Sentence[] {
  const told = (event.told ?? []).map((one) => one.sentence).filter((sentence) => sentence.length > 0)
  return [...wordsOf(event, names, you).map((text) => [{ text }]), ...told]
}

/** What is not the game's to tell. */
function wordsOf(event: TableEvent, names: string[], you: number | null): string[] {
  const name = event.name ?? (event.seat == null ? '' : (names[event.seat] ?? ''))
  const isYou = event.seat != null && event.seat === you
  switch (event.kind) {
    case 'move':
      return event.late ? [texts.table.lateMove(name, isYou)] : []
    case 'started':
      return [texts.table.begins]
    case 'joined':
      return [texts.table.sitsDown(name)]
    case 'left':
      return [texts.table.isAway(name, isYou)]
    case 'seat':
      return seatWords(event, isYou)
    case 'rematch':
      return [texts.table.rematchIs]
    default:
      return []
  }
}

/** Who has a seat now; where no person was or is concerned there is nothing to tell. */
function seatWords({ to, name }: TableEvent, isYou: boolean): string[] {
  if (!name) return []
  if (to === 'bot') return [texts.table.botFor(name, isYou)]
  return to === 'person' ? [texts.table.isBack(name, isYou)] : []
}
