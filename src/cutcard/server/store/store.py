"""Where tables are kept. Events of many tables are written in one transaction, and nobody is told of an event before it is
written.

A process of its own writes them (`journal.py`): in the server's, a thread that writes and the loop that serves would wait
for each other all the time. What is read is little; threads do.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from sqlalchemy import Engine, func, select

from cutcard.core.errors import CutcardError
from cutcard.server.errors import JUST_NOW, NotReady, Overtaken
from cutcard.server.lasting import lasting
from cutcard.server.nodes.neighbours import HUNG, Elsewhere
from cutcard.server.operation.metrics import COMMITS
from cutcard.server.store.database import (
    EVENTS,
    HAVE_KEYS,
    NODES,
    OVERTAKEN,
    PRESENT,
    TABLES,
    check_database,
    engine_for,
    is_shared,
)  # fmt: skip
from cutcard.server.store.journal_process import JournalProcess
from cutcard.server.store.kept_reviews import ReviewOf, pieces_of
from cutcard.server.store.people import Kept, kept_of
from cutcard.server.store.raw_log import RawLog, data_of, raw_log
from cutcard.server.store.readers import Readers
from cutcard.server.store.retention import DAY, FindOld, Forget, Old, last_seen, now_of
from cutcard.server.store.tasks import StopClock, Task
from cutcard.server.store.writing import ForPeople, Row
from cutcard.server.tables.state import Event

MOST_AT_ONCE = 200
WHO_KEEPS_IT = 1.0
"""Seconds that whoever keeps a table has to act before others look after it."""
LONGEST = {True: 4.0, False: 30.0}
"""How long a transaction may take, where the database is shared and where it is not; after that nobody knows whether it was
written. Where there are other nodes, people go on there."""
log = logging.getLogger("cutcard.server")


class Entry(NamedTuple):
    """An event on its way to the database, and who waits for it."""

    row: Row
    done: asyncio.Future[None]


class Store:
    """The database. While one transaction is on its way, what comes in is put together for the next."""

    def __init__(self, database: str, node: str, engine: Engine) -> None:
        self.node = node
        """What this server is called among those that share the database."""
        self.is_shared = is_shared(database)
        self._engine = engine
        self._journal = JournalProcess(database, node, LONGEST[self.is_shared])
        self._readers = Readers(engine, LONGEST[self.is_shared], self._journal.renew)
        self._read, self._reading = self._readers.read, self._readers.connected
        self._loop = asyncio.get_running_loop()
        self._pending: list[Entry] = []
        self._wake = asyncio.Event()
        self._is_open = True
        self._ahead = 0.0
        """How far the clock of the database is ahead of the one here."""
        self._seen = 0.0
        """When servers were last seen running with this database."""
        self._writing: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: str) -> AsyncIterator[Store]:
        """The database at that address, its tables made if they are missing."""
        await asyncio.to_thread(check_database, database)
        node = secrets.token_hex(8)
        engine = engine_for(database, only_reads=True, node=node)
        try:
            store = cls(database, node, engine)
            await asyncio.to_thread(store._read_clock)
            await store._journal.begin()  # it takes a second until it reads, and is not waited for
            store._writing = asyncio.create_task(lasting("writing to the database", store._write), name="journal")
            try:
                yield store
            finally:
                store._is_open = False
                store._wake.set()
                await store._writing
                await store._readers.end()
        finally:
            engine.dispose()

    # Time

    def now(self) -> float:
        """The time to be written with an event: that of the database, and never before what it has seen. So no table looks
        old because the clock here was behind, as that of a small computer is before it has asked the network."""
        return max(time.time() + self._ahead, self._seen)

    def _read_clock(self) -> None:
        with self._engine.connect() as connection:
            self._ahead, self._seen = now_of(connection) - time.time(), last_seen(connection)

    # Writing

    async def make(self, code: str, secret: str, event: Event, listed: bool, people: ForPeople | None = None) -> None:
        """A new table with its first event."""
        made = {"code": code, "secret": secret, "state": "waiting", "listed": listed, "changed": event.at}
        await self.append(code, event, made=made, people=people)

    def append(
        self,
        code: str,
        event: Event,
        change: dict[str, Any] | None = None,
        made: dict[str, Any] | None = None,
        people: ForPeople | None = None,
    ) -> asyncio.Future[None]:
        """Write an event, what it changes or makes of its table's entry, and what it means for people. Done, it survives
        whatever comes."""
        if not self.is_writing:
            raise NotReady("the server is stopping: try again in a moment")
        done = self._loop.create_future()
        self._pending.append(Entry(Row(code, *event, change, made, people), done))
        self._wake.set()
        return done

    async def _write(self) -> None:
        while self._is_open or self._pending:
            await self._wake.wait()
            self._wake.clear()
            while self._pending:
                batch, self._pending = self._pending[:MOST_AT_ONCE], self._pending[MOST_AT_ONCE:]
                COMMITS.observe(len(batch))
                reasons: list[str | None]
                try:
                    reasons = await self._journal.ask([entry.row for entry in batch])
                    if len(reasons) != len(batch):
                        raise ValueError(f"{len(reasons)} answers to {len(batch)} events")
                except Exception as error:  # each loop has its own words for a process that is gone; the next begins another
                    reasons = [f"the journal has ended: {error!r}"] * len(batch)
                for (_, done), reason in zip(batch, reasons, strict=True):
                    _answer(done, reason)
        await self._journal.end()

    # Forgetting

    async def old(self, keep_days: float) -> Old:
        """The tables at which nothing has happened for so many days in which servers ran; this is also how a server says
        that it runs."""
        asked = time.time()
        found: Old = await self.carry_out(FindOld(keep_days * DAY))
        # That was the time there at some moment since: an answer that was long on its way does not put the clock back.
        self._ahead = min(max(self._ahead, found.now - time.time()), found.now - asked)
        self._seen = found.seen
        return found

    async def forget(self, codes: Sequence[str], before: float) -> int:
        """Forget those of these tables at which nothing has happened since then; gives how many they were."""
        forgotten: int = await self.carry_out(Forget(codes, before))
        return forgotten

    async def carry_out(self, task: Task) -> Any:
        """What came of something that the journal is asked for."""
        try:
            answer = await self._journal.ask(task)
        except Exception as error:  # as above
            answer = f"the journal has ended: {error!r}"
        if isinstance(answer, str):
            log.warning("%s: %s", task.trouble, answer)
            raise NotReady(JUST_NOW, what=CutcardError(task.trouble))
        return answer

    # Reading

    @property
    def is_writing(self) -> bool:
        """Whether events can be written."""
        return self._is_open and self._writing is not None and not self._writing.done()

    async def need_answer(self) -> None:
        """Ask the database for something small; raises where it does not answer."""
        await self._read(self._some_code)

    def _some_code(self) -> str | None:
        with self._reading("the database cannot be read") as connection:
            return connection.scalar(select(TABLES.c.code).limit(1))

    async def load(self, code: str) -> tuple[str, list[Event]]:
        """The secret of a table and its events."""
        stored = await self.raw_log(code)
        return stored.entry["secret"], stored.understood()

    async def raw_log(self, code: str) -> RawLog:
        """A table as it is written."""
        return await self._read(self._raw_log, code)

    def _raw_log(self, code: str) -> RawLog:
        with self._reading("the table cannot be read") as connection:
            return raw_log(connection, code)

    async def tail(self, code: str, after: int) -> list[Event]:
        """The events of a table after this one: what other nodes have written."""
        return await self._read(self._tail, code, after)

    def _tail(self, code: str, after: int) -> list[Event]:
        wanted = select(EVENTS).where(EVENTS.c.code == code, EVENTS.c.seq > after).order_by(EVENTS.c.seq)
        with self._reading("the table cannot be read") as connection:
            return [Event(row.seq, row.kind, data_of(code, row.seq, row.data), row.at) for row in connection.execute(wanted)]

    async def last_events(self, codes: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        return await self._read(self._last_events, codes)

    def _last_events(self, codes: Sequence[str]) -> dict[str, int]:
        wanted = select(EVENTS.c.code, func.max(EVENTS.c.seq)).where(EVENTS.c.code.in_(codes)).group_by(EVENTS.c.code)
        with self._reading("the tables cannot be read") as connection:
            return {row[0]: row[1] for row in connection.execute(wanted)}

    async def with_keys(self, codes: Sequence[str]) -> list[tuple[str, int, str]]:
        """Code, number and data of all events of these tables that have keys, as they are written: nobody is forgotten
        but one of these is changed."""
        return await self._read(self._with_keys, codes)

    def _with_keys(self, codes: Sequence[str]) -> list[tuple[str, int, str]]:
        wanted = select(EVENTS.c.code, EVENTS.c.seq, EVENTS.c.data).where(EVENTS.c.code.in_(codes))
        with self._reading("the tables cannot be read") as connection:
            return [(row[0], row[1], row[2]) for row in connection.execute(wanted.where(EVENTS.c.kind.in_(HAVE_KEYS)))]

    async def elsewhere(self, codes: Sequence[str], grace: float) -> dict[str, dict[str, Elsewhere]]:
        """Who is at these tables by other nodes, by code and node. Those whose node has ended have the grace since then."""
        return await self._read(self._elsewhere, codes, grace)

    def _elsewhere(self, codes: Sequence[str], grace: float) -> dict[str, dict[str, Elsewhere]]:
        found: dict[str, dict[str, Elsewhere]] = {code: {} for code in codes}
        wanted = select(PRESENT, NODES.c.seen).join(NODES, NODES.c.id == PRESENT.c.node)
        with self._reading("the tables cannot be read") as connection:
            now = now_of(connection)
            for row in connection.execute(wanted.where(PRESENT.c.code.in_(codes), PRESENT.c.node != self.node)):
                said = json.loads(row.people)
                is_running = now - row.seen < HUNG
                latest = math.inf if is_running else row.seen + grace
                until = {key: min(math.inf if end is None else end, latest) for key, end in said["until"].items()}
                found[row.code][row.node] = Elsewhere(
                    until, said["watching"] if is_running else 0, said["hastened_by"] if is_running else None, is_running
                )
        return found

    async def results_of(self, person: str) -> list[Kept]:
        """What games came to for a person, the newest first."""
        return await self._read(self._results_of, person)

    def _results_of(self, person: str) -> list[Kept]:
        with self._reading("your games cannot be read") as connection:
            return kept_of(connection, person)

    async def pieces_of(self, review: ReviewOf) -> dict[int, str]:
        """What is kept of a review, by the numbers of its pieces."""
        return await self._read(self._pieces_of, review)

    def _pieces_of(self, review: ReviewOf) -> dict[int, str]:
        with self._reading("the review cannot be read") as connection:
            return pieces_of(connection, review)

    async def overdue(self) -> list[str]:
        """The codes of tables at which a turn clock has run out, and whoever keeps them has had time to see it."""
        return await self._read(self._overdue)

    def _overdue(self) -> list[str]:
        with self._reading("the clocks cannot be read") as connection:
            late = select(TABLES.c.code).where(TABLES.c.due < self.now() - WHO_KEEPS_IT)
            return list(connection.scalars(late.limit(MOST_AT_ONCE)))

    async def stop_clock(self, code: str) -> None:
        """No turn clock runs at a table any more."""
        await self.carry_out(StopClock(code, self.now()))

    async def listed(self, limit: int) -> list[str]:
        """The codes of the tables that are shown to all, those that are still to begin first."""
        return await self._read(self._listed, limit)

    def _listed(self, limit: int) -> list[str]:
        wanted = select(TABLES.c.code).where(TABLES.c.listed, TABLES.c.state.in_(("waiting", "playing")))
        wanted = wanted.order_by(TABLES.c.state.desc(), TABLES.c.changed.desc()).limit(limit)
        with self._reading("the tables cannot be listed") as connection:
            return list(connection.scalars(wanted))


def _answer(done: asyncio.Future[None], reason: str | None) -> None:
    if reason not in (None, OVERTAKEN):
        log.warning("could not write to the database: %s", reason)
    if done.done():
        return
    if reason is None:
        done.set_result(None)
    elif reason == OVERTAKEN:
        done.set_exception(Overtaken("another server has gone on with this table: try again in a moment"))
    else:
        done.set_exception(NotReady("this could not be saved: try again in a moment"))
