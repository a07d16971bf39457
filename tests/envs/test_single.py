"""The single-agent environment: Gymnasium's own check, and the surface of the engine beside it."""

import pickle
import subprocess
import sys
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cutcard
from cutcard import CutcardError, Game, Table, View
from cutcard.core.errors import ParseError
from cutcard.envs.compiled_tables import CompiledTables
from cutcard.envs.learner import IllegalAction
from cutcard.envs.names import env_names
from cutcard.envs.played_tables import PlayedTables
from cutcard.envs.single import SingleEnv
from cutcard.players import RandomPlayer, SteadyPlayer
from tests.envs.bytes import as_bytes
from tests.envs.cases import MORE, games_of_three, made_with, some_games


def single(game: Game, **arguments: Any) -> SingleEnv:
    return SingleEnv(game.name, **{**made_with(game), **arguments})


def legal_action(observation: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def played(env: SingleEnv) -> PlayedTables:
    assert isinstance(env._table, PlayedTables)
    return env._table


def at_hand(env: SingleEnv) -> Table:
    return played(env).table(0)


NAMES = {env.game: env.learner for env in env_names() if not env.options}


@pytest.mark.parametrize("game", some_games())
def test_gymnasium_finds_nothing_wrong(game: Game) -> None:
    """Warnings are errors here. It draws an action before the game is dealt, so that no mask can help."""
    env = gymnasium.make(f"cutcard/{NAMES[game.name]}", illegal="random", **made_with(game))
    check_env(env.unwrapped, skip_render_check=game.seats != 3)


def test_gymnasium_knows_every_game_by_its_title() -> None:
    assert {env.learner.removesuffix("-v0"): {"game": env.game, **env.options} for env in env_names()} == {
        "Pairs": {"game": "pairs"},
        "PiecesOfEight": {"game": "pairs", "eights": True},
        "ContinuousPairs": {"game": "continuous"},
        "Port": {"game": "port"},
        "Starboard": {"game": "starboard"},
        "Pickup": {"game": "pickup"},
        "ToTheMoon": {"game": "to-the-moon"},
        "Pickle": {"game": "pickle"},
        "CleverPickin": {"game": "clever-pickin"},
    }
    env: Any = gymnasium.make("cutcard.envs:cutcard/PiecesOfEight-v0", opponents="steady")
    assert env.unwrapped.game.options["eights"]
    assert SingleEnv("pieces-of-eight").game == env.unwrapped.game
    with pytest.raises(ParseError, match="Pieces of Eight is Pairs with the option eights"):
        gymnasium.make("cutcard/PiecesOfEight-v0", eights=False)


class Watcher:
    """Plays at random, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, ...]] = []

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        self.given.append((type(view), view.seat, view.seat in view.to_act, len(view.log) > 0))
        return RandomPlayer().choose(view, legal, rng)


@pytest.mark.parametrize("game", games_of_three())
def test_a_learner_among_players(game: Game) -> None:
    """Players get the views of their seats; the learner is asked in its turn, and rewarded as the result says."""
    first, second, rng = Watcher(), Watcher(), np.random.default_rng(51)
    env = single(game, opponents=[first, second], seat=2)
    observation, info = env.reset(seed=9)
    ended = 0
    while ended < 2 * MORE:
        table = at_hand(env)
        assert info["seat"] == 2 in table.to_act
        if not (place := played(env)._places[0]) or not place.turn.actions:
            np.testing.assert_array_equal(observation["observation"], table.view(2).tensor())
        np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(legal_action(observation, rng))
        assert not truncated
        result = at_hand(env).result
        assert terminated == (result is not None)
        assert reward == (result.utilities[2] if result else 0.0)
        if result:
            assert info["utilities"].tolist() == list(result.utilities)
            assert not observation["action_mask"].any()
            with pytest.raises(IllegalAction, match="the game is over"):
                env.step(0)
            observation, info = env.reset()
            ended += 1
    for watcher, seat in ((first, 0), (second, 1)):
        assert set(watcher.given) == {(View, seat, True, True)}


@pytest.mark.parametrize("game", games_of_three())
def test_a_seed_gives_the_same_games(game: Game) -> None:
    def played(seed: int) -> list[Any]:
        env, rng = single(game, opponents="random", seat="random"), np.random.default_rng(52)
        observation, info = env.reset(seed=seed)
        found = [info["seat"]]
        for _ in range(25):
            observation, reward, terminated, _, _ = env.step(legal_action(observation, rng))
            found += [observation["observation"].tobytes(), reward]
            if terminated:
                observation, info = env.reset()
        return found

    assert played(3) == played(3) != played(4)


@pytest.mark.parametrize("opponents", ["steady", SteadyPlayer()], ids=["compiled", "player"])
def test_the_first_game_of_a_seed_is_that_of_the_engine(opponents: Any) -> None:
    env = SingleEnv("starboard", seats=2, dealer=1, opponents=opponents)
    observation, _ = env.reset(seed=8)
    table = cutcard.game("starboard", seats=2, dealer=1).start(seed=8)
    np.testing.assert_array_equal(observation["observation"], table.view(0).tensor())


@pytest.mark.parametrize("game", games_of_three())
def test_compiled_opponents_play_the_same_games(game: Game) -> None:
    """Opponents that are named, and players who do the same: every byte that is told is the same, at whatever seat, by a
    copy too. Drawings are as a player's table is drawn."""
    rng = np.random.default_rng(53)
    fast, slow = (single(game, opponents=one, seat="random", render_mode="ansi") for one in ("hard", SteadyPlayer()))
    assert isinstance(fast._table, CompiledTables)
    assert isinstance(slow._table, PlayedTables)
    told = [env.reset(seed=4) for env in (fast, slow)]
    for step in range(60 * MORE):
        assert as_bytes(told[0]) == as_bytes(told[1])
        mask = told[0][0]["action_mask"]
        if not fast.game.rulebook.rules.longest > 1:
            assert fast.render() == slow.render()
        for env in (fast, slow):
            np.testing.assert_array_equal(env.action_masks(), mask.astype(bool))
            np.testing.assert_array_equal(env.action_space.mask, mask)
        if not mask.any():
            told = [env.reset() for env in (fast, slow)]
            continue
        if step % 20 == 10:
            fast, slow = pickle.loads(pickle.dumps(fast)), deepcopy(slow)
        if step % 20 == 19:
            fast, slow = deepcopy(fast), pickle.loads(pickle.dumps(slow))
        action = int(rng.choice(np.flatnonzero(mask)))
        told = [env.step(action) for env in (fast, slow)]


def test_a_learner_without_a_seat_of_its_own_gets_every_seat() -> None:
    for opponents in ("steady", SteadyPlayer()):
        env = SingleEnv("pickup", seats=3, opponents=opponents, seat="random")
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_a_game_without_a_choice_is_dealt_again() -> None:
    """At a target of 1 the first pair or fold ends the game: most are over before the learner is asked."""
    for opponents in ("steady", SteadyPlayer()):
        env = SingleEnv("pairs", seats=8, target=1, seat=3, opponents=opponents)
        for seed in range(20):
            assert env.reset(seed=seed)[1]["action_mask"].any()


def test_action_masks_are_truth_values() -> None:
    """As MaskablePPO asks for them, through wrappers too."""
    env = gymnasium.make("cutcard/Pairs-v0", seats=3)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    np.testing.assert_array_equal(masks, info["action_mask"] == 1)


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = SingleEnv("pairs", seats=3)
    assert isinstance(env._table, CompiledTables)
    env.reset(seed=1)
    before = as_bytes(env._table.tables), env._table.progress.tobytes()
    for action in (-1, 0, 57, 1000):
        with pytest.raises(IllegalAction, match=rf"action {action} is not legal: the legal actions are \d+, 55"):
            env.step(action)
    assert (as_bytes(env._table.tables), env._table.progress.tobytes()) == before


def test_an_illegal_action_can_be_replaced() -> None:
    env = SingleEnv("pairs", seats=3, illegal="random")
    carried = set()
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        *_, info = env.step(0)
        assert observation["action_mask"][info["action"]]
        carried.add(info["action"] == 55)
    assert carried == {True, False}


def test_any_player_can_sit_there() -> None:
    """By name, with a budget, or by the module it is in."""
    env = SingleEnv("pairs", seats=4, opponents=("search@20", "medium", "tests.envs.test_single:Watcher"), target=5)
    observation, _ = env.reset(seed=1)
    terminated = False
    while not terminated:
        observation, _, terminated, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert isinstance(played(env)._seatings[0][3], Watcher)


def test_it_is_drawn_as_the_learner_sees_it() -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray), ("human", type(None))):
        env = SingleEnv("pickup", render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    env = SingleEnv("pickup")
    env.reset()
    with pytest.raises(CutcardError, match="say render_mode"):
        env.render()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seat": 4}, "the learner's seat is from 0 to 3"),
        ({"opponents": ["steady"] * 4}, "4 opponents: at 4 seats there are 3"),
        ({"opponents": "nobody"}, "there is no player 'nobody'"),
        ({"opponents": None}, "None is not a player"),
        ({"illegal": "ignore"}, "raise or random, not 'ignore'"),
        ({"render_mode": "hologram"}, "no render mode 'hologram'"),
        ({"colour": 1}, "there is no option 'colour'"),
    ],
)
def test_what_cannot_be_is_said(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(CutcardError, match=reason):
        SingleEnv("pairs", **arguments)


def test_all_else_comes_after_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SingleEnv("port").step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        SingleEnv("port", render_mode="ansi").render()


@pytest.mark.parametrize("game", games_of_three())
def test_an_action_that_is_drawn_without_a_mask_is_legal(game: Game) -> None:
    env, terminated = single(game), False
    env.action_space.seed(1)
    env.reset(seed=5)
    drawn = []
    while not terminated and len(drawn) < 200:
        drawn.append(env.action_space.sample())
        *_, terminated, _, info = env.step(drawn[-1])  # raises where it is not
        assert info["action"] == drawn[-1]
    assert len(set(drawn)) > 1


def test_without_the_extra_it_is_said_how_to_get_it() -> None:
    """The engine itself does without: it imports none of them."""
    code = """
import sys
import cutcard
assert not {"gymnasium", "pettingzoo", "pyspiel", "PIL"} & set(sys.modules)
sys.modules["gymnasium"] = None
try:
    import cutcard.envs.single
except cutcard.CutcardError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "Environments need Gymnasium: pip install 'cutcard[rl]'\n"


def test_an_action_may_be_any_whole_number_and_nothing_else() -> None:
    env: Any = gymnasium.make("cutcard/Port-v0", illegal="random").unwrapped
    env.reset(seed=3)
    for action in (0, np.int8(0), np.array(0)):
        assert env.step(action)[4]["action"] == 0
        env.reset(seed=3)
    for nonsense in ("hit", 1.0, None, True, np.array([0]), np.array(0.9), np.array(True)):
        with pytest.raises(ParseError, match="an action is a whole number"):
            env.step(nonsense)


def test_an_opponent_that_fails_leaves_the_learner_s_turn_as_it_was() -> None:
    class Fails:
        fails = True

        def choose(self, view: Any, legal: Any, rng: Any) -> str:
            if self.fails:
                raise ZeroDivisionError
            return str(legal[0])

    opponent = Fails()
    env = SingleEnv("port", seats=2, dealer=1, opponents=opponent)
    opponent.fails = False
    _, info = env.reset(seed=1)
    opponent.fails = True
    with pytest.raises(ZeroDivisionError):
        env.step(int(info["action_mask"].argmax()))
    opponent.fails = False
    env.step(int(info["action_mask"].argmax()))
