"""Libraries that learn, on our environments: those of the extra `peers`. What is not installed is not tested."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import cutcard
from cutcard.envs.pettingzoo.parallel import parallel_env
from tests.soak import soaked

WITHOUT = "it is in the extra peers"
STEPS = soaked(8, 16)
"""That are played at each table before something is learnt from them."""
LEARNT = soaked(["pairs", "pickup", "pickle"], [book.name for book in cutcard.games()])
"""A game in which all is open, one with hands, and one whose moves take several cards; in `make soak` every game."""


@pytest.fixture
def tables() -> Any:
    """Four tables of Pairs for Stable-Baselines3."""
    pytest.importorskip("stable_baselines3", reason=WITHOUT)
    from cutcard.envs.adapters.stable_baselines3 import Tables

    env = Tables("pairs", 4, opponents="steady", seats=2, target=5)
    yield env
    env.close()


def test_the_tables_are_those_of_the_vector_environment(tables: Any) -> None:
    from cutcard.envs.vector import VectorEnv

    plain = VectorEnv("pairs", 4, opponents="steady", seats=2, target=5)
    assert tables.seed(3) == [3] * 4
    expected, _ = plain.reset(seed=3)
    np.testing.assert_array_equal(tables.reset(), expected["observation"])
    ended = 0
    for _ in range(20):
        masks = np.array(tables.env_method("action_masks"))
        np.testing.assert_array_equal(masks, expected["action_mask"])
        actions = masks.argmax(axis=1)
        expected, rewards, over, _, told = plain.step(actions)
        seen, gained, done, infos = tables.step(actions)
        np.testing.assert_array_equal(seen, expected["observation"])
        np.testing.assert_array_equal(gained, rewards)
        np.testing.assert_array_equal(done, over)
        for at in np.flatnonzero(over):
            np.testing.assert_array_equal(infos[at]["terminal_observation"], told["final_obs"]["observation"][at])
            ended += 1
    assert ended


def test_what_cannot_be_asked_of_one_table_is_refused(tables: Any) -> None:
    with pytest.raises(ResetNeeded, match=r"reset\(\) comes first"):
        tables.action_masks()
    tables.reset()
    assert len(tables.env_method("action_masks", indices=[0, 2])) == 2
    assert tables.env_is_wrapped(object) == [False] * 4
    assert tables.get_attr("num_envs", [1]) == [4]
    with pytest.raises(cutcard.CutcardError, match="nothing can be set for some of them"):
        tables.set_attr("seat", 1)
    with pytest.raises(cutcard.NotFound, match="there is no 'render' of some of them"):
        tables.env_method("render")


def test_maskable_ppo_learns_any_game() -> None:
    """It plays some legal actions of each and changes its network."""
    contrib = pytest.importorskip("sb3_contrib", reason=WITHOUT)
    from cutcard.envs.adapters.stable_baselines3 import Tables

    for name in LEARNT:
        tables = Tables(name, 4, opponents="steady")
        model = contrib.MaskablePPO("MlpPolicy", tables, n_steps=STEPS, batch_size=32, n_epochs=1, seed=1, device="cpu")
        before = [parameter.clone() for parameter in model.policy.parameters()]
        model.learn(4 * STEPS)
        assert model.num_timesteps == 4 * STEPS
        assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
        tables.close()


def test_torchrl_draws_legal_actions_in_any_game() -> None:
    pytest.importorskip("torchrl", reason=WITHOUT)
    from cutcard.envs.adapters.torchrl import table

    for name in LEARNT:
        env = table(name, opponents="steady")
        env.set_seed(1)
        played = env.rollout(20, break_when_any_done=False)
        assert played["action_mask"].gather(1, played["action"].unsqueeze(-1)).all()
        assert len(played) == 20


def test_torchrl_goes_on_with_the_next_game() -> None:
    pytest.importorskip("torchrl", reason=WITHOUT)
    from cutcard.envs.adapters.torchrl import table

    played = table("pairs", opponents="steady", seats=2).rollout(40, break_when_any_done=False)
    assert played["next", "done"].any()


def test_torchrl_plays_the_parallel_environment() -> None:
    pytest.importorskip("torchrl", reason=WITHOUT)
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="PettingZoo in TorchRL is tested using version")
        env = PettingZooWrapper(parallel_env("pickup", seats=3), use_mask=True, categorical_actions=True, seed=1)
    played = env.rollout(200)
    assert played["next", "done"][-1].all()
    assert len(played) > 10


def test_supersuit_stacks_the_tables_of_every_game() -> None:
    supersuit = pytest.importorskip("supersuit", reason=WITHOUT)
    for book in cutcard.games():
        envs = supersuit.pettingzoo_env_to_vec_env_v1(parallel_env(book.name, seats=3))
        seen, _ = envs.reset(seed=1)
        for _ in range(5):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        assert seen["observation"].shape[0] == 3
        assert seen["action_mask"].any(axis=1).all()


def test_rllib_takes_the_parallel_environment() -> None:
    pytest.importorskip("ray.rllib", reason="RLlib is in no extra: it is large")
    from cutcard.envs.adapters.rllib import agents

    env = agents({"game": "pickup", "seats": 3})
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        seen, *_ = env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
    assert set(seen) == {"seat_0", "seat_1", "seat_2"}
