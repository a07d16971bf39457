"""What can be observed of a table: all that a seat knows, what everybody knows, or what a seat alone knows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from cutcard.core.dealer import Script
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import OWN
from cutcard.core.table.history import Happening
from cutcard.core.table.table import Table
from cutcard.envs.observing import observer_for
from cutcard.envs.openspiel.information import in_words, observed
from cutcard.envs.openspiel.pace import Pace
from cutcard.envs.openspiel.walk import Node, Stage

Array = np.ndarray[Any, Any]


class Whole:
    """All that a seat knows: its own cards and what is open."""

    name, events_name = "observation", "events"
    """What its parts of a tensor are called."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.size = observer_for(game).size
        """How many numbers its tensor has."""

    def seat_for(self, player: int) -> int:
        """Whose knowledge it is, where OpenSpiel asks for that of a player."""
        return player

    def called(self, seat: int) -> str:
        """How its texts begin."""
        return f"seat {seat}"

    def observed(self, pace: Pace, seat: int) -> Array:
        """What there is to see now, as numbers."""
        return observer_for(self.game).observe(pace.seen_words(seat), seat)

    def text(self, node: Node, seat: int) -> str:
        """What there is to see now, in one line."""
        return f"{self.called(seat)}: {observed(self.game, node.seen_words(seat), seat)}"

    def told(self, table: Table, seat: int) -> Iterable[Happening]:
        """What it is told of the last move and what followed."""
        return table.told(seat)

    def piece(self, stage: Stage, seat: int) -> str:
        """The same in words."""
        return stage.piece(seat)

    def shortened(self, pieces: list[str]) -> list[str]:
        """The pieces without those that say nothing, where there may be many."""
        return pieces

    def begun(self, node: Node, seat: int) -> str:
        """What it knows of a move that is not whole."""
        return node.begun_move() if seat == node.mover else ""


class Public(Whole):
    """What everybody knows, as a spectator does; seats are counted from seat 0."""

    name, events_name = "public", "public_events"

    def seat_for(self, player: int) -> int:
        return 0

    def called(self, seat: int) -> str:
        return "public"

    def observed(self, pace: Pace, seat: int) -> Array:
        return Table(self.game, pace.open_words, Script(), None).glance(None).tensor()

    def text(self, node: Node, seat: int) -> str:
        return f"public: {observed(self.game, node.table.words, None)}"

    def told(self, table: Table, seat: int) -> Iterable[Happening]:
        return table.told(None)

    def piece(self, stage: Stage, seat: int) -> str:
        return in_words(self.told(stage.table, seat))

    def begun(self, node: Node, seat: int) -> str:
        return ""


class Private(Whole):
    """What a seat knows and a spectator does not: the cards that it alone sees, and what it has begun of a move."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        super().__init__(game)
        self.seat = seat
        """Whose it is; nothing for that of who is asked."""
        which = "" if seat is None else f"_{seat}"
        self.name, self.events_name = f"private{which}", f"private_events{which}"
        self.zones = [zone for zone, field, _ in game.layout.zones if field.sight == OWN]
        self.size = len(self.zones) * len(game.deck.faces)

    def seat_for(self, player: int) -> int:
        return player if self.seat is None else self.seat

    def called(self, seat: int) -> str:
        return f"private {seat}"

    def _cards(self, words: Array, seat: int) -> list[int]:
        return [int(words[self.game.layout.place[zone, seat].word]) for zone in self.zones]

    def observed(self, pace: Pace, seat: int) -> Array:
        """For each zone that it alone sees how many cards of each face lie there."""
        counted = [self.game.deck.counts(cards) for cards in self._cards(pace.seen_words(seat), seat)]
        return np.array(counted, np.float32).ravel()

    def text(self, node: Node, seat: int) -> str:
        cards = zip(self.zones, self._cards(node.seen_words(seat), seat), strict=True)
        parts: dict[str, Any] = {zone: self.game.deck.names(held) for zone, held in cards}
        if begun := self.begun(node, seat):
            parts["begun"] = begun
        return f"{self.called(seat)}: {json.dumps(parts, separators=(',', ':'))}"

    def told(self, table: Table, seat: int) -> Iterable[Happening]:
        told = zip(table.told(seat), table.told(None), strict=True)
        return [mine for mine, everybodys in told if mine != everybodys]

    def piece(self, stage: Stage, seat: int) -> str:
        return in_words(self.told(stage.table, seat))

    def shortened(self, pieces: list[str]) -> list[str]:
        return [piece for piece in pieces if piece]


Aspect = Whole
"""Any of them."""
