"""`make bench`: random whole games of every game, and steps of the environments, beside OpenSpiel, RLCard, Pgx and
PettingZoo, with the bars they have to meet."""

import argparse
import os
import sys
from statistics import median

from rich.console import Console
from rich.table import Table

from bench import envs, ours, peers, spiel, start, yardstick
from bench.measuring import Rate, in_turn, medians, ratio

OPEN_SPIEL, RLCARD = "OpenSpiel, Oh Hell, C++ rollouts", "RLCard, Uno, random agents"
WIDTH = 112
SIMULATIONS, PEER_SIMULATIONS = "Clever Pickin', search", "OpenSpiel, Oh Hell, C++ IS-MCTS"
SIMULATIONS_BAR = 3.0
HANDS = "Clever Pickin', whole hands"
STUDIES, STUDY_ROUNDS = ("bare loop", "study", "study on threads"), 3
OVER_BAR, THREADS, THREADS_BAR = 0.15, 2, 1.8
STEPS_BAR, HANDS_BAR, BYTES_BAR, MOVE_BAR, MEMORY_BAR = 4.0, 4.0, 512, 20.0, 8.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    rounds = parser.parse_args().rounds
    console, progress = Console(width=WIDTH), Console(stderr=True)
    games = ours.games()
    rates = [Rate(OPEN_SPIEL, peers.open_spiel_steps()), Rate(RLCARD, peers.rlcard_steps())]
    rates.append(Rate(HANDS, ours.whole_hands()))
    rates.append(Rate(PEER_SIMULATIONS, peers.open_spiel_simulations()))
    rates.append(Rate(SIMULATIONS, ours.simulations()))
    rates += [Rate(game.name, ours.one_core(game)) for game in games]
    rates += [Rate(f"{game.name}, all cores", ours.all_cores(game)) for game in games]
    with progress.status("measuring") as status:
        found = medians(rates, rounds, status.update)
        status.update("measuring beside C")
        beside_c = yardstick.speeds(rounds)
        environments = in_turn(envs.rates(), rounds, status.update)
        walked = spiel.measured(rounds)
        started = start.measured(rounds)
        studied = {}
        for game in games:
            studied |= in_turn(study_rates(game), STUDY_ROUNDS, status.update)
        moves = {game.name: median(ours.microseconds_of_a_move(game) for _ in range(rounds)) for game in games}
        grown = {game.name: ours.growth_in_megabytes(game) for game in games}
    console.print(f"Random whole games at {ours.SEATS} seats, the median of {rounds} rounds, {os.cpu_count()} cores.")
    console.print(peers_table(found))
    misses: list[str] = []
    console.print(games_table(games, found, moves, grown, misses))
    console.print(yardstick.sentence(beside_c, misses))
    console.print(hands_table(found, misses))
    console.print(search_table(found, misses))
    console.print(studies_table(games, studied, misses))
    console.print(envs.envs_table(environments, misses))
    console.print(spiel.spiel_table(walked, misses))
    console.print(start.start_table(started, misses))
    for miss in misses:
        console.print(f"below its bar: {miss}", style="bold red")
    if not misses:
        console.print(
            f"Every bar is met: {STEPS_BAR:g} times OpenSpiel's steps and {HANDS_BAR:g} times its hands on one core, "
            f"{BYTES_BAR} bytes a table, {MOVE_BAR:g} µs a move, no growing memory; {SIMULATIONS_BAR:g} times OpenSpiel's "
            f"simulations; a study is at most {OVER_BAR:.0%} over the bare loop, two threads give {THREADS_BAR:g} times one."
            f" The vector environment does {envs.RLCARD_BAR:g} times RLCard's steps and {envs.PGX_BAR:g} times Pgx's, one "
            f"AEC environment {envs.PETTINGZOO_BAR:g} times PettingZoo's own, one learner's {envs.SINGLE_BAR:g} times. "
            f"OpenSpiel walks through our games as fast as through its Python Kuhn poker. A list is printed in at most "
            f"{max(start.BARS.values()):g} of the time that it takes to import Numba."
        )
    return len(misses)


def millions(rate: float) -> str:
    return f"{rate / 1e6:.{1 if rate > 1e6 else 3}f} M"


def peers_table(found: dict[str, float]) -> Table:
    table = Table(title="Peers, one core")
    table.add_column("peer")
    table.add_column("steps/s", justify="right")
    for name in (OPEN_SPIEL, RLCARD):
        table.add_row(name, millions(found[name]))
    return table


