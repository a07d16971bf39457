"""The games that the tests of environments run over: each at the ends of its seats, and one between."""

from typing import Any

import pytest

import cutcard
from cutcard import Game
from tests.soak import soaked

MORE = soaked(1, 20)
"""How many times as much is played."""

OPTIONS: dict[str, dict[str, Any]] = {
    "pairs": {"eights": True},
    "continuous": {"eights": True},
    "port": {"rounds": 4},
    "starboard": {"games": 4},
    "to-the-moon": {"rounds": 1},
    "pickle": {"limit": 8},
    "clever-pickin": {"hands": 2},
}
"""Options with which more can happen, or with which a game is short."""


def some_games() -> list[Any]:
    """Every game at its fewest seats, at three or four, and at its most."""
    return [
        pytest.param(
            cutcard.game(book.name, seats=seats, dealer=seats - 1, **OPTIONS.get(book.name, {})), id=f"{book.name}-{seats}"
        )
        for book in cutcard.games()
        for seats in (book.least_seats, 3, book.most_seats)
    ]


def games_of_three() -> list[Any]:
    """Every game at three seats."""
    return [case for case in some_games() if case.values[0].seats == 3]


def made_with(game: Game) -> dict[str, Any]:
    """What an environment of this game is made with."""
    return {"seats": game.seats, "dealer": game.dealer, **game.options}
