"""All tables of a server: those in use are in memory, all are in the store. Here bots are asked for moves and clocks run."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from cutcard.core import registry
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import plain
from cutcard.core.declaration.outcome import need_loser
from cutcard.core.errors import CutcardError, NotFound
from cutcard.core.table.evening import Line, next_game
from cutcard.core.table.one_by_one import in_turn
from cutcard.players import LegalMoves, SteadyPlayer
from cutcard.server import fair
from cutcard.server.bots.compile_games import Warmer
from cutcard.server.bots.thinking import Failed, Thinking
from cutcard.server.errors import NotNow, NotPermitted, NotReady
from cutcard.server.http.catalogue import LEVELS
from cutcard.server.http.limits import Limits
from cutcard.server.processes.owners import owner
from cutcard.server.settings import Settings
from cutcard.server.store.store import Store
from cutcard.server.tables.open_table import Room
from cutcard.server.tables.state import BOT, OVER, PERSON, PLAYING, Chair, Event, Sitting, hashed

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: none that looks like another."""
CODE_LENGTH = 8
IDLE = 600.0
"""A table that nobody looks at leaves the memory after so many seconds."""
GRACE = 1.0
"""What a move may be on its way when the clock runs out."""

NO_CHANCE = np.random.default_rng(0)
"""For the rule of thumb, which does not use it."""

log = logging.getLogger("cutcard.server")


