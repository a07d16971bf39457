"""The Pairs deck, and how the games that burn cards and play on down the deck draw from it."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, take, tell
from cutcard.core.declaration.deck import Deck
from cutcard.core.declaration.notes import SHUFFLE, Note, Told
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.zones import Dark, Number, Open, Reading, TableFields

RANKS = range(1, 11)

# COMMON-4: r copies of rank r, numbered from the lowest up.
DECK = Deck("Pairs", tuple(str(rank) for rank in RANKS for _ in range(rank)))

SIX = Deck("six-card Pairs", DECK.cards[:6])
"""The lowest ranks alone: 1, 2 2 and 3 3 3."""

RANK_OF = np.array([int(face) for face in DECK.cards])
"""The rank of each card."""
OF_RANK = np.array([0, *DECK.masks.values()], dtype=np.uint64)
"""All cards of each rank."""
EQUALS = DECK.face_of
"""For each card, all cards of its rank."""


TOPS = np.uint64(sum(1 << card for card in range(55) if card == 54 or RANK_OF[card] != RANK_OF[card + 1]))
"""The highest card of each rank."""
BELOW_TOPS = np.uint64(DECK.full) ^ TOPS


@quick
def ranks(cards: Bits) -> Bits:
    """The ranks among these cards, each as the highest card of that rank: where any lower one is in the set, the sum
    carries into the highest."""
    return (((cards & BELOW_TOPS) + BELOW_TOPS) | cards) & TOPS


@rule
def points(cards: Bits) -> int:
    """What these cards count: each its rank."""
    total = 0
    for rank in range(1, 11):
        total += rank * count(cards & OF_RANK[rank])
    return total


class BurningFields(TableFields):
    """A table that burns cards after every shuffle."""

    burned: Dark
    discards: Open
    """Everything discarded lay face up before, so everybody may remember it."""
    burn: Number


BURN = Option("burn", 5, "How many cards are burned, unseen, after every shuffle.", least=0, most=54)


class DeckNotes(Told):
    """What games tell that play on down the deck."""

    reshuffled = Note(
        "The cut card: the deck has run out. The discards are shuffled, and play goes on where it stopped.", mood=SHUFFLE
    )


RESHUFFLED = DeckNotes.reshuffled.code


@quick
def undrawn(t: BurningFields) -> Bits:
    """All cards that can still come: from the deck, or from the discard pile after a reshuffle."""
    return t.deck | t.burned | t.discards


@quick
def burns(t: BurningFields, cards: int) -> int:
    """PAIRS-12: how many of so many cards are burned; a burn stops when one card is left."""
    return min(t.burn, cards - 1)


@rule
def burn(t: BurningFields, dealer: Dealer) -> None:
    """PAIRS-3, PAIRS-12: burn cards face down."""
    for _ in range(burns(t, count(t.deck))):
        t.burned |= bit(take(t, dealer))


@rule
def reshuffle(t: BurningFields, dealer: Dealer) -> None:
    """PAIRS-12: the discard pile, with what was burned, is the new deck."""
    t.deck = t.discards | t.burned
    t.discards = EMPTY
    t.burned = EMPTY
    tell(dealer, RESHUFFLED, -1, count(t.deck))
    burn(t, dealer)


@quick
def draw(t: BurningFields, dealer: Dealer) -> int:
    """PAIRS-12: the top card; an empty deck is reshuffled only now that a card is to be drawn."""
    if t.deck == EMPTY:
        reshuffle(t, dealer)
    return take(t, dealer)


@quick
def next_cards(view: Any) -> Bits:
    """What the next card can be, as far as a seat knows: each card of this set is as likely as the others."""
    if view.hidden[0] > 0:  # the deck is the first hidden place of every table
        return view.unseen
    return view.unseen | view.discards


def is_drawable(t: Reading) -> bool:
    """Whether any card can still come."""
    return bool(t.deck | t.burned | t.discards)
