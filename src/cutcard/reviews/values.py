"""What moves are worth, from what a seat can see: estimated over redealt worlds, with the error of it.

All that is random here comes from the seed and the view, so that the same view and seed give the same values to the bit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from cutcard.core.compiling import JIT
from cutcard.core.dealer import mixed_number, seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import Words, rows
from cutcard.core.table.view import View
from cutcard.players.exact.solver import is_solvable
from cutcard.players.search import tree
from cutcard.reviews import playouts

Array = np.ndarray[Any, Any]
Move = tuple[int, ...]
"""The actions of a whole move."""

STEPS = 120_000 if JIT else 200
"""How many actions are played out for a decision at depth 1, which takes about a fortieth of a second: half of them to
grow the tree, the others to try the moves."""
OPEN = 3 if JIT else 1
"""Where nothing is hidden but the deck and the burned cards, the tree can find out what every seat does later: so many times
the work is worth it there, and there are few decisions in such games."""
CLOSE, CLOSER = 6, 4 if JIT else 1
"""… and so many times that, if it is no more actions to the end of the game than this: there the tree can find out nearly
all that is to be known, and few decisions are so late."""
MANY = 2 if JIT else 40
"""Where more moves than these are to be judged in other games, each gets as much work as one of so many."""
EXPLORED = 1 / 2
HALFWAY, ROUGHLY = 1 / 4, 1 / 8
"""Where hands are open: when this part of the tree is grown, moves are tried by it as well, for this part of the work. Until
the tree is whole they move by as much as is still wrong then, where that shrinks by the root of the work."""
TREES = 2.0
"""Where hands are hidden: how many times as large the error is as the worlds of one tree say. Measured by eight trees each
at some 200 decisions: 1.2 times in Pickle, 1.3 in Pickup, 2.2 in Clever Pickin' and To the Moon."""
LARGEST_TREE, ACTIONS_A_NODE = 1 << 17, 4
"""The tree has room for a node for so many actions that are played out before moves are tried, up to a limit."""
NEAR, NEAR_WORLDS = 12, 32 if JIT else 2
"""If it is no more actions to the end of the game than this, playouts go there and not to the end of the lap: for so few the
chance of the end disturbs less than what the game's own estimate gets wrong."""
ROUND = 16 if JIT else 1
"""So often each move is tried between two looks at the budget, while the tree is grown."""
FIRST_WORLDS = 48 if JIT else 2
"""In so many worlds all moves are tried, before any is left out."""
MOST_WORLDS = 1 << 16
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


def loops(game: Game) -> SimpleNamespace:
    """The templates, compiled for a game."""
    return _loops(game.rulebook.rules, hands_are_open=is_solvable(game))


@cache
def _loops(rules: Rules, hands_are_open: bool) -> SimpleNamespace:
    """While moves are tried each seat goes by what the tree found best; but where hands are hidden it goes on as a search
    would, with as much curiosity as that has."""
    below = (tree.code, tree.advice, tree.node_of, tree.descended, playouts.play_given, playouts.play_down, playouts.learn)
    curious = _bound(rules, (playouts.curiosity, playouts.breadth, *below))
    explore = rules.bound(playouts.explore, **curious)
    if hands_are_open:
        trying = _bound(rules, (playouts.known, playouts.play_known), curious)
        go_on = trying["play_known"]
    else:
        trying = _bound(rules, (tree.curiosity, tree.breadth, *below))
        go_on = trying["play_down"]
    appraise = rules.bound(playouts.appraise, go_on=go_on, **trying)
    remaining = rules.bound(playouts.remaining, **curious)
    return SimpleNamespace(explore=explore, appraise=appraise, remaining=remaining, outlook=rules.bound(playouts.outlook))


def _bound(
    rules: Rules, templates: Iterable[Callable[..., Any]], given: Mapping[str, Callable[..., Any]] = MappingProxyType({})
) -> dict[str, Callable[..., Any]]:
    """Templates that use each other, and those that are given."""
    parts = dict(given)
    for template in templates:
        parts[template.__name__] = rules.bound(template, **parts)
    return parts


