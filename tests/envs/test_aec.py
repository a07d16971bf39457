"""PettingZoo's turn by turn."""

import copy
import importlib
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import cutcard
from cutcard import CutcardError, NotAllowed, NotFound, ParseError, Table
from cutcard.core.table.moves import named
from cutcard.envs.pettingzoo import aec
from cutcard.games.shared.pairs_deck import DECK
from tests.envs.pettingzoo_tests import api_test, name_of, render_test, seed_test, tables

Moment = tuple[Any, ...]


@pytest.fixture
def known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's test has lists of the environments whose observations are dictionaries with a mask, and of those that may
    show only zeros: masks of agents that are done. It warns of others, so ours are told to it too."""
    lists = sys.modules["pettingzoo.test.api_test"]
    names = [name_of(book) for book in cutcard.games()]
    for name in ("env_obs_dicts", "env_obs_space", "env_all_zeros_obs"):
        monkeypatch.setattr(lists, name, [*getattr(lists, name), *names])


@pytest.mark.usefixtures("known_by_name")
@pytest.mark.parametrize(("game", "seats"), tables("least", "four", "most"))
def test_it_passes_pettingzoos_test(game: str, seats: int) -> None:
    api_test(aec.env(game, seats=seats), num_cycles=30)
    api_test(aec.raw_env(game, seats=seats), num_cycles=3)


@pytest.mark.parametrize(("game", "seats"), tables("least", "four", "most"))
def test_a_seed_makes_it_repeatable(game: str, seats: int) -> None:
    seed_test(lambda: aec.env(game, seats=seats), num_cycles=30)


@pytest.mark.parametrize(("game", "seats"), tables("most"))
def test_it_renders_in_every_mode(game: str, seats: int) -> None:
    svgs = {"svg": lambda drawn: drawn.startswith("<svg") and drawn.endswith("</svg>")}
    render_test(lambda render_mode: aec.env(game, seats=seats, render_mode=render_mode), svgs)


def play(env: Any, rng: random.Random, most: int = 100_000) -> list[Moment]:
    """All that agents are told while they play by chance."""
    told: list[Moment] = []
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, info = env.last()
        bytes_seen = (
            observation["observation"].tobytes(),
            observation["action_mask"].tobytes(),
            info["action_mask"].tobytes(),
        )
        told.append((agent, bytes_seen, reward, terminated, truncated))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return told


@pytest.mark.parametrize(("game", "seats"), tables("least", "most"))
def test_it_is_the_game_that_the_engine_plays(game: str, seats: int) -> None:
    """The same seed deals the same cards; what is observed, allowed and rewarded is what the table says."""
    rng = random.Random(3)
    env = aec.raw_env(game, seats=seats)
    env.reset(seed=11)
    table: Table = env.game.start(seed=11)
    actions: list[int] = []
    while env.agents == env.possible_agents and not any(env.terminations.values()):
        seat = env.seat_of[env.agent_selection]
        assert seat == table.to_act[0]
        if not actions:
            looker = rng.randrange(seats)
            seen = env.observe(env.possible_agents[looker])["observation"]
            assert np.array_equal(seen, table.glance(looker).tensor())
        mask = env.observe(env.agent_selection)["action_mask"]
        actions.append(int(rng.choice(np.flatnonzero(mask))))
        env.step(actions[-1])
        if not env.table.is_midway:
            move = named(env.game, table.reading, seat, actions)
            table, actions = table.play(move, seat), []
    assert table.result is not None
    assert env.rewards == pytest.approx(dict(zip(env.possible_agents, table.result.utilities, strict=True)))
    assert sum(env.rewards.values()) == pytest.approx(0.0)


@pytest.mark.parametrize(("game", "seats"), tables("four"))
def test_the_mask_has_what_is_legal_and_nothing_else(game: str, seats: int) -> None:
    env = aec.raw_env(game, seats=seats)
    env.reset(seed=5)
    table: Table = env.game.start(seed=5)
    for agent in env.possible_agents:
        asked = agent == env.agent_selection
        names = env.action_names(agent).values()
        is_short = env.game.rulebook.rules.longest == 1
        begun = {move for move in table.legal(env.seat_of[agent]) if " " not in move or is_short}
        assert not names if not asked else begun == set(names) if is_short else begun <= set(names)


@pytest.mark.parametrize(("game", "seats"), tables("least", "most"))
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_exactly_alike(game: str, seats: int, copied: Any) -> None:
    env = aec.env(game, seats=seats)
    env.reset(seed=2)
    play(env, random.Random(1), 7)
    other = copied(env)
    once = play(env, random.Random(4))
    assert once == play(other, random.Random(4))  # and what the one did has not changed the other
    env.reset()
    other.reset()
    assert play(env, random.Random(6)) == play(other, random.Random(6))


def test_a_copy_keeps_what_the_space_of_actions_draws() -> None:
    env = aec.env("pickup", seats=3)
    env.reset(seed=2)
    env.action_space("seat_0").seed(8)
    other = copy.deepcopy(env)
    draws = [int(env.action_space("seat_0").sample()) for _ in range(20)]
    assert draws == [int(other.action_space("seat_0").sample()) for _ in range(20)]
    assert set(draws) <= set(np.flatnonzero(env.observe("seat_0")["action_mask"]))


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    def dealt(first: int, moves: int) -> bytes:
        env = aec.env("clever-pickin")
        env.reset(seed=first)
        play(env, random.Random(0), moves)
        env.reset()
        seen: bytes = env.observe("seat_0")["observation"].tobytes()
        return seen

    assert dealt(1, 0) == dealt(1, 9)
    assert dealt(1, 0) != dealt(2, 0)
    fresh = [aec.raw_env("clever-pickin") for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].observe("seat_0")["observation"].tobytes() != fresh[1].observe("seat_0")["observation"].tobytes()


def test_where_seats_choose_at_once_they_are_asked_in_order_and_see_nothing_of_each_other() -> None:
    seen: dict[str, set[bytes]] = {"seat_1": set(), "seat_2": set()}
    start = aec.env("pickup", seats=3)
    start.reset(seed=4)
    choices = np.flatnonzero(start.last()[0]["action_mask"])
    assert len(choices) > 2
    for choice in choices:
        env = copy.deepcopy(start)
        for agent in ("seat_0", "seat_1", "seat_2"):
            assert env.agent_selection == agent
            if agent in seen:
                seen[agent].add(env.last()[0]["observation"].tobytes())
            env.step(int(choice) if agent == "seat_0" else int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert {agent: len(observations) for agent, observations in seen.items()} == {"seat_1": 1, "seat_2": 1}


def test_an_illegal_action_raises_with_the_reason_and_changes_nothing() -> None:
    env = aec.env("pickup", seats=2)
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"].tobytes()
    mask = env.observe("seat_0")["action_mask"]
    nine = DECK.masks["9"].bit_length() - 1  # the highest card of a rank stands for it
    assert not mask[nine]
    with pytest.raises(
        NotAllowed, match=r"action \d+ \(choose 9\) is not legal now: you hold no 9; legal .* \(choose"
    ) as no:
        env.step(nine)
    assert no.value.clause == "PICKUP-3"
    with pytest.raises(NotAllowed, match=r"action 53 means nothing in Pickup now; legal for seat 0 are: .* \(choose"):
        env.step(nine + 9)
    assert env.agent_selection == "seat_0"
    assert env.observe("seat_0")["observation"].tobytes() == before


@pytest.mark.parametrize("action", [None, "hit", 1.0, True, np.zeros(3), [0]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = aec.env("pairs")
    env.reset(seed=1)
    with pytest.raises(ParseError, match="an action is a whole number"):
        env.step(action)


@pytest.mark.parametrize("action", [-1, 64, 10**30])
@pytest.mark.parametrize("game", [book.name for book in cutcard.games()])
def test_a_number_that_is_no_action_is_refused(game: str, action: int) -> None:
    env = aec.env(game)
    env.reset(seed=1)
    with pytest.raises(NotAllowed, match=f"action {action} means nothing in .* now; legal for seat"):
        env.step(action)


def test_every_action_can_be_refused() -> None:
    """Whatever a policy sends, it learns what is legal."""
    for book in cutcard.games():
        env = aec.raw_env(book.name)
        env.reset(seed=1)
        for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0):
            with pytest.raises(NotAllowed, match="legal for seat"):
                env.step(int(action))


def test_pettingzoos_wrapper_can_end_the_game_of_who_acts_illegally() -> None:
    env = TerminateIllegalWrapper(aec.raw_env("pairs", seats=3), illegal_reward=-1)
    env.reset(seed=1)
    actor = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.terminations == {"seat_0": True, "seat_1": True, "seat_2": True}
    assert env.rewards[actor] == -1
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_max_cycles_ends_a_game_undecided() -> None:
    env = aec.env("port", seats=3, max_cycles=5)
    env.reset(seed=3)
    told = play(env, random.Random(2))
    acted = [agent for agent, _, _, terminated, truncated in told if not (terminated or truncated)]
    assert max(acted.count(agent) for agent in env.possible_agents) == 5
    assert [(reward, terminated, truncated) for _, _, reward, terminated, truncated in told[-3:]] == [(0, False, True)] * 3


def test_options_are_keyword_arguments() -> None:
    env = aec.env("pairs", seats=3, dealer=2, eights=True, target=20)
    assert env.game.options["eights"] is True
    assert (env.game.seats, env.game.dealer, env.game.options["target"]) == (3, 2, 20)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"seats": 9}, "Pairs is for 2 to 8 seats, not 9"),
        ({"dealer": 4}, "the dealer is a seat from 0 to 3"),
        ({"coins": 3}, "there is no option 'coins'; the options are: burn, deal_passes, eights, target"),
        ({"target": 0}, "the option target is from"),
        ({"eights": 1}, "the option eights is either true or false"),
        ({"render_mode": "film"}, "there is no render mode 'film'; there are: human, ansi, rgb_array, svg"),
        ({"render_seat": 4}, "there is no seat 4 to render: seats are 0 to 3"),
        ({"max_cycles": 0}, "max_cycles is a whole number from 1 on"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_dealt(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises((ParseError, NotFound), match=reason):
        aec.env(**{"game": "pairs", **arguments})


def test_rendering_needs_a_mode() -> None:
    env = aec.env("pairs")
    env.reset(seed=1)
    with pytest.raises(ParseError, match="say render_mode=human or ansi or rgb_array or svg"):
        env.render()


def test_human_prints_the_table_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec.env("pairs", render_mode="human")
    env.reset(seed=1)
    assert "seat 0 (dealer): score 0 of 16." in capsys.readouterr().out
    env.step(int(env.action_space(env.agent_selection).sample()))
    assert "seat 0 (dealer)" in capsys.readouterr().out
    assert env.render() is None


# By name and version


BY_NAME = pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has names for environments since 1.27")


@BY_NAME
@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_game_is_registered_with_pettingzoo(book: cutcard.Rulebook) -> None:
    import cutcard.envs

    env = pettingzoo.make("aec", f"cutcard/{name_of(book)}", seats=3)
    assert str(env) == name_of(book)
    assert env.max_num_agents == 3
    assert isinstance(pettingzoo.make("parallel", f"cutcard/{name_of(book)}"), pettingzoo.ParallelEnv)
    module = getattr(cutcard.envs, name_of(book))
    assert module.env(seats=2).game == module.raw_env(seats=2).game == module.parallel_env(seats=2).game


def test_a_variant_has_a_name_of_its_own() -> None:
    from cutcard.envs import pieces_of_eight_v0

    env = pieces_of_eight_v0.env(seats=3)
    assert env.game == cutcard.game("pairs", seats=3, eights=True)
    assert str(env) == env.metadata["name"] == "pieces_of_eight_v0"
    with pytest.raises(ParseError, match="Pieces of Eight is Pairs with the option eights"):
        pieces_of_eight_v0.parallel_env(eights=False)


@BY_NAME
def test_pettingzoo_knows_them_once_the_package_is_imported() -> None:
    code = "import pettingzoo, cutcard.envs; print(pettingzoo.make('aec', 'cutcard/pieces_of_eight_v0', seats=2))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "pieces_of_eight_v0\n", done.stderr


def test_a_seed_may_be_a_number_of_numpy() -> None:
    env = aec.env("pairs", seats=2)
    env.reset(seed=np.int64(5))
    first = env.table.words.copy()
    env.reset(seed=5)
    assert (env.table.words == first).all()
    with pytest.raises(ParseError, match=r"a seed is a whole number, not 1\.5"):
        env.reset(seed=1.5)


def test_an_environment_that_is_not_there() -> None:
    import cutcard.envs

    with pytest.raises(AttributeError, match="whist_v0"):
        cutcard.envs.whist_v0  # noqa: B018


# Without the extra


def test_without_pettingzoo_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "cutcard.envs.pettingzoo.library")
    with pytest.raises(CutcardError, match=r"These environments need PettingZoo: pip install 'cutcard\[rl\]'"):
        importlib.import_module("cutcard.envs.pettingzoo.library")


def test_the_package_itself_imports_no_library_for_learning() -> None:
    code = "import sys, cutcard, cutcard.cli.main; print({'gymnasium', 'pettingzoo', 'PIL', 'pyspiel'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
