"""What a seat sees, and what it remembers, as texts and as tensors: OpenSpiel's observers, of every kind that it names.

What is observed is public (as a spectator sees the table), private (what one seat, or each of all seats, knows beyond that:
its hidden cards, and what it has begun of a move), or both. Public and one seat's together are the view of that seat, and
its tensor is `View.tensor()`: what learning code needs, and all that there is to see now.

With perfect recall texts have all that was told since the game began. A tensor has that only where there is room for it:
the parameter `events` of the game, or of the observer, says for how many things. Each is a row of four numbers, in order,
the rest 0:

- what: counted from 1, first the verbs of the game's moves, then its zones (a card went there), then its notes;
- who: 0 for nobody, 1 for the seat itself (seat 0 for the public), 2 for the next to its left, and so on;
- the card that went there, or that the move names, counted from 1 in the order of the deck's faces; 0 where there is none or
  the seat cannot see it;
- of a note its number; of a move the number that it names and 1 more, or the seat (counted as above); else 0. A move of
  several cards has a row for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from cutcard.core.declaration.game import Game
from cutcard.envs.openspiel.aspects import Aspect, Private, Public, Whole
from cutcard.envs.openspiel.information import COLUMNS, Rows, joined, put
from cutcard.envs.openspiel.walk import Node, Stage, stages

Array = np.ndarray[Any, Any]


def aspects_of(game: Game, kind: Any) -> list[Aspect]:
    """What an observation of this kind is made of."""
    types = pyspiel.PrivateInfoType
    if kind.public_info and kind.private_info == types.SINGLE_PLAYER:
        return [Whole(game)]
    found: list[Aspect] = [Public(game)] if kind.public_info else []
    if kind.private_info == types.SINGLE_PLAYER:
        found.append(Private(game))
    elif kind.private_info == types.ALL_PLAYERS:
        found += [Private(game, seat) for seat in range(game.seats)]
    return found


class SpielObserver:
    """An observer as OpenSpiel's Python games have it: `tensor`, its parts in `dict`, `set_from` and `string_from`."""

    def __init__(self, game: Game, events: int, kind: Any) -> None:
        self.aspects = aspects_of(game, kind)
        self.recalls = kind.perfect_recall
        self.rows = Rows(game)
        self.memories: dict[tuple[Aspect, int], Memory] = {}
        shapes: dict[str, tuple[int, ...]] = {}
        for aspect in self.aspects:
            if aspect.size:
                shapes[aspect.name] = (aspect.size,)
            if self.recalls and events:
                shapes[aspect.events_name] = (events, COLUMNS)
        self.tensor: Array | None = np.zeros(sum(map(_size, shapes.values())), np.float32) if shapes else None
        self.dict: dict[str, Array] = {}
        start = 0
        for name, shape in shapes.items():
            assert self.tensor is not None
            self.dict[name] = self.tensor[start : start + _size(shape)].reshape(shape)
            start += _size(shape)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        for aspect in self.aspects:
            seat = aspect.seat_for(player)
            if aspect.name in self.dict:
                self.dict[aspect.name][:] = aspect.observed(state.pace, seat)
            if aspect.events_name in self.dict:
                self._recall(aspect, state.node, seat, self.dict[aspect.events_name])

    def _recall(self, aspect: Aspect, node: Node, seat: int, room: Array) -> None:
        if (aspect, seat) not in self.memories:
            self.memories[aspect, seat] = Memory(aspect, seat, self.rows, len(room))
        memory = self.memories[aspect, seat]
        end = memory.recall(node.stage)
        room[:end] = memory.rows[:end]
        if begun := aspect.begun(node, seat):
            end = put(self.rows.of_move(seat, begun, seat), room, end)
        room[end:] = 0

    def string_from(self, state: Any, player: int) -> str:
        node: Node = state.node
        return " | ".join(self._text(aspect, node, aspect.seat_for(player)) for aspect in self.aspects)

    def _text(self, aspect: Aspect, node: Node, seat: int) -> str:
        if not self.recalls:
            return aspect.text(node, seat)
        pieces = aspect.shortened([aspect.piece(stage, seat) for stage in stages(node.stage)])
        return joined(aspect.called(seat), pieces, aspect.begun(node, seat))


def _size(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape))


class Memory:
    """The events that one seat was told of; those of the last stage are kept, for the next one mostly goes on from there."""

    def __init__(self, aspect: Aspect, seat: int, rows: Rows, room: int) -> None:
        self.aspect = aspect
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
            told = self.aspect.told(stage.table, self.seat)
            end = self.ends[stage] = put(self.rows_of(told, self.seat), self.rows, end)
        return end
