"""What a move is called, each by a rule; docs/review.md has the same rules in words."""

from __future__ import annotations

from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cutcard.reviews.judging import Judged, Judgement
    from cutcard.reviews.measure import Measure

SLIP, MISTAKE, BLUNDER = 2.0, 5.0, 10.0
"""From so many points on a move is called so: points are hundredths of a chance, or quarters of a coin."""
CLEAR = 2.0
"""A cost has to be so many of its standard errors, to be held against anybody, where there was one other move. The best of
many moves is the best by chance too, so there it has to be more: see `clear`."""
MANY = 4
"""The best of so many moves is not found by itself; of fewer, not where `steady` would have done something else."""
LUCKY = 8.0
"""From so many points on, that the cards gave or took within one move, somebody was lucky or unlucky."""

FORCED, ONLY, BEST, FINE = "nothing to choose", "the only good move", "the best move", "a fine move"
A_SLIP, A_MISTAKE, A_BLUNDER = "a slip", "a mistake", "a blunder"
ERRORS = (A_SLIP, A_MISTAKE, A_BLUNDER)
"""What is held against somebody, the worst last."""


@cache
def clear(moves: int) -> float:
    """How many standard errors a cost has to be where so many moves were judged: any of the others is ahead by so many as
    seldom, by chance alone, as a single one is by `CLEAR`."""
    normal = NormalDist()
    return -normal.inv_cdf(normal.cdf(-CLEAR) / max(moves - 1, 1))


def is_clear(one: Judged, judgement: Judgement) -> bool:
    """Whether what a move costs is more than chance among all that were judged beside it: where that was looked at closely,
    the best one alone."""
    return one.cost > clear(2 if one.alone else len(judgement.moves)) * one.error


def word_for(judgement: Judgement, measure: Measure) -> str:
    """What the move that was played is called."""
    if judgement.is_forced:
        return FORCED
    played = judgement.played
    points = measure.points(played.cost)
    if is_clear(played, judgement):
        for word, least in ((A_BLUNDER, BLUNDER), (A_MISTAKE, MISTAKE), (A_SLIP, SLIP)):
            if points >= least:
                return word
    if played is not judgement.best:
        return FINE
    second = judgement.moves[1]
    alone = measure.points(second.cost) >= MISTAKE and is_clear(second, judgement)
    is_plain = len(judgement.moves) < MANY and played.move == judgement.usual
    return ONLY if alone and not is_plain else BEST


def luck_word(luck: float, measure: Measure) -> str:
    """What a person is called to whom the cards gave or took so much utility within a move; empty where it was little."""
    points = measure.points(luck)
    return "lucky" if points >= LUCKY else "unlucky" if points <= -LUCKY else ""
