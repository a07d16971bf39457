"""A table in the memory of the server: what people ask of it, one thing after another.

Everything that happens is an event. It is tried out first, then written, and only then does the table change and is
anybody told. Whoever asked may go in the middle of it: what was begun is finished all the same.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from cutcard.core.declaration.game import find
from cutcard.core.errors import NotYours, ParseError
from cutcard.core.table.evening import anew
from cutcard.core.table.outcome import need_loser
from cutcard.core.table.table import Table
from cutcard.server import fair
from cutcard.server.errors import NotNow, NotPermitted, NotReady
from cutcard.server.store.store import Store
from cutcard.server.tables.state import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Event, SeatHolder, TableState, hashed
from cutcard.server.tables.updates import GAME_EVENTS, TableUpdates

log = logging.getLogger("cutcard.server")

SETTINGS = ("options", "clock", "listed", "dealer", "penalty", "aids")
"""What the host may change before the start, beside the number of seats."""


class OpenTable(TableUpdates):
    """One table. Its methods that begin something raise where it is refused, and then nothing has changed."""

    def __init__(self, state: TableState, log: list[Event], store: Store) -> None:
        super().__init__(state, log)
        self.is_lost = False
        """Whether the store may know more than is here."""
        self.on_change: Callable[[OpenTable], None] = lambda open_table: None
        """What `AllTables` does after every change: have bots think and clocks run."""
        self._store = store
        self._lock = asyncio.Lock()
        self._on_its_way: asyncio.Future[None] | None = None
        """The event that is being written."""

    @classmethod
    def restored(cls, code: str, secret: str, log: list[Event], store: Store) -> OpenTable:
        """A table from its log."""
        open_table = cls(TableState(code, secret), log, store)
        for event in log:
            open_table.state.apply(event)
            open_table._note(event)
        return open_table

    # What people ask

    async def join(self, name: str, seat: int | None, randomness: str | None, key: str | None) -> tuple[str, int]:
        """Sit down. With a key that has a seat here: move to another one, or add what the browser adds to the deal."""
        async with self._alone():
            state = self.state
            state.need_phase(WAITING)
            mine = state.seat_of(hashed(key) if key else None)
            free = [at for at, holder in enumerate(state.holders) if holder.kind == OPEN]
            if seat is not None and seat != mine and seat not in free:
                raise NotNow("that seat is taken: choose another one")
            if mine is None or key is None:
                if not free:
                    raise NotNow("all seats are taken: you can watch")
                seat = free[0] if seat is None else seat
                key = secrets.token_urlsafe(32)
                data = {"seat": seat, "name": self._unique(name), "key": hashed(key), "randomness": randomness}
                await self._happen("joined", data)
                return key, seat
            seat = mine if seat is None else seat
            if randomness is not None and mine in state.randomness:
                randomness = None
            if randomness is not None or seat != mine:
                await self._happen("joined", {"seat": seat, "from": mine, "randomness": randomness})
            return key, seat

    async def give(self, by: int | None, seat: int, to: str, level: str | None) -> None:
        """The host gives a seat to a bot, or opens it."""
        async with self._alone():
            state = self.state
            self._need_host(by)
            if seat not in range(len(state.holders)):
                raise NotNow(f"there is no seat {seat} at this table")
            state.need_phase(WAITING, PLAYING)
            if state.phase == PLAYING:
                self._may_hand_over(seat, to)
            elif seat == state.host:
                raise NotPermitted("this is your own seat: leave it first")
            await self._happen("seat", {"seat": seat, "to": to, "level": level, "name": state.free_name()})

    def _may_hand_over(self, seat: int, to: str) -> None:
        holder = self.state.holders[seat]
        if to != BOT:
            raise NotNow("during a game a seat can only be given to a bot")
        if holder.kind == PERSON and self.is_here(seat):
            raise NotPermitted(f"{holder.name} is here: only the seat of somebody who is away can be given to a bot")

    async def take_back(self, by: int) -> None:
        """A person comes back to the seat that a bot kept for them."""
        async with self._alone():
            self.state.need_phase(PLAYING)
            if self.state.holders[by].kind == BOT:
                await self._happen("seat", {"seat": by, "to": PERSON, "level": None, "name": ""})

    async def set(self, by: int | None, wishes: dict[str, Any]) -> None:
        """The host changes options, the number of seats, the clock, who deals first (None: it is drawn), the loser's
        penalty, whether there are aids, or whether all may see the table in the list."""
        async with self._alone():
            state = self.state
            self._need_host(by)
            state.need_phase(WAITING)
            data: dict[str, Any] = {name: wishes[name] for name in SETTINGS if name in wishes}
            holders = state.holders
            if "seats" in wishes:
                holders = self._resized(wishes["seats"])
                data["chairs"] = [holder.stored() for holder in holders]
                if len(holders) != len(state.holders):  # what was carried over was for other seats
                    data.setdefault("options", anew(state.built().rulebook, state.options))
            if "dealer" not in data and (state.dealer or 0) >= len(holders):
                data["dealer"] = None  # the seat that was to deal goes
            dealer = data.get("dealer", state.dealer) or 0
            game = find(state.game, len(holders), dealer, data.get("options", state.options))  # raises where it cannot be
            if data.get("penalty") is not None:
                need_loser(game.rulebook)
            change = {"listed": data["listed"]} if "listed" in data else None
            await self._happen("set", data, change)

    def _resized(self, seats: int) -> list[SeatHolder]:
        holders = self.state.holders
        if any(holder.kind == PERSON for holder in holders[seats:]):
            raise NotNow("somebody sits in a seat that would go: open it first")
        level = next((holder.level for holder in holders if holder.kind == BOT), None)
        while len(holders) < seats:
            holders = [*holders, SeatHolder()]
            if level:
                taken = TableState("", "", holders)
                holders[-1] = SeatHolder(BOT, taken.free_name(), level)
        return holders[:seats]

    def check_start(self, by: int | None) -> None:
        self._need_host(by)
        self.state.need_phase(WAITING)
        empty = [seat + 1 for seat, holder in enumerate(self.state.holders) if holder.kind == OPEN]
        if empty:
            raise NotNow(f"seat {empty[0]} is still open: wait for somebody, or give it to a bot")

    async def start(self, by: int | None, randomness: str | None) -> None:
        async with self._alone():
            self.check_start(by)
            if self.state.host in self.state.randomness:
                randomness = None
            state = self.state
            data: dict[str, Any] = {"randomness": randomness}
            if state.dealer is None:
                added = state.all_randomness(randomness)
                data["dealer"] = fair.first_dealer(state.secret, state.code, added, len(state.holders))
            await self._happen("started", data, {"state": PLAYING})

    async def move(self, seat: int, move: str, seq: int, identity: str | None, *, late: bool = False) -> int:
        """Play a move that answers event `seq`; gives the event that it became."""
        async with self._alone():
            state = self.state
            if identity is not None and (seat, identity) in state.answered:
                return state.answered[seat, identity]
            if state.table is None:
                raise NotYours("the game has not started yet")
            if seq > state.seq:
                raise ParseError(f"a move answers an event that you have seen: there is no event {seq} yet")
            if seq < state.asked.get(seat, seq):
                raise NotYours("the table has gone on since then: look again")
            after = state.table.play(move, seat)  # raises where it is not allowed
            data: dict[str, Any] = {"seat": seat, "move": move}
            if identity is not None:
                data["id"] = identity
            if late:
                data["late"] = True
            event = Event(state.seq + 1, "move", data, time.time())
            await self._write(event, {"state": OVER} if after.is_over else None, after)
            return event.seq

    async def chat(self, seat: int, text: str, identity: str) -> int:
        async with self._alone():
            if (seat, identity) in self.state.answered:
                return self.state.answered[seat, identity]
            return await self._happen("chat", {"seat": seat, "text": text, "id": identity})

    async def leave(self, by: int) -> None:
        """Before the game the seat is free again; during it the seat waits for the person."""
        async with self._alone():
            state = self.state
            others = [seat for seat in state.people() if seat != by]
            here = [seat for seat in others if self.is_here(seat)] or others
            host = state.host if by != state.host or not here else here[0]
            await self._happen("left", {"seat": by, "host": host})

    async def rematch(self, by: int, make: Callable[[], Awaitable[str]]) -> str:
        """The next table of these people, which is made once, whoever asks."""
        async with self._alone():
            if self.state.rematch is None:
                await self._happen("rematch", {"code": await make(), "seat": by})
            assert self.state.rematch is not None
            return self.state.rematch

    # How it is done

    def _went_on(self) -> None:
        super()._went_on()
        self.on_change(self)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One thing at a time, and none before the last is written, even if whoever asked for it has gone."""
        async with self._lock:
            if self._on_its_way is not None:
                await asyncio.wait((self._on_its_way,))
            if self.is_lost:
                raise NotReady("this could not be saved: try again in a moment")
            yield

    async def _happen(self, kind: str, data: dict[str, Any], change: dict[str, Any] | None = None) -> int:
        event = Event(self.state.seq + 1, kind, data, time.time())
        await self._write(event, change)
        return event.seq

    async def _write(self, event: Event, change: dict[str, Any] | None, after: Table | None = None) -> None:
        """Have the store write it; `after` is the table after a move that has been tried out already."""
        self._on_its_way = self._store.append(self.state.code, event, change)
        self._on_its_way.add_done_callback(partial(self._written, event, after))
        await asyncio.shield(self._on_its_way)

    def _written(self, event: Event, after: Table | None, done: asyncio.Future[None]) -> None:
        """Where writing fails nobody knows whether it was written: the table is read anew then."""
        self._on_its_way = None
        try:
            if done.cancelled() or done.exception() is not None:
                raise NotReady("it may have been written or not")
            self.state.apply(event, after)
            self._noted(event)
        except Exception as error:
            log.warning("table %s is read anew after event %d: %s", self.state.code, event.seq, error)
            self.is_lost = True
            self.changed()

    def _noted(self, event: Event) -> None:
        self.log.append(event)
        self._note(event)
        self.touched = time.monotonic()
        if event.kind == "move" and self.state.clock is None and self.state.phase == PLAYING:
            self._went_on()
        else:
            self.changed()

    def _note(self, event: Event) -> None:
        if event.kind in GAME_EVENTS:
            self._steps.append(event.seq)

    def _need_host(self, by: int | None) -> None:
        """While the host is away during a game, anybody at the table may do what the host may."""
        state = self.state
        if by == state.host or (by is not None and state.phase != WAITING and not self.is_here(state.host)):
            return
        raise NotPermitted(f"only {state.names[state.host]}, the host, can do that")

    def _unique(self, name: str) -> str:
        """Two people of the same name are told apart."""
        taken = {holder.name.lower() for holder in self.state.holders}
        number = 2
        unique = name
        while unique.lower() in taken:
            unique, number = f"{name} {number}", number + 1
        return unique
