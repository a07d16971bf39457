"""Back-ups of an SQLite file, by SQLite's online back-up. A back-up is such a file again, on its own."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.admin.opening import NONE_HERE, NOT_OURS, OURS, Tell, existing_file, need_file, need_known, need_ours
from cutcard.server.store.database import FIRST
from cutcard.server.store.one_server import AlreadyServed, claimed, new_file

PAGES = 2000
"""That are copied at a time: then it is told how far it has come, and Ctrl-C is heard."""
PAUSE = 0.05
PATIENCE = 10.0
"""Seconds that somebody else may keep a file from being read or written."""
OCCUPIED = "there are tables in this database already: name another one, or say --replace to lose them"


def back_up(database: str, to: Path, tell: Tell) -> None:
    file = existing_file(database)
    with _in_words(f"{file} cannot be backed up"), closing(_only_read(file)) as source, closing(sqlite3.connect(to)) as copy:
        source.execute("BEGIN")  # from the first look on it stays as it was then, whatever a server writes
        if _revision(source) is None:
            raise NotFound(NONE_HERE)
        _copy(source, copy, tell)
        copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
        _check(copy)


def restore(database: str, file: Path, tell: Tell, *, replace: bool) -> None:
    target = need_file(database)
    if file.resolve() == target:
        raise ParseError(f"{file} is the database itself: name another file")
    try:
        with claimed(database), _in_words(f"{file} cannot be restored"), closing(_only_read(file)) as source:
            revision = _revision(source)
            if revision is None:
                raise ParseError(f"{file} is no back-up of Cutcard")
            need_known(revision)
            _check(source)
            _bring_back(source, target, tell, replace=replace)
    except AlreadyServed as served:
        where = f" at {served.address}" if served.address else ""
        raise CutcardError(f"a server runs with this database{where}: stop it, and start it again afterwards") from None


def _bring_back(source: sqlite3.Connection, target: Path, tell: Tell, *, replace: bool) -> None:
    """In one transaction of SQLite's own; a file that was not there before is not left half."""
    is_new = not target.exists()
    if is_new:
        os.close(new_file(target, target.parent))
    try:
        with closing(sqlite3.connect(target, timeout=PATIENCE)) as own:
            _need_ours(own)
            if not replace and _has_tables(own):
                raise CutcardError(OCCUPIED)
            _copy(source, own, tell)
            own.execute("PRAGMA journal_mode=WAL")
    except BaseException:
        if is_new:
            for end in ("", "-wal", "-shm", "-journal"):
                target.with_name(f"{target.name}{end}").unlink(missing_ok=True)
        raise


def _need_ours(own: sqlite3.Connection) -> None:
    """All that is in a file goes when it is replaced."""
    names = _names(own)
    need_ours({name: [row[0] for row in own.execute("SELECT name FROM pragma_table_info(?)", [name])] for name in names})
    if names - OURS.keys():
        raise CutcardError(NOT_OURS)


def _has_tables(own: sqlite3.Connection) -> bool:
    return _revision(own) is not None and own.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is not None


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, tell: Tell) -> None:
    last, since = -1, time.monotonic()

    def progress(_: int, left: int, of: int) -> None:
        nonlocal last, since
        if left != last:
            last, since = left, time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            raise CutcardError("another program keeps the database locked: end it and try again")
        tell(f"{100 * (of - left) // max(of, 1)} %")

    source.backup(target, pages=PAGES, progress=progress, sleep=PAUSE)


def _check(connection: sqlite3.Connection) -> None:
    ((said, *_), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
    if said != "ok":
        raise CutcardError(f"the file is damaged: {said}")


def _revision(connection: sqlite3.Connection) -> str | None:
    """As `revision_of` has it, without changing anything of how the file is kept."""
    names = _names(connection)
    if not {"tables", "events"} <= names:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone() if "alembic_version" in names else None
    return str(row[0]) if row else FIRST


def _names(connection: sqlite3.Connection) -> set[str]:
    """Of all tables and views but SQLite's own."""
    wanted = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    return {name for (name,) in connection.execute(wanted)}


def _only_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


@contextmanager
def _in_words(trouble: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise CutcardError(f"{trouble}: {error}") from error
