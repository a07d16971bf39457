"""Whoever keeps a table has its bots asked for moves and its turn clocks run. Of several nodes that is one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import numpy as np

from cutcard.core.errors import CutcardError
from cutcard.core.table.simultaneous import in_turn
from cutcard.players import LegalMoves, SteadyPlayer
from cutcard.server.bots.pool import BotPool
from cutcard.server.bots.worker_process import BotFailed
from cutcard.server.http.catalogue import LEVELS
from cutcard.server.nodes.neighbours import Neighbours
from cutcard.server.settings import Settings
from cutcard.server.tables.logged_table import GRACE, MOST_EVENTS
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import BOT, OPEN, PERSON, PLAYING

LOOKING = 0.2
"""Seconds between two looks at a clock."""

ALL_SEATS = -1
"""Stands for a table among the seats that something is done for."""

NO_CHANCE = np.random.default_rng(0)
"""For the rule of thumb, which does not use it."""

log = logging.getLogger("cutcard.server")


class Caretaker:
    """Looks after the tables that are in memory."""

    def __init__(
        self,
        settings: Settings,
        neighbours: Neighbours,
        open_tables: dict[str, OpenTable],
        now: Callable[[], float],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        start: Callable[[OpenTable, int, None], Coroutine[Any, Any, None]],
    ) -> None:
        self.settings = settings
        self.bots = BotPool(settings.workers, settings.thinking)
        self.busy: set[tuple[str, int]] = set()
        """Seats a move is being chosen for."""
        self.is_closing = False
        self._neighbours = neighbours
        self._open_tables = open_tables
        self._now = now
        self._spawn = spawn
        self._start = start

    def look_after(self, open_table: OpenTable) -> None:
        """After every change: bots that are to act begin to think, and the clock of a person runs, or that of a table which
        bots are to fill. Bots whom everybody has left rest."""
        state = open_table.state
        if open_table.is_lost and self._open_tables.get(state.code) is open_table:
            del self._open_tables[state.code]
            self._neighbours.let_go(state.code)
        if not self.is_closing:
            open_table.coach.look()
        is_to_rest = self.is_closing or open_table.is_lost or state.seq >= MOST_EVENTS
        if not is_to_rest and open_table.fills_at is not None and (state.code, ALL_SEATS) not in self.busy:
            if self._neighbours.keeps(state.code):
                self._chosen_for(open_table, ALL_SEATS, partial(self._fill, open_table))
            return
        if is_to_rest or state.phase != PLAYING or state.table is None:
            return
        for seat in state.table.to_act:
            kind = state.holders[seat].kind
            work = None
            if kind == BOT and not open_table.is_forsaken:
                work = self._bot
            elif kind == PERSON and state.clock is not None:
                work = self._clock
            if work and (state.code, seat) not in self.busy and self._neighbours.keeps(state.code):
                self._chosen_for(open_table, seat, partial(work, open_table, seat))

    def _chosen_for(self, open_table: OpenTable, seat: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        code = open_table.state.code
        self.busy.add((code, seat))

        async def guarded() -> None:
            try:
                await work()
            except Exception as error:  # whatever it is, the table goes on
                log.warning("table %s, seat %d: %s", code, seat, error)
                await asyncio.sleep(1.0)
            finally:
                self.busy.discard((code, seat))
            if code in self._open_tables:
                self.look_after(self._open_tables[code])

        self._spawn(guarded())

    async def _bot(self, open_table: OpenTable, seat: int) -> None:
        """A bot's move. One that fails, or takes too long, plays by the rule of thumb."""
        state = open_table.state
        table, level, asked = state.table, state.holders[seat].level, state.asked[seat]
        assert table is not None
        assert level is not None
        begun = time.monotonic()
        late = False
        try:
            # The log of a long game takes longer to send than the move to choose, and the levels do not read it.
            view = table.glance(seat) if level in LEVELS else in_turn(table, seat).view(seat)
            move = await self.bots.choose(view, self.settings.bots.get(level, level), open_table.owner)
        except BotFailed as failure:
            log.warning("table %s: the bot %s of seat %d failed: %s", state.code, level, seat, failure)
            move, late = _thumb(open_table, seat), True
        await open_table.pause_until(begun + self.settings.pace)

        def is_still_asked() -> bool:
            return state.asked.get(seat) == asked and state.holders[seat].kind == BOT and not open_table.is_lost

        if not is_still_asked():
            return  # somebody has taken the seat back in the meantime, or another node was first
        try:
            await open_table.move(seat, move, asked, None, late=late)
        except CutcardError as error:
            if not is_still_asked():
                return
            if late:
                raise
            log.warning("table %s: the bot %s of seat %d made a bad move: %s", state.code, level, seat, error)
            await open_table.move(seat, _thumb(open_table, seat), asked, None, late=True)

    async def _clock(self, open_table: OpenTable, seat: int) -> None:
        """When a person's time is up the rule of thumb chooses for them."""
        asked = open_table.state.asked[seat]
        while not open_table.is_lost and self._neighbours.keeps(open_table.state.code):
            end = open_table.deadline_of(seat)
            if end is None or open_table.state.asked.get(seat) != asked:
                return
            if self._now() > end + GRACE:
                await open_table.move(seat, _thumb(open_table, seat), asked, None, late=True)
                return
            await asyncio.sleep(LOOKING)

    async def _fill(self, open_table: OpenTable) -> None:
        """When people have waited long enough bots take the free seats, and the game begins; it begins at once where no seat
        is free any more."""
        state = open_table.state
        while not open_table.is_lost and self._neighbours.keeps(state.code) and not self.is_closing:
            end, free = open_table.fills_at, [seat for seat, one in enumerate(state.holders) if one.kind == OPEN]
            if end is None:
                return
            if not open_table.preparing and (not free or self._now() > end):
                seen = state.seq
                for seat in free:  # one that somebody has taken meanwhile is refused, and it is looked again
                    await open_table.give(state.host, seat, BOT, state.fill, seen)
                await self._start(open_table, state.host, None)
            await asyncio.sleep(LOOKING)


def _thumb(open_table: OpenTable, seat: int) -> str:
    """What the rule of thumb would do."""
    assert open_table.state.table is not None
    view = open_table.state.table.glance(seat)
    return SteadyPlayer().choose(view, LegalMoves(view), NO_CHANCE)
