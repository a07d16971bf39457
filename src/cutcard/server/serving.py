"""Starting the server. What is refused, and a second start beside a server that runs, is found before its libraries are
loaded; so is what the first of several processes needs, which answers nobody itself."""

from __future__ import annotations

import gc
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from cutcard.core.errors import CutcardError, ParseError
from cutcard.server.ports import PortTaken, address_of, answers, listening, reachable
from cutcard.server.settings import Settings
from cutcard.server.store.database import check_database, is_shared
from cutcard.server.store.one_server import claimed

PAUSE = 0.1
"""Seconds between two looks at something that cannot be waited for."""
LETTING_GO = 3.0


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Run until it is stopped. What is wrong with the settings raises; `on_ready` is told the address."""
    if settings.processes > 1 and not is_shared(settings.database):
        raise ParseError(
            "--processes needs PostgreSQL, where several processes can have the same tables: name one with --database, "
            "or leave --processes out"
        )
    if os.name == "nt" and is_shared(settings.database):
        # Its driver needs a loop that waits for sockets, and the journal and the bots one that waits for processes. On
        # Windows no loop does both.
        raise ParseError("PostgreSQL needs Linux or macOS here: leave --database out, or name an SQLite file")
    with claimed(settings.database) as claim, _listening(settings) as own:
        check_database(settings.database)

        def ready() -> None:
            address = address_of(own)
            if claim:
                claim.tell(reachable(address))
            on_ready(address)

        if settings.processes > 1:
            _serve_by_processes(settings, own, ready)
            return
        gc.disable()  # until all is there: nothing of it is garbage
        from cutcard.server.http.app import Server, configured  # takes a second, and is only needed now

        server = Server(configured(settings))
        server.on_ready = ready
        server.run(sockets=[own])
    if not server.started:
        raise CutcardError("the server could not start")


def _listening(settings: Settings) -> socket.socket:
    """The socket. Where the first of several processes was killed, the others need a moment to let go of it."""
    end = time.monotonic() + (LETTING_GO if settings.processes > 1 else 0.0)
    while True:
        try:
            return listening(settings.host, settings.port)
        except PortTaken:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE)


def _serve_by_processes(settings: Settings, own: socket.socket, on_ready: Callable[[], None]) -> None:
    """Several nodes on one socket; one that ends, or hangs, is replaced."""
    from uvicorn.supervisors import Multiprocess

    from cutcard.server.http.app import configured

    class Processes(Multiprocess):
        told: signal.Signals | None = None

        def handle_int(self) -> None:
            self.told = signal.SIGINT
            super().handle_int()

        def handle_term(self) -> None:
            self.told = signal.SIGTERM
            super().handle_term()

    share = max(1, settings.workers // settings.processes)
    config = configured(replace(settings, workers=share))
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    processes = Processes(config, sockets=[own])
    threading.Thread(target=_tell_when_ready, args=[own, on_ready], daemon=True).start()
    processes.run()
    if processes.told is None:
        raise CutcardError("the server could not start")
    for one, handler in before.items():
        signal.signal(one, handler)
    signal.raise_signal(processes.told)


def _tell_when_ready(own: socket.socket, on_ready: Callable[[], None]) -> None:
    while not answers(reachable(address_of(own))):
        time.sleep(PAUSE)
    on_ready()
