"""What the deals of a tournament come to. A deal is one observation: its games have the same cards, so they are no more
independent than that; and what the cards gave to all players alike cancels out."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from cutcard.lab.statistics.intervals import UNKNOWN, Estimate, Z, mean_of, share_of, student
from cutcard.lab.statistics.sequential import doubt
from cutcard.lab.studies.measures import Row, estimate_columns, on_scale_of_places
from cutcard.lab.studies.tally import UNIT, share_unit
from cutcard.lab.tournaments.counts import Counts
from cutcard.lab.tournaments.deals import Schedule

Array = np.ndarray[Any, Any]


def utilities(schedule: Schedule, counts: Counts) -> Array:
    """By deal and player: its utility, the mean of all its seats in all seatings."""
    found: Array = counts.gains / (UNIT * schedule.seats_held)
    return found


def order(schedule: Schedule, counts: Counts) -> list[int]:
    """The players from the best on; equals as they were named."""
    totals = utilities(schedule, counts).sum(axis=0)
    return sorted(range(len(totals)), key=lambda player: -totals[player])


def doubt_of_pair(schedule: Schedule, counts: Counts, player: int, other: int) -> float:
    """The chance that equal players ever come to be so far apart. All pairs are compared, so each may err only so much less
    often."""
    gained = utilities(schedule, counts)
    return min(1.0, math.comb(len(schedule.players), 2) * doubt(gained[:, player] - gained[:, other]))


def open_questions(schedule: Schedule, counts: Counts, confidence: float) -> list[tuple[int, int]]:
    """The neighbours in the order of which it is not settled who is better. At a confidence of 1 nothing ever is."""
    pairs = pairwise(order(schedule, counts))
    return [pair for pair in pairs if confidence == 1 or doubt_of_pair(schedule, counts, *pair) > 1 - confidence]


def one_loses(schedule: Schedule, counts: Counts) -> bool:
    """Whether these are games with one loser, as Pairs is."""
    games = len(counts) * len(schedule.seatings)
    return 0 < games == int(counts.one_loser.sum()) and schedule.game.seats > 2


def standing_rows(schedule: Schedule, counts: Counts) -> list[Row]:
    """A row for each player, the best first."""
    gained = utilities(schedule, counts)
    seats, unit = schedule.game.seats, share_unit(schedule.game.seats)
    rows = []
    for rank, player in enumerate(order(schedule, counts), 1):
        held = int(schedule.seats_held[player])
        first = _share(counts.firsts[:, player] / (unit * held))
        last = _share(counts.lasts[:, player] / (unit * held))
        rows.append(
            {
                "rank": rank,
                "player": schedule.names[player],
                "deals": len(counts),
                "games": len(counts) * sum(player in row for row in schedule.seatings),
                **estimate_columns("utility", on_scale_of_places(_mean(gained[:, player]), seats, first, last)),
                **estimate_columns("first", first),
                **estimate_columns("last", last),
            }
        )
    return rows


def crosstable_rows(schedule: Schedule, counts: Counts) -> list[Row]:
    """A row for each player and each other one, in the order of the standings."""
    gained, ranked = utilities(schedule, counts), order(schedule, counts)
    rows = []
    for player in ranked:
        for other in ranked:
            if player == other:
                continue
            met = int(schedule.meetings[player, other])
            ahead = _share(counts.ahead[:, player, other] / (2 * met)) if met else UNKNOWN
            rows.append(
                {
                    "player": schedule.names[player],
                    "against": schedule.names[other],
                    "meetings": len(counts) * met,
                    **estimate_columns("ahead", ahead),
                    **estimate_columns("difference", _mean(gained[:, player] - gained[:, other])),
                    "doubt": doubt_of_pair(schedule, counts, player, other),
                }
            )
    return rows


def _mean(values: Array) -> Estimate:
    return mean_of(float(values.sum()), float((values**2).sum()), len(values))


def _share(values: Array) -> Estimate:
    """From the share in each deal. How far these are spread is known from the same deals only, so the interval is wider, as
    Student's is: as if there were fewer deals."""
    number = len(values)
    if number == 1:
        return Estimate(float(values[0]), 0.0, 1.0)
    less = (number - 1) / number * (Z / student(number - 1)) ** 2
    return share_of(math.fsum(values) * less, math.fsum(values**2) * less, number * less)
