"""A trained policy is a player: it sees what the environments show, and its actions become moves."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard.core.errors import NotAllowed
from cutcard.envs.policy import Policy

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = [pytest.param(book.name, seats, id=f"{book.name}-{seats}") for book in cutcard.games() for seats in (2, 4)]


class AnyAction(Policy):
    """Any action that is allowed; it keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def act(self, observation: Any, action_mask: Any, rng: np.random.Generator) -> int:
        self.shown.append(observation)
        return int(rng.choice(np.flatnonzero(action_mask)))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_policy_plays_legal_moves_and_sees_its_seat_s_view(name: str, seats: int) -> None:
    if seats < cutcard.game(name).rulebook.least_seats:
        seats = cutcard.game(name).rulebook.least_seats
    rng, policy = np.random.default_rng(5), AnyAction()
    table = cutcard.game(name, seats=seats).start(seed=3)
    for _ in range(40):
        if table.is_over:
            break
        seat = table.to_act[-1]
        view = table.view(seat)
        policy.shown.clear()
        move = policy.choose(view, (), rng)
        assert (policy.shown[0] == view.tensor()).all()
        table = table.play(move, seat)  # raises where it is not legal
    assert policy.shown


def test_a_policy_builds_a_move_of_several_cards_action_by_action() -> None:
    table = cutcard.game("pickle", seats=4).start(seed=1)
    rng, policy = np.random.default_rng(0), AnyAction()
    longest = 0
    for _ in range(60):
        seat = table.to_act[0]
        policy.shown.clear()
        table = table.play(policy.choose(table.view(seat), (), rng), seat)
        longest = max(longest, len(policy.shown))
        if table.is_over:
            break
    assert longest > 1


def test_a_policy_that_chooses_what_is_not_allowed_is_told_so() -> None:
    class Wrong(Policy):
        def act(self, observation: Any, action_mask: Any, rng: np.random.Generator) -> int:
            return len(action_mask)

    view = cutcard.game("port", seats=2).start(seed=1).view(0)
    with pytest.raises(NotAllowed, match="Wrong chose action 2: the legal actions are 0, 1"):
        Wrong().choose(view, (), np.random.default_rng(0))


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example's modules, as they are found in their folder."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return _module


def _module(name: str) -> ModuleType:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_policy_of_the_example_beats_steady(example: Any) -> None:
    """As it was trained and saved: 60,000 games on its own against the rule of thumb."""
    player = example("pairs_policy").PairsPolicy()
    judged = example("train_pairs").judged(player.network, player.features, player.seats, 60_000, seed=99)
    assert judged[0] > judged[1], "its mean utility is not above 0 by more than half of its 95% interval"


def test_the_policy_of_the_example_sits_at_a_table(example: Any) -> None:
    example("pairs_policy")
    player = cutcard.player("pairs_policy:PairsPolicy", "pairs")
    table = cutcard.game("pairs", seats=2).start(seed=4)
    while not table.is_over:
        seat = table.to_act[0]
        table = table.play(player.choose(table.view(seat), table.legal(seat), np.random.default_rng(1)), seat)
    assert table.result is not None


def test_training_begins_from_chance_and_gets_better(example: Any) -> None:
    example("pairs_policy")
    training = example("train_pairs")
    training.TABLES = 256
    network, _ = training.trained(2, 60.0, seed=1, rounds=12)
    features = training.Features(cutcard.game("pairs", seats=2))
    untrained = training.Network.untrained(np.random.default_rng(1))
    after, before = (training.judged(one, features, 2, 20_000, seed=7) for one in (network, untrained))
    assert after[0] > before[0] + before[1] + after[1]
