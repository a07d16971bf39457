"""What each deal of a tournament comes to, in whole numbers: they are the same however the work is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.core.compiling import rule
from cutcard.core.simulation import Simulation
from cutcard.lab.studies.tally import UNIT, first_and_last, share_unit

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """A row for each deal."""

    gains: Array
    """By player: the utilities of all its seats in all seatings, in parts of `UNIT`."""
    firsts: Array
    """By player: its first places, a shared one in parts of `share_unit`."""
    lasts: Array
    """By player: its last places in games with more than one place, a shared one in parts of `share_unit`."""
    ahead: Array
    """By player and player: 2 for each seat of the other that a seat came in before, 1 for each that it tied with."""
    one_loser: Array
    """In how many games all but one shared first place."""

    @classmethod
    def empty(cls, deals: int, players: int) -> Counts:
        def zeros(*shape: int) -> Array:
            return np.zeros((deals, *shape), np.int64)

        return cls(zeros(players), zeros(players), zeros(players), zeros(players, players), zeros())

    @classmethod
    def of(cls, found: Simulation, held_by: Array, players: int) -> Counts:
        """Count up whole deals. A row of `held_by` is the player of each seat, and the games of a deal take them in turn."""
        counts = cls.empty(len(found.decisions) // len(held_by), players)
        arrays = [getattr(counts, name) for name in cls.__slots__]
        count_deals(found.utilities, found.standings, held_by, share_unit(held_by.shape[1]), *arrays)
        return counts

    def __len__(self) -> int:
        return len(self.one_loser)

    @classmethod
    def joined(cls, parts: Sequence[Counts]) -> Counts:
        """Those of all deals, one part after the other."""
        if len(parts) == 1:
            return parts[0]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))

    def first(self, deals: int) -> Counts:
        return Counts(*(getattr(self, name)[:deals] for name in Counts.__slots__))


@rule
def count_deals(
    utilities: Array, standings: Array, held_by: Array, unit: int,
    gains: Array, firsts: Array, lasts: Array, ahead: Array, one_loser: Array,
) -> None:  # fmt: skip
    """Add the games of whole deals to their counts."""
    seats = held_by.shape[1]
    for g in range(len(gains) * len(held_by)):
        deal = g // len(held_by)
        held = held_by[g % len(held_by)]
        stood = standings[g]
        best, worst, winners, losers = first_and_last(stood)
        for seat in range(seats):
            player = held[seat]
            gains[deal, player] += np.int64(np.rint(utilities[g, seat] * UNIT))
            if stood[seat] == best:
                firsts[deal, player] += unit // winners
            elif stood[seat] == worst:
                lasts[deal, player] += unit // losers
            for other in range(seats):
                if held[other] != player and stood[seat] >= stood[other]:
                    ahead[deal, player, held[other]] += 2 if stood[seat] > stood[other] else 1
        one_loser[deal] += winners == seats - 1
