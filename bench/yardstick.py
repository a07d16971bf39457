"""Four-seat Pairs beside hand-written C that plays the very same games: a part of `make bench`, and alone
`python -m bench.yardstick`.

Both are measured on one core by processor time, in turn, so that it can be done beside other work."""

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import cutcard
from cutcard.core.dealer import seeded

SOURCE = Path(__file__).with_name("pairs.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
GAMES, SEED, CHECKED = 100_000, 1, 20_000
BAR = 1.25
"""How many times our speed the C may have."""

Results = tuple[np.ndarray[Any, Any], ...]
"""Scores, utilities, standings and decisions."""
Player = Callable[[int, int, int], Results]
"""Plays some games of a seed from a first one on."""


def in_c() -> Player | None:
    """Games by the C, built with the system's compiler; None where there is none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "pairs.so"
        subprocess.run([compiler, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
        function = ctypes.CDLL(str(library)).simulate
    function.argtypes = [ctypes.c_int64, ctypes.c_uint64, ctypes.c_int64, *[ctypes.c_void_p] * 4]
    function.restype = None

    def play(games: int, seed: int, first: int) -> Results:
        each = (games, 4)
        results = np.zeros(each, np.int64), np.zeros(each), np.zeros(each, np.int64), np.zeros(games, np.int64)
        function(games, seeded(seed), first, *(array.ctypes.data for array in results))
        return results

    return play


def in_python() -> Player:
    """The same by ours."""
    game = cutcard.game("pairs", seats=4)

    def play(games: int, seed: int, first: int) -> Results:
        found = game.simulate(games, seed=seed, first=first)
        return found.scores, found.utilities, found.standings, found.decisions

    return play


def check_same(one: Player, other: Player) -> None:
    """Both play the same games, to the last number."""
    for mine, theirs in zip(one(CHECKED, 3, 11), other(CHECKED, 3, 11), strict=True):
        if not np.array_equal(mine, theirs):
            raise AssertionError("the C does not play the games that ours does")


def speed(play: Player) -> float:
    """Decisions in a second of processor time."""
    begun = time.process_time()
    results = play(GAMES, SEED, 0)
    return int(results[-1].sum()) / (time.process_time() - begun)


def speeds(rounds: int) -> tuple[float, float] | None:
    """The best of ours and of the C, measured in turn; None without a compiler. What others do beside it only ever slows
    either down, so that the best is the nearest to the truth."""
    theirs, ours = in_c(), in_python()
    if theirs is None:
        return None
    check_same(theirs, ours)
    found = [(speed(ours), speed(theirs)) for _ in range(2 * rounds)]
    return max(mine for mine, _ in found), max(c for _, c in found)


def sentence(found: tuple[float, float] | None, misses: list[str]) -> str:
    """How it stands, in one line."""
    if found is None:
        return "There is no C compiler here, so that nothing was measured beside C."
    ours, c = found
    if c > BAR * ours:
        misses.append(f"Pairs: the C makes {c / ours:.2f} times as many decisions")
    return (
        f"Pairs beside hand-written C of the same games, processor time of one core: {ours / 1e6:.1f} million decisions a "
        f"second, the C {c / 1e6:.1f} million, {c / ours:.2f} times as many."
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.yardstick", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often both are measured, times two (default 5)")
    misses: list[str] = []
    print(sentence(speeds(parser.parse_args().rounds), misses))
    for miss in misses:
        print(f"below its bar: {miss}")
    return len(misses)


if __name__ == "__main__":
    sys.exit(main())
