"""Pairs, Continuous Pairs, and Pieces of Eight as an option of both. Rules: pairs.md and continuous.md."""

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration.zones import Number, OpenEach
from cutcard.games.pairs.moves import EIGHT, HIT, LOST, PAIRED, PASSED, ROUND, SCORED
from cutcard.games.shared import common, pairs_deck
from cutcard.games.shared.common import everybody, left
from cutcard.games.shared.pairs_deck import EQUALS, OF_RANK, RANK_OF, burn, draw, ranks, undrawn
from cutcard.games.shared.stacks import StackFields, deal_round, in_play, pass_deal

TARGET = 1
"""The only reason a game ends."""


class PairsTable(StackFields):
    markers: OpenEach
    """PAIRS-9: cards kept as score; they stay out of the deck."""
    eights: Number
    continuous: Number


# The deal


@rule
def deal(t: PairsTable, dealer: Dealer) -> None:
    burn(t, dealer)
    deal_round(t, everybody(t), dealer)


burns = pairs_deck.burns


# A turn


@quick
def legal(t: PairsTable, seat: int) -> Bits:
    """PAIRS-8, EIGHT-1: hit, fold, or use an eight."""
    cards = in_play(t)
    if not t.continuous:
        actions = lowest(ranks(cards))  # PAIRS-10
    elif t.stacks[seat] != EMPTY:
        actions = all_folds(cards)  # CONT-3
    else:
        actions = EMPTY  # CONT-4
    if undrawn(t) != EMPTY:  # PAIRS-13
        actions |= bit(HIT)
        if t.eights and t.stacks[seat] & OF_RANK[8] != EMPTY:
            actions |= bit(EIGHT)
    return actions


@quick
def all_folds(cards: Bits) -> Bits:
    """For each rank as many actions as there are cards of it."""
    tops = ranks(cards)
    actions = tops
    while tops != EMPTY:
        top = lowest(tops)
        number = count(cards & EQUALS[low(tops)])
        actions |= top - (top >> np.uint64(number - 1))
        tops ^= top
    return actions


@quick
def play(t: PairsTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == HIT:
        hit(t, seat, dealer)
    elif action == EIGHT:
        eight(t, seat, dealer)
    else:
        fold(t, seat, folded_to(t, seat, action), dealer)


@quick
def folded_to(t: PairsTable, seat: int, action: int) -> int:
    """The card that a fold takes: PAIRS-10, CONT-3."""
    if not t.continuous:
        return low(in_play(t))
    same = EQUALS[action]
    others = low(same) + count(same) - 1 - action
    while t.stacks[seat] & same == EMPTY or others > 0:
        others -= t.stacks[seat] & same != EMPTY
        seat = left(t, seat)
    return low(t.stacks[seat] & same)


@quick
def hit(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """PAIRS-8: who neither pairs nor folds is done."""
    if not take_card(t, seat, dealer):
        pass_turn(t, seat, dealer)


@rule
def eight(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """EIGHT-1 to EIGHT-3: discard the 8, then take two cards, the second only if the first does not pair."""
    discarded = t.stacks[seat] & OF_RANK[8]
    t.stacks[seat] ^= discarded
    t.discards |= discarded
    if not take_card(t, seat, dealer):
        hit(t, seat, dealer)


@quick
def take_card(t: PairsTable, seat: int, dealer: Dealer) -> bool:
    """PAIRS-9: take the top card; a pair scores. Whether it was a pair."""
    card = draw(t, dealer)
    paired = t.stacks[seat] & EQUALS[card] != EMPTY
    t.stacks[seat] |= bit(card)
    if paired:
        tell(dealer, PAIRED, seat, RANK_OF[card])
        show(t, dealer)
        t.stacks[seat] ^= bit(card)
        score_card(t, seat, card, dealer)
        sweep(t, seat, dealer)
    return paired


@rule
def fold(t: PairsTable, seat: int, card: int, dealer: Dealer) -> None:
    """PAIRS-10, CONT-3: the card leaves its owner's stack."""
    for owner in range(t.seats):
        t.stacks[owner] &= ~bit(card)
    score_card(t, seat, card, dealer)
    show(t, dealer)
    sweep(t, seat, dealer)


@quick
def score_card(t: PairsTable, seat: int, card: int, dealer: Dealer) -> None:
    """PAIRS-9, PAIRS-10: keep the card as a marker."""
    t.markers[seat] |= bit(card)
    t.scores[seat] += RANK_OF[card]
    tell(dealer, SCORED, seat, RANK_OF[card])


@rule
def sweep(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """After a score: what leaves play is discarded, and the game goes on or ends."""
    if t.continuous:  # CONT-2
        t.discards |= t.stacks[seat]
        t.stacks[seat] = EMPTY
    else:  # PAIRS-11
        t.discards |= in_play(t)
        t.stacks[:] = EMPTY
    if t.scores[seat] >= t.target:  # PAIRS-14
        t.over = TARGET
        t.to_act = EMPTY
        tell(dealer, LOST, seat, t.scores[seat])
    elif t.continuous:
        pass_turn(t, seat, dealer)
    else:
        tell(dealer, ROUND, -1, 0)
        pass_deal(t)  # PAIRS-11
        deal_round(t, everybody(t), dealer)


@quick
def pass_turn(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """To the left; PAIRS-13 passes over a seat that has no cards and can get none."""
    seat = left(t, seat)
    if t.continuous and undrawn(t) == EMPTY:
        while t.stacks[seat] == EMPTY:
            tell(dealer, PASSED, seat, 0)
            seat = left(t, seat)
    t.to_act = bit(seat)


# The end


score = common.score


@quick
def standing(t: PairsTable, seat: int) -> int:
    """PAIRS-14: one loser; all others share first place."""
    return -1 if t.scores[seat] >= t.target else 0


@quick
def utility(t: PairsTable, seat: int) -> float:
    """COMMON-8, for a game with one loser."""
    return -1.0 if t.scores[seat] >= t.target else 1.0 / (t.seats - 1)
