/**
 * The numeral face of the cards: each sign is one line, drawn with a broad pen 16 wide in a box 100 high.
 * A line, not an outline, so that the same sign can be filled (one stroke) or hollow (a thinner stroke of paper on top).
 */
const SIGNS: Record<string, { line: string; width: number }> = {
  '0': { line: 'M31 8C46 8 54 22 54 50S46 92 31 92 8 78 8 50 16 8 31 8Z', width: 62 },
  '1': { line: 'M8 27L28 11V92', width: 38 },
  '2': { line: 'M9 29C10 16 18 8 31 8 44 8 52 16 52 28 52 42 40 51 14 90M12 92H54', width: 62 },
  '3': { line: 'M10 22C14 13 21 8 31 8 43 8 51 16 51 27 51 39 43 46 30 46M26 46H31C45 46 54 56 54 69 54 83 44 92 31 92 20 92 11 86 8 76', width: 62 },
  '4': { line: 'M36 8L9 70H60M45 46V92', width: 66 },
  '5': { line: 'M50 8H17L13 46C18 41 24 38 32 38 45 38 54 49 54 64 54 81 45 92 31 92 20 92 12 87 8 77', width: 62 },
  '6': { line: 'M41 8C24 26 8 46 8 67 8 82 17 92 31 92S54 82 54 67 45 42 31 42C20 42 11 49 8 61', width: 62 },
  '7': { line: 'M8 8H51L24 92', width: 58 },
  '8': { line: 'M31 46C19 46 12 38 12 27S19 8 31 8 50 16 50 27 43 46 31 46C17 46 8 56 8 69S17 92 31 92 54 83 54 69 45 46 31 46Z', width: 62 },
  '9': { line: 'M21 92C38 74 54 54 54 33 54 18 45 8 31 8S8 18 8 33 17 58 31 58C42 58 51 51 54 39', width: 62 },
  A: { line: 'M9 92L30 10H36L57 92M17 66H49', width: 66 },
  J: { line: 'M42 8V67C42 84 34 92 23 92 14 92 9 87 8 79', width: 50 },
  Q: { line: 'M31 8C46 8 54 22 54 50S46 92 31 92 8 78 8 50 16 8 31 8ZM37 68L54 92', width: 64 },
  K: { line: 'M9 8V92M50 9L11 58M24 44L52 91', width: 61 },
}

export interface Lettering {
  signs: { line: string; at: number }[]
  width: number
}

const GAP = 9

/** A rank as lines, one beside the other; null where there is a sign we have not drawn. */
export function letteringOf(text: string): Lettering | null {
  const signs: Lettering['signs'] = []
  let at = 0
  for (const sign of text) {
    const drawn = SIGNS[sign]
    if (!drawn) return null
    signs.push({ line: drawn.line, at })
    at += drawn.width + GAP
  }
  return { signs, width: Math.max(0, at - GAP) }
}
