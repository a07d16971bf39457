"""A rule of thumb for Clever Pickin': pick and bid by counting winners in both values, then take just so many tricks."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low
from cutcard.core.compiling import quick, rule
from cutcard.games.clever_deck import OF_SUIT, SUIT_OF
from cutcard.games.clever_pickin import BIDDING, PLAYING, TRICKS, beats, legal_bids, legal_plays
from cutcard.games.common import left


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
    seat = view.viewer
    options = legal_plays(view, seat)
    wanted = view.bids[seat] - view.tricks[seat]
    now, later = (1.0, 0.0) if view.trick & 1 else (0.0, 1.0)
    if view.played[view.leader] == EMPTY:
        return best_card(view, options, 1.0 if wanted > 0 else -1.0, now, later)
    best = low(view.played[view.winning])
    winning = EMPTY
    cards = options
    while cards != EMPTY:
        card = low(cards)
        cards ^= bit(card)
        if beats(view, card, best):
            winning |= bit(card)
    is_last = left(view, seat) == view.leader
    if wanted > 0:
        if winning != EMPTY:
            return best_card(view, winning, -1.0 if is_last else 1.0, now, later)
        return best_card(view, options, -1.0, later, now)  # give away what wins least from now on
    if winning != options:
        return best_card(view, options & ~winning, 1.0, 1.0, 1.0)  # lose what could win
    return best_card(view, options, 1.0 if is_last else -1.0, now, later)


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
