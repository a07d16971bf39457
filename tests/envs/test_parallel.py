"""PettingZoo's all at once."""

import copy
import pickle
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

from cutcard import NotAllowed, NotYours, ParseError
from cutcard.envs.pettingzoo import aec
from cutcard.envs.pettingzoo.parallel import AllAtOnce, parallel_env
from tests.envs.pettingzoo_tests import max_cycles_test, parallel_api_test, parallel_seed_test, tables


@pytest.mark.parametrize(("game", "seats"), tables("least", "four", "most"))
def test_it_passes_pettingzoos_test(game: str, seats: int) -> None:
    parallel_api_test(parallel_env(game, seats=seats), num_cycles=60)


@pytest.mark.parametrize(("game", "seats"), tables("four"))
def test_a_seed_makes_it_repeatable(game: str, seats: int) -> None:
    parallel_seed_test(lambda: parallel_env(game, seats=seats))
    told = [list(played(parallel_env(game, seats=seats), seed=6)) for _ in range(2)]
    assert told[0] == told[1]


LONG: dict[str, dict[str, Any]] = {
    "pairs": {"target": 40}, "continuous": {"target": 40}, "port": {"target": 100}, "starboard": {"games": 100},
}  # fmt: skip
"""For games that chance could end in a few steps."""


@pytest.mark.parametrize(("game", "seats"), tables("least", "most"))
def test_max_cycles_are_counted_as_pettingzoo_does(game: str, seats: int) -> None:
    """Its test wants every agent to act in every cycle: that is what its own conversion to turn by turn does."""

    def at_once(max_cycles: int) -> AllAtOnce:
        return parallel_env(game, seats=seats, max_cycles=max_cycles, **LONG.get(game, {}))

    max_cycles_test(SimpleNamespace(env=lambda max_cycles: parallel_to_aec(at_once(max_cycles)), parallel_env=at_once))


