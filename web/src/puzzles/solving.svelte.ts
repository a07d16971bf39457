/** A puzzle that is being solved. The server says whether a move is right; what came of it is kept in this browser. */

import { texts } from '../languages'
import { api, reasonOf } from '../net/api'
import type { Offer, Puzzle, PuzzleOfADay, Solution, WeighedMove } from '../net/wire'
import { storage } from '../shared/storage'
import { afterAnswer, afterLook, keyOf, resultOf, streakOn, today, type Result } from './results'

/** How long to wait before asking again for a game whose rules are being made ready, in milliseconds. */
const PAUSE = 1_000

export class Solving {
  puzzle = $state.raw<Puzzle | null>(null)
  /** The day it is the puzzle of, also where one came to it by its number, as by a link of a friend; else null. */
  today = $state.raw<PuzzleOfADay | null>(null)
  problem = $state('')
  busy = $state(false)
  /** What would be answered. */
  chosen = $state.raw<Offer | null>(null)
  /** The last answer, if it was wrong. */
  wrong = $state.raw<WeighedMove | null>(null)
  /** What was tried in vain, one after the other. */
  said = $state('')
  solution = $state.raw<Solution | null>(null)
  /** Whether the right move was found, and not only looked at. */
  isFound = $state(false)
  result = $state<Result | null>(null)

  offers = $derived(this.puzzle?.table.you?.offers ?? [])
  streak = $derived(this.today && this.result !== undefined ? streakOn(this.today.day) : 0)
  private isLeft = false

  /** Of a game's set, or without a game that of the day. */
  constructor(
    readonly game: string | null,
    readonly number: number,
  ) {}

  /** Where what comes of it is kept: as that of the day, and in the set of its game for who came to it there. */
  private get keys(): string[] {
    const { game, number } = this.puzzle ?? { game: '', number: 0 }
    return [...(this.today ? [keyOf(game, number, this.today.day)] : []), ...(this.today && this.game === null ? [] : [keyOf(game, number, null)])]
  }

  async load(): Promise<void> {
    this.problem = ''
    try {
      const day = await api.puzzleOfADay(today())
      const { game, number } = this.game === null ? day : { game: this.game, number: this.number }
      this.today = day.game === game && day.number === number ? day : null
      while (!this.puzzle && !this.isLeft) {
        this.puzzle = (await api.puzzle(game, number)).puzzle
        if (!this.puzzle) await this.pause()
      }
      this.result = this.kept
    } catch (thrown) {
      this.problem = reasonOf(thrown)
    }
  }

  leave(): void {
    this.isLeft = true
  }

  /** Take a move in hand. One that is not possible is said to be so. */
  choose(move: string): void {
    if (this.solution || this.busy) return
    this.wrong = null
    this.chosen = this.offers.find((offer) => offer.move === move) ?? null
    this.said = this.chosen ? '' : texts.puzzles.notPossible
  }

  think(): void {
    if (this.busy) return
    this.chosen = null
    this.said = ''
  }

  async answer(): Promise<void> {
    if (this.chosen) await this.ask(this.chosen.move)
  }

  async show(): Promise<void> {
    await this.ask(null)
  }

  private async ask(move: string | null): Promise<void> {
    if (!this.puzzle || this.busy) return
    this.busy = true
    this.said = ''
    try {
      let solved = null
      while (!solved && !this.isLeft) {
        solved = (await api.solve(this.puzzle.game, this.puzzle.number, move)).solved
        if (!solved) await this.pause()
      }
      if (!solved) return
      this.isFound = solved.is_right
      this.wrong = solved.is_right ? null : solved.tried
      this.solution = solved.solution
      this.chosen = null
      this.keep((before) => (move === null ? afterLook(before) : afterAnswer(before, solved.is_right)))
    } catch (thrown) {
      this.said = reasonOf(thrown)
    } finally {
      this.busy = false
    }
  }

  private get kept(): Result | null {
    return resultOf(this.keys[0] ?? '')
  }

  /** What another tab has kept since this page was loaded counts too. */
  private keep(after: (before: Result | null) => Result): void {
    for (const key of this.keys) storage.setPuzzle(key, after(resultOf(key)))
    this.result = this.kept
  }

  private pause(): Promise<void> {
    return new Promise((done) => setTimeout(done, PAUSE))
  }
}
