"""When an order is settled: a test that may be looked at after every deal, and still errs no more often than it says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

FIRST_LOOK = 16
"""In deals. Later looks are an eighth further each time: at the same deals, however the work is shared."""

GUESS = 0.1
"""How large differences are thought to be before the first deal: their square, in units of the variance of a deal. A wrong
guess only makes the test slower."""


def looks(deals: int) -> Iterator[int]:
    """After which deals the order is looked at."""
    look = FIRST_LOOK
    while look < deals:
        yield look
        look += look // 8
    yield deals


def doubt(differences: Array) -> float:
    """The chance that two equal players ever seem so far apart, now or at an earlier look; from the difference of their
    utilities in each deal.

    It is the sequential t-test: the likelihood of the differences if their mean is unknown, over that if it is 0,
    whatever their variance. Of equal players this ratio is a fair game that begins at 1, so the chance that it is
    ever 20 or more is 1 in 20 at most (Ville's inequality), however often one looks. That is exact where differences are
    normal; here each is a mean over the seatings of a deal."""
    number = len(differences)
    total, squares = math.fsum(differences), math.fsum(differences**2)
    if squares == 0:
        return 1.0
    weight = number * GUESS / (1 + number * GUESS)
    evidence = -math.log1p(number * GUESS) / 2 - number / 2 * math.log1p(-weight * total**2 / (number * squares))
    return math.exp(-max(evidence, 0.0))
