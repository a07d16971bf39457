/** The rules page of a game, made fit for the panel, and where to open it. */

import { texts } from '../languages'
import { api } from '../net/api'
import type { GameInfo, Rules, Update } from '../net/wire'

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
    frame.setAttribute('aria-label', texts.board.table)
    table.replaceWith(frame)
    frame.append(table)
  }
  return page.body.innerHTML
}

/** Chapters of most rules pages, for where a verb names none. */
const ALWAYS = ['your turn', 'when you act', 'the tricks', 'the lead', 'how a round goes']

/** A chapter as the id of its heading has it: the English one, in whatever language the page is. */
const asId = (chapter: string) => chapter.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The heading at which the rules are opened: the one about what you are to do now; before the game they are read from the top. */
export function chapterFor(info: GameInfo, { you, table }: Update, ids: string[]): number {
  if (table.state === 'waiting' || table.state === 'preparing') return -1
  const verb = you?.offers[0]?.verb ?? you?.pick?.verb ?? ''
  const chapter = info.verbs[verb]?.chapter
  const wanted = [...(table.state === 'over' ? ['the end'] : []), ...(chapter ? [chapter] : []), ...ALWAYS]
  for (const words of wanted) {
    const found = ids.findIndex((id) => id.includes(asId(words)))
    if (found >= 0) return found
  }
  return -1
}
