"""`python -m bench.ismcts`: our `search` against OpenSpiel's IS-MCTS with random rollouts, at Clever Pickin', two and two.

Both play through `cutcard.envs.openspiel` and have the same time for each move, by one clock: it needs a core to itself. A
game has as many hands as are asked for. Each deal is played twice, with the seats changed, so that the luck hits
both alike. OpenSpiel's bot is the one written in Python: the other one cannot ask a Python game for another world.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from cutcard.envs.openspiel.game import SpielState  # makes the games known too
from cutcard.players import LegalMoves
from cutcard.players.search.search import Budget, SearchPlayer

SEATS = 4
SIDES = ((0, 2), (1, 3))
EXPLORATION = 1.0
CERTAIN = 1.96


class TimeUp(Exception):
    """The time for a move is over."""


class TimedIsmcts(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot, told to stop by the clock instead of a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        rollouts = RandomRolloutEvaluator(1, rng)
        best = ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        super().__init__(game, rollouts, EXPLORATION, 10**9, random_state=rng, final_policy_type=best)
        self.seconds = seconds
        self.simulations: list[int] = []
        self.used: list[float] = []

    def run_search(self, state: Any) -> Any:
        self.done, self.end = 0, time.perf_counter() + self.seconds
        try:
            return super().run_search(state)  # where there is one move only
        except TimeUp:
            self.simulations.append(self.done)
            self.used.append(time.perf_counter() - self.end + self.seconds)
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        if self.done > 1 and time.perf_counter() > self.end:
            raise TimeUp
        self.done += 1
        return super().sample_root_state(state)


class Searcher:
    """Our `search`, behind the same step."""

    def __init__(self, milliseconds: int, seed: int) -> None:
        self.player = SearchPlayer(Budget(milliseconds=milliseconds))
        self.rng = np.random.default_rng(seed)
        self.seconds: list[float] = []

    def step(self, state: SpielState) -> int:
        seat = state.current_player()
        view = state.node.table.glance(seat)
        begun = time.perf_counter()
        move = self.player.choose(view, LegalMoves(view), self.rng)
        if len(state.legal_actions()) > 1:
            self.seconds.append(time.perf_counter() - begun)
        return next(action for action in state.legal_actions() if state.action_to_string(seat, action) == move)


def played(game: Any, bots: list[Any], deal: int) -> list[float]:
    """What a game is worth to each seat; the same deal is the same cards in the same order."""
    cards = np.random.default_rng(deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(cards.choice(faces, p=chances)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    found: list[float] = state.returns()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ismcts", description=__doc__)
    parser.add_argument("--deals", type=int, default=50, help="deals, each played twice (default 50)")
    parser.add_argument("--milliseconds", type=int, default=200, help="time for each move (default 200)")
    parser.add_argument("--hands", type=int, default=1, help="hands of a game (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = pyspiel.load_game(f"cutcard_clever_pickin(seats={SEATS},hands={asked.hands})")
    peer = TimedIsmcts(game, asked.milliseconds / 1000, asked.seed)
    ours = Searcher(asked.milliseconds, asked.seed)
    played(game, [ours] * SEATS, 0)  # compiles what has to be
    ours.seconds.clear()
    worth: list[float] = []
    wins: list[float] = []
    with Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        for deal in progress.track(range(asked.deals), description="search against IS-MCTS"):
            of_deal = []
            for mine in SIDES:
                utilities = played(
                    game, [ours if seat in mine else peer for seat in range(SEATS)], asked.seed * 10_000 + deal
                )
                of_deal.append(statistics.mean(utilities[seat] for seat in mine))
                best = [seat for seat in range(SEATS) if utilities[seat] == max(utilities)]
                wins.append(sum(seat in mine for seat in best) / len(best))
            worth.append(statistics.mean(of_deal))
            progress.console.print(f"deal {deal + 1}: {of_deal[0]:+.2f} {of_deal[1]:+.2f}")
    print(told(asked.milliseconds, worth, wins, peer, ours))


def told(milliseconds: int, worth: list[float], wins: list[float], peer: TimedIsmcts, ours: Searcher) -> str:
    """The score as a table of Markdown."""
    mean, error = statistics.mean(worth), statistics.stdev(worth) / math.sqrt(len(worth))
    share = statistics.mean(wins)
    used = [round(statistics.mean(seconds) * 1000) for seconds in (ours.seconds, peer.used)]
    return "\n".join(
        [
            "| time a move | games | utility of `search` | 95% | games that `search` won | IS-MCTS simulations a move |",
            "|---|---|---|---|---|---|",
            f"| {milliseconds} ms (used: {used[0]} and {used[1]}) | {len(wins)} | {mean:+.3f} | "
            f"{mean - CERTAIN * error:+.3f} to {mean + CERTAIN * error:+.3f} | {share:.0%} | "
            f"{statistics.mean(peer.simulations):.0f} |",
        ]
    )


if __name__ == "__main__":
    main()
