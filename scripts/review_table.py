"""Print how good reviews are: the tables of docs/review.md.

To be run as a module, from the folder of the project: .venv/bin/python -m scripts.review_table TABLE [GAME ...]

The tables are `exact` (estimated costs beside exact ones), `blunders` (moves made worse on purpose, and whether they are
named), `luck` (its mean over games of `search` against itself), `accuracy` (of random, steady and search) and `speed`."""

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence

import numpy as np

import cutcard
from cutcard import Review, Table, View
from cutcard.players import LegalMoves, player
from cutcard.reviews.judging import judge
from cutcard.reviews.words import ERRORS
from tests.players.solvable import GAMES as SOLVABLE
from tests.players.solvable import problems

SEATS = 4
SEARCH = "search@1000"
BETWEEN_BLUNDERS = 20
THREE_POINTS = 3.0

Choose = Callable[[View, int], str]


def played(game: str, choose: Choose, seed: int) -> Table:
    """A game; `choose` is told the number of the move."""
    rng = random.Random(seed)
    table = cutcard.game(game, seats=SEATS, dealer=seed % SEATS).start(seed=seed)
    number = 0
    while not table.is_over:
        seat = rng.choice(table.to_act)
        table = table.play(choose(table.glance(seat), number), seat)
        number += 1
    return table


def by(name: str, seed: int) -> Choose:
    chooser, rng = player(name), np.random.default_rng(seed)
    return lambda view, number: chooser.choose(view, LegalMoves(view), rng)


def give_or_take(values: Sequence[float], digits: int) -> str:
    mean, error = np.mean(values), 1.96 * np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    return f"{mean:+.{digits}f} ± {error:.{digits}f}"


def exact_row(game: str, positions: int, depth: float) -> str:
    """Costs of moves by chance, where they are known."""
    rng = random.Random(5)
    off, errors, solved = [], [], 0
    for number, problem in enumerate(problems(game, positions)):
        move = rng.choice(sorted(problem.solution.moves))
        estimated = judge(problem.view, move, depth, number, exactly=False).played
        solved += judge(problem.view, move, 0.02, number).exact
        off.append(estimated.cost - problem.gap(move))
        errors.append(estimated.error)
    apart, bars = np.abs(off), 1.96 * np.array(errors) + 1e-9
    share = f"{np.mean(apart < 0.005):.0%} | {np.mean(apart <= bars):.0%}"
    return f"{len(off)} | {solved} | {np.mean(off):+.4f} | {np.mean(apart):.4f} | {share}"


def blunders_row(game: str, games: int, depth: float) -> str:
    """Of the moves that were made worse on purpose: those that cost more than three points, and how many of them are named;
    and how many of the others are."""
    planted = found = others = wrongly = 0
    for seed in range(games):
        rng, choose, bad = random.Random(seed), by(SEARCH, seed), dict[int, float]()

        def worst_at_times(view: View, number: int) -> str:
            move = choose(view, number)  # noqa: B023
            if rng.random() < 1 / BETWEEN_BLUNDERS:  # noqa: B023
                worst = judge(view, move, 4 * depth, seed=1 << 40).moves[-1]
                move, bad[number] = worst.move, worst.cost  # noqa: B023
            return move

        review = cutcard.review(played(game, worst_at_times, seed).record(), depth=depth)
        for one in review.decisions:
            if review.measure.points(bad.get(one.number, 0.0)) > THREE_POINTS:
                planted, found = planted + 1, found + (one.word in ERRORS)
            else:
                others, wrongly = others + 1, wrongly + (one.word in ERRORS)
    return f"{games} | {planted} | {found / max(planted, 1):.1%} | {others} | {wrongly / max(others, 1):.1%}"


def luck_row(game: str, games: int, depth: float) -> str:
    """The mean luck of every seat, in utility, where all search."""
    reviews = [cutcard.review(played(game, by(SEARCH, seed), seed).record(), depth=depth) for seed in range(games)]
    luck = [[review.split(seat).luck for review in reviews] for seat in range(SEATS)]
    return " | ".join([str(games), *(give_or_take(one, 3) for one in luck)])


def accuracy_row(game: str, games: int, depth: float) -> str:
    """The mean accuracy of players that sit at a table of their own kind."""
    cells = []
    for name in ("random", "steady", SEARCH):
        reviews = [cutcard.review(played(game, by(name, seed), seed).record(), depth=depth) for seed in range(games)]
        found = [score for review in reviews for score in accuracies(review)]
        cells.append(f"{np.mean(found):.0f} ({np.quantile(found, 0.1):.0f}–{np.quantile(found, 0.9):.0f})")
    return " | ".join([str(games), *cells])


def accuracies(review: Review) -> Iterable[float]:
    return [score for seat in range(SEATS) if (score := review.accuracy(seat)) is not None]


def speed_row(game: str, games: int, depth: float) -> str:
    """Seconds of one core for a game of `steady`, when all is compiled."""
    took, decisions = [], []
    for seed in range(games + 1):
        record = played(game, by("steady", seed), seed).record()
        begun = time.process_time()
        review = cutcard.review(record, depth=depth)
        took.append(time.process_time() - begun)
        decisions.append(len(review.decisions))
    return f"{games} | {np.mean(decisions[1:]):.0f} | {np.mean(took[1:]):.2f} | {np.max(took[1:]):.2f}"


TABLES: dict[str, tuple[Callable[[str, int, float], str], str]] = {
    "exact": (
        exact_row,
        "positions | of these solved in a review | mean difference | mean distance | within 0.005 | bars hold",
    ),
    "blunders": (blunders_row, "games | planted | found | others | named"),
    "luck": (luck_row, "games | " + " | ".join(f"seat {seat}" for seat in range(SEATS))),
    "accuracy": (accuracy_row, f"games | `random` | `steady` | `{SEARCH}`"),
    "speed": (speed_row, "games | decisions | seconds | longest"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("games", nargs="*", help="only these (default: all)")
    parser.add_argument("--number", type=int, default=20, help="how many games or positions of each (default 20)")
    parser.add_argument("--depth", type=float, default=1.0, help="how thoroughly (default 1)")
    given = parser.parse_args()
    row, heads = TABLES[given.table]
    print(f"| game | {heads} |\n|---{'|---' * (heads.count('|') + 1)}|")
    for book in cutcard.games():
        if book.name in (given.games or [book.name]) and (given.table != "exact" or book.name in SOLVABLE):
            print(f"| {book.title} | {row(book.name, given.number, given.depth)} |", flush=True)


if __name__ == "__main__":
    main()
