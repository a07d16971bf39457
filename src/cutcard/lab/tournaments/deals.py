"""The games of a tournament: each deal in every seating, with the same cards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.core.simulation import Simulation
from cutcard.lab.running.chunks import Plan, outcomes
from cutcard.lab.running.work import Sizes
from cutcard.players import Player

Array = np.ndarray[Any, Any]

LEAST_DEALS = 16
"""Of a chunk in compiled code, which goes through one seating after the other: for fewer it does not pay to begin."""


@dataclass(frozen=True)
class Schedule:
    """What is to be played. Game g is deal g // seatings, in seating g % seatings; the cards depend on seed and deal."""

    game: Game
    players: tuple[str | Player, ...]
    names: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    """Who sits in each seat, by number, for every game of a deal."""
    seed: int

    @cached_property
    def plans(self) -> list[Plan]:
        """One for each seating: game d of it is deal d."""
        return [Plan(self.game, tuple(self.players[i] for i in row), self.seed, moves_on=False) for row in self.seatings]

    @cached_property
    def is_compiled(self) -> bool:
        return all(plan.is_compiled for plan in self.plans)

    @cached_property
    def held_by(self) -> Array:
        return np.array(self.seatings, np.int64)

    @cached_property
    def seats_held(self) -> Array:
        """How many seats each player has in the games of one deal, taken together."""
        return np.bincount(self.held_by.ravel(), minlength=len(self.players))

    @cached_property
    def meetings(self) -> Array:
        """How many seats of one player meet how many of another in the games of one deal."""
        seats = np.array([np.bincount(row, minlength=len(self.players)) for row in self.held_by])
        met: Array = seats.T @ seats
        np.fill_diagonal(met, 0)
        return met


@dataclass(frozen=True, slots=True, eq=False)
class PlayedGames:
    """Games of a schedule, one after the other."""

    found: Simulation
    seconds: float

    def __len__(self) -> int:
        return len(self.found.decisions)


def play_games(schedule: Schedule, first: int, games: int) -> PlayedGames:
    """Games `first` to `first + games - 1`: a function of plain arguments, for a thread, a process or another machine."""
    begun = time.perf_counter()
    whole = Simulation.room_for(games, schedule.game.seats)
    step = len(schedule.plans)
    for number, plan in enumerate(schedule.plans):
        skipped = (number - first) % step
        deals = len(range(skipped, games, step))
        if deals:
            found, _ = outcomes(plan, (first + skipped) // step, deals, 0)
            for name in Simulation.__slots__:
                getattr(whole, name)[skipped::step] = getattr(found, name)
    return PlayedGames(whole, time.perf_counter() - begun)


class ScheduleChunks:
    """Cuts the games of a schedule into chunks, from a number on. How large they are changes nothing but the time."""

    do = staticmethod(play_games)

    def __init__(self, schedule: Schedule, first: int, end: int, size: int | None) -> None:
        self.schedule = schedule
        self.first = first
        self.end = end
        self.sizes = Sizes(schedule.is_compiled, size, LEAST_DEALS * len(schedule.seatings) if schedule.is_compiled else 1)

    def __iter__(self) -> Iterator[tuple[Schedule, int, int]]:
        """The arguments of `play_games`, one chunk after the other."""
        while self.first < self.end:
            first, games = self.first, min(self.sizes.size, self.end - self.first)
            self.first += games
            yield self.schedule, first, games

    def learn_from(self, part: PlayedGames) -> None:
        self.sizes.learn(part.seconds, len(part))
