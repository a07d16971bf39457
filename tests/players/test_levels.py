"""The levels for people: legal moves in every game, each stronger than the one before, and blind to what is hidden."""

import random

import numpy as np
import pytest

import cutcard
from cutcard import Game
from cutcard.core.compiling import JIT
from cutcard.lab import tournament
from cutcard.players import LegalMoves, names, player, summary
from tests.contract.cases import plain_games, random_game, scaled
from tests.contract.test_leakage import another_game
from tests.soak import soaked

LEVELS = ("easy", "medium", "hard", "expert")
RULES_OF_THUMB = LEVELS[:3]


def test_they_are_listed_with_a_word_on_each() -> None:
    assert set(LEVELS) <= set(names())
    assert len({summary(level) for level in LEVELS}) == 4


@pytest.mark.parametrize("level", RULES_OF_THUMB)
@pytest.mark.parametrize("game", [case for case in plain_games() if case.values[0].seats == 3])
def test_they_choose_legal_moves_and_cannot_see_what_is_hidden(game: Game, level: str) -> None:
    rng = random.Random(61)
    bot = player(level, game.name)
    tables = [table for table in random_game(game, 62, scaled(soaked(30, 60), 8)) if not table.is_over]
    for table in rng.sample(tables, min(len(tables), scaled(soaked(5, 12), 2))):
        seat = rng.choice(table.to_act)
        view, other = (one.view(seat) for one in (table, another_game(table, seat, game.name, rng)))
        for seed in range(4):
            move = bot.choose(view, LegalMoves(view), np.random.default_rng(seed))
            assert move in view.legal
            assert bot.choose(other, LegalMoves(other), np.random.default_rng(seed)) == move


def test_easy_slips_where_hard_does_not() -> None:
    """A fold costs 1, and a hit pairs for certain with a nine or a ten."""
    table = cutcard.game("pairs", seats=2, burn=0).position(
        "pairs/2 burn=0; to_act 0; deck 9 9 10 10; stacks 9 10, 1; discards *"
    )
    view = table.view(0)

    def folds(level: str) -> float:
        rng = np.random.default_rng(1)
        return float(np.mean([player(level).choose(view, view.legal, rng) == "fold 1" for _ in range(400)]))

    assert folds("hard") == 1
    assert 0.88 < folds("medium") < 0.95  # a slip hits every other time
    assert 0.68 < folds("easy") < 0.82


@pytest.mark.skipif(not JIT, reason="some hundred games")
@pytest.mark.parametrize("name", ["pairs", "pickup"])
def test_each_is_stronger_than_the_one_before(name: str) -> None:
    """All nine games, with intervals, stand in docs/players.md."""
    found = tournament(cutcard.game(name, seats=3), RULES_OF_THUMB, deals=400, seed=3)
    assert [row["player"] for row in found.standing_rows] == ["hard", "medium", "easy"]
    assert found.settled_at is not None
