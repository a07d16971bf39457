"""The deck of Pickle: 52 cards and two jokers, numbered from the lowest up."""

import numpy as np

from cutcard.core.declaration.deck import Deck

STRENGTHS = ("2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K", "A", "8", "Joker", "5S", "3C")
"""PICKLE-2: the sixteen ranks, lowest first."""

PICKLE_5, PICKLE_3 = "5S", "3C"
"""The two cards that stand above all others."""

CARDS = {
    strength: [f"{strength}{suit}" for suit in "CDHS" if f"{strength}{suit}" not in (PICKLE_5, PICKLE_3)]
    for strength in STRENGTHS
} | {"Joker": ["JR", "JB"], PICKLE_5: [PICKLE_5], PICKLE_3: [PICKLE_3]}

DECK = Deck("Pickle", tuple(card for strength in STRENGTHS for card in CARDS[strength]))

STRENGTH_OF = np.array([place for place, strength in enumerate(STRENGTHS) for _ in CARDS[strength]])
"""The place of each card in the order of PICKLE-2, from 0."""


def _cards(names: list[str]) -> int:
    return sum(DECK.mask(name) for name in names)


OF_STRENGTH = np.array([_cards(CARDS[strength]) for strength in STRENGTHS], dtype=np.uint64)
"""All cards of each strength."""
FROM = np.array([_cards([c for s in STRENGTHS[place:] for c in CARDS[s]]) for place in range(17)], dtype=np.uint64)
"""All cards of this strength or more."""

EQUALS = np.zeros(64, dtype=np.uint64)
"""For each card, those that are as strong: suits mean nothing else."""
EQUALS[:54] = OF_STRENGTH[STRENGTH_OF]

FACE_VALUE = np.zeros(64, dtype=np.uint64)
"""PICKLE-10: for each card, those it can be led with."""
FACE_VALUE[:54] = [
    _cards([c for c in DECK.cards if c[:-1] == card[:-1] and (c in ("JR", "JB")) == (card in ("JR", "JB"))])
    for card in DECK.cards
]

CROWNED = np.uint64(_cards([PICKLE_5, PICKLE_3]))
REDEALERS = np.uint64(_cards(["3S", "5C"]))
"""PICKLE-7: who holds both may ask for a redeal."""

POINTS = tuple(range(3, 19))
"""PICKLE-3: what the final high card costs, by strength. Reconstructed: the printed chart is lost."""
