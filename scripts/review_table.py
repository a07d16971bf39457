"""Print how good reviews are: the tables of docs/review.md.

To be run as a module, from the folder of the project: .venv/bin/python -m scripts.review_table TABLE [GAME ...]

The tables are `exact` (estimated costs beside exact ones, where a review would have these), `harder` (the same where it
would not look that far), `blunders` (moves made worse on purpose, and whether they are named), `luck` (its mean over games
of `search` against itself), `accuracy` (of random, steady and search) and `speed`.

With --keep FILE every game and position is written there as it is done, and another run goes on from it: with a higher
--number too."""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

import cutcard
from cutcard import Review, Table, View, redeal
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.players import LegalMoves, player
from cutcard.reviews.judging import judge
from cutcard.reviews.kept import made_by
from cutcard.reviews.words import ERRORS, word_for
from tests.players.solvable import GAMES as SOLVABLE
from tests.players.solvable import RUNS, Problem, is_settled, numbered

SEATS = 4
SEARCH = "search@1000"
BLUNDERER = "search@20000"
"""Who plays but for the blunders: about as much as `search` thinks in its tenth of a second. The better they play, the fewer
slips of their own there are to be named."""
BETWEEN_BLUNDERS = 20
TRIES = 20
"""For each position that is wanted so many are tried: Port has hardly any that are neither easy nor too large."""
THREE_POINTS = 3.0
WORLDS = 30
"""In so many worlds all seats play on by `SEARCH`, after a move that is named and after the best one."""
MOST_RUNS = 150_000
"""Of the rules, to solve a position that a review does not solve."""

Choose = Callable[[View, int], str]
Found = dict[str, Any]
"""What one game or one position has shown."""


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


def give_or_take(values: Sequence[float], digits: int, times: float) -> str:
    """The mean, and so many standard errors."""
    mean, error = np.mean(values), times * np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    return f"{mean:+.{digits}f} ± {error:.{digits}f}"


def exact_position(game: str, number: int, depth: float) -> Found | None:
    """What a move by chance costs by estimate, and in truth, in a position that a review solves."""
    problem = numbered(game, number)
    if problem is None:
        return None
    found = beside_truth(problem, number, depth)
    assert judge(problem.view, found["move"], depth, number).exact
    return found


def harder_position(game: str, number: int, depth: float) -> Found | None:
    """The same in one that it does not."""
    problem = numbered(game, number, RUNS + 1, MOST_RUNS)
    return problem and beside_truth(problem, number, depth)


def beside_truth(problem: Problem, number: int, depth: float) -> Found:
    move = random.Random(number).choice(sorted(problem.solution.moves))
    estimated = judge(problem.view, move, depth, number, exactly=False).played
    return {
        "move": move, "cost": problem.gap(move), "estimate": estimated.cost, "error": estimated.error,
        "settled": is_settled(problem, move),
    }  # fmt: skip


def exact_row(found: Sequence[Found]) -> str:
    settled = [one for one in found if one["settled"]]
    costs, estimates, errors = (np.array([one[key] for one in settled]) for key in ("cost", "estimate", "error"))
    off = estimates - costs
    holds = np.abs(off) <= 1.96 * errors + 1e-9
    told = np.maximum(costs, estimates) > 1e-9
    return (
        f"{len(found)} | {len(off)} | {np.mean(off):+.4f} | {np.mean(np.abs(off)):.4f} | "
        f"{np.mean(np.abs(off) < 0.005):.0%} | {np.mean(holds):.1%} | {np.mean(holds[told]):.1%} | "
        f"{np.median(errors[told]):.4f}"
    )


