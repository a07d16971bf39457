"""Tables that are on no server, as a page is told of them: those that lessons and puzzles speak of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.core.declaration.game import Game
from cutcard.core.languages import translated
from cutcard.server.tables.state import BOT, PERSON


def table_info(game: Game, names: Sequence[str], state: str) -> dict[str, Any]:
    """Who sits where, as `TableInfo`; the seat without a name is yours. There is no such table on the server, and so it has
    no code, no clock and no secret."""
    seats = [
        {"kind": BOT if name else PERSON, "name": name or translated("You"), "level": None, "present": True}
        for name in names
    ]
    return {
        "code": "", "game": game.name, "title": game.called.title, "options": game.options, "state": state, "seats": seats,
        "host": None, "dealer": game.dealer, "clock": None, "listed": False, "penalty": None, "aids": True, "coach": None,
        "practice": None, "commitment": "", "secret": None, "randomness": {}, "rematch": None, "evening": [],
        "hastened": False, "watching": 0, "deadline": None, "fills_at": None,
    }  # fmt: skip
