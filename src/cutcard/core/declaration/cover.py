"""What is said of a game before anybody opens its rules: the cover of its rulebook. To read it takes no compiler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cutcard.core import registry

if TYPE_CHECKING:
    from cutcard.core.declaration.options import Value
    from cutcard.core.declaration.rulebook import Rulebook


@dataclass(frozen=True, eq=False)
class Variant:
    """A game with options that people know by a name of its own."""

    name: str
    title: str
    summary: str
    options: Mapping[str, Value]
    emblem: tuple[str | None, ...] = ()
    """A few cards that stand for it; None has its back up."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Cover:
    """What stands on a rulebook, for lists of games. The rulebook has all of it too."""

    name: str
    title: str
    summary: str
    least_seats: int
    most: int = 0
    """The largest number of seats; a rulebook that does not say it has that of its rules."""
    mood: str = ""
    """How it feels to play, in a few words: `push your luck`."""
    length: str = ""
    """How long a game of four people takes: `10 minutes`."""
    variants: tuple[Variant, ...] = ()
    emblem: tuple[str | None, ...] = ()
    """A few cards that stand for the game; None has its back up."""

    @cached_property
    def most_seats(self) -> int:
        return self.most

    @cached_property
    def seat_range(self) -> range:
        return range(self.least_seats, self.most_seats + 1)

    @property
    def seats_in_words(self) -> str:
        """`2 to 8 seats`."""
        least, most = self.least_seats, self.most_seats
        return f"{least} to {most} seats" if least < most else f"{least} seats"

    def opened(self) -> Rulebook:
        """The rulebook that it is the cover of."""
        book: Rulebook = registry.GAMES.load(self.name)
        return book

    def printed(self) -> dict[str, Any]:
        """All that stands on it, for the rulebook."""
        return {field.name: getattr(self, field.name) for field in fields(Cover)}
