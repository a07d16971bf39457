"""What can be told of a table without any search: exact figures as a seat sees them, and what a result means to a person.
It is plain data, for any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutcard.core.declaration.phrases import Sentence
from cutcard.core.languages import translated, worded

if TYPE_CHECKING:
    from cutcard.core.table.view import View


@dataclass(frozen=True)
class CardsLeft:
    """Cards that a seat cannot see, or that can come, by rank."""

    title: str
    """What is counted: `48 cards that you have not seen: 43 in the deck, 5 burned`."""
    counts: tuple[tuple[str, int], ...]
    """Each rank and how many are left of it, the lowest first."""


@dataclass(frozen=True)
class Figures:
    """What a seat could work out with pencil and paper."""

    facts: tuple[tuple[str | Sentence, str], ...] = ()
    """What is told, and its value in words: `("Chance to pair", "31%")`."""
    left: CardsLeft | None = None


@dataclass(frozen=True)
class Stake:
    """What the utility of a game (COMMON-8) means to a person. By default it is the chance to win."""

    losing: bool = False
    """One loses and nobody wins: it is the chance to lose."""
    unit: str = ""
    """It is no chance, but so many of these more than the seats have on average."""
    scale: Callable[[View], int] = lambda view: 1
    """How many of them a utility of 1 is."""
    stakes: Callable[[int, Mapping[str, Any]], float] = lambda seats, options: float(seats)
    """`stakes(seats, options)`: how many times as many there are at the table."""


def unseen_cards(view: View, places: Mapping[str, str], counts: Iterable[tuple[str, int]] | None = None) -> CardsLeft:
    """The cards that a seat cannot see. `places` has the hidden zones and what lies there: `in the deck`; `counts` is how
    many there are of each rank, where that is more than the face of a card."""
    parts = []
    for zone, where in places.items():
        owners = range(view.game.seats) if view.game.layout.fields[zone].each else (None,)
        number = sum(view.hidden(zone, owner) for owner in owners)
        parts += [worded("{n} {where}", n=number, where=translated(where))] if number else []
    faces = zip(view.game.deck.faces, view.game.deck.counts(view.unseen), strict=True) if counts is None else counts
    return CardsLeft(unseen_told(view.unseen.bit_count(), parts), tuple(faces))


def unseen_told(number: int, places: list[str]) -> str:
    """`48 cards that you have not seen: 43 in the deck, 5 burned`."""
    listed = ", ".join(places) or translated("none")
    return worded("{n} {n|card|cards} that you have not seen: {places}", n=number, places=listed)
