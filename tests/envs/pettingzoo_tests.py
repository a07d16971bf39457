"""PettingZoo's own tests, and the environments they are run on."""

import warnings
from typing import Any

import pytest

import cutcard
from cutcard.core.declaration.rulebook import Rulebook

with warnings.catch_warnings():  # PettingZoo's tests import games of its own in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

__all__ = ["api_test", "max_cycles_test", "parallel_api_test", "parallel_seed_test", "render_test", "seed_test"]


def name_of(book: Rulebook) -> str:
    """`clever_pickin_v0`."""
    return f"{book.name.replace('-', '_')}_v0"


def tables(*counts: str) -> list[Any]:
    """Every game at several numbers of seats: `least`, `four`, `most`."""
    return [
        pytest.param(book.name, seats, id=f"{book.name}-{seats}")
        for book in cutcard.games()
        for seats in sorted({{"least": book.least_seats, "four": 4, "most": book.most_seats}[count] for count in counts})
    ]
