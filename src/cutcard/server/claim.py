"""One server for the tables of an SQLite file, and where it is found.

A server holds a lock beside the file for as long as it runs; the system takes the lock from it when it ends, however that
happens. Once it is ready it writes its address there, so that whoever comes second can go to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from cutcard.core.errors import CutcardError
from cutcard.server.database import sqlite_file

PATIENCE = 30.0
"""How long a server that is just starting is waited for, in seconds, to learn its address."""


class AlreadyServed(CutcardError):
    """Another server has these tables. Its address is unknown where it did not become ready in time."""

    def __init__(self, address: str | None) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"Cutcard is already running{where} with these tables: "
            "play there, stop that one, or name another file with --database"
        )
        self.address = address


class Claim:
    """What a server says of itself to whoever comes second: its address, once it is ready."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def address(self) -> str | None:
        try:
            line = self._file.read_text()
        except FileNotFoundError:
            return None
        return line.strip() if line.endswith("\n") else None

    def tell(self, address: str) -> None:
        with suppress(OSError):  # a courtesy: a server does not fail for want of it
            self._file.write_text(f"{address}\n")

    def forget(self) -> None:
        self._file.unlink(missing_ok=True)


@contextmanager
def claimed(database: str) -> Iterator[Claim | None]:
    """Have the tables of an SQLite file to oneself. Other databases look after that themselves: None."""
    file = sqlite_file(database)
    if file is None:
        yield None
        return
    if not file.parent.is_dir():
        raise CutcardError(f"the database cannot be opened: there is no folder {file.parent}")
    claim, lock = Claim(file.with_name(f"{file.name}.address")), FileLock(f"{file}.lock")
    try:
        lock.acquire(timeout=PATIENCE, cancel_check=lambda: claim.address is not None)
    except Timeout:
        raise AlreadyServed(claim.address) from None
    except OSError as error:
        raise CutcardError(f"the database cannot be opened: {error.strerror}: {error.filename}") from error
    try:
        claim.forget()  # what a server left that was killed
        yield claim
    finally:
        claim.forget()
        lock.release()
