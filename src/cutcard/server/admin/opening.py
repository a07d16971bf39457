"""The database, for whoever looks at it or changes it beside a server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.store.database import (
    EVENTS,
    METADATA,
    TABLES,
    engine_for,
    is_shared,
    plain_reason,
    revision_of,
    revisions,
    sqlite_file,
)
from cutcard.server.store.upgrading import NEWER

NONE_HERE = "this database has no tables of Cutcard"
NOT_OURS = "this database has tables of another program: name an empty one"
OURS = {
    **{name: {column.name for column in table.columns if not column.nullable} for name, table in METADATA.tables.items()},
    "alembic_version": {"version_num"},
}
"""Our tables by name, with columns that each has in all versions."""
OLDER = "an earlier version of Cutcard made this database: start `cutcard serve` with it once, which brings it up to date"

Tell = Callable[[str], None]
"""Told again and again how far something has come."""


def existing_file(database: str) -> Path:
    """The file of an SQLite database that is there."""
    file = need_file(database)
    if not file.is_file():
        raise NotFound(f"there is no database {file}")
    return file


def need_file(database: str) -> Path:
    file = sqlite_file(database)
    if file is None:
        raise ParseError("these tables are in no file: say sqlite:///FILE or postgresql://USER@HOST/NAME")
    return file


@contextmanager
def opened(database: str, *, only_reads: bool = False) -> Iterator[Engine]:
    """The database. One that is not there is not made."""
    if not is_shared(database):
        existing_file(database)
    engine = engine_for(database, only_reads=only_reads)
    try:
        yield engine
    except CutcardError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise CutcardError(f"the database cannot be used: {plain_reason(error, engine)}") from error
    finally:
        engine.dispose()


@contextmanager
def reading(database: str) -> Iterator[Connection]:
    """A connection to tables as this version keeps them."""
    with opened(database, only_reads=True) as engine, engine.connect() as connection:
        need_current(connection)
        yield connection


def need_current(connection: Connection) -> None:
    revision = revision_of(connection)
    if revision is None:
        raise NotFound(NONE_HERE)
    need_known(revision)
    if revision != revisions()[-1]:
        raise CutcardError(OLDER)


def need_ours(found: Mapping[str, Collection[str]]) -> None:
    """Refuse a database in which there is something, and not ours; `found` are the columns of its tables."""
    has_all = {TABLES.name, EVENTS.name} <= found.keys()
    if found and not (has_all and all(OURS[name] <= {*found[name]} for name in OURS.keys() & found.keys())):
        raise CutcardError(NOT_OURS)


def need_known(revision: str) -> None:
    if revision not in revisions():
        raise CutcardError(NEWER)
