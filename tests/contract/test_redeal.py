"""Redealt worlds against enumerated ones: every world that a view allows, as often as it should come."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
import scipy

import cutcard
from cutcard import Game, Table, View, redeal
from cutcard.core.compiling import JIT
from cutcard.core.declaration.zones import Place
from tests.contract.cases import each_number_of_seats, random_game, scaled
from tests.soak import SOAKING, soaked

World = tuple[tuple[str, ...], ...]

# Late tables: few cards are hidden, so that every world can be listed. The spectator's -1 sees the least.
TABLES = [
    ("pairs", 3, 0, "to_act 0; deck 7 7 9; burned 3 9 9; stacks 5, 6, 4; discards *"),
    ("continuous", 2, 1, "to_act 1; deck 10 10; burned 1 2; stacks 5, 6 7; discards *; continuous 1"),
    ("port", 2, 0, "to_act 0; playing 0 1; deck 7 8 8; burned 2 8; stacks 5, 6; discards *"),
    ("starboard", 2, 0, "to_act 0; playing 0 1; deck 6 6; burned 6 9 9; hand 3 4; scores 5 5; discards *"),
    ("pickup", 3, 1, "to_act 0; deck 4; hands 5, 6 8, 5; choices -, 7, 10; pool 1 2 3; discards *"),
    ("pickup", 2, 0, "to_act 0 1; deck 9 7; hands 5 5, 9 8; pool 1 2 3; discards *"),
    ("pickup", 2, -1, "to_act 0 1; deck 9; hands 5 5, 9 8; pool 1 2 3; discards *"),
    ("to-the-moon", 3, 2, "to_act 0; counting 0 1 2; deck 5 7; hands 5 5, 9, 8 8; known 2, 3, -; trick 1; spent *"),
    ("to-the-moon", 2, 0, "to_act 0; counting 0 1; deck 10 9; hands 5, 9 8; trick 1; spent *"),
    (
        "pickle",
        3,
        1,
        "to_act 0; phase 3; remaining 0 1 2; deck 5C; hands 5D, 9D, 8S; traded KC, -, 3C 7C; spent *",
    ),
    ("pickle", 2, -1, "to_act 0; phase 3; remaining 0 1; hand_size 2; deck 5C 2D; hands 5D, 9D; traded KC, 7S; spent *"),
    (
        "clever-pickin",
        3,
        0,
        "to_act 0; phase 2; trick 6; trump 2H; deck 5C KD; hands 3S, 9D 6H, 7S; known AC; spent *",
    ),
]

SAMPLES = scaled(soaked(3_000, 20_000), soaked(1_000, 2_000))
"""Compiled, the rarest of the 360 worlds of Pickle is still expected eight times."""


def late_table(name: str, seats: int, line: str) -> Table:
    return cutcard.game(name, seats=seats).position(f"{name}/{seats}; {line}")


def world_of(table: Table, viewer: int | None) -> World:
    """What lies in the places that the viewer cannot see."""
    row = table.words
    return tuple(table.game.deck.names(int(row[place.word])) for place in hidden_places(table.game, viewer))


def hidden_places(game: Game, viewer: int | None) -> list[Place]:
    return [place for place in game.layout.hidden if (place.seat or 0) < game.seats and not place.seen_by(viewer)]


def all_worlds(view: View) -> dict[World, Fraction]:
    """Every way to lay the unseen cards into the hidden places, by hand: each physical card for itself."""
    cards = view.game.deck.names(view.unseen)
    sizes = [view.hidden(place.zone, place.seat) for place in hidden_places(view.game, view.seat)]
    assert sum(sizes) == len(cards)

    def lay(left: tuple[int, ...], sizes: list[int]) -> list[World]:
        if not sizes:
            return [()]
        worlds = []
        for chosen in combinations(left, sizes[0]):
            rest = tuple(card for card in left if card not in chosen)
            here = tuple(sorted((cards[card] for card in chosen), key=view.game.deck.faces.index))
            worlds += [(here, *others) for others in lay(rest, sizes[1:])]
        return worlds

    laid = lay(tuple(range(len(cards))), sizes)
    return {world: Fraction(number, len(laid)) for world, number in Counter(laid).items()}


def fits(view: View, sample: Callable[[], Table]) -> float:
    """The p-value of sampled worlds against the enumerated ones."""
    expected = all_worlds(view)
    seen = Counter(world_of(sample(), view.seat) for _ in range(SAMPLES))
    assert set(seen) <= set(expected), "a world that cannot be"
    return float(scipy.stats.chisquare([seen[w] for w in expected], [float(p * SAMPLES) for p in expected.values()]).pvalue)


@pytest.mark.parametrize(("name", "seats", "viewer", "line"), TABLES)
def test_every_world_comes_as_often_as_it_should(name: str, seats: int, viewer: int, line: str) -> None:
    view = late_table(name, seats, line).view(None if viewer < 0 else viewer)
    rng = np.random.default_rng(31)
    assert len(all_worlds(view)) > 2
    assert fits(view, lambda: redeal(view, rng)) > 1e-4


@pytest.mark.parametrize(("name", "seats", "viewer", "line"), TABLES)
def test_a_redeal_that_returned_the_true_cards_would_fail(name: str, seats: int, viewer: int, line: str) -> None:
    table = late_table(name, seats, line)
    assert fits(table.view(None if viewer < 0 else viewer), lambda: table) < 1e-12


@pytest.mark.skipif(not JIT and not SOAKING, reason="the same worlds as compiled")
@pytest.mark.parametrize(("name", "seats", "viewer", "line"), TABLES)
def test_a_redeal_that_favours_low_cards_would_fail(name: str, seats: int, viewer: int, line: str) -> None:
    """Not only the truth is wrong: so is any world more often than it should come."""
    view = late_table(name, seats, line).view(None if viewer < 0 else viewer)
    rng = np.random.default_rng(32)

    def favoured() -> Table:
        return min(redeal(view, rng), redeal(view, rng), key=lambda table: world_of(table, view.seat))

    assert fits(view, favoured) < 1e-6


@pytest.mark.parametrize("game", each_number_of_seats())
def test_a_redealt_table_looks_the_same_and_can_be_played_on(game: Game) -> None:
    rng = np.random.default_rng(33)
    for table in random_game(game, 34, scaled(soaked(12, 30), soaked(3, 4))):
        for seat in (None, *range(game.seats)):
            view = table.view(seat)
            world = redeal(view, rng)
            again = world.view(seat)
            assert again.state.tobytes() == view.state.tobytes()
            assert again.legal == view.legal
            if world.to_act:
                actor = world.to_act[0]
                assert world.play(world.legal(actor)[0], actor).scores


def test_the_number_of_worlds_is_counted_right() -> None:
    view = late_table(*TABLES[0][:2], TABLES[0][3]).view(0)
    assert sum(all_worlds(view).values()) == 1
    assert all_worlds(view)[("3", "7", "7"), ("9", "9", "9")] == Fraction(1, comb(6, 3))
