"""A rule of thumb for Clever Pickin': pick and bid by counting winners in both values, then take just so many tricks."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low
from cutcard.core.compiling import quick, rule
from cutcard.games.clever_pickin.deck import OF_SUIT, RANK_OF, SUIT_OF
from cutcard.games.clever_pickin.moves import BIDDING, PLAYING, TRICKS
from cutcard.games.clever_pickin.rules import beats, legal_bids, legal_plays
from cutcard.games.shared.common import everybody, left, prospects


@quick
def lap(t: Any) -> int:
    """A search looks to the end of the hand."""
    return t.finished


@rule
def worth(t: Any, seat: int) -> float:
    return prospects(t, seat, everybody(t), 0.72 * t.target / t.seats)


@rule
def steady(view: Any) -> int:
    """Pick what wins most in either value, bid the tricks that can be expected, and then take just those."""
    if view.phase == PLAYING:
        return steady_play(view)
    if view.phase == BIDDING:
        return steady_bid(view)
    return best_card(view, view.center, 1.0, 4.0, 3.0)


@rule
def steady_bid(view: Any) -> Any:
    held = view.hands[view.viewer] | view.known[view.viewer]
    expected = 0.0
    while held != EMPTY:
        card = low(held)
        held ^= bit(card)
        expected += 4.0 * chance(view, card, True) + 3.0 * chance(view, card, False)
    wish = np.int64(expected / TRICKS * BOLDNESS + ROUNDING)
    bids = legal_bids(view)
    while bids & bit(wish) == EMPTY:
        wish -= 1 if wish > 0 else -1
    return wish


@rule
def steady_play(view: Any) -> int:
    """Counts ranks only: this is where most of the time of a search goes."""
    seat = view.viewer
    options = legal_plays(view, seat)
    wanted = view.bids[seat] - view.tricks[seat]
    now = view.trick & 1
    if view.played[view.leader] == EMPTY:
        return outermost(view, options, wanted > 0, now)
    best = low(view.played[view.winning])
    winning = EMPTY
    cards = options
    while cards != EMPTY:
        card = low(cards)
        cards &= cards - ONE
        if beats(view, card, best):
            winning |= bit(card)
    is_last = left(view, seat) == view.leader
    if wanted > 0:
        if winning != EMPTY:
            return outermost(view, winning, not is_last, now)
        return outermost(view, options, False, 1 - now)  # give away what wins least from now on
    if winning != options:
        return outermost(view, options & ~winning, True, 1 - now)  # lose what could win
    return outermost(view, options, is_last, now)


@rule
def outermost(view: Any, cards: Bits, highest: bool, is_solid: int) -> int:
    """The highest or the lowest of the cards in one of the values, trumps above all."""
    trump = low(view.trump)
    suit = SUIT_OF[trump if is_solid else view.hollow[trump]]
    best = -1
    most = -1
    while cards != EMPTY:
        card = low(cards)
        cards &= cards - ONE
        number = card if is_solid else np.int64(view.hollow[card])
        power = RANK_OF[number] + (13 if SUIT_OF[number] == suit else 0)
        if not highest:
            power = 26 - power
        if power > most:
            best = card
            most = power
    return best


@rule
def best_card(view: Any, cards: Bits, sign: float, solid: float, hollow: float) -> int:
    """The card with the greatest (sign 1) or smallest (-1) chance to win, weighed over the two values."""
    best = -1
    most = 0.0
    while cards != EMPTY:
        card = low(cards)
        cards ^= bit(card)
        worth = sign * (solid * chance(view, card, True) + hollow * chance(view, card, False))
        if best < 0 or worth > most:
            best = card
            most = worth
    return best


BOLDNESS, ROUNDING = 1.0, 0.65
"""How expected tricks become a bid."""
STANDS = 0.9
"""How often a card of a plain suit is not trumped, at two seats; less for each seat more."""
RUFFS = 0.5
"""How often a low trump wins a trick after all."""


@rule
def chance(view: Any, card: int, is_solid: bool) -> float:
    """The chance that a card wins a trick in these values, very roughly: that nobody holds a higher one, nor trumps it."""
    number = card if is_solid else np.int64(view.hollow[card])
    suit = OF_SUIT[SUIT_OF[number]] if is_solid else view.hollow_suits[SUIT_OF[number]]
    unseen = max(count(view.unseen), 1)
    hidden = 0
    seen_above = 0
    for other in range(view.seats):
        if other != view.viewer:
            hidden += view.hidden[1 + other]
            seen_above += above(view, view.known[other] & suit, number, is_solid)
    free = 1.0 - hidden / unseen
    wins = free ** above(view, view.unseen & suit, number, is_solid) * 0.6**seen_above
    if view.trump == EMPTY:
        return wins
    if view.trump & suit != EMPTY:
        return max(wins, RUFFS)
    return wins * STANDS ** (view.seats - 1)


@quick
def above(view: Any, cards: Bits, number: Any, is_solid: bool) -> int:
    """How many of these cards of one suit are higher."""
    if is_solid:
        return count(cards >> np.uint64(number))
    higher = 0
    while cards != EMPTY:
        higher += view.hollow[low(cards)] > number
        cards &= cards - ONE
    return higher
