"""What a seat is worth: how far the best and the worst are apart, for one player or for whoever sits there."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.lab.running.chunks import Plan
from cutcard.lab.statistics.intervals import UNKNOWN, Z, student
from cutcard.lab.statistics.spread import spread_of
from cutcard.lab.studies.measures import Row, estimate_columns, one_loses
from cutcard.lab.studies.tally import FIRST, GAMES, LAST, Tally, share_unit

Array = np.ndarray[Any, Any]


def fairness(plan: Plan, tally: Tally) -> Row:
    """How much more the best seat has of first places than the worst (of losses, where one loses), whoever sits there."""
    return seat_advantage(tally, plan.held_by >= 0)


def seat_advantage(tally: Tally, held: Array) -> Row:
    """The distance between the best and the worst of these seats: `held` says which they are in each seating."""
    seats = np.flatnonzero(held.any(axis=0))
    rows = held.any(axis=1)
    games = tally.table[rows, GAMES].astype(np.int64)
    if len(seats) < 2 or games.min() < 2:
        return {"best_seat": None, "worst_seat": None, **estimate_columns("seat_spread", UNKNOWN)}
    loses = one_loses(tally)
    place, unit = (LAST if loses else FIRST), share_unit(held.shape[1])
    shares = tally.shares[rows, place][:, seats].astype(float) / unit
    products = tally.products[rows, place][:, seats][:, :, seats].astype(float) / unit**2
    means, covariances = means_of(shares, products, games, held[rows][:, seats])
    freedom = int(games.sum()) - len(games)
    least = 1 / (games @ held[rows][:, seats])  # what never came may still come: as if it had come once
    found = spread_of(means, np.maximum(student(freedom) / Z * np.sqrt(own_variances(covariances)), least))
    best, worst = (means.argmin(), means.argmax()) if loses else (means.argmax(), means.argmin())
    return {"best_seat": int(seats[best]), "worst_seat": int(seats[worst]), **estimate_columns("seat_spread", found)}


def means_of(shares: Array, products: Array, games: Array, held: Array) -> tuple[Array, Array]:
    """The mean share of each seat, and how these vary and go together by chance: within each seating, where two seats that
    count are in the same games, and not otherwise."""
    of_seats = games @ held
    means = (shares * held).sum(axis=0) / of_seats
    varied = products - shares[:, :, None] * shares[:, None, :] / games[:, None, None]
    sums = (varied * (games / (games - 1))[:, None, None] * held[:, :, None] * held[:, None, :]).sum(axis=0)
    return means, sums / np.outer(of_seats, of_seats)


def own_variances(covariances: Array) -> Array:
    """What one wins another does not, so the means of seats do not vary each by itself. But what counts here are only their
    differences; and these are as of means that do, with the variances that fit them best."""
    own = covariances.diagonal()
    differences = own[:, None] + own[None, :] - 2 * covariances
    number = len(own)
    if number == 2:
        return np.full(2, max(differences[0, 1], 0.0) / 2)
    of_each = differences.sum(axis=1)
    all_together = of_each.sum() / (2 * number - 2)
    found: Array = np.maximum((of_each - all_together) / (number - 2), 0.0)
    return found
