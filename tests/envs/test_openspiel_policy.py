"""A policy of OpenSpiel at the table: it is asked with the very state it was trained on, put together from a view alone."""

import pickle
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.random_agent import RandomAgent
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy
from open_spiel.python.rl_agent_policy import JointRLAgentPolicy

import cutcard
from cutcard import CutcardError, Table
from cutcard.core.table.simultaneous import in_turn
from cutcard.envs.openspiel import game as spiel
from cutcard.envs.openspiel.policy import KnownState, SpielPolicy
from cutcard.envs.policy import Decision
from tests.soak import soaked
from tests.terminal.driving import run

EVENTS = 4_000
PLENTY = 400
"""Actions in a game."""


class InTurn:
    """A game in OpenSpiel that follows one at a table. There seats that choose at once do so in any order."""

    def __init__(self, game: Any, table: Table) -> None:
        self.state = game.new_initial_state()
        self.chosen: dict[int, tuple[int, ...]] = {}
        """The choices of a moment at which not all have chosen."""
        self.asked = table.to_act
        self.events = 0
        self.hear(table)

    def hear(self, table: Table) -> None:
        """Deal the cards that came."""
        events = table.record()["events"]
        for event in events[self.events :]:
            if event.startswith("d "):
                self.state.apply_action(table.game.deck.faces.index(event[2:]))
        self.events = len(events)

    def when_asked(self, seat: int) -> Any:
        """The state in which OpenSpiel asks this seat: those before it have chosen; what, it cannot know."""
        return self.after_those_before(self.state.clone(), seat)

    def after_those_before(self, state: Any, seat: int) -> Any:
        while state.current_player() != seat:
            mover = state.current_player()
            waiting = [a for a in state.legal_actions() if state.action_to_string(mover, a) != "redeal"]
            for action in self.chosen.get(mover, waiting[:1]):
                state.apply_action(action)
        return state

    def play(self, table: Table, seat: int, move: str) -> Table:
        actions = table.actions_of(seat, move)
        assert actions is not None
        after = table.play(move, seat)
        self.chosen[seat] = actions
        if after.told()[-1].kind == "move" and set(after.to_act) == set(self.asked) - set(self.chosen):
            return after
        if len(self.chosen) == len(self.asked) or move == "redeal":
            last = seat if move == "redeal" else max(self.asked)
            self.after_those_before(self.state, last)
            for action in self.chosen[last]:
                self.state.apply_action(action)
            self.hear(after)
            self.chosen, self.asked = {}, after.to_act
        return after


@pytest.mark.parametrize("name", [book.name for book in cutcard.games()])
def test_a_view_tells_what_openspiel_tells(name: str) -> None:
    """Whatever the order in which seats chose that are asked at once."""
    rng = random.Random(4)
    for seats in (2, 4):
        if seats < cutcard.game(name).rulebook.least_seats:
            continue
        for seed in range(soaked(1, 3)):
            game = pyspiel.load_game(f"{spiel.short_name(name)}(seats={seats},events={EVENTS})")
            table = game.table_game.start(seed=seed)
            theirs = InTurn(game, table)
            for move_number in range(60):
                if table.is_over:
                    break
                seat = rng.choice(table.to_act)
                move = rng.choice(table.legal(seat)[:2000])
                if "redeal" in table.legal(seat) and rng.random() < 0.7:
                    move = "redeal"
                compare(theirs.when_asked(seat), table, seat, move, tensors=move_number % 5 == 0)
                table = theirs.play(table, seat, move)


def compare(state: Any, table: Table, seat: int, move: str, tensors: bool) -> None:
    decision = Decision(in_turn(table, seat).view(seat), np.random.default_rng(1))
    known = KnownState(decision, EVENTS)
    actions = table.actions_of(seat, move)
    assert actions is not None
    for action in actions:
        assert known.current_player() == state.current_player() == seat
        assert known.information_state_string() == state.information_state_string()
        assert known.observation_string() == state.observation_string()
        assert known.legal_actions() == state.legal_actions()
        assert known.legal_actions(seat - 1) == []
        if tensors:
            assert known.observation_tensor() == state.observation_tensor()
            assert known.information_state_tensor() == state.information_state_tensor()
        decision.play(action, "test")
        state.apply_action(action)


def test_redeals_were_among_them() -> None:
    """PICKLE-9 makes choices void that were made before: of them OpenSpiel tells nothing."""
    game = pyspiel.load_game(f"cutcard_pickle(seats=4,events={EVENTS})")
    seen = 0
    for seed in range(400):
        table = game.table_game.start(seed=seed)
        theirs = InTurn(game, table)
        table = theirs.play(table, table.to_act[0], "set 0")
        holder = next((seat for seat in (1, 2) if "redeal" in table.legal(seat)), None)
        if holder is None:
            continue
        seen += 1
        table = theirs.play(table, 3, "ready")
        table = theirs.play(table, holder, "redeal")
        seat = table.to_act[0]  # it sets the exchange anew
        told = KnownState(
            Decision(in_turn(table, seat).view(seat), np.random.default_rng(1)), EVENTS
        ).information_state_string()
        assert told == theirs.when_asked(seat).information_state_string()
        assert ("1:ready" in told) == (holder == 2)
        assert "0:ready" in told
        assert "3:ready" not in told
        if seen == 3:
            return
    raise AssertionError("no seed dealt both cards to one of the two")


