"""Where tables are kept: an SQLite file or a PostgreSQL database. Events of many tables are written in one transaction, and
nobody is told of an event before it is written."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    event,
    insert,
    select,
    update,
)  # fmt: skip
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.errors import NotReady
from cutcard.server.sitting import Event

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_listed", "listed", "state", "changed"),
)
EVENTS = Table(
    "events",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

MOST_AT_ONCE = 500

log = logging.getLogger("cutcard.server")


class Store:
    """The database. One writer puts together what comes in while the last transaction is on its way."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._pending: list[tuple[str, Event, dict[str, Any] | None, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        """Two that write at once would wait for each other in SQLite, and some of many would wait too long."""

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: str, keep_days: int) -> AsyncIterator[Store]:
        """The database at that address, its tables made if they are missing."""
        engine = _engine(database)
        store = cls(engine)
        try:
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(METADATA.create_all)
                    await _forget_old(connection, time.time() - keep_days * 86400)
            except Exception as error:  # drivers have errors of their own, and some words of an address they do not know
                await asyncio.sleep(0.1)  # a thread of the driver ends beside, and still needs this loop for it
                raise CutcardError(f"the database cannot be opened: {_plain(error)}") from error
            store._writer = asyncio.create_task(store._write(), name="journal")
            yield store
        finally:
            if store._writer:
                store._writer.cancel()
                await asyncio.gather(store._writer, return_exceptions=True)
            await engine.dispose()

    # Writing

    async def append(self, code: str, event: Event, change: dict[str, Any] | None = None) -> None:
        """Write an event, and what it changes of its table's entry. When this returns it survives whatever comes."""
        if self._writer is None or self._writer.done():
            raise NotReady("the server is stopping: try again in a moment")
        done = asyncio.get_running_loop().create_future()
        self._pending.append((code, event, change, done))
        self._wake.set()
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._pending:
                batch, self._pending = self._pending[:MOST_AT_ONCE], self._pending[MOST_AT_ONCE:]
                await self._commit(batch)

    async def _commit(self, batch: list[tuple[str, Event, dict[str, Any] | None, asyncio.Future[None]]]) -> None:
        rows = [
            {"code": code, "seq": one.seq, "kind": one.kind, "data": json.dumps(one.data), "at": one.at}
            for code, one, _, _ in batch
        ]
        changes = {code: {"changed": one.at, **(change or {})} for code, one, change, _ in batch if change is not None}
        failure: Exception | None = None
        try:
            async with self._writing, self._engine.begin() as connection:
                await connection.execute(insert(EVENTS), rows)
                for code, change in changes.items():
                    await connection.execute(update(TABLES).where(TABLES.c.code == code).values(**change))
        except Exception as error:  # drivers have errors of their own, and the writer must live on
            log.warning("could not write to the database: %s", _plain(error))
            failure = error
        if failure is not None and len(batch) > 1:  # one table's trouble is not that of the others
            for one in batch:
                await self._commit([one])
            return
        for *_, done in batch:
            if done.done():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(NotReady("this could not be saved: try again in a moment"))

    async def make(self, code: str, secret: str, event: Event, listed: bool) -> None:
        """A new table with its first event."""
        try:
            async with self._writing, self._engine.begin() as connection:
                await connection.execute(
                    insert(TABLES).values(code=code, secret=secret, state="waiting", listed=listed, changed=event.at)
                )
                row = {"code": code, "seq": event.seq, "kind": event.kind, "data": json.dumps(event.data), "at": event.at}
                await connection.execute(insert(EVENTS), [row])
        except (SQLAlchemyError, OSError) as error:
            log.warning("a table could not be saved: %s", _plain(error))
            raise NotReady("the table could not be saved: try again in a moment") from error

    # Reading

    async def load(self, code: str) -> tuple[str, list[Event]]:
        """The secret of a table and its events."""
        try:
            async with self._engine.connect() as connection:
                secret = await connection.scalar(select(TABLES.c.secret).where(TABLES.c.code == code))
                if secret is None:
                    raise NotFound(f"there is no table {code}")
                rows = await connection.execute(select(EVENTS).where(EVENTS.c.code == code).order_by(EVENTS.c.seq))
                return secret, [Event(row.seq, row.kind, json.loads(row.data), row.at) for row in rows]
        except (SQLAlchemyError, OSError) as error:
            raise NotReady("the table cannot be read just now: try again in a moment") from error

    async def listed(self, limit: int) -> list[str]:
        """The codes of the tables that are shown to all, those that are still to begin first."""
        wanted = select(TABLES.c.code).where(TABLES.c.listed, TABLES.c.state.in_(("waiting", "playing")))
        wanted = wanted.order_by(TABLES.c.state.desc(), TABLES.c.changed.desc()).limit(limit)
        try:
            async with self._engine.connect() as connection:
                return list(await connection.scalars(wanted))
        except (SQLAlchemyError, OSError) as error:
            raise NotReady("the tables cannot be listed just now: try again in a moment") from error


async def _forget_old(connection: AsyncConnection, before: float) -> None:
    lately = select(EVENTS.c.code).where(EVENTS.c.at >= before)  # `changed` does not count every move
    old = (TABLES.c.changed < before) & TABLES.c.code.not_in(lately)
    await connection.execute(delete(EVENTS).where(EVENTS.c.code.in_(select(TABLES.c.code).where(old))))
    await connection.execute(delete(TABLES).where(old))


def _engine(database: str) -> AsyncEngine:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        raise ParseError(
            f"{database!r} is not the address of a database: say sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if url.drivername not in DRIVERS:
        raise ParseError(f"the database is sqlite:///FILE or postgresql://USER@HOST/NAME, not {url.drivername}")
    url = url.set(drivername=DRIVERS[url.drivername])
    try:
        engine = create_async_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except ModuleNotFoundError:
        raise CutcardError("PostgreSQL needs its driver: pip install 'cutcard[postgres]'") from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for the writer, and what is committed survives a loss of power."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _plain(error: BaseException) -> str:
    """The reason of a failure without the statement and the address."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
