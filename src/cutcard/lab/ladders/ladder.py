"""`ladder`: how much skill a game rewards, step by step, from moves by chance up to long thought."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import pairwise
from typing import TYPE_CHECKING

from cutcard.core.dealer import seeded
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import plain
from cutcard.core.errors import ParseError
from cutcard.lab.extras import polars
from cutcard.lab.ladders.steps import Step
from cutcard.lab.running.chunks import check_players
from cutcard.lab.running.work import OnProgress, results_in_order
from cutcard.lab.statistics.intervals import UNKNOWN, Estimate
from cutcard.lab.studies.measures import Row, estimate_columns
from cutcard.lab.studies.study import json_row, run
from cutcard.lab.tournaments.deals import ScheduleChunks
from cutcard.lab.tournaments.lineups import seatings

if TYPE_CHECKING:
    import polars as pl

LEVELS = ("random", "easy", "medium", "steady")
"""The rungs that are quick: moves by chance, one slip in two, one in six, and none."""

FIRST_BUDGET = 25
"""The simulations of the lowest `search`; each one above has twice as many."""

SEARCHES, MOST_SEARCHES = 4, 12
"""How many rungs of `search` there are unless one says otherwise, and at most."""

DEALS = 5_000
"""How many deals are played of each step of quick players, each in all seatings, unless one says otherwise."""

SEARCH_DECISIONS, MOST_SEARCH_DEALS = 12_000, 1_000
"""Where one searches, as many as take about so many decisions, and no more than so many: a long game then takes about as
long as a short one, and its steps are measured less closely."""

SEATS = 2
"""How many sit at the table unless one says otherwise: two players meet, as ratings have it."""


def rungs(searches: int) -> list[str]:
    """The players of a ladder, the lowest first."""
    return [*LEVELS, *(f"search@{FIRST_BUDGET << number}" for number in range(searches))]


class Ladder:
    """Neighbours on the ladder against each other: what was played so far, and what it came to. `steps` and `ratings` are
    Polars frames."""

    def __init__(self, game: Game, *, searches: int, deals: int, search_deals: int | None, seed: int) -> None:
        if search_deals is None:
            search_deals = usual_search_deals(game, seed)
        for name, number in (("deals", deals), ("search deals", search_deals)):
            if isinstance(number, bool) or not isinstance(number, int) or number < 2:
                raise ParseError(f"the number of {name} is 2 or more, not {number!r}")
        if isinstance(searches, bool) or not isinstance(searches, int) or not 0 <= searches <= MOST_SEARCHES:
            raise ParseError(f"the number of searches is from 0 to {MOST_SEARCHES}, not {searches!r}")
        self.game = game
        self.seed = seed
        self.rungs = rungs(searches)
        check_players(self.rungs, game)
        self.played_steps = [
            Step(game, better, worse, search_deals if "search" in better else deals, seed_of(seed, number))
            for number, (worse, better) in enumerate(pairwise(self.rungs))
        ]

    @property
    def wanted(self) -> int:
        """How many games are to be played in all."""
        return sum(step.games_wanted for step in self.played_steps)

    @property
    def played(self) -> int:
        """How many games of whole deals were played."""
        return sum(step.points.size for step in self.played_steps)

    @property
    def is_complete(self) -> bool:
        return all(len(step.points) == step.wanted for step in self.played_steps)

    def play(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        *,
        chunk: int | None = None,
        on_progress: OnProgress = lambda games: None,
    ) -> None:
        """Play all steps. `on_progress` is called with how many more games there are, as they come; if it raises, what there
        is stays."""
        for step in self.played_steps:
            chunks = ScheduleChunks(step.schedule, 0, step.games_wanted, chunk)
            for part in results_in_order(chunks, executor, workers):
                step.add(part.found)
                on_progress(len(part))

    # What came of it

    @property
    def step_rows(self) -> list[Row]:
        """A row for each step, the lowest first."""
        return [step.row() for step in self.played_steps if len(step.points)]

    @property
    def rating_rows(self) -> list[Row]:
        """The rating of each rung over the lowest, as far as it was played."""
        played = [step for step in self.played_steps if len(step.points)]
        gains = [step.gain for step in played]
        lowest = {"player": self.rungs[0], **estimate_columns("rating", Estimate(0.0, 0.0, 0.0))}
        return [
            lowest,
            *(
                {"player": step.better, **estimate_columns("rating", added(gains[: number + 1]))}
                for number, step in enumerate(played)
            ),
        ]

    @property
    def skill(self) -> Estimate:
        """The one number: the rating of the highest rung over moves by chance. Not known before all steps were played."""
        if not all(len(step.points) for step in self.played_steps):
            return UNKNOWN
        return added([step.gain for step in self.played_steps])

    @property
    def steps(self) -> pl.DataFrame:
        return polars().DataFrame(self.step_rows)

    @property
    def ratings(self) -> pl.DataFrame:
        return polars().DataFrame(self.rating_rows)

    def json(self) -> Row:
        """All there is, as JSON has it: what is not known, or not finite, is null."""
        return {
            "game": self.game.name,
            "seats": self.game.seats,
            "options": {name: plain(value) for name, value in self.game.options.items()},
            "seed": self.seed,
            "rungs": self.rungs,
            "complete": self.is_complete,
            **json_row(estimate_columns("skill", self.skill)),
            "steps": [json_row(row) for row in self.step_rows],
            "ratings": [json_row(row) for row in self.rating_rows],
        }


def usual_search_deals(game: Game, seed: int) -> int:
    """By the length of the first games of `steady`: always the same number for the same game and seed."""
    decisions = game.simulate(100, seed=seed, players="steady").decisions.mean()
    return max(2, min(MOST_SEARCH_DEALS, round(SEARCH_DECISIONS / (games_a_deal(game) * decisions))))


def games_a_deal(game: Game) -> int:
    """In how many seatings two players play a deal."""
    return len(seatings(2, game.seats, "even", False))


def seed_of(seed: int, number: int) -> int:
    """Each step has deals of its own: what chance does to one it does not do to the next."""
    return seeded(seed) + number


def added(gains: Sequence[Estimate]) -> Estimate:
    """The sum of steps. They were measured in deals of their own, so the squares of their errors add up, on either side.
    Where one was won every time and another lost every time there is no saying."""
    if {math.inf, -math.inf} <= {gain.mean for gain in gains}:
        return UNKNOWN
    mean = math.fsum(gain.mean for gain in gains)
    below = math.sqrt(math.fsum((gain.mean - gain.low) ** 2 for gain in gains))
    above = math.sqrt(math.fsum((gain.high - gain.mean) ** 2 for gain in gains))
    return Estimate(mean, mean - below, mean + above)


def ladder(
    game: Game | str,
    *,
    searches: int = SEARCHES,
    deals: int = DEALS,
    search_deals: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    on_progress: OnProgress = lambda games: None,
) -> Ladder:
    """Measure how much skill a game rewards.

    The rungs are `random`, `easy` (one slip in two), `medium` (one in six), `steady`, and `searches` times `search`, each
    with twice the simulations of the one below. Each meets the next in `deals` deals, or in `search_deals` where one
    searches (unless you say how many, as many as take a minute or so), with the same cards in all seatings. A game by its
    name has two seats. The work is shared out as in `simulate`, which makes no difference to the outcome."""
    if isinstance(game, str):
        game = find(game, SEATS, 0, {})
    made = Ladder(game, searches=searches, deals=deals, search_deals=search_deals, seed=seed)
    run(made, workers, executor, chunk, on_progress)
    return made
