/** How the line of each seat is told from the others: by its colour, and by its dashes. */

export const LINES: { colour: string; dashes: string }[] = [
  { colour: 'var(--rank-7)', dashes: '' },
  { colour: 'var(--rank-3)', dashes: '7 3' },
  { colour: 'var(--rank-9)', dashes: '2 3' },
  { colour: 'var(--rank-5)', dashes: '9 3 2 3' },
  { colour: 'var(--rank-1)', dashes: '4 2' },
  { colour: 'var(--rank-8)', dashes: '12 3' },
  { colour: 'var(--rank-4)', dashes: '6 2 2 2 2 2' },
  { colour: 'var(--rank-10)', dashes: '1 2' },
]

export const lineOf = (seat: number): { colour: string; dashes: string } => LINES[seat % LINES.length] ?? { colour: 'currentColor', dashes: '' }
