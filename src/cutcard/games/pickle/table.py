"""The table of Pickle, and how a hand is dealt."""

from typing import Annotated, Any

import numpy as np

from cutcard.core.bits import EMPTY, bit, count
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, take, tell
from cutcard.core.declaration.zones import (
    Field,
    Number,
    Open,
    OpenEach,
    OwnBarredEach,
    OwnEach,
    Seat,
    Seats,
    SmallEach,
    TableFields,
)  # fmt: skip
from cutcard.games.pickle.deck import DECK
from cutcard.games.pickle.moves import CALLING, NO_EXCHANGE, SETTING
from cutcard.games.shared.common import everybody, left

FIRST_HAND = 7
FULL = np.uint64(DECK.full)


class PickleTable(TableFields):
    hands: OwnBarredEach
    traded: OwnEach
    """PICKLE-8: out until the hand is over; who gave them knows them."""
    played: OpenEach
    """The trick in play."""
    spent: Open
    """Cards of finished tricks."""
    remaining: Seats
    """Who is in the hand."""
    phase: Number
    hand_size: Number
    exchange: Number
    """PICKLE-6: how many cards are traded."""
    leader: Seat
    highest: Seat
    """PICKLE-14: whose set is the highest so far."""
    finished: Number
    """Hands played."""
    floors: SmallEach
    """A seat that gave up its lowest cards holds nothing below this strength."""
    caps: SmallEach
    """A seat that must beat and could not holds nothing of so many of the highest strengths."""
    out: SmallEach
    """0 for a seat that is in; else which elimination it went in, the first, the second …"""
    points: Annotated[Any, Field("number", length=16)]
    limit: Number
    must_beat: Number
    most_hands: Number


# The deal


@rule
def deal(t: PickleTable, dealer: Dealer) -> None:
    start_game(t)
    deal_hand(t, dealer)


@rule
def start_game(t: PickleTable) -> None:
    """PICKLE-4, PICKLE-5: everybody is in, with no points and 7 cards to come."""
    t.remaining = everybody(t)
    t.hand_size = FIRST_HAND
    for seat in range(t.seats):
        t.scores[seat] = 0
        t.out[seat] = 0


@rule
def deal_hand(t: PickleTable, dealer: Dealer) -> None:
    """PICKLE-5, dealt as COMMON-3 says."""
    t.deck = FULL
    t.spent = EMPTY
    for seat in range(t.seats):
        t.hands[seat] = EMPTY
        t.traded[seat] = EMPTY
        t.played[seat] = EMPTY
        t.floors[seat] = 0
        t.caps[seat] = 0
    for _ in range(t.hand_size):
        seat = t.dealer
        for _ in range(count(t.remaining)):
            seat = next_seat(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.exchange = 0
    if most_exchanged(t) > 0:  # PICKLE-6
        t.phase = SETTING
        t.to_act = bit(seat_before(t, t.dealer))
    else:
        tell(dealer, NO_EXCHANGE, -1, 0)
        start_call(t)


@quick
def next_seat(t: Any, seat: int) -> int:
    """The next remaining seat, clockwise."""
    seat = left(t, seat)
    while t.remaining & bit(seat) == EMPTY:
        seat = left(t, seat)
    return seat


@rule
def seat_before(t: Any, seat: int) -> int:
    """The nearest remaining seat to the right."""
    seat = seat - 1 if seat > 0 else t.seats - 1
    while t.remaining & bit(seat) == EMPTY:
        seat = seat - 1 if seat > 0 else t.seats - 1
    return seat


# What the deal leads to


@quick
def most_exchanged(t: Any) -> int:
    """PICKLE-6: what the undealt cards give every remaining seat, but no more than a hand."""
    number = count(t.remaining)
    return min(t.hand_size, (54 - number * t.hand_size) // number)


@rule
def start_call(t: PickleTable) -> None:
    """PICKLE-7: all are asked at once."""
    t.phase = CALLING
    t.to_act = t.remaining
