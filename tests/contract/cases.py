"""Every game at every number of seats, with every option at its ends: what the contract tests run over."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cutcard
from cutcard import Game, Rulebook, Table
from cutcard.core.compiling import JIT
from cutcard.core.options import LARGEST, at

# Mixtures that ends alone do not reach: long matches, and deals that go on and on.
BESIDES: dict[str, list[dict[str, Any]]] = {
    "pairs": [{"eights": True, "burn": 54}],
    "continuous": [{"eights": True, "burn": 0}],
    "port": [{"target": 60, "burn": 0}],
    "starboard": [{"coins": 3, "games": 40}, {"coins": 12, "games": 30, "burn": 0}],
    "pickup": [{"long": True, "target": 40}],
}


def variants(rulebook: Rulebook, seats: int) -> Iterator[dict[str, Any]]:
    """The defaults, then each option at each of its ends."""
    yield {}
    for option in rulebook.options:
        if option.is_switch:
            yield {option.name: not option.default}
        else:
            yield {option.name: option.least}
            if at(option.most, seats) < LARGEST:
                yield {option.name: at(option.most, seats)}
    yield from BESIDES.get(rulebook.name, [])


def every_game() -> list[Any]:
    return [
        pytest.param(
            cutcard.game(rulebook.name, seats=seats, dealer=seats - 1, **options),
            id=f"{rulebook.name}-{seats}-{'-'.join(f'{k}={v}' for k, v in options.items()) or 'plain'}",
        )
        for rulebook in cutcard.games()
        for seats in rulebook.seat_range
        for options in variants(rulebook, seats)
    ]


def surface_games() -> list[Any]:
    """For tests that go through the Python surface: every game, with JIT off those at the ends of their seats."""
    return every_game() if JIT else games_at_the_ends()


def games_at_the_ends() -> list[Any]:
    """The smallest and the largest table of each variant."""
    return [
        case
        for case in every_game()
        if case.values[0].seats in (case.values[0].rulebook.least_seats, case.values[0].rulebook.most_seats)
    ]


def plain_games() -> list[Any]:
    """Each game once at each number of seats, with its defaults."""
    return [case for case in every_game() if case.id.endswith("-plain")]


def random_game(game: Game, seed: int, most_moves: int = 1_000_000) -> Iterator[Table]:
    """Every table of a game played by chance, several seats at once in any order."""
    rng = random.Random(seed)
    table = game.start(seed=seed)
    yield table
    for _ in range(most_moves):
        if table.is_over:
            return
        seat = rng.choice(table.to_act)
        table = table.play(rng.choice(table.legal(seat)), seat)
        yield table


def scaled(compiled: int, plain: int) -> int:
    """How much to do with the rules compiled, and with JIT off, where they run a thousand times slower."""
    return compiled if JIT else plain
