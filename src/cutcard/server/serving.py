"""Starting the server. What is refused, and a second start beside a server that runs, is found before its libraries are
loaded; so is what the first of several processes needs, which answers nobody itself."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.core.errors import CutcardError
from cutcard.server.processes import dispatcher
from cutcard.server.processes.ports import address_of, listening, reachable
from cutcard.server.settings import Settings
from cutcard.server.store.claim import claimed
from cutcard.server.store.database import check_database


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Run until it is stopped. What is wrong with the settings raises; `on_ready` is told the address."""
    with claimed(settings.database) as claim, listening(settings.host, settings.port) as own:
        check_database(settings.database)

        def ready() -> None:
            address = address_of(own)
            if claim:
                claim.tell(reachable(address))
            on_ready(address)

        if settings.processes > 1:
            dispatcher.run(settings, own, ready)
            return
        from cutcard.server.http.app import Server, configured, create_app  # takes a second, and is only needed now

        server = Server(configured(create_app(settings)))
        server.on_ready = ready
        server.run(sockets=[own])
    if not server.started:
        raise CutcardError("the server could not start")
