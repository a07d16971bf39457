"""A deck: its cards, numbered in the game's own rank order, and their names."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cutcard.core.bits import members
from cutcard.core.errors import ParseError

REMEMBERED = 10_000
"""Sets of cards whose names are remembered: from one move to the next most zones of a table stay as they are."""


@dataclass(frozen=True)
class Deck:
    """At most 63 cards. Cards with the same name are equal in every way."""

    name: str
    cards: tuple[str, ...]
    """The name of each card, by its number."""

    def __post_init__(self) -> None:
        if len(self.cards) > 63:
            raise ValueError(f"the {self.name} deck has {len(self.cards)} cards: a set can hold 63")

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The distinct names, lowest first."""
        return tuple(dict.fromkeys(self.cards))

    @cached_property
    def full(self) -> int:
        return (1 << len(self.cards)) - 1

    @cached_property
    def masks(self) -> dict[str, int]:
        """All cards of each face."""
        masks = dict.fromkeys(self.faces, 0)
        for card, face in enumerate(self.cards):
            masks[face] |= 1 << card
        return masks

    @cached_property
    def face_of(self) -> np.ndarray[Any, Any]:
        """For each card, all cards of its face, as the kernel wants it."""
        faces = np.zeros(64, dtype=np.uint64)
        faces[: len(self.cards)] = [self.masks[face] for face in self.cards]
        return faces

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The first card of each face."""
        return {face: self.cards.index(face) for face in self.faces}

    def names(self, zone: int) -> tuple[str, ...]:
        """The cards of a set, lowest first."""
        known = self._named
        if zone not in known:
            if len(known) == REMEMBERED:
                known.clear()
            known[zone] = tuple(self.cards[card] for card in members(zone))
        return known[zone]

    @cached_property
    def _named(self) -> dict[int, tuple[str, ...]]:
        return {}

    def counts(self, zone: int) -> list[int]:
        """How many of each face."""
        zone = int(zone)
        return [(zone & mask).bit_count() for mask in self.masks.values()]

    def mask(self, face: str) -> int:
        try:
            return self.masks[face]
        except KeyError:
            raise ParseError(f"{face!r} is not a card of the {self.name} deck") from None


class DeckPage(NamedTuple):
    """What there is to know of a deck, for a person."""

    notes: tuple[str, ...]
    """Sentences."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
