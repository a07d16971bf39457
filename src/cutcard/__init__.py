"""Cutcard: a family of card games, exactly by their rules, to play, simulate, analyse and learn from."""

from cutcard import early

if early.is_command():
    early.end_quietly()  # before all else, as the rest takes a moment

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cutcard.core.errors import CutcardError, NotAllowed, NotFound, NotYours, ParseError, RecordError
from cutcard.games import game, games

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.declaration.rulebook import Rulebook
    from cutcard.core.table.record import replay
    from cutcard.core.table.result import Result
    from cutcard.core.table.table import Table
    from cutcard.core.table.view import View, redeal
    from cutcard.players import player
    from cutcard.reviews.review import Review, review

__version__ = "0.1.0"

__all__ = [
    "CutcardError", "Game", "NotAllowed", "NotFound", "NotYours", "ParseError", "RecordError", "Result", "Review",
    "Rulebook", "Table", "View", "game", "games", "player", "redeal", "replay", "review",
]  # fmt: skip

_WHERE = {
    "Game": "cutcard.core.declaration.game",
    "Rulebook": "cutcard.core.declaration.rulebook",
    "replay": "cutcard.core.table.record",
    "Result": "cutcard.core.table.result",
    "Table": "cutcard.core.table.table",
    "View": "cutcard.core.table.view",
    "redeal": "cutcard.core.table.view",
    "player": "cutcard.players",
    "Review": "cutcard.reviews.review",
    "review": "cutcard.reviews.review",
}
"""What is imported when it is first asked for: it loads the compiler, which some processes of a server never need."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(_WHERE[name]), name))


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
