"""One of several processes of a server: it gets connections from the first one. Run by `first.py`."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard.server.http.app import Server, configured, create_app
from cutcard.server.settings import Settings


class OneRequest:
    """An ASGI app around another: every answer ends its connection."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), (b"connection", b"close")]}
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


class TableProcess(Server):
    """A server with tables of its own that does not listen: connections come over the link."""

    def __init__(self, config: uvicorn.Config, link: socket.socket) -> None:
        super().__init__(config)
        self._link = link
        self._tasks: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        asyncio.get_running_loop().add_reader(self._link, self._take)

    def _take(self) -> None:
        """Take a connection. Where the link has ended the first process is gone, and another server may be about to
        begin with the same tables: this one must not go on for a moment."""
        try:
            said, descriptors, *_ = socket.recv_fds(self._link, 1, 1)
        except BlockingIOError:
            return
        except ConnectionError:
            said, descriptors = b"", []
        if not said:
            os._exit(1)
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)  # a process that is begun later must not keep it open
            task = asyncio.create_task(self._begin(socket.socket(fileno=descriptor)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _begin(self, connection: socket.socket) -> None:
        """As uvicorn begins with what it has accepted."""
        if self.should_exit:
            connection.close()
            return
        connection.setblocking(False)
        with suppress(OSError):  # the client has gone
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made


def main(link: socket.socket, settings: Settings) -> None:
    link.setblocking(False)
    link.set_inheritable(False)
    sys.path.append(str(Path.cwd()))  # for bots of one's own
    server = TableProcess(configured(OneRequest(create_app(settings))), link)
    server.on_ready = lambda: link.sendall(b".")
    server.run()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), Settings(**orjson.loads(sys.stdin.buffer.read())))
