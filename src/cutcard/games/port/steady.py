"""A rule of thumb for Port: how far a search looks, what a score is worth then, and when to lock."""

from typing import Any

from cutcard.core.bits import EMPTY, bit, count
from cutcard.core.compiling import quick, rule
from cutcard.games.port.moves import HIT, LOCK
from cutcard.games.port.rules import PortTable
from cutcard.games.shared.common import everybody, prospects
from cutcard.games.shared.pairs_deck import OF_RANK, next_cards, points


@quick
def lap(t: PortTable) -> int:
    """To the end of the round."""
    return t.finished


@rule
def worth(t: PortTable, seat: int) -> float:
    return prospects(t, seat, everybody(t), t.target / 7)


@rule
def steady(view: Any) -> int:
    """Go on while a hit adds more on average than it puts at risk, and a little longer as the lowest of all."""
    coming = next_cards(view)
    if coming == EMPTY:
        return LOCK
    stack = view.stacks[view.viewer]
    total = points(stack)
    gained = 0
    pairing = 0
    for rank in range(1, 11):
        number = count(coming & OF_RANK[rank])
        if stack & OF_RANK[rank] != EMPTY:
            pairing += number
        else:
            gained += rank * number
    if gained > total * pairing:
        return HIT
    safe = view.playing & ~view.bust
    higher = 0
    for other in range(view.seats):
        if safe & bit(other) != EMPTY and points(view.stacks[other]) > total:
            higher += 1
    # The lowest of all that are left wins little with a lock: an even chance is then worth taking.
    if higher > 0 and higher + 1 == count(safe) and 2 * pairing < count(coming):
        return HIT
    return LOCK
