"""The games where learning and game-theory code already works: Gymnasium, PettingZoo, OpenSpiel.

    import gymnasium, cutcard.envs
    env = gymnasium.make("cutcard/Pairs-v0", opponents="steady")

    from cutcard.envs import pairs_v0
    env = pairs_v0.env(seats=4)

Gymnasium and PettingZoo come with the extra `rl`, OpenSpiel with `openspiel`. None of them needs another to be
installed, but that PettingZoo needs Gymnasium.
"""

from contextlib import suppress
from typing import Any

from cutcard.envs import names

for make_known in (names.register, names.register_agents):
    with suppress(ImportError):  # who asks for what is not installed is told so then
        make_known()


def __getattr__(name: str) -> Any:
    """The PettingZoo environments, `pairs_v0` and the like: their module is imported when one is asked for."""
    if name.endswith("_v0"):
        from cutcard.envs.pettingzoo.versions import ENVIRONMENTS

        if name in ENVIRONMENTS:
            return ENVIRONMENTS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
