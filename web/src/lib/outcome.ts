/** The end of a game in words. */

import { list } from './words'

/** `You win!`, `Bo wins.`, `You lose.`: who is meant is seen from a seat, or from none. */
export function outcome(places: number[][], names: string[], you: number | null): string {
  const first = places[0] ?? []
  const last = places.at(-1) ?? []
  const call = (seat: number): string => (seat === you ? 'you' : (names[seat] ?? ''))
  if (places.length === 1) return 'It is a draw.'
  // One loses and all others do not, as in Pairs.
  if (places.length === 2 && first.length > 1 && last.length === 1 && last[0] !== undefined) {
    if (last[0] === you) return 'You lose.'
    return you === null ? `${call(last[0])} loses.` : `${call(last[0])} loses: you are safe!`
  }
  if (first.length === 1 && first[0] !== undefined) return first[0] === you ? 'You win!' : `${call(first[0])} wins.`
  if (you !== null && first.includes(you)) return `You share the win with ${list(first.filter((seat) => seat !== you).map(call))}!`
  return `${list(first.map(call))} share the win.`
}

/** Each seat with its place; those that share one have the same. */
export function standings(places: number[][]): { place: number; seat: number }[] {
  let place = 1
  return places.flatMap((seats) => {
    const here = place
    place += seats.length
    return seats.map((seat) => ({ place: here, seat }))
  })
}
