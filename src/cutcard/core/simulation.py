"""Many whole games at once, by compiled players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core import registry
from cutcard.core.dealer import seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.loops.defaults import nobody, unwatched
from cutcard.core.loops.simulate import OTHERS, RANDOM, STEADY, one_of
from cutcard.core.loops.simulate import simulate as simulate_loop

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.declaration.rules import Rules

Array = np.ndarray[Any, Any]

PLAYERS = {"random": RANDOM, "steady": STEADY}

NOT_NOTED = np.zeros((0, 0), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """What came out, a row per game."""

    scores: np.ndarray[Any, np.dtype[np.int64]]
    utilities: np.ndarray[Any, np.dtype[np.float64]]
    standings: np.ndarray[Any, np.dtype[np.int64]]
    """More is better, equals share a place; what the numbers are is the game's own business."""
    decisions: np.ndarray[Any, np.dtype[np.int64]]


def simulate(game: Game, games: int, seed: int, first: int, players: str | tuple[str, ...] | list[str]) -> Simulation:
    """Games `first` to `first + games - 1` of a seed: any split into chunks gives the same games."""
    names = [players] * game.seats if isinstance(players, str) else list(players)
    if len(names) != game.seats:
        raise ParseError(f"{len(names)} players for {game.seats} seats")
    return simulated(game, games, seed, first, [names], loop_for(game, [names]), NOT_NOTED)


def is_compiled(name: str, game: Game) -> bool:
    """Whether a player can play this game in a simulation; a player that there is not raises."""
    return name in PLAYERS or hasattr(registry.load_player(name, game.name), "compiled")


def loop_for(game: Game, seatings: Sequence[Sequence[str]], watch: Callable[..., None] = unwatched) -> Any:
    """The compiled loop for these players."""
    return _loop(game.rulebook.rules, functions_of(game, seatings), watch)


def functions_of(game: Game, seatings: Sequence[Sequence[str]]) -> tuple[Callable[..., Any], ...]:
    """The functions of the players beside `random` and `steady`. That is everybody with a function `compiled(view)`, which
    gives an action and is written at the top of a module: of others the cache cannot tell two apart."""
    functions = []
    for name in _further(seatings):
        if not is_compiled(name, game):
            raise NotFound(f"{name!r} is not a compiled player, so it cannot play in a simulation")
        function = registry.load_player(name).compiled
        if "<locals>" in function.__qualname__:
            raise ParseError(f"the function of {name!r} is written inside another one: it has to be at the top of a module")
        functions.append(function)
    return tuple(functions)


def codes_of(seatings: Sequence[Sequence[str]]) -> dict[str, int]:
    """The number of each player, as compiled loops know it."""
    return {**PLAYERS, **{name: OTHERS + i for i, name in enumerate(_further(seatings))}}


def bound_to(rules: Rules, functions: tuple[Callable[..., Any], ...]) -> dict[str, Callable[..., Any]]:
    """What a template is bound to so that `other(view, number)` asks these players. Every function is named in each
    binding: what is compiled into it decides which machine code is in the cache."""
    named = {f"player_{i}": function for i, function in enumerate(functions)}
    chain: Callable[..., Any] = nobody
    for function in reversed(functions):
        chain = rules.bound(one_of, chooser=function, rest=chain, **named)
    return {"other": chain, **named}


@cache
def _loop(rules: Rules, functions: tuple[Callable[..., Any], ...], watch: Callable[..., None]) -> Any:
    if not functions and watch is unwatched:
        return rules.kernel.simulate
    return rules.bound(simulate_loop, **bound_to(rules, functions), watch=watch)


def _further(seatings: Sequence[Sequence[str]]) -> list[str]:
    """The players beside `random` and `steady`, as they are counted from `OTHERS` on."""
    return sorted({name for names in seatings for name in names} - set(PLAYERS))


def simulated(
    game: Game, games: int, seed: int, first: int, seatings: Sequence[Sequence[str]], loop: Callable[..., None], notes: Array
) -> Simulation:
    """Games by compiled players that change seats: game g has seating g, counted round. `loop` is as
    `loop_for` gives it, with a `watch` of its own if `notes` are to be taken."""
    codes = codes_of(seatings)
    tables, views = game.blank(2), np.zeros(1, dtype=game.layout.view)
    each = (games, game.seats)
    result = Simulation(np.zeros(each, np.int64), np.zeros(each), np.zeros(each, np.int64), np.zeros(games, np.int64))
    loop(
        tables, rows(tables), views, rows(views), quiet_dealers(0), np.uint64(seeded(seed)), first,
        np.array([[codes[name] for name in names] for names in seatings]),
        result.scores, result.utilities, result.standings, result.decisions, notes,
    )  # fmt: skip
    return result
