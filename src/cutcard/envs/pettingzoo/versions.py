"""The PettingZoo environments by name and version: `pairs_v0`, `cutcard/pairs_v0`.

    from cutcard.envs import pairs_v0
    env = pairs_v0.env(seats=4, eights=True)

    env = pettingzoo.make("aec", "cutcard/pairs_v0", seats=4, eights=True)

PettingZoo knows the second form once `cutcard.envs` is imported. A version changes when what an agent observes, what its
actions mean or what it is rewarded for does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.envs import names
from cutcard.envs.pettingzoo import aec, parallel


@dataclass(frozen=True, eq=False)
class Versioned:
    """One environment, as the modules of PettingZoo are: `env` and `raw_env` turn by turn, `parallel_env` all at once."""

    name: str
    """`pairs_v0`."""
    game: str
    """A game or a variant, by its name."""

    def env(self, **arguments: Any) -> aec.InOrder:
        return aec.env(self.game, name=self.name, **arguments)

    def raw_env(self, **arguments: Any) -> aec.TurnByTurn:
        return aec.raw_env(self.game, name=self.name, **arguments)

    def parallel_env(self, **arguments: Any) -> parallel.AllAtOnce:
        return parallel.parallel_env(self.game, name=self.name, **arguments)


ENVIRONMENTS = {env.agents: Versioned(env.agents, env.called) for env in names.env_names()}
"""Every environment by its name: those of the games, and of their variants."""
