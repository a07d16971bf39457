"""The environments that `gymnasium.make` and `gymnasium.make_vec` know once `cutcard.envs` is imported.

`cutcard/Pairs-v0`, `cutcard/ContinuousPairs-v0`, `cutcard/PiecesOfEight-v0` …: the titles of the games and their variants. A
version changes when what is observed, what an action means or what is rewarded does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cutcard.games import games

NAMESPACE, VERSION = "cutcard", 0


def names() -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of each environment, and what it is made with."""
    for book in games():
        yield _name(book.title), {"game": book.name}
        for variant in book.variants:
            yield _name(variant.title), {"game": book.name, **variant.options}


def _name(title: str) -> str:
    """`Pieces of Eight` as `PiecesOfEight`."""
    return "".join(word[:1].upper() + word[1:] for word in re.sub(r"[^\w ]", "", title).split())


def register() -> None:
    """Make them known to Gymnasium."""
    import gymnasium

    for name, arguments in names():
        gymnasium.register(
            id=f"{NAMESPACE}/{name}-v{VERSION}",
            entry_point="cutcard.envs.single:SingleEnv",
            vector_entry_point="cutcard.envs.vector:VectorEnv",
            kwargs=arguments,
        )
