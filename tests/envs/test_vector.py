"""The vector environment beside the surface of the engine: the same games, move by move."""

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cutcard import CutcardError, Game, Table
from cutcard.core.bits import members
from cutcard.core.dealer import Chance, mixed_number, seeded
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.zones import rows
from cutcard.core.table.moves import named
from cutcard.envs import compiled_tables
from cutcard.envs.compiled_tables import CompiledTables
from cutcard.envs.learner import IllegalAction
from cutcard.envs.names import env_names
from cutcard.envs.vector import VectorEnv
from tests.envs.cases import MORE, games_of_three, made_with, some_games
from tests.soak import soaked

Array = np.ndarray[Any, Any]


def vector(game: Game, tables: int, **arguments: Any) -> VectorEnv:
    return VectorEnv(game.name, tables, **{**made_with(game), **arguments})


def compiled(env: VectorEnv) -> CompiledTables:
    assert isinstance(env._tables, CompiledTables)
    return env._tables


@pytest.fixture
def few_are_worth_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_tables, "LEAST_TABLES", 1)


def drawn(mask: Array, rng: np.random.Generator) -> Array:
    """A legal action by chance for each table."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


class Mirror:
    """One table of a vector environment, played through the surface of the engine."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.start = mixed_number(seeded(seed) ^ mixed_number(number))
        self.game = game
        self.deal()

    def deal(self) -> None:
        self.table = Table.dealt(self.game, Chance(self.start))
        self.start = mixed_number((self.start + 0x9E3779B97F4A7C15) % (1 << 64))
        self.begun: list[int] = []

    @property
    def seat(self) -> int:
        return self.table.to_act[0]

    def play(self, action: int) -> tuple[float, ...] | None:
        """The utilities, if that ends the game. A move of several cards is played when its last action is known."""
        self.begun.append(action)
        moves = self.game.rulebook.rules.longest
        if moves > 1:
            used = self.table.words.copy()
            state = self.game.layout.as_table(used)
            dealers = quiet_dealers(0)
            for each in self.begun:
                self.game.kernel.step(state, 0, self.seat, each, dealers)
            if state["midway"][0]:
                return None
        self.table = self.table.play(named(self.game, self.table.reading, self.seat, self.begun), self.seat)
        self.begun = []
        return self.table.result.utilities if self.table.result else None


@pytest.mark.parametrize("game", games_of_three())
def test_the_games_are_those_of_the_engine(game: Game) -> None:
    """Observation, mask, whose turn it is, rewards and utilities, in self-play over the ends of games."""
    tables, rng = 4, np.random.default_rng(41)
    env = vector(game, tables, opponents=None)
    mirrors = [Mirror(game, 17, number) for number in range(tables)]
    observations, infos = env.reset(seed=17)
    ended = 0
    for _ in range(2000 * MORE):
        for i, mirror in enumerate(mirrors):
            assert infos["seat"][i] == mirror.seat
            if not mirror.begun:
                np.testing.assert_array_equal(observations["observation"][i], mirror.table.glance(mirror.seat).tensor())
        np.testing.assert_array_equal(observations["action_mask"], infos["action_mask"])
        for word, mask in zip(infos["legal"], infos["action_mask"], strict=True):
            assert list(members(word)) == np.flatnonzero(mask).tolist()
        actions = drawn(observations["action_mask"], rng)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        for i, mirror in enumerate(mirrors):
            actor = mirror.seat
            utilities = mirror.play(int(actions[i]))
            assert terminated[i] == (utilities is not None)
            assert rewards[i] == (utilities[actor] if utilities else 0.0)
            if utilities:
                ended += 1
                assert infos["utilities"][i].tolist() == list(utilities)
                assert infos["_final_obs"][i]
                final = infos["final_obs"]["observation"][i]
                np.testing.assert_array_equal(final, mirror.table.glance(actor).tensor())
                assert not infos["final_obs"]["action_mask"][i].any()
                mirror.deal()
        if ended >= 2 * MORE:
            return
    pytest.fail(f"only {ended} games came to an end")


@pytest.mark.parametrize("game", games_of_three())
@pytest.mark.parametrize("opponents", ["steady", "random"])
def test_opponents_play_as_in_a_simulation(game: Game, opponents: str) -> None:
    """A learner that does what `steady` does ends as a simulation does."""
    ends_as_in_a_simulation(game, opponents, [opponents, "steady", opponents])


@pytest.mark.parametrize(
    "game", [case for case in games_of_three() if case.id in soaked(("pairs-3",), ("pairs-3", "pickle-3"))]
)
def test_opponents_slip_as_in_a_simulation(game: Game) -> None:
    ends_as_in_a_simulation(game, "medium", ["medium", "steady", "medium"])


@pytest.mark.parametrize("game", [case for case in games_of_three() if case.id in ("pickup-3", "pickle-3")])
def test_the_caller_can_have_several_seats_beside_a_player(game: Game) -> None:
    """It does as `steady` in seats 1 and 0, and `random` is in seat 2: the one to the left of seat 1."""
    ends_as_in_a_simulation(game, ["random", None], ["steady", "steady", "random"])


