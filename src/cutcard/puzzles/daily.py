"""The puzzle of a day: it follows from the date and the sets that ship, so that it is the same for everybody.

The games take turns, a day each; and each game goes through all its puzzles, shuffled once and for all, before one comes
again. With nine sets of thirty that is after 270 days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from cutcard.core.dealer import mixed_number
from cutcard.core.registry import callings, cover
from cutcard.games import games
from cutcard.puzzles.puzzle import has_puzzles, shipped

SHUFFLE = 0xC07C


class Place(NamedTuple):
    """Where a puzzle is found: by the name of its set, and its number there, counted from 1."""

    name: str
    number: int


@cache
def sets() -> tuple[str, ...]:
    """The games and variants that have puzzles, as lists of games have them."""
    return tuple(one.name for one in callings(cover(book.name) for book in games()) if has_puzzles(one.name))


def today(now: datetime | None = None) -> date:
    """The day it is, which begins everywhere at once: at midnight by UTC."""
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def ends(day: date) -> float:
    """When the next day begins, in seconds since 1970."""
    return datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC).timestamp()


def puzzle_of(day: date) -> Place:
    """The puzzle of a day."""
    names = sets()
    round_, turn = divmod(day.toordinal(), len(names))
    name = _shuffled(len(names))[turn]
    puzzles = len(shipped(names[name]))
    return Place(names[name], _shuffled(puzzles)[round_ % puzzles] + 1)


@cache
def _shuffled(size: int) -> tuple[int, ...]:
    """The numbers below `size`, in an order that looks like none and stays the same."""
    return tuple(sorted(range(size), key=lambda one: mixed_number(mixed_number(SHUFFLE ^ size) + one)))