def blunders_game(game: str, number: int, depth: float) -> Found:
    """Of the moves that were made worse on purpose: those that cost more than three points, and how many of them are named;
    how many of the others are. The worst of many is that by chance too, and so is what is named: of both it is counted
    what a judgement four times as thorough, in other worlds, says again. What is named and was not planted is played on
    from, too: that is another way of thinking."""
    rng, choose, bad = random.Random(number), by(BLUNDERER, number), dict[int, float]()

    def worst_at_times(view: View, move_number: int) -> str:
        move = choose(view, move_number)
        if rng.random() < 1 / BETWEEN_BLUNDERS:
            worst = judge(view, move, 4 * depth, seed=1 << 40).moves[-1]
            move, bad[move_number] = worst.move, worst.cost
        return move

    review = cutcard.review(played(game, worst_at_times, number).record(), depth=depth)
    points = review.measure.points
    tally = dict.fromkeys(("planted", "found", "costly", "costly_found", "others", "named", "confirmed"), 0)
    told, lost = list[float](), list[float]()
    for one in review.decisions:
        is_named, is_planted = one.word in ERRORS, points(bad.get(one.number, 0.0)) > THREE_POINTS
        kind, of_these = ("planted", "found") if is_planted else ("others", "named")
        tally[kind] += 1
        tally[of_these] += is_named
        if is_planted or is_named:
            view = review.table_before(one.number).glance(one.seat)
            again = judge(view, one.move, 4 * depth, seed=1 << 41)
            is_costly = is_planted and points(again.played.cost) > THREE_POINTS
            tally["costly"] += is_costly
            tally["costly_found"] += is_costly and is_named
            tally["confirmed"] += not is_planted and word_for(again, review.measure) in ERRORS
            if not is_planted and not have_others_chosen(view):
                told.append(points(one.cost))
                worlds = [played_on(view, one.best, world) - played_on(view, one.move, world) for world in range(WORLDS)]
                lost.append(points(float(np.mean(worlds))))
    return {**tally, "told": told, "lost": lost}


def have_others_chosen(view: View) -> bool:
    """Whether somebody has chosen unseen: what they chose would be anything in a world that is redealt."""
    game, words = view.game, np.zeros(view.game.layout.words, dtype=np.uint64)
    game.kernel.redealt(view.state, view.words.reshape(1, -1), 0, words.reshape(1, -1), 0, scratch_dealers(np.uint64(1)))
    table = game.layout.as_table(words)
    before = table.tobytes()
    game.rulebook.rules.namespace["reopen"](table[0], view.seat)
    return bool(table.tobytes() != before)


def played_on(view: View, move: str, world: int) -> float:
    """What a move brings to who makes it where all seats play on by `SEARCH` to the end of the round, or of the game."""
    rng, rules, chooser = np.random.default_rng(world), view.game.rulebook.rules.namespace, player(SEARCH)
    assert view.seat is not None
    table = redeal(view, rng).play(move, view.seat)
    start = rules["lap"](view.state[0])
    while not table.is_over and rules["lap"](table.glance().state[0]) == start:
        seat = table.to_act[0]
        seen = table.glance(seat)
        table = table.play(chooser.choose(seen, LegalMoves(seen), rng), seat)
    if table.result:
        return table.result.utilities[view.seat]
    return float(rules["worth"](table.glance().state[0], view.seat))


def blunders_row(found: Sequence[Found]) -> str:
    """What is named and not confirmed is named wrongly; slips that are not named count as no slips there."""
    keys = ("planted", "found", "costly", "costly_found", "others", "named", "confirmed")
    planted, right, costly, costly_right, others, named, confirmed = (sum(one[key] for one in found) for key in keys)
    wrongly = (named - confirmed) / max(others - confirmed, 1)
    told, lost = ([number for one in found for number in one[key]] for key in ("told", "lost"))
    cells = [str(len(found)), str(planted), share(right, planted), str(costly), share(costly_right, costly)]
    cells += [f"{others:,}", share(named, others), share(confirmed, others), f"{wrongly:.1%}"]
    cells += [f"{np.mean(told):.1f}", give_or_take(lost, 1, 1.0)] if told else ["", ""]
    return " | ".join(cells)


def share(some: int, of: int) -> str:
    return f"{some / max(of, 1):.1%}"


def luck_game(game: str, number: int, depth: float) -> Found:
    """The luck of every seat, in utility, where all search."""
    review = cutcard.review(played(game, by(SEARCH, number), number).record(), depth=depth)
    return {"luck": [review.split(seat).luck for seat in range(SEATS)]}


def luck_row(found: Sequence[Found]) -> str:
    """Intervals that hold for all seats together in 95% of cases."""
    times = NormalDist().inv_cdf(1 - 0.05 / 2 / SEATS)
    luck = [[one["luck"][seat] for one in found] for seat in range(SEATS)]
    return " | ".join([str(len(found)), *(give_or_take(one, 3, times) for one in luck)])


def accuracy_game(game: str, number: int, depth: float) -> Found:
    """The accuracy of players that sit at a table of their own kind."""
    return {
        name: list(accuracies(cutcard.review(played(game, by(name, number), number).record(), depth=depth)))
        for name in ("random", "steady", SEARCH)
    }