def ends_as_in_a_simulation(game: Game, opponents: Any, seating: list[str]) -> None:
    """The learner, and whoever else the caller acts for, does what `steady` does."""
    tables, seat = 6, 1
    env = vector(game, tables, opponents=opponents, seat=seat)
    _, infos = env.reset(seed=5)
    first = [mixed_number(seeded(5) ^ mixed_number(i)) for i in range(tables)]
    second = [mixed_number((start + 0x9E3779B97F4A7C15) % (1 << 64)) for start in first]
    asked = [env._tables.progress["start"][i] == second[i] for i in range(tables)]  # the learner is to act in the first game
    expected = game.simulate(tables, seed=5, players=seating).utilities
    views = np.zeros(2, game.layout.view)
    waiting = {i for i in range(tables) if asked[i]}
    assert waiting
    while waiting:
        acting = infos["seat"].tolist()
        assert {seating[who] for who in acting} == {"steady"}
        _, rewards, terminated, _, infos = env.step([steady_action(env, views, i, acting[i]) for i in range(tables)])
        for i in [i for i in waiting if terminated[i]]:
            assert infos["utilities"][i].tolist() == expected[i].tolist()
            assert rewards[i] == expected[i, acting[i]]
            waiting.remove(i)


def steady_action(env: VectorEnv, views: Array, i: int, seat: int) -> int:
    """What `steady` does there: the first action of its move."""
    game = env.game
    room = np.zeros(1, game.layout.table)
    found = np.zeros(game.rulebook.rules.longest, np.int64)
    game.kernel.look(rows(compiled(env).tables), i, rows(views), 0, seat)
    game.kernel.advised(views, rows(views), room, rows(room), quiet_dealers(0), found)
    return int(found[0])


def test_few_tables_have_no_threads_of_their_own() -> None:
    tables = compiled_tables.LEAST_TABLES
    for number, threads in ((1, 1), (2 * tables - 1, 1), (2 * tables, 2), (9 * tables, 4)):
        assert len(compiled(VectorEnv("port", number, threads=4)).helpers) == threads - 1


@pytest.mark.usefixtures("few_are_worth_a_thread")
@pytest.mark.parametrize("game", games_of_three())
def test_a_table_does_not_depend_on_the_others(game: Game) -> None:
    """Batches of other sizes, and threads, give the same games; a seed gives them again; another seed does not."""
    played = [
        play_all(vector(game, 5, opponents="random"), 3),
        play_all(vector(game, 2, opponents="random"), 3),
        play_all(vector(game, 5, opponents="random", threads=3), 3),
        play_all(vector(game, 5, opponents="random", copy=False), 3),
    ]
    for others in played[1:]:
        for mine, theirs in zip(played[0], others, strict=True):
            np.testing.assert_array_equal(mine, theirs)
    another = play_all(vector(game, 5, opponents="random"), 4)
    assert any((mine != theirs).any() for mine, theirs in zip(played[0], another, strict=True))


def test_resets_without_a_seed_follow_from_the_one_before() -> None:
    def third(env: VectorEnv) -> Array:
        env.reset(seed=5)
        env.reset()
        found: Array = env.reset()[0]["observation"]
        return found

    envs = [VectorEnv("port", 4, opponents="random") for _ in range(2)]
    first, again = map(third, envs)
    np.testing.assert_array_equal(first, again)
    assert (first != envs[0].reset()[0]["observation"]).any()


@pytest.mark.usefixtures("few_are_worth_a_thread")
@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_exactly_alike(copied: Any, threads: int) -> None:
    env = VectorEnv("pickle", 6, opponents="random", seats=3, threads=threads)
    assert len(compiled(env).helpers) == threads - 1
    found, _ = env.reset(seed=1)
    for _ in range(5):
        found, *_ = env.step(found["action_mask"].argmax(1))
    other, seen = copied(env), found
    for _ in range(20):
        seen, rewards, *_ = other.step(seen["action_mask"].argmax(1))
        found, expected, *_ = env.step(found["action_mask"].argmax(1))
        np.testing.assert_array_equal(seen["observation"], found["observation"])
        np.testing.assert_array_equal(rewards, expected)


def play_all(env: VectorEnv, seed: int, steps: int = 30) -> list[Array]:
    """All that is seen and won at the first two tables: always the highest legal action, then the lowest."""
    env.reset(seed=seed + 1)
    found, _ = env.reset(seed=seed)
    seen: list[Array] = []
    for step in range(steps):
        mask = found["action_mask"]
        actions = mask.argmax(1) if step % 3 else mask.shape[1] - 1 - mask[:, ::-1].argmax(1)
        found, rewards, terminated, _, _ = env.step(actions)
        seen += [array[:2].copy() for array in (found["observation"], found["action_mask"], rewards, terminated)]
    env.close()
    return seen


@pytest.mark.parametrize("game", some_games())
def test_spaces_hold_what_is_seen(game: Game) -> None:
    env, rng = vector(game, 3, opponents=None), np.random.default_rng(43)
    observations, _ = env.reset(seed=1)
    for _ in range(30 * MORE):
        assert observations in env.observation_space
        actions = drawn(observations["action_mask"], rng)
        assert actions in env.action_space
        observations, *_ = env.step(actions)


