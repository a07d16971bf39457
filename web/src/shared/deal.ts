/** Deals a game again in the browser, from the secret that the server had bound itself to and what everybody added. */

import { texts } from '../languages'
import type { Deal, TableInfo } from '../net/wire'
import type { Promised } from './storage'

const WORDS_IN_A_BLOCK = 4
const HALF = 2 ** 32
const ALL = 1n << 64n

export interface Checked {
  holds: boolean
  /** What was found, in sentences. */
  lines: string[]
}

/** What is wrong with a deal, to be told. */
class Broken extends Error {}

/** The random words of a table, one after the other: HMAC-SHA-256 with the secret, over its code, what was added and a counter. */
class Words {
  private block = new DataView(new ArrayBuffer(0))
  private used = 0

  private constructor(
    private key: CryptoKey,
    private begin: string,
  ) {}

  static async of(table: TableInfo, purpose: 'deal' | 'dealer'): Promise<Words> {
    const secret = bytes(table.secret ?? '')
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const added = Object.entries(table.randomness).sort(([a], [b]) => Number(a) - Number(b))
    return new Words(key, `cutcard ${purpose} 1\n${table.code}\n${added.map(([seat, text]) => `${seat}:${text}\n`).join('')}`)
  }

  async next(): Promise<bigint> {
    const place = this.used % WORDS_IN_A_BLOCK
    if (place === 0) {
      const text = new TextEncoder().encode(`${this.begin}${this.used / WORDS_IN_A_BLOCK}`)
      this.block = new DataView(await crypto.subtle.sign('HMAC', this.key, text))
    }
    this.used += 1
    return this.block.getBigUint64(8 * place)
  }

  /** A number below this one, each as likely as the others (Lemire's method). */
  async below(bound: number): Promise<number> {
    for (;;) {
      const product = Number((await this.next()) >> 32n) * bound
      if (product % HALF >= (HALF - bound) % bound) return Math.floor(product / HALF)
    }
  }
}

/** Check a game that is over; `promised` is what this browser has kept of it. */
export async function checkDeal(table: TableInfo, deal: Deal, seat: number | null, promised: Promised): Promise<Checked> {
  try {
    if ((await fingerprint(table.secret ?? '')) !== table.commitment)
      throw new Broken(texts.fair.otherSecret)
    if (promised.commitment && promised.commitment !== table.commitment)
      throw new Broken(texts.fair.otherFingerprint(promised.commitment))
    const own = seat === null ? undefined : table.randomness[String(seat)]
    const isMine = own !== undefined && promised.added.includes(own)
    if (own !== undefined && promised.added.length && !isMine)
      throw new Broken(texts.fair.otherChance)
    const shuffles = await dealtAgain(table, deal)
    await checkDealer(table, deal)
    return { holds: true, lines: said(deal, shuffles, promised, isMine) }
  } catch (problem) {
    if (problem instanceof Broken) return { holds: false, lines: [problem.message] }
    throw problem
  }
}

/** Every card from the words, out of what was left of the deck; gives how often it was shuffled. */
async function dealtAgain(table: TableInfo, { faces, draws }: Deal): Promise<number> {
  const words = await Words.of(table, 'deal')
  const whole = draws[0]?.deck ?? []
  let deck: number[] = []
  let shuffles = 0
  for (const [at, draw] of draws.entries()) {
    if (draw.deck) {
      deck = [...draw.deck]
      shuffles += 1
      if (deck.length !== faces.length || deck.some((number, face) => number < 0 || number > (whole[face] ?? 0)))
        throw new Broken(texts.fair.wrongDeck(at + 1))
    }
    const left = deck.reduce((sum, number) => sum + number, 0)
    if (left === 0) throw new Broken(texts.fair.emptyDeck(at + 1))
    let place = await words.below(left)
    const face = deck.findIndex((number) => (place -= number) < 0)
    if (faces[face] !== draw.card) throw new Broken(texts.fair.otherCard(at + 1, draw.card, faces[face] ?? ''))
    deck[face] = (deck[face] ?? 0) - 1
  }
  return shuffles
}

async function checkDealer(table: TableInfo, deal: Deal): Promise<void> {
  if (deal.dealer !== 'drawn') return
  const seats = BigInt(table.seats.length)
  const words = await Words.of(table, 'dealer')
  let word = await words.next()
  while (word >= ALL - (ALL % seats)) word = await words.next()
  if (Number(word % seats) !== table.dealer) throw new Broken(texts.fair.otherDealer)
}

function said(deal: Deal, shuffles: number, promised: Promised, isMine: boolean): string[] {
  return [
    texts.fair.allCards(deal.draws.length, shuffles),
    promised.commitment ? texts.fair.sameFingerprint : texts.fair.newFingerprint,
    isMine ? texts.fair.yours : texts.fair.notYours,
    deal.dealer === 'drawn' ? texts.fair.dealerDrawn : texts.fair.dealerChosen,
  ]
}

async function fingerprint(secret: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(secret)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
