"""States a second through OpenSpiel, by chance, beside the Kuhn poker that it has in Python: a part of `make bench`, and
alone `python -m bench.spiel`."""

import argparse
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.measuring import ratio

KUHN = "python_kuhn_poker"
BAR = 1.0
SECONDS = 0.3
"""Processor time of one measurement."""


def playouts(name: str) -> Callable[[], float]:
    """States a second of processor time: each is asked whether it is over or a card is due, and for its actions or cards,
    of which any is as likely as the others."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401 (makes it known)

    import cutcard.envs.openspiel  # noqa: F401 (makes its games known)

    game, rng = pyspiel.load_game(name), random.Random(1)
    one_of(game, rng)

    def work() -> float:
        states, begun = 0, time.process_time()
        while time.process_time() - begun < SECONDS:
            for _ in range(10):
                states += one_of(game, rng)
        return states / (time.process_time() - begun)

    return work


def one_of(game: Any, rng: random.Random) -> int:
    """Play a game; how many states it had."""
    state, states = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(rng.random() * len(outcomes))][0]
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
        state.apply_action(action)
        states += 1
    state.returns()
    return states


def measured(rounds: int) -> dict[str, list[float]]:
    """States a second of every game in each round, Kuhn poker first."""
    import cutcard
    from cutcard.envs.openspiel.game import short_name

    works = {name: playouts(name) for name in (KUHN, *(short_name(book.name) for book in cutcard.games()))}
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(work())
    return found


def spiel_table(found: dict[str, list[float]], misses: list[str]) -> Table:
    table = Table(title="States through OpenSpiel, random play, one core")
    for title in ("game", "states/s", "× its Python Kuhn poker"):
        table.add_column(title, justify="left" if title == "game" else "right")
    for name, values in found.items():
        times = ratio(found, name, KUHN)
        table.add_row(name, f"{median(values):,.0f}", "" if name == KUHN else f"{times:.2f}")
        if times < BAR:
            misses.append(f"{name}: {times:.2f} times the states a second of {KUHN}")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.spiel", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    console = Console(width=112)
    misses: list[str] = []
    console.print(spiel_table(measured(parser.parse_args().rounds), misses))
    for miss in misses:
        console.print(f"below its bar: {miss}", style="bold red")
    return len(misses)


if __name__ == "__main__":
    sys.exit(main())
