"""Many whole games at once, by compiled players."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cutcard.core import registry
from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.phrases import numbered
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import NotFound, ParseError
from cutcard.core.loops.defaults import no, nobody, unwatched, yes
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

    @classmethod
    def room_for(cls, games: int, seats: int) -> Simulation:
        """Arrays that are to be filled."""
        each = (games, seats)
        return cls(np.zeros(each, np.int64), np.zeros(each), np.zeros(each, np.int64), np.zeros(games, np.int64))

    def upto(self, games: int) -> Simulation:
        """The first of these games."""
        return Simulation(self.scores[:games], self.utilities[:games], self.standings[:games], self.decisions[:games])


def simulate(game: Game, games: int, seed: int, first: int, players: str | tuple[str, ...] | list[str]) -> Simulation:
    """Games `first` to `first + games - 1` of a seed: any split into chunks gives the same games."""
    names = [players] * game.seats if isinstance(players, str) else list(players)
    if len(names) != game.seats:
        raise ParseError(f"{numbered(len(names), 'player')} for {numbered(game.seats, 'seat')}")
    return simulated(game, games, seed, first, [names])


def game_chance(seed: int, number: int) -> int:
    """What game `number` of a seed is dealt from, as the compiled loop has it."""
    return mixed_number(seeded(seed) ^ mixed_number(number))


class Habit(NamedTuple):
    """How a player plays in a simulation."""

    player: str
    """The compiled player that it goes by: itself, or the one that its class names in `goes_by`."""
    slips: float = 0.0
    """How often it makes any move instead: as its class says in `slips`."""


def habit_of(name: str) -> Habit:
    """What a class says of itself; one that is derived from it may choose otherwise."""
    thing = None if name in PLAYERS else registry.load_player(name)
    player = getattr(thing, "__dict__", {}).get("goes_by")
    return Habit(player, float(getattr(thing, "slips", 0.0))) if player else Habit(name)


def is_compiled(name: str, game: Game) -> bool:
    """Whether a player can play this game in a simulation; a player that there is not raises."""
    if name in PLAYERS:
        return True
    return hasattr(registry.load_player(name, game.name), "compiled") or habit_of(name).player != name


class CompiledPlayers(NamedTuple):
    """Players as compiled loops know them."""

    numbers: dict[str, int]
    slips: dict[str, int]
    """How often of 2**32 times each makes any move instead of its own."""
    functions: tuple[Callable[..., Any], ...]
    """Those beside `random` and `steady`, as they are counted from `OTHERS` on."""


def compiled_players(game: Game, seatings: Sequence[Sequence[str]]) -> CompiledPlayers:
    """All that sit in these seatings. Beside `random` and `steady` that is everybody with a function `compiled(view)`, which
    gives an action and is written at the top of a module: of others the cache cannot tell two apart."""
    habits = {name: habit_of(name) for names in seatings for name in names}
    numbers = dict(PLAYERS)
    functions: list[Callable[..., Any]] = []
    for name in sorted({habit.player for habit in habits.values()} - set(PLAYERS)):
        function = getattr(registry.load_player(name, game.name), "compiled", None)
        if function is None:
            raise NotFound(f"{name!r} is not a compiled player, so it cannot play in a simulation")
        if "<locals>" in function.__qualname__:
            raise ParseError(f"the function of {name!r} is written inside another one: it has to be at the top of a module")
        numbers[name] = OTHERS + len(functions)
        functions.append(function)
    slips = {name: math.ceil(habit.slips * (1 << 32)) for name, habit in habits.items()}
    return CompiledPlayers({name: numbers[habit.player] for name, habit in habits.items()}, slips, tuple(functions))


def bound_to(rules: Rules, functions: tuple[Callable[..., Any], ...]) -> dict[str, Callable[..., Any]]:
    """What a template is bound to so that `other(view, number)` asks these players. Every function is named in each
    binding: what is compiled into it decides which machine code is in the cache."""
    named = {f"player_{i}": function for i, function in enumerate(functions)}
    chain: Callable[..., Any] = nobody
    for function in reversed(functions):
        chain = rules.bound(one_of, chooser=function, rest=chain, **named)
    return {"other": chain, **named}


@cache
def _loop(
    rules: Rules, functions: tuple[Callable[..., Any], ...], watch: Callable[..., None], anybody_slips: Callable[..., bool]
) -> Any:
    if not functions and watch is unwatched and anybody_slips is no:
        return rules.kernel.simulate
    return rules.bound(simulate_loop, **bound_to(rules, functions), watch=watch, anybody_slips=anybody_slips)


def simulated(
    game: Game, games: int, seed: int, first: int, seatings: Sequence[Sequence[str]],
    watch: Callable[..., None] = unwatched, notes: Array = NOT_NOTED,
) -> Simulation:  # fmt: skip
    """Games by compiled players, as `simulator` plays them, with room of their own."""
    room = Simulation.room_for(games, game.seats)
    simulator(game, seed, seatings, watch)(first, room, notes)
    return room


def simulator(
    game: Game, seed: int, seatings: Sequence[Sequence[str]], watch: Callable[..., None] = unwatched
) -> Callable[[int, Simulation, Array], None]:
    """What plays games by compiled players from a first one on, as many as it is given room for, over what stood there. They
    change seats: game g has seating g, counted round. If notes are to be taken, `watch` does that. It is for the thread that
    asked for it."""
    hired = compiled_players(game, seatings)
    players = np.array([[hired.numbers[name] for name in names] for names in seatings])
    slips = np.array([[hired.slips[name] for name in names] for names in seatings], np.uint64)
    # One that is watched knows slips in any case: that is one loop less to compile.
    anybody_slips = yes if watch is not unwatched or slips.any() else no
    loop = _loop(game.rulebook.rules, hired.functions, watch, anybody_slips)
    # One more before and behind: what two threads write to must not lie in one line of a processor's cache.
    tables, views = game.blank(4)[1:3], np.zeros(3, dtype=game.layout.view)[1:2]
    given = tables, rows(tables), views, rows(views), scratch_dealers(), np.uint64(seeded(seed))

    def play(first: int, room: Simulation, notes: Array) -> None:
        loop(*given, first, players, slips, room.scores, room.utilities, room.standings, room.decisions, notes)

    return play
