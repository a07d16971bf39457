"""How far the best and the worst of several means are apart, with an interval that knows they were picked afterwards."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cutcard.core.compiling import quick, rule
from cutcard.lab.statistics.intervals import Estimate, Z

Array = np.ndarray[Any, Any]

CONFIDENCE = 0.95

REACH, STEPS = 7.0, 32
"""How far and how finely a normal distribution is added up, in standard deviations and in all. The rule of trapezoids is as
good as exact for what falls off like that: the tests hold it against SciPy's studentized range."""

LEAST = 0.05
"""No standard deviation is taken for less than this part of the largest, so that such steps are fine enough for each."""

HALVINGS = 26


def spread_of(means: Array, errors: Array) -> Estimate:
    """The distance between the largest and the smallest true mean, of means seen with these standard errors, each by itself.

    The true distance can be what it would take to see one no further off than this, 95 times of 100. Of equal means that is
    the studentized range, and the interval begins at 0 in 95% of cases; of a best and a worst far from all others it is
    the interval of their difference. How the others lie between is taken from what was seen; those that cannot be told
    from the best, or from the worst, may be as good or as bad as that, and count as if they were."""
    seen = float(means.max() - means.min())
    widest = float(errors.max())
    if not widest > 0:
        return Estimate(seen, seen, seen)
    spread = np.maximum(errors, LEAST * widest)
    low, high = limits(seen, positions(means, spread), spread)
    return Estimate(seen, low, high)


def positions(means: Array, errors: Array) -> Array:
    """Where the means lie between the smallest, 0, and the largest, 1."""
    top, bottom = int(means.argmax()), int(means.argmin())
    if top == bottom:
        return np.linspace(0.0, 1.0, len(means))
    found = (means - means[bottom]) / (means[top] - means[bottom])
    for at, place in enumerate(found):
        end = top if place > 0.5 else bottom
        if abs(means[at] - means[end]) < Z * math.hypot(errors[at], errors[end]):
            found[at] = found[end]
    return found


@rule
def limits(seen: float, places: Array, errors: Array) -> tuple[float, float]:
    """The smallest and the largest distance that would show itself so far off or less in just 95 of 100 cases."""
    low, under, over = 0.0, 0.0, seen
    if within(seen, places * 0.0, errors) > CONFIDENCE:
        for _ in range(HALVINGS):
            low = (under + over) / 2
            if within(seen, places * low, errors) - within(2 * low - seen, places * low, errors) > CONFIDENCE:
                under = low
            else:
                over = low
    high, under, over = seen, seen, seen + REACH * errors.max()
    for _ in range(HALVINGS):
        high = (under + over) / 2
        if within(2 * high - seen, places * high, errors) - within(seen, places * high, errors) < CONFIDENCE:
            under = high
        else:
            over = high
    return low, high


@rule
def within(distance: float, means: Array, errors: Array) -> float:
    """The chance that normal values with these means and standard errors are no further apart than this. Each of them may
    be the smallest; the others then lie between it and that distance."""
    if distance <= 0:
        return 0.0
    total = 0.0
    for least in range(len(means)):
        for step in range(-STEPS, STEPS + 1):
            at = REACH * step / STEPS
            value = means[least] + at * errors[least]
            chance = math.exp(-at * at / 2)
            for other in range(len(means)):
                if other != least:
                    off = value - means[other]
                    chance *= below((off + distance) / errors[other]) - below(off / errors[other])
            total += chance
    return total * REACH / STEPS / math.sqrt(2 * math.pi)


@quick
def below(value: float) -> float:
    """Of a normal distribution, the part below a value."""
    return math.erfc(-value * math.sqrt(0.5)) / 2
