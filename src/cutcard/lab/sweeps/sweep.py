"""`sweep`: measures for many values of a game's options, on the same seeds, to see what a rule does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import Option, Value, plain
from cutcard.core.declaration.options import Row as RowOption
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.registry import named
from cutcard.lab.extras import polars
from cutcard.lab.ladders.ladder import SEARCHES, Ladder, games_a_deal
from cutcard.lab.running.chunks import Plan
from cutcard.lab.running.work import OnProgress, cores
from cutcard.lab.statistics.intervals import Estimate
from cutcard.lab.studies import seats
from cutcard.lab.studies.measures import Row, estimate_columns
from cutcard.lab.studies.study import Study, json_row
from cutcard.players import Player

if TYPE_CHECKING:
    import polars as pl

OPTION = "option_"
"""Stands before the name of an option in a row, where a measure is called the same."""

SEATS, PLAYERS = "seats", "players"
"""What can be varied beside the options of a game."""

LINE_UP = "+"
"""Between the players of a table, where those are varied: `steady+random`."""

Varied: TypeAlias = Value | str
"""The value of an option, a number of seats, or players."""

MOST_POINTS = 1000
"""A sweep with more combinations than this is a mistake in a range."""


@dataclass
class Point:
    """One combination of options."""

    options: dict[str, Varied]
    study: Study
    ladder: Ladder | None = None
    """What measures skill, if that is wanted."""

    @property
    def studies(self) -> list[Study | Ladder]:
        return [self.study, *([self.ladder] if self.ladder else [])]

    def row(self) -> Row:
        summary = self.study.summary_row
        left_out = ("game", "seats", "seed")
        shares: Row = {}
        if len(self.study.plan.players) > 1:
            for row in self.study.player_rows:
                first = Estimate(row["first"], row["first_low"], row["first_high"])
                shares |= estimate_columns(f"first_{row['player']}", first)
        found = {
            **{name: value for name, value in summary.items() if name not in left_out},
            **seats.fairness(self.study.plan, self.study.tally),
            **shares,
            **({**estimate_columns("skill", self.ladder.skill), "skill_games": self.ladder.played} if self.ladder else {}),
        }
        chosen = {
            f"{OPTION}{name}" if name in found else name: value if isinstance(value, str) else plain(value)
            for name, value in self.options.items()
        }
        return {**chosen, **found}


def chosen(row: Row, name: str) -> Any:
    """The value of what varies, in a row of a sweep."""
    return row.get(f"{OPTION}{name}", row.get(name))


def ladder_for(game: Game, skill_games: int, search_games: int, seed: int) -> Ladder | None:
    """The ladder of a combination, in whole deals of about so many games a step; without `search_games` up to `steady`."""
    if not skill_games:
        return None
    deals, search_deals = (max(2, -(-games // games_a_deal(game))) for games in (skill_games, search_games))
    return Ladder(game, searches=SEARCHES if search_games else 0, deals=deals, search_deals=search_deals, seed=seed)


class Sweep:
    """Every combination of the options, measured on the same seeds. `frame` is a Polars frame, a row for each."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Iterable[Varied]],
        players: str | Player | Sequence[str | Player],
        games: int,
        skill_games: int,
        search_games: int,
        seed: int,
    ) -> None:
        self.game = game
        self.varied = {name: _distinct(name, values) for name, values in options.items()}
        if not self.varied:
            raise ParseError("a sweep needs an option to vary: say --option NAME=VALUES")
        if math.prod(map(len, self.varied.values())) > MOST_POINTS:
            raise ParseError(f"these ranges have more than {MOST_POINTS} combinations: take fewer, or larger steps")
        for name, number in (("skill", skill_games), ("search", search_games)):
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise ParseError(f"the number of {name} games is 0 or more, not {number!r}")
        self.points: list[Point] = []
        for values in product(*self.varied.values()):
            chosen = dict(zip(self.varied, values, strict=True))
            own, seats, seated = self._table(chosen, players)
            at = find(game.name, seats, game.dealer, {**game.given_options, **own})
            skill = ladder_for(at, skill_games, search_games, seed)
            self.points.append(Point(chosen, Study(Plan.of(at, seated, seed), games), skill))

    def _table(self, chosen: Mapping[str, Varied], players: Any) -> tuple[dict[str, Varied], Any, Any]:
        """The options, the number of seats and the players of one combination. An option of the game that is called seats or
        players is that option."""
        own = {option.name for option in self.game.rulebook.options}
        options = {name: value for name, value in chosen.items() if name in own or name not in (SEATS, PLAYERS)}
        seats = self.game.seats if SEATS in options else chosen.get(SEATS, self.game.seats)
        seated = players if PLAYERS in options else chosen.get(PLAYERS, players)
        return options, seats, seated.split(LINE_UP) if PLAYERS in chosen and isinstance(seated, str) else seated

    @property
    def wanted(self) -> int:
        """How many games are to be played in all."""
        return sum(study.wanted for point in self.points for study in point.studies)

    @property
    def played(self) -> int:
        return sum(study.played for point in self.points for study in point.studies)

    def play(self, executor: Executor | None, workers: int, *, on_progress: OnProgress = lambda games: None) -> None:
        for point in self.points:
            for study in point.studies:
                study.play(executor, workers, on_progress=on_progress)

    @property
    def one_loses(self) -> bool:
        return any(point.study.one_loses for point in self.points)

    @property
    def rows(self) -> list[Row]:
        """The points that were played, in order."""
        return [point.row() for point in self.points if point.study.played]

    @property
    def frame(self) -> pl.DataFrame:
        return polars().DataFrame(self.rows, infer_schema_length=None)

    def json(self) -> Row:
        plan = self.points[0].study.plan
        return {
            "game": self.game.name,
            "seats": None if SEATS in self.varied else self.game.seats,
            "players": None if PLAYERS in self.varied else [plan.names[number] for number in plan.held_by[0]],
            "seed": plan.seed,
            "varied": {name: [plain(value) for value in values] for name, values in self.varied.items()},
            "complete": self.played == self.wanted,
            "one_loses": self.one_loses,
            "points": [json_row(row) for row in self.rows],
        }


