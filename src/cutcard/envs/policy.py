"""A trained policy at the table: what chooses an action from an observation and a mask is a player like any other.

    class MyPolicy(Policy):
        plays = ("pickup",)

        def act(self, observation, action_mask, rng):
            return int(np.argmax(np.where(action_mask, self.values(observation), -np.inf)))

In a file `mymodule.py` that is `mymodule:MyPolicy` wherever a player is named: `cutcard play pickup --bots
mymodule:MyPolicy`. It needs no extra: what a policy needs beside NumPy is its own business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutcard.core.errors import NotAllowed
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import View, acting, redeal
from cutcard.envs.observing import observer_for

Array = np.ndarray[Any, Any]


class Policy:
    """A player that is asked for actions, as the environments ask: with what its seat may see, and what it may do."""

    def act(self, observation: Array, action_mask: Array, rng: np.random.Generator) -> int:
        """An action where the mask has a 1. Both arrays are as in the environments; `rng` is for what is left to chance."""
        raise NotImplementedError

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        """The move that these actions make."""
        decision = Decision(view, rng)
        while not decision.turn.is_whole:
            decision.play(int(self._action(decision, rng)), type(self).__name__)
        return decision.turn.name

    def _action(self, decision: Decision, rng: np.random.Generator) -> int:
        return self.act(decision.observation(), decision.mask(), rng)


class Decision:
    """What a seat has to decide: a move, action by action. They are carried out on a table that looks the same to it."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self.view = view
        self.seat = acting(view)
        self.turn = Turn.on(redeal(view, rng), self.seat)
        self._observer = observer_for(view.game)

    def observation(self) -> Array:
        return self._observer.observe(self.turn.words, self.seat)

    def mask(self) -> Array:
        return self._observer.mask(self.turn.words, self.seat)

    def play(self, action: int, who: str) -> None:
        """Carry out an action; one that is not legal raises, and says who chose it."""
        mask = self.mask()
        if not (0 <= action < len(mask) and mask[action]):
            allowed = ", ".join(map(str, np.flatnonzero(mask)))
            raise NotAllowed(f"{who} chose action {action}: the legal actions are {allowed}")
        self.turn = self.turn.after(action)
