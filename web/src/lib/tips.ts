/** Three short tips a game, one at a time, at the moment they matter. */
import type { Cards, GameInfo, Update } from './wire'

interface Moment {
  can: (verb: string) => boolean
  /** How many cards you have in a zone. */
  mine: (zone: string) => number
  score: number
  numbers: Record<string, unknown>
}

interface Tip {
  id: string
  text: string
  when: (moment: Moment) => boolean
}

const tips = (game: string, ...all: [text: string, when: Tip['when']][]): Tip[] =>
  all.map(([text, when], place) => ({ id: `${game}.${place + 1}`, text, when }))

const always = (): boolean => true

const TIPS: Record<string, Tip[]> = {
  pairs: tips(
    'pairs',
    ['Points are bad here. Hit to take a card: if you have that rank already, it is a pair and costs its rank.', ({ can }) => can('hit')],
    ['There are as many cards of a rank as its number: ten 10s, but only one 1. High cards pair more often, and cost more.', ({ can, mine }) => can('hit') && mine('stacks') > 1],
    ['Fold when a small card is in play: it costs you that card, and nothing worse.', ({ can, mine }) => can('fold') && mine('stacks') > 2],
  ),
  continuous: tips(
    'continuous',
    ['Points are bad here. A hit that pairs costs its rank, and your stack is discarded. The others play on.', ({ can }) => can('hit')],
    ['To fold, take any card in play, from anybody: it costs its rank, and your own stack goes.', ({ can }) => can('fold')],
    ['Ten 10s, nine 9s, but only one 1: a stack of high cards is the dangerous one.', ({ can, mine }) => can('hit') && mine('stacks') > 2],
  ),
  port: tips(
    'port',
    ['Build a high stack. Hit to add a card, lock to keep what you have for this round.', ({ can }) => can('hit')],
    ['A second card of a rank busts you: no points this round. The button says how likely it is.', ({ can, mine }) => can('hit') && mine('stacks') > 1],
    ['The highest stack scores most, each lower one a point less. Even the lowest beats a bust.', ({ can, mine }) => can('lock') && mine('stacks') > 2],
  ),
  starboard: tips(
    'starboard',
    ['There is one hand for all. Pay a coin to add a card, or lock and wait.', ({ can }) => can('draw')],
    ['If your card pairs one in the hand, you are bust. If not, everybody who locked before is knocked out.', ({ can }) => can('draw')],
    ['Whoever is locked with the most cards in the end shares the pot.', ({ can }) => can('lock')],
  ),
  pickup: tips(
    'pickup',
    ['Choose a card of your hand. All choose in secret, and the cards are turned over together.', ({ can }) => can('choose')],
    ['Take a card from the pool that is not higher than the one you played. Low cards act first, high ones may take more.', ({ can }) => can('take')],
    ['What you take knocks out every other card of that rank: in the pool, and in the piles of the others.', ({ can, mine }) => can('take') && mine('piles') > 0],
  ),
  'to-the-moon': tips(
    'to-the-moon',
    ['The countdown needs ten different ranks. The last one still in wins a point for each card in it.', always],
    ['Build with a card of your own, or test the top card: it is free, but a rank that is there already puts you out.', ({ can }) => can('test')],
    ['Withdraw when it gets hot: you are out of this trick, but take one of its cards into your hand.', ({ can, mine }) => can('withdraw') && mine('hands') < 6],
  ),
  pickle: tips(
    'pickle',
    ['Only the last card of a hand costs: whoever has the highest one gets its points. Get rid of high cards in time.', always],
    ['Lead one card, or several of the same face value. The others follow with as many.', ({ can, numbers }) => can('play') && numbers.phase === 3],
    ['Match or beat every card of the highest set, or give up your lowest cards. The order of the ranks is below the trick.', ({ can, numbers }) => can('play') && numbers.phase === 3],
  ),
  'clever-pickin': tips(
    'clever-pickin',
    ['Every card has two values: the filled one counts in tricks 1, 3, 5 and 7, the outlined one in tricks 2, 4 and 6.', ({ can }) => can('pick')],
    ['Bid the number of tricks you will take: exactly that many scores best, fewer scores nothing.', ({ can }) => can('bid')],
    ['Follow the suit that was led, by the values that count now. If you cannot, any card goes, and a trump wins.', ({ can }) => can('play')],
  ),
}

/** The tip for this moment that was not seen yet, if there is one. */
export function tipFor(info: GameInfo, { you, play, table }: Update, isSeen: (id: string) => boolean): Tip | null {
  if (!you || !play || table.state !== 'playing' || (you.legal.length === 0 && !you.pick)) return null
  const verbs = new Set([...you.legal.map((offer) => offer.move.split(' ')[0]), you.pick?.verb])
  const moment: Moment = {
    can: (verb) => verbs.has(verb),
    mine: (zone) => sizeOf(you.zones[zone] ?? atSeat(play.zones[zone], you.seat)),
    score: play.scores[you.seat] ?? 0,
    numbers: play.numbers,
  }
  return (TIPS[info.game] ?? []).find((tip) => !isSeen(tip.id) && tip.when(moment)) ?? null
}

function atSeat(zone: Cards | Cards[] | undefined, seat: number): Cards | undefined {
  return Array.isArray(zone) ? zone[seat] : zone
}

function sizeOf(cards: Cards | undefined): number {
  return cards ? cards.cards.length + cards.hidden : 0
}