def games_table(
    games: list[ours.Game], found: dict[str, float], moves: dict[str, float], grown: dict[str, float], misses: list[str]
) -> Table:
    table = Table(title="Cutcard")
    for title in ("game", "decisions/s", "× OpenSpiel", "× RLCard", "all cores", "× one", "bytes", "µs a move", "MB grown"):
        table.add_column(title, justify="left" if title == "game" else "right")
    for game in games:
        name, size = game.name, game.layout.table.itemsize
        one, both = found[name], found[f"{name}, all cores"]
        ratio = one / found[OPEN_SPIEL]
        table.add_row(
            name, millions(one), f"{ratio:.1f}", f"{one / found[RLCARD]:,.0f}", millions(both), f"{both / one:.2f}",
            str(size), f"{moves[name]:.1f}", f"{grown[name]:.1f}",
        )  # fmt: skip
        checks = {
            f"{name}: {ratio:.2f} times OpenSpiel": ratio >= STEPS_BAR,
            f"{name}: a table of {size} bytes": size <= BYTES_BAR,
            f"{name}: {moves[name]:.1f} µs a move": moves[name] <= MOVE_BAR,
            f"{name}: memory grew by {grown[name]:.1f} MB": grown[name] <= MEMORY_BAR,
        }
        misses += [what for what, met in checks.items() if not met]
    return table


def hands_table(found: dict[str, float], misses: list[str]) -> Table:
    """Whole hands beside rollouts that begin after the deal, both on one core."""
    rollouts = found[OPEN_SPIEL] / peers.STEPS_OF_A_ROLLOUT
    ratio = found[HANDS] / rollouts
    table = Table(title="Whole hands, 4 seats, 7 tricks, one core")
    for title in ("what", "hands/s", "× OpenSpiel"):
        table.add_column(title, justify="left" if title == "what" else "right")
    table.add_row(f"{OPEN_SPIEL}, after the deal", f"{rollouts:,.0f}", "")
    table.add_row(f"{HANDS}, deal, picks and bids too", f"{found[HANDS]:,.0f}", f"{ratio:.1f}")
    if ratio < HANDS_BAR:
        misses.append(f"{HANDS}: {ratio:.2f} times OpenSpiel's")
    return table


def search_table(found: dict[str, float], misses: list[str]) -> Table:
    """Simulations of a search, one rollout each, at the first card of the first trick."""
    ratio = found[SIMULATIONS] / found[PEER_SIMULATIONS]
    table = Table(title="Search, 4 seats, 7 tricks, one core")
    for title in ("what", "simulations/s", "× OpenSpiel"):
        table.add_column(title, justify="left" if title == "what" else "right")
    table.add_row(f"{PEER_SIMULATIONS}, random rollouts", f"{found[PEER_SIMULATIONS]:,.0f}", "")
    table.add_row(f"{SIMULATIONS}, steady rollouts", f"{found[SIMULATIONS]:,.0f}", f"{ratio:.1f}")
    if ratio < SIMULATIONS_BAR:
        misses.append(f"{SIMULATIONS}: {ratio:.2f} times OpenSpiel's")
    return table


def study_rates(game: ours.Game) -> list[Rate]:
    works = ours.bare(game), ours.study(game, 1), ours.study(game, THREADS)
    return [Rate(f"{game.name}, {what}", work) for what, work in zip(STUDIES, works, strict=True)]


def studies_table(games: list[ours.Game], found: dict[str, list[float]], misses: list[str]) -> Table:
    """The lab's `simulate` with random players, beside the compiled loop alone, and on one thread beside several."""
    table = Table(title=f"cutcard simulate, random players, {ours.STUDY_CHUNKS * ours.CHUNK_DECISIONS // 10**6} M decisions")
    for title in ("game", "bare loop", "simulate", "over", f"{THREADS} threads", "× one"):
        table.add_column(title, justify="left" if title == "game" else "right")
    for game in games:
        names = [f"{game.name}, {what}" for what in STUDIES]
        bare, one, several = (millions(median(found[name])) for name in names)
        over, gain = ratio(found, names[0], names[1]) - 1, ratio(found, names[2], names[1])
        table.add_row(game.name, bare, one, f"{over:.0%}", several, f"{gain:.2f}")
        if over > OVER_BAR:
            misses.append(f"{game.name}: a study takes {over:.0%} more than the bare loop")
        if gain < THREADS_BAR:
            misses.append(f"{game.name}: a study on {THREADS} threads is {gain:.2f} times as fast")
    return table


if __name__ == "__main__":
    sys.exit(main())
