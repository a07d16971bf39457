"""Positions that `exact` can solve, in which it matters what one does: `search` is measured by them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

import cutcard
from cutcard import Table, View
from cutcard.players import LegalMoves
from cutcard.players.exact import solver
from cutcard.players.exact.solver import Solution, solve
from cutcard.players.search.search import Budget, SearchPlayer

GAMES = ("pairs", "continuous", "port", "starboard")
RUNS = 20_000
"""Of the rules, to solve a position; what takes more is left out."""
MATTERS = 0.001
"""Where the moves differ by less than this, there is nothing to choose."""


@dataclass(frozen=True)
class Problem:
    """A view, and what each move is worth there."""

    view: View
    solution: Solution

    def regret(self, simulations: int, seed: int) -> float:
        """How much less than the best the choice of a search is worth."""
        searcher = SearchPlayer(Budget(simulations=simulations))
        move = searcher.choose(self.view, LegalMoves(self.view), np.random.default_rng(seed))
        return self.gap(move)

    def gap(self, move: str) -> float:
        """How much less than the best this move is worth."""
        worth = {move: values[self.solution.seat] for move, values in self.solution.moves.items()}
        return max(worth.values()) - worth[move]


def numbered(name: str, number: int, least: int = 0, most: int = RUNS) -> Problem | None:
    """Position `number` of an endless row, at two or three seats; None where nothing hangs on the move there, or where it
    takes other than `least` to `most` runs of the rules to solve it."""
    rng = random.Random(number)
    is_large = least > 0
    if name in ("pairs", "continuous"):
        table = small_deck(name, rng, 2 + number % 2, rng.randint(7, 9) if is_large else None)
    else:
        table = rng.choice(list(last_round(name, rng, number, rng.choice((38, 40, 42)) if is_large else 40)))
    view = table.view(table.to_act[0])
    solution = solve(view, most) if len(view.legal) > 1 else None
    if solution is None or solution.nodes < least:
        return None
    problem = Problem(view, solution)
    return problem if max(problem.gap(move) for move in solution.moves) > MATTERS else None


def is_settled(problem: Problem, move: str) -> bool:
    """Whether the cost of a move is the same whatever is done by a seat to which it makes no difference, where it does to
    others. For `exact` chance decides then; who thinks that it does something else is not wrong."""
    gaps = [Problem(problem.view, _chosen(problem.view, which)).gap(move) for which in (0, -1)]
    return max(abs(gap - problem.gap(move)) for gap in gaps) < MATTERS


def _chosen(view: View, which: int) -> Solution:
    """The solution if of actions that are worth the same to a seat it always takes the first, or the last."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_mean", lambda values: values[which])
        solution = solve(view, 1 << 30)
    assert solution is not None
    return solution


def problems(name: str, number: int, seed: int = 1) -> list[Problem]:
    """So many of a game, at two and at three seats in turn."""
    rng = random.Random(seed)
    found: list[Problem] = []
    for table in small_decks(name, rng) if name in ("pairs", "continuous") else last_rounds(name, rng):
        view = table.view(table.to_act[0])
        solution = solve(view, RUNS)
        if solution is not None and max(Problem(view, solution).gap(move) for move in solution.moves) > MATTERS:
            found.append(Problem(view, solution))
        if len(found) == number:
            break
    return found


def small_decks(name: str, rng: random.Random) -> Iterator[Table]:
    """Pairs and Continuous Pairs with a few cards left, at two and at three seats in turn."""
    seats = 2
    while True:
        yield small_deck(name, rng, seats)
        seats = 5 - seats


def small_deck(name: str, rng: random.Random, seats: int, size: int | None = None) -> Table:
    """With so many cards left, or five to eight: all others are out of play, as markers."""
    cards = [rank for rank in range(1, 11) for _ in range(rank)]
    rng.shuffle(cards)
    stacks = [_distinct(cards, rng.randint(1, 3)) for _ in range(seats)]
    deck = [cards.pop() for _ in range(size or rng.randint(5, 8))]
    target = rng.randint(4, 12)
    scores = [rng.randint(max(0, target - 6), target - 1) for _ in range(seats)]
    game = cutcard.game(name, seats=seats, target=target, burn=0)
    written = f"deck {_row(deck)}; stacks {', '.join(map(_row, stacks))}; scores {_row(scores)}; markers *"
    return game.position(f"{name}/{seats} target={target} burn=0; to_act 0; {written}")


def last_rounds(name: str, rng: random.Random) -> Iterator[Table]:
    """Port and Starboard, any decision of a last round with a small deck, after random play."""
    seed = 0
    while True:
        yield from (table for table in last_round(name, rng, seed) if rng.random() < 0.5)
        seed += 1


def last_round(name: str, rng: random.Random, seed: int, burn: int = 40) -> Iterator[Table]:
    """Every decision of one of them."""
    options = {"rounds": 1} if name == "port" else {"games": 1, "coins": 20}
    table = cutcard.game(name, seats=2 + seed % 2, burn=burn, **options).start(seed=seed)
    while not table.is_over:
        yield table
        table = table.play(rng.choice(table.legal(table.to_act[0])), table.to_act[0])


def _distinct(cards: list[int], number: int) -> list[int]:
    """Take so many cards of different ranks."""
    taken: list[int] = []
    for _ in range(number):
        taken.append(cards.pop(next(i for i, card in enumerate(cards) if card not in taken)))
    return sorted(taken)


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))
