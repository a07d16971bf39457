"""The vector environment in every mode of Gymnasium's, with players that are not compiled, and in other libraries."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cutcard import Game
from cutcard.core.errors import ParseError
from cutcard.envs.learner import IllegalAction
from cutcard.envs.tables import ALIGNED
from cutcard.envs.vector import VectorEnv
from cutcard.players import RandomPlayer, SteadyPlayer
from tests.envs.cases import MORE, games_of_three, made_with

Array = np.ndarray[Any, Any]
SAME, NEXT, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED
WARNED = "is not a compiled player: all tables are played one after another"


class Steady(SteadyPlayer):
    """As `steady`, move by move."""


def short(name: str, tables: int = 4, **arguments: Any) -> VectorEnv:
    options = {"pairs": {"target": 8}, "pickle": {"limit": 8}}.get(name, {})
    return VectorEnv(name, tables, **{"seats": 3, **options, **arguments})


def told(env: VectorEnv, steps: int) -> list[list[tuple[bytes, ...]]]:
    """For each table what is told of its games, by the same actions in every mode: the mask says what is chosen."""
    found: list[list[tuple[bytes, ...]]] = [[] for _ in range(env.num_envs)]
    observations, infos = env.reset(seed=3)
    over = np.zeros(env.num_envs, np.bool_)
    for step in range(steps):
        dealt_now = over if env.autoreset_mode is NEXT else np.zeros_like(over)
        shown = observations
        if env.autoreset_mode is DISABLED and over.any():
            shown, infos = env.reset(options={"reset_mask": over})
        mask = shown["action_mask"]
        actions = mask.argmax(1) if step % 3 else mask.shape[1] - 1 - mask[:, ::-1].argmax(1)
        seats = infos["seat"].copy()
        asked = ~dealt_now
        observations, rewards, over, truncated, infos = env.step(actions)
        assert not truncated.any()
        for i in np.flatnonzero(asked):
            last = infos["final_obs"] if over[i] and env.autoreset_mode is SAME else observations
            ended = infos["utilities"][i].tobytes() if over[i] else b""
            arrays = shown["observation"][i], mask[i], rewards[i], over[i], last["observation"][i], seats[i]
            found[i].append((ended, *(array.tobytes() for array in arrays)))
            if over[i]:
                assert not last["action_mask"][i].any()
                assert ("final_obs" in infos) == (env.autoreset_mode is SAME)
    return found


@pytest.mark.parametrize("opponents", ["random", None])
def test_every_mode_deals_the_same_games(opponents: Any) -> None:
    """Step by step, whoever deals; the test below has `NEXT_STEP`, which takes a step of its own for each deal."""
    same, disabled = (told(short("pairs", opponents=opponents, autoreset_mode=mode), 60) for mode in (SAME, DISABLED))
    assert same == disabled
    assert sum(line[0] != b"" for table in same for line in table) >= 4


@pytest.mark.parametrize("name", ["pairs", "pickle"])
def test_the_next_step_deals(name: str) -> None:
    """Played by the lowest legal action alone, games in `NEXT_STEP` are those in `SAME_STEP`, one step longer each."""

    def games(mode: AutoresetMode) -> list[list[Any]]:
        env = short(name, opponents="random", autoreset_mode=mode)
        assert env.metadata["autoreset_mode"] is env.autoreset_mode is mode
        shown, _ = env.reset(seed=2)
        found: list[list[Any]] = [[] for _ in range(env.num_envs)]
        over = np.zeros(env.num_envs, np.bool_)
        for _ in range(120):
            before = over
            shown, rewards, over, _, _ = env.step(shown["action_mask"].argmax(1))
            dealt = before if mode is NEXT else np.zeros_like(before)
            for i in range(env.num_envs):
                if dealt[i]:
                    assert (rewards[i], over[i]) == (0, False)
                    assert shown["action_mask"][i].any()
                elif over[i]:
                    found[i].append(rewards[i])
                else:
                    found[i].append(shown["observation"][i].copy())
                if over[i]:
                    assert shown["action_mask"][i].any() == (mode is SAME)
        return found

    for same, following in zip(games(SAME), games(NEXT), strict=True):
        assert 40 < len(following) <= len(same) == 120
        for one, other in zip(same, following, strict=False):
            np.testing.assert_array_equal(one, other)


def test_the_mode_can_be_said_by_its_value() -> None:
    made: Any = gymnasium.make_vec("cutcard/Pairs-v0", num_envs=2, autoreset_mode="NextStep")
    assert made.metadata["autoreset_mode"] is NEXT
    assert VectorEnv.metadata["autoreset_mode"] is SAME


def test_only_marked_tables_are_dealt_anew() -> None:
    env = short("pairs", 6, opponents="random")
    env.reset(seed=1)
    for _ in range(3):
        shown, _, _, _, infos = env.step(env._tables.mask.argmax(1))
    mask = np.array([True, False, True, False, False, True])
    again, later = env.reset(seed=8, options={"reset_mask": mask})
    of_seed, _ = short("pairs", 6, opponents="random").reset(seed=8)
    for key in ("observation", "action_mask"):
        np.testing.assert_array_equal(again[key][~mask], shown[key][~mask])
        np.testing.assert_array_equal(again[key][mask], of_seed[key][mask])
    np.testing.assert_array_equal(later["seat"][~mask], infos["seat"][~mask])


@pytest.mark.parametrize("mask", [np.zeros(4, np.bool_), np.ones(3, np.bool_), np.ones(4, np.int8), [True] * 4])
def test_a_mask_of_another_kind_is_refused(mask: Any) -> None:
    env = short("pairs")
    env.reset(seed=1)
    with pytest.raises(ParseError, match="array of 4 truth values, at least one of them true"):
        env.reset(options={"reset_mask": mask})


def test_at_first_all_tables_are_dealt() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        short("pairs").reset(options={"reset_mask": np.array([True, False, False, False])})


def test_a_game_that_is_over_has_to_be_dealt_where_nobody_else_does() -> None:
    for illegal in ("raise", "random"):
        env = short("pairs", 2, autoreset_mode="Disabled", illegal=illegal)
        shown, _ = env.reset(seed=1)
        over = np.zeros(2, np.bool_)
        while not over.any():
            shown, _, over, _, _ = env.step(shown["action_mask"].argmax(1))
        before = env._tables.progress.tobytes()
        table = int(over.argmax())
        with pytest.raises(IllegalAction, match=f"the game at table {table} is over"):
            env.step([0, 0])
        assert env._tables.progress.tobytes() == before


def test_an_illegal_action_can_be_replaced() -> None:
    """By a legal one, which does not depend on the number of tables; legal ones are carried out as they are."""
    carried = []
    for tables in (40, 20):
        env = short("pairs", tables, illegal="random")
        shown, _ = env.reset(seed=1)
        actions = shown["action_mask"].argmax(1)
        actions[::2] = -7
        *_, infos = env.step(actions)
        carried.append(infos["action"][:20])
        assert (infos["action"][1::2] == actions[1::2]).all()
        assert shown["action_mask"][np.arange(tables), infos["action"]].all()
    np.testing.assert_array_equal(*carried)
    assert len({action == 55 for action in carried[0][::2]}) == 2
    assert "action" not in short("pairs").reset(seed=1)[1]


# Players that are not compiled


def by_hand(game: Game, mode: AutoresetMode, opponents: Any, **arguments: Any) -> VectorEnv:
    with pytest.warns(UserWarning, match=f"Steady {WARNED}"):
        return VectorEnv(game.name, 3, autoreset_mode=mode, opponents=opponents, **made_with(game), **arguments)


@pytest.mark.parametrize(("mode", "game"), [
    (mode, case.values[0]) for mode, case in zip([SAME, NEXT, DISABLED] * 3, games_of_three(), strict=False)
])  # fmt: skip
def test_played_move_by_move_games_are_the_same(mode: AutoresetMode, game: Game) -> None:
    """A `steady` that is compiled, and one that is not: every byte of what is told is the same."""
    fast = VectorEnv(game.name, 3, autoreset_mode=mode, opponents=[None, "steady"], seat="random", **made_with(game))
    slow = by_hand(game, mode, [None, Steady()], seat="random")
    for env in (slow, pickle.loads(pickle.dumps(slow)), deepcopy(slow))[: 3 if game.name == "pickle" else 1]:
        assert told(env, 25 * MORE) == told(fast, 25 * MORE)


def test_any_player_can_sit_there_by_name() -> None:
    with pytest.warns(UserWarning, match=f"search@5 {WARNED}"):
        env = short("pairs", 2, opponents=["steady", "search@5"])
    shown, _ = env.reset(seed=1)
    for _ in range(3):
        shown, *_ = env.step(shown["action_mask"].argmax(1))
        assert shown["action_mask"].any(axis=1).all()


def test_a_player_that_fails_leaves_all_tables_as_they_were() -> None:
    class Fails(RandomPlayer):
        left = 1000

        def choose(self, view: Any, legal: Any, rng: Any) -> str:
            self.left -= 1
            return super().choose(view, legal, rng) if self.left >= 0 else str(1 // 0)

    player = Fails()
    with pytest.warns(UserWarning, match=WARNED):
        env = VectorEnv("port", 3, seats=2, opponents=player)
    shown, _ = env.reset(seed=1)
    before = [env._tables.view(at, 0).tensor().tobytes() for at in range(3)]
    player.left = 1
    with pytest.raises(ZeroDivisionError):
        env.step(shown["action_mask"].argmax(1))
    assert [env._tables.view(at, 0).tensor().tobytes() for at in range(3)] == before
    player.left = 1000
    env.step(shown["action_mask"].argmax(1))


def test_a_copy_goes_on_as_the_original_when_players_draw() -> None:
    with pytest.warns(UserWarning, match=WARNED):
        env = short("pickle", 2, opponents=RandomPlayer())
    shown, _ = env.reset(seed=1)
    shown, *_ = env.step(shown["action_mask"].argmax(1))
    copies = [env, deepcopy(env), pickle.loads(pickle.dumps(env))]
    seen = [list(lines(each, shown)) for each in copies]
    assert seen[0] == seen[1] == seen[2]


def lines(env: VectorEnv, shown: dict[str, Array]) -> Iterator[bytes]:
    for _ in range(10):
        shown, rewards, *_ = env.step(shown["action_mask"].argmax(1))
        yield shown["observation"].tobytes() + rewards.tobytes()


# In other libraries


@pytest.mark.parametrize("mode", [SAME, NEXT])
def test_wrappers_of_gymnasium_count_steps(mode: AutoresetMode) -> None:
    made: Any = gymnasium.make_vec("cutcard/Pairs-v0", num_envs=8, seats=2, target=8, autoreset_mode=mode)
    envs = RecordEpisodeStatistics(made, buffer_length=10_000)
    shown, _ = envs.reset(seed=1)
    lengths: list[int] = []
    length, over = np.zeros(8, int), np.zeros(8, np.bool_)
    for _ in range(60):
        length += ~over if mode is NEXT else 1
        shown, _, over, _, _ = envs.step(shown["action_mask"].argmax(1))
        lengths += length[over].tolist()
        length[over] = 0
    assert list(envs.length_queue) == lengths
    assert len(lengths) > 8


def test_other_libraries_take_the_arrays_as_they_are() -> None:
    """64-byte aligned, contiguous, and by DLPack the same memory; in a copy of the environment too."""
    env = VectorEnv("pairs", 3, seats=2, target=8, copy=False, illegal="random")
    env.reset(seed=1)
    for each in (env, deepcopy(env)):
        given: list[Any] = []
        while not given or not given[2].any():
            given = list(each.step(np.zeros(3, int)))
        arrays = list(flat(given))
        assert len(arrays) == 14
        for array in arrays:
            assert array.ctypes.data % ALIGNED == 0
            assert array.flags.c_contiguous
            assert np.shares_memory(np.from_dlpack(array), array)


def flat(given: Any) -> Iterator[Array]:
    if isinstance(given, np.ndarray):
        yield given
    else:
        for part in given.values() if isinstance(given, dict) else given:
            yield from flat(part)


def test_it_is_said_how_slow_a_player_is() -> None:
    with pytest.warns(UserWarning, match="which makes some thousand steps a second at best, where .* such as steady allow"):
        VectorEnv("pairs", 1, opponents=Steady())
