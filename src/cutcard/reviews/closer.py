"""A closer look at two moves alone, thought through anew: the one that seems best, and the one that was played.

Of many moves the best is the best by chance too, and most of that chance is in the tree: what it takes another seat to do
later moves everything that comes after. So the two are set beside each other in several looks, each with a tree and worlds
of its own that know nothing of what was found before. How much the looks differ says how far they can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.core.compiling import JIT
from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.table.view import View
from cutcard.reviews.values import Move, Rest, Values, appraised

Array = np.ndarray[Any, Any]

SIZES = (0.75, 0.75, 1.5, 3.0) if JIT else (1.0, 1.0)
"""How thorough each look is, times the depth. There are two at least, and no more than it takes."""
SETTLED = 1.5
"""By so many standard errors the cost has to be off the limit that matters; otherwise there is another look …"""
GOOD_ENOUGH = 1 / 8
"""… unless the error is no more than this part of the limit."""
PRIOR = 2
"""For how many looks it counts that they differ by as much as each of them may be wrong, for all that it knows itself."""


@dataclass(frozen=True, slots=True)
class Apart:
    """How much more one move brings than another."""

    utilities: tuple[float, ...]
    """To every seat."""
    error: float
    """The standard error of it for the seat that moves."""
    worlds: int


def compared(view: View, moves: tuple[Move, Move], limit: float, depth: float, seed: int, left: Rest) -> Apart:
    """How much more the first move brings than the second one, looked at until it is clear on which side of `limit` that
    is, or there was enough of it."""
    assert view.seat is not None
    looks: list[Values] = []
    while True:
        number = mixed_number(seeded(seed) ^ mixed_number(len(looks) + 1))
        looks.append(appraised(view, moves, 1, depth * SIZES[len(looks)], number, left))
        if len(looks) > 1:
            found = together(looks, SIZES[: len(looks)])
            off = abs(found.utilities[view.seat] - limit)
            if len(looks) == len(SIZES) or off > SETTLED * found.error or found.error < GOOD_ENOUGH * limit:
                return found


def together(looks: Sequence[Values], sizes: Sequence[float]) -> Apart:
    """What several looks say. The variance of each shrinks with its size."""
    size, seat = np.array(sizes), looks[0].seat
    apart = np.array([one.means[0] - one.means[1] for one in looks])
    mean = size @ apart / size.sum()
    differ = float((size * (apart[:, seat] - mean[seat]) ** 2).sum())
    guess = np.mean(size * [one.difference_error(0, 1) ** 2 + one.doubt(0, 1) ** 2 for one in looks])
    variance = (differ + PRIOR * float(guess)) / (len(looks) - 1 + PRIOR)
    worlds = sum(len(one.gains) for one in looks)
    return Apart(tuple(mean.tolist()), math.sqrt(variance / size.sum()), worlds)
