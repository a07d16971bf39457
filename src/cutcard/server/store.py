"""Where tables are kept: an SQLite file or a PostgreSQL database. Events of many tables are written in one transaction, and
nobody is told of an event before it is written.

The database is spoken to in threads of its own: one writes, others read. The loop of the server only hears when it is done.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)  # fmt: skip
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

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

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

MOST_AT_ONCE = 200

log = logging.getLogger("cutcard.server")


class Entry(NamedTuple):
    """An event on its way to the database, and who waits for it."""

    code: str
    event: Event
    change: dict[str, Any] | None
    """What it changes of its table's own row."""
    done: asyncio.Future[None]


class Store:
    """The database. One thread puts together what comes in while the last transaction is on its way."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._pending: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        """None is the last."""
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._is_open = True
        self._writing = threading.Lock()
        """Two that write at once would wait for each other in SQLite, and some of many would wait too long."""

    @classmethod
    @asynccontextmanager
    async def opened(cls, database: str, keep_days: int) -> AsyncIterator[Store]:
        """The database at that address, its tables made if they are missing."""
        engine = _engine(database)
        try:
            await asyncio.to_thread(_prepare, engine, time.time() - keep_days * 86400)
            store = cls(engine)
            store._writer.start()
            try:
                yield store
            finally:
                store._is_open = False
                store._pending.put(None)
                await asyncio.to_thread(store._writer.join)
        finally:
            engine.dispose()

    # Writing

    def append(self, code: str, event: Event, change: dict[str, Any] | None = None) -> asyncio.Future[None]:
        """Write an event, and what it changes of its table's entry. When this is done it survives whatever comes."""
        if not self._is_open:
            raise NotReady("the server is stopping: try again in a moment")
        done = self._loop.create_future()
        self._pending.put(Entry(code, event, change, done))
        return done

    def _write(self) -> None:
        while (first := self._pending.get()) is not None:
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._pending.empty():
                one = self._pending.get()
                if one is None:
                    self._pending.put(None)
                    break
                batch.append(one)
            self._commit(batch)

    def _commit(self, batch: list[Entry]) -> None:
        changes = {one.code: {"changed": one.event.at, **one.change} for one in batch if one.change is not None}
        failure: NotReady | None = None
        try:
            with self._writing, self._engine.begin() as connection:
                _insert(connection, [(one.code, one.event) for one in batch])
                for code, change in changes.items():
                    connection.execute(update(TABLES).where(TABLES.c.code == code).values(**change))
        except Exception as error:  # drivers have errors of their own, and the writer must live on
            log.warning("could not write to the database: %s", _plain(error))
            if len(batch) > 1:  # one table's trouble is not that of the others
                for one in batch:
                    self._commit([one])
                return
            failure = NotReady("this could not be saved: try again in a moment")
        self._loop.call_soon_threadsafe(_answer, batch, failure)

    async def make(self, code: str, secret: str, event: Event, listed: bool) -> None:
        """A new table with its first event."""
        row = {"code": code, "secret": secret, "state": "waiting", "listed": listed, "changed": event.at}
        await asyncio.to_thread(self._make, row, event)

    def _make(self, row: dict[str, Any], event: Event) -> None:
        try:
            with self._writing, self._engine.begin() as connection:
                connection.execute(insert(TABLES).values(**row))
                _insert(connection, [(row["code"], event)])
        except (SQLAlchemyError, OSError) as error:
            log.warning("a table could not be saved: %s", _plain(error))
            raise NotReady("the table could not be saved: try again in a moment") from error

    # Reading

    async def load(self, code: str) -> tuple[str, list[Event]]:
        """The secret of a table and its events."""
        return await asyncio.to_thread(self._load, code)

    def _load(self, code: str) -> tuple[str, list[Event]]:
        try:
            with self._engine.connect() as connection:
                secret = connection.scalar(select(TABLES.c.secret).where(TABLES.c.code == code))
                if secret is None:
                    raise NotFound(f"there is no table {code}")
                rows = connection.execute(select(EVENTS).where(EVENTS.c.code == code).order_by(EVENTS.c.seq))
                return secret, [Event(row.seq, row.kind, json.loads(row.data), row.at) for row in rows]
        except (SQLAlchemyError, OSError) as error:
            raise NotReady("the table cannot be read just now: try again in a moment") from error

    async def listed(self, limit: int) -> list[str]:
        """The codes of the tables that are shown to all, those that are still to begin first."""
        return await asyncio.to_thread(self._listed, limit)

    def _listed(self, limit: int) -> list[str]:
        wanted = select(TABLES.c.code).where(TABLES.c.listed, TABLES.c.state.in_(("waiting", "playing")))
        wanted = wanted.order_by(TABLES.c.state.desc(), TABLES.c.changed.desc()).limit(limit)
        try:
            with self._engine.connect() as connection:
                return list(connection.scalars(wanted))
        except (SQLAlchemyError, OSError) as error:
            raise NotReady("the tables cannot be listed just now: try again in a moment") from error


def _answer(batch: list[Entry], failure: NotReady | None) -> None:
    for *_, done in batch:
        if done.done():
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


def _insert(connection: Connection, events: list[tuple[str, Event]]) -> None:
    rows = [
        {"code": code, "seq": one.seq, "kind": one.kind, "data": json.dumps(one.data), "at": one.at} for code, one in events
    ]
    connection.execute(insert(EVENTS), rows)


def _prepare(engine: Engine, before: float) -> None:
    try:
        with engine.begin() as connection:
            METADATA.create_all(connection)
            _forget_old(connection, before)
    except Exception as error:  # drivers have errors of their own, and some words of an address they do not know
        raise CutcardError(f"the database cannot be opened: {_plain(error)}") from error


def _forget_old(connection: Connection, before: float) -> None:
    lately = select(EVENTS.c.code).where(EVENTS.c.at >= before)  # `changed` does not count every move
    old = (TABLES.c.changed < before) & TABLES.c.code.not_in(lately)
    connection.execute(delete(EVENTS).where(EVENTS.c.code.in_(select(TABLES.c.code).where(old))))
    connection.execute(delete(TABLES).where(old))


def _engine(database: str) -> Engine:
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
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except ModuleNotFoundError:
        raise CutcardError("PostgreSQL needs its driver: pip install 'cutcard[postgres]'") from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
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
