"""The database: an SQLite file or PostgreSQL. Two tables, and how a transaction writes to them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
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
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from cutcard.core.errors import CutcardError, ParseError

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

CONNECTING: dict[str, dict[str, Any]] = {"sqlite": {}, "postgresql+psycopg": {"connect_timeout": 10}}


class Row(NamedTuple):
    """An event as it is written."""

    code: str
    seq: int
    kind: str
    data: dict[str, Any]
    at: float
    change: dict[str, Any] | None = None
    """What it changes of its table's own row."""


def write(engine: Engine, rows: Sequence[Row], made: dict[str, Any] | None = None) -> None:
    """Events of many tables in one transaction, and the row of one that is `made` with them."""
    events = [
        {"code": row.code, "seq": row.seq, "kind": row.kind, "data": json.dumps(row.data), "at": row.at} for row in rows
    ]
    changes = {row.code: {"changed": row.at, **row.change} for row in rows if row.change is not None}
    with engine.begin() as connection:
        if made is not None:
            connection.execute(insert(TABLES).values(**made))
        connection.execute(insert(EVENTS), events)
        for code, change in changes.items():
            connection.execute(update(TABLES).where(TABLES.c.code == code).values(**change))


def check_database(database: str, keep_days: int) -> None:
    """What is wrong with the database is said before anything else is begun; and what is old is forgotten."""
    engine = engine_for(database)
    try:
        prepare(engine, time.time() - keep_days * 86400)
    finally:
        engine.dispose()


def prepare(engine: Engine, before: float) -> None:
    """Make what is missing, and forget what is older."""
    try:
        with engine.begin() as connection:
            METADATA.create_all(connection)
            if before:
                _forget_old(connection, before)
    except Exception as error:  # drivers have errors of their own, and some words of an address they do not know
        raise CutcardError(f"the database cannot be opened: {plain_reason(error)}") from error


def _forget_old(connection: Connection, before: float) -> None:
    lately = select(EVENTS.c.code).where(EVENTS.c.at >= before)  # `changed` does not count every move
    old = (TABLES.c.changed < before) & TABLES.c.code.not_in(lately)
    connection.execute(delete(EVENTS).where(EVENTS.c.code.in_(select(TABLES.c.code).where(old))))
    connection.execute(delete(TABLES).where(old))


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database, by whatever path it was named; None for any other database."""
    url = _url(database)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:") or "uri" in url.query:
        return None
    return Path(os.path.realpath(str(url.database)))


def _url(database: str) -> URL:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        raise ParseError(
            f"{database!r} is not the address of a database: say sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if url.drivername not in DRIVERS:
        raise ParseError(f"the database is sqlite:///FILE or postgresql://USER@HOST/NAME, not {url.drivername}")
    return url.set(drivername=DRIVERS[url.drivername])


def engine_for(database: str) -> Engine:
    url = _url(database)
    try:
        engine = create_engine(
            url, pool_pre_ping=url.get_backend_name() != "sqlite", connect_args=CONNECTING[url.drivername]
        )
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


def plain_reason(error: BaseException) -> str:
    """The reason of a failure without the statement and the address."""
    return (str(getattr(error, "orig", None) or error) or type(error).__name__).splitlines()[0]
