"""Many whole games at once, by compiled players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core import kernel
from cutcard.core.dealer import seeded
from cutcard.core.desk import quiet_dealers
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.layout import rows

if TYPE_CHECKING:
    from cutcard.core.game import Game

PLAYERS = {"random": kernel.RANDOM, "steady": kernel.STEADY}


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """What came out, a row per game."""

    scores: np.ndarray[Any, np.dtype[np.int64]]
    utilities: np.ndarray[Any, np.dtype[np.float64]]
    decisions: np.ndarray[Any, np.dtype[np.int64]]


def simulate(game: Game, games: int, seed: int, first: int, players: str | tuple[str, ...] | list[str]) -> Simulation:
    """Games `first` to `first + games - 1` of a seed: any split into chunks gives the same games."""
    names = [players] * game.seats if isinstance(players, str) else list(players)
    if len(names) != game.seats:
        raise ParseError(f"{len(names)} players for {game.seats} seats")
    for name in names:
        if name not in PLAYERS:
            raise NotFound(f"{name!r} is not a compiled player; they are: {', '.join(PLAYERS)}")
    tables, views = game.blank(2), np.zeros(1, dtype=game.layout.view)
    result = Simulation(np.zeros((games, game.seats), np.int64), np.zeros((games, game.seats)), np.zeros(games, np.int64))
    game.kernel.simulate(
        tables, rows(tables), views, rows(views), quiet_dealers(0), np.uint64(seeded(seed)), first,
        np.array([PLAYERS[name] for name in names]), result.scores, result.utilities, result.decisions,
    )  # fmt: skip
    return result
