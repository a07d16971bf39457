/** How cards get from where they were to where they are, by the browser's own animations. Where motion is unwelcome they fade, in the same order. */
import { ghostOf, tokenOf } from './ghosts'

export interface Spot {
  face: string
  /** `zone-seat`, or `zone-` in the middle. */
  place: string
  box: DOMRect
  element: HTMLElement
}

/** A place with something that is counted: cards in a pile, coins in a purse. */
interface Store {
  name: string
  count: number
  box: DOMRect
}

/** Where everything was before a change. */
export interface Snapshot {
  spots: Spot[]
  piles: Store[]
  tokens: Store[]
  /** The plate of the seat whose cards in a trick were the ones to beat. */
  winner: DOMRect | null
  /** Something great lay there: it lifts off. */
  isGreat: boolean
}

export interface Tempo {
  /** How long a single card off the deck is waited for before it turns, in milliseconds; 0 where cards are only dealt. */
  suspense: number
  /** How long things take beside the usual. */
  factor: number
}

const FLY = 260
const SHIFT = 200
const OFF_THE_DECK = 200
const TURN = 180
/** All travels of one change begin within this time. */
const SPREAD = 560
const STEP = 80
/** Of more cards off the deck than this at once none is waited for. */
const FEW = 2
export const EASE = 'cubic-bezier(.2,.7,.25,1)'

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function snapshotOf(root: HTMLElement): Snapshot {
  const winner = root.querySelector<HTMLElement>('[data-best]')?.dataset.best
  return {
    spots: spotsOf(root),
    piles: storesOf(root, 'pile'),
    tokens: storesOf(root, 'token'),
    winner: winner === undefined ? null : inTheMiddleOf(root.querySelector(`[data-plate="${winner}"]`)),
    isGreat: root.querySelector('.great') !== null,
  }
}

/** Where cards vanish that somebody wins: small, in the middle of the plate. */
function inTheMiddleOf(plate: Element | null): DOMRect | null {
  if (!plate) return null
  const { x, y } = middleOf(plate.getBoundingClientRect())
  return new DOMRect(x - 12, y - 17, 24, 34)
}

function spotsOf(root: HTMLElement): Spot[] {
  return [...root.querySelectorAll<HTMLElement>('[data-card]')].map((element) => ({
    face: element.dataset.card ?? '',
    place: element.dataset.place ?? '',
    box: element.getBoundingClientRect(),
    element,
  }))
}

