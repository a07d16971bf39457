"""All tables of a server: those in use are in memory, all are in the store. Here bots are asked for moves and clocks run."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from cutcard.core import registry
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import check_online
from cutcard.core.errors import CutcardError, NotFound
from cutcard.core.table.outcome import need_loser
from cutcard.core.table.view import View
from cutcard.server import fair
from cutcard.server.bots.compile_games import GameCompiler
from cutcard.server.errors import NotPermitted, NotReady, Overtaken, Unreadable
from cutcard.server.http.catalogue import LEVELS
from cutcard.server.http.limits import Limits
from cutcard.server.lasting import lasting
from cutcard.server.nodes.neighbours import Neighbours, neighbours_of
from cutcard.server.nodes.requests import answer_requests
from cutcard.server.reviews.all_reviews import AllReviews
from cutcard.server.settings import Settings
from cutcard.server.store.store import Store
from cutcard.server.store.writing import ForPeople
from cutcard.server.tables.caretaker import Caretaker
from cutcard.server.tables.coach import Judging
from cutcard.server.tables.first_event import data_of_rematch, first_data, need_coach_here
from cutcard.server.tables.housekeeping import IDLE, Forgetting, put_away
from cutcard.server.tables.keys import CODE_LENGTH, codes_for, is_code, key_for
from cutcard.server.tables.open_table import Asker, OpenTable
from cutcard.server.tables.other_nodes import OtherNodes
from cutcard.server.tables.state import BOT, OVER, PERSON, Event, SeatHolder, TableState, hashed
from cutcard.server.tables.stored_log import with_rules
from cutcard.server.tables.turns import Turns
from cutcard.server.weak_calls import weakly

MINDING = 1.0
"""Seconds between two looks for turn clocks that have run out."""

log = logging.getLogger("cutcard.server")


class AllTables:
    """Where people find their tables."""

    def __init__(self, settings: Settings, limits: Limits, store: Store) -> None:
        self.settings = settings
        self.limits = limits
        self.compiler = GameCompiler(is_alone=not store.is_shared)
        self.store = store
        self._open_tables: dict[str, OpenTable] = {}
        self.neighbours = neighbours_of(store.node, settings.database) if store.is_shared else Neighbours(store.node)
        self.caretaker = Caretaker(settings, self.neighbours, self._open_tables, store.now, self._spawn, self.start)
        self.reviews = AllReviews(store, self.caretaker.bots, self.compiler, limits, self._spawn)
        self._began = store.now()
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        self._unreadable: dict[str, Unreadable] = {}
        """Tables that cannot be read, and why: they are not tried again."""
        self._others = OtherNodes(
            store, self.neighbours, self.caretaker, limits, self._open_tables, self._loading, self._unreadable, self._spawn
        )
        self._tasks: set[asyncio.Task[Any]] = set()
        self._judged: dict[str, asyncio.Task[None]] = {}
        """The games whose moves are judged for a coach, each with what gets it ready."""
        self.finding = asyncio.Lock()
        """Held by who looks for a table that waits, or opens one."""
        self.replaying = Turns()
        """For going through whole games."""
        self.forgetting = Forgetting(store, settings.keep_days, self._is_in_use)

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings, limits: Limits) -> AsyncIterator[AllTables]:
        async with Store.opened(settings.database) as store:
            tables = cls(settings, limits, store)
            for what, work in tables._endless().items():
                tables._spawn(lasting(what, work))
            if store.is_shared:
                limits.share()
                tables._spawn(tables.caretaker.bots.warm_up())
            try:
                yield tables
            finally:
                tables.end_soon()
                for task in tables._tasks:
                    task.cancel()
                await asyncio.gather(*tables._tasks, return_exceptions=True)
                await asyncio.gather(tables.compiler.end(), tables.caretaker.bots.end())

    def _endless(self) -> dict[str, Callable[[], Coroutine[Any, Any, None]]]:
        """What is done for as long as the server runs."""
        return {
            "getting games ready": self.compiler.work,
            "putting tables away": partial(put_away, self._open_tables, self.caretaker.busy, self.neighbours),
            "forgetting old tables": self.forgetting.work,
            "the line to the other nodes": partial(self.neighbours.work, self._others),
            "looking for clocks that have run out": self._mind_clocks,
            "doing what is asked by `cutcard admin`": partial(
                answer_requests, self.settings.database, self.store, self._others.are_anew
            ),
        }

    def end_soon(self) -> None:
        """Begin nothing new: other nodes go on with the tables."""
        self.caretaker.is_closing = True
        self.neighbours.let_all_go()

    # Tables

    async def make(
        self, *, game: str, options: dict[str, Any], seats: int | None, name: str, level: str | None,
        clock: int | None, listed: bool, dealer: int | None = None, penalty: str | None = None,
        aids: bool = True, identity: str | None = None, codes: Iterable[str] | None = None, fill: str | None = None,
        person: str | None = None, coach: str | None = None,
    ) -> tuple[OpenTable, str]:  # fmt: skip
        """A new table, its maker in the first seat; the key is the maker's. Without a dealer the first one is drawn. Asked
        for again with the same id, it is the table that was made the first time; its code is the first free of `codes`.
        What the game comes to is kept for `person`, the hash of the maker's secret."""
        found = find(game, seats, dealer or 0, options)
        self.need_bounded(found)
        number, options, game = found.seats, registry.named(game).with_preset(options), found.name
        if penalty is not None:
            need_loser(found.rulebook)
        holders = [SeatHolder(PERSON, name), *(SeatHolder() for _ in range(number - 1))]
        if coach is not None:
            need_coach_here(has_aids=aids, is_alone=level is not None)
        if level is not None:
            self.need_player(level, game)
            taken = TableState("", "", holders)
            for seat in range(1, number):
                holders[seat] = SeatHolder(BOT, taken.free_name(), level)
        data = first_data(
            game, options, holders, dealer, 0, clock, listed=listed, penalty=penalty, aids=aids, fill=fill, coach=coach
        )  # fmt: skip
        return await self.first_of(codes or codes_for(identity), identity, data, 0, person)

    async def first_of(
        self, codes: Iterable[str], identity: str | None, data: dict[str, Any], seat: int, person: str | None = None
    ) -> tuple[OpenTable, str]:
        """A new table with the first of these codes that is free, or the one that this id stands for; and the key of who
        made it, who has this seat."""
        if self.caretaker.is_closing:
            raise NotReady("this server is about to stop: try again in a moment")
        for code in codes:
            key = key_for(code, identity)
            data["chairs"][seat]["key"] = hashed(key)
            people = ForPeople({hashed(key): person}) if person else None
            try:
                return await self._made(code, data, people), key
            except Overtaken:  # there is a table of this code: the one that this id stands for, unless chance will have it
                open_table = await self.find(code)
                await open_table.catch_up()
                if open_table.made_with(key, data):
                    return open_table, key
        raise NotReady("no code was free for this table: try again")

    async def _made(self, code: str, data: dict[str, Any], people: ForPeople | None) -> OpenTable:
        secret, listed = fair.new_secret(), data["listed"]
        event = Event(1, "practice" if "begun" in data else "made", data, self.store.now())
        open_table = OpenTable.restored(code, secret, [event], self.store)
        await self.store.make(code, secret, event, listed, people)
        return self._keep(open_table)

    async def rematch(self, open_table: OpenTable, by: int) -> str:
        """A new table for the people and bots of one that is over. The game says what goes over to it, the tally goes on,
        and everybody's key stays good."""
        old = open_table.state
        old.need_phase(OVER)
        data = data_of_rematch(old, old.host if open_table.is_here(old.host) else by)

        async def make() -> str:
            new = await self._made(next(codes_for(None)), data, ForPeople(follows=old.code))
            return new.state.code

        return await open_table.rematch(by, make)

    async def find(self, code: str, seen: int = 0) -> OpenTable:
        """The table of that code, from memory or from its log; with event `seen`, which another node may have told of."""
        code = code.upper()
        if self.neighbours.is_cut_off:
            raise NotReady("this server cannot reach its database: try again in a moment")
        if (open_table := self._open_tables.get(code)) is not None:
            if open_table.state.seq < seen or not self.neighbours.is_listening:
                await open_table.catch_up()
            return self._looked_at(open_table)
        if not is_code(code):
            raise NotFound("{code} is no code of a table: it has {n} letters and digits", code=repr(code), n=CODE_LENGTH)
        if code in self.forgetting.going:
            raise NotFound("there is no table {code}", code=code)
        if code not in self._loading:
            self._loading[code] = self._spawn(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    def _looked_at(self, open_table: OpenTable) -> OpenTable:
        was_forsaken, open_table.asked_for = open_table.is_forsaken, time.monotonic()
        if was_forsaken:
            self.caretaker.look_after(open_table)
        return open_table

    async def _load(self, code: str) -> OpenTable:
        open_table = await self._read(code)
        elsewhere = (await self.store.elsewhere([code], self.settings.grace))[code] if self.store.is_shared else {}
        self._keep(open_table)
        open_table.presence.are_elsewhere(elsewhere)
        is_new_here = not any(other.is_running for other in elsewhere.values())
        if is_new_here and self.store.now() - open_table.log[-1].at < IDLE:  # it was in use when the server was cut off
            open_table.expect_people()
        self._others.others_come_and_go([code])
        try:
            await open_table.catch_up()  # what was written while it was not known yet that it is in use here
        except NotReady as error:
            open_table.lose(str(error))
            raise
        return open_table

    async def _read(self, code: str) -> OpenTable:
        if code in self._unreadable:
            raise self._unreadable[code].with_traceback(None)
        try:
            secret, events = await self.store.load(code)
            opened = OpenTable.restored(code, secret, events[:1], self.store)  # says so where the game is not there
            await self.compiler.ready(opened.state.game, search=False)
            return await OpenTable.read_back(code, secret, events, self.store)
        except Unreadable as error:
            then = (await self.store.raw_log(code)).entry["rules"]
            self._unreadable[code] = told = with_rules(error, then)
            log.warning("%s", told)
            raise told from error.__cause__

    def _keep(self, open_table: OpenTable) -> OpenTable:
        open_table.presence.grace = self.settings.grace
        open_table.presence.now, open_table.waiting = self.store.now, self.settings.waiting
        open_table.began = lambda: self.neighbours.began or self._began
        open_table.coach.is_ready = partial(self._can_judge, open_table.state.game)
        open_table.coach.begin = self._judging
        open_table.on_change = weakly(self.caretaker.look_after, open_table)
        if not self.neighbours.is_alone:
            open_table.presence.tell = weakly(self._tell_who_is_here, open_table)
            open_table.tell_reaction = partial(self.neighbours.tell_reaction, open_table.state.code)
        self.compiler.want(open_table.state.game)
        self._open_tables[open_table.state.code] = open_table
        self.caretaker.look_after(open_table)
        return open_table

    def _can_judge(self, game: str) -> bool:
        """Whether all is compiled that a coach needs; else it is from now on."""
        is_ready = self.compiler.is_review_ready(game)
        if not is_ready and (game not in self._judged or self._judged[game].done()):
            self._judged[game] = self._spawn(self.compiler.review_ready(game))
        return is_ready

    def _judging(self, open_table: OpenTable, view: View, move: str | None) -> Judging:
        return self._spawn(self.caretaker.bots.judge(view, move, open_table.owner))

    def _tell_who_is_here(self, open_table: OpenTable) -> None:
        if self._open_tables.get(open_table.state.code) in (None, open_table):  # else the table was read anew meanwhile
            self.neighbours.tell_who_is_here(open_table.state.code, open_table.by_this_node())

    async def _mind_clocks(self) -> None:
        """Look after tables whose turn clock has run out while no node had them in memory."""
        while True:
            with suppress(Exception):  # what cannot be read now is tried again
                for code in await self.store.overdue():
                    await self._mind_clock(code)
            await asyncio.sleep(MINDING)

    async def _mind_clock(self, code: str) -> None:
        """Whoever has it in memory lets its clock run on; where none runs any more, that is written down."""
        is_running = False
        with suppress(Unreadable, NotFound):
            open_table = await self.find(code)
            is_running = any(open_table.deadline_of(seat) is not None for seat in open_table.state.asked)
        if not is_running:
            await self.store.stop_clock(code)

    def count_unreadable(self) -> int:
        return len(self._unreadable)

    def kept_in_memory(self, code: str) -> OpenTable | None:
        """A table that is in memory. To look at it so is no use of it: its bots go on resting."""
        return self._open_tables.get(code)

    async def start(self, open_table: OpenTable, by: Asker | None, randomness: str | None) -> None:
        """Deal; if the game is not ready yet, as soon as it is."""
        await open_table.catch_up()
        open_table.check_start(by)
        state = open_table.state
        search = any(holder.kind == BOT and holder.level not in LEVELS[:3] for holder in state.holders)
        if self.compiler.is_ready(state.game, search=search):
            await open_table.start(by, randomness)
        elif not open_table.preparing:
            open_table.preparing = True
            open_table.changed()
            self._spawn(self._start_later(open_table, by, randomness, search))

    async def _start_later(
        self, open_table: OpenTable, by: Asker | None, randomness: str | None, search: bool
    ) -> None:  # fmt: skip
        try:
            await self.compiler.ready(open_table.state.game, search=search)
            await open_table.start(by, randomness)
        except CutcardError as error:
            log.info("table %s did not start: %s", open_table.state.code, error)
        finally:
            open_table.preparing = False
            open_table.changed()

    def need_bounded(self, game: Game) -> None:
        """A game that comes to an end."""
        registry.GAMES.need_listed(game.name)
        if not self.settings.unlimited:
            check_online(game.rulebook.options, game.options, game.seats)

    def need_player(self, level: str, game: str) -> None:
        """A bot that may be seated, and plays this game."""
        if ":" in level or "@" in level:
            raise NotPermitted("bots are chosen by their level here")
        registry.load_player(self.settings.bots.get(level, level), game)

    # Housekeeping

    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._open_tables)

    def _is_in_use(self, code: str) -> bool:
        """Whether a table is in memory."""
        return code in self._open_tables or code in self._loading

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, CutcardError):
            log.error("something went wrong", exc_info=error)
