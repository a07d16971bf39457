/** Which zones lie where, and how they are drawn. Games that are not named here get what their zones say. */
import type { GameInfo } from '../../lib/wire'

export interface Place {
  zone: string
  title: string
  /**
   * row: all cards side by side; fan: overlapping, every rank readable; pile: one card and a count;
   * countdown: a slot a rank; trick: a place for the cards of each seat.
   */
  look: 'row' | 'fan' | 'pile' | 'countdown' | 'trick'
  /** A zone whose face-down cards lie in the same places. */
  under?: string
  /** A zone whose cards belong to these, though everybody has seen them. */
  seen?: string
}

export interface Layout {
  middle: Place[]
  /** In the panel of another seat. */
  seat: Place[]
  /** Before you. */
  own: Place[]
}

const PILES = new Set(['deck', 'discards', 'spent', 'burned'])

const place = (zone: string, title: string, look: Place['look'], under?: string): Place => ({ zone, title, look, ...(under ? { under } : {}) })

const SPECIAL: Record<string, (usual: Layout) => Layout> = {
  pickup: (usual) => ({
    middle: [place('pool', 'Pool', 'row'), place('played', 'Played this round', 'trick', 'choices'), ...usual.middle.filter(isPile)],
    seat: [place('piles', 'Pile', 'fan'), place('hands', 'Hand', 'fan')],
    own: [place('piles', 'Your pile', 'fan'), place('hands', 'Your hand', 'row')],
  }),
  'to-the-moon': (usual) => ({
    middle: [place('trick', 'Countdown', 'countdown'), ...usual.middle.filter(isPile)],
    seat: [place('hands', 'Hand', 'fan'), place('known', 'Seen', 'fan')],
    own: [{ ...place('hands', 'Your hand', 'row'), seen: 'known' }],
  }),
  pickle: (usual) => ({
    middle: [place('played', 'Trick', 'trick'), ...usual.middle.filter(isPile)],
    seat: [place('hands', 'Hand', 'fan')],
    own: [place('traded', 'You traded away', 'fan'), place('hands', 'Your hand', 'row')],
  }),
  'clever-pickin': (usual) => ({
    middle: [place('center', 'Pick one', 'row'), place('played', 'Trick', 'trick'), ...usual.middle.filter(isPile)],
    seat: [place('known', 'Seen', 'fan'), place('hands', 'Hand', 'fan')],
    own: [{ ...place('hands', 'Your hand', 'row'), seen: 'known' }],
  }),
}

function isPile(shown: Place): boolean {
  return shown.look === 'pile'
}

export function layoutOf(info: GameInfo): Layout {
  const usual: Layout = { middle: [], seat: [], own: [] }
  const own: Place[] = []
  for (const [zone, { title, each, sight }] of Object.entries(info.zones)) {
    if (!title) continue
    if (!each) usual.middle.push(place(zone, title, PILES.has(zone) || sight === 'dark' ? 'pile' : 'row'))
    else {
      usual.seat.push(place(zone, title, 'fan'))
      const yours = place(zone, title, sight === 'own' || zone === 'stacks' ? 'row' : 'fan')
      if (yours.look === 'row') own.push(yours)
      else usual.own.push(yours)
    }
  }
  usual.own.push(...own)
  usual.middle.sort((a, b) => Number(isPile(a)) - Number(isPile(b)))
  return SPECIAL[info.game]?.(usual) ?? usual
}
