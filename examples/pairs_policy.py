"""A small network that plays Pairs, and the player it is at a table. `train_pairs.py` trains it.

cutcard play pairs --seats 2 --bots pairs_policy:PairsPolicy
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import cutcard
from cutcard.core.declaration.game import Game
from cutcard.envs.observing import Observer
from cutcard.envs.policy import Policy

Array = np.ndarray[Any, Any]

SAVED = Path(__file__).with_name("pairs_policy.npz")
RANKS = np.arange(1, 11, dtype=np.float32)
HIT = 55
"""The action; those before it take a card."""


class Features:
    """What a person would look at, from the observation of a seat."""

    size = 12

    def __init__(self, game: Game) -> None:
        names = Observer(game).names
        self.observed = len(names)
        self._at = {name: index for index, name in enumerate(names)}
        self._seats = range(game.seats)

    def of(self, observations: Array) -> Array:
        """A row of features for each row."""
        stacks = [self._ranks(observations, f"stacks[{seat}]") for seat in self._seats]
        markers = [self._ranks(observations, f"markers[{seat}]") for seat in self._seats]
        discards = self._ranks(observations, "discards")
        unseen = RANKS - discards - sum(stacks) - sum(markers)
        coming = np.where(observations[:, self._at["deck hidden"], None] > 0, unseen, unseen + discards)
        chance = coming / np.maximum(coming.sum(axis=1, keepdims=True), 1)
        risks = [((stack > 0) * chance).sum(axis=1) for stack in stacks]
        costs = [((stack > 0) * chance * RANKS).sum(axis=1) for stack in stacks]
        lowest = np.where(sum(stacks) > 0, RANKS, 11).min(axis=1)
        target = observations[:, self._at["target"]]
        left = [target - observations[:, self._at[f"scores[{seat}]"]] for seat in self._seats]
        others = np.stack(left[1:], axis=1)
        columns = [
            risks[0], costs[0] / 5, lowest / 5, (costs[0] - lowest) / 3, left[0] / 10, others.min(axis=1) / 10,
            others.mean(axis=1) / 10, lowest >= left[0], risks[1], costs[1] / 5, (stacks[0] > 0).sum(axis=1) / 5,
            others.min(axis=1) - left[0] > 0,
        ]  # fmt: skip
        return np.stack(columns, axis=1).astype(np.float32)

    def _ranks(self, observations: Array, zone: str) -> Array:
        first = self._at[f"{zone} 1"]
        return observations[:, first : first + 10]


class Network:
    """One hidden layer; how much it would like to hit, and what it expects to win."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights

    @classmethod
    def untrained(cls, rng: np.random.Generator, hidden: int = 32) -> Network:
        first = rng.normal(0, 1 / np.sqrt(Features.size), (Features.size, hidden))
        weights = {"first": first, "bias": np.zeros(hidden), "last": np.zeros((hidden, 2)), "end": np.zeros(2)}
        return cls({name: value.astype(np.float32) for name, value in weights.items()})

    def hidden(self, features: Array) -> Array:
        return np.tanh(features @ self.weights["first"] + self.weights["bias"])

    def __call__(self, features: Array) -> Array:
        """A row for each: the wish to hit, as log-odds, and the utility that is expected."""
        return self.hidden(features) @ self.weights["last"] + self.weights["end"]


def actions(wish: Array, masks: Array) -> Array:
    """Hit where that is wished and can be done, else take the card that a fold takes."""
    fold = masks[:, :HIT].argmax(axis=1)
    hit = (masks[:, HIT] > 0) & (wish | (masks[:, :HIT].max(axis=1) == 0))
    return np.where(hit, HIT, fold)


class PairsPolicy(Policy):
    """Plays Pairs as it was trained."""

    plays = ("pairs",)

    def __init__(self) -> None:
        with np.load(SAVED) as saved:
            self.seats = int(saved["seats"])
            self.network = Network({name: saved[name] for name in ("first", "bias", "last", "end")})
        self.features = Features(cutcard.game("pairs", seats=self.seats))

    def act(self, observation: Array, action_mask: Array, rng: np.random.Generator) -> int:
        if len(observation) != self.features.observed:
            raise cutcard.CutcardError(f"this policy was trained for {self.seats} seats")
        wish = self.network(self.features.of(observation[None]))[:, 0] > 0
        return int(actions(wish, action_mask[None])[0])
