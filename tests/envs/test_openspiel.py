"""OpenSpiel's face of every game: its own checks, and that what it shows is what the table has."""

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import cutcard
from cutcard import CutcardError, ParseError, Table
from cutcard.core import registry
from cutcard.envs.openspiel import bounds as spiel_bounds
from cutcard.envs.openspiel import game as spiel
from cutcard.envs.openspiel.information import Rows
from cutcard.envs.openspiel.pace import Made
from cutcard.envs.openspiel.walk import Node
from tests.contract.test_leakage import another_game
from tests.docs.test_docs import ROOT, blocks, run
from tests.envs.pettingzoo_tests import tables
from tests.envs.test_env_leaks import in_order
from tests.soak import soaked

MORE = soaked(1, 20)
"""How many times the usual number of games is played."""

SHORT = {
    "pairs": "eights=True,target=15",
    "continuous": "target=9,burn=1",
    "port": "rounds=4",
    "starboard": "games=3,coins=5",
    "to-the-moon": "rounds=1",
    "pickle": "hands=1,must_beat=True",
    "clever-pickin": "hands=1",
}
"""Options that keep a game short."""

SEVERAL_DEALS = (
    "cutcard_to_the_moon(seats=2,rounds=2)",
    "cutcard_pickle(seats=3,hands=3)",
    "cutcard_pickup(seats=2,long=True,target=30)",
)


def specs() -> list[str]:
    """Every game at its smallest and its largest table."""
    found = []
    for book in cutcard.games():
        for seats in (book.least_seats, book.most_seats):
            options = f",{SHORT[book.name]}" if book.name in SHORT else ""
            found.append(f"{spiel.short_name(book.name)}(seats={seats}{options})")
    return found


def played(game: Any, seed: int) -> Iterator[Any]:
    """The states of a game played by chance, each a copy."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state.clone()


def replayed(game: Any, actions: list[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action_with_legality_check(action)
    return state


# OpenSpiel's own checks


@pytest.mark.parametrize("spec", specs())
def test_random_simulations_of_openspiel_pass(spec: str) -> None:
    """With serialisation, copies, masks, both kinds of tensors, names of actions, and returns within their bounds."""
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=MORE, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("spec", specs())
def test_the_simulation_in_openspiel_s_own_test_suite_passes(spec: str) -> None:
    """The same that its tests do with each of its own games, in Python: both ways to serialise, pickles of games, states and
    kinds of games, and copies that go on alike."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(pyspiel.load_game(spec))


@pytest.mark.parametrize("spec", [*specs(), *SEVERAL_DEALS])
def test_resampling_as_openspiel_checks_it(spec: str) -> None:
    """Its `ResampleInfostateTest`, which Python cannot call; and more: the history of the other world leads there, for every
    seat, and the cards that a seat cannot see are not always the true ones."""
    game = pyspiel.load_game(spec)
    seats = range(game.num_players())
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    rng = random.Random(3)
    states = [state for state in played(game, 3) if not state.is_chance_node() and not state.is_terminal()]
    other_worlds = 0
    for state in rng.sample(states, min(len(states), soaked(5, 200))):
        player = rng.choice([*seats, state.current_player()])
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.current_player() == state.current_player()
        again = replayed(game, other.history())
        assert str(again) == str(other)
        for seat in seats:
            assert again.information_state_string(seat) == other.information_state_string(seat)
            assert again.information_state_tensor(seat) == other.information_state_tensor(seat)
            assert again.observation_tensor(seat) == other.observation_tensor(seat)
        other_worlds += str(other) != str(state)
        while not other.is_terminal() and rng.random() < 0.8:
            other.apply_action(rng.choice(other.legal_actions()))
    assert other_worlds > 0


@pytest.mark.parametrize("spec", specs()[::2])
def test_games_and_states_can_be_pickled(spec: str) -> None:
    game = pyspiel.load_game(spec)
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()
    for number, state in enumerate(played(game, 4)):
        if number % 17 == 0 or state.is_terminal():
            twin = pickle.loads(pickle.dumps(state))
            assert (str(twin), twin.history()) == (str(state), state.history())
            assert [twin.information_state_string(seat) for seat in range(game.num_players())] == [
                state.information_state_string(seat) for seat in range(game.num_players())
            ]


# What a state shows is what its table has


