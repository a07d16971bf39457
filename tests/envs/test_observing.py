"""What learning code sees: the tensor of a view, and what is legal."""

import random

import numpy as np
import pytest

import cutcard
from cutcard import Game
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import redeal, tensor_names
from cutcard.envs.observing import Observer
from tests.contract.cases import random_game, scaled
from tests.envs.cases import MORE, some_games

MOVES = scaled(40, 4) * MORE


@pytest.mark.parametrize("game", some_games())
def test_an_observation_is_the_tensor_of_the_view(game: Game) -> None:
    observer = Observer(game)
    assert list(observer.names) == tensor_names(game)
    for table in random_game(game, 31, MOVES):
        for seat in range(game.seats):
            seen = observer.observe(table.words, seat)
            assert seen.dtype == np.float32
            np.testing.assert_array_equal(seen, table.glance(seat).tensor())
            assert (observer.low <= seen).all()
            assert (seen <= observer.high).all()


@pytest.mark.parametrize("game", some_games())
def test_the_bounds_are_finite_and_leave_room(game: Game) -> None:
    observer = Observer(game)
    assert observer.low.shape == observer.high.shape == (observer.size,)
    assert np.isfinite(observer.low).all()
    assert np.isfinite(observer.high).all()
    assert (observer.low < observer.high).all()


@pytest.mark.parametrize("game", some_games())
def test_a_mask_is_what_is_legal(game: Game) -> None:
    observer = Observer(game)
    for table in random_game(game, 32, MOVES):
        for seat in range(game.seats):
            mask = observer.mask(table.words, seat)
            assert mask.dtype == np.int8
            legal = Turn.on(table, seat).legal if seat in table.to_act else []
            assert np.flatnonzero(mask).tolist() == legal


@pytest.mark.parametrize("game", some_games())
def test_what_an_action_means_follows_from_the_view(game: Game) -> None:
    """A table that looks the same, with other cards where the seat cannot see, has the same actions by the same names."""
    observer, rng, chance = Observer(game), np.random.default_rng(33), random.Random(33)
    tables = [table for table in random_game(game, 33, MOVES) if not table.is_over]
    for table in chance.sample(tables, min(len(tables), scaled(12, 2))):
        for seat in table.to_act:
            other = redeal(table.view(seat), rng)
            mask = observer.mask(table.words, seat)
            assert mask.tolist() == observer.mask(other.words, seat).tolist()
            name = game.rulebook.verbs.named
            for action in np.flatnonzero(mask).tolist():
                assert name(table.reading, seat, action) == name(other.reading, seat, action)


@pytest.mark.parametrize("name", ["pairs", "port"])
def test_a_deal_that_passes_is_seen_by_its_dealer_alone(name: str) -> None:
    """The option adds nothing to an observation, so that what was trained without it can still look."""
    plain, passing = (Observer(cutcard.game(name, seats=3, deal_passes=passes)) for passes in (False, True))
    assert plain.names == passing.names
    assert "dealer[0]" in plain.names
