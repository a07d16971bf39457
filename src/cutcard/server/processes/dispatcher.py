"""A server in several processes. Every table belongs to one of them, and this one, the first, passes each connection to the
process that has its table.

A connection is only looked at here: what the client has sent stays there for the process that gets it. One that gets a
connection answers one request on it and closes it, as the next request may be for another table; sockets stay open.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, replace
from typing import Any

import orjson

from cutcard.core.errors import CutcardError
from cutcard.server.processes.owners import owner, table_asked_for
from cutcard.server.settings import Settings

PATIENCE = 15.0
"""How long a client may take for the first line of its request, and how long it waits for a process that begins anew."""
LONGEST_LINE = 4096
"""What is looked at of a request; the code of a table comes long before."""
MOST_WAITING = 500
"""Connections whose first line has not come; with one more, the oldest is closed."""
BACKLOG = 2048
PAUSE = 0.02
"""Between two looks at something that cannot be waited for."""
TRIES = 3
"""A process that ends so often before it is ready ends the server."""
LONGEST_END = 10.0
"""How long a process may take to end."""

log = logging.getLogger("cutcard.server")


def run(settings: Settings, own: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve what comes to this socket until Ctrl-C, or until the process is told to end; then that happens to it."""
    told = asyncio.run(FirstProcess(settings, own).serve(on_ready))
    signal.raise_signal(told)


class FirstProcess:
    """Keeps the processes that have tables, and passes connections on to them."""

    def __init__(self, settings: Settings, own: socket.socket) -> None:
        self._settings = settings
        self._own = own
        self._children: dict[int, asyncio.subprocess.Process] = {}
        self._links: dict[int, socket.socket] = {}
        self._ready = [asyncio.Event() for _ in range(settings.processes)]
        self._waiting: dict[asyncio.Task[None], None] = {}
        """The oldest first."""
        self._next_maker, self._next = (itertools.cycle(range(settings.processes)) for _ in range(2))

    async def serve(self, on_ready: Callable[[], None]) -> signal.Signals:
        """Until a signal comes, which it gives."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[signal.Signals] = loop.create_future()
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(one, self._hear, told, one)
        tasks = [loop.create_task(self._keep(number)) for number in range(self._settings.processes)]
        tasks.append(loop.create_task(self._accept(on_ready)))
        ends: list[asyncio.Future[Any]] = [told, *tasks]
        try:
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for end in done:
                end.result()  # raises where a process cannot be kept
            return told.result()
        finally:
            tasks += self._waiting
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, told: asyncio.Future[signal.Signals], which: signal.Signals) -> None:
        """The first signal ends the processes with care; who sends another cannot wait."""
        if not told.done():
            told.set_result(which)
            return
        for process in self._children.values():
            _send(process, signal.SIGKILL)

    # The processes

    async def _keep(self, number: int) -> None:
        """Have a process run, and begin it anew when it ends."""
        failures = 0
        while failures < TRIES:
            async with self._child(number) as process:
                failures += 1
                with suppress(ConnectionError):
                    if await asyncio.get_running_loop().sock_recv(self._links[number], 1):
                        failures = 0
                        self._ready[number].set()
                status = await process.wait()
            log.warning("process %d of the server ended with status %d", number + 1, status)
        raise CutcardError("a process of the server ends again and again before it is ready")

    @asynccontextmanager
    async def _child(self, number: int) -> AsyncIterator[asyncio.subprocess.Process]:
        """A process, and a link to it. When this end of the link is closed, however that happens, the process ends."""
        share = max(1, self._settings.workers // self._settings.processes)
        settings = replace(self._settings, process=number, workers=share)
        link, theirs = socket.socketpair()
        link.setblocking(False)
        with link:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "cutcard.server.processes.table_process", str(theirs.fileno()),
                    stdin=asyncio.subprocess.PIPE, pass_fds=[theirs.fileno()], start_new_session=True,
                )  # fmt: skip
            self._children[number], self._links[number] = process, link
            try:
                assert process.stdin is not None
                process.stdin.write(orjson.dumps(asdict(settings)))
                process.stdin.close()
                yield process
            finally:
                await _end(process)

    # The connections

    async def _accept(self, on_ready: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        for ready in self._ready:
            await ready.wait()
        self._own.listen(BACKLOG)
        self._own.setblocking(False)
        on_ready()
        while True:
            try:
                connection, _ = await loop.sock_accept(self._own)
            except OSError as error:
                log.warning("a connection could not be taken: %s", error.strerror)
                await asyncio.sleep(PAUSE)
                continue
            task = loop.create_task(self._pass_on(connection))
            self._waiting[task] = None
            task.add_done_callback(self._waiting.pop)
            if len(self._waiting) > MOST_WAITING:
                next(iter(self._waiting)).cancel()
            await asyncio.sleep(0)  # taking many at once must not keep those waiting that are here

    async def _pass_on(self, connection: socket.socket) -> None:
        """Give a connection to the process that has its table, or to each in turn if it is for none."""
        with connection, suppress(TimeoutError, OSError):
            async with asyncio.timeout(PATIENCE):
                head = await _first_line(connection)
                code = table_asked_for(head)
                if code is not None:
                    number = owner(code, self._settings.processes)
                else:  # those that make tables take turns of their own, so that the tables are spread evenly
                    number = next(self._next_maker if head.startswith(b"POST") else self._next)
                while not self._is_sent(connection, number):
                    await asyncio.sleep(PAUSE)

    def _is_sent(self, connection: socket.socket, number: int) -> bool:
        """Whether the process has got it: not if it has just ended, or has many to take already."""
        try:
            socket.send_fds(self._links[number], [b"."], [connection.fileno()])
        except OSError:
            return False
        return True


async def _first_line(connection: socket.socket) -> bytes:
    """How the first request of a connection begins; it is not taken away."""
    loop = asyncio.get_running_loop()
    while True:
        readable = asyncio.Event()
        loop.add_reader(connection, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(connection)
        head = connection.recv(LONGEST_LINE, socket.MSG_PEEK)
        if not head or b"\n" in head or len(head) == LONGEST_LINE:
            return head
        await asyncio.sleep(PAUSE)  # half a line is readable, too


async def _end(process: asyncio.subprocess.Process) -> None:
    _send(process, signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), LONGEST_END)
    except TimeoutError:
        _send(process, signal.SIGKILL)
        await process.wait()


def _send(process: asyncio.subprocess.Process, what: signal.Signals) -> None:
    """Send a signal. The process's own ways look first whether it has ended, and where it just has, asyncio, which has not
    heard of it yet, complains of an unknown process."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, what)
