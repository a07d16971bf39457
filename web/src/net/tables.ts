/** Getting to a table: a new one, one against bots, a rematch. Several requests in a row; then the page goes there. */

import { texts } from '../languages'
import { route } from '../shared/route.svelte'
import { storage } from '../shared/storage'
import { api } from './api'
import type { FindTable, GameInfo, MakeTable, PlayOn, Seated, TableInfo, Update } from './wire'

export const LONGEST_NAME = 24

/** What the person is called, whether or not they said so. */
export const myName = (): string => storage.name.trim() || texts.guest

/** Make a table, keep its key, and go there. */
export async function makeTable(table: Omit<MakeTable, 'name'>): Promise<void> {
  const made = await api.make({ ...table, name: myName() })
  storage.setKey(made.code, made.key)
  route.go(`/t/${made.code}`)
}

/** A seat among people: where you wait already, at a table of others that waits, or at a new one. */
export async function findTable(wish: Omit<FindTable, 'id' | 'name'>): Promise<void> {
  const waiting = (await api.listed()).find((table) => table.state === 'waiting' && storage.key(table.code) !== null)
  if (waiting) return route.go(`/t/${waiting.code}`)
  const found = await api.find({ ...wish, name: myName() })
  storage.setKey(found.code, found.key)
  route.go(`/t/${found.code}`)
}

/** Play at once against bots of one level. */
export async function playNow(info: GameInfo, level: string): Promise<void> {
  const made = await api.make({ game: info.game, options: info.preset, name: myName(), level, coach: storage.coach })
  storage.game = info.id
  await startAndGo(made)
}

/** Practice from a position of a game that is over. A table that is not wanted any more when it is made is left alone. */
export async function playOn(code: string, wish: Omit<PlayOn, 'id' | 'name'>, isWanted: () => boolean): Promise<void> {
  const made = await api.playOn(code, null, { ...wish, name: myName() })
  if (isWanted()) await startAndGo(made, isWanted)
}

/** To a new table against bots. One that could not be started waits there, to be started by hand: another press would make another table. */
async function startAndGo({ code, key }: Seated, isWanted = (): boolean => true): Promise<void> {
  storage.setKey(code, key)
  await api.start(code, key).catch(() => null)
  if (isWanted()) route.go(`/t/${code}`)
}

/** The same people again; with `anew` nothing goes over from the last game. Where only bots wait for you, it starts at once. */
export async function playAgain(code: string, key: string, anew?: GameInfo): Promise<void> {
  const next = await api.rematch(code, key)
  storage.goOn(code, next.code, key)
  const { table, you } = await api.look(next.code, key)
  if (anew && table.state === 'waiting' && you?.seat === table.host) await startAnew(table, key, anew)
  if (canStart(table, you) && table.seats.filter((seat) => seat.kind === 'person').length === 1) {
    await api.start(next.code, key).catch(() => null)
  }
  route.go(`/t/${next.code}`)
}

/** Leave out what was carried over from the last game. */
export async function startAnew(table: TableInfo, key: string, info: GameInfo): Promise<void> {
  const carried = new Set(info.options.filter((option) => option.carried).map((option) => option.name))
  const options = Object.fromEntries(Object.entries(table.options).filter(([name]) => !carried.has(name)))
  await api.set(table.code, key, { options })
}

/** Whether it is your turn, at a table where you have a seat. */
export function isToMove({ you, play }: Update): boolean {
  return you !== null && !!play?.to_act.includes(you.seat)
}

function canStart(table: Update['table'], you: Update['you']): boolean {
  return table.state === 'waiting' && you !== null && you.seat === table.host && table.seats.every((seat) => seat.kind !== 'open')
}
