"""The environments by name, as Gymnasium and PettingZoo know them once `cutcard.envs` is imported.

`cutcard/Pairs-v0`, `cutcard/PiecesOfEight-v0` … for `gymnasium.make` and `gymnasium.make_vec`, `cutcard/pairs_v0` … for
`pettingzoo.make`: the games and their variants. A version changes when what is observed, what an action means or what is
rewarded does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from cutcard.games import games

NAMESPACE, VERSION = "cutcard", 0


class EnvNames(NamedTuple):
    """What the environments of a game are called, or of a variant that has a name of its own."""

    learner: str
    """Its name where one learns: `PiecesOfEight-v0`."""
    agents: str
    """Its name where all are agents: `pieces_of_eight_v0`."""
    game: str
    options: Mapping[str, Any]
    called: str
    """The name to make it by: `pieces-of-eight`."""


def env_names() -> Iterator[EnvNames]:
    """The names for all games and variants."""
    for book in games():
        yield _names_of(book.title, book.name, book.name, {})
        for variant in book.variants:
            yield _names_of(variant.title, variant.name, book.name, variant.options)


def _names_of(title: str, name: str, game: str, options: Mapping[str, Any]) -> EnvNames:
    words = re.sub(r"[^\w ]", "", title).split()
    learner = "".join(word[:1].upper() + word[1:] for word in words)
    return EnvNames(f"{learner}-v{VERSION}", f"{name.replace('-', '_')}_v{VERSION}", game, options, name)


def register() -> None:
    """Make them known to Gymnasium."""
    import gymnasium

    for env in env_names():
        gymnasium.register(
            id=f"{NAMESPACE}/{env.learner}",
            entry_point="cutcard.envs.single:SingleEnv",
            vector_entry_point="cutcard.envs.vector:VectorEnv",
            kwargs={"game": env.called},
        )


def register_agents() -> None:
    """Make them known to PettingZoo, which has had names for environments since 1.27."""
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return
    for env in env_names():
        for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
            pettingzoo.register(kind, f"{NAMESPACE}/{env.agents}", entry_point=partial(_made, env.agents, maker))


def _made(name: str, maker: str, **arguments: Any) -> Any:
    from cutcard.envs.pettingzoo.versions import ENVIRONMENTS

    return getattr(ENVIRONMENTS[name], maker)(**arguments)
