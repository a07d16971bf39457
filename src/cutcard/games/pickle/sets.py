"""Sets of Pickle: which may be led and which may follow, card by card from the lowest up.

A set that is being played lies before its seat already. The next card of it is one from which it can still be completed.
"""

from typing import Any

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest, nth
from cutcard.core.compiling import quick, rule
from cutcard.games.pickle.deck import CROWNED, FACE_VALUE, FROM, OF_STRENGTH, STRENGTH_OF
from cutcard.games.pickle.moves import DONE

LARGEST_SET = 4


@quick
def above_all(cards: Bits, chosen: Bits) -> Bits:
    """Those of the cards that come after all the chosen ones."""
    if chosen == EMPTY:
        return cards
    top = nth(chosen, count(chosen) - 1)
    return cards & ~(top | (top - ONE))


@quick
def with_others_above(cards: Bits, number: int) -> Bits:
    """Those of the cards that leave so many others above them."""
    if number == 0:
        return cards
    if count(cards) <= number:
        return EMPTY
    return cards & (nth(cards, count(cards) - number) - ONE)


# Leading


@rule
def legal_lead(t: Any, seat: int) -> Bits:
    """PICKLE-10: cards of one face value, and one is kept back for the final trick."""
    chosen = t.played[seat]
    if chosen == EMPTY:
        return t.hands[seat]
    return further_leads(t, seat) | bit(DONE)


@quick
def further_leads(t: Any, seat: int) -> Bits:
    """Cards that can join a set that is being led."""
    chosen = t.played[seat]
    if count(chosen) == LARGEST_SET or count(t.hands[seat]) == 1:
        return EMPTY
    return above_all(t.hands[seat] & FACE_VALUE[low(chosen)], chosen)


# Following


@quick
def set_size(t: Any) -> int:
    return count(t.played[t.leader])


@quick
def is_crowned(t: Any) -> bool:
    """PICKLE-11: a led set with the 3♣ or the 5♠ has its strength in every card; nothing matches two of it."""
    lead = t.played[t.leader]
    return t.highest == t.leader and count(lead) > 1 and lead & CROWNED != EMPTY


@quick
def strength_at(cards: Bits, place: int) -> int:
    """The strength of the n-th lowest card."""
    return STRENGTH_OF[low(nth(cards, place))]


@rule
def matches(t: Any, cards: Bits, number: int) -> bool:
    """PICKLE-12: whether the first so many of these cards, sorted, each match or beat their counterpart."""
    if is_crowned(t):
        return False
    best = t.played[t.highest]
    for place in range(number):  # noqa: SIM110 (compiled)
        if strength_at(cards, place) < strength_at(best, place):
            return False
    return True


@quick
def top_cards(cards: Bits, number: int) -> Bits:
    return cards & ~(nth(cards, count(cards) - number) - ONE)


@rule
def legal_follow(t: Any, seat: int) -> Bits:
    """PICKLE-12: a set that matches or beats, or the lowest cards; PICKLE-13: with `must_beat` the first if possible."""
    chosen = t.played[seat]
    whole = t.hands[seat] | chosen
    number = set_size(t)
    can_match = matches(t, top_cards(whole, number), number)
    cards = legal_match(t, seat, number) if can_match else EMPTY
    if can_match and t.must_beat:
        return cards
    return cards | legal_lowest(t, seat, number)


@rule
def legal_match(t: Any, seat: int, number: int) -> Bits:
    """The next cards of a set that matches, where the highest cards of the hand do: they can always complete it."""
    chosen = t.played[seat]
    place = count(chosen)
    if not matches(t, chosen, place):
        return EMPTY
    cards = with_others_above(above_all(t.hands[seat], chosen), number - place - 1)
    return cards & FROM[strength_at(t.played[t.highest], place)]


@rule
def legal_lowest(t: Any, seat: int, number: int) -> Bits:
    """The next cards of the lowest set: all that is below its highest strength, then any of that strength."""
    chosen = t.played[seat]
    hand = t.hands[seat]
    strength = strength_at(hand | chosen, number - 1)
    below = hand & ~FROM[strength]
    if chosen & FROM[strength + 1] != EMPTY or above_all(below, chosen) != below:
        return EMPTY  # what was chosen is not among the lowest
    if below != EMPTY:
        return lowest(below)
    return with_others_above(above_all(hand & OF_STRENGTH[strength], chosen), number - count(chosen) - 1)
