"""Make the sets of puzzles that ship with Cutcard, or solve each puzzle again.

To be run as a module, from the folder of the project: .venv/bin/python -m scripts.puzzle_sets [GAME ...]

A set that is there already with as many puzzles is left as it is, unless `--anew` is said: so what was stopped goes on with
the game it had come to. With `--check` nothing is made: each puzzle is solved again, ten times as thoroughly and in other
worlds, and the table of docs/puzzles.md is printed. The exit status is 1 then if a puzzle had another answer; with `--drop`
such a one is taken out of its set."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import cutcard
from cutcard.core.registry import callings
from cutcard.games import games
from cutcard.lab.files import write_whole
from cutcard.puzzles.finding import Finder, Search
from cutcard.puzzles.proving import DEEPER, solved_again
from cutcard.puzzles.puzzle import LEVELS, Puzzle, as_lines, has_puzzles, shipped

SETS = Path(cutcard.__file__).parent / "puzzles" / "sets"
COUNT = 30
SEED = 23


def make(name: str, count: int, seed: int) -> None:
    """Look for the puzzles of a game, and write them where there are some."""
    begun = time.process_time()
    found = Finder(Search(name, None, (), seed), count)
    for _ in found.run():
        pass
    if found.puzzles:
        write_whole(SETS / f"{name}.jsonl", as_lines(found.puzzles).encode())
    took = time.process_time() - begun
    print(f"{name}: {len(found.puzzles)} puzzles in {found.games} games, {took:.0f} s of processor time", flush=True)


def checked(title: str, puzzles: tuple[Puzzle, ...], times: float) -> list[Puzzle]:
    """Print the row of a game; the puzzles of which the answer was found again."""
    begun = time.process_time()
    again = [solved_again(one, times) for one in puzzles]
    levels = Counter(one.level for one in puzzles)
    least = min(one.measure.points(moves[1].cost) for one, (_, moves) in zip(puzzles, again, strict=True))
    fails = sum(one.steady != one.answer for one in puzzles)
    cells = (
        title, len(puzzles), sum(one.proof.exact for one in puzzles),
        sum(moves[0].move == one.answer for one, (_, moves) in zip(puzzles, again, strict=True)),
        sum(is_clear for is_clear, _ in again), f"{least:.1f}", fails, *(levels[one] for one in LEVELS),
        f"{time.process_time() - begun:.0f}",
    )  # fmt: skip
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return [one for one, (_, moves) in zip(puzzles, again, strict=True) if moves[0].move == one.answer]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these (default: all, and their variants)")
    parser.add_argument("--count", type=int, default=COUNT, help=f"how many puzzles of each (default {COUNT})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"which games are played (default {SEED})")
    parser.add_argument("--anew", action="store_true", help="make sets that are there already too")
    parser.add_argument("--check", action="store_true", help="solve each puzzle again, and print the table")
    parser.add_argument("--drop", action="store_true", help="with --check: take out what had another answer")
    parser.add_argument("--times", type=float, default=DEEPER, help=f"so many times as thoroughly (default {DEEPER:g})")
    given = parser.parse_args()
    entries = [one for one in callings(games()) if one.name in (given.games or [one.name])]
    if not given.check:
        for one in entries:
            if given.anew or not has_puzzles(one.name) or len(shipped(one.name)) < given.count:
                make(one.name, given.count, given.seed)
        return
    levels = " | ".join(LEVELS)
    heads = f"game | puzzles | exact | same answer | beyond doubt | smallest margin | `steady` fails | {levels} | seconds"
    print(f"| {heads} |\n|---{'|---' * heads.count('|')}|")
    is_well = True
    for name, title in ((one.name, one.title) for one in entries if has_puzzles(one.name)):
        good = checked(title, shipped(name), given.times)
        if len(good) < len(shipped(name)):
            is_well = False
            if given.drop:
                write_whole(SETS / f"{name}.jsonl", as_lines(good).encode())
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
