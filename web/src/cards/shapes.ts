/** Suits, crowns and the emblems of the Pairs deck: simple shapes as SVG paths. */

export type Suit = 'C' | 'D' | 'H' | 'S'

/** In a box of 100 by 100. */
export const SUITS: Record<Suit, { colour: string; path: string }> = {
  C: {
    colour: 'var(--suit-clubs)',
    path: 'M50 4A22 22 0 0 1 66 41 22 22 0 1 1 57 72C57 83 62 91 70 96H30C38 91 43 83 43 72A22 22 0 1 1 34 41 22 22 0 0 1 50 4Z',
  },
  D: { colour: 'var(--suit-diamonds)', path: 'M50 2C58 20 70 36 86 50 70 64 58 80 50 98 42 80 30 64 14 50 30 36 42 20 50 2Z' },
  H: {
    colour: 'var(--suit-hearts)',
    path: 'M50 96C32 76 5 58 5 32 5 16 16 6 29 6 39 6 46 12 50 22 54 12 61 6 71 6 84 6 95 16 95 32 95 58 68 76 50 96Z',
  },
  S: {
    colour: 'var(--suit-spades)',
    path: 'M50 3C64 24 93 40 93 62 93 76 82 84 71 84 65 84 60 82 56 77 57 86 62 92 70 97H30C38 92 43 86 44 77 40 82 35 84 29 84 18 84 7 76 7 62 7 40 36 24 50 3Z',
  },
}

/** A crown in a box of 100 by 60. */
export const CROWN = 'M6 58L0 14 26 34 50 2 74 34 100 14 94 58Z'

/** Signs of the two jokers, in a box of 100 by 100: a sun and a moon. */
export const SUN = `M50 24A26 26 0 1 1 50 76 26 26 0 1 1 50 24Z${rays(8, 36, 50, 7)}`
export const MOON = 'M62 4A47 47 0 1 0 95 68 38 38 0 1 1 62 4Z'

function rays(number: number, from: number, to: number, half: number): string {
  return around(number).map((turn) => triangle(turn, from, to, half)).join('')
}

function around(number: number, start = 0): number[] {
  return Array.from({ length: number }, (_, place) => start + (place * 360) / number)
}

/** A point so far from the middle of a box of 100 by 100, at an angle from the top. */
function spot(turn: number, far: number): string {
  const angle = ((turn - 90) * Math.PI) / 180
  return `${(50 + far * Math.cos(angle)).toFixed(1)} ${(50 + far * Math.sin(angle)).toFixed(1)}`
}

/** A triangle that points outward. */
function triangle(turn: number, from: number, to: number, half: number): string {
  const wide = (Math.atan2(half, from) * 180) / Math.PI
  const near = Math.hypot(from, half)
  return `M${spot(turn - wide, near)}L${spot(turn, to)}L${spot(turn + wide, near)}Z`
}

/** A kite from the middle outward. */
function kite(turn: number, from: number, waist: number, to: number, half: number): string {
  const wide = (Math.atan2(half, waist) * 180) / Math.PI
  const far = Math.hypot(waist, half)
  return `M${spot(turn, from)}L${spot(turn - wide, far)}L${spot(turn, to)}L${spot(turn + wide, far)}Z`
}

/** A petal from the middle outward. */
function petal(turn: number, from: number, to: number, bulge: number): string {
  const wide = bulge
  const far = from + (to - from) * 0.62
  return `M${spot(turn, from)}Q${spot(turn - wide, far)} ${spot(turn, to)}Q${spot(turn + wide, far)} ${spot(turn, from)}Z`
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

function square(x: number, y: number, half: number): string {
  return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}Z`
}

function lozenge(x: number, y: number, half: number): string {
  return `M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`
}

/** Ten shapes for the ten, one for the one: emblem n is drawn from n shapes, in a box of 100 by 100. */
export const EMBLEMS: string[] = [
  '',
  disc(50, 50, 46),
  'M47 4A46 46 0 0 0 47 96ZM53 4A46 46 0 0 1 53 96Z',
  around(3).map((turn) => kite(turn, 4, 30, 50, 24)).join(''),
  [lozenge(50, 24, 23), lozenge(76, 50, 23), lozenge(50, 76, 23), lozenge(24, 50, 23)].join(''),
  around(5).map((turn) => petal(turn, 4, 50, 52)).join(''),
  around(6, 30).map((turn) => `M${spot(turn, 6)}L${spot(turn - 26, 48)}L${spot(turn + 26, 48)}Z`).join(''),
  around(7).map((turn) => kite(turn, 5, 34, 50, 13)).join(''),
  around(8).map((turn) => petal(turn, 10, 50, 32)).join(''),
  [18, 50, 82].flatMap((y) => [18, 50, 82].map((x) => square(x, y, 13))).join(''),
  [1, 2, 3, 4].flatMap((row) => Array.from({ length: row }, (_, n) => disc(50 + (n - (row - 1) / 2) * 25, 12.5 + (row - 1) * 25, 11))).join(''),
]

/** Where the pips of a number card lie: columns -1, 0, 1 and heights -1 … 1. */
export const PIPS: Record<string, [number, number][]> = {
  '2': [[0, -1], [0, 1]],
  '3': [[0, -1], [0, 0], [0, 1]],
  '4': [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  '5': [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  '6': [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  '7': [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  '8': [[-1, -1], [1, -1], [0, -0.5], [-1, 0], [1, 0], [0, 0.5], [-1, 1], [1, 1]],
  '9': [[-1, -1], [1, -1], [-1, -0.34], [1, -0.34], [0, 0], [-1, 0.34], [1, 0.34], [-1, 1], [1, 1]],
  '10': [[-1, -1], [1, -1], [0, -0.67], [-1, -0.34], [1, -0.34], [-1, 0.34], [1, 0.34], [0, 0.67], [-1, 1], [1, 1]],
}
