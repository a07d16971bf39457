"""Moves step by step, from a view: what can be chosen, what is seen after it, and how a move that was begun is completed."""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.desk import scratch_dealers
from cutcard.core.game import Game
from cutcard.core.layout import rows
from cutcard.core.moves import advised

Array = np.ndarray[Any, Any]


def choices(game: Game, state: Array, seat: int) -> list[int]:
    """The actions to choose from; of equal cards one stands for all."""
    return list(members(int(game.kernel.chosen_from(_some_table(game, state), 0, seat))))


def after(game: Game, state: Array, seat: int, action: int) -> Array | None:
    """What the seat sees after one action of a move, if there is more of it to come."""
    if game.rulebook.rules.longest == 1:
        return None
    tables = _some_table(game, state)
    game.kernel.step(tables, 0, seat, action, scratch_dealers())
    if not tables["midway"][0]:
        return None
    views = np.zeros(1, dtype=game.layout.view)
    game.kernel.look(rows(tables), 0, rows(views), 0, seat)
    return views


def completed(game: Game, state: Array, seat: int, action: int) -> list[int]:
    """A whole move that begins with this action, the rest of it as `steady` would have it."""
    actions = [action]
    seen = after(game, state, seat, action)
    while seen is not None:
        actions.append(advised(game, seen)[0])
        seen = after(game, seen, seat, actions[-1])
    return actions


def _some_table(game: Game, state: Array) -> Array:
    """A table that looks like a view."""
    tables = np.zeros(1, dtype=game.layout.table)
    game.kernel.redealt(state, rows(state), 0, rows(tables), 0, scratch_dealers())
    return tables
