"""Actions and entries of observations by name, in every kind of environment."""

from typing import Any

import numpy as np
import pytest

from cutcard import ParseError
from cutcard.envs.pettingzoo import aec, parallel
from cutcard.envs.single import SingleEnv
from cutcard.envs.vector import VectorEnv


def test_every_environment_names_the_same_entries() -> None:
    envs: list[Any] = [
        SingleEnv("pickup", seats=2),
        VectorEnv("pickup", 2, seats=2),
        aec.env("pickup", seats=2),
        parallel.parallel_env("pickup", seats=2),
    ]
    names = envs[0].observation_names
    assert len(names) == envs[0].observation_space["observation"].shape[0]
    assert names.index("hands[0] 7") == names.index("hands[0] 1") + 6
    assert all(env.observation_names == names for env in envs)


def test_actions_have_the_names_of_the_rules_page() -> None:
    env = SingleEnv("pairs", seats=2)
    observation, _ = env.reset(seed=1)
    legal = np.flatnonzero(observation["action_mask"])
    assert {env.action_name(int(action)).split(" ")[0] for action in legal} == {"hit", "fold"}
    with pytest.raises(ParseError, match="means nothing"):
        env.action_name(999)


def test_actions_of_many_tables_are_named_for_the_seat_that_is_to_act_there() -> None:
    """In Continuous Pairs the name of a fold says before whom the card lies, which hangs on the table."""
    envs = VectorEnv("continuous", 3, seats=3, opponents=None)
    observations, _ = envs.reset(seed=2)
    for table in range(3):
        legal = np.flatnonzero(observations["action_mask"][table]).tolist()
        names = [envs.action_name(action, table) for action in legal]
        assert "hit" in names
        owners = {int(name.partition("@")[2]) for name in names if name.startswith("fold")}
        assert owners == {0, 1, 2}
