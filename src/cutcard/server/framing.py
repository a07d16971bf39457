"""How the server and its other processes speak: pickles, each behind its length."""

from __future__ import annotations

import asyncio
import pickle
import struct
from typing import Any, BinaryIO

LENGTH = struct.Struct(">I")


def framed(thing: object) -> bytes:
    data = pickle.dumps(thing)
    return LENGTH.pack(len(data)) + data


async def received(stream: asyncio.StreamReader | None) -> Any:
    """What comes next from another process, for the server."""
    assert stream is not None
    head = await stream.readexactly(LENGTH.size)
    return pickle.loads(await stream.readexactly(LENGTH.unpack(head)[0]))


def read(file: BinaryIO) -> bytes | None:
    """What comes next from the server, as a pickle; None where there is no more."""
    head = file.read(LENGTH.size)
    data = file.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
    return data or None


def write(file: BinaryIO, thing: object) -> None:
    file.write(framed(thing))
    file.flush()
