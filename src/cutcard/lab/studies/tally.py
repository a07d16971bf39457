"""Counting up games. Everything is a whole number, so sums are the same in whatever order they are made."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cutcard.core.compiling import quick, rule
from cutcard.core.simulation import Simulation

Array = np.ndarray[Any, Any]

UNIT = float(1 << 40)
"""Utilities are counted in parts this small, which is finer than anybody asks and exact to add up."""

GAMES, POINTS, POINTS_SQUARED, GAINS, GAINS_SQUARED = range(5)
"""What is counted of a player in a seat; of a player in all its seats together it is the last two."""

LENGTHS, LENGTHS_SQUARED, ONE_LOSER = 1, 2, 3
"""What is counted of the games, beside how many they are."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What a number of games came to. Add tallies with `+`."""

    table: Array
    """How many games, their decisions, the squares of these, and how often all but one shared first place."""
    cells: Array
    """By player and seat: games, scores, their squares, utilities, their squares."""
    firsts: Array
    """By player, seat and number of seats that shared first place: how often it was one of them."""
    lasts: Array
    """By player, seat and number of seats that shared last place: how often it was one of them. Where all tie
    nobody is last."""
    together: Array
    """By player: utilities of all its seats together, and their squares."""
    firsts_together: Array
    """By player, number of seats that shared first place, and how many of these were its own."""
    lasts_together: Array
    """By player, number of seats that shared last place, and how many of these were its own."""

    @classmethod
    def empty(cls, players: int, seats: int) -> Tally:
        by_seat, by_own = (players, seats, seats + 1), (players, seats + 1, seats + 1)
        shapes = ((4,), (players, seats, 5), by_seat, by_seat, (players, 5), by_own, by_own)
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    @classmethod
    def of(cls, found: Simulation, first: int, held_by: Array, players: int) -> Tally:
        """Count up games from number `first` on; a row of `held_by` is the player of each seat, games take them in turn."""
        counted = cls.empty(players, held_by.shape[1])
        arrays = [getattr(counted, field.name) for field in fields(cls)]
        count_up(found.scores, found.utilities, found.standings, found.decisions, first, held_by, *arrays)
        return counted

    def __add__(self, other: Tally) -> Tally:
        """Both together, in whole numbers without an end: many chunks can be more than 64 bits."""
        return Tally(
            *(getattr(self, field.name).astype(object) + getattr(other, field.name).astype(object) for field in fields(self))
        )

    @property
    def games(self) -> int:
        return int(self.table[GAMES])


@rule
def count_up(
    scores: Array, utilities: Array, standings: Array, decisions: Array, first: int, held_by: Array,
    table: Array, cells: Array, firsts: Array, lasts: Array, together: Array, firsts_together: Array, lasts_together: Array,
) -> None:  # fmt: skip
    """Add games to a tally."""
    players, seats = cells.shape[:2]
    own = np.zeros(players)
    own_firsts = np.zeros(players, np.int64)
    own_lasts = np.zeros(players, np.int64)
    for g in range(len(decisions)):
        held = held_by[(first + g) % len(held_by)]
        own[:] = 0.0
        own_firsts[:] = 0
        own_lasts[:] = 0
        best, worst, winners, losers = first_and_last(standings[g])
        for seat in range(seats):
            player = held[seat]
            add_points(cells[player, seat], scores[g, seat])
            add_gain(cells[player, seat], utilities[g, seat])
            own[player] += utilities[g, seat]
            if standings[g, seat] == best:
                firsts[player, seat, winners] += 1
                own_firsts[player] += 1
            elif standings[g, seat] == worst:
                lasts[player, seat, losers] += 1
                own_lasts[player] += 1
        for player in range(players):
            add_gain(together[player], own[player] if players > 1 else 0.0)  # in all seats one gains from nobody
            firsts_together[player, winners, own_firsts[player]] += 1
            lasts_together[player, losers, own_lasts[player]] += 1
        add_game(table, decisions[g], winners == seats - 1)


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
def add_points(counts: Array, points: int) -> None:
    counts[POINTS] += points
    counts[POINTS_SQUARED] += points * points


@quick
def add_gain(counts: Array, gain: float) -> None:
    """One more game, and what was gained in it."""
    counts[GAMES] += 1
    counts[GAINS] += np.int64(np.rint(gain * UNIT))
    counts[GAINS_SQUARED] += np.int64(np.rint(gain * gain * UNIT))


@quick
def add_game(table: Array, length: int, one_loser: bool) -> None:
    table[GAMES] += 1
    table[LENGTHS] += length
    table[LENGTHS_SQUARED] += length * length
    table[ONE_LOSER] += one_loser
