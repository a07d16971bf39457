"""What chooses moves. A player gets a view, never a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, overload

import numpy as np

from cutcard.core.errors import NotFound
from cutcard.core.moves import advised, named
from cutcard.core.view import View


class Player(Protocol):
    """Anything that chooses one of the legal moves, given what its seat may see."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str: ...


class LegalMoves(Sequence[str]):
    """The legal moves of a view, named only if a player asks for them: there can be tens of thousands."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __len__(self) -> int:
        return self.view.count_legal()

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self.view.legal[at]


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        return legal[int(rng.integers(len(legal)))]


class SteadyPlayer:
    """The game's own rule of thumb (`Rules.steady`)."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        return named(view.game, view.reading, view.seat, advised(view.game, view.state))


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
