"""Train a policy on Pairs until it beats `steady`, on one processor core, and save it.

    python examples/train_pairs.py

Actor and critic with NumPy alone, on the vector environment: two thousand tables at once.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any, NamedTuple

import numpy as np
from pairs_policy import SAVED, Features, Network, actions

from cutcard.envs.vector import VectorEnv

Array = np.ndarray[Any, Any]

TABLES, STEPS, PASSES = 2048, 32, 4
LAMBDA, RATE, CURIOSITY = 0.95, 3e-3, 0.003
TRIALS = 100_000
"""Games by which it is judged."""


class Played(NamedTuple):
    """What was seen and done, a row for each step."""

    features: Array
    hit: Array
    free: Array
    """Whether there was a choice."""
    rewards: Array
    ended: Array
    guesses: Array
    """What the network had expected; one row more than the others."""


def chosen(network: Network, features: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """A choice by chance as the network wishes, and what it expects."""
    wish, guess = network(features).T
    return rng.random(len(wish)) < 1 / (1 + np.exp(-wish)), guess


def play(envs: VectorEnv, seen: Any, features: Features, network: Network, rng: np.random.Generator) -> tuple[Played, Any]:
    rows: list[tuple[Array, ...]] = []
    for _ in range(STEPS):
        found = features.of(seen["observation"])
        wish, guess = chosen(network, found, rng)
        masks = seen["action_mask"]
        action, free = actions(wish, masks), masks.sum(axis=1) > 1
        seen, rewards, ended, _, _ = envs.step(action)
        rows.append((found, wish, free, rewards.copy(), ended.copy(), guess))
    found, hit, free, rewards, ended, guesses = (np.stack(column) for column in zip(*rows, strict=True))
    last = network(features.of(seen["observation"]))[:, 1]
    return Played(found, hit, free, rewards, ended, np.concatenate([guesses, last[None]])), seen


def advantages(played: Played) -> Array:
    """How much better it went than expected, from each step on (generalised advantage estimation)."""
    found, ahead = np.zeros_like(played.rewards), np.zeros(played.rewards.shape[1])
    for step in reversed(range(len(found))):
        goes_on = ~played.ended[step]
        surprise = played.rewards[step] + goes_on * played.guesses[step + 1] - played.guesses[step]
        ahead = found[step] = surprise + LAMBDA * goes_on * ahead
    return found


class Adam:
    def __init__(self, weights: dict[str, Array]) -> None:
        self._first = {name: np.zeros_like(value) for name, value in weights.items()}
        self._second = {name: np.zeros_like(value) for name, value in weights.items()}
        self._steps = 0

    def step(self, weights: dict[str, Array], slopes: dict[str, Array], rate: float) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            self._first[name] += 0.1 * (slope - self._first[name])
            self._second[name] += 0.001 * (slope**2 - self._second[name])
            first = self._first[name] / (1 - 0.9**self._steps)
            second = self._second[name] / (1 - 0.999**self._steps)
            weights[name] -= (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


def learn(network: Network, adam: Adam, played: Played, rate: float, rng: np.random.Generator) -> None:
    """Proximal policy optimisation: some passes over what was played, while the policy stays near the one that played."""
    gained = advantages(played)
    wanted = (gained + played.guesses[:-1]).ravel()
    features, hit, free = (part.reshape(-1, *part.shape[2:]) for part in (played.features, played.hit, played.free))
    gained = gained.ravel() / (gained[played.free].std() + 1e-8)
    before = _likely(network(features)[:, 0], hit)
    for _ in range(PASSES):
        for batch in np.array_split(rng.permutation(len(hit)), 8):
            x, chose, gain = features[batch], hit[batch], gained[batch] * free[batch]
            inner = network.hidden(x)
            wish, guess = (inner @ network.weights["last"] + network.weights["end"]).T
            ratio = _likely(wish, chose) / before[batch]
            held = ((gain > 0) & (ratio > 1.2)) | ((gain < 0) & (ratio < 0.8))
            chance = 1 / (1 + np.exp(-wish))
            towards = np.where(held, 0, gain * ratio) * (chose - chance)
            towards -= CURIOSITY * free[batch] * wish * chance * (1 - chance)  # what is undecided stays open a little
            out = np.stack([-towards, guess - wanted[batch]], axis=1).astype(np.float32) / len(batch)
            back = (out @ network.weights["last"].T) * (1 - inner**2)
            slopes = {"first": x.T @ back, "bias": back.sum(axis=0), "last": inner.T @ out, "end": out.sum(axis=0)}
            adam.step(network.weights, slopes, rate)


def _likely(wish: Array, chose: Array) -> Array:
    return 1 / (1 + np.exp(np.where(chose, -wish, wish)))


def judged(network: Network, features: Features, seats: int, games: int, seed: int) -> tuple[float, float]:
    """The mean utility against `steady`, and half of its 95% interval; the network does what it likes better."""
    envs = VectorEnv("pairs", TABLES, seats=seats, opponents="steady", seat="random", copy=False)
    seen, _ = envs.reset(seed=seed)
    won: list[Array] = []
    each = np.zeros(TABLES, np.int64)  # as many games of each table, or short games would count too often
    most = -(-games // TABLES)
    while each.min() < most:
        wish = network(features.of(seen["observation"]))[:, 0] > 0
        seen, rewards, ended, _, _ = envs.step(actions(wish, seen["action_mask"]))
        counts = ended & (each < most)
        won.append(rewards[counts])
        each += counts
    utilities = np.concatenate(won)
    return float(utilities.mean()), float(1.96 * utilities.std() / np.sqrt(len(utilities)))


def trained(seats: int, minutes: float, seed: int, rounds: int = 1 << 30) -> tuple[Network, bool]:
    """A network, and whether it beats `steady`; what `rounds` ends sooner is not trained enough."""
    rng = np.random.default_rng(seed)
    envs = VectorEnv("pairs", TABLES, seats=seats, opponents="steady", seat="random", copy=False)
    features, network = Features(envs.game), Network.untrained(rng)
    adam = Adam(network.weights)
    seen, _ = envs.reset(seed=seed)
    begun = time.monotonic()
    part = 0.0
    done = 0
    while part < 1 and done < rounds:
        played, seen = play(envs, seen, features, network, rng)
        learn(network, adam, played, RATE * max(0.05, 1 - part), rng)
        done += 1
        part = (time.monotonic() - begun) / (60 * minutes)
        if done % 40 == 0:
            gain, half = judged(network, features, seats, TRIALS, seed=done)
            steps = done * STEPS * TABLES
            print(f"{steps:>12,} decisions, {60 * minutes * part:4.0f} s: {gain:+.4f} ± {half:.4f} a game against steady")
            if gain > 2 * half:
                return network, True
    return network, False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2, help="at the table; all others play steady (default 2)")
    parser.add_argument("--minutes", type=float, default=5.0, help="at most (default 5)")
    parser.add_argument("--seed", type=int, default=1)
    chosen_by = parser.parse_args()
    network, beats = trained(chosen_by.seats, chosen_by.minutes, chosen_by.seed)
    if not beats:
        print("It does not beat steady yet: give it more minutes.")
        return 1
    np.savez(SAVED, seats=chosen_by.seats, **network.weights)
    print(f"It beats steady, and is saved in {SAVED.name}. Play against it, in the folder of that file:")
    print(f"  cutcard play pairs --seats {chosen_by.seats} --bots pairs_policy:PairsPolicy")
    return 0


if __name__ == "__main__":
    sys.exit(main())
