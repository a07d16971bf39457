/** What a table looked like, as the server tells it; and the trick that was swept away last. */
import type { GameInfo, Happened, Moment, Play, Sentence, TableEvent, Update } from '../../net/wire'
import { joined, withoutSubject } from '../../shared/sentences'

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

/** What each seat did last, without its name. */
export function lastActions(known: Sentence[], events: TableEvent[]): Sentence[] {
  const actions = [...known]
  for (const { kind, seat, told } of events) {
    if (kind === 'started') actions.length = 0
    if (kind !== 'move' || seat == null) continue
    const own = (told ?? []).filter((one) => one.seat === seat && one.kind !== 'cards')
    const said = own.map((one) => withoutSubject(one.sentence, seat)).filter((sentence) => sentence !== null)
    actions[seat] = joined(said.slice(0, 3))
  }
  return actions
}

/** What seats did and got, in a line; not what they were dealt. */
export function newsOf(told: Happened[]): Sentence {
  const news = told.filter((one) => one.seat !== null && one.kind !== 'cards' && one.sentence.length > 0)
  return joined(news.slice(0, 5).map((one) => one.sentence))
}

/** The cards of a trick that is over. */
export interface PastTrick {
  zone: string
  played: { seat: number; cards: string[] }[]
  /** What became of it; may be empty. */
  sentence: Sentence
}

/** The trick that lay there at this instant, if there was one. Cards that were put down face down first are no trick. */
function trickAt(info: GameInfo, play: Play): Omit<PastTrick, 'sentence'> | null {
  for (const [zone, { shape, under }] of Object.entries(info.zones)) {
    const lying = play.zones[zone]
    if (shape !== 'trick' || under !== null || !Array.isArray(lying)) continue
    const played = lying.map(({ cards }, seat) => ({ seat, cards })).filter(({ cards }) => cards.length > 0)
    if (played.length > 0) return { zone, played }
  }
  return null
}

/** The last trick that these events swept away. Null where none was. */
export function pastTrick(info: GameInfo, events: TableEvent[], now: Play | null): PastTrick | null {
  let past: PastTrick | null = null
  for (const { told } of events) {
    for (const [place, { moment }] of (told ?? []).entries()) {
      const trick = moment && trickAt(info, moment.play)
      if (trick) past = { ...trick, sentence: noteBeside(told ?? [], place) }
    }
  }
  const lying = past && now?.zones[past.zone]
  return Array.isArray(lying) && lying.every(({ cards }) => cards.length === 0) ? past : null
}

/** What is told of an instant: just before it, or next. */
function noteBeside(told: Happened[], place: number): Sentence {
  const isNote = (one: Happened | undefined): boolean => one?.kind === 'note' && one.seat !== null
  const beside = isNote(told[place - 1]) ? told[place - 1] : told.slice(place + 1).find(isNote)
  return beside?.sentence ?? []
}
