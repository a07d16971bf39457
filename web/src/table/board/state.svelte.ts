/** What the parts of the board share: the table as it is shown, what may be done with a card, and what is picked. */
import { getContext, setContext } from 'svelte'
import { deckOf, nameOf } from '../../cards/faces'
import { texts } from '../../languages'
import type { Cards, GameInfo, Offer, Play, SeatShown, Sentence, Update, You } from '../../net/wire'
import { namesOf, sentenceInWords } from '../../shared/sentences'
import { settings } from '../../shared/settings.svelte'
import type { Shown } from '../reactions.svelte'
import type { Struck } from './director.svelte'
import type { Flashing } from './flashes'
import { inOrder, verbsOf, within } from './moves'

export interface BoardInput {
  info: GameInfo
  update: Update
  busy: boolean
  interactive: boolean
  /** The line to the server works: where it does not, nobody pretends to think. */
  isAlive: boolean
  struck: Struck
  flashes: Map<number, Flashing>
  reactions: Shown[]
  onmove: (move: string) => void
}

/** How long a move can be taken back, where the person wants that, in milliseconds. */
export const SECOND_THOUGHTS = 2_000

/** What a click on a card does. `go` plays it, `add` and `picked` put it into a set, `no` asks why not. */
export interface CardClick {
  state: 'go' | 'add' | 'picked' | 'no'
  label: string
  act: () => void
}

const KEY = Symbol('board')
const NOTHING: Cards = { cards: [], hidden: 0 }