def chosen(observations: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """An action of every agent that has one to choose."""
    masks = {agent: np.flatnonzero(seen["action_mask"][:-1]) for agent, seen in observations.items()}
    return {agent: int(rng.choice(legal)) for agent, legal in masks.items() if len(legal)}


def played(env: AllAtOnce, seed: int) -> Any:
    """All that agents are told in a game by chance."""
    rng = random.Random(seed)
    observations, infos = env.reset(seed=seed)
    yield told(observations, infos)
    while env.agents:
        observations, rewards, terminations, truncations, infos = env.step(chosen(observations, rng))
        yield told(observations, infos), rewards, terminations, truncations


def told(observations: dict[str, Any], infos: dict[str, Any]) -> list[bytes]:
    for agent, seen in observations.items():
        mask = seen["action_mask"]
        assert np.array_equal(mask, infos[agent]["action_mask"])
        assert mask[-1] != mask[:-1].any()  # either it is asked, or it waits
    return [part.tobytes() for seen in observations.values() for part in seen.values()]


@pytest.mark.parametrize(("game", "seats"), tables("least", "most"))
def test_it_is_the_game_that_is_played_turn_by_turn(game: str, seats: int) -> None:
    rng = random.Random(9)
    at_once, in_turn = parallel_env(game, seats=seats), aec.raw_env(game, seats=seats)
    observations, _ = at_once.reset(seed=9)
    in_turn.reset(seed=9)
    rewards: dict[str, float] = {}
    while at_once.agents:
        actions = chosen(observations, rng)
        observations, rewards, terminations, _, _ = at_once.step(actions)
        for agent, action in actions.items():
            if agent == in_turn.agent_selection and in_turn.action_space(agent).mask[action]:
                in_turn.step(action)
        if not any(terminations.values()) and not at_once._closing:
            for agent in at_once.agents:
                seen = in_turn.observe(agent)["observation"]
                assert np.array_equal(observations[agent]["observation"], seen)
    assert rewards == in_turn.rewards
    assert sum(rewards.values()) == pytest.approx(0.0)


def test_all_choose_in_one_step() -> None:
    env = parallel_env("pickup", seats=4)
    observations, _ = env.reset(seed=1)
    assert len(chosen(observations, random.Random(1))) == 4
    observations, *_ = env.step(chosen(observations, random.Random(1)))
    assert len(chosen(observations, random.Random(1))) == 1  # the lowest card takes first


def test_what_a_waiting_agent_sends_is_not_looked_at() -> None:
    env = parallel_env("pairs", seats=3)
    observations, _ = env.reset(seed=1)
    other = copy.deepcopy(env)
    ((actor, action),) = chosen(observations, random.Random(1)).items()
    nonsense: dict[str, Any] = dict(zip(env.agents, ("hit", None, -7), strict=True))
    env.step({**nonsense, actor: action, "nobody": 3})
    other.step({actor: action})
    assert np.array_equal(env.table.words, other.table.words)


def test_to_wait_is_the_last_action_and_only_of_who_is_not_asked() -> None:
    env, in_turn = parallel_env("pairs", seats=3), aec.raw_env("pairs", seats=3)
    env.reset(seed=1)
    in_turn.reset(seed=1)
    actor = in_turn.agent_selection
    assert env.wait == in_turn.action_space(actor).n == env.action_space(actor).n - 1
    assert env.action_names(actor) == in_turn.action_names(actor)
    waiting = [agent for agent in env.agents if agent != actor]
    assert [env.action_names(agent) for agent in waiting] == [{env.wait: "wait"}] * 2
    with pytest.raises(NotAllowed, match=f"{actor} has to choose, so it cannot wait"):
        env.step(dict.fromkeys(env.agents, env.wait))


def test_who_has_to_choose_has_to_send_an_action() -> None:
    env = parallel_env("pickup", seats=3)
    observations, _ = env.reset(seed=1)
    actions = chosen(observations, random.Random(1))
    del actions["seat_1"]
    with pytest.raises(NotYours, match="seat_1 has to choose, and no action of it was sent"):
        env.step(actions)
    with pytest.raises(ParseError, match="an action is a whole number, not None"):
        env.step({**actions, "seat_1": None})


def test_one_illegal_action_and_nothing_has_happened() -> None:
    env = parallel_env("pickup", seats=3)
    observations, _ = env.reset(seed=1)
    before = env.table.words.copy()
    wrong = int(np.flatnonzero(observations["seat_2"]["action_mask"] == 0)[0])
    with pytest.raises(NotAllowed, match=r"is not legal now: you hold no .* legal for seat 2 are"):
        env.step({**chosen(observations, random.Random(1)), "seat_2": wrong})
    assert np.array_equal(env.table.words, before)


def test_a_redeal_makes_what_later_seats_said_void() -> None:
    """Pickle's call: seat 0 has the cards dealt again, and what seat 1 said is no answer to what it is asked then."""
    env = parallel_env("pickle", seats=2)
    env.reset(seed=1)
    hands = "2C 2D 2H 2S 4C 3S 5C, 6C 6D 6H 6S 7C 7D 7H"
    table = env.game.position(f"pickle/2; deck *; to_act 0 1; hands {hands}; remaining 0 1; phase 1; hand_size 7")
    env.table.words[:] = table.words
    env._ask()
    names = env.action_names("seat_0")
    redeal = next(action for action, name in names.items() if name == "redeal")
    ready = next(action for action, name in names.items() if name == "ready")
    env.step({"seat_0": redeal, "seat_1": ready})
    now = env.table.view(None)
    assert now.number("phase") == 0
    assert now.to_act == (1,)
    assert {name.split(" ")[0] for name in env.action_names("seat_1").values()} == {"set"}


@pytest.mark.parametrize("card", ["7C", "9C"])
def test_a_move_of_cards_is_seen_when_it_is_done_whether_it_could_go_on_or_not(card: str) -> None:
    env = parallel_env("pickle", seats=2)
    env.reset(seed=1)
    line = "pickle/2; deck *; to_act 0; hands 7C 7D 9C, 2C 2D 2H; remaining 0 1; phase 3; hand_size 3"
    env.table.words[:] = env.game.position(line).words
    env._ask()
    before = env._observed()
    names = {name: action for action, name in env.action_names("seat_0").items()}
    after, *_ = env.step({"seat_0": names[f"play {card}"]})
    assert after["seat_1"]["observation"].tobytes() == before["seat_1"]["observation"].tobytes()
    done = env.game.rulebook.rules.done
    assert sorted(env.action_names("seat_0").values()) == (["play", "play 7D"] if card == "7C" else ["done"])
    with pytest.raises(NotAllowed, match="is complete: it ends with the action" if card == "9C" else "is not legal now"):
        env.step({"seat_0": 0})
    after, *_ = env.step({"seat_0": done})
    assert after["seat_1"]["observation"].tobytes() != before["seat_1"]["observation"].tobytes()
    assert after["seat_1"]["action_mask"].any()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("game", ["pickup", "pickle", "pairs"])
def test_a_copy_goes_on_exactly_alike(game: str, copied: Any) -> None:
    env = parallel_env(game, seats=3)
    observations, _ = env.reset(seed=4)
    rng = random.Random(2)
    for _ in range(3):
        observations, *_ = env.step(chosen(observations, rng))
    other = copied(env)
    ends = []
    for one in (env, other):
        rng, seen = random.Random(7), observations
        steps = []
        while one.agents:
            seen, rewards, *_, infos = one.step(chosen(seen, rng))
            steps.append((told(seen, infos), rewards))
        ends.append(steps)
    assert ends[0] == ends[1]


def test_after_the_end_there_is_nothing_to_do() -> None:
    env = parallel_env("pairs", seats=2, max_cycles=1)
    observations, _ = env.reset(seed=1)
    *_, terminations, truncations, infos = env.step(chosen(observations, random.Random(1)))
    assert terminations == {"seat_0": False, "seat_1": False}
    assert truncations == {"seat_0": True, "seat_1": True}
    assert [np.flatnonzero(info["action_mask"]).tolist() for info in infos.values()] == [[env.wait]] * 2
    with pytest.raises(NotYours, match="the game is over"):
        env.step({})


def test_the_rewards_are_those_of_the_result() -> None:
    env = parallel_env("starboard", seats=3)
    *_, last = played(env, seed=3)
    view = env.table.view(None)
    assert view.result is not None
    assert last[1] == pytest.approx(dict(zip(env.possible_agents, view.result.utilities, strict=True)))


def test_it_renders() -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = parallel_env("pickup", seats=2, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
        env.close()
