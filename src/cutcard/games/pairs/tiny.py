"""Pairs with six cards, two seats and a losing score of 2: its whole tree has two thousand nodes."""

from cutcard.core.declaration.small import made_small
from cutcard.games.pairs.rulebook import PAIRS
from cutcard.games.shared.pairs_deck import SIX

TINY = made_small(
    PAIRS,
    name="pairs-tiny",
    title="Tiny Pairs",
    summary="Pairs with the cards 1, 2, 2, 3, 3, 3, up to a losing score of 2.",
    usual={"target": 2, "burn": 0},
    most={"target": 7, "burn": 1},  # cards that are scored stay out: two seats can lie below 8 with no card left
    without=("eights",),
    deck=SIX,
)