@pytest.mark.parametrize("game", games_of_three())
def test_there_are_just_so_many_actions(game: Game) -> None:
    """No action is beyond the number that a game declares, and the last one is met."""
    env, rng = vector(game, 200, opponents=None), np.random.default_rng(44)
    observations, _ = env.reset(seed=1)
    actions = game.rulebook.rules.actions
    assert env.single_action_space.n == observations["action_mask"].shape[1] == actions
    for _ in range(200):
        assert max(map(int, env._tables.legal)).bit_length() <= actions
        if observations["action_mask"][:, -1].any():
            return
        observations, *_ = env.step(drawn(observations["action_mask"], rng))
    pytest.fail(f"action {actions - 1} was never legal")


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = VectorEnv("pairs", 8, seats=4)
    observations, _ = env.reset(seed=1)
    before = compiled(env).tables.tobytes(), env._tables.progress.tobytes()
    actions = observations["action_mask"].argmax(1)
    for wrong in (-1, 0, 56, 64, 1 << 40):
        actions[5] = wrong
        with pytest.raises(IllegalAction, match=rf"action {wrong} is not legal at table 5: the legal actions are \d+, 55"):
            env.step(actions)
    assert (compiled(env).tables.tobytes(), env._tables.progress.tobytes()) == before
    for shape in (actions[:3], actions.astype(float), 7):
        with pytest.raises(ValueError, match="8 whole numbers"):
            env.step(shape)


def test_step_comes_after_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        VectorEnv("port", 2).step([0, 0])


def test_buffers_are_written_in_place_only_where_that_is_asked_for() -> None:
    for copy in (False, True):
        env = VectorEnv("port", 4, opponents=None, copy=copy)
        first, infos = env.reset(seed=1)
        before = first["observation"].copy()
        second, _, _, _, later = env.step([0] * 4)
        assert (first["observation"] is second["observation"]) is not copy
        assert np.shares_memory(infos["seat"], later["seat"]) is not copy
        assert (first["observation"] == before).all() == copy
        assert (second["observation"] != before).any()


def test_opponents_sit_to_the_left_of_the_learner() -> None:
    env = VectorEnv("pairs", 2, seats=4, opponents=["random", "steady", "champ"], seat=2)
    random, steady, caller, champ = 0, 1, -1, 2
    assert compiled(env).players.tolist() == [[steady, champ, caller, random]]


def test_a_learner_without_a_seat_of_its_own_gets_every_seat() -> None:
    env = VectorEnv("pickup", 64, seats=3, seat="random")
    _, infos = env.reset(seed=1)
    assert set(infos["seat"]) == {0, 1, 2}
    seats = infos["seat"].copy()
    for _ in range(40):
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(1))
        assert (infos["seat"] == seats)[~terminated].all()
        seats = infos["seat"]


def test_a_game_without_a_choice_is_dealt_again() -> None:
    """At a target of 1 the first pair or fold ends the game: most are over before the learner is asked."""
    env = VectorEnv("pairs", 50, seats=8, target=1, seat=3)
    _, infos = env.reset(seed=1)
    for _ in range(20):
        assert infos["action_mask"].any(axis=1).all()
        *_, infos = env.step(infos["action_mask"].argmax(1))


def test_gymnasium_makes_them_by_name() -> None:
    for env in env_names():
        envs: Any = gymnasium.make_vec(f"cutcard/{env.learner}", num_envs=3, opponents="random")
        assert isinstance(envs.unwrapped, VectorEnv)
        assert envs.game.name == env.game
        assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert gymnasium.make_vec("cutcard/PiecesOfEight-v0", num_envs=2).unwrapped.game.options["eights"]


def test_wrappers_of_gymnasium_count_the_games() -> None:
    made: Any = gymnasium.make_vec("cutcard/Pairs-v0", num_envs=20, seats=2)
    envs = RecordEpisodeStatistics(made, buffer_length=10_000)
    observations, _ = envs.reset(seed=1)
    won = 0.0
    for _ in range(60):
        observations, rewards, _, _, _ = envs.step(observations["action_mask"].argmax(1))
        won += rewards.sum()
    assert envs.episode_count > 20
    assert sum(envs.return_queue) == won


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"num_envs": 0}, "at least one table"),
        ({"seat": 4}, "the learner's seat is from 0 to 3"),
        ({"seat": True}, "the learner's seat"),
        ({"opponents": ["steady"]}, "1 opponents: at 4 seats there are 3"),
        ({"opponents": "nobody"}, "there is no player 'nobody'"),
        ({"opponents": object()}, "is not a player"),
        ({"autoreset_mode": "never"}, "one of NextStep, SameStep, Disabled, not 'never'"),
        ({"illegal": "ignore"}, "raise or random, not 'ignore'"),
        ({"colour": 1}, "there is no option 'colour'"),
        ({"seats": 99}, "2 to 8 seats"),
        ({"render_mode": "ansi"}, "not rendered"),
    ],
)
def test_what_cannot_be_is_said(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(CutcardError, match=reason):
        VectorEnv("pairs", **arguments)
