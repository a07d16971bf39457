/** The settings of a table while somebody is choosing them. */

import { isSame } from '../net/catalogue.svelte'
import type { CoachLevel, GameInfo, OptionInfo, TableInfo, Value } from '../net/wire'

/** How many sit down where nobody says anything: four, where the game allows. */
const usualSeats = (info: GameInfo): number => Math.min(Math.max(4, info.least_seats), info.most_seats)

export class SettingsDraft {
  seats = $state(0)
  clock = $state<number | null>(null)
  listed = $state(false)
  /** What the loser is to do; empty for nothing. */
  penalty = $state('')
  /** Whether odds, hints and what lies in the discards are shown. */
  aids = $state(true)
  /** Who warns before costly moves, where bots have all other seats. */
  coach = $state<CoachLevel | null>(null)
  private seatsBefore = 0
  /** What was chosen; the rest follows the number of seats. */
  private chosen = $state<Record<string, Value>>({})

  constructor(
    readonly info: GameInfo,
    table?: TableInfo,
  ) {
    this.seats = table?.seats.length ?? usualSeats(info)
    if (!table) return
    this.seatsBefore = this.seats
    this.clock = table.clock
    this.listed = table.listed
    this.penalty = table.penalty ?? ''
    this.aids = table.aids
    this.coach = table.coach
    for (const option of this.shown) {
      const value = table.options[option.name]
      if (value !== undefined && !isSame(value, this.usual(option))) this.chosen[option.name] = value
    }
  }

  /** Those that may be changed: not what makes the game the one it is. */
  get shown(): OptionInfo[] {
    return this.info.options.filter((option) => !(option.name in this.info.preset))
  }

  usual(option: OptionInfo): Value {
    return option.defaults[this.seats - this.info.least_seats] ?? option.defaults[0] ?? 0
  }

  most(option: OptionInfo): number | null {
    return option.most[this.seats - this.info.least_seats] ?? null
  }

  value(option: OptionInfo): Value {
    // What comes from the table before is for as many seats as that had.
    if (option.carried && this.seats !== this.seatsBefore) return this.usual(option)
    return this.chosen[option.name] ?? this.usual(option)
  }

  choose(option: OptionInfo, value: Value): void {
    if (isSame(value, this.usual(option))) delete this.chosen[option.name]
    else this.chosen[option.name] = value
  }

  /** What the game is, and every setting of it that differs from the usual. */
  get changed(): Record<string, Value> {
    return { ...this.info.preset, ...$state.snapshot(this.chosen) }
  }

  /** As the server takes it: not said at all where the game has no loser. */
  get forLoser(): { penalty?: string | null } {
    return this.info.penalties.length > 0 ? { penalty: this.penalty.trim() || null } : {}
  }

  /** Every setting, the usual ones too. */
  get all(): Record<string, Value> {
    return { ...this.info.preset, ...Object.fromEntries(this.shown.map((option) => [option.name, $state.snapshot(this.value(option)) as Value])) }
  }
}
