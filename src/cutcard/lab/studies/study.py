"""`simulate`: many games by given players, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import plain
from cutcard.core.errors import ParseError
from cutcard.core.simulation import Simulation
from cutcard.lab.extras import polars
from cutcard.lab.files import growing_file
from cutcard.lab.running.chunks import Plan, Sample, play_chunk
from cutcard.lab.running.work import Chunks, OnProgress, cores, results_in_order
from cutcard.lab.studies import measures, seats
from cutcard.lab.studies.course import course
from cutcard.lab.studies.measures import Row
from cutcard.lab.studies.results import games_frame, joined_results
from cutcard.lab.studies.tally import GAMES, Tally
from cutcard.players import Player

if TYPE_CHECKING:
    import polars as pl

Array = np.ndarray[Any, Any]


class Study:
    """Games of one plan: those that were played so far, and what they came to.

    `by_player`, `by_seat`, `by_player_and_seat`, `summary` and `games` are Polars frames."""

    def __init__(self, plan: Plan, games: int, *, keep: bool = False, records: Path | None = None) -> None:
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise ParseError(f"the number of games is 1 or more, not {games!r}")
        self.plan = plan
        self.wanted = games
        """How many games are to be played."""
        self.tally = Tally.empty(len(plan.held_by), len(plan.players), plan.game.seats)
        self.sample = Sample.empty(plan.game.seats)
        """The first games in more detail."""
        self.records = records
        """The file that gets the games themselves, as lines of records."""
        self._keeps = keep or not plan.is_compiled
        self._kept: list[Simulation] = []

    @property
    def played(self) -> int:
        """How many games were played: always the first ones, so a study that was stopped is that of fewer games."""
        return self.tally.games

    def play(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        *,
        chunk: int | None = None,
        on_progress: OnProgress = lambda games: None,
    ) -> None:
        """Play all the games. `on_progress` is called with how many more there are, as they come; if it raises, what there
        is stays."""
        chunks = Chunks(self.plan, self.wanted, self._keeps, chunk, self.records is not None, workers)
        with growing_file(self.records, lambda: self.played) as add_lines:
            for part in results_in_order(chunks, executor, workers):
                add_lines(part.records, part.tally.games)
                self.tally += part.tally
                if len(part.sample.decisions):
                    self.sample += part.sample
                if part.games is not None:
                    self._kept.append(part.games)
                on_progress(part.tally.games)

    # What came of it

    @property
    def one_loses(self) -> bool:
        """Whether these are games with one loser: then the share of losses says more than that of first places."""
        return measures.one_loses(self.tally)

    @cached_property
    def player_rows(self) -> list[Row]:
        """A row for each player, over all seats it had, with what a seat is worth to it."""
        rows = []
        for number, name in enumerate(self.plan.names):
            held = self.plan.held_by == number
            measured = measures.measured(self.tally, held, self.tally.together[:, number])
            best_and_worst = seats.seat_advantage(self.tally, held)
            rows.append({"player": name, "seats": int(held[0].sum()), **measured, **best_and_worst})
        return rows

    @cached_property
    def seat_rows(self) -> list[Row]:
        """A row for each seat, over all players that sat there."""
        anybody = self.plan.held_by >= 0
        return [{"seat": seat, **measures.in_seat(self.tally, anybody, seat)} for seat in range(self.plan.game.seats)]

    @cached_property
    def cell_rows(self) -> list[Row]:
        """A row for each player in each seat it had."""
        held_by = self.plan.held_by
        return [
            {"player": name, "seat": seat, **measures.in_seat(self.tally, held_by == number, seat)}
            for number, name in enumerate(self.plan.names)
            for seat in range(self.plan.game.seats)
            if self.tally.table[held_by[:, seat] == number, GAMES].sum()
        ]

    @cached_property
    def summary_row(self) -> Row:
        """What is measured of the game as a whole."""
        return {
            "game": self.plan.game.name,
            "seats": self.plan.game.seats,
            "seed": self.plan.seed,
            "games": self.played,
            **measures.lengths(self.tally),
            **measures.scores(self.tally.points.sum(axis=(0, 1)), self.played * self.plan.game.seats),
            **measures.leads(self.sample),
            **course(self.sample, self.plan.game.rulebook.rules.fewer_is_better, self.one_loses),
        }

    @property
    def by_player(self) -> pl.DataFrame:
        return polars().DataFrame(self.player_rows)

    @property
    def by_seat(self) -> pl.DataFrame:
        return polars().DataFrame(self.seat_rows)

    @property
    def by_player_and_seat(self) -> pl.DataFrame:
        return polars().DataFrame(self.cell_rows)

    @property
    def summary(self) -> pl.DataFrame:
        return polars().DataFrame([self.summary_row])

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game and seat. Games in compiled code are played once more for it: that is quicker than keeping
        what nobody may ask for."""
        found = self._kept
        if not self._keeps and self.played:
            again = play_chunk(self.plan, 0, self.played, 0, True)
            found = [again.games] if again.games else []
        whole = joined_results([Simulation.room_for(0, self.plan.game.seats), *found])
        numbers = np.arange(len(whole.decisions))
        return games_frame({"game": numbers}, whole, self.plan.held_by[numbers % len(self.plan.held_by)], self.plan.names)

    def json(self) -> Row:
        """All measures, as JSON has them: what is not known is null."""
        game = self.plan.game
        return {
            "game": game.name,
            "seats": game.seats,
            "options": {name: plain(value) for name, value in game.options.items()},
            "players": [self.plan.names[number] for number in self.plan.held_by[0]],
            "seed": self.plan.seed,
            "games": self.played,
            "complete": self.played == self.wanted,
            "one_loses": self.one_loses,
            "summary": json_row({key: value for key, value in self.summary_row.items() if key not in STATED}),
            "by_player": [json_row(row) for row in self.player_rows],
            "by_seat": [json_row(row) for row in self.seat_rows],
            "by_player_and_seat": [json_row(row) for row in self.cell_rows],
        }


