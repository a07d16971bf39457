"""`easy`, `medium` and `hard` in simulations: compiled, they make move for move what they choose from views."""

from __future__ import annotations

import json

import numpy as np
import pytest

import cutcard
from cutcard import Game
from cutcard.core.compiling import JIT
from cutcard.core.dealer import GOLDEN, Chance, mixed_number
from cutcard.core.errors import NotFound
from cutcard.core.simulation import game_chance, is_compiled
from cutcard.core.table.table import Table
from cutcard.lab import simulate
from cutcard.lab.running.chunks import Plan, play_chunk, play_game
from cutcard.players import LegalMoves, player
from cutcard.players.levels import Easy, Hard
from tests.contract.cases import plain_games, scaled
from tests.soak import soaked

CHOSEN = soaked(("pairs", "pickle", "port"), tuple(book.name for book in cutcard.games()))
"""Games for which loops of their own are compiled here: one action a move and several, with hidden cards and without."""
GAMES = [case for case in plain_games() if case.values[0].seats == 3 and case.values[0].name in CHOSEN]
SEED = 17


class Bold(Easy):
    """Chooses otherwise than the class it comes from."""

    def choose(self, view: cutcard.View, legal: LegalMoves, rng: np.random.Generator) -> str:
        return legal[0]


BOLD = f"{__name__}:Bold"


class Drawn(np.random.Generator):
    """The numbers that compiled players draw in a game, for players that ask NumPy."""

    def __init__(self, state: int) -> None:
        super().__init__(np.random.PCG64(0))
        self.state = state

    def _half_word(self) -> int:
        self.state = (self.state + int(GOLDEN)) % (1 << 64)
        return mixed_number(self.state) >> 32

    def random(self) -> float:  # type: ignore[override]
        return self._half_word() / (1 << 32)

    def integers(self, below: int) -> int:  # type: ignore[override]
        return self._half_word() * below >> 32


def compiled_events(game: Game, seated: list[str], games: int) -> list[list[str]]:
    """Every card and every move of games in compiled code."""
    plan = Plan(game, tuple(seated), SEED, moves_on=False)
    assert plan.is_compiled
    return [json.loads(line)["events"] for line in play_chunk(plan, 0, games, 0, False, True).records.splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_hard_makes_the_same_moves_compiled_and_from_views(game: Game) -> None:
    games = scaled(soaked(3, 40), 1)
    plan = Plan.of(game, "hard", SEED)
    from_views = [play_game(plan, number)[0].record()["events"] for number in range(games)]
    assert compiled_events(game, ["hard"] * 3, games) == from_views
    assert compiled_events(game, ["steady"] * 3, games) == from_views


@pytest.mark.parametrize("game", GAMES)
def test_slips_are_the_same_moves_for_the_same_draws(game: Game) -> None:
    seated = ["easy", "hard", "medium"]
    players = [player(name, game.name) for name in seated]
    for number, events in enumerate(compiled_events(game, seated, scaled(soaked(3, 40), 1))):
        chance = game_chance(SEED, number)
        table, drawn = Table.dealt(game, Chance(chance)), Drawn(chance ^ ((1 << 64) - 1))
        while not table.is_over:
            seat = table.to_act[0]
            view = table.view(seat)
            if isinstance(players[seat], Hard):
                table = table.play(players[seat].choose(view, LegalMoves(view), np.random.default_rng(0)), seat)
            else:
                table = table.play(players[seat].choose(view, LegalMoves(view), drawn), seat)
        assert table.record()["events"] == events


def test_hard_is_compiled_wherever_steady_is() -> None:
    game = cutcard.game("port", seats=3)
    assert (
        simulate(game, "hard", games=50, seed=2).json()["by_seat"]
        == simulate(game, "steady", games=50, seed=2).json()["by_seat"]
    )
    assert np.array_equal(
        game.simulate(50, players=["hard", "random", "random"]).scores,
        game.simulate(50, players=["steady", "random", "random"]).scores,
    )


@pytest.mark.skipif(not JIT, reason="some thousand games")
def test_who_slips_more_often_wins_less_often() -> None:
    """Of 4,000 games a share has a standard error of 0.8 points at most; the differences are twenty times that."""
    won = simulate(cutcard.game("port", seats=3), ["easy", "medium", "hard"], games=4000, seed=5).by_player
    assert won["first"].is_sorted()
    assert won["first"][2] - won["first"][1] > 0.032
    assert won["first"][1] - won["first"][0] > 0.032


def test_a_player_that_is_derived_from_a_level_is_not_taken_for_it() -> None:
    game = cutcard.game("port", seats=2)
    assert is_compiled("easy", game)
    assert not is_compiled(BOLD, game)
    with pytest.raises(NotFound, match="Bold' is not a compiled player"):
        game.simulate(1, players=BOLD)
