"""`tournament`: the same deals for all players in all seats, until it is settled who is better."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard import __version__
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import plain
from cutcard.core.errors import ParseError
from cutcard.core.simulation import Simulation
from cutcard.lab.extras import polars
from cutcard.lab.running.chunks import check_players, distinct_names
from cutcard.lab.running.work import OnProgress, results_in_order
from cutcard.lab.statistics import rating
from cutcard.lab.statistics.sequential import looks
from cutcard.lab.studies.measures import Row, estimate_columns
from cutcard.lab.studies.results import games_frame, joined_results, places, sliced_results
from cutcard.lab.studies.study import json_row, run
from cutcard.lab.tournaments import standings
from cutcard.lab.tournaments.counts import Counts
from cutcard.lab.tournaments.deals import Schedule, ScheduleChunks, play_games
from cutcard.lab.tournaments.lineups import seatings
from cutcard.lab.tournaments.saved import State
from cutcard.players import Player

if TYPE_CHECKING:
    import polars as pl

Array = np.ndarray[Any, Any]

DEALS = 10_000
"""How many deals are played at most, unless one says otherwise."""


class Tournament:
    """Players in all seats of the same deals: what was played so far, and what it came to.

    `standings`, `crosstable`, `ratings` and `games` are Polars frames."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str | Player],
        *,
        deals: int,
        confidence: float,
        lineup: str,
        few_seatings: bool,
        seed: int,
        state: Path | None,
    ) -> None:
        if isinstance(players, str) or hasattr(players, "choose"):
            raise ParseError("a tournament needs two players or more")
        if isinstance(deals, bool) or not isinstance(deals, int) or deals < 1:
            raise ParseError(f"the number of deals is 1 or more, not {deals!r}")
        if not 0.5 <= confidence <= 1:
            raise ParseError(f"the confidence is from 0.5 to 1, which plays all deals; {confidence} is not")
        check_players(players, game)
        for at, one in enumerate(players):
            if any(one is other or (isinstance(one, str) and one == other) for other in players[:at]):
                raise ParseError(f"the player {distinct_names([one])[0]} is named twice")
        rows = seatings(len(players), game.seats, lineup, few_seatings)
        self.schedule = Schedule(game, tuple(players), tuple(distinct_names(players)), rows, seed)
        self.lineup = lineup
        self.wanted = deals
        """How many deals are played at most."""
        self.confidence = confidence
        self.settled_at: int | None = None
        """After how many deals the order was settled, if it was."""
        self._looks = list(looks(deals))
        nothing = Simulation.room_for(0, game.seats)
        self._progress = Progress((Counts.empty(0, len(players)),), (nothing,), nothing)
        self._state = None if state is None else State(state, self._identity(few_seatings), self._saved_names)
        if self._state is not None:
            self._resume_from(self._state.read())

    # Playing

    def play(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        *,
        chunk: int | None = None,
        on_progress: OnProgress = lambda games: None,
    ) -> None:
        """Play until the order is settled, or to the last deal. `on_progress` is called with how many more games there
        are, as they come; if it raises, what there is stays."""
        if self._is_settled():
            return
        wanted = self.wanted * self.games_a_deal
        try:
            chunks = ScheduleChunks(self.schedule, wanted - self.games_left, wanted, chunk)
            for part in results_in_order(chunks, executor, workers):
                self._add(part.found)
                on_progress(len(part))
                if self._is_settled():
                    break
                if self._state is not None and self._state.is_due():
                    self._save()
        finally:
            self._save()

    def _add(self, found: Simulation) -> None:
        """Take in the next games, and count up the deals that they complete."""
        for made in ("standing_rows", "crosstable_rows", "rating_rows", "games"):
            self.__dict__.pop(made, None)  # they were of fewer games
        before = self._progress
        fresh = joined_results([before.begun, found])
        whole = len(fresh.decisions) // self.games_a_deal * self.games_a_deal
        complete = sliced_results(fresh, 0, whole)
        counts = Counts.of(complete, self.schedule.held_by, len(self.schedule.players))
        kept = before.kept if self.schedule.is_compiled else (*before.kept, complete)
        self._progress = Progress((*before.counts, counts), kept, sliced_results(fresh, whole, len(fresh.decisions)))

    def _is_settled(self) -> bool:
        """Look at the order, after the deals at which it is to be looked at."""
        while self.settled_at is None and self._looks and self._looks[0] <= self._progress.deals:
            look = self._looks.pop(0)
            if not standings.open_questions(self.schedule, self._all_counts().first(look), self.confidence):
                self.settled_at = look
        return self.settled_at is not None

    def _all_counts(self) -> Counts:
        """Of all deals that were played, put together once and for all."""
        self._progress = replace(self._progress, counts=(Counts.joined(self._progress.counts),))
        return self._progress.counts[0]

    # The file

    @property
    def _saved_names(self) -> tuple[str, ...]:
        return Counts.__slots__ if self.schedule.is_compiled else Simulation.__slots__

    def _save(self) -> None:
        """Deals of compiled players are saved as what they came to, games of others as they are."""
        if self._state is not None:
            games = [*self._progress.kept, self._progress.begun]
            saved = self._all_counts() if self.schedule.is_compiled else joined_results(games)
            self._state.save([getattr(saved, name) for name in self._saved_names])

    def _resume_from(self, arrays: list[Array] | None) -> None:
        if arrays is None:
            return
        if self.schedule.is_compiled:
            self._progress = replace(self._progress, counts=(Counts(*arrays),))
        else:
            self._add(Simulation(*arrays))

    def _identity(self, few_seatings: bool) -> Row:
        """All that decides which games are played."""
        return {"version": __version__, "lineup": self.lineup, "few_seatings": few_seatings, **self._stated()}

    def _stated(self) -> Row:
        game = self.schedule.game
        return {
            "game": game.name,
            "seats": game.seats,
            "players": list(self.schedule.names),
            "seed": self.schedule.seed,
            "dealer": game.dealer,
            "options": {name: plain(value) for name, value in game.options.items()},
        }

    # What came of it

    @property
    def games_a_deal(self) -> int:
        return len(self.schedule.seatings)

    @property
    def games_left(self) -> int:
        """How many games there are still to be played at most."""
        progress = self._progress
        played = progress.deals * self.games_a_deal + len(progress.begun.decisions)
        return max(0, self.wanted * self.games_a_deal - played)

    @property
    def deals(self) -> int:
        """How many deals count: all that were played, or those after which the order was settled."""
        return self.settled_at or min(self._progress.deals, self.wanted)

    @property
    def counts(self) -> Counts:
        return self._all_counts().first(self.deals)

    @property
    def one_loses(self) -> bool:
        """Whether these are games with one loser: then the share of losses says more than that of first places."""
        return standings.one_loses(self.schedule, self.counts)

    @property
    def unsettled(self) -> list[tuple[str, str]]:
        """The neighbours in the order of which it is not settled who is better; none, if all is settled."""
        names = self.schedule.names
        open_pairs = standings.open_questions(self.schedule, self.counts, self.confidence)
        return [(names[better], names[worse]) for better, worse in open_pairs]

    @cached_property
    def standing_rows(self) -> list[Row]:
        return standings.standing_rows(self.schedule, self.counts) if self.deals else []

    @cached_property
    def crosstable_rows(self) -> list[Row]:
        return standings.crosstable_rows(self.schedule, self.counts) if self.deals else []

    @cached_property
    def rating_rows(self) -> list[Row]:
        """The best first. They are of the first games, in whole deals; see `rating`."""
        deals = min(self.deals, max(2, rating.RATED // self.games_a_deal))
        if not deals:
            return []
        placed = places(self._results(deals).standings).reshape(deals, self.games_a_deal, self.schedule.game.seats)
        found = rating.ratings(placed, self.schedule.held_by, len(self.schedule.players), self.schedule.seed)
        rows = [
            {"player": name, "games": deals * self.games_a_deal, **estimate_columns("rating", one)}
            for name, one in zip(self.schedule.names, found, strict=True)
        ]
        return sorted(rows, key=lambda row: -row["rating"])

    @property
    def standings(self) -> pl.DataFrame:
        return polars().DataFrame(self.standing_rows)

    @property
    def crosstable(self) -> pl.DataFrame:
        return polars().DataFrame(self.crosstable_rows)

    @property
    def ratings(self) -> pl.DataFrame:
        return polars().DataFrame(self.rating_rows)

    @cached_property
    def games(self) -> pl.DataFrame:
        """A row for each game and seat. Games in compiled code are played once more for it."""
        numbers = np.arange(self.deals * self.games_a_deal)
        seating = numbers % self.games_a_deal
        return games_frame(
            {"deal": numbers // self.games_a_deal, "seating": seating}, self._results(self.deals),
            self.schedule.held_by[seating], self.schedule.names,
        )  # fmt: skip

    def _results(self, deals: int) -> Simulation:
        """How the games of the first deals ended."""
        games = deals * self.games_a_deal
        if self.schedule.is_compiled:
            return play_games(self.schedule, 0, games).found
        return sliced_results(joined_results(self._progress.kept), 0, games)

    def json(self) -> Row:
        """All but the games, as JSON has it: what is not known is null. Without OpenSkill there are no ratings."""
        return {
            **self._stated(),
            "lineup": self.lineup,
            "games_a_deal": self.games_a_deal,
            "deals": self.deals,
            "games": self.deals * self.games_a_deal,
            "confidence": self.confidence,
            "settled": not self.unsettled,
            "unsettled": self.unsettled,
            "complete": self.is_complete,
            "one_loses": self.one_loses,
            "standings": [json_row(row) for row in self.standing_rows],
            "crosstable": [json_row(row) for row in self.crosstable_rows],
            "ratings": [json_row(row) for row in self.rating_rows] if rating.is_there() else None,
        }

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to play."""
        return self.settled_at is not None or self.deals == self.wanted


@dataclass(frozen=True)
class Progress:
    """What was played. It is replaced as a whole, so that nothing is counted twice if Ctrl-C comes between."""

    counts: tuple[Counts, ...]
    kept: tuple[Simulation, ...]
    """The games of these deals, unless compiled code can play them again."""
    begun: Simulation
    """The first games of the next deal."""

    @property
    def deals(self) -> int:
        return sum(map(len, self.counts))


def tournament(
    game: Game | str,
    players: Sequence[str | Player],
    *,
    deals: int = DEALS,
    confidence: float = 0.95,
    lineup: str = "even",
    few_seatings: bool = False,
    seed: int = 0,
    state: str | Path | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    on_progress: OnProgress = lambda games: None,
) -> Tournament:
    """Find out which of two or more players are better.

    Each deal is played in all seatings of all line-ups: as even as they can be, or with the first player alone against
    the others (`lineup="one"`). With `few_seatings` each line-up takes only as many as keep it fair, as it does anyway
    where there are more than 24. It stops by itself when the order is settled at `confidence`, or after `deals`; a
    confidence of 1 plays all of them. With `state`, a file, it goes on where it was stopped. The work is shared out as in
    `simulate`, which makes no difference to the outcome."""
    if isinstance(game, str):
        game = find(game, None, 0, {})
    path = None if state is None else Path(state)
    made = Tournament(
        game, players, deals=deals, confidence=confidence, lineup=lineup, few_seatings=few_seatings, seed=seed, state=path
    )
    run(made, workers, executor, chunk, on_progress)
    return made
