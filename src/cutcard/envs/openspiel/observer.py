"""What a seat sees, and what it remembers, as texts and as tensors: OpenSpiel's observers.

An observation is the view of a seat at this moment; its tensor is `View.tensor()`. With perfect recall it is all that the
seat was told since the game began. That tensor has two parts: `observation`, and `events`, a row of four numbers for each
thing that happened, in order, the rest 0:

- what: counted from 1, first the verbs of the game's moves, then its zones (a card went there), then its notes;
- who: 0 for nobody, 1 for the seat itself, 2 for the next to its left, and so on;
- the card that went there, or that the move names, counted from 1 in the order of the deck's faces; 0 where there is none or
  the seat cannot see it;
- of a note its number; of a move the number that it names and 1 more, or the seat (counted as above); else 0. A move of
  several cards has a row for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from cutcard.core.errors import ParseError
from cutcard.envs.observing import Observer
from cutcard.envs.openspiel.information import COLUMNS, Rows, observed, put
from cutcard.envs.openspiel.walk import Node, Stage

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

Array = np.ndarray[Any, Any]


class SpielObserver:
    """An observer as OpenSpiel's Python games have it: `tensor`, its parts in `dict`, `set_from` and `string_from`."""

    def __init__(self, game: Game, observer: Observer, events: int, kind: Any, params: Any) -> None:
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not kind.public_info or kind.private_info != single:
            raise ParseError("an observation is all that one seat sees, its own cards and what is open")
        self.game = game
        self.observer = observer
        self.recalls = kind.perfect_recall
        self.rows = Rows(game)
        self.memories: dict[int, Memory] = {}
        rows = events if self.recalls else 0
        self.tensor = np.zeros(observer.size + rows * COLUMNS, np.float32)
        self.dict = {"observation": self.tensor[: observer.size]}
        if self.recalls:
            self.dict["events"] = self.tensor[observer.size :].reshape(rows, COLUMNS)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        node: Node = state.node
        self.dict["observation"][:] = self.observer.observe(node.seen_words(player), player)
        if self.recalls:
            self._recall(node, player)

    def _recall(self, node: Node, seat: int) -> None:
        room = self.dict["events"]
        if seat not in self.memories:
            self.memories[seat] = Memory(seat, self.rows, len(room))
        memory = self.memories[seat]
        end = memory.recall(node.stage)
        room[:end] = memory.rows[:end]
        if seat == node.mover:
            end = put(self.rows.of_move(seat, node.begun_move(), seat), room, end)
        room[end:] = 0

    def string_from(self, state: Any, player: int) -> str:
        node: Node = state.node
        return node.told(player) if self.recalls else observed(node.table.game, node.seen_words(player), player)


class Memory:
    """The events that one seat was told of; those of the last stage are kept, for the next one mostly goes on from there."""

    def __init__(self, seat: int, rows: Rows, room: int) -> None:
        self.seat = seat
        self.rows_of = rows
        self.rows = np.zeros((room, COLUMNS), np.float32)
        self.ends: dict[Stage, int] = {}
        """How many rows there are up to each stage, in order."""

    def recall(self, last: Stage | None) -> int:
        """Fill the rows, and say how many they are."""
        untold: list[Stage] = []
        while last is not None and last not in self.ends:
            untold.append(last)
            last = last.before
        while self.ends and next(reversed(self.ends)) is not last:
            self.ends.popitem()
        end = self.ends[last] if last else 0
        for stage in reversed(untold):
            end = self.ends[stage] = put(self.rows_of(stage.table.told(self.seat), self.seat), self.rows, end)
        return end