@pytest.mark.parametrize("spec", specs())
def test_a_state_is_its_table(spec: str) -> None:
    game = pyspiel.load_game(spec)
    deck = game.table_game.deck
    for state in played(game, 5):
        table = state.node.table
        if state.is_chance_node():
            chances = state.chance_outcomes()
            assert sum(chance for _, chance in chances) == pytest.approx(1, abs=1e-12)
            assert [(deck.faces[face], chance) for face, chance in chances] == [
                (face, float(chance)) for face, chance in table.chance_outcomes()
            ]
            assert [state.action_to_string(face) for face, _ in chances] == [face for face, _ in table.chance_outcomes()]
        elif state.is_terminal():
            assert state.returns() == list(table.result.utilities)
        else:
            seat = state.current_player()
            assert seat in table.to_act
            assert state.returns() == [0.0] * game.num_players()
            names = [state.action_to_string(action) for action in state.legal_actions()]
            if game.table_game.rulebook.rules.longest == 1:
                assert sorted(names) == list(table.legal(seat))
            elif not state.node.begun:
                assert {name.split(" ")[0] for name in names} == {move.split(" ")[0] for move in table.view(seat).openings()}
            if not state.node.begun:
                shown = np.array(state.observation_tensor(seat), np.float32)
                assert (shown == table.view(seat).tensor()).all()


@pytest.mark.parametrize("spec", specs())
def test_a_seat_forgets_nothing_and_is_told_what_its_log_says(spec: str) -> None:
    game = pyspiel.load_game(spec)
    seats = range(game.num_players())
    before = [""] * game.num_players()
    for state in played(game, 6):
        if state.is_chance_node() or state.node.begun:
            continue
        for seat in seats:
            text = state.information_state_string(seat)
            assert text.startswith(before[seat])
            assert len(text) > len(before[seat])
            before[seat] = text
    for seat in seats:
        log = state.node.table.view(seat).log
        assert before[seat].count(">") == sum(told.kind == "card" for told in log)
        assert [word.split(">")[0] for word in before[seat].split(" ") if ">" in word] == [
            told.card or "?" for told in log if told.kind == "card"
        ]


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_utilities_and_lengths_are_within_what_is_declared(book: cutcard.Rulebook) -> None:
    for seats in (book.least_seats, book.most_seats):
        game = cutcard.game(book.name, seats=seats)
        found = game.simulate(300)
        worst, best = spiel_bounds.utilities(game)
        assert found.utilities.min() >= worst
        assert found.utilities.max() <= best
        if not book.words.stake.unit:
            assert (found.utilities.min(), found.utilities.max()) == (worst, best)
        assert found.decisions.max() * book.rules.longest <= spiel_bounds.longest(game)


def test_every_game_declares_its_bound_and_others_get_a_large_one() -> None:
    lengths = {
        "pairs": 1_891, "continuous": 1_891, "port": 3_300, "starboard": 48, "pickup": 42, "to-the-moon": 4_290,
        "pickle": 332_000, "clever-pickin": 3_300,
    }  # fmt: skip
    found = {book.name: spiel_bounds.longest(cutcard.game(book.name, seats=3)) for book in cutcard.games()}
    assert {name: found[name] for name in lengths} == lengths
    assert all(book.bound for book in cutcard.games() if book.name in lengths)
    roomy = {book.name for book in cutcard.games() if book.events == 16_384}
    assert roomy == {"pickle", "clever-pickin"}
    game = cutcard.game("pairs", seats=3)
    undeclared = replace(game, rulebook=replace(game.rulebook, bound=None))
    assert spiel_bounds.longest(undeclared) == spiel_bounds.OTHERWISE
    assert spiel_bounds.longest(cutcard.game("port", seats=3, rounds=2**53 - 1)) == spiel_bounds.LARGEST


def test_the_events_of_a_tensor_are_what_happened() -> None:
    game = pyspiel.load_game("cutcard_pickup(seats=2,dealer=1,events=200)")
    codes, faces = Rows(game.table_game).codes, game.table_game.deck.faces
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])  # tens, as long as there are any
    own, theirs, pool = (codes["card", "hands"], 1, len(faces), 0), (codes["card", "hands"], 2, 0, 0), codes["card", "pool"]
    rows = np.array(state.information_state_tensor(0)[-800:]).reshape(-1, 4)
    assert rows[:14].tolist() == [list(own), list(theirs)] * 5 + [[own[0], 1, 9, 0], list(theirs)] * 2
    assert rows[14:19].tolist() == [[pool, 0, 9, 0]] * 5
    assert not rows[19:].any()
    state.apply_action(state.legal_actions()[0])
    chosen = np.array(state.information_state_tensor(0)[-800:]).reshape(-1, 4)
    heard = np.array(state.information_state_tensor(1)[-800:]).reshape(-1, 4)
    assert chosen[19].tolist() == [codes["move", "choose"], 1, 9, 0]
    assert heard[19].tolist() == [codes["move", "choose"], 2, 0, 0]


