"""Counting up games. Everything is a whole number, so sums are the same in whatever order they are made.

Games are counted by seating, that is by who sits where: how the players share the wins differs from one to the next, and
that is known beforehand and no matter of chance (see `measures`)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cutcard.core.compiling import quick, rule
from cutcard.core.simulation import Simulation

Array = np.ndarray[Any, Any]

UNIT = float(1 << 40)
"""Utilities are counted in parts this small, which is finer than anybody asks and exact to add up."""

GAMES, LENGTHS, LENGTHS_SQUARED, ONE_LOSER = range(4)
"""What is counted of the games of a seating."""

POINTS, POINTS_SQUARED = range(2)
"""What is counted of the scores of a seat."""

GAINS, GAINS_SQUARED = range(2)
"""What is counted of utilities."""

FIRST, LAST = range(2)
"""The places of which it is counted who has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What a number of games came to. Add tallies with `+`."""

    table: Array
    """By seating: how many games, their decisions, the squares of these, and how often all but one shared first place."""
    points: Array
    """By seating and seat: scores, and their squares."""
    gains: Array
    """By seating and seat: utilities, and their squares."""
    together: Array
    """By seating and player: utilities of all its seats together, and their squares."""
    sharing: Array
    """By place, first or last, and number of seats: how often it was shared by so many."""
    shares: Array
    """By seating, place and seat: the share in it, in parts of `share_unit`. Where all tie nobody is last."""
    products: Array
    """By seating, place, seat and seat: the shares of both, multiplied."""

    @classmethod
    def empty(cls, seatings: int, players: int, seats: int) -> Tally:
        each = (seatings, seats)
        shapes = ((seatings, 4), (*each, 2), (*each, 2), (seatings, players, 2), (2, seats + 1), (seatings, 2, seats),
                  (seatings, 2, seats, seats))  # fmt: skip
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def count(self, found: Simulation, first: int, held_by: Array) -> None:
        """Add games from number `first` on; a row of `held_by` is the player of each seat, games take them in turn. No more
        than a chunk: numbers end at 64 bits here."""
        arrays = [getattr(self, field.name) for field in fields(self)]
        unit = share_unit(held_by.shape[1])
        count_up(found.scores, found.utilities, found.standings, found.decisions, first, held_by, unit, *arrays)

    def __add__(self, other: Tally) -> Tally:
        """Both together, in whole numbers without an end: many chunks can be more than 64 bits."""
        return Tally(
            *(getattr(self, field.name).astype(object) + getattr(other, field.name).astype(object) for field in fields(self))
        )

    @property
    def games(self) -> int:
        return int(self.table[:, GAMES].sum())


def share_unit(seats: int) -> int:
    """A place can be shared by any number of seats: what all of these numbers divide."""
    return math.lcm(*range(1, seats + 1))


@rule
def count_up(
    scores: Array, utilities: Array, standings: Array, decisions: Array, first: int, held_by: Array, unit: int,
    table: Array, points: Array, gains: Array, together: Array, sharing: Array, shares: Array, products: Array,
) -> None:  # fmt: skip
    """Add games to a tally."""
    seatings, players, seats = len(held_by), together.shape[1], held_by.shape[1]
    own = np.zeros(players)
    for g in range(len(decisions)):
        row = (first + g) % seatings
        own[:] = 0.0
        for seat in range(seats):
            add(points[row, seat], scores[g, seat])
            add_gain(gains[row, seat], utilities[g, seat])
            own[held_by[row, seat]] += utilities[g, seat]
        if players > 1:  # in all seats one gains from nobody
            for player in range(players):
                add_gain(together[row, player], own[player])
        best, worst, winners, losers = first_and_last(standings[g])
        sharing[FIRST, winners] += 1
        sharing[LAST, losers] += 1
        add_places(standings[g], best, unit // winners, shares[row, FIRST], products[row, FIRST])
        if worst < best:
            add_places(standings[g], worst, unit // losers, shares[row, LAST], products[row, LAST])
        add(table[row, LENGTHS:ONE_LOSER], decisions[g])
        table[row, GAMES] += 1
        table[row, ONE_LOSER] += winners == seats - 1


@quick
def first_and_last(standings: Array) -> tuple[int, int, int, int]:
    """Of a game: the best and the worst standing, and how many seats share each."""
    best = worst = standings[0]
    for seat in range(1, len(standings)):
        best = max(best, standings[seat])
        worst = min(worst, standings[seat])
    winners = losers = 0
    for seat in range(len(standings)):
        winners += standings[seat] == best
        losers += standings[seat] == worst
    return best, worst, winners, losers


@quick
def add_places(standings: Array, standing: int, share: int, shares: Array, products: Array) -> None:
    """A place that all seats of one standing have, with the same share each."""
    for seat in range(len(standings)):
        if standings[seat] == standing:
            shares[seat] += share
            for other in range(len(standings)):
                if standings[other] == standing:
                    products[seat, other] += share * share


@quick
def add(counts: Array, number: int) -> None:
    """A number, and its square."""
    counts[0] += number
    counts[1] += number * number


@quick
def add_gain(counts: Array, gain: float) -> None:
    """What was gained in a game, and its square."""
    counts[GAINS] += np.int64(np.rint(gain * UNIT))
    counts[GAINS_SQUARED] += np.int64(np.rint(gain * gain * UNIT))
