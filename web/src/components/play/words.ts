/** Sentences and their cards, tasks in words, and what a seat did last. */
import { plainName } from '../../lib/cards/faces'
import { speak } from '../../lib/speak'
import type { GameInfo, TableEvent, Update } from '../../lib/wire'

export type Part = { text: string } | { face: string }

/** After these words a number is a card of the Pairs deck; elsewhere it is points, seats or rounds. */
const NUMBERED = /\b(the|an?|its|second|gets?|dealt|plays?|up:|pool:|card:)((?: \d+)+)(?! cards| points| seats)(?=\W|$)/g

/** A sentence cut where it names cards. */
export function withCards(sentence: string, faces: string[]): Part[] {
  const numbers = /^\d+$/.test(faces[0] ?? '')
  const parts: Part[] = []
  let from = 0
  const add = (face: string, at: number) => {
    if (at > from) parts.push({ text: sentence.slice(from, at) })
    parts.push({ face })
    from = at + face.length
  }
  if (numbers) {
    for (const match of sentence.matchAll(NUMBERED)) {
      const start = match.index + match[1]!.length
      for (const number of match[2]!.matchAll(/\d+/g)) if (faces.includes(number[0])) add(number[0], start + number.index)
    }
  } else {
    for (const match of sentence.matchAll(/\b(?:(?:10|[2-9JQKA])[CDHS]|J[RB])\b/g)) if (faces.includes(match[0])) add(match[0], match.index)
  }
  if (from < sentence.length) parts.push({ text: sentence.slice(from) })
  return parts
}

/** What a seat did in an event, without its name: `Hits. Scores 8.` */
export function deed(event: TableEvent, seat: number, names: string[]): string {
  const told = (event.said ?? []).filter((said) => said.seat === seat && /^\{You\} (?!\{(get|are)\|)/.test(said.phrase))
  return told
    .slice(0, 3)
    .map((said) => {
      const words = speak(said.phrase.replace(/^\{You\} /, ''), names, null, seat)
      return words.charAt(0).toUpperCase() + words.slice(1)
    })
    .join(' ')
}

/** What seats did and got in an event, in a line; not what they were dealt after it. */
export function newsOf(event: TableEvent | undefined, names: string[], viewer: number | null): string {
  const told = (event?.said ?? []).filter((said) => said.seat !== null && /^(\{You\} (?!\{(get|are|go|start)\|)|The countdown)/.test(said.phrase))
  return told
    .slice(0, 5)
    .map((said) => speak(said.phrase, names, viewer, said.seat))
    .join(' ')
}

/** What you are to do, where the server leaves it to us. */
export function taskOf({ you, play }: Update, info: GameInfo): string {
  if (!you || !play) return ''
  if (you.task) return you.task
  const verbs = new Set(you.legal.map((offer) => offer.move.split(' ')[0] ?? ''))
  const can = (verb: string) => verbs.has(verb)
  switch (info.game) {
    case 'pairs':
      return can('hit') ? 'hit, or fold and take the lowest card in play' : 'you must fold'
    case 'continuous':
      return can('fold') ? (can('hit') ? 'hit, or fold and take any card in play' : 'you must fold') : 'you have no cards, so you must hit'
    case 'port':
      return can('hit') ? 'hit, or lock your stack' : 'you must lock'
    case 'starboard':
      return can('draw') ? 'pay a coin and draw, or lock' : 'you must lock'
    case 'pickup': {
      if (can('choose')) return 'choose a card of your hand to play face down'
      const played = play.zones.played
      const mine = Array.isArray(played) ? played[you.seat]?.cards[0] : undefined
      return `take a card from the pool${mine ? `, not higher than your ${plainName(mine)}` : ''}`
    }
    case 'to-the-moon': {
      const ways = [can('build') ? 'build a rank that is missing' : '', can('test') ? 'test the top card' : '', can('withdraw') ? 'withdraw' : '']
      const said = ways.filter(Boolean)
      return said.length > 1 ? `${said.slice(0, -1).join(', ')} or ${said.at(-1)}` : (said[0] ?? '')
    }
    default:
      return ''
  }
}

/** `Ada`, `Ada and Bo`, `Ada, Bo and Cy`. */
export function list(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}
