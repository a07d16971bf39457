"""A face-up stack before each seat, and who goes first: what Pairs and Port share (PAIRS-4 to PAIRS-7, PORT-3)."""

from typing import Annotated

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, tell
from cutcard.core.declaration.appearance import NONE, PILE, STACK, Zone
from cutcard.core.declaration.notes import COUNT, Note
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.zones import Field, Number, OpenEach
from cutcard.games.shared.common import left
from cutcard.games.shared.pairs_deck import EQUALS, RANK_OF, BurningFields, DeckNotes, draw, undrawn


class TieNotes(DeckNotes):
    tied = Note("{n} seats tie for the lowest card and get another.", n=COUNT)
    dry = Note("No card can break the tie: the first from the dealer's left goes first.")
    first = Note("{You} {go|goes} first.")


TIED, DRY, FIRST = TieNotes.tied.code, TieNotes.dry.code, TieNotes.first.code


class StackFields(BurningFields):
    """A table with a face-up stack before each seat."""

    stacks: OpenEach
    target: Number
    deal_passes: Annotated[int, Field("number", shown=False)]
    """Whether the deal goes to the left after every round."""


@quick
def in_play(t: StackFields) -> Bits:
    """All cards in the stacks."""
    cards = EMPTY
    for stack in t.stacks:
        cards |= stack
    return cards


@quick
def deal_round(t: StackFields, playing: Bits, dealer: Dealer) -> None:
    """PAIRS-4: one card face up to each seat that is playing; the lowest goes first."""
    dealt = EMPTY
    seat = t.dealer
    for _ in range(t.seats):
        seat = left(t, seat)
        if playing & bit(seat) != EMPTY:
            card = bit(draw(t, dealer))
            t.stacks[seat] = card
            dealt |= card
    same = EQUALS[low(dealt)]
    tied = EMPTY
    for seat in range(t.seats):
        tied |= np.uint64(t.stacks[seat] & same != EMPTY) << np.uint64(seat)
    if count(tied) > 1:
        tied = break_tie(t, tied, dealer)
    tell(dealer, FIRST, low(tied), 0)
    t.to_act = tied


@quick
def pass_deal(t: StackFields) -> None:
    """PAIRS-11, PORT-3: at the end of a round, where the table plays so."""
    if t.deal_passes:
        t.dealer = left(t, t.dealer)


@rule
def break_tie(t: StackFields, tied: Bits, dealer: Dealer) -> Bits:
    """PAIRS-5: the lowest extra card goes first, as often as it takes."""
    while count(tied) > 1:
        tell(dealer, TIED, -1, count(tied))
        again = EMPTY
        lowest_rank = 11
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            if tied & bit(seat) == EMPTY:
                continue
            rank = extra_card(t, seat, dealer)
            if rank == 0:
                return first_of(t, tied, dealer)
            if rank < lowest_rank:
                lowest_rank = rank
                again = EMPTY
            again |= np.uint64(rank == lowest_rank) << np.uint64(seat)
        tied = again
    return tied


@rule
def extra_card(t: StackFields, seat: int, dealer: Dealer) -> int:
    """The rank of a tied seat's extra card; 0 where no card can break the tie (PAIRS-7)."""
    while True:
        held = EMPTY
        stack = t.stacks[seat]
        while stack != EMPTY:
            held |= EQUALS[low(stack)]
            stack ^= lowest(stack)
        if undrawn(t) & ~held == EMPTY:
            return 0
        card = draw(t, dealer)
        if held & bit(card) == EMPTY:
            t.stacks[seat] |= bit(card)
            return RANK_OF[card]
        t.discards |= bit(card)  # PAIRS-6


@rule
def first_of(t: StackFields, tied: Bits, dealer: Dealer) -> Bits:
    """PAIRS-7: the first from the dealer's left of the seats that were tied."""
    tell(dealer, DRY, -1, 0)
    seat = left(t, t.dealer)
    while tied & bit(seat) == EMPTY:
        seat = left(t, seat)
    return bit(seat)


STACKS = Zone("Stack", STACK, dealt="{You} {get|gets} {cards}.")
BURNED = Zone("Burned", NONE, dealt="Burned, face down: {cards}.")
DISCARDS = Zone("Discards", PILE, dealt="Turned up: {cards}.", face_down=True)
THE_DECK = Zone("Deck", PILE)

DEAL_PASSES = Option("deal_passes", False, "After every round the player to the left deals.")
