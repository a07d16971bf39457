"""`cutcard deck GAME`: the cards of a game's deck."""

from collections.abc import Mapping

from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.phrases import numbered
from cutcard.core.declaration.rulebook import Rulebook


def deck_page(rulebook: Rulebook, options: Mapping[str, Value]) -> DeckPage:
    """What a game says of its deck with these options; else its cards, the lowest first, and how many there are of each."""
    if rulebook.words.deck_page:
        return rulebook.words.deck_page(options)
    deck = rulebook.rules.deck
    rows = tuple((face, str(deck.cards.count(face))) for face in deck.faces)
    return DeckPage(
        (f"The {deck.name} deck has {numbered(len(deck.cards), 'card')}, the lowest first:",), ("Card", "Copies"), rows
    )
