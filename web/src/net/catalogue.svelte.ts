/** The games there are. Asked for once and kept while the page is open. */

import { api, reasonOf, Refusal } from './api'
import type { Catalogue, GameInfo, TableInfo } from './wire'

/** Milliseconds after which a server that did not answer is asked again. */
const AGAIN = 3_000

class CatalogueStore {
  all = $state.raw<Catalogue | null>(null)
  problem = $state('')
  /** There was no answer at all. It is asked for again, until there is one. */
  isUnreachable = $state(false)
  private asking = false

  async load(): Promise<void> {
    if (this.all || this.asking) return
    this.asking = true
    try {
      this.all = await api.games()
      this.problem = ''
      this.isUnreachable = false
    } catch (problem) {
      this.problem = reasonOf(problem)
      this.isUnreachable = problem instanceof Refusal && problem.isLost
      if (this.isUnreachable) setTimeout(() => void this.load(), AGAIN)
    } finally {
      this.asking = false
    }
  }

  /** The entry of what is played at a table: of those of the game, the one whose settings the table has most of. */
  of(table: Pick<TableInfo, 'game' | 'options'>): GameInfo | null {
    const fits = (info: GameInfo): boolean =>
      info.game === table.game && Object.entries(info.preset).every(([name, value]) => isSame(table.options[name], value))
    const size = (info: GameInfo): number => Object.keys(info.preset).length
    return this.all?.games.filter(fits).sort((a, b) => size(b) - size(a))[0] ?? null
  }

  /** What a level of bots is called; a bot of another kind is called as it is named. */
  level(name: string | null): string {
    return this.all?.levels.find((level) => level.name === name)?.title ?? name ?? ''
  }
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const catalogue = new CatalogueStore()
