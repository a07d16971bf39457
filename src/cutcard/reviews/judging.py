"""What a decision was worth, judged from what its seat could see then: every move with its cost, and the error of that."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from cutcard.core.compiling import JIT
from cutcard.core.errors import NotAllowed
from cutcard.core.table.view import View
from cutcard.players.exact.solver import Solution, is_solvable, solve
from cutcard.reviews.candidates import as_judged, candidates
from cutcard.reviews.closer import compared
from cutcard.reviews.measure import Measure
from cutcard.reviews.values import Move, Rest, Values, appraised, rest
from cutcard.reviews.words import BLUNDER, SLIP

EXACT_RUNS = 20_000 if JIT else 100
"""How often the rules are run at most to solve a position, at depth 1 …"""
EXACT_ACTIONS, EXACT_CARDS = 8.0, 12
"""… if all playouts come to the end of the game, after so few actions on average; or if no more cards than these are unseen.
Elsewhere it would be tried in vain, which takes longer than all else."""
AT_LEAST, BY_FAR = 1.0, 4.0
"""A move that seems no slip by one standard error is taken for none, and one that is a blunder by four of them for a
blunder. All between is looked at closely."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what it is worth."""

    move: str
    utilities: tuple[float, ...]
    """What can be expected after it, for every seat (COMMON-8)."""
    cost: float
    """How much less than the best move it brings to who plays it, in utility; 0 for the best."""
    error: float
    """The standard error of the cost. The best move costs nothing unless another one is better after all: there it is half
    of what that one could be ahead by, two standard errors off."""
    value_error: float
    """The standard error of what it is worth to who plays it."""
    worlds: int
    """In how many worlds it was tried; 0 where it is exact."""
    alone: bool = False
    """Whether its cost is of a closer look at it and the best move alone: chance had not many moves to choose from there."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """All moves of a decision that were judged, the best first."""

    moves: tuple[Judged, ...]
    played: Judged
    exact: bool
    usual: str
    """What `steady` would have done."""

    @property
    def best(self) -> Judged:
        return self.moves[0]

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose, or all came to the same."""
        return len(self.moves) == 1


def judge(view: View, move: str, depth: float = 1.0, seed: int = 0, *, exactly: bool = True) -> Judgement:
    """Judge a move of a seat that is to act. It takes a view, so nothing hidden can be in it: the same view, move, depth and
    seed give the same judgement to the bit. Small positions are solved, unless it is not to be done `exactly`."""
    turn = view.turn()
    actions = turn.table.actions_of(turn.seat, move)
    if actions is None:
        raise NotAllowed(f"{move!r} is not a legal move here")
    turns = {one.actions: one for one in candidates(view)}
    played = as_judged(turn, actions)
    turns.setdefault(played.actions, played)
    usual = as_judged(turn, turn.completed().actions).actions
    names = {key: move if key == played.actions else one.name for key, one in turns.items()}
    if len(turns) == 1:
        only = Judged(move, (0.0,) * view.game.seats, 0.0, 0.0, 0.0, 0)
        return Judgement((only,), only, exact=False, usual=move)
    left = rest(view, seed)
    solution = _solved(view, left, depth) if exactly else None
    if solution:
        moves = _exactly(solution)
    else:
        keep = list(turns).index(played.actions)
        moves = _estimated(appraised(view, list(turns), keep, depth, seed, left), list(names.values()))
        if _is_undecided(view, moves[0], next(one for one in moves if one.move == move)):
            moves = _looked_at_closely(view, moves, {names[key]: key for key in turns}, move, depth, seed, left)
    mine = next(one for one in moves if one.move == move)
    return Judgement(moves, mine, exact=solution is not None, usual=names[usual])


def _solved(view: View, left: Rest, depth: float) -> Solution | None:
    """The exact values, where the game is so near its end that they can be had."""
    is_near = left.ending == 1.0 and left.actions <= EXACT_ACTIONS
    if not is_solvable(view.game) or not (is_near or view.unseen.bit_count() <= EXACT_CARDS):
        return None
    return solve(view, int(EXACT_RUNS * max(depth, 1.0)))


def _exactly(solution: Solution) -> tuple[Judged, ...]:
    worth = {move: values[solution.seat] for move, values in solution.moves.items()}
    most = max(worth.values())
    found = [Judged(move, values, most - worth[move], 0.0, 0.0, 0) for move, values in solution.moves.items()]
    return tuple(sorted(found, key=lambda one: one.cost))


def _estimated(values: Values, names: list[str]) -> tuple[Judged, ...]:
    """The moves with their costs. Where two are as good, the one that was tried in more worlds is the better known."""
    means = values.means
    mine = means[:, values.seat]
    order = sorted(range(len(names)), key=lambda one: (-mine[one], -values.worlds(one), one))
    best = order[0]
    errors = {one: math.hypot(values.difference_error(best, one), values.doubt(best, one)) for one in order[1:]}
    found = [
        Judged(
            names[one], tuple(means[one].tolist()), float(mine[best] - mine[one]), float(errors.get(one, 0.0)),
            values.error(one), values.worlds(one),
        )
        for one in order
    ]  # fmt: skip
    return _ranked(found)


def _ranked(found: list[Judged]) -> tuple[Judged, ...]:
    """The best first, with the error of that."""
    best, *others = sorted(found, key=lambda one: one.cost)
    return replace(best, error=max(max(0.0, one.error - one.cost / 2) for one in others)), *others


def _is_undecided(view: View, best: Judged, played: Judged) -> bool:
    """Whether the cost of what was played is to be looked at closely. Where nothing is hidden but the deck and the burned
    cards, all that was done already."""
    if played is best or is_solvable(view.game):
        return False
    points = Measure.seen(view).points
    return points(played.cost + AT_LEAST * played.error) > SLIP and points(played.cost - BY_FAR * played.error) < BLUNDER


def _looked_at_closely(
    view: View, moves: tuple[Judged, ...], actions: dict[str, Move], played: str, depth: float, seed: int, left: Rest
) -> tuple[Judged, ...]:
    """The same moves after a closer look at the best one and the one that was played, which may turn out to be better."""
    assert view.seat is not None
    best, mine = moves[0], next(one for one in moves if one.move == played)
    limit = Measure.seen(view).utility_of(SLIP)
    apart = compared(view, (actions[best.move], actions[played]), limit, depth, seed, left)
    ahead = apart.utilities[view.seat]
    utilities = tuple(one - less for one, less in zip(best.utilities, apart.utilities, strict=True))
    error = math.hypot(best.value_error, apart.error)
    again = Judged(played, utilities, max(ahead, 0.0), apart.error, error, apart.worlds, alone=True)
    if ahead >= 0:
        return _ranked([again if one is mine else one for one in moves])
    behind = [
        replace(one, cost=one.cost - ahead, error=math.hypot(one.error, apart.error)) for one in moves[1:] if one is not mine
    ]
    return _ranked([again, replace(best, cost=-ahead, error=apart.error, alone=True), *behind])
