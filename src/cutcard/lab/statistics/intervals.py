"""Means with 95% intervals."""

from __future__ import annotations

import math
from typing import NamedTuple

Z = 1.959963984540054
"""95% of a normal distribution lie within so many standard deviations."""

STUDENT = (
    12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163,
)  # fmt: skip
"""Of Student's distribution likewise, for 1 to 9 degrees of freedom; for more its expansion around the normal one serves."""


class Estimate(NamedTuple):
    """A mean, and between which values the true one lies with 95% confidence."""

    mean: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


def mean_of(total: float, squares: float, number: int) -> Estimate:
    """The mean of values of which the sum and the sum of squares are known: Student's interval."""
    if number == 0:
        return UNKNOWN
    mean = total / number
    if number == 1:
        return Estimate(mean, -math.inf, math.inf)
    error = student(number - 1) * math.sqrt(variance_of(total, squares, number) / number)
    return Estimate(mean, mean - error, mean + error)


def share_of(total: float, squares: float, number: float, top: float = 1.0) -> Estimate:
    """The mean of values from 0 to `top`. Wilson's interval, which holds near both ends too; where values lie between
    them, as where a first place is shared, it is narrower, in proportion to how much less they vary than heads and tails."""
    if number == 0:
        return UNKNOWN
    mean = min(max(total / number / top, 0.0), 1.0)
    most = mean * (1 - mean)
    spread = max(squares / number / top**2 - mean * mean, 0.0) / most if most > 1e-12 else 1.0
    weight = Z * Z * spread / number
    middle = (mean + weight / 2) / (1 + weight)
    error = math.sqrt(weight * most + weight * weight / 4) / (1 + weight)
    low, high = min(max(middle - error, 0.0), mean), max(min(middle + error, 1.0), mean)
    return Estimate(total / number, low * top, high * top)


def variance_of(total: float, squares: float, number: int) -> float:
    """The variance of the values, as a sample tells it."""
    return max(number * squares - total * total, 0) / (number * (number - 1)) if number > 1 else math.nan


def student(freedom: int) -> float:
    """The 97.5% point of Student's distribution, with an error below 1 in 10,000.

    SciPy has it exactly, but would be a third more to install for everybody who only plays, and `cutcard simulate` is to
    give the same numbers on every machine: so it is not used where it happens to be there either. The tests compare."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    terms = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + sum(term / freedom ** (i + 1) for i, term in enumerate(terms))
