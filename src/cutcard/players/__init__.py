"""What chooses moves. A player gets a view, never a table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Protocol, overload

import numpy as np

from cutcard.core import registry
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.table.moves import advised, named
from cutcard.core.table.view import View, acting


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
        acting(view)
        return legal[int(rng.integers(len(legal)))]


class SteadyPlayer:
    """The game's own rule of thumb (`Rules.steady`)."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        seat = acting(view)
        return named(view.game, view.reading, seat, advised(view.game, view.state))


PLAYERS: dict[str, tuple[Callable[[], Player] | str, str]] = {
    "easy": ("cutcard.players.levels:Easy", "plays sensibly half of the time: good to begin with"),
    "medium": ("cutcard.players.levels:Medium", "plays sensibly, with a slip now and then"),
    "hard": ("cutcard.players.levels:Hard", "plays sensibly, without slips"),
    "expert": ("cutcard.players.levels:Expert", "thinks ahead before every move"),
    "random": (RandomPlayer, "plays any legal move"),
    "steady": (SteadyPlayer, "plays by a sensible rule of thumb"),
    "exact": (
        "cutcard.players.exact.solver:ExactPlayer",
        "plays perfectly near the end of Pairs, Port and Starboard, else as steady",
    ),
    "search": (
        "cutcard.players.search.search:SearchPlayer",
        "thinks ahead, up to a tenth of a second for each move; search@500ms for longer, search@2000 in simulations",
    ),
}
"""The players of all games: how each is made, or `module:attribute` where that is imported only if it is needed; and what it
does."""

registry.PLAYERS.announce({name: make for name, (make, _) in PLAYERS.items()}, first=True)


def names() -> tuple[str, ...]:
    """Every player there is, those of other packages too."""
    return registry.PLAYERS.names()


def summary(name: str) -> str:
    """A player in one line; of a game's own or another package's, the first of its docstring."""
    if name in PLAYERS:
        return PLAYERS[name][1]
    try:
        about = inspect.getdoc(registry.load_player(name)) or "says nothing of itself"
    except NotFound as error:
        return str(error)
    return about.splitlines()[0]


def player(name: str, game: str | None = None) -> Player:
    """A player by name, or by `module:attribute`; for a game, one that plays it. A class is called with nothing."""
    thing = registry.load_player(name, game)
    if isinstance(thing, type) or (callable(thing) and not hasattr(thing, "choose")):
        try:
            thing = thing()
        except Exception as error:
            raise ParseError(f"the player {name} cannot be made: {error}") from error
    if not callable(getattr(thing, "choose", None)):
        raise ParseError(f"{name} is not a player: it has no choose(view, legal, rng)")
    made: Player = thing
    return made