def sweep(
    game: Game | str,
    options: Mapping[str, Iterable[Varied]],
    *,
    players: str | Player | Sequence[str | Player] = "steady",
    games: int = 5_000,
    skill_games: int = 2_000,
    search_games: int = 0,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress = lambda games: None,
) -> Sweep:
    """Measure a game with every combination of some options, of `seats` and of `players` too: each of these is a name, or
    names with a `+` between. Game g has the same cards in all of them, so that what
    differs is the rule and not the luck.

    Skill is the rating of the highest rung of a ladder over `random` (see `ladder`): of `steady`, in `skill_games` games
    for each step; or with `search_games` of `search`, in so many for each step in which one searches."""
    if isinstance(game, str):
        for name in set(named(game).preset) & set(options):
            raise ParseError(f"the option {name} is both varied and set: {game} stands for one value of it")
        game = find(game, None, 0, {})
    made = Sweep(game, options, players, games, skill_games, search_games, seed)
    count = workers or cores()
    if executor is None and count > 1:
        with ThreadPoolExecutor(count) as threads:
            made.play(threads, count, on_progress=on_progress)
    else:
        made.play(executor, count, on_progress=on_progress)
    return made


# Values as a person writes them


class LineUps:
    """Players as a person varies them: one for all seats, or one for each with `+` between."""

    name, is_switch = PLAYERS, False

    def read(self, text: str) -> Varied:
        return text


RANGE = re.compile(r"(\d+)\.\.(\d+)(?::(\d+))?")


def read_options(book: Rulebook, texts: Sequence[str]) -> dict[str, list[Varied]]:
    """`target=11..41:5`, `burn=0,5`, `eights=true,false`: each option with its values; and `seats=2..6` and
    `players=steady,steady+random`."""
    known: dict[str, Any] = {SEATS: Option(SEATS, book.most_seats, ""), PLAYERS: LineUps()}
    known |= {option.name: option for option in book.options if not isinstance(option, RowOption)}
    found: dict[str, list[Varied]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise ParseError(f"say --option NAME=VALUES, such as target=11..41:5 or burn=0,5, not {text!r}")
        if name not in known:
            raise ParseError(f"{book.title} has no option {name!r} to vary; there are: {', '.join(known) or 'none'}")
        if name in found:
            raise ParseError(f"the option {name} is named twice: give all its values at once")
        option = known[name]
        found[name] = [value for part in values.split(",") for value in _values(option, part.strip())]
    return found


def _values(option: Any, text: str) -> Iterator[Varied]:
    match = RANGE.fullmatch(text)
    if match is None or option.is_switch:
        if not text:
            raise ParseError(f"the option {option.name} is given no value")
        yield option.read(text)
        return
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if last < first or step < 1:
        raise ParseError(
            f"the range {text} of {option.name} is empty: it goes from the lower number to the higher, by 1 or more"
        )
    if (last - first) // step >= MOST_POINTS:
        raise ParseError(f"the range {text} of {option.name} has more than {MOST_POINTS} values: take larger steps")
    yield from range(first, last + 1, step)


def _distinct(name: str, values: Iterable[Varied]) -> list[Varied]:
    found = list(values)
    if not found:
        raise ParseError(f"the option {name} is given no value")
    if len({repr(value) for value in found}) < len(found):
        raise ParseError(f"the option {name} is given the same value twice")
    return found
