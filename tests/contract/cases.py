"""Every game at every number of seats, and with every option at its ends: what the contract tests run over. In `make soak`
every option meets every number of seats."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import cutcard
from cutcard import Game, Rulebook, Table
from cutcard.core.bits import members
from cutcard.core.compiling import JIT
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.options import LARGEST, Option, at
from cutcard.core.table.moves import named
from cutcard.games.clever_pickin.deck import STAND_IN
from tests.soak import SOAKING, soaked

# Mixtures that ends alone do not reach: long matches, and deals that go on and on. A number for each seat may be a function.
BESIDES: dict[str, list[dict[str, Any]]] = {
    "pairs": [{"eights": True, "burn": 54}],
    "continuous": [{"eights": True, "burn": 0}],
    "port": [{"target": 60, "burn": 0}],
    "starboard": [
        {"coins": 3, "games": 40},
        {"coins": 12, "games": 30, "burn": 0},
        {"purses": lambda seats: [5, 1, 0, 12, 0, 2, 7][:seats], "pot": 3, "games": 9},
    ],
    "pickup": [{"long": True, "target": 40}],
    "pickle": [
        {"points": list(range(1, 17)), "limit": 10},
        {"points": [27, 20, 16, 13, 9, 9, 9, 9, 27, 18, 18, 18, 18, 1, 2, 40] if JIT else [9, 1] * 8, "limit": 90},
        {"must_beat": True, "limit": 8},
    ],
    "clever-pickin": [{"deck": list(reversed(STAND_IN)), "target": 30}, {"target": 200, "hands": 5}],
}


def variants(rulebook: Rulebook, seats: int) -> Iterator[dict[str, Any]]:
    """The defaults, then each option at each of its ends."""
    yield {}
    for option in rulebook.options:
        if not isinstance(option, Option):
            continue  # rows stand among the mixtures
        if option.is_switch:
            yield {option.name: not option.default}
        else:
            yield {option.name: option.least}
            if at(option.most, seats) < LARGEST:
                yield {option.name: at(option.most, seats)}
    for mixture in BESIDES.get(rulebook.name, []):
        yield {name: value(seats) if callable(value) else value for name, value in mixture.items()}


@cache
def every_game() -> list[Any]:
    return [
        pytest.param(
            cutcard.game(rulebook.name, seats=seats, dealer=seats - 1, **options),
            id=f"{rulebook.name}-{seats}-{'-'.join(f'{k}={_short(v)}' for k, v in options.items()) or 'plain'}",
        )
        for rulebook in cutcard.games()
        for seats in rulebook.seat_range
        for number, options in enumerate(variants(rulebook, seats))
        if SOAKING or not options or (number + seats) % len(rulebook.seat_range) == 0
    ]


def _short(value: Any) -> str:
    return f"{value[0]}-{value[-1]}" if isinstance(value, list) else str(value)


def surface_games() -> list[Any]:
    """For tests that go through the Python surface: every game with each of its options, and with its defaults at a few
    numbers of seats, in `make soak` at all. With JIT off, where rules are looked at for what compiled code does not notice,
    each game with its defaults at the ends of its seats."""
    return games_with_every_option() if JIT else soaked(plain_ends(), games_at_the_ends())


def games_with_every_option() -> list[Any]:
    """Every game with each of its options, and with its defaults at few numbers of seats; in `make soak` all there are."""
    few = few_seats()
    return soaked([case for case in every_game() if case in few or not case.id.endswith("-plain")], every_game())


def games_at_the_ends() -> list[Any]:
    """The smallest and the largest table of each variant."""
    return [case for case in every_game() if case.values[0].seats in ends_of(case.values[0])]


def plain_games() -> list[Any]:
    """Each game once at each number of seats, with its defaults."""
    return [case for case in every_game() if case.id.endswith("-plain")]


def plain_ends() -> list[Any]:
    """Each game with its defaults at its fewest and at its most seats."""
    return [case for case in plain_games() if case.values[0].seats in ends_of(case.values[0])]


def each_number_of_seats() -> list[Any]:
    """Each game with its defaults at each number of seats, with JIT off at the ends of them."""
    return plain_games() if JIT else soaked(plain_ends(), plain_games())


def few_seats() -> list[Any]:
    """Each game with its defaults at its fewest, at four and at its most seats."""
    return [case for case in plain_games() if case.values[0].seats in (4, *ends_of(case.values[0]))]


def ends_of(game: Game) -> tuple[int, int]:
    return game.rulebook.least_seats, game.rulebook.most_seats


def random_game(game: Game, seed: int, most_moves: int = 1_000_000) -> Iterator[Table]:
    """Every table of a game played by chance, several seats at once in any order."""
    rng = random.Random(seed)
    table = game.start(seed=seed)
    yield table
    for _ in range(most_moves):
        if table.is_over:
            return
        seat = rng.choice(table.to_act)
        table = table.play(random_move(table, seat, rng), seat)
        yield table


def random_move(table: Table, seat: int, rng: random.Random) -> str:
    """A legal move by chance. One of several cards is built card by card: listing all of them takes long with JIT off."""
    game = table.game
    if game.rulebook.rules.longest == 1:
        return rng.choice(table.legal(seat))
    state = game.layout.as_table(table.words.copy())
    actions: list[int] = []
    while not actions or state["midway"][0]:
        actions.append(rng.choice(list(members(game.kernel.allowed(state, 0, seat)))))
        game.kernel.step(state, 0, seat, actions[-1], quiet_dealers(0))
    return named(game, table.reading, seat, actions)


def scaled(compiled: int, plain: int) -> int:
    """How much to do with the rules compiled, and with JIT off, where they run a thousand times slower."""
    return compiled if JIT else plain
