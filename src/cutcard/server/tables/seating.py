"""Who had which seat, by the log of a table alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.server.tables.state import PLAYING, TableState


class Seating(TableState):
    """A table at which no card is dealt and no move played, so that neither the game nor its rules need be there."""

    def _started(self, seq: int, data: Mapping[str, Any]) -> None:
        self.phase = PLAYING
        self.dealer = data.get("dealer", self.dealer)

    def _move(self, seq: int, data: Mapping[str, Any]) -> None:
        self.moves += 1

    def _swap_what_they_have(self, seat: int, before: int) -> None:
        """What the options give to each seat is the game's."""
