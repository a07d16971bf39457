"""The process that `tests/forked.py` copies: it imports what servers and commands need, loads the machine code of every
game, and then waits for wishes. What servers do at every start, and remember then, it has done too."""

from __future__ import annotations

import atexit
import fcntl
import gc
import io
import json
import os
import signal
import socket
import sys
import termios
import threading
import traceback
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import cutcard
import cutcard.cli.admin
import cutcard.cli.commands
import cutcard.cli.main
import cutcard.cli.playing
import cutcard.cli.replaying
import cutcard.cli.serve
import cutcard.cli.showing
import cutcard.cli.tournament
import cutcard.players.search.search
import cutcard.present.seats
import cutcard.server.admin.back_up
import cutcard.server.admin.changing
import cutcard.server.admin.looking
import cutcard.server.http.app
import cutcard.server.serving
import cutcard.server.store.tasks
from cutcard.core.compiling import rules_digest
from cutcard.core.declaration.game import find
from cutcard.present.advice import prepare
from cutcard.present.compile_steps import steps
from cutcard.server.store.database import check_database

LONGEST_WISH = 1 << 17


def main(number: int) -> None:
    for book in cutcard.games():
        for _ in steps(find(book.name, None, 0, {})):
            pass
        prepare(book.rules, book.name)
        rules_digest(("cutcard.present.advice", "cutcard.present.compile_steps", *book.rules.modules))
    with TemporaryDirectory() as folder:
        check_database(f"sqlite:///{folder}/tables.sqlite3")
    gc.collect()
    gc.freeze()  # a copy that looked through all this for garbage would have to have it for itself
    with socket.socket(fileno=number) as wishes:
        wishes.send(b".")
        be_copied(wishes)


def be_copied(wishes: socket.socket) -> None:
    """Until nobody can wish for anything any more."""
    with wishes:
        while True:
            data, streams, _, _ = socket.recv_fds(wishes, LONGEST_WISH, 3)
            if not data:
                return
            wish = json.loads(data)
            copy = copied(wish["session"])
            if copy is None:
                break
            for stream in streams:
                os.close(stream)
            wishes.send(str(copy).encode())
    become(wish, streams)
    end(status_of(wish["code"]))


def copied(session: bool) -> int | None:
    """The number of a copy, and None in the copy itself. The process between them has ended then, so that the copy is a
    child of whoever asked for it; and it leads a session by then where it is to, since whoever knows its number may end all
    of that at once."""
    reading, writing = os.pipe()
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        copy = int(os.read(reading, 64))
    elif os.fork():
        os._exit(0)
    else:
        copy = None
        if session:
            os.setsid()
        os.write(writing, str(os.getpid()).encode())
    os.close(reading)
    os.close(writing)
    return copy


def become(wish: dict[str, Any], streams: list[int]) -> None:
    """A process of its own."""
    for own, stream in enumerate(streams):
        os.dup2(stream, own)
        os.close(stream)
    if wish["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ.clear()
    os.environ.update(wish["environment"])
    os.chdir(wish["folder"])
    sys.argv = ["-c", *wish["words"]]
    sys.stdin = sys.__stdin__ = _text(0, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(1, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(2, "w")  # type: ignore[misc]
    sys.stderr.reconfigure(errors="backslashreplace", line_buffering=True)


def status_of(code: str) -> int:
    """Run it; the exit status, as Python would have it."""
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as ended:
        if isinstance(ended.code, int | None):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        traceback.print_exc()
        return -signal.SIGINT
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def end(status: int) -> NoReturn:
    """Do what a process owes to others when it ends, and leave it to the system to take its memory apart."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        signal.raise_signal(-status)
    os._exit(status)


def _text(number: int, mode: str) -> io.TextIOWrapper:
    """A standard stream as Python opens it."""
    raw = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(raw, encoding="utf-8", line_buffering=raw.isatty())
