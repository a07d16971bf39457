"""`sweep`: measures for many values of a game's options, on the same seeds, to see what a rule does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import Row as RowOption
from cutcard.core.declaration.options import Value, plain
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.registry import named
from cutcard.lab.extras import polars
from cutcard.lab.running.chunks import Plan
from cutcard.lab.running.work import OnProgress, cores
from cutcard.lab.statistics.intervals import UNKNOWN, Estimate
from cutcard.lab.studies import measures
from cutcard.lab.studies.measures import Row, estimate_columns
from cutcard.lab.studies.study import Study, json_row
from cutcard.players import Player, names

if TYPE_CHECKING:
    import polars as pl

SKILLS = (("steady", "random"), ("search", "steady"))
"""Who has to beat whom for a game to reward skill."""

MOST_POINTS = 1000
"""A sweep with more combinations than this is a mistake in a range."""


@dataclass
class Point:
    """One combination of options."""

    options: dict[str, Value]
    study: Study
    duels: dict[str, Study] = field(default_factory=dict)
    """By the better player's name: it alone against the other in all other seats."""

    @property
    def studies(self) -> list[Study]:
        return [self.study, *self.duels.values()]

    def row(self) -> Row:
        summary, tally = self.study.summary_row, self.study.tally
        left_out = ("game", "seats", "seed")
        shares: Row = {}
        if len(self.study.plan.players) > 1:
            for row in self.study.player_rows:
                first = Estimate(row["first"], row["first_low"], row["first_high"])
                shares |= estimate_columns(f"first_{row['player']}", first)
        return {
            **{name: plain(value) for name, value in self.options.items()},
            **{name: value for name, value in summary.items() if name not in left_out},
            **measures.fairness(tally),
            **shares,
            **{key: value for name, duel in self.duels.items() for key, value in skill(name, duel).items()},
        }


def skill(name: str, duel: Study) -> Row:
    estimate = measures.edge(duel.plan, duel.tally) if duel.played else UNKNOWN
    return {**estimate_columns(f"skill_{name}", estimate), f"skill_{name}_games": duel.played}


class Sweep:
    """Every combination of the options, measured on the same seeds. `frame` is a Polars frame, a row for each."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Iterable[Value]],
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
        budgets = {"steady": skill_games, "search": search_games if "search" in names() else 0}
        for values in product(*self.varied.values()):
            chosen = dict(zip(self.varied, values, strict=True))
            at = find(game.name, game.seats, game.dealer, {**game.given_options, **chosen})
            duels = {
                better: Study(Plan.of(at, [better, *[worse] * (at.seats - 1)], seed), budgets[better])
                for better, worse in SKILLS
                if budgets[better]
            }
            self.points.append(Point(chosen, Study(Plan.of(at, players, seed), games), duels))

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
            "seats": self.game.seats,
            "players": [plan.names[number] for number in plan.held_by[0]],
            "seed": plan.seed,
            "varied": {name: [plain(value) for value in values] for name, values in self.varied.items()},
            "complete": self.played == self.wanted,
            "one_loses": self.one_loses,
            "points": [json_row(row) for row in self.rows],
        }


def sweep(
    game: Game | str,
    options: Mapping[str, Iterable[Value]],
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
    """Measure a game with every combination of some options. Game g has the same cards in all of them, so that what
    differs is the rule and not the luck.

    Skill is how far one `steady` beats `random` in all other seats, over `skill_games` games, and one `search` beats
    `steady`, over `search_games`: 0 is what chance gives, 1 is always first."""
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

RANGE = re.compile(r"(\d+)\.\.(\d+)(?::(\d+))?")


def read_options(book: Rulebook, texts: Sequence[str]) -> dict[str, list[Value]]:
    """`target=11..41:5`, `burn=0,5`, `eights=true,false`: each option with its values."""
    known = {option.name: option for option in book.options if not isinstance(option, RowOption)}
    found: dict[str, list[Value]] = {}
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


def _values(option: Any, text: str) -> Iterator[Value]:
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


def _distinct(name: str, values: Iterable[Value]) -> list[Value]:
    found = list(values)
    if not found:
        raise ParseError(f"the option {name} is given no value")
    if len({repr(value) for value in found}) < len(found):
        raise ParseError(f"the option {name} is given the same value twice")
    return found
