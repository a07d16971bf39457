"""The server's sockets: uvicorn's, with a short way for a text that goes to a client that can take it.

What is sent in one turn of the loop is written at its end, all at once. The clients of a table are told one after another,
and every write that finds the other side asleep costs as much as putting the message together.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

TEXT = 0x81
"""The first byte of a text in one frame."""

_waiting: dict[asyncio.Transport, list[bytes]] = {}
"""What is still to be written."""


class Socket(WebSocketsSansIOProtocol):
    """A connection."""

    async def send(self, message: ASGISendEvent) -> None:
        text: Any = message.get("text")
        if text is None or self.conn.state is not State.OPEN or not self.writable.is_set() or self.close_sent:
            write_waiting()  # nothing overtakes what was sent before
            await super().send(message)
            return
        if not _waiting:
            self.loop.call_soon(write_waiting)
        _waiting.setdefault(self.transport, []).append(framed(text.encode()))


def framed(payload: bytes) -> bytes:
    """A text in one frame, as RFC 6455 has it for what a server sends."""
    size = len(payload)
    if size < 126:
        head = bytes((TEXT, size))
    elif size < 1 << 16:
        head = bytes((TEXT, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
    return head + payload


def write_waiting() -> None:
    """Write what has been sent since the last time; whoever is gone by now does not get it."""
    waiting = list(_waiting.items())
    _waiting.clear()
    for transport, frames in waiting:
        with suppress(Exception):  # one that breaks just now is closed by the loop, and the others get theirs
            if not transport.is_closing():
                transport.write(b"".join(frames))
