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
from cutcard.core.errors import CutcardError, NotFound
from cutcard.core.table.evening import Line, next_game
from cutcard.core.table.outcome import need_loser
from cutcard.core.table.simultaneous import in_turn
from cutcard.players import LegalMoves, SteadyPlayer
from cutcard.server import fair
from cutcard.server.bots.compile_games import GameCompiler
from cutcard.server.bots.pool import BotFailed, BotPool
from cutcard.server.errors import NotPermitted, NotReady, Unreadable
from cutcard.server.http.catalogue import LEVELS
from cutcard.server.http.limits import Limits
from cutcard.server.processes.owners import owner
from cutcard.server.settings import Settings
from cutcard.server.store.store import Store
from cutcard.server.tables.housekeeping import IDLE, Forgetting, put_away
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import BOT, OVER, PERSON, PLAYING, Event, SeatHolder, TableState, hashed
from cutcard.server.tables.stored_log import with_rules

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: none that looks like another."""
CODE_LENGTH = 8
MOST_LISTED = 50
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
        self.bots = BotPool(settings.workers, settings.thinking)
        self.compiler = GameCompiler(is_alone=settings.processes == 1)
        self.store = store
        self._open_tables: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        self._unreadable: dict[str, Unreadable] = {}
        """Tables that cannot be read, and why: they are not tried again."""
        self._busy: set[tuple[str, int]] = set()
        """Seats a move is being chosen for."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closing = False
        self.forgetting = Forgetting(store, settings.keep_days, self._is_in_use)

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings, limits: Limits) -> AsyncIterator[AllTables]:
        async with Store.opened(settings.database) as store:
            tables = cls(settings, limits, store)
            tables._spawn(tables.compiler.work())
            tables._spawn(put_away(tables._open_tables, tables._busy))
            tables._spawn(tables.forgetting.work())
            try:
                yield tables
            finally:
                tables._is_closing = True
                for task in tables._tasks:
                    task.cancel()
                await asyncio.gather(*tables._tasks, return_exceptions=True)
                await tables.bots.end()

    # Tables

    async def make(
        self, *, game: str, options: dict[str, Any], seats: int | None, name: str, level: str | None,
        clock: int | None, listed: bool, dealer: int | None = None, penalty: str | None = None,
        aids: bool = True,
    ) -> tuple[OpenTable, str]:  # fmt: skip
        """A new table, its maker in the first seat; the key is the maker's. Without a dealer the first one is drawn."""
        found = find(game, seats, dealer or 0, options)
        number, options, game = found.seats, registry.named(game).with_preset(options), found.name
        if penalty is not None:
            need_loser(found.rulebook)
        key = secrets.token_urlsafe(32)
        holders = [SeatHolder(PERSON, name, None, hashed(key)), *(SeatHolder() for _ in range(number - 1))]
        if level is not None:
            self.need_player(level, game)
            taken = TableState("", "", holders)
            for seat in range(1, number):
                holders[seat] = SeatHolder(BOT, taken.free_name(), level)
        open_table = await self._made(game, options, holders, dealer, 0, clock, listed, penalty=penalty, aids=aids)
        return open_table, key

    async def _made(
        self,
        game: str,
        options: dict[str, Any],
        holders: list[SeatHolder],
        dealer: int | None,
        host: int,
        clock: int | None,
        listed: bool,
        tally: tuple[Line, ...] = (),
        penalty: str | None = None,
        aids: bool = True,
    ) -> OpenTable:
        code = self._new_code()
        secret = fair.new_secret()
        data = {
            "game": game, "options": options, "chairs": [holder.stored() for holder in holders], "dealer": dealer,
            "host": host, "clock": clock, "listed": listed, "tally": [asdict(line) for line in tally],
            "penalty": penalty, "aids": aids,
        }  # fmt: skip
        event = Event(1, "made", data, self.store.now())
        open_table = OpenTable.restored(code, secret, [event], self.store)
        await self.store.make(code, secret, event, listed)
        return self._keep(open_table)

    def _new_code(self) -> str:
        """A code whose table belongs to this process."""
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            if self._is_own(code):
                return code

    def _is_own(self, code: str) -> bool:
        return owner(code, self.settings.processes) == self.settings.process

    async def rematch(self, open_table: OpenTable, by: int) -> str:
        """A new table for the people and bots of one that is over. The game says what goes over to it, the tally goes on,
        and everybody's key stays good."""
        old = open_table.state
        old.need_phase(OVER)
        assert old.table is not None
        holders = [
            SeatHolder(PERSON, holder.name, None, holder.key) if holder.key else SeatHolder(BOT, holder.name, holder.level)
            for holder in old.holders
        ]
        host = old.host if open_table.is_here(old.host) else by
        carried, dealer = next_game(old.table, old.options)
        options = {name: plain(value) for name, value in carried.items()}

        async def make() -> str:
            new = await self._made(
                old.game, options, holders, dealer, host, old.clock, old.listed, old.evening(), old.penalty, old.aids
            )
            return new.state.code

        return await open_table.rematch(by, make)

    async def find(self, code: str) -> OpenTable:
        """The table of that code, from memory or from its log."""
        code = code.upper()
        if code in self._open_tables:
            return self._looked_at(self._open_tables[code])
        if len(code) != CODE_LENGTH or any(letter not in LETTERS for letter in code):
            raise NotFound(f"{code!r} is no code of a table: it has {CODE_LENGTH} letters and digits")
        if not self._is_own(code):  # two processes with the same table would each know half of it
            raise NotReady("this table is in another process of the server: open a new connection for it")
        if code in self.forgetting.going:
            raise NotFound(f"there is no table {code}")
        if code not in self._loading:
            self._loading[code] = self._spawn(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    def _looked_at(self, open_table: OpenTable) -> OpenTable:
        was_forsaken, open_table.asked_for = open_table.is_forsaken, time.monotonic()
        if was_forsaken:
            self._look_after(open_table)
        return open_table

    async def _load(self, code: str) -> OpenTable:
        open_table = self._keep(await self._read(code))
        if self.store.now() - open_table.log[-1].at < IDLE:  # it was in use when the server, or its line, was cut
            open_table.expect_people()
        return open_table

    async def _read(self, code: str, without: tuple[str, ...] = ()) -> OpenTable:
        if code in self._unreadable:
            raise self._unreadable[code].with_traceback(None)
        try:
            secret, events = await self.store.load(code, without)
            opened = OpenTable.restored(code, secret, events[:1], self.store)  # says so where the game is not there
            await self.compiler.ready(opened.state.game, search=False)
            return OpenTable.restored(code, secret, events, self.store)
        except Unreadable as error:
            self._unreadable[code] = told = await with_rules(error, self.store)
            log.warning("%s", told)
            raise told from error.__cause__

    def _keep(self, open_table: OpenTable) -> OpenTable:
        open_table.presence.grace = self.settings.grace
        open_table.on_change = partial(self._look_after, open_table)
        self.compiler.want(open_table.state.game)
        self._open_tables[open_table.state.code] = open_table
        self._look_after(open_table)
        return open_table

    async def listed(self) -> list[dict[str, Any]]:
        """A line for each table that all may see. What cannot be read is left out, and takes nobody's place."""
        found: list[dict[str, Any]] = []
        for code in await self.store.listed(MOST_LISTED + len(self._unreadable)):
            with suppress(Exception):  # it is told where the table itself is asked for
                # Of another process's table only the seats are seen. Its moves would take long, and do not matter.
                open_table = await (self.find(code) if self._is_own(code) else self._read(code, without=("move", "chat")))
                found.append(open_table.listing())
        return found[:MOST_LISTED]

    async def start(self, open_table: OpenTable, by: int | None, randomness: str | None) -> None:
        """Deal; if the game is not ready yet, as soon as it is."""
        open_table.check_start(by)
        state = open_table.state
        search = any(holder.kind == BOT and holder.level not in LEVELS[:3] for holder in state.holders)
        if self.compiler.is_ready(state.game, search=search):
            await open_table.start(by, randomness)
        elif not open_table.preparing:
            open_table.preparing = True
            open_table.changed()
            self._spawn(self._start_later(open_table, by, randomness, search))

    async def _start_later(self, open_table: OpenTable, by: int | None, randomness: str | None, search: bool) -> None:
        try:
            await self.compiler.ready(open_table.state.game, search=search)
            await open_table.start(by, randomness)
        except CutcardError as error:
            log.info("table %s did not start: %s", open_table.state.code, error)
        finally:
            open_table.preparing = False
            open_table.changed()

    def need_player(self, level: str, game: str) -> None:
        """A bot that may be seated, and plays this game."""
        if ":" in level or "@" in level:
            raise NotPermitted("bots are chosen by their level here")
        registry.load_player(self._player(level), game)

    def _player(self, level: str) -> str:
        """The player that plays at a level, or as a bot of this server's own."""
        return self.settings.bots.get(level, level)

    # Bots and clocks

    def _look_after(self, open_table: OpenTable) -> None:
        """After every change: bots that are to act begin to think, and the clock of a person runs. Bots whom everybody has
        left rest."""
        state = open_table.state
        if open_table.is_lost and self._open_tables.get(state.code) is open_table:
            del self._open_tables[state.code]
        if self._is_closing or open_table.is_lost or state.phase != PLAYING or state.table is None:
            return
        for seat in state.table.to_act:
            kind = state.holders[seat].kind
            if (state.code, seat) in self._busy:
                continue
            if kind == BOT and not open_table.is_forsaken:
                self._chosen_for(open_table, seat, partial(self._bot, open_table, seat))
            elif kind == PERSON and state.clock is not None:
                self._chosen_for(open_table, seat, partial(self._clock, open_table, seat, state.clock))

    def _chosen_for(self, open_table: OpenTable, seat: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        code = open_table.state.code
        self._busy.add((code, seat))

        async def guarded() -> None:
            try:
                await work()
            except Exception as error:  # whatever it is, the table goes on
                log.warning("table %s, seat %d: %s", code, seat, error)
                await asyncio.sleep(1.0)
            finally:
                self._busy.discard((code, seat))
            if code in self._open_tables:
                self._look_after(self._open_tables[code])

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
            move = await self.bots.choose(view, self._player(level))
        except BotFailed as failure:
            log.warning("table %s: the bot %s of seat %d failed: %s", state.code, level, seat, failure)
            move, late = self._thumb(open_table, seat), True
        await open_table.pause_until(begun + self.settings.pace)
        if state.asked.get(seat) != asked or state.holders[seat].kind != BOT:
            return  # somebody has taken the seat back in the meantime
        try:
            await open_table.move(seat, move, asked, None, late=late)
        except CutcardError as error:
            if late or open_table.is_lost:
                raise
            log.warning("table %s: the bot %s of seat %d made a bad move: %s", state.code, level, seat, error)
            await open_table.move(seat, self._thumb(open_table, seat), asked, None, late=True)

    async def _clock(self, open_table: OpenTable, seat: int, seconds: int) -> None:
        """When a person's time is up the rule of thumb chooses for them."""
        state = open_table.state
        asked = state.asked[seat]
        open_table.deadlines[seat] = asked, round(time.time() + seconds, 1)
        open_table.changed()
        end = time.monotonic() + seconds + GRACE
        while not open_table.is_lost and state.asked.get(seat) == asked and state.holders[seat].kind == PERSON:
            if time.monotonic() > end:
                await open_table.move(seat, self._thumb(open_table, seat), asked, None, late=True)
                return
            await asyncio.sleep(0.2)

    def _thumb(self, open_table: OpenTable, seat: int) -> str:
        assert open_table.state.table is not None
        view = open_table.state.table.glance(seat)
        return SteadyPlayer().choose(view, LegalMoves(view), NO_CHANCE)

    # Housekeeping

    def _is_in_use(self, code: str) -> bool:
        """Whether a table is in memory, or may be in that of another process."""
        return code in self._open_tables or code in self._loading or not self._is_own(code)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
