"""Pickup: everybody plays a card at once to pick one up from the pool. Rules: pickup.md."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.core.declaration.zones import Number, NumberEach, Open, OpenEach, OwnEach, Seat, TableFields
from cutcard.games.pickup.moves import ACTING, CHOOSING, CLEARED, DEAL, KNOCKED, POOL, REVEALED, STACKED, WON
from cutcard.games.shared.common import everybody, left
from cutcard.games.shared.pairs_deck import DECK, EQUALS, RANK_OF, points, ranks

HANDS, TARGET = 1, 2

POOL_SIZE = 5
FULL = np.uint64(DECK.full)


class PickupTable(TableFields):
    hands: OwnEach
    choices: OwnEach
    """PICKUP-3: what each seat has played face down."""
    played: OpenEach
    """The same once revealed, until its seat has acted."""
    piles: OpenEach
    pool: Open
    discards: Open
    acted_last: Seat
    acting: Number
    """`CHOOSING` while the seats choose, `ACTING` while they take."""
    banked: NumberEach
    """PICKUP-10: scores of earlier deals."""
    long: Number
    target: Number


# The deal


@quick
def hand_size(t: PickupTable) -> int:
    """PICKUP-1."""
    return 7 if t.seats == 2 else 6 if t.seats <= 4 else 5


@rule
def deal(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-1: from the dealer's left (COMMON-3)."""
    for _ in range(hand_size(t)):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.acted_last = t.dealer  # PICKUP-5
    start_round(t, dealer)


@rule
def start_round(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-2."""
    for _ in range(POOL_SIZE):
        t.pool |= bit(take(t, dealer))
    t.acting = CHOOSING
    t.to_act = everybody(t)


@quick
def round_of(t: PickupTable) -> int:
    """How many rounds of this deal are over, by the cards that the first seat has played in one."""
    return hand_size(t) - (0 if t.over else count(t.hands[0]) + count(t.choices[0]) + t.acting)


# Choosing and acting


@rule
def legal(t: PickupTable, seat: int) -> Bits:
    if t.acting:  # PICKUP-6
        return ranks(t.pool & up_to(t.played[seat]))
    return ranks(t.hands[seat])  # PICKUP-3


@quick
def up_to(played: Bits) -> Bits:
    """All cards of equal or lower rank than this one: cards are numbered from the lowest up."""
    same = EQUALS[low(played)]
    return same | (lowest(same) - ONE)


@rule
def play(t: PickupTable, seat: int, top: int, dealer: Dealer) -> None:
    if t.acting:
        pick_up(t, seat, EQUALS[top], dealer)
        next_act(t, dealer)
        return
    card = lowest(t.hands[seat] & EQUALS[top])
    t.hands[seat] ^= card
    t.choices[seat] = card
    t.to_act ^= bit(seat)
    if t.to_act == EMPTY:
        reveal(t, dealer)


@rule
def reopen(t: PickupTable, seat: int) -> None:
    """PICKUP-3: what lies face down goes back to the hands of the others, for a search."""
    if not t.acting:
        for other in range(t.seats):
            if other != seat and t.choices[other] != EMPTY:
                t.hands[other] |= t.choices[other]
                t.choices[other] = EMPTY
                t.to_act |= bit(other)


@rule
def reveal(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-3."""
    for seat in range(t.seats):
        t.played[seat] = t.choices[seat]
        t.choices[seat] = EMPTY
        tell(dealer, REVEALED, seat, RANK_OF[low(t.played[seat])])
    t.acting = ACTING
    show(t, dealer)
    next_act(t, dealer)


@rule
def next_act(t: PickupTable, dealer: Dealer) -> None:
    """The next seat that has a pick-up to choose; those that have none stack on the way (PICKUP-8)."""
    while True:
        seat = next_seat(t)
        if seat < 0:
            end_round(t, dealer)
            return
        if t.pool & up_to(t.played[seat]) != EMPTY:
            t.to_act = bit(seat)
            return
        tell(dealer, STACKED, seat, RANK_OF[low(t.played[seat])])
        t.piles[seat] |= t.played[seat]
        t.played[seat] = EMPTY
        t.acted_last = seat
        show(t, dealer)


@rule
def next_seat(t: PickupTable) -> int:
    """PICKUP-4, PICKUP-5: the lowest played card; of equals the first going left from the seat that acted last."""
    best = -1
    lowest_rank = 11
    seat = t.acted_last
    for _ in range(t.seats):
        seat = left(t, seat)
        if t.played[seat] != EMPTY and RANK_OF[low(t.played[seat])] < lowest_rank:
            lowest_rank = RANK_OF[low(t.played[seat])]
            best = seat
    return best


@rule
def pick_up(t: PickupTable, seat: int, same: Bits, dealer: Dealer) -> None:
    """PICKUP-6; PICKUP-7: it knocks out the others of its rank."""
    taken = lowest(t.pool & same)
    t.discards |= t.played[seat]
    t.played[seat] = EMPTY
    t.pool ^= taken
    t.piles[seat] |= taken
    knocked = t.pool & same
    if knocked != EMPTY:
        tell(dealer, CLEARED, -1, count(knocked))
    for other in range(t.seats):
        lost = t.piles[other] & same
        if other != seat and lost != EMPTY:
            t.piles[other] ^= lost
            knocked |= lost
            tell(dealer, KNOCKED, other, count(lost))
    t.pool &= ~same
    t.discards |= knocked
    t.acted_last = seat


# The end


@rule
def end_round(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-9."""
    show(t, dealer)
    t.discards |= t.pool
    t.pool = EMPTY
    if t.hands[0] != EMPTY:
        tell(dealer, POOL, -1, 0)
        start_round(t, dealer)
        return
    best = 0
    for seat in range(t.seats):
        best = max(best, score(t, seat))
    if not t.long:
        t.over = HANDS
    elif best >= t.target:  # PICKUP-10
        t.over = TARGET
    if t.over:
        t.to_act = EMPTY
        for seat in range(t.seats):
            if score(t, seat) == best:
                tell(dealer, WON, seat, best)
        return
    for seat in range(t.seats):
        t.banked[seat] = score(t, seat)
        t.piles[seat] = EMPTY
    t.deck = FULL
    t.discards = EMPTY
    t.dealer = left(t, t.dealer)
    tell(dealer, DEAL, -1, 0)
    deal(t, dealer)


@quick
def score(t: Any, seat: int) -> int:
    return t.banked[seat] + points(t.piles[seat])


standing = score
