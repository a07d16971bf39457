"""How the server and its other processes speak: pickles, each behind its length."""

from __future__ import annotations

import asyncio
import pickle
import struct
from contextlib import suppress
from typing import Any, BinaryIO

LENGTH = struct.Struct(">I")
CLOSING = 1.0
"""Seconds that a line of a process that is gone may take to close."""


def framed(thing: object) -> bytes:
    data = pickle.dumps(thing)
    return LENGTH.pack(len(data)) + data


async def received(stream: asyncio.StreamReader | None) -> Any:
    """What comes next from another process, for the server."""
    assert stream is not None
    head = await stream.readexactly(LENGTH.size)
    return pickle.loads(await stream.readexactly(LENGTH.unpack(head)[0]))


async def has_ended(process: asyncio.subprocess.Process) -> None:
    """Wait until a process that was ended is gone, and both lines to it are closed. Where it is known already that it has
    ended, `wait` does not wait for them, and a loop that ends just then leaves them open. Nobody may be reading from it."""
    assert process.stdin is not None
    assert process.stdout is not None
    await process.wait()
    process.stdin.close()
    with suppress(OSError, TimeoutError):  # what it has begun may hold its end of a line for longer
        async with asyncio.timeout(CLOSING):
            await process.stdout.read()
            await process.stdin.wait_closed()


def read(file: BinaryIO) -> bytes | None:
    """What comes next from the server, as a pickle; None where there is no more."""
    head = file.read(LENGTH.size)
    data = file.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
    return data or None


def write(file: BinaryIO, thing: object) -> None:
    file.write(framed(thing))
    file.flush()
