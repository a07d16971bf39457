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
from cutcard.envs.observing import Eyes
from cutcard.envs.openspiel.information import COLUMNS, Rows, observed, put
from cutcard.envs.openspiel.walk import Moment, Tale

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game

Array = np.ndarray[Any, Any]


class Observer:
    """An observer as OpenSpiel's Python games have it: `tensor`, its parts in `dict`, `set_from` and `string_from`."""

    def __init__(self, game: Game, eyes: Eyes, events: int, kind: Any, params: Any) -> None:
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not kind.public_info or kind.private_info != single:
            raise ParseError("an observation is all that one seat sees, its own cards and what is open")
        self.game = game
        self.eyes = eyes
        self.recalls = kind.perfect_recall
        self.rows = Rows(game)
        self.memories: dict[int, Memory] = {}
        rows = events if self.recalls else 0
        self.tensor = np.zeros(eyes.size + rows * COLUMNS, np.float32)
        self.dict = {"observation": self.tensor[: eyes.size]}
        if self.recalls:
            self.dict["events"] = self.tensor[eyes.size :].reshape(rows, COLUMNS)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        moment: Moment = state.moment
        self.dict["observation"][:] = self.eyes.observe(moment.seen_words(player), player)
        if self.recalls:
            self._recall(moment, player)

    def _recall(self, moment: Moment, seat: int) -> None:
        room = self.dict["events"]
        if seat not in self.memories:
            self.memories[seat] = Memory(seat, self.rows, len(room))
        memory = self.memories[seat]
        end = memory.recall(moment.tale)
        room[:end] = memory.rows[:end]
        if seat == moment.mover:
            end = put(self.rows.of_move(seat, moment.begun_move(), seat), room, end)
        room[end:] = 0

    def string_from(self, state: Any, player: int) -> str:
        moment: Moment = state.moment
        return moment.told(player) if self.recalls else observed(moment.game, moment.seen_words(player), player)


class Memory:
    """The events that one seat was told of; those of the last tale are kept, for the next one mostly goes on from there."""

    def __init__(self, seat: int, rows: Rows, room: int) -> None:
        self.seat = seat
        self.rows_of = rows
        self.rows = np.zeros((room, COLUMNS), np.float32)
        self.ends: dict[Tale, int] = {}
        """How many rows there are up to each tale, in order."""

    def recall(self, last: Tale | None) -> int:
        """Fill the rows, and say how many they are."""
        untold: list[Tale] = []
        while last is not None and last not in self.ends:
            untold.append(last)
            last = last.before
        while self.ends and next(reversed(self.ends)) is not last:
            self.ends.popitem()
        end = self.ends[last] if last else 0
        for tale in reversed(untold):
            end = self.ends[tale] = put(self.rows_of(tale.table.told(self.seat), self.seat), self.rows, end)
        return end
