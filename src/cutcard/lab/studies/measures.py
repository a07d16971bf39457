"""From counts to measures: shares of first places, utilities, scores, lengths and leads.

Who sits where is decided beforehand: the games take the seatings of a line-up in turn. How they differ is no chance, so what
varies by chance is what varies within each (a stratified sample)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cutcard.lab.running.chunks import Sample
from cutcard.lab.statistics.intervals import Estimate, Z, mean_of, share_of, variance_of
from cutcard.lab.studies.leads import CHANGES, TENTHS, THEN
from cutcard.lab.studies.tally import (
    FIRST,
    GAINS,
    GAINS_SQUARED,
    GAMES,
    LAST,
    LENGTHS,
    LENGTHS_SQUARED,
    ONE_LOSER,
    POINTS,
    POINTS_SQUARED,
    UNIT,
    Tally,
    share_unit,
)

Array = np.ndarray[Any, Any]
Row = dict[str, Any]


def estimate_columns(name: str, estimate: Estimate) -> Row:
    """An estimate as three columns."""
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def one_loses(tally: Tally) -> bool:
    """Whether these are games with one loser, as Pairs is: all others shared first place, every time."""
    return 0 < tally.games == tally.table[:, ONE_LOSER].sum() and tally.shares.shape[2] > 2


def in_seat(tally: Tally, held: Array, seat: int) -> Row:
    """What this seat came to, in the seatings in which it is among those that are `held`."""
    return measured(tally, held & (np.arange(held.shape[1]) == seat), tally.gains[:, seat])


def measured(tally: Tally, held: Array, gains: Array) -> Row:
    """What these seats came to: `held` says which they are in each seating, `gains` what they gained together."""
    rows = held.any(axis=1)
    first, last = (_share(tally, place, held) for place in (FIRST, LAST))
    seats = int(held.sum(axis=1).max())
    games = tally.table[rows, GAMES]
    gained = mean_of(
        *within_seatings(gains[rows, GAINS] / UNIT / seats, gains[rows, GAINS_SQUARED] / UNIT / seats**2, games)
    )
    return {
        "games": int(games.sum()),
        **estimate_columns("first", first),
        **estimate_columns("last", last),
        **estimate_columns("utility", on_scale_of_places(gained, held.shape[1], first, last)),
        **scores(tally.points[held].sum(axis=0), int(games.sum()) * seats),
    }


def _share(tally: Tally, place: int, held: Array) -> Estimate:
    """The share of a place that these seats had on average, game by game."""
    seats = held.sum(axis=1)
    rows = np.flatnonzero(seats)
    unit = share_unit(held.shape[1]) * seats[rows]
    totals = [tally.shares[row, place, held[row]].sum() for row in rows] / unit
    squares = [tally.products[row, place][np.ix_(held[row], held[row])].sum() for row in rows] / unit**2
    top = _top(tally, place, int(seats.max()))
    total, spread, number = within_seatings(totals, squares, tally.table[rows, GAMES])
    if number and len(rows) > 1:  # where each seating always ends the same, another end may still be as rare as Wilson says
        spread = max(spread, total * total / number + (Z * top) ** 2)
    if number and seats.min() == held.shape[1]:  # all of them: what they have together is no matter of chance
        return Estimate(total / number, total / number, total / number)
    return share_of(total, spread, number, top)


def _top(tally: Tally, place: int, seats: int) -> float:
    """The most that so many seats can have of a place on average, as it was shared in these games."""
    most = tally.sharing.shape[1] - (1 if place == FIRST else 2)  # where all tie nobody is last
    seen = [number for number in range(1, most + 1) if tally.sharing[place, number]]
    return max((min(seats, number) / number / seats for number in seen), default=1.0)


def within_seatings(totals: Array, squares: Array, games: Array) -> tuple[float, float, int]:
    """Sum, sum of squares and number of values that are known by seating, as `share_of` and `mean_of` take them: the squares
    those of values that vary only as far as they do within a seating. With fewer than two games in one that is not known,
    and the seatings are taken together."""
    number = int(games.sum())
    total, square = math.fsum(totals), math.fsum(squares)
    if len(games) == 1 or games.min() < 2:
        return total, square, number
    varied = math.fsum(
        max(square - total * total / count, 0.0) for total, square, count in zip(totals, squares, games, strict=True)
    )
    return total, total * total / number + varied * (number - 1) / (number - len(games)), number


def on_scale_of_places(utility: Estimate, table: int, first: Estimate, last: Estimate) -> Estimate:
    """The utility. Where it is COMMON-8's it is only another scale for the share of first places, or of losses where one
    loses, and its interval is that of the share: Student's is too narrow where a player hardly ever loses."""
    others = table - 1
    won = [(table * share - 1) / others for share in first]
    not_lost = [(1 - table * share) / others for share in (last.mean, last.high, last.low)]
    for mean, low, high in (won, not_lost):
        if abs(mean - utility.mean) < 1e-9:
            return Estimate(utility.mean, low, high)
    return utility


def scores(counts: Array, number: int) -> Row:
    """The scores of a player, or of all players, from what was counted of so many of them."""
    total, squares = int(counts[POINTS]), int(counts[POINTS_SQUARED])
    return {"score": total / number if number else math.nan, "score_sd": math.sqrt(variance_of(total, squares, number))}


def lengths(tally: Tally) -> Row:
    """How many decisions a game takes."""
    total, squares = (int(tally.table[:, counted].sum()) for counted in (LENGTHS, LENGTHS_SQUARED))
    deviation = math.sqrt(variance_of(total, squares, tally.games))
    return {**estimate_columns("decisions", mean_of(total, squares, tally.games)), "decisions_sd": deviation}


def leads(sample: Sample) -> Row:
    """How often the lead changes, and how often who led at half-time ends up first, alone or not; beside how often a
    seat does that by chance."""
    changes = sample.notes[:, CHANGES]
    number = len(changes)
    led, stays, chance = lasting(sample, TENTHS // 2)
    return {
        "watched": number,
        **estimate_columns("lead_changes", mean_of(int(changes.sum()), int((changes**2).sum()), number)),
        "half_time_leads": led,
        **estimate_columns("half_time_leader_first", stays),
        "half_time_by_chance": chance,
    }


def lasting(sample: Sample, part: int) -> tuple[int, Estimate, float]:
    """After so many tenths of the decisions: in how many games one seat led, how often that one ended up first, and how
    often any seat of these games did."""
    ahead = sample.notes[:, THEN + part - 1]
    led = np.flatnonzero(ahead)
    number = len(led)
    top = sample.standings[led] == sample.standings[led].max(axis=1, keepdims=True)
    stays = int(top[np.arange(number), ahead[led] - 1].sum())
    return number, share_of(stays, stays, number), float(top.mean()) if number else math.nan
