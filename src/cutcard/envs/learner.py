"""Who sits where at a learner's table, and what a learner is shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.declaration.game import Game
from cutcard.core.errors import NotAllowed, ParseError
from cutcard.core.simulation import is_compiled
from cutcard.envs.compiled_tables import CompiledTables
from cutcard.envs.library import gymnasium
from cutcard.envs.observing import Observer
from cutcard.envs.played_tables import PlayedTables
from cutcard.envs.tables import Seatings, Tables
from cutcard.players import Player, player

Array = np.ndarray[Any, Any]

RANDOM_SEAT = "random"
"""For a learner that has another seat in each game."""


RAISE, REPLACE = "raise", "random"
"""What becomes of an action that is not legal."""


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
    if type(action) is int:
        return action
    is_whole = isinstance(action, np.integer) or (isinstance(action, np.ndarray) and action.dtype.kind in "iu")
    if not is_whole or np.ndim(action):
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


def checked_illegal(illegal: Any) -> str:
    """What is to become of actions that are not legal."""
    if illegal not in (RAISE, REPLACE):
        raise ParseError(f"illegal actions raise, or are replaced at random: illegal is raise or random, not {illegal!r}")
    return str(illegal)


def seatings(game: Game, others: list[Any], seat: int | str) -> list[list[Any]]:
    """Who sits where, None for the caller: one row, or for a learner that changes seats one for each of them."""
    learners = range(game.seats) if seat == RANDOM_SEAT else [int(seat)]
    return [[[None, *others][(at - learner) % game.seats] for at in range(game.seats)] for learner in learners]


def not_compiled(game: Game, others: list[Any]) -> list[Any]:
    """Those of the opponents that compiled code cannot play; what is no player at all raises."""
    return [one for one in others if one is not None and not (isinstance(one, str) and is_compiled(one, game))]


def tables_for(
    game: Game, observer: Observer, number: int, rows: Seatings, deals_at_once: bool = False, threads: int = 1
) -> Tables:
    """Tables for these seatings: in compiled code, if all who sit there are compiled."""
    if not not_compiled(game, [one for row in rows for one in row]):
        return CompiledTables(game, observer, number, rows, deals_at_once, threads)
    players: dict[int, Player | None] = {id(one): _seated(game, one) for row in rows for one in row}
    return PlayedTables(game, observer, number, [[players[id(one)] for one in row] for row in rows], deals_at_once)


def _seated(game: Game, one: Any) -> Player | None:
    chooser = player(one, game.name) if isinstance(one, str) else one
    if chooser is not None and not callable(getattr(chooser, "choose", None)):
        raise ParseError(f"{one!r} is not a player: it has no choose(view, legal, rng)")
    return chooser
