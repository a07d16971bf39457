"""A table as learning code sees it: numbers for a network, and a mask of what is allowed.

An observation is the tensor of a seat's view, entry for entry (`View.tensor`; `Observer.names` says what each one is).
Compiled code writes it straight from the table: see `core.observation`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, bit
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.observation import observation_of

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import legal

Array = np.ndarray[Any, Any]


def masked(tables: Array, at: int, seat: int, found: Array) -> None:
    """Write 1 for each action that is legal for the seat, else 0; all 0 where it is not to act."""
    t = tables[at]
    actions = legal(t, seat) if t.to_act & bit(seat) != EMPTY else EMPTY
    for action in range(len(found)):
        found[action] = np.int8((actions >> np.uint64(action)) & ONE)


class Observer:
    """What is seen of a game's tables, at any seat: as an observation and as a mask of actions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._observation = observation_of(game)
        self.names = self._observation.names
        """What each entry of an observation is. Seat 0 is the viewer, seat 1 sits to its left, and so on."""
        self.size = len(self.names)
        self.actions = game.rulebook.rules.actions
        """How many actions there are: the length of a mask."""
        self.plan, self.ends = self._observation.plan
        """Where each word of a table goes: see `core.observation.observe`."""
        self.blank = self._observation.blank
        """An observation of which only that is written which never changes: options and the like."""
        self.low, self.high = self._observation.low, self._observation.high
        """Every observation lies between them."""
        self._masked = _masked_of(game.rulebook.rules)

    def observe(self, words: Array, seat: int) -> Array:
        """What a seat sees of the table that is this row of words."""
        return self._observation.written(self.plan, self.ends, words, seat)

    def mask(self, words: Array, seat: int) -> Array:
        """For each action whether this seat may choose it now, as 1 or 0; all 0 where it is not to act."""
        found = np.empty(self.actions, np.int8)
        self._masked(self.game.layout.as_table(words), 0, seat, found)
        return found


@cache
def _masked_of(rules: Rules) -> Any:
    return rules.bound(masked)


@lru_cache(maxsize=64)
def observer_for(game: Game) -> Observer:
    """One observer for all who look at this game."""
    return Observer(game)
