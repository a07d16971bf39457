"""Results of games, a row for each: put together, cut, and as a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.simulation import Simulation
from cutcard.lab.extras import polars

if TYPE_CHECKING:
    import polars as pl

Array = np.ndarray[Any, Any]


def joined_results(parts: Sequence[Simulation]) -> Simulation:
    return Simulation(*(np.concatenate([getattr(part, name) for part in parts]) for name in Simulation.__slots__))


def sliced_results(found: Simulation, first: int, end: int) -> Simulation:
    """Games `first` to `end - 1` of these."""
    return Simulation(*(getattr(found, name)[first:end] for name in Simulation.__slots__))


def places(standings: Array) -> Array:
    """The place of each seat, from 1 on; seats that tie share one."""
    found: Array = 1 + (standings[:, None, :] > standings[:, :, None]).sum(axis=2)
    return found


def games_frame(numbers: Mapping[str, Array], found: Simulation, held: Array, names: Sequence[str]) -> pl.DataFrame:
    """A row for each game and seat. `numbers` say which game it is, `held` who sits where in each."""
    pl = polars()
    games, seats = found.scores.shape
    return pl.DataFrame(
        {
            **{name: np.repeat(values, seats) for name, values in numbers.items()},
            "seat": pl.Series(np.tile(np.arange(seats, dtype=np.int8), games)),
            "player": pl.Series(np.array(names, dtype=object)[held.ravel()], dtype=pl.Categorical),
            "score": found.scores.ravel(),
            "utility": found.utilities.ravel(),
            "place": places(found.standings).astype(np.int8).ravel(),
            "decisions": np.repeat(found.decisions, seats),
        }
    )
