"""What is measured of Cutcard: whole random games on one core and on all, a move through Python, and memory."""

import os
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cutcard
from cutcard import Game

SEATS = 4
CHUNK_DECISIONS = 4_000_000


def games() -> list[Game]:
    return [cutcard.game(book.name, seats=SEATS) for book in cutcard.games()]


def chunk(game: Game) -> int:
    """How many games make a good chunk of work."""
    return max(1, round(CHUNK_DECISIONS / game.simulate(200).decisions.mean()))


def one_core(game: Game) -> Callable[[], int]:
    size = chunk(game)
    return lambda: int(game.simulate(size, seed=1).decisions.sum())


def whole_hands() -> Callable[[], int]:
    """Hands of Clever Pickin' from the deal to the score: picks, bids and seven tricks at four seats."""
    game = cutcard.game("clever-pickin", seats=SEATS, hands=1)
    size = chunk(game)
    return lambda: len(game.simulate(size, seed=1).decisions)


def all_cores(game: Game) -> Callable[[], int]:
    """The same on threads: compiled code does not hold the lock of the interpreter."""
    size, cores = chunk(game), os.cpu_count() or 1

    def work() -> int:
        with ThreadPoolExecutor(cores) as pool:
            parts = pool.map(lambda part: game.simulate(size, seed=1, first=part * size), range(2 * cores))
            return sum(int(part.decisions.sum()) for part in parts)

    return work


def microseconds_of_a_move(game: Game, moves: int = 3000) -> float:
    """The median cost of `table.play(move, seat)` over random games."""
    rng = random.Random(1)
    costs: list[float] = []
    seed = 0
    while len(costs) < moves:
        table = game.start(seed=seed)
        seed += 1
        while not table.is_over:
            seat = rng.choice(table.to_act)
            move = rng.choice(table.legal(seat))
            begun = time.perf_counter()
            table = table.play(move, seat)
            costs.append(time.perf_counter() - begun)
    return statistics.median(costs) * 1e6


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def growth_in_megabytes(game: Game, chunks: int = 6) -> float:
    """How much memory many chunks of games leave behind, simulated and played through Python."""
    size = chunk(game) // 4
    game.simulate(size)
    microseconds_of_a_move(game, 500)
    before = resident_megabytes()
    for part in range(chunks):
        game.simulate(size, first=part * size)
        microseconds_of_a_move(game, 500)
    return resident_megabytes() - before
