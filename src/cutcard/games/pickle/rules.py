"""Pickle: lose your high cards in time, the highest last card costs. Rules: pickle.md.

A move of several cards is built card by card, the lowest first. What is traded or played so far lies where it will lie, and
`midway` says that there is more to come.
"""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.games.pickle.deck import EQUALS, FROM, REDEALERS, STRENGTH_OF
from cutcard.games.pickle.moves import (
    ASSESSED,
    CALLING,
    DONE,
    EXCHANGING,
    GAVE_UP,
    HAND,
    OUT,
    PLAYING,
    READY,
    REDEAL,
    REDEALT,
    REINSTATED,
    STAY,
    TRICK,
    WON,
)
from cutcard.games.pickle.sets import (
    above_all,
    further_leads,
    legal_follow,
    legal_lead,
    matches,
    set_size,
    strength_at,
    with_others_above,
)  # fmt: skip
from cutcard.games.pickle.table import (
    FULL,
    PickleTable,
    deal_hand,
    most_exchanged,
    next_seat,
    seat_before,
    start_call,
    start_game,
)
from cutcard.games.shared import common

LAST, LIMIT = 1, 2

LONGEST_MOVE = 14
"""Cards in the longest move: a trade of 13 at two seats, with 13 or 14 in hand; or four led, and `DONE`."""
STRENGTHS = 16
AHEAD = 1 << 60
"""More than any score: where the seats that are still in stand."""


# The exchange and the call


@quick
def may_redeal(t: Any, seat: int) -> bool:
    return t.hands[seat] & REDEALERS == REDEALERS


@rule
def legal_call(t: Any, seat: int) -> Bits:
    return bit(READY) | bit(REDEAL) if may_redeal(t, seat) else bit(READY)


