"""Pickup with two cards each, of four, and pools that are always the same."""

import numpy as np

from cutcard.core.bits import bit
from cutcard.core.compiling import rule
from cutcard.core.dealer import Dealer, take
from cutcard.core.declaration.small import made_small
from cutcard.games.pickup.moves import CHOOSING
from cutcard.games.pickup.rulebook import PICKUP
from cutcard.games.pickup.rules import PickupTable
from cutcard.games.shared.common import everybody, left


def _set(*cards: int) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


HANDS = _set(3, 4, 6, 10)
"""3 3 4 5: two for each of two seats."""
FIRST_POOL = _set(0, 2, 5, 7, 11)
"""1 2 3 4 5."""
LAST_POOL = _set(45, 46, 47, 48, 49)
"""Five tens: nobody can pick up any of them."""


@rule
def deal_two(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-1 with two cards each, and pools that are always the same; all other cards are out of the game."""
    t.discards = t.deck & ~(HANDS | FIRST_POOL | LAST_POOL)
    t.deck = HANDS
    for _ in range(2):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.pool = FIRST_POOL
    t.deck = LAST_POOL
    t.acted_last = t.dealer
    t.acting = CHOOSING
    t.to_act = everybody(t)


TINY = made_small(
    PICKUP,
    name="pickup-tiny",
    title="Tiny Pickup",
    summary="Pickup with two cards each, of 3, 3, 4, 5: the first pool is 1 to 5, the second five tens.",
    usual={},
    without=("long", "target"),  # the next deals of a long game would be whole ones
    deal=deal_two,
)
