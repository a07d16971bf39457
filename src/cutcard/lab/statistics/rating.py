"""Ratings by OpenSkill's model of Plackett and Luce, which rates games of many seats by their places."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import numpy as np

from cutcard.core.dealer import seeded
from cutcard.core.errors import CutcardError
from cutcard.lab.extras import openskill_models
from cutcard.lab.statistics.intervals import Estimate, student

Array = np.ndarray[Any, Any]

RATED = 1_000
"""How many games are rated, in whole deals: the first ones. Ratings hardly move after that, and rating takes time."""

START = 25.0
"""The rating of everybody before the first game."""

RESAMPLES = 30
"""How often they are rated again with deals drawn anew, to see how far chance moves a rating."""


def ratings(places: Array, held_by: Array, players: int, seed: int) -> list[Estimate]:
    """The rating of each player, from the places in each deal, seating and seat.

    A rating depends on the order of the games, and the uncertainty that OpenSkill keeps is that of its own belief. So the
    interval is by the bootstrap: the deals are drawn anew, with repeats and in a new order, and rated again."""
    found = rated(places, held_by, players)
    rng = np.random.default_rng([seeded(seed), RESAMPLES])
    again = np.array(
        [rated(places[rng.integers(len(places), size=len(places))], held_by, players) for _ in range(RESAMPLES)]
    )
    wide = student(RESAMPLES - 1) * again.std(axis=0, ddof=1) if len(places) > 1 else np.full(players, math.inf)
    return [Estimate(mean, mean - error, mean + error) for mean, error in zip(found, wide.tolist(), strict=True)]


def is_there() -> bool:
    """Whether OpenSkill is installed."""
    with suppress(CutcardError):
        openskill_models()
        return True
    return False


def rated(places: Array, held_by: Array, players: int) -> list[float]:
    """Rate the games one after the other. Players do not change, so nothing is added to the uncertainty on the way (`tau`).
    A player in several seats gets the mean of what each of them gets."""
    model = openskill_models().PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(players)]
    rows = held_by.tolist()
    for deal in places.tolist():
        for held, ranks in zip(rows, deal, strict=True):
            after = model.rate([[ratings[player]] for player in held], ranks=ranks)
            for player in set(held):
                own = [after[seat][0] for seat, other in enumerate(held) if other == player]
                ratings[player] = model.rating(
                    mu=math.fsum(one.mu for one in own) / len(own), sigma=math.fsum(one.sigma for one in own) / len(own)
                )
    return [float(rating.mu) for rating in ratings]
