/** Cards travel from where they were to where they are. Everything can be interrupted: the next change starts where they are then. */

export interface Spot {
  face: string
  place: string
  box: DOMRect
  element: HTMLElement
}

const TRAVEL = 300
const SHIFT = 200
/** All travels of one change begin within this time, so that together they take less than a second. */
const SPREAD = 560
const STEP = 90
const EASE = 'cubic-bezier(.2,.7,.25,1)'

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Where all cards are now. */
export function spotsOf(root: HTMLElement): Spot[] {
  return [...root.querySelectorAll<HTMLElement>('[data-card]')].map((element) => ({
    face: element.dataset.card ?? '',
    place: element.dataset.place ?? '',
    box: element.getBoundingClientRect(),
    element,
  }))
}

const running = new WeakMap<HTMLElement, Animation>()

function run(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  running.get(element)?.cancel()
  running.set(element, element.animate(frames, { easing: EASE, fill: 'backwards', ...options }))
}

/** Let the cards go from `before` to where they are now. */
export function travel(root: HTMLElement, before: Spot[]): void {
  for (const { element } of before) running.get(element)?.cancel()
  const after = spotsOf(root)
  const old = [...before]
  const fresh: Spot[] = []
  for (const spot of after) {
    const same = take(old, (was) => was.face === spot.face && was.place === spot.place)
    if (!same) fresh.push(spot)
    else if (spot.face !== '?') slide(spot, same.box, { duration: SHIFT })
  }
  const step = Math.min(STEP, SPREAD / Math.max(1, fresh.length))
  fresh.filter((spot) => spot.face !== '?').forEach((spot, turn) => {
    const origin = originOf(root, spot, old, before)
    if (isStill() || !origin) run(spot.element, [{ opacity: 0 }, { opacity: 1 }], { duration: SHIFT })
    else slide(spot, origin, { duration: TRAVEL, delay: turn * step }, true)
  })
  if (!isStill()) old.filter((spot) => spot.face !== '?').forEach((spot, turn) => leave(root, spot, Math.min(turn * 40, SPREAD)))
}

function take(spots: Spot[], isIt: (spot: Spot) => boolean): Spot | undefined {
  const place = spots.findIndex(isIt)
  return place < 0 ? undefined : spots.splice(place, 1)[0]
}

/** The same card elsewhere; face-down cards of the same seat; or the deck. */
function originOf(root: HTMLElement, spot: Spot, old: Spot[], before: Spot[]): DOMRect | null {
  const seen = take(old, (was) => was.face === spot.face)
  if (seen) return seen.box
  const seat = spot.place.split('-').at(-1)
  const dark = seat ? before.filter((was) => was.face === '?' && was.place.split('-').at(-1) === seat) : []
  const hand = dark.find((was) => !spot.place.startsWith(was.place.split('-')[0] ?? ''))
  return hand?.box ?? pileOf(root, DECK)
}

const DECK = '[data-pile=deck]'
/** Where cards go that are done with. */
const AWAY = '[data-pile]:not([data-pile=deck])'

/** The first pile of that kind that is to be seen. */
function pileOf(root: HTMLElement, kind: string): DOMRect | null {
  const boxes = [...root.querySelectorAll(`${kind} .top`)].map((top) => top.getBoundingClientRect())
  return boxes.find((box) => box.width > 0) ?? null
}

function slide(spot: Spot, from: DOMRect, timing: KeyframeAnimationOptions, isLong = false): void {
  const across = from.left - spot.box.left
  const down = from.top - spot.box.top
  if (Math.abs(across) + Math.abs(down) < 2 || isStill()) return
  const grown = spot.box.width ? from.width / spot.box.width : 1
  const start = `translate(${across}px, ${down}px) scale(${grown})`
  spot.element.style.transformOrigin = '0 0'
  // A long way is a low arc.
  const arc = `translate(${across * 0.4}px, ${down * 0.4 - 8}px) scale(${(1 + grown) / 2})`
  const way = [start, ...(isLong ? [arc] : []), 'none']
  run(spot.element, way.map((transform) => ({ transform, zIndex: 6 })), timing)
}

/** A card that is no longer shown flies to the pile where it went. */
function leave(root: HTMLElement, spot: Spot, delay: number): void {
  const to = pileOf(root, AWAY)
  const picture = spot.element.querySelector('svg')
  if (!to || !picture || spot.box.width === 0) return
  const ghost = document.createElement('span')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.append(picture.cloneNode(true))
  ghost.querySelector('svg')?.removeAttribute('role')
  const [left, top, width] = [spot.box.left, spot.box.top, spot.box.width].map((length) => `${length}px`)
  Object.assign(ghost.style, { position: 'fixed', left, top, width, zIndex: '7', pointerEvents: 'none', transformOrigin: '0 0' })
  ghost.style.setProperty('--card-width', `${spot.box.width}px`)
  root.append(ghost)
  const end = `translate(${to.left - spot.box.left}px, ${to.top - spot.box.top}px) scale(${to.width / spot.box.width})`
  const frames = [{ transform: 'none' }, { transform: end, opacity: 1, offset: 0.85 }, { transform: end, opacity: 0 }]
  const flight = ghost.animate(frames, { duration: TRAVEL + 60, delay, easing: EASE, fill: 'both' })
  flight.finished.then(() => ghost.remove(), () => ghost.remove())
}
