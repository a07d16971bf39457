"""The server's sockets: uvicorn's, with a short way for texts, and a bound on how many frames a client may send.

What is sent in one turn of the loop is written at its end, all at once. The clients of a table are told one after another,
and every write that finds the other side asleep costs as much as putting the message together.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import frames
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from cutcard.server.http.connections import let_go

IN_SCOPE = "cutcard.socket"
"""Where the app finds the connection itself, which has what leads there."""
TEXT = 0x81
"""The first byte of a text in one frame."""
LARGEST_TEXT = 16 * 1024
"""Bytes of a message at most."""
LARGEST_HEAD = 14
"""Bytes of a frame before what it carries, at most."""
MASKED = 0x80
"""What the second byte of a frame has from a client."""
FRAMES, FRAMES_A_SECOND = 100.0, 20.0
"""How many frames that are no message a client may send at once, and then every second: pings, pongs, pieces of messages. A
browser sends three pongs a minute. Messages have a limit of their own."""
TOO_MUCH = 1008
SWITCHED = 101
"""The status of an answer that makes a socket of a connection."""
LARGEST_REST = 32 * 1024
"""Bytes that are still read once the socket is being closed: messages may be on their way."""

_waiting: dict[asyncio.Transport, list[bytes]] = {}
"""What is still to be written."""


class Socket(WebSocketsSansIOProtocol):
    """A connection."""

    most, a_second = FRAMES, FRAMES_A_SECOND

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames_left = self.most
        self._counted = self.loop.time()
        self._rest = b""
        """What has come and is not read yet."""
        self._after_the_end = 0
        self._when_ready: list[Callable[[], None]] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHED:  # only then it goes on
            self.scope["extensions"][IN_SCOPE] = {"connection": weakref.ref(self)}

    def connection_lost(self, exc: Exception | None) -> None:
        let_go(self.client)
        super().connection_lost(exc)
        self._when_ready.clear()  # who is gone will not be ready, and what would be called then has the socket
        self.conn.parser.close()  # it would wait for more, and hold the connection that holds it

    def data_received(self, data: bytes) -> None:
        """Frame by frame. Where a message has come, the rest waits until somebody asks for the next one. Nearly all are
        short texts by themselves: these are read here, all else by the library, which is never left within a frame."""
        if not self.handshake_complete:
            super().data_received(data)
            return
        if self.close_sent:  # what still comes should be the answer to that
            self._after_the_end += len(data)
            if self._after_the_end > LARGEST_REST:
                self.transport.close()
                return
        self._rest = rest = self._rest + data if self._rest else data
        while rest and not self.read_paused and not self.transport.is_closing():
            end = frame_end(rest)
            if len(rest) < end <= LARGEST_TEXT + LARGEST_HEAD:
                return  # the rest of it is on its way; one that is too large is refused at once
            frame, self._rest = rest[:end], rest[end:]
            if frame[0] == TEXT and MASKED <= frame[1] < MASKED + 126 and not self.frames:
                self.curr_msg_data_type, self.frames = "text", [_unmasked(frame[6:], frame[2:6])]
                self.send_receive_event_to_app()
            else:
                super().data_received(frame)
            rest = self._rest

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if self._rest:
            self.data_received(b"")
        return message

    def handle_cont(self, event: Frame) -> None:
        if self._may_send():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_send():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send():
            super().handle_pong(event)

    def _may_send(self) -> bool:
        """Count a frame. With one too many the socket is closed."""
        now = self.loop.time()
        self._frames_left = min(self.most, self._frames_left + (now - self._counted) * self.a_second) - 1
        self._counted = now
        if self._frames_left < 0 and not self.close_sent:
            self.conn.fail(TOO_MUCH, "that was too fast")
            self.handle_parser_exception()
        return self._frames_left >= 0

    async def send(self, message: ASGISendEvent) -> None:
        write_waiting()  # nothing overtakes what was said before
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused, and uvicorn would say in the log that nothing was answered

    def when_ready(self, wake: Callable[[], None]) -> None:
        """Have `wake` called once, when the client can be sent more."""
        self._when_ready.append(wake)

    def resume_writing(self) -> None:
        super().resume_writing()
        waiting, self._when_ready = self._when_ready, []
        for wake in waiting:
            wake()

    def say(self, text: bytes) -> None:
        """Send a text. A socket that is being closed says no more."""
        if self.conn.state is not State.OPEN or self.close_sent:
            return
        if not _waiting:
            self.loop.call_soon(write_waiting)
        _waiting.setdefault(self.transport, []).append(framed(text))


def connection_of(scope: Scope) -> Socket:
    """The connection that a socket of the app has."""
    found = scope["extensions"][IN_SCOPE]["connection"]()
    assert isinstance(found, Socket)
    return found


class UnlimitedSocket(Socket):
    """For measuring: a client may send as much as it can."""

    most, a_second = 1e9, 1e9


_unmasked: Callable[[bytes, bytes], bytes] = vars(frames)["apply_mask"]
"""The library's own, in C where it has that."""


def frame_end(data: bytes) -> int:
    """Where the frame ends with which these bytes of a client begin, by what is here of its head."""
    if len(data) < 2:
        return 2
    size, begin = data[1] & 127, 2
    if size > 125:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[2:begin], "big") if len(data) >= begin else 0
    return begin + (4 if data[1] & MASKED else 0) + size


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
    for transport, texts in waiting:
        with suppress(Exception):  # one that breaks just now is closed by the loop, and the others get theirs
            if not transport.is_closing():
                transport.write(b"".join(texts))
