"""OpenSpiel's observers of every kind: its own playthroughs, its environment, and that none tells more than its kind may."""

import random
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.rl_environment import Environment

import cutcard
from cutcard import ParseError
from cutcard.core.table.table import Table
from cutcard.envs.openspiel import game as spiel
from cutcard.envs.openspiel.aspects import Private, Public
from scripts.golden import FOLDER, PLAYTHROUGHS, playthrough
from tests.contract.test_leakage import another_game
from tests.envs.test_env_leaks import in_order
from tests.soak import soaked

NONE, SINGLE, ALL = (getattr(pyspiel.PrivateInfoType, name) for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS"))
KINDS = list(product((True, False), (True, False), (NONE, SINGLE, ALL)))


def kind_of(public: bool, recalls: bool, private: Any) -> Any:
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=recalls, private_info=private)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_by_openspiel_s_tool_is_the_golden_one(name: str) -> None:
    assert playthrough(name) == (FOLDER / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_and_variant_has_a_playthrough() -> None:
    names = {spiel.short_name(book.name) for book in cutcard.games()}
    names |= {spiel.short_name(variant.name) for book in cutcard.games() for variant in book.variants}
    assert names <= set(PLAYTHROUGHS)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_openspiel_s_environment_runs(name: str) -> None:
    """Its learners are shown the information state, which is as short as the observation."""
    game = pyspiel.load_game(f"{name}({PLAYTHROUGHS[name]})")
    env, rng = Environment(game), random.Random(1)
    env.seed(1)
    step = env.reset()
    while not step.last():
        player = step.current_player()
        shown = step.observations["info_state"][player]
        assert np.array_equal(np.array(shown, np.float32), np.array(env.get_state.observation_tensor(player), np.float32))
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert step.rewards == env.get_state.returns()
    assert game.information_state_tensor_size() == game.observation_tensor_size()


def replay(game: Any, table: Table, look: Any) -> None:
    """Play a game once more in OpenSpiel, and look at each state."""
    state = game.new_initial_state()
    for event in table.record()["events"]:
        first, _, rest = event.partition(" ")
        is_card = first == "d"
        faces = game.table_game.deck.faces
        actions = (faces.index(rest),) if is_card else state.node.table.actions_of(int(first), rest)
        for action in actions:
            state.apply_action(action)
            look(state)


def told(game: Any, table: Table, kind: Any, seat: int) -> list[tuple[str, bytes]]:
    """All that an observer shows while a game is played, without what stays the same."""
    observer, found = game.make_py_observer(kind, {"events": 600}), [("", b"")]

    def look(state: Any) -> None:
        observer.set_from(state, seat)
        now = observer.string_from(state, seat), b"" if observer.tensor is None else observer.tensor.tobytes()
        found.extend([now] if now != found[-1] else [])

    replay(game, table, look)
    return found


def other_seats_cards_change(name: str, games: int) -> int:
    """Where the cards that a seat cannot see change places: what is public, and what is the seat's own, stay the same."""
    game = pyspiel.load_game(f"{spiel.short_name(name)}(seats=3)")
    rng, changed = random.Random(9), 0
    for seed in range(games):
        table, viewer = in_order(game.table_game, seed, 12), rng.randrange(3)
        other = another_game(table, viewer, name, rng)
        changed += other != table
        for recalls in (True, False):
            for kind in (kind_of(True, recalls, NONE), kind_of(False, recalls, SINGLE)):
                same = told(game, table, kind, viewer) == told(game, other, kind, viewer)
                assert same, "an observer tells a difference"
    return changed


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_neither_the_public_nor_another_seat_is_told_what_a_seat_hides(book: cutcard.Rulebook) -> None:
    assert other_seats_cards_change(book.name, soaked(2, 40)) > 0


def test_observers_that_tell_too_much_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Public, "told", lambda self, table, seat: table.told(1))
        with pytest.raises(AssertionError, match="tells a difference"):
            other_seats_cards_change("pickup", 8)
    monkeypatch.setattr(Private, "seat_for", lambda self, player: (player + 1) % 3)
    with pytest.raises(AssertionError, match="tells a difference"):
        other_seats_cards_change("pickup", 8)


def test_what_each_kind_shows() -> None:
    game = pyspiel.load_game("cutcard_pickup(seats=2)")
    table = in_order(game.table_game, 1, 3)
    states: list[Any] = []
    replay(game, table, lambda state: states.append(state.clone()))
    state, view, open_view = states[-1], table.view(1), table.view(None)
    for public, recalls, private in KINDS:
        observer = game.make_py_observer(kind_of(public, recalls, private), {"events": 100})
        observer.set_from(state, 1)
        text, parts = observer.string_from(state, 1), set(observer.dict)
        if public and private == SINGLE:
            assert parts == ({"observation", "events"} if recalls else {"observation"})
            assert np.array_equal(observer.dict["observation"], view.tensor())
            assert text == (state.information_state_string(1) if recalls else state.observation_string(1))
            continue
        owners = {NONE: (), SINGLE: ("",), ALL: ("_0", "_1")}[private]
        named = [*(["public"] if public else []), *(f"private{owner}" for owner in owners)]
        events = {name.replace("public", "public_events").replace("private", "private_events") for name in named}
        assert parts == {*named, *(events if recalls else ())}
        assert text.count(" | ") == max(0, len(named) - 1)
        if public:
            assert np.array_equal(observer.dict["public"], open_view.tensor())
        if private == SINGLE:
            held = [float(view.cards("hands", 1).count(face)) for face in game.table_game.deck.faces]
            assert observer.dict["private"][: len(held)].tolist() == held
        if not named:
            assert (observer.tensor, text) == (None, "")


def test_room_for_events_is_given_to_a_game_or_to_an_observer() -> None:
    game = pyspiel.load_game("cutcard_pairs(seats=2,events=7)")
    small = game.observation_tensor_size()
    assert game.information_state_tensor_size() == small + 28
    recalls = kind_of(True, True, SINGLE)
    assert game.make_py_observer(recalls, {"events": 2}).tensor.shape == (small + 8,)
    assert game.make_py_observer(recalls, {"events": 0}).tensor.shape == (small,)
    usual = pyspiel.load_game("cutcard_pairs(seats=2,events=-1)")
    assert usual.information_state_tensor_size() == small + 4 * usual.table_game.rulebook.events
    with pytest.raises(ParseError, match="an observer has one parameter, events, not colour"):
        game.make_py_observer(recalls, {"colour": 1})


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_state_goes_on_as_its_nodes_do(name: str) -> None:
    """The node that is made when somebody asks, the quick way there, and a way on from a node all come to the same."""
    game = pyspiel.load_game(f"{name}({PLAYTHROUGHS[name]})")
    state, rng = game.new_initial_state(), random.Random(2)
    node, copies = state.node, [state.clone()]
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        node = node.after(action)
        assert (state.current_player(), state.pace.words.tolist()) == (node.player, node.words.tolist())
        assert state.pace.open_words.tolist() == node.table.words.tolist()
        assert state.pace.legal() == node.legal()
        assert not state.is_chance_node() or state.chance_outcomes() == node.chances()
        copies.append(state.clone())
    assert str(state.node) == str(node)
    assert [copy.history() for copy in copies] == [state.history()[:i] for i in range(len(copies))]
    assert str(copies[-2].node.after(action)) == str(node)
    assert state.returns() == list(node.table.result.utilities)
