"""A WebSocket client that costs next to nothing: the load generator must not be what is measured."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import cast

CONTINUED, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
NO_MASK = bytes(4)  # the frame is marked as masked, and the mask changes nothing
TAIL = b"\x00\x00\xff\xff"


class Closed(Exception):
    """The other side refused the socket, or closed it."""


class Socket(asyncio.Protocol):
    """One connection to `host:port`. `heard` is called with the bytes of each text message, as soon as they are here, and
    `lost` when the other side ends it."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None], lost: Callable[[Closed], None]) -> None:
        self.host, self.path, self.heard, self.lost = host, path, heard, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.closing = False
        self._rest = b""
        self._parts: list[bytes] = []
        self._packed = False
        self._inflate: zlib._Decompress | None = None
        self._keeps_context = True

    async def open(self) -> None:
        name, port = self.host.split(":")
        await asyncio.get_running_loop().create_connection(lambda: self, name, int(port))
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        lines = (
            f"GET {self.path} HTTP/1.1", f"Host: {self.host}", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            f"Origin: http://{self.host}",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",  # as browsers do
        )  # fmt: skip
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Closed("closed before it was open"))
        elif not self.closing:
            self.lost(Closed(f"the server closed {self.path}"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0 if self.opened.done() else self._shaken(data)
        while (end := self._frame(data, at)) is not None:
            at = end
        self._rest = data[at:]

    def _shaken(self, data: bytes) -> int:
        """Where the answer to the opening handshake ends; 0 while it is not all here."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        head = data[:end].decode("latin-1").lower()
        if " 101 " not in head.split("\r\n", 1)[0]:
            self.opened.set_exception(Closed(data.decode("latin-1")))
            self.transport.close()
            return len(data)
        if "permessage-deflate" in head:
            self._inflate = zlib.decompressobj(wbits=-15)
            self._keeps_context = "server_no_context_takeover" not in head
        self.opened.set_result(None)
        return end + 4

    def _frame(self, data: bytes, at: int) -> int | None:
        """Where the frame that begins here ends; None while it is not all here."""
        if not self.opened.done() or len(data) < at + 2:
            return None
        first, size, begin = data[at], data[at + 1], at + 2
        if size > 125:
            begin += 2 if size == 126 else 8
            if len(data) < begin:
                return None
            size = int.from_bytes(data[at + 2 : begin])
        end = begin + size
        if len(data) < end:
            return None
        self._took(first & 15, first, data[begin:end])
        return end

    def _took(self, kind: int, first: int, payload: bytes) -> None:
        if kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.transport.close()
        elif kind in (TEXT, CONTINUED):
            if kind == TEXT:
                self._packed = bool(first & 0x40)
            if self._parts or not first & 0x80:
                self._parts.append(payload)
                payload = b"".join(self._parts)
            if first & 0x80:
                self._parts.clear()
                self.heard(self._unpacked(payload) if self._packed else payload)

    def _unpacked(self, payload: bytes) -> bytes:
        assert self._inflate is not None
        text = self._inflate.decompress(payload + TAIL)
        if not self._keeps_context:
            self._inflate = zlib.decompressobj(wbits=-15)
        return text

    def say(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2)
        self.transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        self.closing = True
        self._send(CLOSE, (1000).to_bytes(2))
        self.transport.close()
