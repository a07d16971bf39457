"""Around every request: limits on its size and rate, and the headers that keep a browser safe."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Sequence

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard.core.languages import speak
from cutcard.server.errors import NotPermitted, TooMuch, status_of
from cutcard.server.http.addresses import address
from cutcard.server.http.hosts import check_hosts
from cutcard.server.http.language import wanted_language
from cutcard.server.http.limits import Limits
from cutcard.server.operation.logs import request_id
from cutcard.server.operation.metrics import REQUESTS, refused

log = logging.getLogger("cutcard.server")

LARGEST_BODY = 16 * 1024
IDENTITY = re.compile(r"[A-Za-z0-9._-]{1,64}")

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

        identity, begun, status = _identified(scope), time.perf_counter(), 500
        speak(wanted_language(HTTPConnection(scope)))

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                extra = [*HEADERS, (b"cache-control", b"no-store")] if is_api else HEADERS
                own = list(message.get("headers", []))
                told = {name for name, _ in own}  # an answer that says otherwise has its reason
                usual = [one for one in extra if one[0] not in told]
                headers = [*own, *usual, (b"x-request-id", identity.encode())]
                message = {**message, "headers": headers}
            await send(message)

        try:
            self._check(scope)
            if is_api:
                self.limits.requests.take(address(scope))
            await self.app(scope, _limited(receive), sending)
        except (NotPermitted, TooMuch) as error:
            refused(error)
            await _refuse(sending, status_of(error), str(error))
        finally:
            if is_api:
                route = getattr(scope.get("route"), "path", "none")
                REQUESTS.labels(route, str(status)).observe(time.perf_counter() - begun)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        _identified(scope)
        try:
            self._check(scope)
        except NotPermitted as error:
            refused(error)
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


def _identified(scope: Scope) -> str:
    """Give a request its name in the log: the one that a web server in front gave it, or one of its own."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"").decode("latin-1")
    identity = given if IDENTITY.fullmatch(given) else secrets.token_hex(8)
    request_id.set(identity)
    return identity


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
