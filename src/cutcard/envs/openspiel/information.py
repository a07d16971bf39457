"""What a seat was told, as the texts and the rows of numbers that stand in OpenSpiel's information states."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from cutcard.core.dealer import Script
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import Words
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.history import CARD, MOVE, NOTE, Happening
from cutcard.core.table.table import Table

Array = np.ndarray[Any, Any]

COLUMNS = 4
Row = tuple[int, int, int, int]


def in_words(told: Iterable[Happening]) -> str:
    """What a seat was told of one move and what followed."""
    return " ".join(map(_said, told))


def joined(called: str, pieces: list[str], begun: str) -> str:
    """All that a seat was told, move by move, and what it has begun of one."""
    return f"{called}: {'; '.join([*pieces, f'{begun} ...'] if begun else pieces)}"


def _said(told: Happening) -> str:
    """`0:hit`, `5>stacks@0`, `?>hands@2` (a card this seat cannot see), `scored@1=5`."""
    if told.kind == MOVE:
        return f"{told.seat}:{told.text}"
    place = told.text if told.seat is None else f"{told.text}@{told.seat}"
    return f"{told.card or '?'}>{place}" if told.kind == CARD else f"{place}={told.number}"


def observed(game: Game, words: Words, seat: int | None) -> str:
    """The table as a seat sees it now, or a spectator, in one line."""
    view = Table(game, words, Script(), None).glance(seat)
    parts = {"to_act": view.to_act, "scores": view.scores, **view.zones(), **view.numbers()}
    return json.dumps(parts, separators=(",", ":"))


class Rows:
    """What happened as rows of numbers: what, who, which card, which number (see `observer`)."""

    def __init__(self, game: Game) -> None:
        book = game.rulebook
        zones = [name for name, field in game.layout.fields.items() if field.kind == "zone"]
        kinds = [(MOVE, verb) for verb in book.verbs.all]
        kinds += [(CARD, zone) for zone in zones]
        kinds += [(NOTE, note.key) for note in book.notes.all]
        self.codes = {kind: number for number, kind in enumerate(kinds, start=1)}
        """A number from 1 for each kind of thing that can be told: the moves, the places of cards, the notes."""
        self.faces = {face: number for number, face in enumerate(game.deck.faces, start=1)}
        self.seats = game.seats

    def __call__(self, told: Iterable[Happening], seat: int) -> list[Row]:
        """Of what a seat was told. Seats are counted from this one on."""
        found: list[Row] = []
        for one in told:
            if one.kind == MOVE:
                assert one.seat is not None
                found += self.of_move(one.seat, one.text, seat)
            else:
                who = 0 if one.seat is None else self._from(one.seat, seat)
                found.append((self.codes[one.kind, one.text], who, self.faces.get(one.card or "", 0), one.number))
        return found

    def of_move(self, mover: int, move: str, seat: int) -> list[Row]:
        """A row for each word that the move has beside its verb, or one."""
        verb, *names = move.split(" ")
        code, who = self.codes[MOVE, verb], self._from(mover, seat)
        return [(code, who, *self._meant(name, seat)) for name in names] or [(code, who, 0, 0)]

    def _meant(self, name: str, seat: int) -> tuple[int, int]:
        """The card and the number of `5C`, `4@2` (at seat 2) or, where no card is called so, `3`."""
        card, _, at = name.partition("@")
        if card in self.faces:
            return self.faces[card], self._from(int(at), seat) if at else 0
        if not name.isdecimal():
            raise CutcardError(f"{name!r} in a move is neither a card nor a number: use strings or observations")
        return 0, int(name) + 1

    def _from(self, other: int, seat: int) -> int:
        return (other - seat) % self.seats + 1


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


USUAL = -1
"""Stands for the room for events that a game declares."""


def room_for(game: Game, events: int) -> int:
    """How many events a tensor has room for."""
    if events < USUAL:
        raise ParseError(f"events is how many things a tensor has room for, {USUAL} for the usual room, not {events}")
    return game.rulebook.events if events == USUAL else events
