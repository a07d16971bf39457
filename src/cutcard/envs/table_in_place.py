"""One table in play, for environments: a row of words that compiled rules change in place.

`core.turn.Turn` builds a move on a table that stays as it is. Here each action is carried out at once, which is quicker, and
a copy of the table stays for those who must not see a move before it is whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cutcard.core.dealer import Script, fresh_chance, mixed_number, seeded
from cutcard.core.dealer_memory import scratch_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.zones import rows
from cutcard.core.errors import CutcardError, NotAllowed, NotYours, ParseError
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.envs.naming import action_name
from cutcard.envs.observing import observer_for

Array = np.ndarray[Any, Any]


class TableInPlace:
    """A table, and where its next cards come from. A copy goes on exactly as the original."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._first: int | None = None
        """The state of the generator before this game's first card; nothing before the first game."""
        self._chance = 0
        """Its state now."""
        self._waiting, self._open = 0, b""
        self.mover: int | None = None
        """Who is in the middle of a move of several cards. The others see the table as it was before: that there is a choice
        how to go on can tell what a hand holds."""
        self._before = rows(game.blank())[0].copy()
        self._prepare(rows(game.blank())[0].copy())

    def _prepare(self, words: Array) -> None:
        """All that can be worked out again."""
        layout = self.game.layout
        self.observer = observer_for(self.game)
        self.words = words
        self._table = layout.as_table(words)
        self._kernel = self.game.kernel
        self.has_long_moves = self.game.rulebook.rules.longest > 1
        self._to_act_at = layout.spans["to_act"].start
        self._over_at = layout.spans["over"].start
        self._midway_at = layout.spans["midway"].start
        hidden = {place.word for place in layout.hidden}
        self._open_at = [at for at in range(layout.words) if at not in hidden and at != self._to_act_at]

    def __getstate__(self) -> tuple[Any, ...]:
        return self.game, self._first, self._chance, self.words, self._waiting, self._open, self.mover, self._before

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.game, self._first, self._chance, words, self._waiting, self._open, self.mover, before = state
        self._before = before.copy()
        self._prepare(words.copy())

    def deal(self, seed: int | None) -> None:
        """A new game: with a seed the one that `Game.start(seed=seed)` deals, and those after it without one are always
        the same too, however the games before them were played."""
        if seed is not None:
            self._first = seeded(seed)
        elif self._first is None:
            self._first = fresh_chance().state
        else:
            self._first = mixed_number(self._first)
        self.words[:] = rows(self.game.blank())[0]
        self.mover = None
        dealers = scratch_dealers(self._first)
        self._kernel.begin(self._table, 0, dealers)
        self._chance = int(dealers["random"][0])

    @property
    def to_act(self) -> int:
        """The seats that are to choose, as a set."""
        return self.words.item(self._to_act_at)

    @property
    def is_over(self) -> bool:
        return bool(self.words.item(self._over_at))

    @property
    def is_midway(self) -> bool:
        """Whether a move of several cards is not complete yet."""
        return bool(self.words.item(self._midway_at))

    def mask(self, seat: int) -> Array:
        """For each action 1 where it is legal for this seat, else 0."""
        return self.observer.mask(self.words, seat)

    def play(self, seat: int, action: int) -> None:
        """Carry out an action that is legal. What it changes all see when the move is settled."""
        if self.mover is None and self.has_long_moves:
            self._before[:] = self.words
            self.mover = seat
        dealers = scratch_dealers(self._chance)
        self._kernel.step(self._table, 0, seat, action, dealers)
        self._chance = int(dealers["random"][0])

    def settle(self) -> None:
        """The move is complete: all see it."""
        self.mover = None

    def begin_moment(self) -> None:
        """Remember what lies open, and who is to act: what is asked now is asked until one of them changes."""
        self._waiting = self.to_act
        self._open = self._open_words()

    def still_asks(self, seat: int) -> bool:
        """Whether this seat, the next of those that were to act, is asked what it was asked then. While seats choose at once
        nothing is shown: if anything open has changed, something else is asked."""
        waiting = self._waiting & -(1 << seat)
        return self.to_act == waiting and self._open_words() == self._open

    def _open_words(self) -> bytes:
        words: Array = self.words[self._open_at]
        return words.tobytes()

    def utilities(self) -> list[float]:
        """COMMON-8: what the result is worth to each seat."""
        return [float(self._kernel.gains(self._table, 0, seat)) for seat in range(self.game.seats)]

    def observe(self, seat: int) -> Array:
        return self.observer.observe(self._seen_by(seat), seat)

    def _seen_by(self, seat: int | None) -> Array:
        return self.words if self.mover is None or self.mover == seat else self._before

    def view(self, seat: int | None) -> View:
        """What a seat sees, or a spectator, as it lies there."""
        return self._as_table(self._seen_by(seat)).glance(seat)

    def _as_table(self, words: Array) -> Table:
        words = words.copy()
        words.flags.writeable = False
        return Table(self.game, words, Script(), None)

    # In words

    def name(self, seat: int, action: int) -> str:
        """An action as the rules page writes a move; of a move of several cards this is one card."""
        return action_name(self.game, self.game.layout.read_table(self.words), seat, action)

    def refusal(self, seat: int, action: int) -> CutcardError:
        """Why an action cannot be."""
        table = self._as_table(self.words)
        if seat not in table.to_act:
            return NotYours("the game is over" if table.is_over else f"seat {seat} is not to act")
        may = np.flatnonzero(self.mask(seat)).tolist()
        legal = ", ".join(f"{other} ({self.name(seat, other)})" for other in may)
        try:
            name = self.name(seat, action)
        except ParseError as error:
            return NotAllowed(f"{error}; legal for seat {seat} are: {legal}", "COMMON-6")
        reason = self.game.rulebook.why_not(table.reading, seat, name.split(" "))
        why = f": {reason.reason}" if reason else ""
        clause = reason.clause if reason else "COMMON-6"
        return NotAllowed(f"action {action} ({name}) is not legal now{why}; legal for seat {seat} are: {legal}", clause)
