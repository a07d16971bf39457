"""`search`: a player that thinks ahead, and the advice it can give. It gets a view, and redeals what it cannot see."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import seeded
from cutcard.core.desk import quiet_dealers, scratch_dealers
from cutcard.core.game import Game, Rules
from cutcard.core.layout import rows
from cutcard.core.moves import advised, named
from cutcard.core.view import View
from cutcard.players import tree

Array = np.ndarray[Any, Any]

CHUNK = 128
"""How many simulations are made between two looks at the clock."""
LARGEST_TREE = 1 << 17
"""How many nodes a tree has at most."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: so many simulations, or so many milliseconds, whichever is reached first."""

    simulations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.milliseconds is None:
            raise ValueError("a budget is in simulations or in milliseconds")


@cache
def grower(rules: Rules) -> Any:
    """The search, compiled for a game."""
    parts: dict[str, Any] = {}
    for template in (tree.code, tree.advice, tree.node_of, tree.descended):
        parts[template.__name__] = rules.bound(template, **parts)
    return rules.bound(tree.grow, **parts)


class Tree:
    """What a search has found so far, from one view."""

    def __init__(self, game: Game, state: Array, budget: Budget, seed: int) -> None:
        self.game = game
        self.budget = budget
        self.seed = np.uint64(seeded(seed))
        self.simulations = 0
        most = min(budget.simulations or LARGEST_TREE, LARGEST_TREE)
        self._views = np.zeros(2, dtype=game.layout.view)
        self._views[0] = state[0]
        self._tables = np.zeros(1, dtype=game.layout.table)
        self._nodes = np.zeros(4 * most + 64, dtype=tree.NODE)
        self._edges = np.zeros(most + 256, dtype=tree.EDGE)
        self._used = np.zeros(3, dtype=np.int64)
        self._dealers = quiet_dealers(0)

    def grow(self) -> None:
        """Think until the budget is used up."""
        until = math.inf if self.budget.milliseconds is None else time.perf_counter() + self.budget.milliseconds / 1000
        most = self.budget.simulations or math.inf
        while self.simulations < most and (self.simulations == 0 or time.perf_counter() < until):
            chunk = int(min(CHUNK, most - self.simulations))
            grower(self.game.rulebook.rules)(
                self._views, rows(self._views), self._tables, rows(self._tables), self._dealers,
                self._nodes, self._edges, self._used, self.seed, self.simulations, chunk,
            )  # fmt: skip
            self.simulations += chunk

    def found(self) -> list[Found]:
        """What the actions that can be chosen have brought, the most visited first."""
        edges: list[Found] = []
        at = int(self._nodes[self._used[2]]["edge"])
        while at > 0:
            edge = self._edges[at]
            edges.append(Found(int(edge["action"]), int(edge["visits"]), float(edge["total"]), float(edge["squares"])))
            at = int(edge["next"])
        return sorted(edges, key=lambda edge: (-edge.visits, -edge.mean, edge.action))


@dataclass(frozen=True, slots=True)
class Found:
    """What an action has brought over the simulations that chose it."""

    action: int
    visits: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        return self.total / max(self.visits, 1)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.visits < 2:
            return math.inf
        return math.sqrt(max(self.squares / self.visits - self.mean**2, 0.0) / (self.visits - 1))


class SearchPlayer:
    """Thinks ahead over redealt worlds."""

    def __init__(self, budget: Budget = Budget(milliseconds=100)) -> None:  # noqa: B008 (it is frozen)
        self.budget = budget

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        seed = int(rng.integers(1 << 63))
        game, seat = view.game, view.seat
        state = view.state
        actions: list[int] = []
        while True:
            actions.append(best_action(game, state, self.budget if not actions else _part(self.budget), seed))
            after = _after(game, state, seat, actions[-1])
            if after is None:
                return named(game, view.reading, seat, actions)
            state = after


def best_action(game: Game, state: Array, budget: Budget, seed: int) -> int:
    """The action that the search has chosen most often."""
    seat = int(state["viewer"][0])
    table = _some_table(game, state)
    choices = int(game.kernel.chosen_from(table, 0, seat))
    if choices.bit_count() == 1:
        return next(members(choices))
    tree_of_moves = Tree(game, state, budget, seed)
    tree_of_moves.grow()
    return tree_of_moves.found()[0].action


def _part(budget: Budget) -> Budget:
    """For the further cards of a move: what was thought of the first one says much of them already."""
    return Budget(
        None if budget.simulations is None else max(64, budget.simulations // 4),
        None if budget.milliseconds is None else budget.milliseconds / 4,
    )


def _some_table(game: Game, state: Array) -> Array:
    """A table that looks like a view."""
    tables = np.zeros(1, dtype=game.layout.table)
    game.kernel.redealt(state, rows(state), 0, rows(tables), 0, scratch_dealers())
    return tables


def _after(game: Game, state: Array, seat: int, action: int) -> Array | None:
    """What the seat sees after one action of a move, if there is more of it to come."""
    if game.rulebook.rules.longest == 1:
        return None
    tables = _some_table(game, state)
    game.kernel.step(tables, 0, seat, action, scratch_dealers())
    if not tables["midway"][0]:
        return None
    views = np.zeros(1, dtype=game.layout.view)
    game.kernel.look(rows(tables), 0, rows(views), 0, seat)
    return views


@dataclass(frozen=True, slots=True)
class Advice:
    """What the search makes of one move."""

    move: str
    utility: float
    """What it can be expected to bring, by COMMON-8."""
    error: float
    """The standard error of that."""
    simulations: int

    def chance(self, seats: int, losing: bool = False) -> float:
        """The same as a chance to win, or to lose in a game with one loser."""
        share = (self.utility * (seats - 1) + 1) / seats
        return (1 - self.utility * (seats - 1)) / seats if losing else share


def advise(view: View, budget: Budget, seed: int = 0) -> tuple[Advice, ...]:
    """Every way to move, the best first. Of moves that differ in the names of equal cards one stands for all; a move of
    several cards is completed as `steady` would."""
    if view.seat is None or view.seat not in view.to_act:
        return ()
    game, seat, reading = view.game, view.seat, view.reading
    choices = list(members(game.kernel.chosen_from(_some_table(game, view.state), 0, seat)))
    if len(choices) == 1:
        found = [Found(choices[0], 0, 0.0, 0.0)]
    else:
        thinking = Tree(game, view.state, budget, seed)
        thinking.grow()
        found = thinking.found()
    return tuple(
        Advice(named(game, reading, seat, _completed(game, view.state, seat, one.action)), one.mean, one.error, one.visits)
        for one in found
    )


def _completed(game: Game, state: Array, seat: int, action: int) -> list[int]:
    """A whole move that begins with this action."""
    actions = [action]
    after = _after(game, state, seat, action)
    while after is not None:
        actions.append(advised(game, after)[0])
        after = _after(game, after, seat, actions[-1])
    return actions