export class BoardState {
  picked = $state.raw<string[]>([])
  /** Several moves with one card: which of them? */
  asking = $state.raw<Offer[]>([])
  /** The move that was made and is not yet seen: it answers the click at once, whatever the network does. */
  sent = $state('')
  /** A move that can still be taken back. */
  held = $state.raw<Offer | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private given: () => BoardInput) {}

  get info(): GameInfo {
    return this.given().info
  }
  get update(): Update {
    return this.given().update
  }
  get busy(): boolean {
    return this.given().busy || this.held !== null
  }
  get isAlive(): boolean {
    return this.given().isAlive
  }
  get struck(): Struck {
    return this.given().struck
  }
  get flashes(): Map<number, Flashing> {
    return this.given().flashes
  }
  get reactions(): Shown[] {
    return this.given().reactions
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
  isPast = $derived.by(() => this.update.table.state === 'over' && !this.play?.outcome)
  names = $derived.by(() => namesOf(this.update.table.seats))
  deck = $derived.by(() => deckOf(this.info, this.update.table, this.play?.value_now ?? -1))
  offers = $derived.by(() => this.you?.offers ?? [])
  isYourTurn = $derived.by(() => {
    const canMove = this.offers.length > 0 || this.you?.pick != null
    return canMove && this.given().interactive && this.update.table.state === 'playing'
  })
  /** The verb of moves that name several cards, if there are any now. */
  picking = $derived.by(() => this.you?.pick?.verb ?? this.offers.find((offer) => offer.cards.length > 1)?.verb ?? null)
  /** Whether any move names a card: if none does, cards are not worth a question. */
  isOfCards = $derived.by(() => this.you?.pick != null || this.offers.some((offer) => offer.cards.length > 0))
  sets = $derived.by(() => this.offers.filter((offer) => offer.verb === this.picking && offer.cards.length > 0))
  /** The move that the picked cards make, as far as they make one. */
  chosen = $derived.by(() => this.setOf(this.picked))

  /** The cards of a zone, as you see them. */
  cards(zone: string, seat: number | null): Cards {
    const own = seat !== null && seat === this.viewer ? this.you?.zones[zone] : undefined
    const found = this.play?.zones[zone]
    return own ?? (Array.isArray(found) ? found[seat ?? -1] : found) ?? NOTHING
  }

  /** Whether something happened by this card. Where two of a face did it, one that lies elsewhere had no part in it. */
  isStruck(face: string, zone: string, seat: number | null): boolean {
    if (!this.struck.some((one) => one.face === face && (seat === null || one.seat === seat))) return false
    const count = (where: string): number => this.cards(where, seat).cards.filter((card) => card === face).length
    const beside = Object.entries(this.info.zones).filter(([, { each, shape }]) => each === (seat !== null) && shape !== 'pile')
    return count(zone) > 1 || beside.every(([where]) => count(where) < 2)
  }

  nameOf(face: string): string {
    return nameOf(face, this.deck)
  }

  /** How a seat stands. */
  seatShown(seat: number): SeatShown | null {
    return this.play?.seats[seat] ?? null
  }

  /** The words on the plate of a seat: who deals, who has the button. */
  marksOf(seat: number): string[] {
    return (this.play?.marks ?? []).filter((mark) => mark.seat === seat && mark.zone === null).map((mark) => mark.word)
  }

  /** A sentence as text, as you read it. */
  say(sentence: Sentence): string {
    return sentenceInWords(sentence, { names: this.names, viewer: this.viewer }, this.deck)
  }

  move(move: string): void {
    if (this.busy) return
    const offer = this.offers.find((one) => one.move === move)
    this.clear()
    if (offer && settings.confirm === 'round' && this.info.verbs[offer.verb]?.leaves) {
      this.held = offer
      this.timer = setTimeout(() => this.letGo(), SECOND_THOUGHTS)
    } else this.send(move)
  }

  /** The held move is made after all. */
  letGo(): void {
    const offer = this.held
    this.takeBack()
    if (offer && this.offers.some((one) => one.move === offer.move)) this.send(offer.move)
  }

  takeBack(): void {
    clearTimeout(this.timer)
    this.held = null
  }

  private send(move: string): void {
    this.sent = move
    this.given().onmove(move)
  }

  /** Whether this card is on its way to the server. */
  isSent(face: string, seat: number | null, zone: string): boolean {
    if (!this.sent || !this.given().busy) return false
    const [verb = '', ...cards] = this.sent.split(' ')
    return cards.some((card) => card.split('@')[0] === face) && seat === this.viewer && (this.info.verbs[verb]?.zones.includes(zone) ?? false)
  }

  /** Of the table before: nothing is picked, asked or held any more. */
  clear(): void {
    this.picked = []
    this.asking = []
    this.sent = ''
    this.takeBack()
  }

  confirm(): void {
    if (this.chosen) this.move(this.chosen)
  }

  /** `copy` counts the cards of the same face that lie before this one. */
  clickOn(zone: string, seat: number | null, face: string, copy = 0): CardClick | null {
    if (!this.isYourTurn || this.viewer === null || !this.isOfCards) return null
    const verbs = verbsOf(zone, seat, this.viewer, this.info)
    if (verbs.length === 0) return null
    if (this.picking && verbs.includes(this.picking)) return this.clickInSet(face, copy)
    const matching = this.offers.filter(
      (offer) => verbs.includes(offer.verb) && offer.cards[0] === face && (offer.owner ?? seat) === seat,
    )
    const [only] = matching
    if (!only) return this.askWhyNot(this.moveOn(face, seat, verbs), face)
    if (matching.length > 1) {
      return { state: 'go', label: texts.board.chooseWhat(this.nameOf(face)), act: () => (this.asking = matching) }
    }
    return { state: 'go', label: this.say(only.words), act: () => this.move(only.move) }
  }

  private clickInSet(face: string, copy: number): CardClick {
    const name = this.nameOf(face)
    if (this.picked.filter((card) => card === face).length > copy) {
      const place = this.picked.lastIndexOf(face)
      return { state: 'picked', label: texts.board.picked(name), act: () => (this.picked = this.picked.filter((_, at) => at !== place)) }
    }
    const more = [...this.picked, face]
    if (!this.canBecomeSet(more)) return this.askWhyNot(`${this.picking} ${inOrder(more, this.info).join(' ')}`, face)
    return { state: 'add', label: texts.board.pick(name), act: () => (this.picked = more) }
  }

  private canBecomeSet(cards: string[]): boolean {
    const pick = this.you?.pick
    if (pick) return cards.length <= pick.count && within(cards, pick.cards)
    return this.sets.some((offer) => within(cards, offer.cards))
  }

  private setOf(cards: string[]): string | null {
    const pick = this.you?.pick
    if (!this.picking || cards.length === 0) return null
    if (pick) return cards.length === pick.count && within(cards, pick.cards) ? `${pick.verb} ${inOrder(cards, this.info).join(' ')}` : null
    return this.sets.find((offer) => offer.cards.length === cards.length && within(cards, offer.cards))?.move ?? null
  }

  /** A card that may not be played: ask all the same, so that the answer says why. */
  private askWhyNot(move: string, face: string): CardClick {
    return { state: 'no', label: texts.board.whyNot(this.nameOf(face)), act: () => this.ask(move) }
  }

  private ask(move: string): void {
    if (!this.busy) this.given().onmove(move)
  }

  /** The move that a click on this card means, whether or not it is allowed. */
  private moveOn(face: string, seat: number | null, verbs: string[]): string {
    const verb = this.offers.find((offer) => verbs.includes(offer.verb))?.verb ?? verbs[0] ?? ''
    return `${verb} ${face}${this.info.verbs[verb]?.owned && seat !== null ? `@${seat}` : ''}`
  }

  /** Whether an offer is taken by a click on a card that is to be seen. */
  isOnCard(offer: Offer): boolean {
    const zones = this.info.verbs[offer.verb]?.zones ?? []
    return offer.cards.length > 0 && zones.some((zone) => this.holds(zone, offer))
  }

  private holds(zone: string, offer: Offer): boolean {
    const found = this.play?.zones[zone]
    const seats = Array.isArray(found) ? found.map((_, seat) => seat) : [null]
    return seats.some((seat) => (offer.owner ?? seat) === seat && within(offer.cards, this.cards(zone, seat).cards))
  }
}

export function provideBoard(given: () => BoardInput): BoardState {
  return setContext(KEY, new BoardState(given))
}

export function useBoard(): BoardState {
  return getContext<BoardState>(KEY)
}
