"""Whether one move is right beyond doubt: judged anew in fresh worlds, found by another kind of thinking too, and judged
once more, ten times as thoroughly. What seemed right by chance, or to a shallow look, is dropped on the way.

A judgement looks at its worlds several times and leaves out what is behind, and it compares the best move with several
others. So the interval that has to separate them is wider than that of one comparison at one look: the 0.1% by which all of
them together may err is shared out over others and looks alike (Bonferroni), more than enough as they hang together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist

from cutcard.core.dealer import mixed_number
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import View
from cutcard.players.search.search import Budget, advise
from cutcard.puzzles.puzzle import EASY, HARD, MEDIUM, Proof, Puzzle, Weighed
from cutcard.reviews.candidates import as_judged, candidates
from cutcard.reviews.judging import Judged, Judgement, judge
from cutcard.reviews.measure import Measure

DOUBT = 0.001
"""How often some other move may be the best after all, where the playouts are right."""
LOOKS = 19
"""So often a judgement looks at its worlds at most: they grow by half each time, from 48 to 65,536."""
CLEAR_POINTS = 3.0
"""So much better than every other the right move is, as points are counted in `reviews.measure`: more than a slip. It is
also far more than what the playouts of a judgement get wrong where that is known (docs/review.md)."""
DEPTH = 5.0
"""How thoroughly a puzzle is judged to be proven …"""
DEEPER = 10.0
"""… and so many times as thoroughly it is solved again before it is one, in other worlds."""
SEARCHED = 10_000
"""Simulations of `search` that have to find the same move."""
TRIED_AGAIN = 6
"""So many moves that were left out early are set beside the right one again at most."""
MOST_MOVES = 200
"""In a position with more moves than these it cannot be said of all that they are worse."""
QUICK_SEARCH, QUICK_TRIES = 100, 3
"""A search of so few simulations, so often: whether it finds the move says how hard the puzzle is."""
FAR, NEAR = 10.0, 4.5
"""From so many points on a move stands out, and below so many it hardly does."""


def factor_for(others: int) -> float:
    """By so many standard errors each of these other moves has to be behind."""
    return NormalDist().inv_cdf(1 - DOUBT / 2 / (others * LOOKS))


@dataclass(frozen=True)
class Question:
    """A decision as it is seen: what can be done, and what `steady` would do."""

    view: View
    steady: str
    same: dict[str, str]

    @classmethod
    def of(cls, view: View) -> Question | None:
        """None where there is nothing to choose, or not every move can be judged."""
        turn = view.turn()
        if len(turn.choices) == 1 or view.count_legal() > MOST_MOVES:
            return None
        judged = {one.actions: one.name for one in candidates(view)}
        same: dict[str, str] = {}
        for move in view.legal:
            actions = turn.table.actions_of(turn.seat, move)
            assert actions is not None
            name = judged.get(as_judged(turn, actions).actions)
            if name is None:
                return None
            if name != move:
                same[move] = name
        usual = as_judged(Turn.on(turn.table, turn.seat), turn.completed().actions)
        return cls(view, usual.name, same) if len(judged) > 1 else None

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    def judged(self, depth: float, seed: int, move: str | None = None) -> Judgement:
        """What all moves are worth; this one is tried in every world, as the best are."""
        return judge(self.view, move or self.steady, depth, seed)

    def found_by_search(self, simulations: int, seed: int) -> str:
        """The move that `search` chooses."""
        move = advise(self.view, Budget(simulations=simulations), seed)[0].move
        return self.same.get(move, move)


def is_candidate(judgement: Judgement, steady: str, measure: Measure) -> bool:
    """Whether one move seems to be right by far, and another one than that of `steady`."""
    return judgement.best.move != steady and measure.points(judgement.moves[1].cost) >= CLEAR_POINTS


def solved(question: Question, depth: float, seed: int) -> tuple[bool, int, tuple[Weighed, ...]]:
    """Whether it is exact, in how many worlds the best move was tried, and every move weighed, the best first. What was left
    out early, and so is little known, is set beside the best one again, in fresh worlds."""
    judgement = question.judged(depth, seed)
    factor, again, found = factor_for(max(len(judgement.moves) - 1, 1)), 0, list[Judged]()
    for one in judgement.moves:
        if one is not judgement.best and one.cost <= factor * one.error and again < TRIED_AGAIN:
            again += 1
            one = question.judged(depth, mixed_number(seed + again), one.move).played
        found.append(one)
    found.sort(key=lambda one: one.cost)
    most = judgement.best.utilities[question.seat]
    weighed = tuple(Weighed(one.move, most - one.cost, one.cost, one.error if one.cost else 0.0) for one in found)
    return judgement.exact, judgement.best.worlds, weighed


def proven(
    question: Question, answer: str, measure: Measure, seed: int, depth: float = DEPTH, again: float = DEEPER
) -> tuple[Proof, tuple[Weighed, ...]] | None:
    """The proof that this is the right move, and what all are worth; None where there is none. It is solved `again`, so many
    times as thoroughly, and what that says moves are worth is what is kept."""
    exact, worlds, moves = solved(question, depth, seed)
    factor = factor_for(len(moves) - 1)
    best, *others = moves
    if best.move != answer or measure.points(others[0].cost) < CLEAR_POINTS:
        return None
    if any(one.cost <= factor * one.error for one in others):
        return None
    if exact:
        return Proof(True, depth, 0, 0.0, 0), moves
    if again and question.found_by_search(SEARCHED, mixed_number(seed)) != answer:
        return None
    if again:
        deeper = proven(question, answer, measure, mixed_number(seed + 1), depth * again, again=0)
        return None if deeper is None else (replace(deeper[0], depth=depth, searched=SEARCHED), deeper[1])
    return Proof(False, depth, worlds, round(factor, 3), 0), moves


def solved_again(puzzle: Puzzle, times: float = DEEPER, seed: int = 1) -> tuple[bool, tuple[Weighed, ...]]:
    """Whether the same move is right, by as wide a margin of errors, when the puzzle is thought over so many times as
    thoroughly in worlds that nobody has seen yet; and what all moves are worth then."""
    question = Question.of(puzzle.view)
    assert question is not None
    exact, _, moves = solved(question, puzzle.proof.depth * times, mixed_number(puzzle.seed ^ mixed_number(seed)))
    factor = 0.0 if exact else factor_for(len(moves) - 1)
    return moves[0].move == puzzle.answer and all(one.cost > factor * one.error for one in moves[1:]), moves


def level_of(question: Question, moves: tuple[Weighed, ...], measure: Measure, seed: int) -> str:
    """How hard it is to find: by how often a quick search finds it, and by how much it is better."""
    margin = measure.points(moves[1].cost)
    finds = sum(
        question.found_by_search(QUICK_SEARCH, mixed_number(seed + one)) == moves[0].move for one in range(QUICK_TRIES)
    )
    if finds == QUICK_TRIES and margin >= FAR:
        return EASY
    return HARD if finds <= QUICK_TRIES // 2 or margin < NEAR else MEDIUM
