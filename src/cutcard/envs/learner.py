"""Who sits where at a learner's table, and what a learner is shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.core.errors import NotAllowed, ParseError
from cutcard.envs.library import gymnasium
from cutcard.envs.observing import Observer

Array = np.ndarray[Any, Any]

RANDOM_SEAT = "random"
"""For a learner that has another seat in each game."""


class IllegalAction(NotAllowed, ValueError):
    """An action that is not legal now. Nothing has changed."""


class Actions(gymnasium.spaces.Discrete[np.int64]):
    """The actions of one seat. Drawn without a mask, one is drawn that is legal at the moment, so that code which knows no
    masks plays legal games too; 0 where the seat is not asked."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.mask = np.zeros(actions, np.int8)

    def sample(self, mask: Array | None = None, probability: Array | None = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.mask
        return super().sample(mask, probability)


def spaces(observer: Observer) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete[np.int64]]:
    """What a seat is shown, and what it can do."""
    observation = gymnasium.spaces.Box(observer.low, observer.high, dtype=np.float32)
    mask = gymnasium.spaces.Box(0, 1, (observer.actions,), np.int8)
    shown = gymnasium.spaces.Dict({"observation": observation, "action_mask": mask})
    return shown, gymnasium.spaces.Discrete(observer.actions)


def whole_number(action: Any) -> int:
    """An action as a plain number; one that is none raises."""
    if isinstance(action, bool) or not isinstance(action, int | np.integer | np.ndarray) or np.ndim(action):
        raise ParseError(f"an action is a whole number, not {action!r}")
    return int(action)


def checked_seat(game: Game, seat: Any) -> int | str:
    """The learner's seat, or `RANDOM_SEAT`."""
    if seat == RANDOM_SEAT or (isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < game.seats):
        return seat
    raise ParseError(f"the learner's seat is from 0 to {game.seats - 1}, or {RANDOM_SEAT!r}, not {seat!r}")


def around(game: Game, opponents: Any) -> list[Any]:
    """The others at the table, from the learner's left on: one for all, or one for each."""
    if not isinstance(opponents, list | tuple):
        return [opponents] * (game.seats - 1)
    if len(opponents) != game.seats - 1:
        raise ParseError(f"{len(opponents)} opponents: at {game.seats} seats there are {game.seats - 1}")
    return list(opponents)