@dataclass(frozen=True, eq=False)
class Values:
    """What some moves brought in the same worlds."""

    seat: int
    gains: Array
    """A row for each world, in it for each move what it brought to each seat; NaN where a move was not tried any more."""
    rough: Array | None = None
    """The same in the first of these worlds, when a part of the tree was grown."""
    varied: float = 0.0
    """The variance of what came of it while the tree was grown: in few worlds all moves may come to the same by chance."""
    trees: float = 1.0
    """How many times as large an error is as these worlds say, since another tree would say something else."""

    @cached_property
    def means(self) -> Array:
        """For each move what it brings to each seat. Moves that were left out early are set beside the leader in the worlds
        that both were tried in, so that these worlds being kind does not make them better."""
        tried = [self.worlds(move) for move in range(self.gains.shape[1])]
        leader = self.leader
        whole = self.gains[: max(tried), leader].mean(axis=0)
        return np.array([
            self.gains[:n, move].mean(axis=0)
            + (self.pull(move, leader) * (whole - self.gains[:n, leader].mean(axis=0)) if n < max(tried) else 0.0)
            for move, n in enumerate(tried)
        ])  # fmt: skip

    @cached_property
    def leader(self) -> int:
        """The best of the moves that were tried in all worlds."""
        mine = self.gains[:, :, self.seat]
        tried = (~np.isnan(mine)).sum(axis=0)
        return int(np.argmax(np.where(tried == tried.max(), np.nanmean(mine, axis=0), -np.inf)))

    def pull(self, one: int, other: int) -> float:
        """How much more one move brings where the world is kinder to the other one by 1. Just so much is the guess, as long
        as worlds do not show something else: a fold that ends the game always brings the same."""
        shared = min(self.worlds(one), self.worlds(other))
        mine, others = self.gains[:shared, one, self.seat], self.gains[:shared, other, self.seat]
        apart, guess = others - others.mean(), PRIOR * self.spread
        return float(((apart * mine).sum() + guess) / ((apart**2).sum() + guess)) if guess else 1.0

    def worlds(self, move: int) -> int:
        """In how many worlds a move was tried."""
        return int((~np.isnan(self.gains[:, move, self.seat])).sum())

    def error(self, move: int) -> float:
        """The standard error of what a move brings to the seat."""
        mine = self.gains[: self.worlds(move), move, self.seat]
        return float(math.sqrt(_variance(mine, self.spread) / len(mine)))

    def difference_error(self, one: int, other: int) -> float:
        """The standard error of the difference of two moves, taken world by world; where one was tried in more worlds, it is
        known for itself in those, and beside the other one in theirs."""
        fewer, more = sorted((one, other), key=self.worlds)
        few, many = self.worlds(fewer), self.worlds(more)
        pull = self.pull(fewer, more) if few < many else 1.0
        beside = self.gains[:few, fewer, self.seat] - pull * self.gains[:few, more, self.seat]
        alone = (1 - pull) * self.gains[:many, more, self.seat]
        return float(math.sqrt(_variance(beside, self.spread) / few + alone.var() / many))

    def doubt(self, one: int, other: int) -> float:
        """By how much the difference of two moves may be wrong since the tree is this one, and not grown further. Where they
        were tried by a smaller one too, it is how much the difference has moved since, but for what chance may have done."""
        if self.rough is None:
            return math.sqrt(self.trees**2 - 1) * self.difference_error(one, other)
        shared = min(len(self.gains), len(self.rough))
        mine, rough = self.gains[:shared, :, self.seat], self.rough[:shared, :, self.seat]
        moved = (mine[:, one] - mine[:, other]) - (rough[:, one] - rough[:, other])
        moved = moved[~np.isnan(moved)]
        return float(math.sqrt(max(moved.mean() ** 2 - _variance(moved, 0.0) / len(moved), 0.0)))

    @cached_property
    def spread(self) -> float:
        """The variance of what comes of it, whatever the move."""
        return max(float(np.nanvar(self.gains[:, :, self.seat])), self.varied)


