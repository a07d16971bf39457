/** What a table looked like at an instant, as the server tells it, and what there is to say of it. */
import type { Happened, Moment, Sentence, Update } from '../../net/wire'
import { joined } from '../../shared/sentences'

/** The table at an instant between two updates: nobody is to move then, and nothing is on offer. */
export function atMoment(before: Update, next: Update, { play, zones }: Moment): Update {
  const asked = before.you?.asked ?? next.you?.asked ?? 0
  return {
    ...next,
    table: { ...before.table, seats: next.table.seats },
    play: { ...play, step: next.play?.step ?? play.step, to_act: [], outcome: null },
    you: next.you && { ...next.you, asked, zones, task: [], offers: [], pick: null },
  }
}

/** What seats did and got, in a line; not what they were dealt. */
export function newsOf(told: Happened[]): Sentence {
  const news = told.filter((one) => one.seat !== null && one.kind !== 'cards' && one.sentence.length > 0)
  return joined(news.slice(0, 5).map((one) => one.sentence))
}
