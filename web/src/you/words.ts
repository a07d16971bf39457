/** Your games in words. */

import type { BotsMet, Fate, GameNumbers, Numbers, PlayedGame } from '../net/wire'
import { capital, list, unitFor } from '../shared/words'

const FATES: Record<Fate, string> = {
  won: 'won',
  shared: 'shared the win',
  lost: 'lost',
  safe: 'safe',
  tied: 'tied',
  aside: 'not counted',
}

export const fateInWords = (fate: Fate): string => FATES[fate]

/** `1 game`, `20 games`. */
export const gamesInWords = (number: number): string => `${number} ${unitFor(number, 'games')}`

/** `18 November 2026`. */
export const day = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** All that there is of somebody, whether it counts or not. */
export const allOf = (numbers: Numbers): number => numbers.played + numbers.aside

/** `5 won (1 shared), 6 lost, 1 safe`: what there is of each. */
export function countsInWords({ won, shared, lost, safe, tied }: GameNumbers): string {
  const parts = [won > 0 && `${won} won${shared > 0 ? ` (${shared} shared)` : ''}`, lost > 0 && `${lost} lost`, safe > 0 && `${safe} safe`, tied > 0 && `${tied} tied`]
  return parts.filter(Boolean).join(', ')
}

/** `7, at best 9`. */
export function streakInWords({ streak, best_streak }: GameNumbers): string {
  if (best_streak === 0) return 'none yet'
  return streak === best_streak ? `${streak}, the best so far` : `${streak}, at best ${best_streak}`
}

/** `easy 3 of 4, hard 1 of 2`. */
export function botsInWords(bots: BotsMet[]): string {
  return bots.map(({ level, met, beaten }) => `${level} ${beaten} of ${met}`).join(', ')
}

/** `The last 3 games, the oldest first: won, lost and safe.` */
export function chartInWords(oldestFirst: PlayedGame[]): string {
  const fates = list(oldestFirst.map(({ fate }) => fateInWords(fate)))
  return oldestFirst.length === 1 ? `One game: ${fates}.` : `The last ${oldestFirst.length} games, the oldest first: ${fates}.`
}

/** `Won with 12 points, 2 players`. */
export function playedInWords({ fate, score, seats }: PlayedGame, unit: string): string {
  return `${capital(fateInWords(fate))}, ${score} ${unitFor(score, unit)}, ${seats} players`
}
