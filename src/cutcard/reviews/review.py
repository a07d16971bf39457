"""A game that was played, judged decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.declaration.game import Game
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.table.record import load, moments
from cutcard.core.table.table import Table
from cutcard.lab import extras
from cutcard.reviews.accuracy import accuracy
from cutcard.reviews.chances import Chances, Split, before_the_deal, chances_at
from cutcard.reviews.judging import Judged, Judgement, judge
from cutcard.reviews.measure import Measure
from cutcard.reviews.words import luck_word, word_for

if TYPE_CHECKING:
    import polars

OnDecision = Callable[[], object]
"""Is called after each decision: for a progress bar."""

DEEPEST = 10_000.0


@dataclass(frozen=True, eq=False)
class Decision:
    """One decision of a game, what was made of it and what came of it."""

    number: int
    """Counted from 0, as the moves of the record."""
    event: int
    """The index of the move among the events of the record."""
    seat: int
    move: str
    judgement: Judgement
    word: str
    """What the move is called: `the best move`, `a slip`, `a blunder`."""
    luck_word: str
    """`lucky` or `unlucky`, if the cards that came with it were that for who played it."""
    before: Chances
    after: Chances
    """Everybody's chances when it was to be made, and when the next one was."""
    choice: tuple[float, ...]
    """What choosing this move and not the best one brought each seat, in utility."""

    @property
    def best(self) -> str:
        return self.judgement.best.move

    @property
    def cost(self) -> float:
        """What the move cost who played it, in utility."""
        return self.judgement.played.cost

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return self.judgement.played.error

    @property
    def luck(self) -> tuple[float, ...]:
        """What all else brought each seat: the cards, and how those lay that could not be seen."""
        moved = zip(self.after.utilities, self.before.utilities, self.choice, strict=True)
        return tuple(after - before - choice for after, before, choice in moved)


class Review:
    """What a game looks like afterwards. Made by `review`."""

    def __init__(self, tables: list[tuple[int, Table]], moves: list[tuple[int, str]], depth: float, seed: int) -> None:
        self.depth = depth
        self.seed = seed
        self.measure = Measure.of(tables[0][1])
        self.decisions: list[Decision] = []
        self._tables = tables
        self._moves = moves
        self.start = before_the_deal(self.game)
        """What the seats could expect before the deal."""
        self.dealt = chances_at(tables[0][1], depth, self._seed_of(-1))
        """… and after it."""

    @property
    def game(self) -> Game:
        return self._tables[0][1].game

    @property
    def wanted(self) -> int:
        """How many decisions the game has."""
        return len(self._moves)

    def run(self) -> Iterator[Decision]:
        """Judge one decision after the other; those that were judged before stay."""
        while len(self.decisions) < self.wanted:
            decision = self._judged(len(self.decisions))
            self.decisions.append(decision)
            yield decision

    def _judged(self, number: int) -> Decision:
        (event, table), (seat, move) = self._tables[number], self._moves[number]
        judgement = judge(table.glance(seat), move, self.depth, self._seed_of(number))
        before = self.decisions[-1].after if self.decisions else self.dealt
        after = chances_at(self._tables[number + 1][1], self.depth, self._seed_of(-2 - number))
        pairs = zip(judgement.played.utilities, judgement.best.utilities, strict=True)
        choice = tuple(played - best for played, best in pairs)
        luck = after.utilities[seat] - before.utilities[seat] - choice[seat]
        words = word_for(judgement, self.measure), luck_word(luck, self.measure)
        return Decision(number, event, seat, move, judgement, *words, before, after, choice)

    def _seed_of(self, number: int) -> int:
        return mixed_number(seeded(self.seed) ^ mixed_number(number % (1 << 64)))

    def table_before(self, decision: int) -> Table:
        """The whole table as it stood at a decision, to look at."""
        return self._tables[self._number(decision)][1]

    def what_if(self, decision: int, move: str, depth: float | None = None) -> Judged:
        """Another move at a decision: what everybody could expect after it, and what it would have cost, from what its seat
        could see. Any legal move will do."""
        number = self._number(decision)
        view = self._tables[number][1].glance(self._moves[number][0])
        return judge(view, move, self.depth if depth is None else depth, self._seed_of(number)).played

    def _number(self, decision: int) -> int:
        if not isinstance(decision, int) or not 0 <= decision < self.wanted:
            raise NotFound(f"there is no decision {decision!r}: they are numbered from 0 to {self.wanted - 1}")
        return decision

    @property
    def is_over(self) -> bool:
        return self._tables[-1][1].is_over

    @property
    def graph(self) -> list[Chances]:
        """Everybody's chances: before the deal, after it, and after each move."""
        return [self.start, self.dealt, *(one.after for one in self.decisions)]

    def split(self, seat: int) -> Split:
        """Where the result of a seat came from. The parts add up."""
        own = sum(one.choice[seat] for one in self.decisions if one.seat == seat)
        others = sum(one.choice[seat] for one in self.decisions if one.seat != seat)
        luck = self.dealt.utilities[seat] - self.start.utilities[seat] + sum(one.luck[seat] for one in self.decisions)
        return Split(self.start.utilities[seat], luck, own, others, self.graph[-1].utilities[seat])

    def accuracy(self, seat: int) -> float | None:
        """How well a seat played, from 0 to 100; None if it had nothing to choose."""
        return accuracy(one.judgement for one in self.decisions if one.seat == seat)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each decision, in plain Python."""
        from cutcard.reviews.table import rows_of

        return rows_of(self)

    def frame(self) -> polars.DataFrame:
        """The same as a frame of Polars."""
        frame: polars.DataFrame = extras.polars().DataFrame(self.rows, infer_schema_length=None)
        return frame

    def json(self) -> dict[str, Any]:
        """All of it, for a file."""
        from cutcard.reviews.table import as_json

        return as_json(self)

    def __repr__(self) -> str:
        return f"<Review of {self.game.name} at {self.game.seats} seats, {len(self.decisions)} decisions>"


def prepared(record: Mapping[str, Any] | str | PathLike[str], depth: float = 1.0, seed: int = 0) -> Review:
    """A review that is yet to be run."""
    if isinstance(depth, bool) or not isinstance(depth, int | float) or not 0 < depth <= DEEPEST:
        raise ParseError(f"the depth of a review is more than 0 and at most {DEEPEST:,.0f}, not {depth!r}")
    given = dict(record) if isinstance(record, Mapping) else load(record)
    tables = [(moment.event, moment.table) for moment in moments(given)]
    moves = [given["events"][event].split(" ", 1) for event, _ in tables[:-1]]
    if not moves:
        raise ParseError("nobody has made a move in this record: there is nothing to review")
    return Review(tables, [(int(seat), move) for seat, move in moves], float(depth), seed)


def review(
    record: Mapping[str, Any] | str | PathLike[str],
    *,
    depth: float = 1.0,
    seed: int = 0,
    on_decision: OnDecision | None = None,
) -> Review:
    """Judge every decision of a record, or of a file with one. With more `depth` each is thought over for so many times as
    long, and errors shrink by its root; the same record, depth and seed give the same review."""
    found = prepared(record, depth, seed)
    for _ in found.run():
        if on_decision is not None:
            on_decision()
    return found
