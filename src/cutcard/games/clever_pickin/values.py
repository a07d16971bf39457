"""What a card counts as: it has two values, and each trick goes by one of them."""

from cutcard.core.declaration.zones import Reading
from cutcard.games.clever_pickin.deck import DECK

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def is_solid(t: Reading) -> bool:
    """CLEVER-7: whether the trick in play goes by the solid values."""
    return bool(t.trick % 2)


def counts_as(t: Reading, card: int) -> str:
    """A card in the values of the trick in play."""
    return DECK.cards[card if is_solid(t) else t.hollow[card]]


def suit_of(t: Reading, card: int) -> str:
    return SUIT_NAMES[counts_as(t, card)[-1]]


def hollow_of(t: Reading, card: str) -> str:
    return DECK.cards[t.hollow[DECK.numbers[card]]]


def shown_card(t: Reading, card: str) -> str:
    """Both values of a card: `QC/AD`."""
    return f"{card}/{hollow_of(t, card)}"
