"""The PettingZoo environments by name and version: `pairs_v0`, `cutcard/pairs_v0`.

    from cutcard.envs import pairs_v0
    env = pairs_v0.env(seats=4, eights=True)

    env = pettingzoo.make("aec", "cutcard/pairs_v0", seats=4, eights=True)

Importing this module makes them known to PettingZoo's own registry. A version changes when what an agent observes, what its
actions mean or what it is rewarded for does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.core.errors import NotFound
from cutcard.envs import aec, parallel
from cutcard.envs.extras_zoo import pettingzoo
from cutcard.games import games

NAMESPACE = "cutcard"


@dataclass(frozen=True, eq=False)
class Versioned:
    """One environment, as the modules of PettingZoo are: `env` and `raw_env` turn by turn, `parallel_env` all at once."""

    name: str
    """`pairs_v0`."""
    game: str
    preset: Mapping[str, Any]
    """The options that make a variant of a game."""

    def env(self, **arguments: Any) -> aec.InOrder:
        return aec.env(self.game, **{**self.preset, **arguments})

    def raw_env(self, **arguments: Any) -> aec.TurnByTurn:
        return aec.raw_env(self.game, **{**self.preset, **arguments})

    def parallel_env(self, **arguments: Any) -> parallel.AllAtOnce:
        return parallel.parallel_env(self.game, **{**self.preset, **arguments})


def _all() -> dict[str, Versioned]:
    found: list[tuple[str, str, dict[str, Any]]] = [(book.name, book.name, {}) for book in games()]
    found += [(variant.name, book.name, dict(variant.options)) for book in games() for variant in book.variants]
    named = [Versioned(f"{name.replace('-', '_')}_v0", game, preset) for name, game, preset in found]
    return {versioned.name: versioned for versioned in named}


ENVIRONMENTS = _all()
"""Every environment by its name: those of the games, and of their variants."""

for _versioned in ENVIRONMENTS.values():
    pettingzoo.register("aec", f"{NAMESPACE}/{_versioned.name}", entry_point=_versioned.env)
    pettingzoo.register("parallel", f"{NAMESPACE}/{_versioned.name}", entry_point=_versioned.parallel_env)


def versioned(name: str) -> Versioned:
    """An environment by its name."""
    if name not in ENVIRONMENTS:
        raise NotFound(f"there is no environment {name!r}; there are: {', '.join(ENVIRONMENTS)}")
    return ENVIRONMENTS[name]
