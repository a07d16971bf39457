"""One server for the tables of an SQLite file, and where it is found.

A server holds a lock beside the file for as long as it runs; the system takes the lock from it when it ends, however that
happens. Once it is ready it writes its address there, so that whoever comes second can go to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from cutcard.core.errors import CutcardError
from cutcard.server.ports import answers
from cutcard.server.store.database import sqlite_file

PATIENCE = 30.0
"""How long a server is waited for that has the lock but does not answer, in seconds: it may be starting or stopping."""
SILENT = "a Cutcard that does not answer has these tables:"


class AlreadyServed(CutcardError):
    """Another server has these tables. It has no address here where it does not answer."""

    def __init__(self, address: str | None) -> None:
        who = f"Cutcard is already running at {address} with these tables: play there," if address else SILENT
        super().__init__(f"{who} stop that one, or name another file with --database")
        self.address = address


class Claim:
    """What a server says of itself to whoever comes second: its address, while it can be reached."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def tell(self, address: str) -> None:
        with suppress(OSError):  # a courtesy: a server does not fail for want of it
            self._file.write_text(f"{address}\n")

    def forget(self) -> None:
        with suppress(OSError):
            self._file.unlink()

    def answering(self) -> str | None:
        """The address, if somebody answers there."""
        try:
            address = self._file.read_text().strip()
        except (OSError, ValueError):
            return None
        return address if answers(address) else None


def _need_one_name(file: Path) -> None:
    """Beside each name of a file SQLite would keep a log of its own, and a server a lock of its own. By a symbolic link
    both are found; a hard link is refused."""
    with suppress(OSError):  # what cannot be opened is said by whoever opens it
        if file.stat().st_nlink > 1:
            raise CutcardError(
                f"the database has another name (a hard link), and may have one only: remove the other: {file}"
            )


def new_file(path: Path, database: Path, mode: int = 0o644) -> int:
    """A file that was not there, open to be written to. What root makes beside a database is for the server, which may run
    as another user: it is of the user that the database is of, or where there is none yet its folder."""
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    if os.name == "posix" and os.geteuid() == 0:
        owner = (database if database.exists() else database.parent).stat()
        with suppress(OSError):  # in a container root may not be allowed to
            os.fchown(opened, owner.st_uid, owner.st_gid)
    return opened


@contextmanager
def claimed(database: str) -> Iterator[Claim | None]:
    """Have the tables of an SQLite file to oneself. Who shares another database is not known here: None."""
    file = sqlite_file(database)
    if file is None:
        yield None
        return
    _need_one_name(file)
    claim, lock = Claim(file.with_name(f"{file.name}.address")), FileLock(f"{file}.lock")
    try:
        with suppress(FileExistsError):
            os.close(new_file(Path(lock.lock_file), file))
        Path(lock.lock_file).touch()  # the lock itself would wait for a folder, or make one
        lock.acquire(timeout=PATIENCE, cancel_check=lambda: claim.answering() is not None)
    except Timeout:
        raise AlreadyServed(claim.answering()) from None
    except OSError as error:
        raise CutcardError(f"the database cannot be opened: {error.strerror}: {file}") from error
    try:
        claim.forget()  # what a server left that was killed
        yield claim
    finally:
        claim.forget()
        lock.release()