class AllTables:
    """Where people find their tables."""

    def __init__(self, settings: Settings, limits: Limits, store: Store) -> None:
        self.settings = settings
        self.limits = limits
        self.thinking = Thinking(settings.workers, settings.thinking)
        self.warmer = Warmer(is_alone=settings.processes == 1)
        self._store = store
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._busy: set[tuple[str, int]] = set()
        """Seats a move is being chosen for."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closing = False

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings, limits: Limits) -> AsyncIterator[AllTables]:
        async with Store.opened(settings.database, None) as store:  # what is old was forgotten before
            tables = cls(settings, limits, store)
            tables._spawn(tables.warmer.work())
            tables._spawn(tables._tidy())
            try:
                yield tables
            finally:
                tables._is_closing = True
                for task in tables._tasks:
                    task.cancel()
                await asyncio.gather(*tables._tasks, return_exceptions=True)
                await tables.thinking.end()

    # Tables

    async def make(
        self, *, game: str, options: dict[str, Any], seats: int | None, name: str, level: str | None,
        clock: int | None, listed: bool, dealer: int | None = None, penalty: str | None = None,
        aids: bool = True,
    ) -> tuple[Room, str]:  # fmt: skip
        """A new table, its maker in the first seat; the key is the maker's. Without a dealer the first one is drawn."""
        found = find(game, seats, dealer or 0, options)
        number, options, game = found.seats, registry.named(game).with_preset(options), found.name
        if penalty is not None:
            need_loser(found.rulebook)
        key = secrets.token_urlsafe(32)
        chairs = [Chair(PERSON, name, None, hashed(key)), *(Chair() for _ in range(number - 1))]
        if level is not None:
            self.need_player(level, game)
            taken = Sitting("", "", chairs)
            for seat in range(1, number):
                chairs[seat] = Chair(BOT, taken.free_name(), level)
        room = await self._made(game, options, chairs, dealer, 0, clock, listed, penalty=penalty, aids=aids)
        return room, key

    async def _made(
        self,
        game: str,
        options: dict[str, Any],
        chairs: list[Chair],
        dealer: int | None,
        host: int,
        clock: int | None,
        listed: bool,
        tally: tuple[Line, ...] = (),
        penalty: str | None = None,
        aids: bool = True,
    ) -> Room:
        code = self._new_code()
        secret = fair.new_secret()
        data = {
            "game": game, "options": options, "chairs": [chair.stored() for chair in chairs], "dealer": dealer,
            "host": host, "clock": clock, "listed": listed, "tally": [asdict(line) for line in tally],
            "penalty": penalty, "aids": aids,
        }  # fmt: skip
        event = Event(1, "made", data, time.time())
        room = Room.restored(code, secret, [event], self._store)
        await self._store.make(code, secret, event, listed)
        return self._keep(room)

    def _new_code(self) -> str:
        """A code whose table belongs to this process."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            if self._is_own(code):
                return code

    def _is_own(self, code: str) -> bool:
        return owner(code, self.settings.processes) == self.settings.process

    async def rematch(self, room: Room, by: int) -> str:
        """The same people and bots at a new table. The game says what goes over to it, the tally goes on, and everybody's
        key stays good."""
        old = room.sitting
        old.need_state(OVER)
        assert old.table is not None
        chairs = [
            Chair(PERSON, chair.name, None, chair.key) if chair.key else Chair(BOT, chair.name, chair.level)
            for chair in old.chairs
        ]
        host = old.host if room.is_here(old.host) else by
        carried, dealer = next_game(old.table, old.options)
        options = {name: plain(value) for name, value in carried.items()}

        async def make() -> str:
            new = await self._made(
                old.game, options, chairs, dealer, host, old.clock, old.listed, old.evening(), old.penalty, old.aids
            )
            return new.sitting.code

        return await room.rematch(by, make)

    async def room(self, code: str) -> Room:
        """The table of that code, from memory or from its log."""
        code = code.upper()
        if code in self._rooms:
            return self._rooms[code]
        if len(code) != CODE_LENGTH or any(letter not in LETTERS for letter in code):
            raise NotFound(f"{code!r} is no code of a table: it has {CODE_LENGTH} letters and digits")
        if not self._is_own(code):  # two processes with the same table would each know half of it
            raise NotReady("this table is in another process of the server: open a new connection for it")
        if code not in self._loading:
            self._loading[code] = self._spawn(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        secret, events = await self._store.load(code)
        await self.warmer.ready(events[0].data["game"], search=False)
        return self._keep(Room.restored(code, secret, events, self._store))

    def _keep(self, room: Room) -> Room:
        room.on_change = self._look_after
        self._rooms[room.sitting.code] = room
        self._look_after(room)
        return room

    async def listed(self) -> list[dict[str, Any]]:
        found = []
        for code in await self._store.listed(50):
            with suppress(CutcardError):
                room = await (self.room(code) if self._is_own(code) else self._seen_from_outside(code))
                found.append(room.listing())
        return found

    async def _seen_from_outside(self, code: str) -> Room:
        """A table of another process as far as the list shows it: the seats, but not who is here and how many watch. Its
        moves would take long, and do not matter."""
        secret, events = await self._store.load(code, without=("move", "chat"))
        await self.warmer.ready(events[0].data["game"], search=False)
        return Room.restored(code, secret, events, self._store)

    async def start(self, room: Room, by: int | None, randomness: str | None) -> None:
        """Deal; if the game is not ready yet, as soon as it is."""
        room.check_start(by)
        sitting = room.sitting
        search = any(chair.kind == BOT and chair.level not in LEVELS[:3] for chair in sitting.chairs)
        if self.warmer.is_ready(sitting.game, search=search):
            await room.start(by, randomness)
        elif not room.preparing:
            room.preparing = True
            room.changed()
            self._spawn(self._start_later(room, by, randomness, search))

    async def _start_later(self, room: Room, by: int | None, randomness: str | None, search: bool) -> None:
        try:
            await self.warmer.ready(room.sitting.game, search=search)
            await room.start(by, randomness)
        except CutcardError as error:
            log.info("table %s did not start: %s", room.sitting.code, error)
        finally:
            room.preparing = False
            room.changed()

    def need_player(self, level: str, game: str) -> None:
        """A bot that may be seated, and plays this game."""
        if ":" in level or "@" in level:
            raise NotPermitted("bots are chosen by their level here")
        registry.load_player(self._player(level), game)

    def _player(self, level: str) -> str:
        """The player that plays at a level, or as a bot of this server's own."""
        return self.settings.bots.get(level, level)

    # Bots and clocks

    def _look_after(self, room: Room) -> None:
        """After every change: bots that are to act begin to think, and the clock of a person runs."""
        sitting = room.sitting
        if room.is_lost and self._rooms.get(sitting.code) is room:
            del self._rooms[sitting.code]
        if self._is_closing or room.is_lost or sitting.state != PLAYING or sitting.table is None:
            return
        for seat in sitting.table.to_act:
            kind = sitting.chairs[seat].kind
            if (sitting.code, seat) in self._busy:
                continue
            if kind == BOT:
                self._chosen_for(room, seat, partial(self._bot, room, seat))
            elif sitting.clock is not None:
                self._chosen_for(room, seat, partial(self._clock, room, seat, sitting.clock))

    def _chosen_for(self, room: Room, seat: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        code = room.sitting.code
        self._busy.add((code, seat))

        async def guarded() -> None:
            try:
                await work()
            except Exception as error:  # whatever it is, the table goes on
                log.warning("table %s, seat %d: %s", code, seat, error)
                await asyncio.sleep(1.0)
            finally:
                self._busy.discard((code, seat))
            if code in self._rooms:
                self._look_after(self._rooms[code])

        self._spawn(guarded())

    async def _bot(self, room: Room, seat: int) -> None:
        """A bot's move. One that fails, or takes too long, plays by the rule of thumb."""
        sitting = room.sitting
        table, level, asked = sitting.table, sitting.chairs[seat].level, sitting.asked[seat]
        assert table is not None
        assert level is not None
        begun = time.monotonic()
        late = False
        try:
            # The log of a long game takes longer to send than the move to choose, and the levels do not read it.
            view = table.glance(seat) if level in LEVELS else in_turn(table, seat).view(seat)
            move = await self.thinking.choose(view, self._player(level))
        except Failed as failure:
            log.warning("table %s: the bot %s of seat %d failed: %s", sitting.code, level, seat, failure)
            move, late = self._thumb(room, seat), True
        await asyncio.sleep(max(0.0, begun + self.settings.pace - time.monotonic()))
        if sitting.asked.get(seat) != asked or sitting.chairs[seat].kind != BOT:
            return  # somebody has taken the seat back in the meantime
        try:
            await room.move(seat, move, asked, None, late=late)
        except CutcardError as error:
            if late or room.is_lost:
                raise
            log.warning("table %s: the bot %s of seat %d made a bad move: %s", sitting.code, level, seat, error)
            await room.move(seat, self._thumb(room, seat), asked, None, late=True)

    async def _clock(self, room: Room, seat: int, seconds: int) -> None:
        """When a person's time is up the rule of thumb chooses for them."""
        sitting = room.sitting
        asked = sitting.asked[seat]
        room.deadlines[seat] = asked, round(time.time() + seconds, 1)
        room.changed()
        end = time.monotonic() + seconds + GRACE
        while not room.is_lost and sitting.asked.get(seat) == asked and sitting.chairs[seat].kind == PERSON:
            if time.monotonic() > end:
                await room.move(seat, self._thumb(room, seat), asked, None, late=True)
                return
            await asyncio.sleep(0.2)

    def _thumb(self, room: Room, seat: int) -> str:
        assert room.sitting.table is not None
        view = room.sitting.table.glance(seat)
        return SteadyPlayer().choose(view, LegalMoves(view), NO_CHANCE)

    # Housekeeping

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(60.0)
            now = time.monotonic()
            for code, room in list(self._rooms.items()):
                if room.is_empty and now - room.touched > IDLE and not any(busy[0] == code for busy in self._busy):
                    del self._rooms[code]

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def need_seat(room: Room, seat: int | None) -> int:
    """For what only people at the table may do."""
    if seat is None:
        raise NotPermitted("you have no seat at this table")
    if room.sitting.state == PLAYING and room.sitting.chairs[seat].kind == BOT:
        raise NotNow("a bot has your seat: take it back first")
    return seat
