"""The server: its HTTP API, the socket, and the pages."""

from __future__ import annotations

import gc
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from cutcard import __version__
from cutcard.core.errors import CutcardError
from cutcard.server.http import api
from cutcard.server.http.answers import answer_errors
from cutcard.server.http.guard import Guard
from cutcard.server.http.limits import Limits
from cutcard.server.live.clients import Live
from cutcard.server.live.sockets import Socket
from cutcard.server.processes import dispatcher
from cutcard.server.processes.ports import address_of, listening, reachable
from cutcard.server.settings import Settings
from cutcard.server.store.claim import claimed
from cutcard.server.store.database import check_database
from cutcard.server.tables.all_tables import AllTables

STATIC = Path(__file__).parents[1] / "static"

NO_PAGES = (
    "<!doctype html><html lang='en'><title>Cutcard</title><h1>Cutcard</h1><p>The pages have not been built. "
    "Run <code>make web</code> in the project's folder, or <code>pip install .</code> again.</p></html>"
)


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI app."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AllTables.opened(settings, limits) as tables:
            app.state.tables = tables
            yield

    limits = Limits(settings.unlimited)
    app = FastAPI(
        title="Cutcard", version=__version__, summary="Card games at tables online.",
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None, lifespan=lifespan,
    )  # fmt: skip
    app.include_router(api.router)
    answer_errors(app, lambda: page(404))

    app.router.routes.append(WebSocketRoute("/api/tables/{code}/live", Live(lambda: app.state.tables)))
    _add_pages(app)
    app.add_middleware(Guard, limits=limits)
    return app


def page(status: int = 200) -> Response:
    """The one page of the app. It knows by its address what to show."""
    index = STATIC / "index.html"
    headers = {"cache-control": "no-cache"}
    return FileResponse(index, status, headers) if index.is_file() else HTMLResponse(NO_PAGES, 503, headers)


def _add_pages(app: FastAPI) -> None:
    """One page for all addresses of the app; its parts never change under the same name."""
    for path in ("/", "/t/{code}", "/r/{code}"):
        app.add_api_route(path, lambda: page(), methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/assets", StaticFiles(directory=STATIC / "assets", check_dir=False), name="assets")


class Server(uvicorn.Server):
    """Says when it is ready."""

    on_ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What is here now stays. Looking through all of it for garbage again and again would make people wait.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        if not self.should_exit:
            self.on_ready()


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Run until it is stopped. What is wrong with the settings raises; `on_ready` is told the address."""
    with claimed(settings.database) as claim, listening(settings.host, settings.port) as own:
        check_database(settings.database, settings.keep_days)

        def ready() -> None:
            address = address_of(own)
            if claim:
                claim.tell(reachable(address))
            on_ready(address)

        if settings.processes > 1:
            dispatcher.run(settings, own, ready)
            return
        server = Server(configured(create_app(settings)))
        server.on_ready = ready
        server.run(sockets=[own])
    if not server.started:
        raise CutcardError("the server could not start")


def configured(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=16 * 1024, ws_per_message_deflate=False,
        ws_ping_interval=20.0, ws_ping_timeout=20.0, timeout_graceful_shutdown=3, server_header=False,
        ws=Socket,
    )  # fmt: skip
