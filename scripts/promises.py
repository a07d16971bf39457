"""Digests of what docs/research.md promises to stay as it is, for every game. The tests compare them with the pinned ones.

    python scripts/promises.py

pins them anew. Do that only after the version of the environments has gone up (`VERSION` in envs/names.py), or before
anything was released under it; and say in CHANGELOG.md what changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import cutcard
from cutcard import Game
from cutcard.core.declaration.verbs import each_meaning
from cutcard.core.observation import tensor_names
from cutcard.envs.names import VERSION
from cutcard.envs.openspiel.game import short_name
from cutcard.envs.pettingzoo import aec, parallel
from cutcard.envs.single import SingleEnv
from cutcard.envs.vector import VectorEnv

PINNED = Path(__file__).parents[1] / "tests" / "envs" / "promises.json"
SEED, STEPS = 7, 25


class Digest:
    """Of a row of things, in order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, *things: Any) -> None:
        for thing in things:
            self._hash.update(thing.tobytes() if isinstance(thing, np.ndarray) else repr(thing).encode())

    def __str__(self) -> str:
        return self._hash.hexdigest()[:16]


def any_legal(rng: np.random.Generator, mask: Any) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def observation(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    """The entries of an observation, in order."""
    digest.add(tensor_names(game))


def actions(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    """What each action means, in every phase."""
    verbs = game.rulebook.verbs
    phases = sorted({int(one) for verb in verbs.all.values() for one in np.atleast_1d(verb.phase or 0)})
    for phase in phases:
        meanings = each_meaning(verbs, phase if verbs.phase else None)
        digest.add(phase, sorted((action, str(move)) for action, (_, move) in meanings))


def gymnasium_single(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    env = SingleEnv(game.name, seats=game.seats, opponents="steady")
    seen, _ = env.reset(seed=SEED)
    for _ in range(STEPS):
        digest.add(seen["observation"], seen["action_mask"])
        seen, reward, over, _, _ = env.step(any_legal(rng, seen["action_mask"]))
        digest.add(float(reward))
        if over:
            break


def gymnasium_vector(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    envs = VectorEnv(game.name, 4, seats=game.seats, opponents="steady")
    seen, _ = envs.reset(seed=SEED)
    for _ in range(STEPS):
        digest.add(seen["observation"], seen["action_mask"])
        chosen = np.array([any_legal(rng, mask) for mask in seen["action_mask"]])
        seen, rewards, over, _, _ = envs.step(chosen)
        digest.add(rewards, over)


def pettingzoo_turn_by_turn(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    env = aec.raw_env(game.name, seats=game.seats)
    env.reset(seed=SEED)
    for agent in env.agent_iter(STEPS):
        seen, reward, over, _, _ = env.last()
        if over:
            break
        digest.add(agent, seen["observation"], seen["action_mask"], float(reward))
        env.step(any_legal(rng, seen["action_mask"]))


def pettingzoo_all_at_once(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    env = parallel.parallel_env(game.name, seats=game.seats)
    seen, _ = env.reset(seed=SEED)
    for _ in range(STEPS):
        for agent in env.agents:
            digest.add(agent, seen[agent]["observation"], seen[agent]["action_mask"])
        asked = {agent: one["action_mask"] for agent, one in seen.items() if one["action_mask"].any()}
        seen, rewards, *_ = env.step({agent: any_legal(rng, mask) for agent, mask in asked.items()})
        digest.add([float(reward) for reward in rewards.values()])
        if not env.agents:
            break


def simulate(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    digest.add(game.simulate(20, seed=SEED).utilities)


def openspiel(game: Game, digest: Digest, rng: np.random.Generator) -> None:
    state = pyspiel.load_game(short_name(game.name), {"seats": game.seats}).new_initial_state()
    for _ in range(2 * STEPS):
        if state.is_terminal():
            break
        if state.is_player_node():
            digest.add(state.information_state_string(), state.legal_actions())
        state.apply_action(int(rng.choice(state.legal_actions())))
    digest.add([float(value) for value in state.returns()])


PROMISES: tuple[Callable[[Game, Digest, np.random.Generator], None], ...] = (
    observation, actions, gymnasium_single, gymnasium_vector, pettingzoo_turn_by_turn, pettingzoo_all_at_once, simulate,
    openspiel,
)  # fmt: skip


def digests(name: str) -> dict[str, str]:
    """What is promised of a game at its fewest seats, by what it is."""
    book = next(book for book in cutcard.games() if book.name == name)
    game = cutcard.game(name, seats=book.least_seats)
    found = {}
    for promise in PROMISES:
        digest = Digest()
        promise(game, digest, np.random.default_rng(SEED))
        found[promise.__name__] = str(digest)
    return found


def main() -> None:
    found = {"version": VERSION, "games": {book.name: digests(book.name) for book in cutcard.games()}}
    PINNED.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
