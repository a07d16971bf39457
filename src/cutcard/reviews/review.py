"""A game that was played, judged decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from os import PathLike
from typing import TYPE_CHECKING, Any

from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.declaration.game import Game
from cutcard.core.errors import NotAllowed, NotFound, ParseError
from cutcard.core.table.record import load, moments
from cutcard.core.table.table import DEAL, Table
from cutcard.lab import extras
from cutcard.reviews.accuracy import accuracy
from cutcard.reviews.chances import Chances, Split, at_the_end
from cutcard.reviews.judging import Judged, Judgement
from cutcard.reviews.measure import Measure
from cutcard.reviews.pieces import JudgePiece, LookPiece, StartPiece
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
    """What a game looks like afterwards. Made by `review`.

    The graph of everybody's chances comes first, as it is quickly made, and then the decisions, those first at which the
    most changed. No piece of it hangs on another: in whatever order they are done, by whatever processes, the review is the
    same."""

    def __init__(self, tables: list[tuple[int, Table]], moves: list[tuple[int, str]], depth: float, seed: int) -> None:
        self.depth = depth
        self.seed = seed
        self.measure = Measure.of(tables[0][1])
        self._tables = tables
        self._moves = moves
        self._points: list[Chances | None] = [None] * (len(tables) + 1)
        """The graph, as far as it is known."""
        self._graph: list[Chances] = []
        """The same, once it is whole."""
        if self.is_over:
            self._points[-1] = at_the_end(tables[-1][1])
        self._open = sum(one is None for one in self._points)
        """How many points of it are not known yet."""
        self._decisions: dict[int, Decision] = {}

    @property
    def game(self) -> Game:
        return self._tables[0][1].game

    @property
    def wanted(self) -> int:
        """How many decisions the game has."""
        return len(self._moves)

    @property
    def decisions(self) -> list[Decision]:
        """Those that are judged, as they were made."""
        return [self._decisions[number] for number in sorted(self._decisions)]

    @property
    def judged(self) -> int:
        """How many decisions are judged."""
        return len(self._decisions)

    def run(self) -> Iterator[Decision | None]:
        """Do one piece after the other, and give each decision that is judged; nothing while the graph is made. What was
        done before stays."""
        for point in self.open_points():
            self.put_chances(point, self.look(point).done())
            yield None
        for number in self.order:
            if number not in self._decisions:
                yield self.put_judgement(number, self.judging(number).done())

    # The graph: before the deal, after it, and after each move

    @property
    def has_graph(self) -> bool:
        return not self._open

    @property
    def graph(self) -> list[Chances]:
        """Everybody's chances: before the deal, after it, and after each move. It is there once it is whole."""
        assert self.has_graph, "the graph is not made yet"
        return self._graph

    @property
    def start(self) -> Chances:
        """What the seats could expect before the deal."""
        return self.graph[0]

    @property
    def dealt(self) -> Chances:
        """… and after it."""
        return self.graph[1]

    def open_points(self) -> list[int]:
        """Where the graph is not known yet."""
        return [point for point, one in enumerate(self._points) if one is None]

    def look(self, point: int) -> StartPiece | LookPiece:
        """The piece of work that gives a point of the graph."""
        first = self._tables[0][1]
        if point == 0 and first.last is not None and first.last.seat == DEAL:
            return StartPiece(self.game)
        point = max(point, 1)  # a game that began in the middle of another one had no deal
        return LookPiece(self.game, self._tables[point - 1][1].words, self.depth, self._seed_of(-point))

    def put_chances(self, point: int, chances: Chances) -> None:
        """What came of a look."""
        self._open -= self._points[point] is None
        self._points[point] = chances
        if self.has_graph:
            self._graph = [one for one in self._points if one is not None]

    @cached_property
    def order(self) -> list[int]:
        """The decisions, those first at which somebody's chances changed most. It takes the graph."""
        graph = self.graph

        def swing(number: int) -> float:
            before, after = graph[number + 1].utilities, graph[number + 2].utilities
            return max(abs(now - then) for now, then in zip(after, before, strict=True))

        return sorted(range(self.wanted), key=lambda number: (-swing(number), number))

    # Decisions

    def judging(self, number: int) -> JudgePiece:
        """The piece of work that judges a decision. It has the view of who made it, and nothing else of the table."""
        (_, table), (seat, move) = self._tables[number], self._moves[number]
        return JudgePiece(table.glance(seat), move, self.depth, self._seed_of(number))

    def put_judgement(self, number: int, judgement: Judgement) -> Decision:
        """What came of it. The graph has to be there."""
        event, (seat, move) = self._tables[number][0], self._moves[number]
        before, after = self.graph[number + 1 : number + 3]
        pairs = zip(judgement.played.utilities, judgement.best.utilities, strict=True)
        choice = tuple(played - best for played, best in pairs)
        luck = after.utilities[seat] - before.utilities[seat] - choice[seat]
        words = word_for(judgement, self.measure), luck_word(luck, self.measure)
        self._decisions[number] = Decision(number, event, seat, move, judgement, *words, before, after, choice)
        return self._decisions[number]

    def seat_at(self, number: int) -> int:
        """Whose decision it was."""
        return self._moves[number][0]

    def is_judged(self, number: int) -> bool:
        return number in self._decisions

    def decision(self, number: int) -> Decision:
        """One that is judged."""
        return self._decisions[number]

    def _seed_of(self, number: int) -> int:
        return mixed_number(seeded(self.seed) ^ mixed_number(number % (1 << 64)))

    def table_before(self, decision: int) -> Table:
        """The whole table as it stood at a decision, to look at."""
        return self._tables[self._number(decision)][1]

    def what_if(self, decision: int, move: str, depth: float | None = None) -> Judged:
        """Another move at a decision: what everybody could expect after it, and what it would have cost, from what its seat
        could see. Any legal move will do."""
        return self.trying(decision, move, depth).done().played

    def trying(self, decision: int, move: str, depth: float | None = None) -> JudgePiece:
        """The piece of work that tries another move at a decision."""
        piece = self.judging(self._number(decision))
        turn = piece.view.turn()
        if turn.table.actions_of(turn.seat, move) is None:
            raise NotAllowed(f"{move!r} is not a legal move here")
        return replace(piece, move=move, depth=self.depth if depth is None else depth)

    def _number(self, decision: int) -> int:
        if not isinstance(decision, int) or not 0 <= decision < self.wanted:
            raise NotFound(f"there is no decision {decision!r}: they are numbered from 0 to {self.wanted - 1}")
        return decision

    @property
    def is_over(self) -> bool:
        return self._tables[-1][1].is_over

    def split(self, seat: int) -> Split:
        """Where the result of a seat came from. The parts add up: what is not judged yet counts as luck."""
        own = sum(one.choice[seat] for one in self.decisions if one.seat == seat)
        others = sum(one.choice[seat] for one in self.decisions if one.seat != seat)
        luck = self.dealt.utilities[seat] - self.start.utilities[seat] + sum(self._luck(n, seat) for n in range(self.wanted))
        return Split(self.start.utilities[seat], luck, own, others, self.graph[-1].utilities[seat])

    def _luck(self, number: int, seat: int) -> float:
        """What luck brought a seat with a move: of one that is not judged, all that changed."""
        if number in self._decisions:
            return self._decisions[number].luck[seat]
        before, after = self.graph[number + 1 : number + 3]
        return after.utilities[seat] - before.utilities[seat]

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
    check_depth(depth)
    given = dict(record) if isinstance(record, Mapping) else load(record)
    tables = [(moment.event, moment.table) for moment in moments(given)]
    moves = [given["events"][event].split(" ", 1) for event, _ in tables[:-1]]
    if not moves:
        raise ParseError("nobody has made a move in this record: there is nothing to review")
    return Review(tables, [(int(seat), move) for seat, move in moves], float(depth), seed)


def of_table(table: Table, depth: float = 1.0, seed: int = 0) -> Review:
    """The same of a game as a table has it, also of one that began in the middle of another and has no record."""
    check_depth(depth)
    steps, faces = table.steps(), table.game.deck.cards
    if len(steps) < 2:
        raise ParseError("nobody has made a move at this table: there is nothing to review")
    events = accumulate(len(list(step.events(faces))) for step in steps)
    return Review(
        list(zip(events, table.stages(), strict=True)), [(one.seat, one.move) for one in steps[1:]], float(depth), seed
    )


def check_depth(depth: float) -> None:
    if isinstance(depth, bool) or not isinstance(depth, int | float) or not 0 < depth <= DEEPEST:
        raise ParseError(f"the depth of a review is more than 0 and at most {DEEPEST:,.0f}, not {depth!r}")


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
    for judged in found.run():
        if on_decision is not None and judged is not None:
            on_decision()
    return found
