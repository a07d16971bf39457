"""Tables at which somebody sits who is not compiled: each is played move by move, and players get views."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cutcard.core.bits import members
from cutcard.core.dealer import Chance
from cutcard.core.declaration.game import Game
from cutcard.core.table.table import Table
from cutcard.core.table.turn import Turn
from cutcard.core.table.view import View
from cutcard.envs.observing import Observer
from cutcard.envs.tables import Seatings, Tables
from cutcard.envs.vector_loop import DEAL, KEEP, MOST_DEALS, next_start, row_for
from cutcard.players import LegalMoves

DO_NOT_READ = ("cutcard.players", "cutcard.games")
"""Where players come from that do not read the log of a game: to put it together takes longer than most of their choices."""


class Place(NamedTuple):
    """How far a table is."""

    turn: Turn
    """Of the seat that is to act; when the game is over, a turn of the last one that acted, with nothing to choose."""
    row: int
    """Which seating sits there."""
    rng: np.random.Generator
    """For what players leave to chance."""
    start: Any
    """What the next game is dealt from."""


class PlayedTables(Tables):
    """Seatings have players, and None for the caller. A step that fails, as a player may, changes no table; what was drawn
    by chance until then is drawn anew."""

    def __init__(self, game: Game, observer: Observer, number: int, seatings: Seatings, deals_at_once: bool) -> None:
        super().__init__(game, observer, number, deals_at_once)
        self._seatings = seatings
        self._places: list[Place | None] = [None] * number

    def go_on(self) -> None:
        moved = [(at, self._after(at, action)) for at, action in enumerate(self.actions.tolist()) if action != KEEP]
        for at, (place, ended) in moved:
            self._note(at, place, ended)

    def _after(self, at: int, action: int) -> tuple[Place, Place | None]:
        """Where a table is after an action; and where its game ended, if it did."""
        if action == DEAL:
            return self._dealt(self.progress["start"][at]), None
        place = self._places[at]
        assert place is not None, "a table is dealt first"
        place = self._acted(place, action)
        if not place.turn.table.is_over:
            return place, None
        return (self._dealt(place.start) if self.deals_at_once else place), place

    def _acted(self, place: Place, action: int) -> Place:
        turn = place.turn.after(action)
        if not turn.is_whole:
            return place._replace(turn=turn)
        return self._played_on(turn.played(), turn.seat, place)

    def _dealt(self, start: Any) -> Place:
        """A new game, up to the first decision of the caller, as `vector_loop.fresh` has it."""
        for _ in range(MOST_DEALS):
            table = Table.dealt(self.game, Chance(int(start)))
            row, rng = int(row_for(start, len(self._seatings))), np.random.default_rng(int(~start))
            start = np.uint64(next_start(start))
            place = self._played_on(table, 0, Place(Turn.on(table, 0), row, rng, start))
            if not place.turn.table.is_over:
                return place
        raise ValueError("every game is over before the learner has anything to choose")

    def _played_on(self, table: Table, seat: int, place: Place) -> Place:
        """The table when the caller is to act, or the game over. Of seats that choose at once the lowest is asked first."""
        players = self._seatings[place.row]
        while table.to_act:
            if (chooser := players[table.to_act[0]]) is None:
                seat = table.to_act[0]
                break
            reads_log = not type(chooser).__module__.startswith(DO_NOT_READ)
            view = table.view(table.to_act[0]) if reads_log else table.glance(table.to_act[0])
            table = table.play(chooser.choose(view, LegalMoves(view), place.rng), table.to_act[0])
        return place._replace(turn=Turn.on(table, seat))

    def _note(self, at: int, place: Place, ended: Place | None) -> None:
        self._places[at] = place
        if self.actions[at] == DEAL or (ended is not None and self.deals_at_once):
            self.progress[at] = place.start, 0, ~self.progress["start"][at], place.row
        self.over[at], self.rewards[at] = ended is not None, 0.0
        if ended is not None:
            result, seat = ended.turn.table.result, ended.turn.seat
            assert result is not None
            self.utilities[at] = result.utilities
            self.rewards[at] = result.utilities[seat]
            self.last[at] = self.observer.observe(ended.turn.words, seat)
        turn = place.turn
        self.seat[at] = turn.seat
        self.legal[at] = 0 if turn.table.is_over else turn.allowed
        self.mask[at] = 0
        self.mask[at, list(members(self.legal[at]))] = 1
        self.observation[at] = self.observer.observe(turn.words, turn.seat)

    def table(self, at: int) -> Table:
        """The table as it lies, without what is begun of a move."""
        place = self._places[at]
        assert place is not None, "a table is dealt first"
        return place.turn.table

    def view(self, at: int, seat: int) -> View:
        return self.table(at).glance(seat)
