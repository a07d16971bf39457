"""Back-ups: a whole database in one file, taken while it is in use, and brought back."""

from __future__ import annotations

from pathlib import Path

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.admin import postgres_copy, sqlite_copy
from cutcard.server.admin.opening import Tell
from cutcard.server.store.database import is_shared

KINDS = {True: (b"PGDMP", "a PostgreSQL database"), False: (b"SQLite format 3\0", "an SQLite file")}
"""How a back-up begins, by whether the database is one that servers share, and what it is of."""


def back_up(database: str, to: Path, tell: Tell) -> None:
    """Copy all of it, as it is at one moment, into a new file; servers go on meanwhile."""
    (postgres_copy if is_shared(database) else sqlite_copy).back_up(database, to, tell)


def restore(database: str, file: Path, tell: Tell, *, replace: bool) -> None:
    """Bring a back-up back: all of it, or where anything goes wrong nothing. While a server runs it is refused, and so it
    is without `replace` where there are tables already."""
    kind = is_shared(database)
    found = _kind_of(file)
    if found is not kind:
        raise ParseError(f"{file} is a back-up of {KINDS[found][1]}, and --database names {KINDS[kind][1]}")
    (postgres_copy if kind else sqlite_copy).restore(database, file, tell, replace=replace)


def _kind_of(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}") from None
    except OSError as error:
        raise CutcardError(f"{file} cannot be read: {error.strerror}") from None
    for kind, (mark, _) in KINDS.items():
        if start.startswith(mark):
            return kind
    raise ParseError(f"{file} is no back-up of Cutcard")
