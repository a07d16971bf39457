"""Nodes that share a PostgreSQL database. What is safe does not hang on anything here: two nodes cannot both write the same
event of a table. Here they hear of each other at once, and agree who has bots think and clocks run.

A node has two sessions. By one it listens. By the other it says twice a second that it is alive, and holds an advisory lock
for each table that it keeps; the database frees these locks when the session ends, however that happens. A node that hangs
keeps its session open: the others see that it says nothing any more, and end the session for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import orjson
from psycopg import AsyncConnection

from cutcard.server.nodes.neighbours import HUNG, Listener, Neighbours
from cutcard.server.nodes.notices import ANEW, BEAT, CHANNEL, HERE, LOG, REACTED, TAKEN, heard, notices
from cutcard.server.store.database import KEEP_ALIVE, hang_up, libpq_address, plain_reason, session_name

EVERY = 0.4
"""Seconds from one beat to the next."""
BEATING = 1.0
"""A beat that takes longer will not come, and neither will a connection."""
TOLD_AT_ONCE = 500
"""Tables of which it is told at once who is there."""
MOST_REACTIONS = 20
"""Reactions at a table that are told at once."""
CUT_OFF = 1.0
"""Whoever has tried for so many seconds to have a line to the database does not keep people waiting any more."""
FORGOTTEN = 3600.0
"""Seconds after which what a node that is gone has left behind is cleared away."""

SILENT = "the database does not answer"

NOW = "extract(epoch FROM clock_timestamp())::float8"
ALIVE = f"""INSERT INTO nodes (id, began, seen) VALUES (%s, {NOW}, {NOW})
    ON CONFLICT (id) DO UPDATE SET seen = EXCLUDED.seen,
    began = CASE WHEN EXCLUDED.seen - nodes.seen > {HUNG} THEN EXCLUDED.began ELSE nodes.began END"""
NODES = f"SELECT id, began, {NOW} - seen FROM nodes"
END_HUNG = f"""SELECT pg_terminate_backend(session.pid) FROM pg_stat_activity AS session
    JOIN nodes ON session.application_name = 'cutcard ' || nodes.id
    WHERE session.datname = current_database() AND nodes.id <> %s AND {NOW} - nodes.seen > %s"""
CLEAR_HERE = f"DELETE FROM here WHERE node NOT IN (SELECT id FROM nodes WHERE {NOW} - seen < %s)"
CLEAR_NODES = f"DELETE FROM nodes WHERE {NOW} - seen > %s"
LOCK = "SELECT code, pg_try_advisory_lock(key) FROM unnest(%s::text[], %s::bigint[]) AS wanted (code, key)"
UNLOCK = "SELECT pg_advisory_unlock(key) FROM unnest(%s::bigint[]) AS freed (key)"
TELL_HERE = """INSERT INTO here (node, code, people)
    SELECT %s, code, people FROM unnest(%s::text[], %s::text[]) AS told (code, people)
    ON CONFLICT (node, code) DO UPDATE SET people = EXCLUDED.people"""
NOBODY_HERE = "DELETE FROM here WHERE node = %s AND code = ANY(%s)"
NOTIFY = "SELECT pg_notify(%s, %s)"
PREPARE = """SET synchronous_commit = off; SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1;
    SET tcp_keepalives_count = 2; SET tcp_user_timeout = 3000; SET statement_timeout = 2000"""
"""What a node says of itself need not survive a crash; the database misses a machine that was unplugged as soon as that
misses the database, so that its locks are free; and what no beat waits for is given up there too."""
END_FORMER = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s AND application_name = %s"
"""A line that was lost on the way is still open at its other end, and holds the locks of this node."""

Line = AsyncConnection[Any]

log = logging.getLogger("cutcard.server")


class PostgresNeighbours(Neighbours):
    """The nodes that have the same database."""

    is_alone = False

    def __init__(self, node: str, database: str) -> None:
        super().__init__(node)
        self._database = database
        self._address = libpq_address(database)
        self._kept: set[str] = set()
        self._wanted: set[str] = set()
        self._freed: set[str] = set()
        self._here: dict[str, Mapping[str, Any]] = {}
        """Who is at which table by this node."""
        self._untold: set[str] = set()
        """Tables of which that has changed since it was told."""
        self._reactions: dict[str, list[tuple[int, str]]] = {}
        """How people reacted at tables since that was told."""
        self._nudged = asyncio.Event()
        self._heard = -math.inf
        """When this node last heard its own beat, by the clock of this machine."""
        self._running: frozenset[str] | None = None
        """The other nodes that are alive; None while there is no line to the database."""
        self._cut_since: float | None = 0.0
        """Since when there is no line to the database, by the clock of this machine; None while there is one."""
        self._began = self._own_began = 0.0
        """Of all nodes, and of this one."""
        self._session: int | None = None
        """The number of the session that has the locks."""
        self._is_leaving = False

    @property
    def is_listening(self) -> bool:
        return time.monotonic() - self._heard < HUNG

    @property
    def is_cut_off(self) -> bool:
        now = time.monotonic()
        is_silent = -math.inf < self._heard < now - HUNG - CUT_OFF
        return is_silent or (self._cut_since is not None and 0 < self._cut_since < now - CUT_OFF)

    @property
    def began(self) -> float:
        return self._began

    # What the tables say

    def keeps(self, code: str) -> bool:
        if code in self._freed and not self._is_leaving:  # its lock is still ours
            self._freed.discard(code)
            self._kept.add(code)
        if code not in self._kept and code not in self._wanted and not self._is_leaving:
            self._wanted.add(code)
            self._nudged.set()
        return code in self._kept

    def let_go(self, code: str) -> None:
        self._wanted.discard(code)
        if code in self._kept:
            self._kept.discard(code)
            self._freed.add(code)
            self._nudged.set()

    def let_all_go(self) -> None:
        self._is_leaving = True
        for code in list(self._kept):
            self.let_go(code)
        self._wanted.clear()

    def tell_who_is_here(self, code: str, here: Mapping[str, Any] | None) -> None:
        if here is None:
            if self._here.pop(code, None) is None:
                return
        else:
            self._here[code] = here
        self._untold.add(code)
        self._nudged.set()

    def tell_reaction(self, code: str, seat: int, reaction: str) -> None:
        """With the next beat, which is soon enough; what is more than people could see then is left out."""
        if len(said := self._reactions.setdefault(code, [])) < MOST_REACTIONS:
            said.append((seat, reaction))

    # The line to the database

    async def work(self, listener: Listener) -> None:
        while True:
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._listen(listener))
                    both.create_task(self._speak(listener))
            except ExceptionGroup as errors:
                first = errors.exceptions[0]
                log.warning(
                    "the line to the database is cut: %s", plain_reason(first, self._database) if str(first) else SILENT
                )
            self._is_cut()
            if self.is_cut_off:
                listener.is_cut_off()
            await asyncio.sleep(EVERY / 2)

    def _is_cut(self) -> None:
        """Another node may keep any table by now."""
        self._cut_since = self._cut_since or time.monotonic()
        self._wanted |= self._kept
        self._kept, self._freed = set(), set()
        self._heard, self._running = -math.inf, None
        self._untold |= self._here.keys()

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        """A session of this node."""
        async with asyncio.timeout(BEATING):
            line = await AsyncConnection.connect(
                self._address, autocommit=True, application_name=session_name(self.node), **KEEP_ALIVE
            )
        try:
            await _in_time(line, _done(line, PREPARE))
            yield line
        finally:
            await line.close()

    async def _listen(self, listener: Listener) -> None:
        async with self._line() as line:
            await _in_time(line, _done(line, f"LISTEN {CHANNEL}"))
            listener.may_have_missed()
            async for said in line.notifies():
                notice = heard(said.payload)
                if notice is None:
                    continue
                if notice.node == self.node:
                    self._heard, self._cut_since = time.monotonic(), None
                elif notice.kind == LOG:
                    listener.others_wrote(notice.what)
                elif notice.kind == HERE:
                    listener.others_come_and_go(notice.what)
                elif notice.kind == ANEW:
                    listener.are_anew(notice.what)
                elif notice.kind == REACTED:
                    listener.others_reacted(notice.what)
                elif notice.kind == TAKEN:
                    listener.others_took(notice.node, notice.what)

    async def _speak(self, listener: Listener) -> None:
        async with self._line() as line:
            await _in_time(line, _done(line, END_FORMER, [self._session, session_name(self.node)]))
            self._session = line.info.backend_pid
            begun = time.monotonic()
            while True:
                self._nudged.clear()
                await _in_time(line, self._beat(line, listener))
                if time.monotonic() - max(self._heard, begun) > 2 * HUNG:
                    raise ConnectionError("this node does not hear itself")
                try:
                    async with asyncio.timeout(EVERY):
                        await self._nudged.wait()
                except TimeoutError:
                    pass

    async def _beat(self, line: Line, listener: Listener) -> None:
        """All that there is to say just now."""
        await line.execute(ALIVE, [self.node])
        await line.execute(NOTIFY, [CHANNEL, *notices(BEAT, self.node, {"alive": True})])
        await self._look_at_others(line, listener)
        if self._freed:
            freed, self._freed = self._freed, set()
            await line.execute(UNLOCK, [[lock_of(code) for code in freed]])
        if self._wanted:
            codes = sorted(self._wanted)
            answers = await line.execute(LOCK, [codes, [lock_of(code) for code in codes]])
            for code, is_ours in await answers.fetchall():
                if is_ours:
                    self._locked(code, listener)
        await self._tell(line, listener)

    def _locked(self, code: str, listener: Listener) -> None:
        if code in self._wanted:
            self._wanted.discard(code)
            self._kept.add(code)
            listener.is_kept(code)
        else:  # it was let go while the lock was on its way
            self._freed.add(code)

    async def _look_at_others(self, line: Line, listener: Listener) -> None:
        """See who is alive, and end the sessions of those that hang."""
        nodes = await (await line.execute(NODES)).fetchall()
        alive = {node: began for node, began, silence in nodes if silence < HUNG}
        if self._running is None or alive.get(self.node) != self._own_began:  # there may have been a break
            self._began, self._own_began = min(alive.values(), default=0.0), alive.get(self.node, 0.0)
            self._running = None
        running = frozenset(alive) - {self.node}
        if any(HUNG <= silence < FORGOTTEN for _, _, silence in nodes):
            ended = await line.execute(END_HUNG, [self.node, HUNG])
            if ended.rowcount:  # their locks are free in a moment
                self._nudged.set()
        if any(silence > FORGOTTEN for _, _, silence in nodes):
            await line.execute(CLEAR_NODES, [FORGOTTEN])
            await line.execute(CLEAR_HERE, [FORGOTTEN])
        if running != self._running:
            self._running = running
            listener.others_are(running)

    async def _tell(self, line: Line, listener: Listener) -> None:
        told = sorted(self._untold)[:TOLD_AT_ONCE]
        here = {code: orjson.dumps(self._here[code]).decode() for code in told if code in self._here}
        self._untold.difference_update(told)
        try:
            if here:
                await line.execute(TELL_HERE, [self.node, list(here), list(here.values())])
            if nobody := [code for code in told if code not in here]:
                await line.execute(NOBODY_HERE, [self.node, nobody])
        except BaseException:
            self._untold.update(told)
            raise
        if self._untold:
            self._nudged.set()
        reactions, self._reactions = self._reactions, {}
        for kind, what in ((HERE, dict.fromkeys(told, 1)), (TAKEN, listener.taken()), (REACTED, reactions)):
            for text in notices(kind, self.node, what):
                await line.execute(NOTIFY, [CHANNEL, text])


async def _done(line: Line, statement: str, values: list[Any] | None = None) -> None:
    await line.execute(statement, values)


async def _in_time(line: Line, beat: Coroutine[Any, Any, None]) -> None:
    """A beat that does not come ends with its line: to give up a statement can take longer than all the rest. Nothing waits
    by the line any more when this returns. A line that is closed while the loop still looks at it may be another file a
    moment later, and libuv ends the process where it finds such a thing."""
    task = asyncio.ensure_future(beat)
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody may wait for it by then
    try:
        done, _ = await asyncio.wait({task}, timeout=BEATING)
    finally:
        if not task.done():
            hang_up(line)
            await asyncio.wait({task})
    if not done:
        raise ConnectionError(SILENT)
    task.result()


def lock_of(code: str) -> int:
    """The number of a table's lock."""
    return int.from_bytes(hashlib.sha256(f"cutcard {code}".encode()).digest()[:8], "big", signed=True)