# Nothing hidden is told


def told(game: Any, table: Table, viewer: int) -> list[bytes]:
    """All that a seat is told while a game is played once more in OpenSpiel, without what stays the same."""
    state, found = game.new_initial_state(), [b""]
    for event in table.record()["events"]:
        first, _, rest = event.partition(" ")
        if first == "d":
            actions = (game.table_game.deck.faces.index(rest),)
        else:
            assert state.current_player() == int(first)
            actions = state.node.table.actions_of(int(first), rest)
        for action in actions:
            state.apply_action_with_legality_check(action)
            tensors = state.information_state_tensor(viewer), state.observation_tensor(viewer)
            texts = state.information_state_string(viewer), state.observation_string(viewer)
            now = b"\n".join([*(np.array(tensor).tobytes() for tensor in tensors), *(text.encode() for text in texts)])
            if state.node.begun and state.node.mover != viewer:
                assert now == found[-1], f"seat {viewer} is told a difference in the middle of a move"
            found += [now] if now != found[-1] else []
    assert str(state.node.table) == str(table)
    return found


def compare(name: str, seats: int, games: int) -> int:
    """In how many games a hidden card had really moved, when the cards that a seat cannot see change places."""
    game = pyspiel.load_game(f"{spiel.short_name(name)}(seats={seats},events=600)")
    rng, changed = random.Random(8), 0
    for seed in range(games):
        table, viewer = in_order(game.table_game, seed, 16), rng.randrange(seats)
        other = another_game(table, viewer, name, rng)
        same = told(game, table, viewer) == told(game, other, viewer)
        assert same, f"seat {viewer} is told a difference"
        changed += other != table
    return changed


@pytest.mark.parametrize(("name", "seats"), tables("least", "most"))
def test_a_seat_is_told_nothing_of_what_it_cannot_see(name: str, seats: int) -> None:
    assert compare(name, seats, 3 * MORE) > 0


def test_a_move_that_is_seen_before_it_is_whole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Node, "seen_words", lambda node, seat: node.words)
    with pytest.raises(AssertionError, match="is told a difference"):
        compare("pickle", 2, 12)


# Loading


def test_every_game_is_there_with_its_options() -> None:
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for name in registry.GAMES.names():
        kind = known[spiel.short_name(name)]
        options = {option.name for option in registry.GAMES.load(name).options}
        assert set(kind.parameter_specification) == {"seats", "players", "dealer", "events"} | options
        assert pyspiel.load_game(kind.short_name).table_game == cutcard.game(name)


