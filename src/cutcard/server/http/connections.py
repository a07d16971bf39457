"""The server's connections: uvicorn's, with bounds on what comes before there is a request that could be refused. A head has
a largest size and a time to arrive in, and one address has so many connections and no more."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from cutcard.server.http.addresses import is_among, network

LARGEST_HEAD = 16 * 1024
"""Bytes of the address and the headers of a request."""
PATIENCE = 10.0
"""Seconds in which a request has to arrive, with its body."""
MOST_BEHIND = 20
"""Requests that may wait on one connection for an answer to those before them."""
MOST = 200
"""Connections of one address at a time, requests and sockets together."""

_open: Counter[str] = Counter()
"""How many connections each address has to this process."""


def let_go(client: tuple[str, int] | None) -> None:
    """A connection of this address is gone."""
    where = network(client[0] if client else "?")
    _open[where] -= 1
    if _open[where] <= 0:
        del _open[where]


class Connection(HttpToolsProtocol):
    """A connection until it is a socket."""

    most = MOST

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head = 0
        """How large the head of the request is, as far as the parser has told of it."""
        self._waiting = 0
        """How much of it has come: the parser tells of a header when all of it is there."""
        self._is_whole = False
        """Whether the head has come."""
        self._patience: asyncio.TimerHandle | None = None
        self._is_handed_on = False
        self._running: RequestResponseCycle | None = None
        """The request that is being answered. Others may have come right behind it, and `cycle` is the last of them."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else "?"
        where = network(peer)
        _open[where] += 1
        if _open[where] > self.most and not is_among(peer, tuple(self.config.forwarded_allow_ips)):
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "there are too many connections from your address: close some")
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if not self._is_handed_on:
            let_go(self.client)
        self.pipeline.clear()
        if self._running is not None:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._waiting += len(data)
        super().data_received(data)
        if not self._is_whole:
            self._check_size(self._waiting)

    def handle_websocket_upgrade(self) -> None:
        """From here on a `Socket` has the connection, and lets it go."""
        if not self.transport.is_closing():
            self._stop_waiting()
            self._is_handed_on = True
            super().handle_websocket_upgrade()

    # What the parser finds

    def on_message_begin(self) -> None:
        self._head, self._waiting, self._is_whole = 0, 0, False
        if not self.transport.is_closing():
            self._wait()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._head += len(url)
        if self._head <= LARGEST_HEAD:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value) + 4
        if self._head <= LARGEST_HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_whole, self._waiting = True, 0
        if not self.transport.is_closing() and self._check_size(self._head):
            super().on_headers_complete()
            if len(self.pipeline) > MOST_BEHIND:
                self.pipeline.clear()
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "send a request when the one before it has been answered")

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            super().on_message_complete()

    # Bounds

    def _check_size(self, size: int) -> bool:
        if size <= LARGEST_HEAD:
            return True
        reason = f"the head of a request has at most {LARGEST_HEAD // 1024} KB"
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, reason)
        return False

    def _wait(self) -> None:
        self._stop_waiting()
        reason = f"a request has to arrive within {PATIENCE:.0f} seconds"
        self._patience = self.loop.call_later(PATIENCE, self._refuse, HTTPStatus.REQUEST_TIMEOUT, reason)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        """Say why, unless an answer is on its way already, and close."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(reason)}\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head.encode() + reason.encode())
        self.transport.close()


class UnlimitedConnection(Connection):
    """For measuring: one address may have any number of them."""

    most = 1_000_000
