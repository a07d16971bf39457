"""Clever Pickin': pick part of your hand, bid, and take tricks in alternating values. Rules: clever-pickin.md."""

from typing import Annotated, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.core.declaration.zones import (
    CardsEach,
    Field,
    Number,
    Open,
    OpenEach,
    OwnBarredEach,
    Seat,
    SmallEach,
    TableFields,
)
from cutcard.games.clever_pickin.deck import DECK, OF_SUIT, RANK_OF, SUIT_OF
from cutcard.games.clever_pickin.moves import BIDDING, HAND, LEADS, MADE, MISSED, PICKING, PLAYING, TRICK, TRICKS, TRUMP, WON
from cutcard.games.shared import common
from cutcard.games.shared.common import end_by_score, left

TARGET, LIMIT = 1, 2

FULL = np.uint64(DECK.full)
BIDS = np.uint64((1 << (TRICKS + 1)) - 1)


class CleverTable(TableFields):
    hands: OwnBarredEach
    known: OpenEach
    """CLEVER-4: cards in a hand that everybody saw being picked."""
    played: OpenEach
    """The trick in play."""
    center: Open
    """Face up, to be picked."""
    trump: Open
    spent: Open
    """Cards of finished tricks."""
    voids: CardsEach
    """Cards that a seat cannot hold, as its plays have shown."""
    bids: SmallEach
    """-1 before a seat has bid."""
    tricks: SmallEach
    """Tricks taken."""
    phase: Number
    picks: Number
    """CLEVER-4: the round of picking."""
    trick: Number
    """CLEVER-7: the number of the trick in play, from 1."""
    leader: Seat
    winning: Seat
    """Who has the best card of the trick so far."""
    broken: Number
    """CLEVER-9: 1 once a trump has been played in this hand."""
    finished: Number
    """Hands played."""
    hollow: Annotated[Any, Field("small", length=52, shown=False)]
    """The hollow value of each card."""
    hollow_suits: Annotated[Any, Field("cards", length=4, shown=False)]
    """All cards of each hollow suit."""
    target: Number
    most_hands: Number


# Dealing and picking


@rule
def deal(t: CleverTable, dealer: Dealer) -> None:
    """CLEVER-3, dealt as COMMON-3 says."""
    t.deck = FULL
    t.spent = EMPTY
    t.trump = EMPTY
    for seat in range(t.seats):
        t.hands[seat] = EMPTY
        t.known[seat] = EMPTY
        t.voids[seat] = EMPTY
        t.bids[seat] = -1
        t.tricks[seat] = 0
    for _ in range(4):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.broken = 0
    t.trick = 0
    t.picks = 0
    t.phase = PICKING
    start_picking(t, dealer)


@rule
def start_picking(t: CleverTable, dealer: Dealer) -> None:
    """CLEVER-4: the seat r places to the left of the dealer picks first in round r."""
    t.picks += 1
    for _ in range(t.seats + (t.picks == 3)):
        t.center |= bit(take(t, dealer))
    t.to_act = bit((t.dealer + t.picks) % t.seats)


@quick
def pick(t: CleverTable, seat: int, card: int, dealer: Dealer) -> None:
    t.center ^= bit(card)
    t.known[seat] |= bit(card)
    t.to_act = bit(left(t, seat))
    if t.picks < 3:
        if t.center == EMPTY:
            start_picking(t, dealer)
    elif count(t.center) == 1:  # CLEVER-5; CLEVER-6: the bidding begins to the left of the last picker
        t.trump = t.center
        t.center = EMPTY
        t.phase = BIDDING
        tell(dealer, TRUMP, -1, low(t.trump))


# Bidding


@quick
def bids_left(t: Any) -> int:
    """How many seats have not bid yet."""
    number = 0
    for seat in range(t.seats):
        number += t.bids[seat] < 0
    return number


@rule
def legal_bids(t: Any) -> Bits:
    """CLEVER-6: the last bidder may not make the sum seven."""
    if bids_left(t) > 1:
        return BIDS
    total = 1  # the -1 of the seat that is to bid
    for seat in range(t.seats):
        total += t.bids[seat]
    return BIDS if total > TRICKS else BIDS ^ bit(TRICKS - total)


@rule
def bid(t: CleverTable, seat: int, tricks: int, dealer: Dealer) -> None:
    t.bids[seat] = tricks
    t.to_act = bit(left(t, seat))
    if bids_left(t) > 0:
        return
    highest = seat = left(t, seat)
    for _ in range(t.seats):  # CLEVER-8: the earliest of equals
        if t.bids[seat] > t.bids[highest]:
            highest = seat
        seat = left(t, seat)
    t.phase = PLAYING
    t.trick = 1
    t.leader = highest
    t.to_act = bit(highest)
    tell(dealer, LEADS, highest, t.bids[highest])


