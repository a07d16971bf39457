/** Which page is shown: home `/`, a table `/t/CODE`, a replay `/r/CODE`, which may say where it begins: `?step=17&seat=1`, a lesson `/learn/GAME`, your own
 *  games `/you`, puzzles `/puzzles`, one of them `/puzzle/GAME/17`, or that of the day `/puzzle/today`. */

export type Page = { name: 'home' } | { name: 'you' } | { name: 'puzzles' } | { name: 'puzzle'; game: string | null; number: number } | { name: 'table'; code: string } | { name: 'replay'; code: string } | { name: 'lesson'; game: string } | { name: 'not found' }

export function pageOf(path: string): Page {
  if (path === '/' || path === '') return { name: 'home' }
  if (/^\/you\/?$/.test(path)) return { name: 'you' }
  if (/^\/puzzles\/?$/.test(path)) return { name: 'puzzles' }
  if (/^\/puzzle\/today\/?$/.test(path)) return { name: 'puzzle', game: null, number: 0 }
  const puzzle = /^\/puzzle\/([a-z0-9-]{1,40})\/([0-9]{1,6})\/?$/.exec(path)
  if (puzzle?.[1]) return { name: 'puzzle', game: puzzle[1], number: Number(puzzle[2]) }
  const lesson = /^\/learn\/([a-z0-9-]{1,40})\/?$/.exec(path)
  if (lesson?.[1]) return { name: 'lesson', game: lesson[1] }
  const found = /^\/([tr])\/([A-Za-z0-9-]{1,32})\/?$/.exec(path)
  if (!found?.[2]) return { name: 'not found' }
  return { name: found[1] === 't' ? 'table' : 'replay', code: found[2].toUpperCase() }
}

class Route {
  path = $state(location.pathname)
  page = $derived(pageOf(this.path))
  /** Whether a page was shown before this one. */
  visited = false

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.path = location.pathname
    scrollTo(0, 0)
  }
}

export const route = new Route()

/** A plain click on a link of ours stays in the page; with a modifier the browser does what it always does. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download') || link.target) return
  if (pageOf(link.pathname).name === 'not found' || link.hash) return
  event.preventDefault()
  route.go(link.pathname + link.search)
}

/** The table that a typed code or a pasted link means, with the key of a private link. */
export function tableIn(text: string): { code: string; key: string | null } | null {
  const link = /\/t\/([A-Za-z0-9-]+)(?:#key=([\w-]+))?/.exec(text)
  if (link?.[1]) return { code: link[1].toUpperCase(), key: link[2] ?? null }
  const code = text.trim().toUpperCase()
  return /^[A-Z0-9-]{3,32}$/.test(code) ? { code, key: null } : null
}
