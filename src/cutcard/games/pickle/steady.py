"""A rule of thumb for Pickle: keep a low card for the end, and enough high ones to get there."""

from typing import Any

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest, nth
from cutcard.core.compiling import quick, rule
from cutcard.games.pickle.deck import FACE_VALUE, FROM
from cutcard.games.pickle.moves import CALLING, DONE, EXCHANGING, PLAYING, READY, STAY
from cutcard.games.pickle.rules import legal
from cutcard.games.pickle.sets import (
    LARGEST_SET,
    above_all,
    matches,
    set_size,
    strength_at,
    top_cards,
    with_others_above,
)  # fmt: skip
from cutcard.games.pickle.table import most_exchanged
from cutcard.games.shared.common import prospects

LOW, HIGH = 3, 10
"""Strengths up to the first are kept for the end, from the second on they win tricks. What is between is in the way."""
SHARE = 0.5
"""A trade is worth it when this share of the cards is in the way."""


@quick
def lap(t: Any) -> int:
    """A search looks to the end of the hand."""
    return t.finished


@rule
def worth(t: Any, seat: int) -> float:
    return prospects(t, seat, t.remaining, -0.28 * t.limit)


@rule
def steady(view: Any) -> int:
    """What is planned; where somebody else began the move otherwise, the lowest card that goes on with it."""
    action = planned(view)
    options = legal(view, view.viewer)
    return action if options & bit(action) != EMPTY else low(options)


@rule
def planned(view: Any) -> int:
    seat = view.viewer
    if view.phase == PLAYING:
        whole = view.hands[seat] | view.played[seat]
        cards = lead(view, whole) if seat == view.leader else follow(view, whole)
        cards &= ~view.played[seat]
        return DONE if cards == EMPTY else low(cards)
    if view.phase == EXCHANGING:
        return trade(view)
    if view.phase == CALLING:
        return READY
    return min(most_exchanged(view), count(unwanted(view.hands[seat])))


@quick
def unwanted(cards: Bits) -> Bits:
    """Cards that are neither low nor high."""
    return cards & FROM[LOW + 1] & ~FROM[HIGH]


@rule
def trade(view: Any) -> int:
    """Trade the cards that are in the way, if they are enough of those that would go."""
    seat = view.viewer
    whole = view.hands[seat] | view.traded[seat]
    middle = unwanted(whole)
    if not view.midway and count(middle) < SHARE * view.exchange:
        return STAY
    return low(worst(whole, middle, view.exchange) & ~view.traded[seat])


@rule
def worst(whole: Bits, middle: Bits, number: int) -> Bits:
    """So many cards: those in the way first, then the weakest of the high ones, the low ones last."""
    chosen = first_cards(middle, number)
    chosen |= first_cards(whole & FROM[HIGH], number - count(chosen))
    return chosen | first_cards(whole & ~chosen, number - count(chosen))


@quick
def first_cards(cards: Bits, number: int) -> Bits:
    """The lowest of the cards, at most so many."""
    if count(cards) <= number:
        return cards
    return cards & (nth(cards, number) - ONE)


@rule
def lead(view: Any, whole: Bits) -> Bits:
    """The strongest set of the hand but for the lowest card, which is kept: others may have to give up theirs."""
    if count(whole) == 1:
        return whole
    others = whole ^ lowest(whole)
    alike = others & FACE_VALUE[low(top_cards(others, 1))]
    return top_cards(alike, min(LARGEST_SET, count(alike)))


@rule
def follow(view: Any, whole: Bits) -> Bits:
    """The cheapest set that matches, without the lowest card if that can be; where there is none, the lowest cards."""
    number = set_size(view)
    if not matches(view, top_cards(whole, number), number):
        return first_cards(whole, number)
    if count(whole) > number and matches(view, top_cards(whole ^ lowest(whole), number), number):
        whole ^= lowest(whole)
    best = view.played[view.highest]
    chosen = EMPTY
    for place in range(number):
        rest = with_others_above(above_all(whole, chosen), number - place - 1)
        chosen |= lowest(rest & FROM[strength_at(best, place)])
    return chosen
