"""Around every request: limits on its size and rate, and the headers that keep a browser safe."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import orjson
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard.server.errors import NotPermitted, TooMuch
from cutcard.server.http.addresses import address
from cutcard.server.http.hosts import check_hosts
from cutcard.server.http.limits import Limits

log = logging.getLogger("cutcard.server")

LARGEST_BODY = 16 * 1024

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class TooLarge(HTTPException):
    """The body of a request is longer than any that makes sense. FastAPI lets this kind of error through while it reads."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """An ASGI app around another."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: tuple[str, ...] = (), proxies: Sequence[str] = ()) -> None:
        self.app = app
        self.limits = limits
        self.hosts = hosts
        """The names of this server, beside those that every server has."""
        self._is_proxy_missed = not proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith("/api/")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [*HEADERS, (b"cache-control", b"no-store")] if is_api else HEADERS
                message = {**message, "headers": [*message.get("headers", []), *extra]}
            await send(message)

        try:
            self._check(scope)
            if is_api:
                self.limits.requests.take(address(scope))
            await self.app(scope, _limited(receive), sending)
        except NotPermitted as error:
            await _refuse(sending, 403, str(error))
        except TooMuch as error:
            await _refuse(sending, 429, str(error))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except NotPermitted:
            await send({"type": "websocket.close"})  # before it is accepted, this answers 403
            return
        await self.app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        check_hosts(scope, self.hosts)
        if self._is_proxy_missed and any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self._is_proxy_missed = False  # said once
            log.warning(
                "a request from %s says that it comes from somebody else: if that is a web server of yours, name it with "
                "--trusted-proxies, or all people behind it have the limits of one address", address(scope),
            )  # fmt: skip


def _limited(receive: Receive) -> Receive:
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise TooLarge
        return message

    return receiving


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = orjson.dumps({"reason": reason, "clause": "", "update": None})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
