"""One step of a ladder: how far a player is better than the one below, and how many games it takes to see that."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.core.simulation import Simulation
from cutcard.lab.statistics.intervals import UNKNOWN, Estimate, share_of
from cutcard.lab.studies.measures import Row, estimate_columns
from cutcard.lab.tournaments.deals import Schedule
from cutcard.lab.tournaments.lineups import seatings

Array = np.ndarray[Any, Any]

SCALE = 400 / math.log(10)
"""Elo's scale: 400 points more are ten times as many wins as losses."""

SURE = 1.6448536269514722
"""The 95% point of the normal distribution."""


class Step:
    """The games of two neighbours, and what they came to."""

    def __init__(self, game: Game, better: str, worse: str, deals: int, seed: int) -> None:
        self.schedule = Schedule(game, (better, worse), (better, worse), seatings(2, game.seats, "even", False), seed)
        self.better, self.worse = better, worse
        self.wanted = deals
        """How many deals are to be played, each in all seatings."""
        self._points: list[Array] = []

    @property
    def games_wanted(self) -> int:
        return self.wanted * len(self.schedule.seatings)

    def add(self, found: Simulation) -> None:
        """Take in the next games."""
        begun = sum(map(len, self._points))
        numbers = np.arange(begun, begun + len(found.decisions)) % len(self.schedule.seatings)
        self.__dict__.pop("points", None)  # they were of fewer games
        self._points.append(points_of(found.standings, self.schedule.held_by[numbers] == 0))

    @cached_property
    def points(self) -> Array:
        """What the better one had in each game of whole deals: a row for each deal."""
        each = len(self.schedule.seatings)
        played = np.concatenate([np.zeros(0), *self._points])
        return played[: len(played) // each * each].reshape(-1, each)

    @property
    def share(self) -> Estimate:
        """The mean of its points. The games of a deal have the same cards, so a deal is one observation."""
        deals = self.points.mean(axis=1)
        return share_of(math.fsum(deals), math.fsum(deals**2), len(deals)) if len(deals) else UNKNOWN

    @property
    def gain(self) -> Estimate:
        """How many points of Elo's it is better."""
        return Estimate(*map(rating_of, self.share))

    @property
    def games_to_tell(self) -> Estimate:
        """How many games it takes to tell the two apart, cards dealt anew for each: after so many the better one has more
        points 95 times in 100. Not finite where it is not known which one is better."""
        if not len(self.points):
            return UNKNOWN
        mean, low, high = self.share
        variance = float(self.points.var())
        if mean < 0.5:
            low, high = high, low
        return Estimate(*(games_for(share, variance, mean) for share in (mean, high, low)))

    def row(self) -> Row:
        return {
            "player": self.better,
            "against": self.worse,
            "deals": len(self.points),
            "games": self.points.size,
            **estimate_columns("ahead", self.share),
            **estimate_columns("gain", self.gain),
            **estimate_columns("games_to_tell", self.games_to_tell),
        }


def points_of(standings: Array, is_better: Array) -> Array:
    """What the better player has of each game: how often a seat of it comes in ahead of one of the other; a tie is half."""
    mine, other = is_better[:, :, None], ~is_better[:, None, :]
    own, against = standings[:, :, None], standings[:, None, :]
    ahead = np.where(own == against, 0.5, own > against)
    meet = mine & other
    found: Array = (ahead * meet).sum(axis=(1, 2)) / meet.sum(axis=(1, 2))
    return found


def rating_of(share: float) -> float:
    """By how many points of Elo's one is better that has this share: the likeliest difference by the model of Bradley and
    Terry, in which a step of a ladder depends on its own games alone."""
    if not 0 < share < 1:
        return math.nan if math.isnan(share) else math.copysign(math.inf, share - 0.5)
    return SCALE * math.log(share / (1 - share))


def games_for(share: float, variance: float, measured: float) -> float:
    """After how many games the mean of points is on the side of `share` 95 times in 100, as means of many are spread; not
    finite where that is not the side on which it was `measured`."""
    off = share - 0.5
    if off == 0 or (off > 0) != (measured > 0.5):
        return math.inf
    return float(max(1, math.ceil(SURE**2 * variance / off**2)))
