"""The server: its HTTP API, the socket, and the pages."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.staticfiles import NotModifiedResponse

from cutcard import __version__
from cutcard.server.http import api, games_api, practice_api, puzzles_api, review_api, you_api
from cutcard.server.http.addresses import address
from cutcard.server.http.answers import answer_errors
from cutcard.server.http.compressed import IN_LANGUAGES, BuiltFiles, built_file, worded_file
from cutcard.server.http.connections import Connection, UnlimitedConnection
from cutcard.server.http.guard import Guard
from cutcard.server.http.invitation import invitation_for, with_tags
from cutcard.server.http.invitation_picture import Gallery
from cutcard.server.http.limits import Limits
from cutcard.server.live.clients import Live
from cutcard.server.live.sockets import LARGEST_TEXT, Socket, UnlimitedSocket
from cutcard.server.operation.health import Health, told
from cutcard.server.operation.logs import log_as
from cutcard.server.operation.metrics import observe, serve_metrics
from cutcard.server.operation.watchdog import Watchdog
from cutcard.server.settings import Settings
from cutcard.server.tables.all_tables import AllTables

STATIC = Path(__file__).parents[1] / "static"

BESIDE_THE_PAGE = ("manifest.webmanifest", "worker.js", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""What makes the page one that can be installed, and opens without a network."""

HEARD_WITHIN = 10
"""Seconds in which one of several processes has to answer the first, or it is replaced. It may be busy with its imports."""

NO_PAGES = (
    "<!doctype html><html lang='en'><title>Cutcard</title><h1>Cutcard</h1><p>The pages have not been built. "
    "Run <code>make web</code> in the project's folder, or <code>pip install .</code> again.</p></html>"
)


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI app."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        log_as(settings.log_format)
        async with AllTables.opened(settings, limits) as tables, _watched(), _measured(settings, tables):
            app.state.tables = tables
            _hear_of_the_end(tables.end_soon)
            _keep_what_is_here()
            yield

    limits = Limits(settings.unlimited)
    app = FastAPI(
        title="Cutcard", version=__version__, summary="Card games at tables online.",
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None, lifespan=lifespan,
    )  # fmt: skip
    app.state.gallery = Gallery()
    for part in (games_api, api, practice_api, review_api, puzzles_api, you_api):
        app.router.routes += part.router.routes  # `include_router` would make every one again, at the first request
    answer_errors(app, lambda request: page(request, 404))

    app.router.routes.append(WebSocketRoute("/api/tables/{code}/live", Live(lambda: app.state.tables)))
    _add_health(app)
    _add_pages(app)
    app.add_middleware(Guard, limits=limits, hosts=tuple(settings.hosts), proxies=settings.trusted_proxies)
    return app


def page(request: Request, status: int = 200) -> Response:
    """The one page of the app. It knows by its address what to show, and names the files of its version."""
    index = worded_file(STATIC / "index.html")
    if not index.is_file():
        return HTMLResponse(NO_PAGES, 503, {"cache-control": "no-cache"})
    return _file_of_today(index, request, status)


def _file_of_today(file: Path, request: Request, status: int = 200) -> Response:
    """A file that a browser asks for each time, as it may be another one tomorrow; what it has is not sent again."""
    answer = built_file(file, request.headers, "no-cache", status)
    answer.headers.update(IN_LANGUAGES)
    is_known = status == 200 and answer.headers["etag"] in request.headers.get("if-none-match", "")
    return NotModifiedResponse(answer.headers) if is_known else answer


async def page_for_people(request: Request) -> Response:
    return page(request)


async def page_of_table(request: Request, code: str) -> Response:
    """The same page, with what messengers tell of the table. It says other things from one moment to the next."""
    invitation = await invitation_for(request.app.state.tables, code, address(request.scope))
    index = worded_file(STATIC / "index.html")
    if invitation is None or not index.is_file():
        return page(request)
    told = with_tags(index.read_text(), invitation, str(request.base_url).rstrip("/"), code.upper())
    return HTMLResponse(told, headers={"cache-control": "no-cache", **IN_LANGUAGES})


async def file_beside_the_page(request: Request) -> Response:
    """What browsers look for under its own name."""
    file = worded_file(STATIC / request.url.path.lstrip("/"))
    if not file.is_file():
        raise HTTPException(404)
    return _file_of_today(file, request)


def _add_pages(app: FastAPI) -> None:
    """One page for all addresses of the app; its parts never change under the same name."""
    for path in ("/", "/you", "/r/{code}", "/learn/{name}", "/puzzles", "/puzzle/{name}", "/puzzle/{name}/{number}"):
        app.add_api_route(path, page_for_people, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/t/{code}", page_of_table, methods=["GET", "HEAD"], include_in_schema=False)
    for name in BESIDE_THE_PAGE:
        app.add_api_route(f"/{name}", file_beside_the_page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/assets", BuiltFiles(STATIC / "assets"), name="assets")


def _add_health(app: FastAPI) -> None:
    """For load balancers. Neither tells anything of a table."""
    health = Health()

    async def alive() -> Response:
        return PlainTextResponse("alive\n", headers={"cache-control": "no-store"})

    async def ready() -> Response:
        found = await health.readiness(app.state.tables)
        return JSONResponse(told(found), 200 if found.is_ready else 503, {"cache-control": "no-store"})

    app.add_api_route("/healthz", alive, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/readyz", ready, methods=["GET", "HEAD"], include_in_schema=False)


@asynccontextmanager
async def _watched() -> AsyncIterator[None]:
    """Have somebody look whether the loop goes round."""
    watching = asyncio.create_task(Watchdog().work(), name="watchdog")
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


@asynccontextmanager
async def _measured(settings: Settings, tables: AllTables) -> AsyncIterator[None]:
    """Answer Prometheus, where that is wanted, on a port of its own."""
    if not settings.metrics:
        yield
        return
    observe(tables.count, tables.limits.count)
    server, place = serve_metrics(settings.metrics)
    logging.getLogger("cutcard.server").warning("figures for Prometheus are at %s", place)
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()


class Server(uvicorn.Server):
    """Says when it is ready."""

    on_ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self.on_ready()


def _keep_what_is_here() -> None:
    """What is in memory at the start stays. Looking through all of it for garbage again and again would make people wait."""
    gc.collect()
    gc.freeze()
    gc.enable()  # `serve` has put it off
    gc.set_threshold(50_000, 20, 50)


def _hear_of_the_end(end_soon: Callable[[], None]) -> None:
    """Before the server itself stops, on a signal, the tables hear of it; and where this is one of several processes and the
    first of them is gone, it ends too: another server may be about to take its place."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(one)

        def hear(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(end_soon)
            if callable(before):
                before(number, frame)

        signal.signal(one, hear)
    if (first := multiprocessing.parent_process()) is not None:

        def follow() -> None:
            first.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def configured(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the app."""
    return uvicorn.Config(
        partial(create_app, settings), factory=True, workers=settings.processes, log_level="warning", access_log=False,
        ws_max_size=LARGEST_TEXT, ws_per_message_deflate=False, ws_ping_interval=20.0, ws_ping_timeout=20.0,
        timeout_graceful_shutdown=3, timeout_worker_healthcheck=HEARD_WITHIN, server_header=False,
        http=UnlimitedConnection if settings.unlimited else Connection, ws=UnlimitedSocket if settings.unlimited else Socket,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )  # fmt: skip
