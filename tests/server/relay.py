"""The line between a server and its database, as a process of its own that can be told to cut it.

`python -m tests.server.relay PORT SOCKET` listens on a port of this machine and passes everything on to a socket of
PostgreSQL. On its standard input it takes one word a line, and says `done` after each: `cut` resets all connections;
`freeze` passes nothing on any more, and forgets nothing. New connections are refused in both cases, until `restore`.
`swallow` loses all that is said from then on, and neither end is told: the connections that there are stay open and are dead
for good, and new ones are taken and never answered, until `restore`. It ends with its input.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from tests.patience import PATIENCE
from tests.ports import port_of, reserve

AT_ONCE = 65536
RESET = struct.pack("ii", 1, 0)
"""A socket that is closed with this says that the connection is broken, not that it has come to its end."""


class Relay:
    """The process, from outside."""

    def __init__(self, target: Path) -> None:
        self._reserved = reserve()
        self.port = port_of(self._reserved)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.relay", str(self.port), str(target)], cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, start_new_session=True,
        )  # fmt: skip
        self._answered()

    def cut(self) -> None:
        self._tell("cut")

    def freeze(self) -> None:
        self._tell("freeze")

    def swallow(self) -> None:
        self._tell("swallow")

    def restore(self) -> None:
        self._tell("restore")

    def _tell(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._answered()

    def _answered(self) -> None:
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said == "done\n", f"the relay says {said!r}"

    def __enter__(self) -> Relay:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._reserved, self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(PATIENCE)
            finally:
                self._process.kill()


class Line:
    """What the process does."""

    def __init__(self, port: int, target: str) -> None:
        self._port = port
        self._target = target
        self._listening: asyncio.Server | None = None
        self._flows = asyncio.Event()
        self._is_swallowing = False
        self._swallowed = 0
        """Connections up to this number are dead."""
        self._count = 0
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def restore(self) -> None:
        self._flows.set()
        self._is_swallowing = False
        if self._listening is None:
            self._listening = await asyncio.start_server(self._connected, "127.0.0.1", self._port, reuse_address=True)

    async def cut(self) -> None:
        self._refuse()
        for end in tuple(self._ends):
            _reset(end)
        for task in tuple(self._tasks):
            task.cancel()

    async def freeze(self) -> None:
        self._refuse()
        self._flows.clear()

    async def swallow(self) -> None:
        self._is_swallowing = True
        self._swallowed = self._count

    def _refuse(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        ends = {writer}
        self._count += 1
        number = self._count
        if self._is_swallowing:
            self._swallowed = number
        try:
            there, back = await asyncio.open_unix_connection(self._target)
            ends.add(back)
            self._ends |= ends
            ways = [
                asyncio.ensure_future(self._pass_on(number, *way)) for way in ((reader, back), (there, writer))
            ]  # fmt: skip
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # the database is not there, or the line was cut
        finally:
            self._ends -= ends
            self._tasks.discard(task)
            for end in ends:
                end.close()

    async def _pass_on(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (data := await reader.read(AT_ONCE)) or number <= self._swallowed:
            if number <= self._swallowed:
                if not data:  # nobody hears of the end either
                    await asyncio.Event().wait()
                continue
            await self._flows.wait()
            writer.write(data)
            await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    own: socket.socket = writer.get_extra_info("socket")
    if own.family == socket.AF_INET:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()


async def _relay(port: int, target: str) -> None:
    line = Line(port, target)
    does = {"cut": line.cut, "freeze": line.freeze, "swallow": line.swallow, "restore": line.restore}
    await line.restore()
    print("done", flush=True)
    told = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
    while word := (await told.readline()).decode().strip():
        await does[word]()
        print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(_relay(int(sys.argv[1]), sys.argv[2]))