def _variance(sample: Array, spread: float) -> float:
    """The variance, as far as so few worlds can tell it."""
    return float((((sample - sample.mean()) ** 2).sum() + PRIOR * spread) / (len(sample) + PRIOR))


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left of a game, as `steady` would play it."""

    actions: float
    """How many actions it is to the end on average; where it is long, no more than a bound."""
    ending: float
    """In which part of the worlds the game is over when the round or hand is."""


def rest(view: View, seed: int) -> Rest:
    """How far it is to the end."""
    game = view.game
    views, tables = np.zeros(2, dtype=game.layout.view), np.zeros(1, dtype=game.layout.table)
    views[0] = view.state[0]
    remaining = loops(game).remaining
    dealers, mixed = quiet_dealers(0), np.uint64(seeded(seed))
    return Rest(*remaining(views, rows(views), tables, rows(tables), dealers, mixed, NEAR_WORLDS, 4 * NEAR))


def appraised(view: View, moves: Sequence[Move], keep: int, depth: float, seed: int, left: Rest) -> Values:
    """Try these moves of the seat that is to act. The one numbered `keep` is tried in every world, as the best are."""
    steps = max(STEPS * depth * _worth(view, len(moves), left), 1.0)
    thinking = Thinking(view, moves, steps, seed, left.actions <= NEAR)
    if not is_solvable(view.game):
        thinking.explore(steps * EXPLORED)
        return replace(thinking.appraise(steps * (1 - EXPLORED), keep), trees=TREES)
    thinking.explore(steps * EXPLORED * HALFWAY)
    rough = thinking.appraise(steps * ROUGHLY, keep)
    thinking.explore(steps * EXPLORED * (1 - HALFWAY))
    return replace(thinking.appraise(steps * (1 - EXPLORED - ROUGHLY), keep), rough=rough.gains)


def _worth(view: View, moves: int, left: Rest) -> float:
    """How many times the usual work a decision is worth."""
    if is_solvable(view.game):
        return OPEN * (CLOSER if left.actions <= CLOSE else 1)
    return max(moves / MANY, 1.0)


class Thinking:
    """The memory of one appraisal."""

    def __init__(self, view: View, moves: Sequence[Move], steps: float, seed: int, whole: bool) -> None:
        game = view.game
        assert view.seat is not None
        self.seat, self.seats, self.loops = view.seat, game.seats, loops(game)
        self.seed = seeded(seed)
        self.tally = np.zeros((len(moves) + 1, 3))
        self.simulations = 0
        self.views = np.zeros(2, dtype=game.layout.view)
        self.views[0] = view.state[0]
        self.tables = np.zeros(2, dtype=game.layout.table)
        room = int(min(steps * EXPLORED / ACTIONS_A_NODE, LARGEST_TREE))
        self.tree = (
            np.zeros(4 * room + 64, dtype=tree.NODE), np.zeros(room + 256, dtype=tree.EDGE), np.zeros(3, dtype=np.int64),
        )  # fmt: skip
        self.moves = np.full((len(moves), game.rulebook.rules.longest), -1, dtype=np.int64)
        for row, move in zip(self.moves, moves, strict=True):
            row[: len(move)] = move
        memory = self.views, rows(self.views), self.tables, rows(self.tables), quiet_dealers(0)
        self.memory = (*memory, *self.tree, self.moves, whole)

    def explore(self, budget: float) -> None:
        """Grow the tree: all moves alike at first, then again and again the better half of them."""
        active = np.arange(len(self.moves))
        tally = self.tally
        halvings = max(1, math.ceil(math.log2(len(active))))
        seed, plays = np.uint64(self.seed), 0
        for part in range(halvings):
            while plays < budget * (part + 1) / halvings:
                simulations = ROUND * len(active)
                plays += self.loops.explore(*self.memory, active, tally, seed, self.simulations, simulations)
                self.simulations += simulations
            means = tally[active, 1] / np.maximum(tally[active, 0], 1)
            active = np.sort(active[np.argsort(-means, kind="stable")[: max(2, (len(active) + 1) // 2)]])

    @property
    def varied(self) -> float:
        """The variance of what came of it in the tree."""
        tried, total, squares = self.tally[-1]
        return float(max(squares / tried - (total / tried) ** 2, 0.0)) if tried else 0.0

    def appraise(self, budget: float, keep: int) -> Values:
        """Try the moves in fresh worlds, and leave out those that are clearly behind."""
        active = np.arange(len(self.moves))
        gains, varied = np.empty((0, len(active), self.seats)), self.varied
        seed, worlds, plays, tried = np.uint64(mixed_number(self.seed)), 0, 0, 0
        while worlds < MOST_WORLDS and (plays < budget or worlds == 0):
            more = min(max(FIRST_WORLDS, worlds // 2), MOST_WORLDS - worlds)
            if worlds:
                affordable = (budget - plays) / (plays / tried) / len(active)
                more = max(1, min(more, math.ceil(affordable)))
            gains = np.concatenate([gains, np.full((more, *gains.shape[1:]), np.nan)])
            plays += self.loops.appraise(*self.memory, active, gains, max(varied, tree.LEAST_SPREAD), seed, worlds, more)
            tried += more * len(active)
            worlds += more
            found = Values(self.seat, gains, varied=varied)
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
    outlook = loops(game).outlook
    outlook(tables, rows(tables), views, rows(views), quiet_dealers(0), np.uint64(seeded(seed)), gains)
    return gains
