"""What is asked of the server that has an SQLite file, by whoever runs it: nobody else may write to the file while it runs.

A request is a small file beside the database, and so is its answer. It counts where it is of the user that the server runs
as, or of root: in a folder for all, such as /tmp, anybody can leave a file.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.server.store.database import sqlite_file
from cutcard.server.store.erasing import Anonymise, Delete
from cutcard.server.store.one_server import new_file
from cutcard.server.store.people import ForgetPerson, ForgetSeat
from cutcard.server.store.store import Store
from cutcard.server.tables.keys import is_code

log = logging.getLogger("cutcard.server")

Request = Delete | Anonymise | ForgetSeat | ForgetPerson
"""What can be asked for."""

EVERY = 0.3
"""Seconds between two looks for a request."""
PATIENCE = 40.0
"""How long an answer is waited for, in seconds. What is older was asked by somebody who waits no longer."""
PAUSE = 0.05
MOST = 4096
"""Bytes of a request or an answer."""
IS_POSIX = os.name == "posix"
USER = os.geteuid() if IS_POSIX else 0
READING = os.O_RDONLY | (os.O_NOFOLLOW | os.O_NONBLOCK if IS_POSIX else 0)
OTHER_USER = "the server may not read what it is asked: run `cutcard admin` as the user that the server runs as"


def ask(file: Path, task: Request) -> Any:
    """Have the server of this SQLite file do something; gives what came of it."""
    name = secrets.token_hex(8)
    request, answer = _request(file, name), _answer(file, name)
    _put(request, {"task": type(task).__name__, "asked": task[:-1]}, file)
    try:
        end = time.monotonic() + PATIENCE
        while not answer.exists():
            if time.monotonic() > end:
                raise CutcardError(f"{task.trouble}: the server of this database does not answer; stop it and try again")
            time.sleep(PAUSE)
        said, _ = _read(answer, USER, file.stat().st_uid)
    except PermissionError:
        raise CutcardError(OTHER_USER) from None
    finally:
        request.unlink(missing_ok=True)
        answer.unlink(missing_ok=True)
    if said["trouble"]:
        raise CutcardError(said["trouble"])
    return said["came"]


async def answer_requests(database: str, store: Store, are_anew: Callable[[Iterable[str]], None]) -> None:
    """Do what is asked for, for as long as the server runs; `are_anew` is told of tables that are no longer as they were."""
    file = sqlite_file(database)
    if file is None:
        return
    pattern = _request(Path(escape(file.name)), "*").name
    for late in file.parent.glob(_answer(Path(escape(file.name)), "*").name):  # nobody waited for it any more
        with suppress(OSError):
            late.unlink()
    while True:
        for request in sorted(file.parent.glob(pattern)):
            name = request.name.rpartition("-")[2]
            try:
                if (said := await _said_to(request, store, are_anew)) is not None:
                    _put(_answer(file, name), said, file)
            except Exception as error:  # the others are answered all the same
                log.warning("what `cutcard admin` asks for cannot be answered: %s", error)
        await asyncio.sleep(EVERY)


async def _said_to(request: Path, store: Store, are_anew: Callable[[Iterable[str]], None]) -> dict[str, Any] | None:
    """The answer; None where nobody waits for it."""
    try:
        asked, at = _read(request, USER, 0)
        task = _task_in(asked)
        request.unlink()
    except (OSError, ValueError) as error:  # it was taken back, or is none of ours
        with suppress(OSError):
            request.unlink()
            return {"came": None, "trouble": OTHER_USER} if isinstance(error, PermissionError) else None
        return None
    if time.time() - at > PATIENCE:
        return None
    try:
        came = await store.carry_out(task)
    except CutcardError as error:
        return {"came": None, "trouble": str(error)}
    finally:  # it may have been done, whatever was answered
        are_anew([task.code] if isinstance(task, Delete | Anonymise) else [])
    return {"came": came, "trouble": None}


def _task_in(asked: Any) -> Request:
    match asked:
        case {"task": "Delete", "asked": [str(code)]} if is_code(code):
            return Delete(code)
        case {"task": "Anonymise", "asked": [str(code), str(key_hash), str(instead)]} if is_code(code):
            return Anonymise(code, key_hash, instead)
        case {"task": "ForgetSeat", "asked": [str(key_hash)]}:
            return ForgetSeat(key_hash)
        case {"task": "ForgetPerson", "asked": [str(person)]}:
            return ForgetPerson(person)
    raise ValueError("this is no request")


def _request(file: Path, name: str) -> Path:
    return file.with_name(f"{file.name}.request-{name}")


def _answer(file: Path, name: str) -> Path:
    return file.with_name(f"{file.name}.answer-{name}")


def _put(path: Path, what: dict[str, Any], database: Path) -> None:
    """All at once, and for nobody else's eyes."""
    beside = path.with_name(f".{path.name}")
    with os.fdopen(new_file(beside, database, 0o600), "w") as file:
        json.dump(what, file)
    beside.replace(path)


def _read(path: Path, *owners: int) -> tuple[Any, float]:
    """What is in a file, and when it was written. Nothing but a small file of one of these users is read, nor waited for."""
    opened = os.open(path, READING)
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST:
            raise ValueError(f"this is no request: {path}")
        if found.st_uid not in owners:
            raise PermissionError(f"this is of another user: {path}")
        return json.loads(os.read(opened, MOST)), found.st_mtime
    finally:
        os.close(opened)
