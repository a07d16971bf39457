/** Pictures that are only there while something travels: nobody can click them, and nobody who listens hears of them. */

export interface Ghost {
  element: HTMLElement
  /** Its two sides: turned by half a circle the other one is seen. */
  sides: HTMLElement
}

/** A card over the board, with its face and its back; where no back is given, that of the deck. */
export function ghostOf(root: HTMLElement, box: DOMRect, face: SVGElement | null, back: SVGElement | null): Ghost | null {
  if (!face || box.width === 0) return null
  const element = placed(root, box)
  element.style.setProperty('--card-width', `${box.width}px`)
  const sides = document.createElement('span')
  sides.className = 'ghost-sides'
  sides.append(side(face, 'front'), side(back ?? backIn(root) ?? face, 'back'))
  element.append(sides)
  return { element, sides }
}

/** A coin or a chip over the board. */
export function tokenOf(root: HTMLElement, box: DOMRect, name: string): HTMLElement {
  const element = placed(root, box)
  const picture = root.querySelector(`[data-token="${name}"] svg`) ?? root.querySelector('[data-token] svg')
  if (picture) element.append(picture.cloneNode(true))
  return element
}

function placed(root: HTMLElement, box: DOMRect): HTMLElement {
  const element = document.createElement('span')
  const frame = root.getBoundingClientRect()
  element.className = 'ghost'
  element.setAttribute('aria-hidden', 'true')
  Object.assign(element.style, { left: `${box.left - frame.left}px`, top: `${box.top - frame.top}px`, width: `${box.width}px`, height: `${box.height}px` })
  root.append(element)
  return element
}

function side(picture: SVGElement, name: string): HTMLElement {
  const element = document.createElement('span')
  const copy = picture.cloneNode(true) as SVGElement
  copy.removeAttribute('role')
  copy.removeAttribute('aria-label')
  element.className = name
  element.append(copy)
  return element
}

function backIn(root: HTMLElement): SVGElement | null {
  return root.querySelector('[data-pile=deck] .top svg')
}