# Policies


def solved() -> tuple[Any, Any]:
    """A tiny game of Starboard, and what CFR makes of it."""
    game = pyspiel.load_game("cutcard_starboard_tiny")
    solver = pyspiel.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    return game, solver.tabular_average_policy()


def test_policies_of_every_kind_play_as_they_say() -> None:
    game, table_of_it = solved()
    by_python = TabularPolicy(game)
    for key, index in by_python.state_lookup.items():
        for action, chance in table_of_it.action_probabilities(key).items():
            by_python.action_probability_array[index, action] = chance
    table = game.table_game.start(cards=["3", "2", "2", "1"])
    view = table.view(table.to_act[0])
    key = KnownState(Decision(view, np.random.default_rng(1)), 0).information_state_string()
    expected = table_of_it.action_probabilities(key)
    assert 0.1 < expected[0] < 0.9  # draw
    for policy in (table_of_it, by_python, by_python.to_dict(), {key: list(expected.items())}):
        player, rng = SpielPolicy(policy), np.random.default_rng(5)
        moves = [player.choose(view, view.legal, rng) for _ in range(400)]
        assert set(moves) <= set(view.legal)
        assert abs(np.mean([move == "draw" for move in moves]) - expected[0]) < 0.1


@pytest.mark.parametrize("name", [book.name for book in cutcard.games()])
def test_any_game_is_played_to_its_end(name: str) -> None:
    """A policy that needs a state, and one of agents that learn from tensors."""
    game = pyspiel.load_game(spiel.short_name(name))
    seats = game.num_players()
    agents = {seat: RandomAgent(player_id=seat, num_actions=game.num_distinct_actions()) for seat in range(seats)}
    learned = SpielPolicy(JointRLAgentPolicy(game, agents, use_observation=True))
    uniform = SpielPolicy(UniformRandomPolicy(game))
    table, rng, actions = game.table_game.start(seed=2), np.random.default_rng(3), 0
    while not table.is_over and actions < PLENTY:
        seat = table.to_act[-1]
        chooser = (uniform, learned)[seat % 2]
        table = table.play(chooser.choose(table.view(seat), (), rng), seat)
        actions += 1


def test_a_policy_that_knows_nothing_of_a_state_is_told_so() -> None:
    view = cutcard.game("port", seats=2).start(seed=1).view(0)
    rng = np.random.default_rng(1)
    with pytest.raises(CutcardError, match="SpielPolicy knows nothing of seat 0: "):
        SpielPolicy({}).choose(view, (), rng)
    key = KnownState(Decision(view, rng), 0).information_state_string()
    with pytest.raises(CutcardError, match="SpielPolicy gives no legal action a chance at seat 0: "):
        SpielPolicy({key: [(0, 0.0)]}).choose(view, (), rng)
    with pytest.raises(CutcardError, match="seat 0 cannot know what seat 1 knows"):
        KnownState(Decision(view, rng), 0).information_state_tensor(1)


MODULE = """
import pickle
from pathlib import Path
from cutcard.envs.openspiel import SpielPolicy

class Learned(SpielPolicy):
    plays = ("pickup",)

    def __init__(self):
        super().__init__(pickle.loads(Path("policy.pickle").read_bytes()))
"""


def test_it_is_seated_by_one_command(tmp_path: Path) -> None:
    (tmp_path / "learned.py").write_text(MODULE)
    policy = UniformRandomPolicy(pyspiel.load_game("cutcard_pickup(seats=2)"))
    (tmp_path / "policy.pickle").write_bytes(pickle.dumps(policy))
    done = run(
        "tournament", "pickup", "--seats", "2", "--players", "learned:Learned,random", "--deals", "2", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "learned:Learned" in done.stdout


def test_without_a_log_there_is_no_information_state() -> None:
    view = cutcard.game("port", seats=2).start(seed=1).glance(0)
    with pytest.raises(CutcardError, match="this view has no log"):
        SpielPolicy({}).choose(view, (), np.random.default_rng(1))


def test_it_is_an_opponent_of_a_learner() -> None:
    """Its states are put together from the log of a view, which opponents of our own can do without."""
    game = pyspiel.load_game("cutcard_pairs(seats=2,target=5)")
    policy = SpielPolicy(UniformRandomPolicy(game))
    env: Any = gymnasium.make("cutcard/Pairs-v0", seats=2, target=5, opponents=policy).unwrapped
    observation, _ = env.reset(seed=1)
    is_over = False
    while not is_over:
        observation, _, is_over, _, _ = env.step(int(observation["action_mask"].argmax()))
