"""Steps of the environments with random legal actions, beside RLCard, Pgx and PettingZoo's own: a part of `make bench`, and
alone `python -m bench.envs`."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.measuring import Rate, in_turn, ratio
from bench.peers import rlcard_steps

BATCH, SEATS = 4096, 4
STEPS = 200
"""Steps of a whole batch in one measurement; of one table at a time as many games."""

ONE, ALL = "VectorEnv, one thread", "VectorEnv, all cores"
RLCARD, PGX = "RLCard, Uno, random agents", "Pgx, Leduc, compiled loop, all cores"
AEC, PETTINGZOO = "AEC, Pairs", "PettingZoo, Leduc"
SINGLE = "One learner, Pairs, compiled opponents"
RLCARD_BAR, PGX_BAR, PETTINGZOO_BAR, SINGLE_BAR, CORES_BAR = 100.0, 3.0, 2.0, 8.0, 1.5


def drawn(legal: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """For each table one of its legal actions, which are the bits of a word: some of the lowest are left out, by chance."""
    one = np.uint64(1)
    left_out = (rng.random(len(legal)) * np.bitwise_count(legal)).astype(np.uint8)
    for number in range(int(left_out.max())):
        legal = np.where(left_out > number, legal & (legal - one), legal)
    return np.bitwise_count(~legal & (legal - one))


def vector_steps(threads: int) -> Callable[[], int]:
    """Four-seat Pairs: the caller acts for every seat, by NumPy."""
    import gymnasium

    import cutcard.envs  # noqa: F401 (makes its environments known)

    envs: Any = gymnasium.make_vec(
        "cutcard/Pairs-v0", num_envs=BATCH, seats=SEATS, opponents=None, copy=False, threads=threads
    )
    rng = np.random.default_rng(1)
    infos = envs.reset(seed=1)[1]

    def work() -> int:
        nonlocal infos
        for _ in range(STEPS):
            infos = envs.step(drawn(infos["legal"], rng))[-1]
        return STEPS * BATCH

    return work


def pgx_steps() -> Callable[[], int]:
    """Pgx's Leduc as its makers run it: compiled, a batch at once, dealt again when over. Its actions are drawn inside the
    compiled loop, which is quicker for it than to fetch the masks."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choosing, dealing = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return (step(state, actions, jax.random.split(dealing, BATCH)), key), None

    many = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=STEPS)[0])
    key = jax.random.PRNGKey(1)
    carried = jax.vmap(env.init)(jax.random.split(key, BATCH)), key

    def work() -> int:
        nonlocal carried
        carried = jax.block_until_ready(many(carried))
        return STEPS * BATCH

    return work


def aec_steps(make: Callable[[], Any]) -> Callable[[], int]:
    """Steps of a PettingZoo environment, turn by turn, by the loop of its own documentation."""
    env = make()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        steps = 0
        for _ in range(STEPS):
            env.reset()
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[rng.integers(len(legal))]))
                steps += 1
        return steps

    return work


def single_steps() -> Callable[[], int]:
    """Steps of one learner among compiled opponents, by the loop of Gymnasium's documentation."""
    import gymnasium

    import cutcard.envs  # noqa: F401 (makes its environments known)

    env: Any = gymnasium.make("cutcard/Pairs-v0", seats=SEATS, opponents="steady")
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        steps = 0
        for _ in range(STEPS):
            observation, done = env.reset()[0], False
            while not done:
                legal = np.flatnonzero(observation["action_mask"])
                observation, _, done, _, _ = env.step(int(legal[rng.integers(len(legal))]))
                steps += 1
        return steps

    return work


def our_aec() -> Any:
    from cutcard.envs.pettingzoo import aec

    return aec.env("pairs", seats=SEATS)


def their_aec() -> Any:
    import pettingzoo

    return pettingzoo.make("aec", "classic/leduc_holdem_v4")


def rates() -> list[Rate]:
    return [
        Rate(RLCARD, rlcard_steps()),
        Rate(PGX, pgx_steps()),
        Rate(ONE, vector_steps(1)),
        Rate(ALL, vector_steps(os.cpu_count() or 1)),
        Rate(PETTINGZOO, aec_steps(their_aec)),
        Rate(AEC, aec_steps(our_aec)),
        Rate(SINGLE, single_steps()),
    ]


def envs_table(found: dict[str, list[float]], misses: list[str]) -> Table:
    """Steps per second and how many times the peers' that is; a ratio is the median of those of each round."""
    table = Table(title=f"Environments, random legal actions, {SEATS}-seat Pairs, a batch of {BATCH:,}")
    for title in ("what", "steps/s", "× RLCard", "× Pgx", "× PettingZoo", "× one thread"):
        table.add_column(title, justify="left" if title == "what" else "right")
    beside = {ONE: (RLCARD, PGX), ALL: (RLCARD, PGX, ONE), AEC: (PETTINGZOO,), SINGLE: (PETTINGZOO,)}
    for name, values in found.items():
        cells = [
            f"{ratio(found, name, peer):,.2f}" if peer in beside.get(name, ()) else ""
            for peer in (RLCARD, PGX, PETTINGZOO, ONE)
        ]
        table.add_row(name, f"{np.median(values):,.0f}", *cells)
    bars = (
        (ONE, RLCARD, RLCARD_BAR),
        (ALL, PGX, PGX_BAR),
        (AEC, PETTINGZOO, PETTINGZOO_BAR),
        (SINGLE, PETTINGZOO, SINGLE_BAR),
        (ALL, ONE, CORES_BAR),
    )
    for ours, theirs, bar in bars:
        if (found_ratio := ratio(found, ours, theirs)) < bar:
            misses.append(f"{ours}: {found_ratio:.2f} times {theirs}")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    rounds = parser.parse_args().rounds
    console, progress = Console(width=112), Console(stderr=True)
    misses: list[str] = []
    with progress.status("measuring") as status:
        found = in_turn(rates(), rounds, status.update)
    console.print(envs_table(found, misses))
    for miss in misses:
        console.print(f"below its bar: {miss}", style="bold red")
    return len(misses)


if __name__ == "__main__":
    sys.exit(main())
