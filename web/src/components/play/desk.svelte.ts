/** What the parts of the board share: the table as it is shown, what may be done with a card, and what is picked. */
import { getContext, setContext } from 'svelte'
import { deckOf, nameOf } from '../../lib/cards/faces'
import { namesOf } from '../../lib/speak'
import type { Cards, GameInfo, Play, Update, You } from '../../lib/wire'
import { inOrder, parse, sourcesOf, verbsOf, within, type Option } from './moves'

export interface Given {
  info: GameInfo
  update: Update
  busy: boolean
  interactive: boolean
  onmove: (move: string) => void
}

/** What a click on a card does. `go` plays it, `pick` and `picked` put it into a set, `no` asks why not. */
export interface Touch {
  state: 'go' | 'pick' | 'picked' | 'no'
  label: string
  act: () => void
}

const KEY = Symbol('desk')
const NOTHING: Cards = { cards: [], hidden: 0 }

export class Desk {
  picked = $state.raw<string[]>([])
  /** Several moves with one card: which of them? */
  asking = $state.raw<Option[]>([])

  constructor(private given: () => Given) {}

  get info(): GameInfo {
    return this.given().info
  }
  get update(): Update {
    return this.given().update
  }
  get busy(): boolean {
    return this.given().busy
  }
  get play(): Play | null {
    return this.update.play
  }
  get you(): You | null {
    return this.update.you
  }
  get viewer(): number | null {
    return this.you?.seat ?? null
  }

  /** A step of a game that is over, as in a replay: nobody is thinking any more. */
  isPast = $derived.by(() => this.update.table.state === 'over' && !this.play?.result)
  names = $derived.by(() => namesOf(this.update.table.seats))
  deck = $derived.by(() => deckOf(this.info, this.update.table, this.play?.value_now ?? -1))
  options = $derived.by(() => (this.you?.legal ?? []).map((offer) => parse(offer, this.info)))
  isYourTurn = $derived.by(() => {
    const canMove = this.options.length > 0 || this.you?.pick != null
    return canMove && this.given().interactive && this.update.table.state === 'playing'
  })
  /** The verb of moves that name several cards, if there are any now. */
  picking = $derived.by(() => this.you?.pick?.verb ?? this.options.find((option) => option.cards.length > 1)?.verb ?? null)
  /** Whether any move names a card: if none does, cards are not worth a question. */
  isOfCards = $derived.by(() => this.you?.pick != null || this.options.some((option) => option.cards.length > 0))
  sets = $derived.by(() => this.options.filter((option) => option.verb === this.picking && option.cards.length > 0))
  /** The move that the picked cards make, as far as they make one. */
  chosen = $derived.by(() => this.setOf(this.picked))

  /** The cards of a zone, as you see them. */
  cards(zone: string, seat: number | null): Cards {
    const own = seat !== null && seat === this.viewer ? this.you?.zones[zone] : undefined
    const found = this.play?.zones[zone]
    return own ?? (Array.isArray(found) ? found[seat ?? -1] : found) ?? NOTHING
  }

  nameOf(face: string): string {
    return nameOf(face, this.deck)
  }

  /** `your stack`, `Bo's stack`. */
  whose(seat: number): string {
    return seat === this.viewer ? 'Your' : `${this.names[seat]}'s`
  }

  move(move: string): void {
    if (this.busy) return
    this.clear()
    this.given().onmove(move)
  }

  clear(): void {
    this.picked = []
    this.asking = []
  }

  confirm(): void {
    if (this.chosen) this.move(this.chosen)
  }

  touch(zone: string, seat: number | null, face: string): Touch | null {
    if (!this.isYourTurn || this.viewer === null || !this.isOfCards) return null
    const verbs = verbsOf(zone, seat, this.viewer, this.info)
    if (verbs.length === 0) return null
    if (this.picking && verbs.includes(this.picking)) return this.touchOfSet(face)
    const matching = this.options.filter(
      (option) => verbs.includes(option.verb) && option.cards[0] === face && (option.owner ?? seat) === seat,
    )
    const [only] = matching
    if (!only) return this.wish(`${this.verbNow(verbs)} ${face}${this.info.game === 'continuous' ? `@${seat}` : ''}`, face)
    if (matching.length > 1) {
      return { state: 'go', label: `The ${this.nameOf(face)}: choose what to do`, act: () => (this.asking = matching) }
    }
    return { state: 'go', label: this.spoken(only), act: () => this.move(only.offer.move) }
  }

  private touchOfSet(face: string): Touch {
    const name = this.nameOf(face)
    if (this.picked.includes(face)) {
      return { state: 'picked', label: `${name}, picked`, act: () => (this.picked = this.picked.filter((card) => card !== face)) }
    }
    const more = [...this.picked, face]
    if (!this.canBecomeSet(more)) return this.wish(`${this.picking} ${inOrder(more, this.info).join(' ')}`, face)
    return { state: 'pick', label: `Pick the ${name}`, act: () => (this.picked = more) }
  }

  private canBecomeSet(cards: string[]): boolean {
    const pick = this.you?.pick
    if (pick) return cards.length <= pick.count && within(cards, pick.cards)
    return this.sets.some((option) => within(cards, option.cards))
  }

  private setOf(cards: string[]): string | null {
    const pick = this.you?.pick
    if (!this.picking || cards.length === 0) return null
    if (pick) return cards.length === pick.count && within(cards, pick.cards) ? `${pick.verb} ${inOrder(cards, this.info).join(' ')}` : null
    return this.sets.find((option) => option.cards.length === cards.length && within(cards, option.cards))?.offer.move ?? null
  }

  /** A card that may not be played: ask all the same, so that the answer says why. */
  private wish(move: string, face: string): Touch {
    return { state: 'no', label: `${this.nameOf(face)}: why not?`, act: () => this.ask(move) }
  }

  private ask(move: string): void {
    if (!this.busy) this.given().onmove(move)
  }

  private verbNow(verbs: string[]): string {
    return this.options.find((option) => verbs.includes(option.verb))?.verb ?? verbs[0] ?? ''
  }

  /** An offer with its cards by their full names. */
  private spoken(option: Option): string {
    const [face] = option.cards
    return face ? option.offer.words.replace(new RegExp(`\\b${face}\\b`), this.nameOf(face)) : option.offer.words
  }

  /** Whether an option is made by a click on a card that is to be seen. */
  isOnCard(option: Option): boolean {
    return option.cards.length > 0 && sourcesOf(option.verb, this.info).some((zone) => this.holds(zone, option))
  }

  private holds(zone: string, option: Option): boolean {
    const found = this.play?.zones[zone]
    const seats = Array.isArray(found) ? found.map((_, seat) => seat) : [null]
    return seats.some((seat) => (option.owner ?? seat) === seat && within(option.cards, this.cards(zone, seat).cards))
  }
}

export function provideDesk(given: () => Given): Desk {
  return setContext(KEY, new Desk(given))
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY)
}
