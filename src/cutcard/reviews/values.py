"""What moves are worth, from what a seat can see: estimated over redealt worlds, with the error of it.

All that is random here comes from the seed and the view, so that the same view and seed give the same values to the bit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from cutcard.core.compiling import JIT
from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import Words, rows
from cutcard.core.table.view import View
from cutcard.players.search import tree
from cutcard.reviews import playouts

Array = np.ndarray[Any, Any]
Move = tuple[int, ...]
"""The actions of a whole move."""

STEPS = 120_000 if JIT else 200
"""How many actions are played out for a decision at depth 1, which takes about a fortieth of a second: a third of them to
grow the tree, the others to try the moves."""
EXPLORED = 1 / 3
LARGEST_TREE = 1 << 14
ROUND = 16 if JIT else 1
"""So often each move is tried between two looks at the budget, while the tree is grown."""
FIRST_WORLDS = 48 if JIT else 2
"""In so many worlds all moves are tried, before any is left out."""
MOST_WORLDS = 1 << 14
CLEARLY = 4.0
"""A move that is behind the best by so many standard errors is not tried any more."""
ENOUGH = 256
"""In fewer worlds the best move and the one that was played are not compared where there is time for more."""
PRIOR = 4
"""For how many worlds it counts that moves differ about as much as results do: so a few worlds that agree prove little."""
PRECISE = 0.0015
"""A standard error that is good enough: more worlds would change nothing that anybody could see."""
OUTLOOKS = 384 if JIT else 2
"""Playouts for the chances of one table, at depth 1."""


@cache
def loops(rules: Rules) -> SimpleNamespace:
    """The templates, compiled for a game."""
    parts: dict[str, Any] = {}
    below = (tree.code, tree.advice, tree.node_of, tree.descended)
    for template in (*below, playouts.play_given, playouts.play_down, playouts.known, playouts.play_on):
        parts[template.__name__] = rules.bound(template, **parts)
    made = {one.__name__: rules.bound(one, **parts) for one in (playouts.explore, playouts.appraise)}
    return SimpleNamespace(**made, outlook=rules.bound(playouts.outlook))


@dataclass(frozen=True, eq=False)
class Values:
    """What some moves brought in the same worlds."""

    seat: int
    gains: Array
    """A row for each world, in it for each move what it brought to each seat; NaN where a move was not tried any more."""
    actions: float
    """How many actions were played out, on average: how far the end of the game, or of the round, is."""
    ended: float
    """In which part of the playouts the game was over then."""

    @property
    def means(self) -> Array:
        """For each move what it brings to each seat. Moves that were left out early are set beside the leader in the worlds
        that both were tried in, so that these worlds being kind does not make them better."""
        mine = self.gains[:, :, self.seat]
        tried = (~np.isnan(mine)).sum(axis=0)
        most = int(tried.max())
        leader = int(np.argmax(np.where(tried == most, np.nanmean(mine, axis=0), -np.inf)))
        whole = self.gains[:most, leader].mean(axis=0)
        return np.array([whole + (self.gains[:n, m] - self.gains[:n, leader]).mean(axis=0) for m, n in enumerate(tried)])

    def worlds(self, move: int) -> int:
        """In how many worlds a move was tried."""
        return int((~np.isnan(self.gains[:, move, self.seat])).sum())

    def error(self, move: int) -> float:
        """The standard error of what a move brings to the seat."""
        mine = self.gains[: self.worlds(move), move, self.seat]
        return float(math.sqrt(_variance(mine, self.spread) / len(mine)))

    def difference_error(self, one: int, other: int) -> float:
        """The standard error of the difference of two moves, taken world by world."""
        shared = min(self.worlds(one), self.worlds(other))
        apart = self.gains[:shared, one, self.seat] - self.gains[:shared, other, self.seat]
        return float(math.sqrt(_variance(apart, self.spread) / shared))

    @property
    def spread(self) -> float:
        """The variance of what comes of it, whatever the move."""
        return float(np.nanvar(self.gains[:, :, self.seat]))


def _variance(sample: Array, spread: float) -> float:
    """The variance, as far as so few worlds can tell it."""
    return float((((sample - sample.mean()) ** 2).sum() + PRIOR * spread) / (len(sample) + PRIOR))


def appraised(view: View, moves: Sequence[Move], keep: int, depth: float, seed: int) -> Values:
    """Try these moves of the seat that is to act. The one numbered `keep` is tried in every world, as the best are."""
    thinking = _Thinking(view, moves, seed)
    budget = max(STEPS * depth, 1.0)
    thinking.explore(budget * EXPLORED)
    return thinking.appraise(budget * (1 - EXPLORED), keep)


class _Thinking:
    """The memory of one appraisal."""

    def __init__(self, view: View, moves: Sequence[Move], seed: int) -> None:
        game = view.game
        assert view.seat is not None
        self.seat, self.seats, self.loops = view.seat, game.seats, loops(game.rulebook.rules)
        self.seed = seeded(seed)
        self.views = np.zeros(2, dtype=game.layout.view)
        self.views[0] = view.state[0]
        self.tables = np.zeros(2, dtype=game.layout.table)
        self.tree = (
            np.zeros(4 * LARGEST_TREE + 64, dtype=tree.NODE), np.zeros(LARGEST_TREE + 256, dtype=tree.EDGE),
            np.zeros(3, dtype=np.int64),
        )  # fmt: skip
        self.moves = np.full((len(moves), game.rulebook.rules.longest), -1, dtype=np.int64)
        for row, move in zip(self.moves, moves, strict=True):
            row[: len(move)] = move
        memory = self.views, rows(self.views), self.tables, rows(self.tables), quiet_dealers(0)
        self.memory = (*memory, *self.tree, self.moves)

    def explore(self, budget: float) -> None:
        """Grow the tree: all moves alike at first, then again and again the better half of them."""
        active = np.arange(len(self.moves))
        tally = np.zeros((len(self.moves) + 1, 3))
        halvings = max(1, math.ceil(math.log2(len(active))))
        seed, done, plays = np.uint64(self.seed), 0, 0
        for part in range(halvings):
            while plays < budget * (part + 1) / halvings:
                simulations = ROUND * len(active)
                plays += self.loops.explore(*self.memory, active, tally, seed, done, simulations)
                done += simulations
            means = tally[active, 1] / np.maximum(tally[active, 0], 1)
            active = np.sort(active[np.argsort(-means, kind="stable")[: max(2, (len(active) + 1) // 2)]])

    def appraise(self, budget: float, keep: int) -> Values:
        """Try the moves in fresh worlds, and leave out those that are clearly behind."""
        active = np.arange(len(self.moves))
        gains = np.full((MOST_WORLDS, len(active), self.seats), np.nan)
        seed, worlds, plays, ended, tried = np.uint64(mixed_number(self.seed)), 0, 0, 0, 0
        while worlds < MOST_WORLDS and (plays < budget or worlds == 0):
            more = min(max(FIRST_WORLDS, worlds // 2), MOST_WORLDS - worlds)
            if worlds:
                affordable = (budget - plays) / (plays / tried) / len(active)
                more = max(1, min(more, math.ceil(affordable)))
            played, over = self.loops.appraise(*self.memory, active, gains, seed, worlds, more)
            plays, ended = plays + played, ended + over
            tried += more * len(active)
            worlds += more
            found = Values(self.seat, gains[:worlds], plays / tried, ended / tried)
            active = _remaining(found, active, keep)
            if worlds >= ENOUGH and (len(active) == 1 or _is_precise(found, active)):
                break
        return found


def _remaining(found: Values, active: Array, keep: int) -> Array:
    """The moves that could still be the best, and the one that is kept."""
    mine = found.gains[:, active, found.seat].mean(axis=0)
    best = int(active[np.argmax(mine)])
    return np.array([
        move for move, mean in zip(active.tolist(), mine, strict=True)
        if move in (best, keep) or mine.max() - mean < CLEARLY * found.difference_error(best, move)
    ])  # fmt: skip


def _is_precise(found: Values, active: Array) -> bool:
    """Whether more worlds would change nothing that anybody could see."""
    mine = found.gains[:, active, found.seat].mean(axis=0)
    best = int(active[np.argmax(mine)])
    return all(found.difference_error(best, move) < PRECISE for move in active.tolist() if move != best)


def outlook(game: Game, words: Words, playouts: int, seed: int) -> Array:
    """What a whole table promises each seat where all go on by `steady`: a row for each playout."""
    tables, views = np.zeros(2, dtype=game.layout.table), np.zeros(1, dtype=game.layout.view)
    rows(tables)[1] = words
    gains = np.zeros((playouts, game.seats))
    outlook = loops(game.rulebook.rules).outlook
    outlook(tables, rows(tables), views, rows(views), quiet_dealers(0), np.uint64(seeded(seed)), gains)
    return gains
