"""Cutcard: a family of card games, exactly by their rules, to play, simulate, analyse and learn from."""

from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError, NotAllowed, NotFound, NotYours, ParseError, RecordError
from cutcard.core.table.record import replay
from cutcard.core.table.result import Result
from cutcard.core.table.table import Table
from cutcard.core.table.view import View, redeal
from cutcard.games import game, games
from cutcard.players import player

__version__ = "0.1.0"

__all__ = [
    "CutcardError", "Game", "NotAllowed", "NotFound", "NotYours", "ParseError", "RecordError", "Result", "Rulebook",
    "Table", "View", "game", "games", "player", "redeal", "replay",
]  # fmt: skip
