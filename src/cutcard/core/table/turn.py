"""A move in the making: on a table, by one seat, action by action.

In most games a move is one action. A move of several cards is built card by card, and until it is whole nobody but its seat
may see that it was begun: that there is a choice how to go on can tell what a hand holds. So the table itself stays as it
was, and what is begun lies on a copy of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.zones import Words, rows
from cutcard.core.table.moves import advised, name_of, named

if TYPE_CHECKING:
    from cutcard.core.declaration.game import Game
    from cutcard.core.table.table import Table

Array = np.ndarray[Any, Any]


class Turn:
    """The turn of a seat that is to act. It never changes: each action makes a new one."""

    __slots__ = ("_allowed", "actions", "is_whole", "seat", "table", "words")

    def __init__(self, table: Table, seat: int, actions: tuple[int, ...], words: Words, is_whole: bool = False) -> None:
        self.table = table
        """As it is for everybody, without what is begun."""
        self.seat = seat
        self.actions = actions
        """What is begun, or all of a whole move."""
        self.words = words
        """The table as it lies for the seat, with what is begun. Of a whole move there is nothing more to see here: what it
        leads to, and the cards that come then, has `played`."""
        self.is_whole = is_whole
        self._allowed: int | None = 0 if is_whole else None

    @classmethod
    def on(cls, table: Table, seat: int, actions: Iterable[int] = ()) -> Turn:
        """The turn of a seat of this table, which has begun with these actions."""
        turn = cls(table, seat, (), table.words)
        for action in actions:
            turn = turn.after(action)
        return turn

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def allowed(self) -> int:
        """The actions with which the move can go on, as a set; none when it is whole."""
        if self._allowed is None:
            rules = self.table.game.rulebook.rules
            self._allowed = int(rules.kernel.allowed(rules.layout.as_table(self.words), 0, self.seat))
        return self._allowed

    @property
    def legal(self) -> list[int]:
        """The actions with which the move can go on."""
        return list(members(self.allowed))

    @property
    def choices(self) -> list[int]:
        """The actions with which the move can go on, of those that differ in the name of a card alone only one: all that a
        player has to choose from."""
        return list(members(self.game.kernel.chosen_from(self.game.layout.as_table(self.words), 0, self.seat)))

    def after(self, action: int) -> Turn:
        """The turn after a legal action."""
        rules, actions = self.table.game.rulebook.rules, (*self.actions, action)
        if rules.longest > 1:
            words = self.words.copy()
            rules.kernel.step(rules.layout.as_table(words), 0, self.seat, action, scratch_dealers())
            if words.item(rules.layout.spans["midway"].start):
                return Turn(self.table, self.seat, actions, words)
        return Turn(self.table, self.seat, actions, self.table.words, True)

    def completed(self) -> Turn:
        """A whole move that goes on from here as `steady` would."""
        turn = self
        for action in () if self.is_whole else advised(self.game, self.seen()):
            turn = turn.after(action)
        return turn

    def completed_by_the_lowest(self) -> Turn:
        """A whole move that goes on from here with the lowest cards."""
        turn = self
        while not turn.is_whole:
            turn = turn.after(next(members(turn.allowed)))
        return turn

    def seen(self) -> Array:
        """What the seat sees now, as compiled players read it."""
        views = np.zeros(1, dtype=self.game.layout.view)
        self.game.kernel.look(self.words.reshape(1, -1), 0, rows(views), 0, self.seat)
        return views

    @property
    def name(self) -> str:
        """The move, or what is begun of it, as the rules page writes it."""
        return named(self.game, self.table.reading, self.seat, self.actions)

    def name_of(self, action: int) -> str:
        """An action that can come next, as the rules page writes it."""
        return name_of(self.game, self.game.layout.read_table(self.words), self.seat, action)

    def played(self) -> Table:
        """The table after a whole move and all that follows from it."""
        return self.table._run(self.seat, self.name, self.actions, self.table._source)


def openings(table: Table, seat: int) -> list[Turn]:
    """For each way in which a seat that is to act can begin one whole move."""
    begun = Turn.on(table, seat)
    return [begun.after(action).completed_by_the_lowest() for action in begun.legal]
