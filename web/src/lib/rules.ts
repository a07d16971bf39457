/** The rules page of a game, made fit for the panel, and where to open it. */

import { api } from './api'
import type { Update } from './wire'

export interface Rules {
  title: string
  html: string
}

const read = new Map<string, Promise<Rules>>()

/** Asked for once a game. */
export function rulesOf(game: string): Promise<Rules> {
  const known = read.get(game)
  if (known) return known
  const asked = api.rules(game).then(({ title, html }) => ({ title, html: tidy(html) }))
  asked.catch(() => read.delete(game))
  read.set(game, asked)
  return asked
}

/** The panel has a heading already; a wide table scrolls by itself and not the page. */
function tidy(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const heading of page.querySelectorAll('h1')) heading.remove()
  for (const styled of page.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const table of page.querySelectorAll('table')) {
    const frame = page.createElement('div')
    frame.className = 'wide'
    frame.tabIndex = 0
    frame.setAttribute('role', 'group')
    frame.setAttribute('aria-label', 'Table')
    table.replaceWith(frame)
    frame.append(table)
  }
  return page.body.innerHTML
}

/** Words in a heading that belong to what you may do, the most fitting first. */
const CHAPTERS: Record<string, string[]> = {
  bid: ['bidding'],
  pick: ['how a hand starts'],
  choose: ['how a round goes'],
  take: ['when you act'],
  set: ['how a hand starts'],
  ready: ['how a hand starts'],
  redeal: ['how a hand starts'],
  stay: ['how a hand starts'],
  trade: ['how a hand starts'],
  play: ['the tricks'],
}
const ALWAYS = ['your turn', 'when you act', 'the tricks', 'the lead', 'how a round goes']

/** The heading at which the rules are opened: the one about what you are to do now. */
export function chapterFor(update: Update, headings: string[]): number {
  const verb = update.you?.legal[0]?.move.split(' ')[0] ?? update.you?.pick?.verb ?? ''
  const wanted = [...(CHAPTERS[verb] ?? []), ...ALWAYS]
  if (update.table.game === 'pickle' && verb === 'play') wanted.unshift(update.you?.task.startsWith('lead') ? 'the lead' : 'following')
  if (update.table.state === 'over') wanted.unshift('the end')
  for (const words of wanted) {
    const found = headings.findIndex((heading) => heading.toLowerCase().includes(words))
    if (found >= 0) return found
  }
  return -1
}
