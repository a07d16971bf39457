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

from cutcard.core.desk import scratch_dealers
from cutcard.core.errors import NotAllowed
from cutcard.core.moves import named
from cutcard.core.view import View, redeal
from cutcard.envs.eyes import eyes_for
from cutcard.players import acting

Array = np.ndarray[Any, Any]


class Policy:
    """A player that is asked for actions, as the environments ask: with what its seat may see, and what it may do."""

    def act(self, observation: Array, action_mask: Array, rng: np.random.Generator) -> int:
        """An action where the mask has a 1. Both arrays are as in the environments; `rng` is for what is left to chance."""
        raise NotImplementedError

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        """The move that these actions make. One of several cards is carried out on a table that looks the same."""
        seat, game, eyes = acting(view), view.game, eyes_for(view.game)
        words = redeal(view, rng)._words.copy()
        table = game.layout.as_table(words)
        actions: list[int] = []
        while True:
            mask = eyes.mask(words, seat)
            action = int(self.act(eyes.observe(words, seat), mask, rng))
            if not (0 <= action < eyes.actions and mask[action]):
                allowed = ", ".join(map(str, np.flatnonzero(mask)))
                raise NotAllowed(f"{type(self).__name__} chose action {action}: the legal actions are {allowed}")
            actions.append(action)
            game.kernel.step(table, 0, seat, action, scratch_dealers())
            if not table["midway"][0]:
                return named(game, view.reading, seat, actions)
