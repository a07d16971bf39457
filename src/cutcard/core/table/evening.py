"""Several games of the same people, one after another: what goes over from one to the next, and the tally of them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cutcard.core.table.outcome import winners_and_losers

if TYPE_CHECKING:
    from cutcard.core.declaration.options import Value
    from cutcard.core.declaration.rulebook import Rulebook
    from cutcard.core.declaration.zones import Reading
    from cutcard.core.table.table import Table


@dataclass(frozen=True)
class Carried:
    """With what a game goes on from one that is over."""

    options: Mapping[str, Value]
    """The values of those options that are declared as `carried`; without them all begin anew."""
    dealer: int
    gained: Sequence[int]
    """What each seat has won in the game that is over: its score is what it has, and would count in every game again."""


@dataclass(frozen=True)
class Carries:
    """A game that can go on from another one: part of its rulebook."""

    on: Callable[[Reading, Mapping[str, Value]], Carried]
    """`on(t, options)` of a table that is over."""
    anew: str
    """What to ask for who wants to begin anew: `Start with new coins`."""


@dataclass(frozen=True)
class Line:
    """How one person, or bot, did in the games so far."""

    who: str
    """By what the person is known from game to game. It may be secret: the name is what is shown."""
    name: str
    played: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0


def anew(book: Rulebook, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The options without what was carried over from another game."""
    carried = {option.name for option in book.options if option.carried}
    return {name: value for name, value in chosen.items() if name not in carried}


def next_game(table: Table, chosen: Mapping[str, Value]) -> tuple[dict[str, Value], int]:
    """The options and the dealer of the next game of the same people, after one with these options. By default the deal
    passes to the left."""
    book = table.game.rulebook
    options = anew(book, chosen)
    if book.carries is None:
        return options, (table.game.dealer + 1) % table.game.seats
    carried = book.carries.on(table.reading, table.game.options)
    return {**options, **carried.options}, carried.dealer


def points_of(table: Table) -> Sequence[int]:
    """What each seat has won in a game that is over: its score, or what was added to what it had before."""
    book, result = table.game.rulebook, table.result
    assert result is not None, "the game is not over"
    return book.carries.on(table.reading, table.game.options).gained if book.carries else result.scores


def counted(tally: Sequence[Line], table: Table, people: Sequence[tuple[str, str]]) -> tuple[Line, ...]:
    """The tally with a game that is over. `people` are who sits in each seat, and their name."""
    book, result = table.game.rulebook, table.result
    assert result is not None, "the game is not over"
    winners, losers = winners_and_losers(book, result)
    points = points_of(table)
    lines = {line.who: line for line in tally}
    for seat, (who, name) in enumerate(people):
        before = lines.get(who, Line(who, name))
        lines[who] = replace(
            before,
            name=name,
            played=before.played + 1,
            won=before.won + (seat in winners),
            lost=before.lost + (seat in losers),
            points=before.points + points[seat],
        )
    return tuple(lines.values())
