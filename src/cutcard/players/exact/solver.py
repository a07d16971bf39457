"""`exact`: the value of every move where the rest of the game is small enough to be looked at in full.

For games in which nothing is hidden but the deck and the burned cards. Then all seats know the same, and what each of them
does to the end of the game can be worked out backwards from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import numpy as np

from cutcard.core.bits import members
from cutcard.core.compiling import JIT
from cutcard.core.dealer_memory import DealerMemory
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import NotFound, NotYours
from cutcard.core.table.moves import named
from cutcard.core.table.view import View
from cutcard.players import SteadyPlayer
from cutcard.players.exact import every_outcome

BUDGET = 20_000 if JIT else 200
"""How often the rules are run before `exact` gives up: about a tenth of a second."""
ROOM = 1 << 14
"""How many outcomes one move can have."""
EQUAL = 1e-9
"""Values that differ by less are the same value, summed up in another order."""

Values = tuple[float, ...]
"""What a position is worth to each seat."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What every legal move is worth, if all seats play their best from then on."""

    seat: int
    """Who is to act."""
    moves: dict[str, Values]
    """The expected utility (COMMON-8) for every seat, by move."""
    nodes: int
    """How often the rules were run."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are best for the seat that is to act; several where they are worth the same to it."""
        most = max(values[self.seat] for values in self.moves.values())
        return tuple(move for move, values in self.moves.items() if values[self.seat] > most - EQUAL)

    @property
    def values(self) -> Values:
        """What the position is worth to every seat."""
        return _mean([self.moves[move] for move in self.best])


def is_solvable(game: Game) -> bool:
    """Whether all seats know the same, all that is hidden being the deck and at most one zone of burned cards."""
    rules = game.rulebook.rules
    zones = len(rules.layout.hidden)
    return rules.longest == 1 and rules.layout.all_alike and (zones == 1 or (zones == 2 and rules.burns is not None))


def solve(view: View, budget: int = BUDGET) -> Solution | None:
    """The exact value of each legal move, to the end of the game; None if that takes more than `budget` runs of the rules.

    Each seat takes the move that is worth most to itself, and of several that are worth the same any of them, with equal
    chance. Equal cards are one outcome. A new deal in which ties can go on without end cannot be solved."""
    if not is_solvable(view.game):
        raise NotFound(f"{view.game.rulebook.title} cannot be solved: more is hidden than the deck and the burned cards")
    if not view.to_act:
        raise NotYours("the game is over")
    state = view.state.copy()
    state["viewer"] = -1
    try:
        return _Solver(view.game, budget).solution(view, state.tobytes())
    except _TooLarge:
        return None


class ExactPlayer:
    """Plays perfectly where the rest of the game is small enough to be solved, and steadily where it is not."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self._otherwise = SteadyPlayer()

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        solution = solve(view, self.budget) if is_solvable(view.game) and view.seat in view.to_act else None
        return solution.best[0] if solution else self._otherwise.choose(view, legal, rng)


class _TooLarge(Exception):
    """More than there is time for, or a position that comes again before the game is over."""


@dataclass(slots=True)
class _Position:
    """A position that is being worked out."""

    seat: int
    branches: dict[int, dict[bytes, float]]
    """For each action, the positions that follow and their chances."""


class _Solver:
    """Positions are the bytes of a spectator's view, equal cards numbered in order: two that look the same are the same."""

    def __init__(self, game: Game, budget: int) -> None:
        self.game = game
        self.budget = budget
        self.nodes = 0
        self.values: dict[bytes, Values] = {}
        self.loops = _loops(game.rulebook.rules)
        layout = game.layout
        self.over, self.to_act = layout.view_spans["over"].start, layout.view_spans["to_act"].start
        self.views, self.tables = np.zeros(1, layout.view), np.zeros(1, layout.table)
        self.dealers, self.scripts = DealerMemory(game.deck).dealers, np.zeros(1, every_outcome.SCRIPT)
        self.found = np.empty((ROOM, rows(self.views).shape[1]), np.uint64)
        self.chances, self.gains = np.empty(ROOM), np.empty((ROOM, game.seats))

    def solution(self, view: View, root: bytes) -> Solution:
        position = self.work_out(root)
        names = {action: named(self.game, view.reading, position.seat, (action,)) for action in position.branches}
        moves = {names[action]: self.expected(branch) for action, branch in position.branches.items()}
        return Solution(position.seat, dict(sorted(moves.items())), self.nodes)

    def work_out(self, root: bytes) -> _Position:
        """The value of a position and of all that follow, from the end of the game back."""
        underway: dict[bytes, _Position] = {}
        first = underway[root] = self.opened(root)
        waiting = [root]
        while waiting:
            key = waiting[-1]
            if key in self.values:
                waiting.pop()
                continue
            position = underway.get(key) or self.opened(key)
            underway[key] = position
            unknown = [after for branch in position.branches.values() for after in branch if after not in self.values]
            if any(after in underway for after in unknown):
                raise _TooLarge
            if unknown:
                waiting.extend(unknown)
            else:
                self.values[key] = self.best(position)
                del underway[key]
                waiting.pop()
        return first

    def opened(self, key: bytes) -> _Position:
        """A position with all that can follow."""
        rows(self.views)[0] = np.frombuffer(key, np.uint64)
        seats = int(self.views["to_act"][0])
        if seats.bit_count() != 1:
            raise _TooLarge
        offered = self.loops.offered(self.views, rows(self.views), self.tables, rows(self.tables), self.dealers)
        return _Position(seats.bit_length() - 1, {action: self.followed(action) for action in members(offered)})

    def followed(self, action: int) -> dict[bytes, float]:
        """What an action leads to. The ends of the game are worth what they are."""
        ends, runs = self.loops.outcomes(
            rows(self.views), self.tables, rows(self.tables), self.dealers, self.scripts, action, self.budget - self.nodes,
            self.found, self.chances, self.gains,
        )  # fmt: skip
        self.nodes += runs
        if ends < 0:
            raise _TooLarge
        branch: dict[bytes, float] = {}
        for i, (chance, over) in enumerate(zip(self.chances[:ends].tolist(), self.found[:ends, self.over], strict=True)):
            key = self.found[i].tobytes()
            branch[key] = branch.get(key, 0.0) + chance
            if over:
                self.values[key] = tuple(self.gains[i].tolist())
        return branch

    def best(self, position: _Position) -> Values:
        """What a position is worth to every seat, when the one that is to act does what is best for it."""
        offers = [self.expected(branch) for branch in position.branches.values()]
        most = max(values[position.seat] for values in offers)
        return _mean([values for values in offers if values[position.seat] > most - EQUAL])

    def expected(self, branch: dict[bytes, float]) -> Values:
        known = [(self.values[after], chance) for after, chance in branch.items()]
        return tuple(sum(values[seat] * chance for values, chance in known) for seat in range(self.game.seats))


def _mean(of: list[Values]) -> Values:
    return tuple(sum(each) / len(of) for each in zip(*of, strict=True))


@cache
def _loops(rules: Rules) -> SimpleNamespace:
    """The templates of `every_outcome`, compiled for a game."""
    templates = (every_outcome.start, every_outcome.set_up, every_outcome.lengthen, every_outcome.draw_another)
    parts = {template.__name__: rules.bound(template) for template in templates}
    note_end = rules.bound(every_outcome.note_end)
    outcomes = rules.bound(every_outcome.outcomes, **parts, note_end=note_end)
    return SimpleNamespace(offered=rules.bound(every_outcome.offered), outcomes=outcomes)