def accuracies(review: Review) -> Iterable[float]:
    return [score for seat in range(SEATS) if (score := review.accuracy(seat)) is not None]


def accuracy_row(found: Sequence[Found]) -> str:
    cells = []
    for name in ("random", "steady", SEARCH):
        scores = [score for one in found for score in one[name]]
        cells.append(f"{np.mean(scores):.0f} ({np.quantile(scores, 0.1):.0f}–{np.quantile(scores, 0.9):.0f})")
    return " | ".join([str(len(found)), *cells])


def speed_game(game: str, number: int, depth: float) -> Found:
    """Seconds of one core for a game of `steady`; the first one compiles."""
    record = played(game, by("steady", number), number).record()
    begun = time.process_time()
    review = cutcard.review(record, depth=depth)
    return {"seconds": time.process_time() - begun, "decisions": len(review.decisions)}


def speed_row(found: Sequence[Found]) -> str:
    took = [one["seconds"] for one in found[1:]] or [np.nan]
    decisions = np.mean([one["decisions"] for one in found[1:] or found])
    return f"{len(found) - 1} | {decisions:.0f} | {np.mean(took):.2f} | {np.max(took):.2f}"


EXACT_HEADS = (
    "positions | settled | mean difference | mean distance | within 0.005 | bars hold | of what costs | bar (median)"
)
BLUNDER_HEADS = "games | planted | found | costly again | found | others | named | confirmed | wrongly | told | played on"
One = Callable[[str, int, float], Found | None]
TABLES: dict[str, tuple[One, Callable[[Sequence[Found]], str], str]] = {
    "exact": (exact_position, exact_row, EXACT_HEADS),
    "harder": (harder_position, exact_row, EXACT_HEADS),
    "blunders": (blunders_game, blunders_row, BLUNDER_HEADS),
    "luck": (luck_game, luck_row, "games | " + " | ".join(f"seat {seat}" for seat in range(SEATS))),
    "accuracy": (accuracy_game, accuracy_row, f"games | `random` | `steady` | `{SEARCH}`"),
    "speed": (speed_game, speed_row, "games | decisions | seconds | longest"),
}  # fmt: skip


class Kept:
    """What was found already, in a file that every further finding is added to."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text().splitlines() if path and path.exists() else []
        self.found = {tuple(key): one for key, one in map(json.loads, lines)}

    def get(self, table: str, game: str, number: int, depth: float) -> Found | None:
        judged_by = made_by(cutcard.game(game, seats=SEATS).rulebook.rules)
        key = (table, game, number, depth, BLUNDERER, judged_by)
        if key not in self.found:
            self.found[key] = TABLES[table][0](game, number, depth)
            if self.path:
                with self.path.open("a") as file:
                    print(json.dumps([key, self.found[key]]), file=file)
        found: Found | None = self.found[key]
        return found


def gathered(kept: Kept, table: str, game: str, wanted: int, depth: float) -> list[Found]:
    """So many findings; progress goes to the standard error."""
    found: list[Found] = []
    number = 0
    while len(found) < wanted and number < TRIES * wanted:
        one = kept.get(table, game, number, depth)
        number += 1
        if one is not None:
            found.append(one)
            print(f"\r{game}: {len(found)} of {wanted}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("games", nargs="*", help="only these (default: all)")
    parser.add_argument("--number", type=int, default=20, help="how many games or positions of each (default 20)")
    parser.add_argument("--depth", type=float, default=1.0, help="how thoroughly (default 1)")
    parser.add_argument("--keep", type=Path, help="a file to write findings to, and to go on from")
    given = parser.parse_intermixed_args()  # games may stand behind the flags too
    _, row, heads = TABLES[given.table]
    kept = Kept(given.keep)
    wanted = given.number + (given.table == "speed")
    print(f"| game | {heads} |\n|---{'|---' * (heads.count('|') + 1)}|")
    for book in cutcard.games():
        if book.name in (given.games or [book.name]) and (given.table not in ("exact", "harder") or book.name in SOLVABLE):
            found = gathered(kept, given.table, book.name, wanted, given.depth)
            print(f"| {book.title} | {row(found) if found else 'none found'} |", flush=True)


if __name__ == "__main__":
    main()
