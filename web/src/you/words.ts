/** Your games in words. */

import { language, list, texts } from '../languages'
import { catalogue } from '../net/catalogue.svelte'
import type { BotsMet, GameNumbers, KindOfDecision, Numbers, PlayedGame } from '../net/wire'
import { capital, unitFor } from '../shared/words'

/** `1 game`, `20 games`. */
export const gamesInWords = (number: number): string => texts.yourGames.games(number)

/** `18 November 2026`. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long', year: 'numeric' })

/** All that there is of somebody, whether it counts or not. */
export const allOf = (numbers: Numbers): number => numbers.played + numbers.aside

/** A level as it is called; one that there is no more by its name. */
export const levelInWords = (level: string): string => catalogue.all?.levels.find(({ name }) => name === level)?.title ?? level

/** `5 won (1 shared), 6 lost, 1 safe`: what there is of each. */
export function countsInWords({ won, shared, lost, safe, tied }: GameNumbers): string {
  const parts = [
    won > 0 && (shared > 0 ? texts.yourGames.wonShared(won, shared) : texts.yourGames.wonSoMany(won)),
    lost > 0 && texts.yourGames.lostSoMany(lost),
    safe > 0 && texts.yourGames.safeSoMany(safe),
    tied > 0 && texts.yourGames.tiedSoMany(tied),
  ]
  return parts.filter(Boolean).join(', ')
}

/** `7, at best 9`. */
export function streakInWords({ streak, best_streak }: GameNumbers): string {
  if (best_streak === 0) return texts.yourGames.noStreak
  return streak === best_streak ? texts.yourGames.bestSoFar(streak) : texts.yourGames.atBest(streak, best_streak)
}

/** `easy 3 of 4, hard 1 of 2`. */
export function botsInWords(bots: BotsMet[]): string {
  return bots.map(({ level, met, beaten }) => texts.yourGames.beatenOf(levelInWords(level), beaten, met)).join(', ')
}

/** `The last 3 games, the oldest first: won, lost and safe.` */
export function chartInWords(oldestFirst: PlayedGame[]): string {
  const fates = list(oldestFirst.map(({ fate }) => texts.yourGames.fates[fate]))
  return oldestFirst.length === 1 ? texts.yourGames.chartOfOne(fates) : texts.yourGames.chart(oldestFirst.length, fates)
}

/** `3.1 ± 0.8`: what a kind of decision costs, and how far that may be off. */
export function costInWords({ cost, error }: KindOfDecision): string {
  const told = (value: number): string => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
  return error === null ? told(cost) : texts.trends.about(told(cost), told(error))
}

/** `64 decisions: 5% slips, 3% mistakes, 1% blunders`. */
export function slipsInWords({ decisions, slips }: KindOfDecision): string {
  const told = slips.map((share) => new Intl.NumberFormat(language, { style: 'percent' }).format(share)) as [string, string, string]
  return texts.trends.slips(decisions, ...told)
}

/** `Won, 12 points, 2 players`. */
export function playedInWords({ fate, score, seats }: PlayedGame, game: GameNumbers): string {
  return texts.yourGames.playedGame(capital(texts.yourGames.fates[fate]), score, unitFor(score, game), seats)
}