@rule
def call(t: PickleTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == REDEAL:
        redeal(t, seat, dealer)
        return
    t.to_act ^= bit(seat)
    if t.to_act != EMPTY:
        return
    if t.exchange > 0:
        t.phase = EXCHANGING
        t.to_act = bit(next_seat(t, t.dealer))
    else:
        start_play(t)


@rule
def redeal(t: PickleTable, seat: int, dealer: Dealer) -> None:
    """PICKLE-9."""
    t.hands[seat] ^= REDEALERS
    t.played[seat] = REDEALERS
    show(t, dealer)
    tell(dealer, REDEALT, seat, 0)
    deal_hand(t, dealer)


@rule
def legal_exchange(t: Any, seat: int) -> Bits:
    """PICKLE-8."""
    missing = t.exchange - count(t.traded[seat])
    cards = with_others_above(above_all(t.hands[seat], t.traded[seat]), missing - 1)
    if t.midway:
        return cards
    cards |= bit(STAY)
    if may_redeal(t, seat):
        given = EMPTY
        for other in range(t.seats):
            given |= t.traded[other]
        if given == EMPTY:
            cards |= bit(REDEAL)
    return cards


@rule
def trade(t: PickleTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == REDEAL:
        redeal(t, seat, dealer)
        return
    if action != STAY:
        t.hands[seat] ^= bit(action)
        t.traded[seat] |= bit(action)
        t.midway = count(t.traded[seat]) < t.exchange
        if t.midway:
            return
        for _ in range(t.exchange):
            t.hands[seat] |= bit(take(t, dealer))
    if seat == t.dealer:
        start_play(t)
    else:
        t.to_act = bit(next_seat(t, seat))


# Leading and following


@rule
def start_play(t: PickleTable) -> None:
    """PICKLE-10."""
    t.phase = PLAYING
    start_trick(t, next_seat(t, t.dealer))


@quick
def start_trick(t: PickleTable, seat: int) -> None:
    t.leader = seat
    t.highest = seat
    t.to_act = bit(seat)


@rule
def play_card(t: PickleTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == DONE:
        t.midway = 0
    else:
        t.hands[seat] ^= bit(action)
        t.played[seat] |= bit(action)
        if seat == t.leader:
            t.midway = further_leads(t, seat) != EMPTY
        else:
            t.midway = count(t.played[seat]) < set_size(t)
    if not t.midway:
        end_turn(t, seat, dealer)


@rule
def end_turn(t: PickleTable, seat: int, dealer: Dealer) -> None:
    cards = t.played[seat]
    if seat == t.leader or matches(t, cards, count(cards)):
        t.highest = seat  # PICKLE-14: also the last of equals
    else:
        tell(dealer, GAVE_UP, seat, count(cards))
        t.floors[seat] = strength_at(cards, count(cards) - 1)
        if t.must_beat and count(cards) == 1:
            t.caps[seat] = max(t.caps[seat], STRENGTHS - strength_at(t.played[t.highest], 0))
    seat = next_seat(t, seat)
    if seat != t.leader:
        t.to_act = bit(seat)
    elif t.hands[seat] == EMPTY:
        end_hand(t, dealer)
    else:
        tell(dealer, TRICK, t.highest, 0)
        show(t, dealer)
        for other in range(t.seats):
            t.spent |= t.played[other]
            t.played[other] = EMPTY
        start_trick(t, t.highest)


# The end of a hand


@rule
def end_hand(t: PickleTable, dealer: Dealer) -> None:
    """PICKLE-15, PICKLE-16: who played the highest card is assessed its points."""
    strength = 0
    for seat in range(t.seats):
        if t.remaining & bit(seat) != EMPTY:
            strength = max(strength, STRENGTH_OF[low(t.played[seat])])
    points = t.points[strength]
    last = seat = t.leader
    for _ in range(count(t.remaining)):
        if STRENGTH_OF[low(t.played[seat])] == strength:
            t.scores[seat] += points
            last = seat
            tell(dealer, ASSESSED, seat, points)
        seat = next_seat(t, seat)
    show(t, dealer)
    t.finished += 1
    survivors = EMPTY
    for seat in range(t.seats):
        if t.remaining & bit(seat) != EMPTY and t.scores[seat] < t.limit:
            survivors |= bit(seat)
    if count(survivors) == 1:
        eliminate(t, survivors, dealer)
        tell(dealer, WON, low(survivors), 0)
        end_game(t, LAST)
    elif t.finished >= t.most_hands:  # PICKLE-20 goes before PICKLE-18
        end_game(t, LIMIT)
    else:
        if survivors == EMPTY:  # PICKLE-18
            tell(dealer, REINSTATED, -1, 0)
            start_game(t)
            t.dealer = last
        else:
            eliminate(t, survivors, dealer)
            t.dealer = last if survivors & bit(last) != EMPTY else seat_before(t, last)  # PICKLE-17
            t.hand_size = min(points, 54 // count(survivors))  # PICKLE-5
        tell(dealer, HAND, t.dealer, t.hand_size)
        deal_hand(t, dealer)


@rule
def eliminate(t: PickleTable, survivors: Bits, dealer: Dealer) -> None:
    """PICKLE-4."""
    latest = 0
    for seat in range(t.seats):
        latest = max(latest, t.out[seat])
    for seat in range(t.seats):
        if t.remaining & ~survivors & bit(seat) != EMPTY:
            t.out[seat] = latest + 1
            tell(dealer, OUT, seat, 0)
    t.remaining = survivors


@quick
def end_game(t: PickleTable, reason: int) -> None:
    t.over = reason
    t.to_act = EMPTY


score = common.score


@quick
def standing(t: Any, seat: int) -> Any:
    """PICKLE-19, PICKLE-20: those that are left by fewest points, then the others, later eliminated first."""
    if t.remaining & bit(seat) != EMPTY:
        return AHEAD - t.scores[seat]
    return np.int64(t.out[seat])


# Every move


@rule
def legal(t: PickleTable, seat: int) -> Bits:
    if t.phase == PLAYING:
        return legal_lead(t, seat) if seat == t.leader else legal_follow(t, seat)
    if t.phase == EXCHANGING:
        return legal_exchange(t, seat)
    if t.phase == CALLING:
        return legal_call(t, seat)
    return bit(most_exchanged(t) + 1) - ONE


@rule
def choices(t: PickleTable, seat: int) -> Bits:
    """PICKLE-2: suits mean nothing, so of equally strong cards the first one stands for all."""
    actions = legal(t, seat)
    if t.phase < EXCHANGING:
        return actions
    kept = actions & ~FULL
    actions &= FULL
    while actions != EMPTY:
        kept |= lowest(actions)
        actions &= ~EQUALS[low(actions)]
    return kept


@rule
def play(t: PickleTable, seat: int, action: int, dealer: Dealer) -> None:
    if t.phase == PLAYING:
        play_card(t, seat, action, dealer)
    elif t.phase == EXCHANGING:
        trade(t, seat, action, dealer)
    elif t.phase == CALLING:
        call(t, seat, action, dealer)
    else:
        t.exchange = action
        start_call(t)


@quick
def barred(view: Any, seat: int) -> Bits:
    """What a seat cannot hold after it gave up its lowest cards."""
    return (FULL & ~FROM[view.floors[seat]]) | FROM[STRENGTHS - view.caps[seat]]


@quick
def waits(t: Any) -> Bits:
    """Who is out of the hand."""
    return common.everybody(t) & ~t.remaining
