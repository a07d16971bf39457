"""Solve the tiny games, and print the table of docs/openspiel.md: nodes, information sets, value, and how far what was found
is from an equilibrium.

    python scripts/tiny_games.py

Each is written to a file and read again by OpenSpiel, which then walks it without Python. The equilibrium comes from the
linear program of the sequence form, solved by SciPy; what a best response gains against it is said by OpenSpiel.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from cutcard.core import registry
from cutcard.envs.openspiel.game import short_name

Sequence = tuple[str, int]
"""An information set and an action there: the last choice of a seat on the way to a node."""
START: Sequence = ("", -1)
"""The sequence of a seat that has chosen nothing yet."""


@dataclass
class Tree:
    """A game of two seats in its sequence form."""

    nodes: int = 0
    ends: int = 0
    sequences: list[dict[Sequence, int]] = field(default_factory=lambda: [{START: 0}, {START: 0}])
    """Those of each seat, numbered."""
    before: list[dict[str, Sequence]] = field(default_factory=lambda: [{}, {}])
    """For each information set of a seat the sequence that leads there."""
    payoffs: dict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))
    """What seat 0 gets where two sequences meet, times the chance of that."""

    def walk(self, state: Any, chance: float = 1.0, last: tuple[Sequence, Sequence] = (START, START)) -> Tree:
        self.nodes += 1
        if state.is_terminal():
            self.ends += 1
            self.payoffs[self.sequences[0][last[0]], self.sequences[1][last[1]]] += chance * state.returns()[0]
        elif state.is_chance_node():
            for action, part in state.chance_outcomes():
                self.walk(state.child(action), chance * part, last)
        else:
            seat, text = state.current_player(), state.information_state_string()
            if self.before[seat].setdefault(text, last[seat]) != last[seat]:
                raise ValueError(f"seat {seat} forgets how it came to {text!r}")
            for action in state.legal_actions():
                mine = (text, action)
                self.sequences[seat].setdefault(mine, len(self.sequences[seat]))
                self.walk(state.child(action), chance, (mine, last[1]) if seat == 0 else (last[0], mine))
        return self

    @property
    def information_sets(self) -> int:
        return sum(map(len, self.before))


def constraints(tree: Tree, seat: int) -> Any:
    """A row for the start and for each information set of a seat: its choices add up to how often it comes there."""
    rows = {"": 0} | {text: row for row, text in enumerate(tree.before[seat], start=1)}
    entries = [(rows[text], column, 1.0) for (text, _), column in tree.sequences[seat].items()]
    entries += [(rows[text], tree.sequences[seat][before], -1.0) for text, before in tree.before[seat].items()]
    row, column, value = zip(*entries, strict=True)
    return coo_matrix((value, (row, column)), (len(rows), len(tree.sequences[seat])))


def solved(tree: Tree, seat: int) -> tuple[float, dict[str, list[tuple[int, float]]]]:
    """What a seat can be sure of, and how it plays for that: the best plan against the best answer."""
    own, other = constraints(tree, seat), constraints(tree, 1 - seat)
    (first, second), gains = zip(*tree.payoffs, strict=True), np.array(list(tree.payoffs.values()))
    sign, at = (1, (second, first)) if seat == 0 else (-1, (first, second))
    answers = coo_matrix((sign * gains, at), (other.shape[1], own.shape[1]))
    # The unknowns are the plan, and what the game is worth from each information set of the other on.
    worth = np.zeros(own.shape[1] + other.shape[0])
    worth[own.shape[1]] = -1
    upper = np.hstack([-answers.toarray(), other.T.toarray()])
    equal = np.hstack([own.toarray(), np.zeros((own.shape[0], other.shape[0]))])
    start = np.zeros(own.shape[0])
    start[0] = 1
    bounds = [(0, None)] * own.shape[1] + [(None, None)] * other.shape[0]
    found = linprog(worth, upper, np.zeros(len(upper)), equal, start, bounds, method="highs")
    if not found.success:
        raise ValueError(found.message)
    return -float(found.fun), policy(tree, seat, np.maximum(found.x[: own.shape[1]], 0))


def policy(tree: Tree, seat: int, plan: Any) -> dict[str, list[tuple[int, float]]]:
    """How often a seat takes each action, by information set; where it never comes, each as often."""
    weights: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for (text, action), at in tree.sequences[seat].items():
        if action >= 0:
            weights[text].append((action, float(plan[at])))
    return {text: shares(weighed) for text, weighed in weights.items()}


def shares(weighed: list[tuple[int, float]]) -> list[tuple[int, float]]:
    total = sum(weight for _, weight in weighed)
    return [(action, weight / total if total > 1e-12 else 1 / len(weighed)) for action, weight in weighed]


@dataclass(frozen=True)
class Solved:
    """What there is to say of a tiny game."""

    name: str
    nodes: int
    ends: int
    information_sets: int
    value: float
    """To seat 0, if both play as well as can be."""
    nash_conv: float
    """What best responses gain against what was found, of both seats together."""


@cache
def exported(name: str) -> Any:
    """A tiny game as OpenSpiel reads it from a file: there it is walked without Python."""
    return pyspiel.load_efg_game(export_gambit(pyspiel.load_game(short_name(name))))


@cache
def solve(name: str) -> Solved:
    game = exported(name)
    tree = Tree().walk(game.new_initial_state())
    (value, first), (_, second) = solved(tree, 0), solved(tree, 1)
    nash_conv = pyspiel.nash_conv(game, pyspiel.TabularPolicy({**first, **second}))
    return Solved(name, tree.nodes, tree.ends, tree.information_sets, value, nash_conv)


def main() -> None:
    print("| game | nodes | of which ends | information sets | value to seat 0 | NashConv |\n|---|---|---|---|---|---|")
    for name in registry.GAMES.unlisted():
        print(row(solve(name)), flush=True)


def row(one: Solved) -> str:
    """Its row of the table."""
    exact = "below 1e-9" if one.nash_conv < 1e-9 else f"{one.nash_conv:.1e}"
    value = round(one.value, 6) + 0.0  # no -0
    return f"| `{short_name(one.name)}` | {one.nodes:,} | {one.ends:,} | {one.information_sets:,} | {value:+.6f} | {exact} |"


if __name__ == "__main__":
    main()
