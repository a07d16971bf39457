"""The tables of a Gymnasium environment between two decisions of the caller, and the arrays that every step fills.

Where all opponents are compiled, one compiled call steps all tables (`compiled_tables`). Where one is not, each table is
played move by move, as people's tables are (`played_tables`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.core.table.view import View
from cutcard.envs.observing import Observer
from cutcard.envs.vector_loop import PROGRESS

Array = np.ndarray[Any, Any]

Seatings = Sequence[Sequence[Any]]
"""Who sits where: a row, or several of which each game has one by chance. The name of a player, a player, or None for a seat
that the caller acts for."""

ALIGNED = 64
"""Arrays begin at a multiple of so many bytes: JAX takes only such ones as they are."""

SHARED = (
    "observation", "last", "mask", "last_mask", "rewards", "over", "truncated", "utilities", "actions", "legal", "seat"
)  # fmt: skip
"""The arrays that a caller may get."""


def aligned(shape: tuple[int, ...], dtype: Any) -> Array:
    """Zeros, side by side in memory, that begin where others can share them."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    room = np.zeros(size + ALIGNED, np.uint8)
    first = -room.ctypes.data % ALIGNED
    found: Array = room[first : first + size].view(kind).reshape(shape)
    return found


class Tables:
    """To be subclassed with `go_on` and `view`."""

    def __init__(self, game: Game, observer: Observer, number: int, deals_at_once: bool) -> None:
        self.game, self.observer, self.number = game, observer, number
        self.deals_at_once = deals_at_once
        """Whether a game that ends is followed by the next one in the same step."""
        self.progress = np.zeros(number, PROGRESS)
        self.observation = aligned((number, observer.size), np.float32)
        self.observation[:] = observer.blank
        """What the seat sees that is to act; where the game is over, what the last one that acted sees."""
        self.last = aligned(self.observation.shape, np.float32)
        self.last[:] = observer.blank
        """The last observations of games that were followed at once by the next."""
        self.mask = aligned((number, observer.actions), np.int8)
        self.last_mask = aligned(self.mask.shape, np.int8)
        """Where a game is over there is nothing to choose: always zeros."""
        self.legal = aligned((number,), np.uint64)
        """The mask once more, as a set."""
        self.seat = aligned((number,), np.int64)
        """Who is to act, and sees the observation."""
        self.rewards = aligned((number,), np.float64)
        self.over = aligned((number,), np.bool_)
        self.truncated = aligned((number,), np.bool_)
        """No game is: always false."""
        self.utilities = aligned((number, game.seats), np.float64)
        self.actions = aligned((number,), np.int64)
        """What `go_on` is to do at each table: a legal action, or `DEAL` or `KEEP`."""

    def go_on(self) -> None:
        """Every table to the caller's next decision, by the actions that are noted."""
        raise NotImplementedError

    def view(self, at: int, seat: int) -> View:
        """What a seat sees of a table, without its log."""
        raise NotImplementedError

    def close(self) -> None:
        """End what works beside the caller."""

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name in SHARED:
            array = aligned(state[name].shape, state[name].dtype)
            array[:] = state[name]
            setattr(self, name, array)