function storesOf(root: HTMLElement, kind: 'pile' | 'token'): Store[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-${kind}]`)].map((element) => ({
    name: element.dataset[kind] ?? '',
    count: Number(element.dataset.count ?? 0),
    box: (element.querySelector('.top') ?? element).getBoundingClientRect(),
  }))
}

/** Lets everything go from where it was to where it is now; gives what is under way. */
export function travel(root: HTMLElement, before: Snapshot, tempo: Tempo): Animation[] {
  return new Journey(root, before, tempo).begin()
}

const seatOf = (place: string): string => place.slice(place.lastIndexOf('-') + 1)
const zoneOf = (place: string): string => place.slice(0, place.lastIndexOf('-'))

class Journey {
  private under: Animation[] = []
  private old: Spot[]
  private now: Snapshot

  constructor(
    private root: HTMLElement,
    private before: Snapshot,
    private tempo: Tempo,
  ) {
    this.old = [...before.spots]
    this.now = snapshotOf(root)
  }

  begin(): Animation[] {
    const fresh: Spot[] = []
    for (const spot of this.now.spots) {
      const same = this.claim((was) => was.face === spot.face && was.place === spot.place)
      if (!same) fresh.push(spot)
      else if (spot.face !== '?') this.slide(spot, same.box, SHIFT)
    }
    if (isStill()) for (const spot of fresh) this.fade(spot.element)
    else this.bring(fresh)
    if (!isStill()) {
      this.sweep()
      this.pay()
    }
    return this.under
  }

  /** A spot of before that nothing has come from yet. */
  private claim(isIt: (spot: Spot) => boolean): Spot | undefined {
    const place = this.old.findIndex(isIt)
    return place < 0 ? undefined : this.old.splice(place, 1)[0]
  }

  private bring(fresh: Spot[]): void {
    const dealt: Spot[] = []
    for (const spot of fresh) {
      const elsewhere = spot.face === '?' ? undefined : this.claim((was) => was.face === spot.face)
      if (elsewhere) this.slide(spot, elsewhere.box, FLY)
      else if (!this.turnOver(spot)) dealt.push(spot)
    }
    const deck = this.before.piles.find((pile) => pile.name === 'deck')
    const isDrawn = this.tempo.suspense > 0 && dealt.length <= FEW
    const step = Math.min(STEP, SPREAD / Math.max(1, dealt.length))
    dealt.forEach((spot, turn) => {
      if (!deck || deck.box.width === 0) this.fade(spot.element)
      else if (isDrawn && spot.face !== '?') this.draw(spot, deck.box, turn)
      else if (spot.face !== '?') this.slide(spot, deck.box, FLY, turn * step)
    })
  }

  /** A card that lay face down there or with its seat is turned; a card that goes face down too. Whether it was one. */
  private turnOver(spot: Spot): boolean {
    const seat = seatOf(spot.place)
    if (seat === '') return false
    const isDown = spot.face === '?'
    const was = this.claim((one) => seatOf(one.place) === seat && zoneOf(one.place) !== zoneOf(spot.place) && (one.face === '?') !== isDown)
    if (!was) return false
    if (was.face === '?') this.old.push(was) // a hand of hidden cards is there for the next one too
    const pictures = isDown ? [was, spot] : [spot, spot]
    const ghost = ghostOf(this.root, spot.box, pictureOf(pictures[0]), isDown ? pictureOf(spot) : null)
    if (!ghost) return false
    const turn = isDown ? ['rotateY(0)', 'rotateY(180deg)'] : ['rotateY(180deg)', 'rotateY(0)']
    this.play(ghost.element, [{ transform: from(was.box, spot.box) }, { transform: 'none' }], { duration: FLY })
    this.play(ghost.sides, turn.map((transform) => ({ transform })), { duration: FLY })
    this.hide(spot, FLY)
    return true
  }

  /** Off the deck face down, a wait, a turn, and only then to where it lies. */
  private draw(spot: Spot, deck: DOMRect, turn: number): void {
    const ghost = ghostOf(this.root, spot.box, pictureOf(spot), null)
    if (!ghost) return
    const wait = this.tempo.suspense
    const times = [0, OFF_THE_DECK, OFF_THE_DECK + wait, OFF_THE_DECK + wait + TURN, OFF_THE_DECK + wait + TURN + FLY]
    const all = times[4] ?? 1
    const delay = turn * (all - FLY)
    const held = onTheWay(deck, spot.box)
    const way = [from(deck, spot.box), held, held, held, 'none']
    this.play(ghost.element, way.map((transform, place) => ({ transform, offset: (times[place] ?? 0) / all })), { duration: all, delay })
    const turns = [180, 180, 180, 0, 0].map((angle, place) => ({ transform: `rotateY(${angle}deg)`, offset: (times[place] ?? 0) / all }))
    this.play(ghost.sides, turns, { duration: all, delay })
    this.hide(spot, all + delay)
  }

  /** What is no longer shown goes where it went: to who won it, to the pile that grew, or up and away. */
  private sweep(): void {
    const gone = this.old.filter((spot) => spot.face !== '?')
    const grown = this.now.piles
      .map((pile) => ({ pile, by: pile.count - (this.before.piles.find((was) => was.name === pile.name)?.count ?? 0) }))
      .filter(({ by, pile }) => by > 0 && pile.box.width > 0)
      .sort((a, b) => b.by - a.by)
    const pile = grown[0]?.pile.box ?? null
    gone.forEach((spot, turn) => {
      const isTrick = spot.element.dataset.trick !== undefined
      this.leave(spot, this.before.isGreat ? null : isTrick ? (this.before.winner ?? pile) : pile, Math.min(turn * 40, SPREAD))
    })
  }

  private leave(spot: Spot, to: DOMRect | null, delay: number): void {
    if (spot.box.width === 0) return
    const ghost = ghostOf(this.root, spot.box, pictureOf(spot), null)
    if (!ghost) return
    const up = `translateY(${-innerHeight / 2}px)`
    const end = to ? from(to, spot.box) : this.before.isGreat ? up : 'none'
    const frames = [{ transform: 'none', opacity: 1 }, { transform: end, opacity: to ? 1 : 0.4, offset: 0.85 }, { transform: end, opacity: 0 }]
    this.play(ghost.element, frames, { duration: FLY + 80, delay })
  }

  /** Coins and chips that changed hands: from who has fewer to who has more. */
  private pay(): void {
    const changes = this.now.tokens
      .map((store) => ({ ...store, by: store.count - (this.before.tokens.find((was) => was.name === store.name)?.count ?? store.count) }))
      .filter(({ by }) => by !== 0)
    const middle = this.root.querySelector('.stage')?.getBoundingClientRect()
    const takers = changes.filter(({ by }) => by > 0)
    changes.filter(({ by }) => by < 0).forEach((giver, turn) => {
      const to = takers[0]?.box ?? middle
      if (to) this.pass(giver, to, turn)
    })
    if (takers.length > 0 && !changes.some(({ by }) => by < 0) && middle) takers.forEach((taker, turn) => this.pass({ ...taker, box: middle }, taker.box, turn))
  }

  private pass(giver: Store, to: DOMRect, turn: number): void {
    const token = tokenOf(this.root, giver.box, giver.name)
    const end = `translate(${middleOf(to).x - middleOf(giver.box).x}px, ${middleOf(to).y - middleOf(giver.box).y}px)`
    this.play(token, [{ transform: 'none', opacity: 1 }, { transform: end, opacity: 1, offset: 0.85 }, { transform: end, opacity: 0 }], { duration: 420, delay: turn * STEP })
  }

  private slide(spot: Spot, was: DOMRect, duration: number, delay = 0): void {
    const start = from(was, spot.box)
    if (isStill() || start === 'none') return
    spot.element.style.transformOrigin = '0 0'
    this.animate(spot.element, [{ transform: start, zIndex: 6 }, { transform: 'none', zIndex: 6 }], { duration, delay })
  }

  private fade(element: HTMLElement): void {
    this.animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: SHIFT })
  }

  /** The card itself is not seen while its ghost travels. */
  private hide(spot: Spot, time: number): void {
    this.animate(spot.element, [{ opacity: 0 }, { opacity: 0 }], { duration: time })
  }

  /** An animation of something that is only there for it. */
  private play(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    const animation = this.animate(element, frames, { fill: 'both', ...timing })
    const ghost = element.closest('.ghost')
    animation.finished.then(() => ghost?.remove(), () => ghost?.remove())
  }

  private animate(element: HTMLElement, frames: Keyframe[], { duration = 0, delay = 0, fill = 'backwards' }: KeyframeAnimationOptions): Animation {
    const { factor } = this.tempo
    const animation = element.animate(frames, { easing: EASE, fill, duration: Number(duration) * factor, delay: delay * factor })
    this.under.push(animation)
    return animation
  }
}

function pictureOf(spot: Spot | undefined): SVGElement | null {
  return spot?.element.querySelector('svg') ?? null
}

function middleOf(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** What makes a thing that lies in `to` look as if it lay in `was`, from its upper left corner. */
function from(was: DOMRect, to: DOMRect): string {
  const [across, down] = [was.left - to.left, was.top - to.top]
  const grown = to.width ? was.width / to.width : 1
  return Math.abs(across) + Math.abs(down) < 2 && Math.abs(grown - 1) < 0.02 ? 'none' : `translate(${across}px, ${down}px) scale(${grown})`
}

/** Beside the deck, towards where the card goes, and as large as the deck or larger. */
function onTheWay(deck: DOMRect, to: DOMRect): string {
  const width = deck.width * 1.2
  const left = deck.left + (to.left - deck.left) * 0.3
  const top = deck.top + (to.top - deck.top) * 0.3
  return `translate(${left - to.left}px, ${top - to.top}px) scale(${to.width ? width / to.width : 1})`
}