def test_variants_are_there_by_their_names() -> None:
    game = pyspiel.load_game("cutcard_pieces_of_eight(seats=2,target=11)")
    assert game.table_game == cutcard.game("pairs", seats=2, target=11, eights=True)
    assert game.get_type().long_name == "Pieces of Eight"
    with pytest.raises(ParseError, match="Pieces of Eight is Pairs with the option eights"):
        pyspiel.load_game("cutcard_pieces_of_eight(eights=False)")
    assert str(game) == "cutcard_pieces_of_eight(seats=2,target=11)"
    assert pickle.loads(pickle.dumps(game)).table_game == game.table_game
    names = {spiel.short_name(variant.name) for book in cutcard.games() for variant in book.variants}
    assert names <= set(pyspiel.registered_names())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def test_options_come_through() -> None:
    assert pyspiel.load_game("cutcard_pairs(seats=2,dealer=1,target=11,burn=0,eights=True)").table_game == cutcard.game(
        "pairs", seats=2, dealer=1, target=11, burn=0, eights=True
    )
    points = "/".join(map(str, range(1, 17)))
    assert pyspiel.load_game(f"cutcard_pickle(points={points})").table_game == cutcard.game(
        "pickle", points=list(range(1, 17))
    )
    game = pyspiel.load_game("cutcard_pairs(target=11,seats=2)")
    assert str(game) == "cutcard_pairs(seats=2,target=11)"
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0.0, -1.0, 1.0)
    game = pyspiel.load_game("cutcard_starboard(seats=3,coins=5,purses=10/0/4,pot=1)")
    assert game.table_game == cutcard.game("starboard", seats=3, coins=5, purses=[10, 0, 4], pot=1)
    assert (game.min_utility(), game.max_utility()) == (-1.0, 2.0)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("cutcard_pairs(seats=9)", "Pairs is for 2 to 8 seats, not 9"),
        ("cutcard_pairs(target=-7)", "the option target is from 1"),
        ("cutcard_pickle(points=1/2)", "the option points is a list of 16"),
        ("cutcard_pairs(events=-5)", "events is how many things a tensor has room for, -1 for the usual room, not -5"),
        ("cutcard_pairs(seats=3,players=4)", "seats=3 and players=4 say the same thing: give one of them"),
    ],
)
def test_what_cannot_be_is_refused(spec: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        pyspiel.load_game(spec)


def test_the_page_of_the_docs_runs() -> None:
    page = blocks(ROOT / "docs" / "openspiel.md")
    namespace: dict[str, Any] = {}
    assert sum(run(block, namespace) for block in page) == 9


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = list(played(pyspiel.load_game("cutcard_port(seats=2)"), 1))[12]
    assert not state.is_chance_node()
    before = str(state)
    with pytest.raises(CutcardError, match="not legal"):
        state.apply_action(63)
    with pytest.raises(CutcardError, match="no card is due here"):
        state.chance_outcomes()
    assert str(state) == before


class MadeMeanwhile(Made):
    """Another thread makes its node just after it was seen that there is none."""

    made_there: Any = None

    @property
    def node(self) -> Any:  # type: ignore[override]
        seen = self.made_there
        if seen is None and self.before is not None and self.before.node is not None:
            self.made_there, self.before = self.before.node.after(self.action), None
        return seen

    @node.setter
    def node(self, node: Any) -> None:
        self.made_there = node


def test_copies_can_be_asked_in_several_threads() -> None:
    """They share the way that led to them, and each may be the one that makes its nodes."""
    first = pyspiel.load_game("cutcard_port(seats=2)").new_initial_state()
    (card, _), *_ = first.chance_outcomes()
    assert str(MadeMeanwhile(Made(None, 0, first.node), card).made()) == str(first.child(card))


def test_a_log_that_is_too_long_for_its_tensor_says_so() -> None:
    state = pyspiel.load_game("cutcard_pairs(seats=2,events=3)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(CutcardError, match=r"more than 3 things have happened.*events=6"):
        state.information_state_tensor(0)
    assert state.information_state_string(0)


def test_openspiel_s_word_for_seats_is_understood() -> None:
    assert pyspiel.load_game("cutcard_pairs(players=3)").table_game == cutcard.game("pairs", seats=3)
    assert pyspiel.load_game("cutcard_pairs", {"players": 3, "seats": 3}).table_game == cutcard.game("pairs", seats=3)
    for book in cutcard.games():
        for seats in range(book.least_seats, book.most_seats + 1):
            assert pyspiel.load_game(spiel.short_name(book.name), {"players": seats}).num_players() == seats


def test_without_openspiel_this_says_what_is_missing_and_with_it_python_ends_well() -> None:
    code = """
import sys
import cutcard
assert "pyspiel" not in sys.modules
sys.modules["pyspiel"] = None
from cutcard.envs.openspiel import SpielPolicy
assert SpielPolicy({})
try:
    from cutcard.envs.openspiel import register
except cutcard.CutcardError as error:
    print(error)
del sys.modules["pyspiel"]
import pyspiel
import cutcard.envs.openspiel.game
print(pyspiel.load_game("cutcard_port").num_players())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "This needs OpenSpiel: pip install 'cutcard[openspiel]'\n4\n"
    assert done.stderr == ""


@pytest.mark.parametrize("module", ["openspiel", "spiel"])
def test_one_import_makes_the_games_known(module: str) -> None:
    code = f"import pyspiel, cutcard.envs.{module}; print(pyspiel.load_game('cutcard_port').num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n"


def test_a_library_that_openspiel_misses_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("import not_installed")
    code = "import cutcard.envs.openspiel.game"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(tmp_path)}
    )
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'not_installed'\n")
