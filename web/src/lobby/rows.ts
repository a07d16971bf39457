/** Rows of values, typed or out of a file that somebody chose: the file is read on this page, and no server sees it. */

import { texts } from '../languages'
import type { Value } from '../net/wire'

/** A row as it is typed: `3, 4, 5`. Numbers where the usual row has numbers. */
export function parseRow(text: string, like: Value): Value {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return Array.isArray(like) && typeof like[0] === 'number' ? parts.map(Number).filter((number) => !Number.isNaN(number)) : parts
}

/**
 * The values of a file as they are typed, with commas between. In JSON that is a list of them, or every card with its value: as an object, as
 * pairs, or as objects with `solid` and `hollow`. In CSV a line is a card and its value, and `solid,hollow` may stand above; or there are only values.
 */
export function rowTextOf(text: string, cards: readonly string[]): string {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') throw new Error(texts.lobby.fileEmpty)
  const found = /^[[{]/.test(plain) ? entriesOfJson(plain) : linesOfCsv(plain)
  if (found.every((entry) => entry.length === 1)) return found.flat().join(', ')
  if (!found.every((entry) => entry.length === 2)) throw new Error(texts.lobby.fileNoPairs)
  return inOrder(found as [string, string][], cards).join(', ')
}

/** The values by the order of the deck: a file may list its cards in any. */
function inOrder(pairs: [string, string][], cards: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const [card, value] of pairs) {
    if (known.has(card)) throw new Error(texts.lobby.fileTwice(card))
    known.set(card, value)
  }
  const missing = cards.filter((card) => !known.has(card))
  if (missing.length > 0) throw new Error(texts.lobby.fileMissing(missing.slice(0, 3).join(', '), missing.length > 3))
  if (known.size > cards.length) throw new Error(texts.lobby.fileTooMany)
  return cards.map((card) => known.get(card) ?? '')
}

function linesOfCsv(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const cells = lines.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  if (cells[0]?.join(' ').toLowerCase() === 'solid hollow') cells.shift()
  return cells.length === 1 ? (cells[0] ?? []).map((cell) => [cell]) : cells
}

function entriesOfJson(text: string): string[][] {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new Error(texts.lobby.fileNoJson)
  }
  const entries: unknown[] = Array.isArray(found) ? found : Object.entries(found as object)
  return entries.map(entryOf)
}

function entryOf(entry: unknown): string[] {
  if (Array.isArray(entry)) return entry.map(String)
  if (entry !== null && typeof entry === 'object') {
    const { solid, hollow } = entry as { solid?: unknown; hollow?: unknown }
    return [String(solid), String(hollow)]
  }
  return [String(entry)]
}
