"""`python scripts/compile_games.py`: the machine code of every game, made once before many processes want it at the same
moment. Each would make it for itself otherwise. Where it is in the cache already, this takes a few seconds.

With `--tests` also what several tests want and a server does not: that needs what the tests need."""

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import cutcard
from cutcard.core.declaration.game import find
from cutcard.envs.observing import observer_for
from cutcard.players.exact.solver import is_solvable, solve
from cutcard.players.search.search import Budget, advise
from cutcard.present.compile_steps import steps


def compile_game(name: str) -> str:
    """All that playing, simulating, thinking ahead, solving and observing needs."""
    game = find(name, None, 0, {})
    for _ in steps(game):
        pass
    game.simulate(2, players="steady")
    table = game.start(seed=0)
    seat = table.to_act[0]
    advise(table.view(seat), Budget(simulations=20))
    if is_solvable(game):
        solve(table.view(seat), 10)
    observer = observer_for(game)
    observer.observe(table.words, seat)
    observer.mask(table.words, seat)
    return name


STUDIED = ("pairs", "port")
"""The games whose measures many tests take; of others one test at most does."""


REVIEWED = "pairs"
"""The game whose reviews tests and examples make."""


def compile_for_tests(name: str) -> str:
    """The loops of many tables, of measures and of reviews too. A server is installed without what these import."""
    from cutcard.envs.vector import VectorEnv
    from cutcard.lab import simulate
    from cutcard.reviews.preparing import prepare

    compile_game(name)
    VectorEnv(name, 1).reset(seed=0)
    if name in STUDIED:
        simulate(find(name, None, 0, {}), "steady", games=2)
    if name == REVIEWED:
        prepare(name)
    return name


def main() -> None:
    compiled = compile_for_tests if "--tests" in sys.argv[1:] else compile_game
    names = sorted((book.name for book in cutcard.games()), key=lambda name: name not in ("pickle", "clever-pickin"))
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as processes:
        for name in processes.map(compiled, names):
            print(f"{name} is compiled.", flush=True)


if __name__ == "__main__":
    main()
