"""To the Moon: countdowns of ten different ranks; the last seat still in wins the trick. Rules: to-the-moon.md."""

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.core.declaration.verbs import offered, rank_of
from cutcard.core.declaration.zones import Number, NumberEach, Open, OpenEach, OwnEach, Seats, TableFields
from cutcard.games.shared import common
from cutcard.games.shared.common import end_by_score, everybody, left
from cutcard.games.shared.pairs_deck import DECK, EQUALS, RANK_OF, TOPS, ranks
from cutcard.games.to_the_moon.moves import FAILED, PERFECT, ROUND, STARTED, TEST, TRICK_WON, WITHDRAW, WITHDRAW_WITH, WON

ROUNDS = 1

COUNTDOWN = 10
FULL = np.uint64(DECK.full)


class MoonTable(TableFields):
    hands: OwnEach
    known: OpenEach
    """MOON-9: cards in a hand that everybody saw going there."""
    trick: Open
    spent: Open
    """MOON-10: cards of finished tricks, out of play for the round."""
    counting: Seats
    """Who is in the trick."""
    rounds: Number
    finished: Number
    """Rounds played."""
    took: NumberEach
    """MOON-9: the rank that a seat which is out of the trick took with it; 0 for none."""


# The deal


@rule
def deal(t: MoonTable, dealer: Dealer) -> None:
    """MOON-1, MOON-2, dealt as COMMON-3 says."""
    t.deck = FULL
    t.spent = EMPTY
    for seat in range(t.seats):
        t.hands[seat] = EMPTY
        t.known[seat] = EMPTY
    for _ in range(10 - t.seats):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    start_trick(t, t.dealer, dealer)


@rule
def start_trick(t: MoonTable, starter: int, dealer: Dealer) -> None:
    """MOON-3, MOON-11: the top card starts; the seat to the left acts first."""
    tell(dealer, STARTED, starter, 0)
    t.trick = bit(take(t, dealer))
    t.counting = everybody(t)
    t.took[:] = 0
    turn(t, left(t, starter))


@quick
def turn(t: MoonTable, seat: int) -> None:
    while t.counting & bit(seat) == EMPTY:
        seat = left(t, seat)
    t.to_act = bit(seat)


# A turn


@rule
def legal(t: MoonTable, seat: int) -> Bits:
    on_table = ranks(t.trick)
    actions = ranks(t.hands[seat] | t.known[seat]) & ~on_table  # MOON-4, MOON-5
    if t.deck != EMPTY:  # MOON-12
        actions |= bit(TEST)
    if count(t.trick) == 1:  # MOON-8
        return actions | bit(WITHDRAW)
    return actions | offered(on_table, WITHDRAW_WITH)


@rule
def play(t: MoonTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == TEST:
        test(t, seat, dealer)
    elif action == WITHDRAW:
        t.counting ^= bit(seat)
    elif TOPS & bit(action) != EMPTY:
        build(t, seat, EQUALS[action])
    else:
        withdraw(t, seat, EQUALS[rank_of(action, WITHDRAW_WITH)])
    if count(t.trick) == COUNTDOWN:  # MOON-6
        tell(dealer, PERFECT, seat, 0)
        win_trick(t, seat, dealer)
    elif count(t.counting) == 1:  # MOON-10
        win_trick(t, low(t.counting), dealer)
    else:
        turn(t, left(t, seat))


@quick
def build(t: MoonTable, seat: int, same: Bits) -> None:
    """MOON-5; MOON-9: a known card goes before a hidden one."""
    card = lowest(t.known[seat] & same)
    if card == EMPTY:
        card = lowest(t.hands[seat] & same)
        t.hands[seat] ^= card
    else:
        t.known[seat] ^= card
    t.trick |= card


@quick
def test(t: MoonTable, seat: int, dealer: Dealer) -> None:
    """MOON-7."""
    card = take(t, dealer)
    fails = t.trick & EQUALS[card] != EMPTY
    t.trick |= bit(card)
    if fails:
        t.counting ^= bit(seat)
        tell(dealer, FAILED, seat, RANK_OF[card])
        show(t, dealer)
        t.trick ^= bit(card)
        t.known[seat] |= bit(card)
        t.took[seat] = RANK_OF[card]


@quick
def withdraw(t: MoonTable, seat: int, same: Bits) -> None:
    """MOON-8."""
    card = t.trick & same
    t.trick ^= card
    t.known[seat] |= card
    t.took[seat] = RANK_OF[low(card)]
    t.counting ^= bit(seat)


# The end of a trick


@rule
def win_trick(t: MoonTable, seat: int, dealer: Dealer) -> None:
    """MOON-10, MOON-11."""
    tell(dealer, TRICK_WON, seat, count(t.trick))
    t.scores[seat] += count(t.trick)
    show(t, dealer)
    t.spent |= t.trick
    t.trick = EMPTY
    if t.deck != EMPTY:
        start_trick(t, seat, dealer)
        return
    t.finished += 1
    if t.finished == t.rounds:
        end_by_score(t, ROUNDS, WON, dealer)  # MOON-13
        return
    t.dealer = left(t, t.dealer)  # MOON-2
    tell(dealer, ROUND, -1, t.finished + 1)
    deal(t, dealer)


score = standing = common.score


@quick
def waits(t: MoonTable) -> Bits:
    """Who is out of the trick."""
    return everybody(t) & ~t.counting
