"""RLlib: a game for all its agents, by the parallel environment of PettingZoo.

from cutcard.envs.adapters.rllib import agents
ray.tune.register_env("pickup", agents)
config.environment("pickup", env_config={"game": "pickup", "seats": 3})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.envs.adapters import not_installed
from cutcard.envs.pettingzoo.parallel import parallel_env

try:
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
except ModuleNotFoundError as error:
    raise not_installed(error, "RLlib", ("ray",), "pip install 'ray[rllib]'") from None


def agents(config: Mapping[str, Any]) -> ParallelPettingZooEnv:
    """The game that the configuration of an environment names; the rest of it are the arguments of `parallel_env`. Who is
    not asked has the action `wait`, so every agent has a legal one at every step."""
    return ParallelPettingZooEnv(parallel_env(**config))