# Playing


@quick
def value(t: Any, card: int) -> Any:
    """CLEVER-7: what a card counts as in the trick in play."""
    return card if t.trick & 1 else np.int64(t.hollow[card])


@quick
def of_suit(t: Any, suit: int) -> Bits:
    """All cards of a suit, in the values of the trick in play."""
    return OF_SUIT[suit] if t.trick & 1 else t.hollow_suits[suit]


@quick
def trumps(t: Any) -> Bits:
    return of_suit(t, SUIT_OF[value(t, low(t.trump))])


@rule
def legal_plays(t: Any, seat: int) -> Bits:
    held = t.hands[seat] | t.known[seat]
    led = t.played[t.leader]
    if led == EMPTY:
        others = held & ~trumps(t)
        return held if t.broken or others == EMPTY else others  # CLEVER-9
    following = held & of_suit(t, SUIT_OF[value(t, low(led))])
    return held if following == EMPTY else following  # CLEVER-10


@rule
def play_card(t: CleverTable, seat: int, card: int, dealer: Dealer) -> None:
    led = t.played[t.leader]
    suit = of_suit(t, SUIT_OF[value(t, low(led))]) if led != EMPTY else EMPTY
    is_trump = trumps(t) & bit(card) != EMPTY
    t.hands[seat] &= ~bit(card)
    t.known[seat] &= ~bit(card)
    t.played[seat] = bit(card)
    if led == EMPTY:
        t.winning = seat
        if is_trump and not t.broken:  # CLEVER-9: it had nothing else
            t.voids[seat] |= ~trumps(t) & FULL
    elif suit & bit(card) == EMPTY:  # CLEVER-10: it could not follow
        t.voids[seat] |= suit
    if beats(t, card, low(t.played[t.winning])):
        t.winning = seat
    if is_trump:
        t.broken = 1
    seat = left(t, seat)
    if seat != t.leader:
        t.to_act = bit(seat)
    else:
        end_trick(t, dealer)


@quick
def beats(t: Any, card: int, best: int) -> bool:
    """CLEVER-11: a higher card of the same suit, or a trump on another one."""
    mine = value(t, card)
    other = value(t, best)
    if SUIT_OF[mine] == SUIT_OF[other]:
        return RANK_OF[mine] > RANK_OF[other]
    return trumps(t) & bit(card) != EMPTY


@rule
def end_trick(t: CleverTable, dealer: Dealer) -> None:
    winner = t.winning
    t.tricks[winner] += 1
    tell(dealer, TRICK, winner, t.trick)
    show(t, dealer)
    for seat in range(t.seats):
        t.spent |= t.played[seat]
        t.played[seat] = EMPTY
    if t.trick == TRICKS:
        end_hand(t, dealer)
        return
    t.trick += 1
    t.leader = winner
    t.to_act = bit(winner)


# The end of a hand


@rule
def end_hand(t: CleverTable, dealer: Dealer) -> None:
    """CLEVER-12."""
    for seat in range(t.seats):
        points = gained(t.bids[seat], t.tricks[seat])
        t.scores[seat] += points
        tell(dealer, MADE if t.tricks[seat] >= t.bids[seat] else MISSED, seat, points)
    show(t, dealer)
    t.finished += 1
    best = t.scores[0]
    for seat in range(t.seats):
        best = max(best, t.scores[seat])
    winners = 0
    for seat in range(t.seats):
        winners += t.scores[seat] == best
    if best >= t.target and winners == 1:  # CLEVER-13
        end_by_score(t, TARGET, WON, dealer)
    elif t.finished >= t.most_hands:  # CLEVER-14
        end_by_score(t, LIMIT, WON, dealer)
    else:
        t.dealer = left(t, t.dealer)
        tell(dealer, HAND, t.dealer, t.finished + 1)
        deal(t, dealer)


@quick
def gained(bid: int, taken: int) -> int:
    if taken < bid:
        return 0
    return 4 * bid + taken + 3 * (taken == bid)


score = standing = common.score


# Every move


@rule
def legal(t: CleverTable, seat: int) -> Bits:
    if t.phase == PLAYING:
        return legal_plays(t, seat)
    return t.center if t.phase == PICKING else legal_bids(t)


@rule
def play(t: CleverTable, seat: int, action: int, dealer: Dealer) -> None:
    if t.phase == PLAYING:
        play_card(t, seat, action, dealer)
    elif t.phase == PICKING:
        pick(t, seat, action, dealer)
    else:
        bid(t, seat, action, dealer)


@quick
def barred(view: Any, seat: int) -> Bits:
    return view.voids[seat]
