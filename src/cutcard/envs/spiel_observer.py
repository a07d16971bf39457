"""What a seat sees, and what it remembers, as texts and as tensors: OpenSpiel's observers.

An observation is the view of a seat at this moment; its tensor is `View.tensor()`. With perfect recall it is all that the
seat was told since the game began. That tensor has two parts: `observation`, and `events`, a row of four numbers for each
thing that happened, in order, the rest 0:

- what: counted from 1, first the verbs of the game's moves, then its zones (a card went there), then its notes;
- who: 0 for nobody, 1 for the seat itself, 2 for the next to its left, and so on;
- the card, counted from 1 in the order of the deck's faces; 0 where there is none or the seat cannot see it;
- of a note its number, of a move the action and 1 more; 0 where the seat cannot know it. A move of several cards has a row
  for each.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from cutcard.core.dealer import Script
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.history import CARD, MOVE, NOTE
from cutcard.core.table import Table
from cutcard.envs.eyes import Eyes
from cutcard.envs.spiel_tale import Moment, Tale

if TYPE_CHECKING:
    from cutcard.core.game import Game

Array = np.ndarray[Any, Any]

COLUMNS = 4
Row = tuple[int, int, int, int]


class Observer:
    """An observer as OpenSpiel's Python games have it: `tensor`, its parts in `dict`, `set_from` and `string_from`."""

    def __init__(self, game: Game, eyes: Eyes, events: int, kind: Any, params: Any) -> None:
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not kind.public_info or kind.private_info != single:
            raise ParseError("an observation is all that one seat sees, its own cards and what is open")
        self.game = game
        self.eyes = eyes
        self.recalls = kind.perfect_recall
        self.codes = event_codes(game)
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
            self.memories[seat] = Memory(seat, self.codes, len(room))
        memory = self.memories[seat]
        end = memory.recall(moment.tale)
        room[:end] = memory.rows[:end]
        if seat == moment.mover:
            verb = moment.named(seat, moment.begun[0]).partition(" ")[0]
            begun = [(self.codes[MOVE, verb], 1, 0, action + 1) for action in moment.begun]
            end = put(begun, room, end)
        room[end:] = 0

    def string_from(self, state: Any, player: int) -> str:
        moment: Moment = state.moment
        return moment.told(player) if self.recalls else observed(moment, player)


class Memory:
    """The events that one seat was told of; those of the last tale are kept, for the next one mostly goes on from there."""

    def __init__(self, seat: int, codes: dict[tuple[str, str], int], room: int) -> None:
        self.seat = seat
        self.codes = codes
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
            end = self.ends[tale] = put(rows_told(tale, self.seat, self.codes), self.rows, end)
        return end


def put(rows: list[Row], room: Array, start: int) -> int:
    """Put rows into the room from there on; where they end."""
    end = start + len(rows)
    if end > len(room):
        raise CutcardError(
            f"more than {len(room)} things have happened: load the game with a larger number, such as "
            f"events={2 * len(room)}, or use strings or observations"
        )
    if rows:
        room[start:end] = rows
    return end


def observed(moment: Moment, seat: int) -> str:
    """The table as a seat sees it now, in one line."""
    view = Table(moment.game, moment.seen_words(seat), Script(), None).glance(seat)
    parts = {"to_act": view.to_act, "scores": view.scores, **view.zones(), **view.numbers()}
    return f"seat {seat}: {json.dumps(parts, separators=(',', ':'))}"


def rows_told(tale: Tale, seat: int, codes: dict[tuple[str, str], int]) -> list[Row]:
    """What a seat was told of one move and what followed, as numbers; seats are counted from this one on."""
    game = tale.table.game
    found: list[Row] = []
    for told in tale.table.told(seat):
        who = 0 if told.seat is None else (told.seat - seat) % game.seats + 1
        if told.kind == MOVE:
            verb = told.text.partition(" ")[0]
            hidden = verb in game.rulebook.words.secret and told.seat != seat
            code, done = codes[MOVE, verb], game.rulebook.rules.done  # that it was needed would tell of the rest of a hand
            found += [(code, who, 0, 0)] if hidden else [(code, who, 0, a + 1) for a in tale.actions if a != done]
        else:
            card = 0 if told.card is None else game.deck.faces.index(told.card) + 1
            found.append((codes[told.kind, told.text], who, card, told.number))
    return found


def event_codes(game: Game) -> dict[tuple[str, str], int]:
    """A number from 1 for each kind of thing that can be told: the moves, the places of cards, the notes."""
    book = game.rulebook
    zones = [name for name, field in game.layout.fields.items() if field.kind == "zone"]
    kinds = [(MOVE, verb) for verb in book.moves]
    kinds += [(CARD, zone) for zone in zones]
    kinds += [(NOTE, key) for key, _ in book.words.notes]
    return {kind: number for number, kind in enumerate(kinds, start=1)}
