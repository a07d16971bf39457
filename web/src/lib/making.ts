/** From a wish on the home page to a seat at a table. */

import { api } from './api'
import { randomHex } from './chance'
import { keep } from './keep'
import { route } from './route.svelte'
import type { GameInfo, NewTable, Update } from './wire'

export const LONGEST_NAME = 24

/** What the person is called, whether or not they said so. */
export const myName = (): string => keep.name.trim() || 'Guest'

/** Make a table, keep its key, and go there. */
export async function makeTable(table: Omit<NewTable, 'name'>): Promise<void> {
  const made = await api.make({ ...table, name: myName() })
  keep.setKey(made.code, made.key)
  route.go(`/t/${made.code}`)
}

/** Play at once against bots of one level. */
export async function playNow(info: GameInfo, level: string): Promise<void> {
  const made = await api.make({ game: info.game, options: info.preset, name: myName(), level })
  keep.setKey(made.code, made.key)
  await api.start(made.code, made.key, randomHex())
  route.go(`/t/${made.code}`)
}

/** The same people again. Where only bots wait for you, it starts at once. */
export async function playAgain(code: string, key: string): Promise<void> {
  const next = await api.rematch(code, key)
  keep.setKey(next.code, key)
  const { table, you } = await api.look(next.code, key)
  if (canStart(table, you) && table.seats.filter((seat) => seat.kind === 'person').length === 1) {
    await api.start(next.code, key, randomHex()).catch(() => null)
  }
  route.go(`/t/${next.code}`)
}

export function canStart(table: Update['table'], you: Update['you']): boolean {
  return table.state === 'waiting' && you !== null && you.seat === table.host && table.seats.every((seat) => seat.kind !== 'open')
}
