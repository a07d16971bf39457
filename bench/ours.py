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
from cutcard.lab import simulate
from cutcard.lab.studies.tally import LENGTHS

SEATS = 4
CHUNK_DECISIONS = 4_000_000
STUDY_CHUNKS = 25
"""A study is this many chunks: long enough that the few games it looks at more closely do not count."""


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


def simulations() -> Callable[[], int]:
    """Simulations of `search` at the first card of the first trick of Clever Pickin', four seats, `steady` playing out."""
    from cutcard.core.table.moves import advised, named
    from cutcard.games.clever_pickin.moves import PLAYING
    from cutcard.players.search.search import Budget, Tree

    table = cutcard.game("clever-pickin", seats=SEATS).start(seed=5)
    while table.reading.phase != PLAYING:
        view = table.view(table.to_act[0])
        table = table.play(named(table.game, view.reading, table.to_act[0], advised(table.game, view.state)))
    state, number = table.view(table.to_act[0]).state, 20_000

    def work() -> int:
        Tree(table.game, state, Budget(simulations=number), 1).grow()
        return number

    return work


def all_cores(game: Game) -> Callable[[], int]:
    """The same on threads: compiled code does not hold the lock of the interpreter."""
    size, cores = chunk(game), os.cpu_count() or 1

    def work() -> int:
        with ThreadPoolExecutor(cores) as pool:
            parts = pool.map(lambda part: game.simulate(size, seed=1, first=part * size), range(2 * cores))
            return sum(int(part.decisions.sum()) for part in parts)

    return work


def study(game: Game, workers: int) -> Callable[[], int]:
    """The lab's `simulate` with random players, on so many threads; `bare` is what it is measured by."""
    games = STUDY_CHUNKS * chunk(game)

    def work() -> int:
        found = simulate(game, "random", games=games, seed=1, workers=workers)
        return int(found.tally.table[:, LENGTHS].sum())

    return work


def bare(game: Game) -> Callable[[], int]:
    """As many games by the compiled loop alone, in chunks: what they come to would else fill the memory."""
    size = max(1, chunk(game) // 4)
    return lambda: sum(int(game.simulate(size, seed=1, first=i * size).decisions.sum()) for i in range(4 * STUDY_CHUNKS))


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
