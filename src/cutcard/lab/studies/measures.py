"""From counts to measures: shares of first places, utilities, scores, lengths, leads, and what a seat is worth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cutcard.lab.running.chunks import Plan, Sample
from cutcard.lab.statistics.intervals import UNKNOWN, Estimate, mean_of, share_of, variance_of
from cutcard.lab.studies.leads import CHANGES, TENTHS, THEN
from cutcard.lab.studies.tally import (
    GAINS,
    GAINS_SQUARED,
    GAMES,
    LENGTHS,
    LENGTHS_SQUARED,
    ONE_LOSER,
    POINTS,
    POINTS_SQUARED,
    UNIT,
    Tally,
)

Array = np.ndarray[Any, Any]
Row = dict[str, Any]


def estimate_columns(name: str, estimate: Estimate) -> Row:
    """An estimate as three columns."""
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def one_loses(tally: Tally) -> bool:
    """Whether these are games with one loser, as Pairs is: all others shared first place, every time."""
    return 0 < tally.games == tally.table[ONE_LOSER] and tally.cells.shape[1] > 2


def by_player(plan: Plan, tally: Tally) -> list[Row]:
    """A row for each player, over all seats it had."""
    rows = []
    for number, name in enumerate(plan.names):
        seats = int((plan.held_by[0] == number).sum())
        gains = tally.together[number]
        first = _together(tally.firsts_together[number], seats)
        last = _together(tally.lasts_together[number], seats)
        rows.append(
            {
                "player": name,
                "seats": seats,
                "games": int(gains[GAMES]),
                **estimate_columns("first", first),
                **estimate_columns("last", last),
                **estimate_columns("utility", _gain(gains, seats, plan.game.seats, first, last)),
                **scores(tally.cells[number].sum(axis=0)),
                **seat_advantage(_places(tally)[number], tally.cells[number, :, GAMES], one_loses(tally), seats > 1),
            }
        )
    return rows


def by_seat(plan: Plan, tally: Tally) -> list[Row]:
    """A row for each seat, over all players that sat there."""
    return [{"seat": seat, **_cell(tally, slice(None), seat)} for seat in range(plan.game.seats)]


def by_player_and_seat(plan: Plan, tally: Tally) -> list[Row]:
    """A row for each player in each seat it had."""
    return [
        {"player": name, "seat": seat, **_cell(tally, slice(number, number + 1), seat)}
        for number, name in enumerate(plan.names)
        for seat in range(plan.game.seats)
        if tally.cells[number, seat, GAMES]
    ]


def _cell(tally: Tally, players: slice, seat: int) -> Row:
    counts = tally.cells[players, seat].sum(axis=0)
    games = int(counts[GAMES])
    first = _alone(tally.firsts[players, seat].sum(axis=0), games)
    last = _alone(tally.lasts[players, seat].sum(axis=0), games)
    return {
        "games": games,
        **estimate_columns("first", first),
        **estimate_columns("last", last),
        **estimate_columns("utility", _gain(counts, 1, tally.cells.shape[1], first, last)),
        **scores(counts),
    }


def _alone(sharing: Array, games: int) -> Estimate:
    """The share of a place, from how often it was shared by how many."""
    parts = [(int(times), 1 / number) for number, times in enumerate(sharing) if number]
    return _share(parts, games)


def _together(sharing: Array, seats: int) -> Estimate:
    """The share of a place that all seats of a player had on average, game by game."""
    parts = [
        (int(times), own / number / seats) for number, row in enumerate(sharing) for own, times in enumerate(row) if number
    ]
    games = int(sharing.sum())
    if seats == len(sharing) - 1:  # all of them: what they have together is no matter of chance
        exact = _share(parts, games).mean
        return Estimate(exact, exact, exact)
    return _share(parts, games)


def _share(parts: list[tuple[int, float]], games: int) -> Estimate:
    """From how often there was which share."""
    top = max((value for times, value in parts if times), default=0.0) or 1.0
    total = math.fsum(times * value for times, value in parts)
    return share_of(total, math.fsum(times * value**2 for times, value in parts), games, top)


def _gain(counts: Array, seats: int, table: int, first: Estimate, last: Estimate) -> Estimate:
    games = int(counts[GAMES])
    found = mean_of(int(counts[GAINS]) / UNIT / seats, int(counts[GAINS_SQUARED]) / UNIT / seats**2, games)
    return on_scale_of_places(found, table, first, last)


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


def scores(counts: Array) -> Row:
    """The scores of a player, or of all players, from what was counted of them."""
    total, squares, games = int(counts[POINTS]), int(counts[POINTS_SQUARED]), int(counts[GAMES])
    return {"score": total / games if games else math.nan, "score_sd": math.sqrt(variance_of(total, squares, games))}


def fairness(tally: Tally) -> Row:
    """How much more the best seat has of first places than the worst (of losses, where one loses), whoever sits there."""
    return seat_advantage(_places(tally).sum(axis=0), tally.cells[:, :, GAMES].sum(axis=0), one_loses(tally), True)


def _places(tally: Tally) -> Array:
    return tally.lasts if one_loses(tally) else tally.firsts


def edge(plan: Plan, tally: Tally) -> Estimate:
    """How far the first player beats the others: 0 is what chance gives, 1 is always first (never the loser, where one
    loses)."""
    seats, row = plan.game.seats, by_player(plan, tally)[0]
    if one_loses(tally):
        return Estimate(*(1 - seats * row[name] for name in ("last", "last_high", "last_low")))
    return Estimate(*((seats * row[name] - 1) / (seats - 1) for name in ("first", "first_low", "first_high")))


def seat_advantage(places: Array, games: Array, loses: bool, same_games: bool) -> Row:
    """How much more a player's best seat has of first places than its worst; of losses, in games with one loser.

    Where the player has several seats in the same games, what one of them wins the others do not: then the difference
    varies more than that of two samples."""
    held = [(_alone(places[seat], int(games[seat])), seat) for seat in range(len(games)) if games[seat]]
    if len(held) < 2:
        return {"best_seat": None, "worst_seat": None, **estimate_columns("seat_spread", UNKNOWN)}
    worst, *_, best = sorted(held, reverse=loses)
    spread = abs(best[0].mean - worst[0].mean)
    factor = len(held) / (len(held) - 1) if same_games else 1.0
    error = math.sqrt(factor * (best[0].error ** 2 + worst[0].error ** 2))
    estimate = Estimate(spread, spread - error, spread + error)
    return {"best_seat": best[1], "worst_seat": worst[1], **estimate_columns("seat_spread", estimate)}


def lengths(tally: Tally) -> Row:
    """How many decisions a game takes."""
    total, squares = int(tally.table[LENGTHS]), int(tally.table[LENGTHS_SQUARED])
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
