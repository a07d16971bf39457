"""What learning code sees: the tensor of a view, and what is legal."""

import random
from typing import Any

import numpy as np
import pytest

import cutcard
from cutcard import Game, Rulebook
from cutcard.core.declaration.options import Option
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import redeal, tensor_names
from cutcard.envs.observing import Observer
from cutcard.envs.vector import VectorEnv
from tests.contract.cases import random_game, scaled
from tests.envs.cases import MORE, OPTIONS, made_with, some_games

Array = np.ndarray[Any, Any]

MOVES = scaled(40, 4) * MORE
TABLES, STEPS = scaled(64, 8), scaled(100, 30) * MORE
SHORT_PICKLE = {"limit": 20, "hands": 12, "must_beat": True}


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


def played(game: Game, steps: int) -> tuple[Observer, Array, Array]:
    """The least and the most that was seen of each entry, at tables where all choose by chance."""
    rng, envs = np.random.default_rng(34), VectorEnv(game.name, TABLES, opponents=None, **made_with(game))
    seen, _ = envs.reset(seed=34)
    least = most = seen["observation"][0]
    for _ in range(steps):
        actions = np.argmax(seen["action_mask"] * rng.random(seen["action_mask"].shape), axis=1)
        seen, _, _, _, infos = envs.step(actions)
        ended = infos["final_obs"]["observation"][infos["_final_obs"]] if "final_obs" in infos else seen["observation"]
        both = np.concatenate([seen["observation"], ended])
        least, most = np.minimum(least, both.min(axis=0)), np.maximum(most, both.max(axis=0))
    return envs.observer, least, most


def at_their_least(name: str, seats: int) -> Game:
    """A game with every number among its options as small as it can be."""
    book = next(book for book in cutcard.games() if book.name == name)
    numbers = {option.name: option.least for option in book.options if isinstance(option, Option) and not option.is_switch}
    return cutcard.game(name, seats=seats, **numbers)


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_bounds_hold_whatever_the_options(book: Rulebook) -> None:
    for seats in (book.least_seats, book.most_seats):
        switches = {option.name: True for option in book.options if option.is_switch}
        for game in (cutcard.game(book.name, seats=seats, **switches), at_their_least(book.name, seats)):
            observer, least, most = played(game, STEPS)
            assert np.isfinite(observer.low).all()
            assert (observer.low < observer.high).all()
            assert (observer.low <= least).all()
            assert (most <= observer.high).all()


SHORT: dict[str, dict[str, Any]] = {**OPTIONS, "pickup": {"long": True, "target": 40}, "pickle": SHORT_PICKLE}
"""Games in which all that can happen does within some hundred steps."""


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_no_bound_is_ten_times_what_happens(book: Rulebook) -> None:
    """Else what is scaled by the bounds would be next to nothing. A game that declares no range fails here."""
    observer, least, most = played(cutcard.game(book.name, seats=3, **SHORT.get(book.name, {})), 3 * STEPS)
    names = [name.split("[")[0] for name in observer.names]
    numbers = {name for name, field in observer.game.layout.fields.items() if field.kind in ("number", "small")}
    for field in numbers & set(names):
        at = [i for i, name in enumerate(names) if name == field]
        assert observer.high[at].max() <= 10 * max(1, most[at].max()), field
        assert observer.low[at].min() >= 10 * min(0, least[at].min()), field


def test_bounds_of_scores_follow_from_the_options() -> None:
    def most(name: str, **options: Any) -> float:
        observer = Observer(cutcard.game(name, seats=2, **options))
        return float(observer.high[observer.names.index("scores[0]")])

    assert most("pairs") == 31 - 1 + 10
    assert most("port", rounds=3) == 3 * 2
    assert most("port") == 100 * 2
    assert most("starboard", purses=(3, 4), pot=2) == 9
    assert most("to-the-moon", rounds=2) == 110
    assert most("pickle", limit=10) == 10 - 1 + 18
    assert most("clever-pickin", hands=1) == 38


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
