/** The numbers of a review, as people of this language write them: games of a hundred, or so many of a unit. */

import { language } from '../languages'

const format = (value: number, options: Intl.NumberFormatOptions): string => new Intl.NumberFormat(language, options).format(value)

/** A chance from 0 to 100 as `23%`, or how many above the average. */
export function valueInWords(value: number, unit: string): string {
  return unit ? format(value, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }) : format(value / 100, { style: 'percent' })
}

/** What was gained or lost: `+12`. */
export const changeInWords = (value: number, unit: string): string => format(value, { maximumFractionDigits: unit ? 1 : 0, signDisplay: 'exceptZero' })

/** What a move costs, or how far that may be off: `3.9`, or `2.4 coins`. */
export const costInWords = (value: number, unit = ''): string => `${format(value, { maximumFractionDigits: 1 })}${unit ? ` ${unit}` : ''}`
