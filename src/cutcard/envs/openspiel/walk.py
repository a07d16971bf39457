"""A game as OpenSpiel walks through it: one action or one card at a time, and all that each seat was told on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cutcard.core.dealer import DRAWN, Script
from cutcard.core.declaration.zones import Words
from cutcard.core.errors import NotAllowed
from cutcard.core.table.history import Step
from cutcard.core.table.moves import name_of
from cutcard.core.table.table import DEAL, Table
from cutcard.core.table.turn import Turn
from cutcard.envs.openspiel.information import in_words

CHANCE, TERMINAL = -1, -4
"""OpenSpiel's numbers for who is to act, where that is no seat."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stage:
    """A game up to a decision: the table after the deal or after a whole move, what that was, and the stage before it."""

    before: Stage | None
    table: Table
    """As it then was."""
    actions: tuple[int, ...]
    """What the move was made of."""
    pieces: dict[int, str] = field(default_factory=dict)
    """What each seat was told of it; worked out once."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Stage:
        return self

    @property
    def step(self) -> Step:
        assert self.table.last is not None
        return self.table.last

    def piece(self, seat: int) -> str:
        """What a seat was told of it, in words: what it did and saw, and what it heard of the others."""
        if seat not in self.pieces:
            self.pieces[seat] = in_words(self.table.told(seat))
        return self.pieces[seat]

    def history(self) -> list[tuple[int, int]]:
        """Who did what, and which card came, since the game began: as OpenSpiel has it."""
        deck, found = self.table.game.deck, []
        number_of = {face: number for number, face in enumerate(deck.faces)}
        for stage in stages(self):
            found += [(stage.step.seat, action) for action in stage.actions]
            found += [(CHANCE, number_of[deck.cards[card]]) for code, _, card in stage.step.log if code == DRAWN]
        return found


def stages(last: Stage | None) -> list[Stage]:
    """All stages of a game, first to last."""
    found: list[Stage] = []
    while last is not None:
        found.append(last)
        last = last.before
    found.reverse()
    return found


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """A node of the game tree: a decision, a card that is due, or the end."""

    table: Table
    stage: Stage | None
    turn: Turn | None
    """The turn of the seat which is asked, if it is a decision."""

    @classmethod
    def at(cls, stage: Stage) -> Node:
        """After a whole move. Of seats that choose at once the first one is asked first."""
        to_act = stage.table.to_act
        return cls(stage.table, stage, Turn.on(stage.table, to_act[0]) if to_act else None)

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.table, [stage.actions for stage in stages(self.stage)], self.begun, self.mover)

    @property
    def begun(self) -> tuple[int, ...]:
        """The actions of a move that is not over: more of them are to come, or cards."""
        due = self.table.due
        return due.actions if due else self.turn.actions if self.turn else ()

    @property
    def mover(self) -> int:
        """Whose move that is."""
        due = self.table.due
        return due.seat if due else self.turn.seat if self.turn and self.turn.actions else DEAL

    @property
    def words(self) -> Words:
        """The table as it lies, with what was begun."""
        return self.turn.words if self.turn else self.table.words

    @property
    def player(self) -> int:
        """Who is to act."""
        if self.turn is not None:
            return self.turn.seat
        return CHANCE if self.table.due else TERMINAL

    def legal(self) -> list[int]:
        """The actions of the seat that is asked."""
        return self.turn.legal if self.turn else []

    def named(self, seat: int, action: int) -> str:
        """An action as the rules page writes it."""
        game = self.table.game
        return name_of(game, game.layout.read_table(self.words), seat, action)

    def chances(self) -> list[tuple[int, float]]:
        """Where a card is due, each face it can be with its probability."""
        due = self.table.due
        assert due is not None
        total = due.deck.bit_count()
        return [(face, copies / total) for face, copies in enumerate(self.table.game.deck.counts(due.deck)) if copies]

    def after(self, action: int) -> Node:
        """The next node: after a card, by the number of its face, or after an action."""
        due = self.table.due
        if due:
            return self._settled(self.table.draw(self.table.game.deck.faces[action]), due.actions)
        if self.turn is None or not self.turn.allowed >> action & 1:
            raise NotAllowed(f"the action {action} is not legal here")
        turn = self.turn.after(action)
        return self._settled(turn.played(), turn.actions) if turn.is_whole else Node(self.table, self.stage, turn)

    def _settled(self, table: Table, actions: tuple[int, ...]) -> Node:
        return Node(table, self.stage, None) if table.due else Node.at(Stage(self.stage, table, actions))

    def seen_words(self, seat: int) -> Words:
        """The table as this seat may look at it: a move is shown to the others when it is whole."""
        return self.words if seat == self.mover else self.table.words

    def begun_move(self) -> str:
        """What is begun of a move, as the rules page writes it."""
        due = self.table.due
        return due.move if due else self.turn.name if self.turn else ""

    def history(self) -> list[tuple[int, int]]:
        """Who did what, and which card came, up to here: as OpenSpiel has it. Not for a node at which a card is due."""
        return (self.stage.history() if self.stage else []) + [(self.mover, action) for action in self.begun]

    def __str__(self) -> str:
        due = self.table.due
        if not due:
            begun = f"; begun {' '.join(map(str, self.begun))}" if self.begun else ""
            return f"{self.table}{begun}"
        return f"{self.table}; {due.move or 'deal'}: {' '.join((*due.cards, '?'))}"


def _restored(table: Table, actions: list[tuple[int, ...]], begun: tuple[int, ...], mover: int) -> Node:
    """From a pickle: the stages are a chain, which pickle would follow too deep."""
    stage: Stage | None = None
    for step, of_step in zip(table.steps(), actions, strict=True):
        stage = Stage(stage, Table(table.game, step.words, Script(), step), of_step)
    if table.due or stage is None:
        return Node(table, stage, None)
    return Node(table, stage, Turn.on(table, mover, begun)) if begun else Node.at(stage)
