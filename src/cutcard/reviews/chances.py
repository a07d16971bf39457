"""Everybody's chances over a game, and what moved them: luck and choice, which add up to the result.

The chances at a table are those of somebody who sees all hands but not the deck, where all go on by `steady`. A move
changes them in two ways. *Choice* is what the move cost against the best one, judged from what its player could see; what
it costs one seat comes to the others. *Luck* is all the rest: the cards that came, and how those lay that nobody could see.
So for every seat

    start + luck + its own choices + the choices of others = result

holds by construction, whatever the errors of the estimates are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cutcard.core.compiling import JIT
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import Words
from cutcard.core.table.table import Table
from cutcard.reviews.values import OUTLOOKS, outlook

Array = np.ndarray[Any, Any]

STARTS = 2048 if JIT else 2
"""Games by `steady` for what the seats can expect before the deal."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What everybody can expect at one moment, in utility."""

    utilities: tuple[float, ...]
    errors: tuple[float, ...]
    """The standard errors; 0 at the end of the game."""


@dataclass(frozen=True, slots=True)
class Split:
    """What a game brought a seat, and where it came from, in utility."""

    start: float
    luck: float
    choice: float
    """What its own moves cost it; never more than 0."""
    others: float
    """What the moves of others brought it."""
    result: float
    """At the end; of a game that is not over, what can be expected."""


@lru_cache(64)
def before_the_deal(game: Game) -> Chances:
    """What the seats can expect before any card is dealt."""
    return _summed_up(game.simulate(STARTS, seed=0, players="steady").utilities)


def at_the_end(table: Table) -> Chances:
    """What the game brought everybody."""
    assert table.result is not None, "the game is not over"
    return Chances(table.result.utilities, (0.0,) * table.game.seats)


def chances_at(game: Game, words: Words, depth: float, seed: int) -> Chances:
    """What everybody can expect at a table in play, hidden cards and all."""
    return _summed_up(outlook(game, words, max(2, int(OUTLOOKS * depth)), seed))


def _summed_up(gains: Array) -> Chances:
    errors = gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
    return Chances(tuple(gains.mean(axis=0).tolist()), tuple(errors.tolist()))
