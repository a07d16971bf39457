"""A table whose events are written down. An event is tried out first, then written, and only then does the table change and
is anybody told. Other nodes may write to the same table: the number of an event is taken once, so that who was not first
reads what was written and tries again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from cutcard.core.errors import CutcardError
from cutcard.core.table.table import Table
from cutcard.server.errors import NotNow, NotReady, Overtaken
from cutcard.server.operation.metrics import MOVES_BY, WRITTEN
from cutcard.server.store.store import Store
from cutcard.server.store.writing import ForPeople
from cutcard.server.tables.results import results_of
from cutcard.server.tables.state import PERSON, PLAYING, WAITING, Event, TableState
from cutcard.server.tables.updates import GAME_EVENTS, TableUpdates

log = logging.getLogger("cutcard.server")

MOST_EVENTS, MOST_BESIDE_MOVES = 20_000, 10_000
"""How long the log of a table can become, by moves and by everything else."""
PIECE = 100
"""So many events of a log are gone through at a time: a few milliseconds."""
GRACE = 1.0
"""What a move may be on its way when the clock runs out."""

Asked = ParamSpec("Asked")
Came = TypeVar("Came")
Logged = TypeVar("Logged", bound="LoggedTable")


def one_at_a_time(
    work: Callable[Concatenate[Logged, Asked], Awaitable[Came]],
) -> Callable[Concatenate[Logged, Asked], Awaitable[Came]]:
    """One thing after another at a table. Where another node was first, it is tried again with the table as it is then."""

    @wraps(work)
    async def done(open_table: Logged, /, *asked: Asked.args, **named: Asked.kwargs) -> Came:
        async with open_table.lock:
            if open_table.on_its_way is not None:  # none before the last is written, even if whoever asked for it has gone
                await asyncio.wait((open_table.on_its_way,))
            if open_table.is_lost:
                raise NotReady("this could not be saved: try again in a moment")
            while True:
                try:
                    return await work(open_table, *asked, **named)
                except Overtaken:
                    await open_table.make_good()
                except CutcardError:  # it may have been refused for what is no longer so
                    if not await open_table.has_gone_on():
                        raise

    return done


class LoggedTable(TableUpdates):
    """A table in memory, and the log that it follows from."""

    def __init__(self, state: TableState, store: Store) -> None:
        super().__init__(state, [])
        self.is_lost = False
        """Whether the store may know more than is here."""
        self._store = store
        self.lock = asyncio.Lock()
        """Held while one thing is done at the table."""
        self.on_its_way: asyncio.Future[None] | None = None
        """The event that is being written."""

    @classmethod
    def restored(cls, code: str, secret: str, log: list[Event], store: Store) -> Self:
        """A table from its log. One that is not understood is `Unreadable`."""
        open_table = cls(TableState(code, secret), store)
        open_table.state.follow(log, open_table._go_on)
        return open_table

    @classmethod
    async def read_back(cls, code: str, secret: str, log: list[Event], store: Store) -> Self:
        """The same, in pieces, so that nobody else has to wait for a long one."""
        open_table = cls(TableState(code, secret), store)
        for first in range(0, len(log), PIECE):
            open_table.state.follow(log[first : first + PIECE], open_table._go_on)
            await asyncio.sleep(0)
        return open_table

    # Other nodes

    async def catch_up(self, seq: int = 0) -> None:
        """Read what other nodes have written, at least up to event `seq` where that is there already."""
        if self._store.is_shared and not 0 < seq <= self.state.seq:
            await self._read_in_turn()

    @one_at_a_time
    async def _read_in_turn(self) -> None:
        await self.has_gone_on()

    def is_to_be_read_for(self, key_hash: str) -> bool:
        """Whether another node may know more of whose key this is: before the game people come and change their seats."""
        return self.state.phase == WAITING or all(holder.key != key_hash for holder in self.state.holders)

    async def has_gone_on(self) -> bool:
        """Whether other nodes have written what was not known here; now it is."""
        return self._store.is_shared and not self.is_lost and await self._read_tail()

    async def make_good(self) -> None:
        """Something could not be written, as another node was first. If there is nothing to be read, the table is gone."""
        if not await self._read_tail():
            self.lose("its log does not go on here")
            raise NotReady("this could not be saved: try again in a moment")

    async def _read_tail(self) -> bool:
        """Whether there was something that was not known here."""
        tail = await self._store.tail(self.state.code, self.state.seq)
        try:
            for event in tail:
                self._go_on(event)
        except Exception as error:  # one of another version may not be understood
            self.lose(repr(error))
            raise NotReady("this table cannot be read just now: try again in a moment") from error
        if tail:
            self.touched = time.monotonic()
            self.changed()
        return bool(tail)

    def lose(self, why: str) -> None:
        """What is here may not be what is stored: whoever looks on is to come again."""
        log.warning("table %s is read anew after event %d: %s", self.state.code, self.state.seq, why)
        self.is_lost = True
        self.changed()

    # Writing

    async def _happen(
        self, kind: str, data: dict[str, Any], change: dict[str, Any] | None = None, people: ForPeople | None = None
    ) -> int:  # fmt: skip
        event = Event(self.state.seq + 1, kind, data, self._store.now())
        await self._write(event, change, people=people)
        return event.seq

    async def _write(
        self, event: Event, change: dict[str, Any] | None, after: Table | None = None, people: ForPeople | None = None
    ) -> None:
        """Have the store write it; `after` is the table after a move that has been tried out already. What a game came to
        is written with the move that ends it."""
        if event.seq > (MOST_EVENTS if event.kind == "move" else MOST_BESIDE_MOVES):
            raise NotNow("more has happened at this table than at any that was meant for: make a new one")
        if self.state.clock is not None and event.kind in ("started", "move", "seat"):
            change = {**(change or {}), "due": self._due_after(event, after)}
        if after is not None and after.is_over and self.state.begun is None:  # practice counts for nothing
            people = ForPeople(results=results_of(self.state.holders, self.log, after))
        self.on_its_way = self._store.append(self.state.code, event, change, people=people)
        self.on_its_way.add_done_callback(partial(self._written, event, after))
        await asyncio.shield(self.on_its_way)

    def _due_after(self, event: Event, after: Table | None) -> float | None:
        """When the next turn clock runs out after an event of the game, and a move may be on its way no longer."""
        state, table, at = self.state, after or self.state.table, event.at
        assert state.clock is not None
        if table is not None:
            kinds = [holder.kind for holder in state.holders]
            if event.kind == "seat":
                kinds[event.data["seat"]] = event.data["to"]
            asked = state.asked_as_before(event.data["seat"], table) if event.kind == "move" else state.asked
            begun = {seat: self.log[seq - 1].at for seat, seq in asked.items()}
            at = min((begun.get(seat, at) for seat in table.to_act if kinds[seat] == PERSON), default=0.0)
        return at + state.clock + GRACE if at else None

    def _written(self, event: Event, after: Table | None, done: asyncio.Future[None]) -> None:
        """Where writing fails nobody knows whether it was written: the table is read anew then."""
        self.on_its_way = None
        try:
            if done.cancelled() or (error := done.exception()) is not None:
                if not done.cancelled() and isinstance(error, Overtaken):
                    return  # nothing was written, and whoever asked tries again
                raise NotReady("it may have been written or not")
            self._go_on(event, after)
            self.touched = time.monotonic()
            WRITTEN.observe(max(self._store.now() - event.at, 0.0))
            if event.kind == "move":
                MOVES_BY["late" if event.data.get("late") else self.state.holders[event.data["seat"]].kind].inc()
            if event.kind == "move" and self.state.clock is None and self.state.phase == PLAYING:
                self._went_on()
            else:
                self.changed()
        except Exception as error:
            self.lose(str(error))

    def _go_on(self, event: Event, after: Table | None = None) -> None:
        """By an event that is written."""
        if event.kind == "left":
            self.presence.leave(self.state.holders[event.data["seat"]].key)
        self.state.apply(event, after)
        self.log.append(event)
        if event.kind in GAME_EVENTS:
            self._steps.append(event.seq)
