"""How a game goes, in what a designer thinks in: minutes, rounds, who waits, when it is decided, and how close it ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.lab.running.chunks import Sample
from cutcard.lab.statistics.intervals import UNKNOWN, Estimate, mean_of
from cutcard.lab.studies.leads import LEADER, LENGTH, ROUNDS, SINCE, THINKING, WAITING
from cutcard.lab.studies.measures import Row, estimate_columns

Array = np.ndarray[Any, Any]

DEAL_SECONDS = 20
"""How long it takes to gather, shuffle and deal, with the first decision after it: once a game, and once more for each round
after the first."""


def course(sample: Sample, fewer_is_better: bool, one_loses: bool) -> Row:
    """All of it, from the games that were watched."""
    seats = sample.scores.shape[1]
    notes = sample.notes
    rounds = notes[:, ROUNDS]
    known = bool(rounds.any())  # a game may not say when a round is over
    waiting = notes[:, WAITING] / (seats * notes[:, LENGTH])
    return {
        **estimate_columns("minutes", _mean(minutes(notes))),
        **estimate_columns("rounds", _mean(rounds) if known else UNKNOWN),
        **estimate_columns("waiting", _mean(waiting)),
        **estimate_columns("decided", UNKNOWN if one_loses else _mean(decided(sample))),
        **estimate_columns("margin", _mean(margins(sample.scores, fewer_is_better, one_loses))),
    }


def minutes(notes: Array) -> Array:
    """How long people would take for each game: to deal, and to think as long as the verbs on offer say (`Verb.seconds`)."""
    deals = np.maximum(notes[:, ROUNDS], 1)
    return np.asarray((DEAL_SECONDS * deals + notes[:, THINKING]) / 60)


def decided(sample: Sample) -> Array:
    """Of each game that one seat wins alone: after which part of it this seat was alone in front for good; 1 where it was
    not before the end."""
    top = sample.standings == sample.standings.max(axis=1, keepdims=True)
    alone = top.sum(axis=1) == 1
    notes, winner = sample.notes[alone], top[alone].argmax(axis=1) + 1
    leads = (notes[:, SINCE] > 0) & (notes[:, LEADER] == winner)
    return np.where(leads, notes[:, SINCE] / notes[:, LENGTH], 1.0)


def margins(scores: Array, fewer_is_better: bool, one_loses: bool) -> Array:
    """How far the first is ahead of the second at the end, in points; where one loses, how far that one is behind."""
    ordered = np.sort(scores if fewer_is_better else -scores, axis=1)
    return ordered[:, -1] - ordered[:, -2] if one_loses else ordered[:, 1] - ordered[:, 0]


def _mean(values: Array) -> Estimate:
    return mean_of(float(values.sum()), float((values * values).sum()), len(values))
