/** What the server keeps of you, by the secret of this browser; and a secret that came by a private link. */

import { texts } from '../languages'
import { api } from '../net/api'
import { ServerCall } from '../net/call.svelte'
import type { Numbers } from '../net/wire'
import { isPerson, storage } from '../shared/storage'
import { allOf, gamesInWords } from './words'

/** Another browser of yours, whose private link was opened here. */
export interface Arrived {
  secret: string
  theirs: Numbers
}

const FILE = 'cutcard-games.json'
const LINK = /^#secret=([\w-]+)$/

/** The secret in the address of the page, which is taken out of it: nobody is to see it there. */
function secretInAddress(): string | null {
  const secret = LINK.exec(location.hash)?.[1] ?? null
  if (secret !== null) history.replaceState(history.state, '', location.pathname)
  return secret
}

export class Yourself {
  numbers = $state.raw<Numbers | null>(null)
  arrived = $state.raw<Arrived | null>(null)
  /** What was done last, for who cannot see it change. */
  said = $state('')
  readonly call = new ServerCall()

  link = (): string => `${location.origin}/you#secret=${storage.person}`

  load = (): Promise<boolean> =>
    this.call.run(async () => {
      this.numbers = await api.numbers(storage.person)
      await this.look()
    })

  /** A private link was opened in a page that is there already. */
  arrive = (): Promise<boolean> => this.call.run(() => this.look())

  private async look(): Promise<void> {
    const secret = secretInAddress()
    if (secret === null || secret === storage.person) return
    if (isPerson(secret)) this.arrived = { secret, theirs: await api.numbers(secret) }
    else this.said = texts.yourGames.cutShort
  }

  /** From now on this browser is who the link says. What it had goes along, or is deleted. */
  take = (arrived: Arrived, keepOwn: boolean): Promise<boolean> =>
    this.call.run(async () => {
      const own = storage.person
      if (keepOwn) await api.merge(arrived.secret, own)
      else await api.forget(own)
      storage.person = arrived.secret
      this.arrived = null
      this.numbers = await api.numbers(arrived.secret)
      this.said = texts.yourGames.now(gamesInWords(allOf(this.numbers)))
    })

  stay = (): void => {
    this.arrived = null
    this.said = texts.yourGames.asBefore
  }

  /** As a file. */
  save = (): Promise<boolean> =>
    this.call.run(async () => {
      const file = new Blob([JSON.stringify(await api.exported(storage.person), null, 2)], { type: 'application/json' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = FILE
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
      this.said = texts.yourGames.saved(FILE)
    })

  /** The secret goes too, so that a private link that is somewhere leads to nothing any more. */
  forget = (): Promise<boolean> =>
    this.call.run(async () => {
      const { games } = await api.forget(storage.person)
      storage.newPerson()
      this.numbers = await api.numbers(storage.person)
      this.said = texts.yourGames.deleted(gamesInWords(games))
    })
}
