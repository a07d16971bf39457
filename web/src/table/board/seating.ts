/** Where everybody sits: you at the bottom, the others round the table in the order of play, whatever the window. */

/** wide: left, along the top, right; tall: in rows along the top; low: all in one row, for a phone held sideways. */
export type Shape = 'wide' | 'tall' | 'low'

const LOW = 470

export function shapeOf(width: number, height: number): Shape {
  if (height < LOW && width > height) return 'low'
  return width < height * 1.05 ? 'tall' : 'wide'
}

/** Where one of the others sits: a column and a row of the grid, and how far down an arc would push it, from 0 to 1. */
export interface Chair {
  column: number
  row: number
  drop: number
}

export interface Seating {
  columns: number
  rows: number
  /** Whether somebody sits at the left and at the right of the middle. */
  hasSides: boolean
  chairs: Chair[]
}

/** The chairs of `count` others, from your left round to your right. */
export function seatingOf(count: number, shape: Shape): Seating {
  if (shape === 'wide') return aroundThree(count)
  const inRow = shape === 'low' || count <= 3 ? Math.max(1, count) : Math.ceil(count / 2)
  const rows = Math.max(1, Math.ceil(count / inRow))
  // Each row is as wide as the table, so that a short one is spread out: columns are counted in common parts.
  const lengths = Array.from({ length: rows }, (_, row) => Math.min(inRow, count - row * inRow))
  const chairs = lengths.flatMap((length, row) => Array.from({ length }, (_, place) => ({ column: place + 1, row: row + 1, drop: 0 })))
  return { columns: inRow, rows, hasSides: false, chairs }
}

function aroundThree(count: number): Seating {
  const hasSides = count >= 3
  const top = hasSides ? count - 2 : count
  const chairs: Chair[] = Array.from({ length: top }, (_, place) => ({
    column: place + (hasSides ? 2 : 1),
    row: 1,
    drop: top < 2 ? 0 : Math.abs(place - (top - 1) / 2) / ((top - 1) / 2),
  }))
  if (hasSides) {
    chairs.unshift({ column: 1, row: 2, drop: 0 })
    chairs.push({ column: top + 2, row: 2, drop: 0 })
  }
  return { columns: Math.max(1, top), rows: 1, hasSides, chairs }
}

/** Where the cards of a seat lie in a trick: from the middle towards its seat, on a circle of radius 1. `place` 0 is you. */
export function towards(place: number, count: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count
  return { x: Math.cos(angle), y: Math.sin(angle) }
}
