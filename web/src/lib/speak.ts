import type { Said, Seat } from './wire'

/** A phrase in words: `{You}` and `{your}` are the seat it is about, `{hit|hits}` follows it, `{@2}` is another seat. */
export function speak(phrase: string, names: string[], viewer: number | null, seat: number | null): string {
  const mine = seat !== null && seat === viewer
  const name = seat === null ? '' : (names[seat] ?? '')
  // One pass, so that a name with braces in it stays the name that it is.
  return phrase.replace(/\{([^{}]*)\}/g, (whole, inside: string) => {
    if (inside === 'You') return mine ? 'You' : name
    if (inside === 'you') return mine ? 'you' : name
    if (inside === 'Your') return mine ? 'Your' : `${name}'s`
    if (inside === 'your') return mine ? 'your' : `${name}'s`
    const forms = inside.split('|')
    if (forms.length === 2) return (mine ? forms[0] : forms[1]) ?? ''
    const other = /^@(\d+)$/.exec(inside)
    if (other) return Number(other[1]) === viewer ? 'you' : (names[Number(other[1])] ?? '')
    return whole
  })
}

/** What the people at a table are called; a seat that nobody has is named by its number. */
export function namesOf(seats: Seat[]): string[] {
  return seats.map((seat, index) => seat.name || `Seat ${index + 1}`)
}

/** All that was said of one event, as sentences. */
export function tell(said: Said[] | undefined, names: string[], viewer: number | null): string {
  return (said ?? []).map((one) => speak(one.phrase, names, viewer, one.seat)).join(' ')
}
