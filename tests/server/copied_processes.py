"""The processes that a server begins, where it runs in the process of a test or is a copy: they are copies too (see
`tests/forked.py`). Most of the time that such a test takes would go into their imports."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from asyncio import unix_events
from asyncio.streams import FlowControlMixin
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from tests import forked
from tests.forked import Forked, Original

PATH = os.environ.get("PYTHONPATH")
"""Where processes of the tests import from."""


def begun(arguments: list[str], **streams: Any) -> subprocess.Popen[Any]:
    """A copy where it is `python -P -m MODULE` and imports from where the tests do; else what it would be anyway."""
    program, *flags, module = arguments
    if (program, flags) != (sys.executable, ["-P", "-m"]) or os.environ.get("PYTHONPATH") != PATH:
        return subprocess.Popen(arguments, **streams)
    code = f"import runpy, sys; sys.modules.pop({module!r}, None); runpy.run_module({module!r}, run_name='__main__')"
    return Forked([program, "-c", code], text=False, **{**streams, "universal_newlines": None})


@contextmanager
def copied_processes() -> Iterator[None]:
    """While this lasts, asyncio begins them so."""
    unix_events.subprocess = SimpleNamespace(PIPE=subprocess.PIPE, Popen=begun)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        unix_events.subprocess = subprocess  # type: ignore[attr-defined]


def copy_processes_of_a_copy() -> None:
    """From now on, in a process that is a copy and has done nothing yet, asyncio begins them so on whatever loop: uvloop
    asks nothing of Python that could be replaced."""
    global PATH
    PATH = os.environ.get("PYTHONPATH")  # the original may have imported this module, and has another
    forked._original = Original.of_a_copy()

    async def begin(*arguments: str, **streams: Any) -> Copy:
        copy = Copy(begun(list(arguments), bufsize=0, **streams))
        await copy.listen()
        return copy

    asyncio.create_subprocess_exec = begin  # type: ignore[assignment]


class Writing(FlowControlMixin):
    """The end of a line that is written to."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._closed = loop.create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self._closed.done():
            self._closed.set_result(None)

    def _get_close_waiter(self, stream: asyncio.StreamWriter) -> asyncio.Future[None]:
        return self._closed


class Copy:
    """Like `asyncio.subprocess.Process`, of a copy."""

    stdin: asyncio.StreamWriter
    stdout: asyncio.StreamReader

    def __init__(self, process: subprocess.Popen[Any]) -> None:
        self._process = process
        self._ended = asyncio.Event()
        self.pid = process.pid

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        self.stdout = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self.stdout), self._process.stdout)
        transport, protocol = await loop.connect_write_pipe(lambda: Writing(loop), self._process.stdin)
        self.stdin = asyncio.StreamWriter(transport, protocol, None, loop)
        end = os.pidfd_open(self.pid)
        loop.add_reader(end, self._has_ended, loop, end)

    def _has_ended(self, loop: asyncio.AbstractEventLoop, end: int) -> None:
        loop.remove_reader(end)
        os.close(end)
        self._process.wait()
        self._ended.set()
        self.stdin.close()

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    async def wait(self) -> int | None:
        await self._ended.wait()
        return self.returncode

    def kill(self) -> None:
        self._process.kill()