STATED = ("game", "seats", "seed", "games")


def json_row(row: Row) -> Row:
    """A row as JSON has it."""
    return {key: None if isinstance(value, float) and not np.isfinite(value) else value for key, value in row.items()}


def simulate(
    game: Game | str,
    players: str | Player | Sequence[str | Player] = "steady",
    *,
    games: int = 10_000,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    keep: bool = False,
    records: str | Path | None = None,
    on_progress: OnProgress = lambda games: None,
) -> Study:
    """Play many games and measure them.

    `players` are names or objects with a method `choose`, one for all seats or one for each; where they differ they
    change seats and neighbours from game to game. The work is shared by `workers` threads, one for each core unless you say
    otherwise, or goes to any `executor` of the kind of `concurrent.futures`; that makes no difference to the outcome, and
    neither does `chunk`, how many games are handed over at once. With `keep` the games are kept for the frame `games`;
    without, those of compiled players are played once more if you ask for it. `records` is a file that gets the games
    themselves, a record on each line: see `read_records`."""
    if isinstance(game, str):
        game = find(game, None, 0, {})
    path = None if records is None else Path(records)
    study = Study(Plan.of(game, players, seed), games, keep=keep, records=path)
    run(study, workers, executor, chunk, on_progress)
    return study


class Playable(Protocol):
    """A study, or what else is made of many games."""

    def play(self, executor: Executor | None, workers: int, *, chunk: int | None, on_progress: OnProgress) -> None: ...


def run(study: Playable, workers: int | None, executor: Executor | None, chunk: int | None, on_progress: OnProgress) -> None:
    """Play it on threads of its own, or on what is given."""
    for name, number in (("workers", workers), ("chunk", chunk)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise ParseError(f"the number of {name} is 1 or more, not {number!r}")
    count = workers or cores()
    if executor is None and count > 1:
        with ThreadPoolExecutor(count) as threads:
            study.play(threads, count, chunk=chunk, on_progress=on_progress)
    else:
        study.play(executor, count, chunk=chunk, on_progress=on_progress)
