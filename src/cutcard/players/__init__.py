"""What chooses moves. A player gets a view, never a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from cutcard.core.errors import NotFound
from cutcard.core.view import View


class Player(Protocol):
    """Anything that chooses one of the legal moves, given what its seat may see."""

    def choose(self, view: View, legal: tuple[str, ...], rng: np.random.Generator) -> str: ...


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def choose(self, view: View, legal: tuple[str, ...], rng: np.random.Generator) -> str:
        return legal[int(rng.integers(len(legal)))]


class SteadyPlayer:
    """The game's own rule of thumb (`Rules.steady`)."""

    def choose(self, view: View, legal: tuple[str, ...], rng: np.random.Generator) -> str:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        action = int(view.game.kernel.advised(view.state, 0))
        return view.game.rulebook.name_action(view.reading, view.seat, action)


PLAYERS: dict[str, tuple[Callable[[], Player], str]] = {
    "random": (RandomPlayer, "plays any legal move"),
    "steady": (SteadyPlayer, "plays by a sensible rule of thumb"),
}


def player(name: str) -> Player:
    """A player by name."""
    try:
        make, _ = PLAYERS[name]
    except KeyError:
        raise NotFound(f"there is no player {name!r}; the players are: {', '.join(PLAYERS)}") from None
    return make()
