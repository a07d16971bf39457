"""`search`: a player that thinks ahead, and the advice it can give. It gets a view, and redeals what it cannot see."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from cutcard.core.dealer import seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import ParseError
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import View
from cutcard.players.search import tree

Array = np.ndarray[Any, Any]

CHUNK, SHORT = 128, 0.005
"""How many simulations are made at most between two looks at the clock; fewer, where a game takes long, as long as this."""
SETTLED_EVERY, SETTLED_BY, SETTLED_FROM = 1024, 3.0, 8
"""After so many simulations, again and again, a player looks whether it need not think on: when the best action is ahead of
each other by so many standard errors, and each was tried so often."""
PRIOR = 4
"""How many simulations a guess of how much an action varies counts for."""
LARGEST_BUDGET = 1_000_000_000
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
        for amount in (self.simulations, self.milliseconds):
            if amount is not None and not 0 < amount <= LARGEST_BUDGET:
                raise ValueError(f"a budget is more than 0 and at most {LARGEST_BUDGET:,}, not {amount}")

    @classmethod
    def read(cls, text: str) -> Budget:
        """`500` simulations, or `50ms`."""
        is_time = text.endswith("ms")
        try:
            amount = int(text.removesuffix("ms"))
            return cls(milliseconds=amount) if is_time else cls(simulations=amount)
        except ValueError:
            wanted = f"a budget is a number of simulations or milliseconds from 1 to {LARGEST_BUDGET:,}, such as 500 or 50ms"
            raise ParseError(f"{wanted}, not {text!r}") from None

    def part(self, parts: float) -> Budget:
        """A part of the simulations and of the time."""
        simulations = None if self.simulations is None else max(1, int(self.simulations / parts))
        return Budget(simulations, None if self.milliseconds is None else self.milliseconds / parts)


@cache
def grower(rules: Rules) -> Any:
    """The search, compiled for a game."""
    parts: dict[str, Any] = {}
    for template in (tree.curiosity, tree.breadth, tree.code, tree.advice, tree.node_of, tree.descended):
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
        self._gains = np.zeros(2)
        self._dealers = quiet_dealers(0)

    def grow(self, may_stop: bool = False) -> None:
        """Think until the budget is used up; or, if it may stop, until it is clear what is best."""
        self._simulate(0)  # what is compiled now is not counted as thinking
        now = time.perf_counter()
        until, chunk = math.inf, CHUNK
        if self.budget.milliseconds is not None:
            until, chunk = now + self.budget.milliseconds / 1000, 1
        most = self.budget.simulations or math.inf
        next_look = SETTLED_EVERY
        while self.simulations < most and (self.simulations == 0 or now < until):
            self._simulate(int(min(chunk, most - self.simulations)))
            before, now = now, time.perf_counter()
            if now - before < SHORT:
                chunk = min(2 * chunk, CHUNK)
            if may_stop and self.simulations >= next_look:
                if self.is_settled():
                    break
                next_look += SETTLED_EVERY

    def _simulate(self, simulations: int) -> None:
        grower(self.game.rulebook.rules)(
            self._views, rows(self._views), self._tables, rows(self._tables), self._dealers,
            self._nodes, self._edges, self._used, self._gains, self.seed, self.simulations, simulations,
        )  # fmt: skip
        self.simulations += simulations

    def is_settled(self) -> bool:
        """Whether it is clear which action is best."""
        best, *others = self.found()
        return best.visits >= SETTLED_FROM and all(
            one.visits >= SETTLED_FROM and best.mean - one.mean > SETTLED_BY * math.hypot(best.error, one.error)
            for one in others
        )

    def found(self) -> list[Found]:
        """What the actions that can be chosen have brought, the best first."""
        mean, squares = self._gains / max(self.simulations, 1)
        edges: list[Found] = []
        at = int(self._nodes[self._used[2]]["edge"])
        while at > 0:
            edge = self._edges[at]
            brought = int(edge["visits"]), float(edge["total"]), float(edge["squares"])
            edges.append(Found(int(edge["action"]), *brought, max(float(squares - mean**2), 0.0)))
            at = int(edge["next"])
        return _best_first(edges)


@dataclass(frozen=True, slots=True)
class Found:
    """What an action has brought over the simulations that chose it."""

    action: int
    visits: int
    total: float
    squares: float
    spread: float
    """The variance over all simulations, whatever they chose."""

    def __add__(self, other: Found) -> Found:
        sums = self.visits + other.visits, self.total + other.total, self.squares + other.squares
        return Found(self.action, *sums, max(self.spread, other.spread))

    @property
    def mean(self) -> float:
        return self.total / max(self.visits, 1)

    @property
    def error(self) -> float:
        """The standard error of the mean. An action that was seldom tried is taken to vary about as much as the others, even
        if it brought the same each time."""
        if self.visits < 2:
            return math.inf
        variance = (max(self.squares - self.visits * self.mean**2, 0.0) + PRIOR * self.spread) / (self.visits + PRIOR)
        return math.sqrt(variance / self.visits)


def _best_first(found: Iterable[Found]) -> list[Found]:
    """By what they bring at the least, as far as that is known."""
    return sorted(found, key=lambda one: (one.error - one.mean, one.action))


def think(
    game: Game, state: Array, budget: Budget, seed: int, threads: int = 1, may_stop: bool = False
) -> tuple[Found, ...]:
    """What a search finds of each action, the best first. Several threads grow a tree each, at the same time: compiled
    code does not hold the lock of the interpreter. They share the simulations, and what they find is put together."""
    if threads < 1:
        raise ValueError(f"a search has 1 thread or more, not {threads}")
    trees = [Tree(game, state, budget if threads == 1 else _shared(budget, threads), seed + i) for i in range(threads)]
    if threads == 1:
        trees[0].grow(may_stop)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda one: one.grow(may_stop), trees))
    together: dict[int, Found] = {}
    for one in trees:
        for found in one.found():
            together[found.action] = together[found.action] + found if found.action in together else found
    return tuple(_best_first(together.values()))


def _shared(budget: Budget, threads: int) -> Budget:
    """The simulations are shared by the threads, the time is the same for all."""
    return Budget(budget.part(threads).simulations, budget.milliseconds)


class SearchPlayer:
    """Thinks ahead over redealt worlds, until it is clear what is best or the budget is used up."""

    def __init__(self, budget: Budget = Budget(milliseconds=100), threads: int = 1) -> None:
        self.budget = budget
        self.threads = threads

    @classmethod
    def with_budget(cls, text: str) -> SearchPlayer:
        """For names such as `search@500` and `search@50ms`."""
        return cls(Budget.read(text))

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        turn, seed = view.turn(), int(rng.integers(1 << 63))
        # A further card gets a quarter of what the one before it had, since much is known by then: all in all the budget.
        budget = self.budget if view.game.rulebook.rules.longest == 1 else self.budget.part(4 / 3)
        while not turn.is_whole:
            turn = turn.after(best_action(turn, budget, seed, self.threads))
            budget = budget.part(4)
        return turn.name


def best_action(turn: Turn, budget: Budget, seed: int, threads: int = 1) -> int:
    """The action that is best by the search."""
    actions = turn.choices
    if len(actions) == 1:
        return actions[0]
    return think(turn.game, turn.seen(), budget, seed, threads, may_stop=True)[0].action


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
        """The utility as a chance to win, or to lose in a game with one loser."""
        share = (self.utility * (seats - 1) + 1) / seats
        return (1 - self.utility * (seats - 1)) / seats if losing else share


def advise(view: View, budget: Budget, seed: int = 0, threads: int = 1) -> tuple[Advice, ...]:
    """Every way to move, the best first, and last what there was no time to try. Of moves that differ in the names of equal
    cards one stands for all; a move of several cards is completed as `steady` would."""
    if view.seat is None or view.seat not in view.to_act:
        return ()
    turn = view.turn()
    actions = turn.choices
    if len(actions) == 1:
        found: tuple[Found, ...] = (Found(actions[0], 0, 0.0, 0.0, 0.0),)
    else:
        found = think(view.game, view.state, budget, seed, threads)
        tried = {one.action for one in found}
        found += tuple(Found(action, 0, 0.0, 0.0, 0.0) for action in actions if action not in tried)
    return tuple(Advice(turn.after(one.action).completed().name, one.mean, one.error, one.visits) for one in found)
