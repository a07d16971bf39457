"""What a page says and hears by each of its lines to a table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page, WebSocketRoute

from tests.patience import wait_until

LIVE = re.compile(r"/live$")
Passes = Callable[["TappedLine", str], bool]
ALL: Passes = lambda line, message: True  # noqa: E731


@dataclass(eq=False)
class TappedLine:
    server: WebSocketRoute
    said: list[str] = field(default_factory=list)
    """What the page has said, whether or not it was passed on."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How often something of each kind was said or heard."""
    is_closed: bool = False

    @property
    def is_answered(self) -> bool:
        """It has told of the table, and has an answer to every ping; or it is not needed any more."""
        return self.is_closed or (self.kinds["update"] > 0 and self.kinds["ping"] == self.kinds["pong"])


class Lines:
    """All of them, in the order in which they were opened. Until something is to be wrong with one all is passed on."""

    def __init__(self, page: Page) -> None:
        self.all: list[TappedLine] = []
        self.latest: TappedLine | None = None
        """The one by which the last update came."""
        self.goes_out: Passes = ALL
        """Whether the server gets what the page says."""
        self.comes_in: Passes = ALL
        """Whether the page is told what the server says."""
        self._page = page
        page.route_web_socket(LIVE, self._tap)

    def settle(self, *but: TappedLine) -> None:
        """Until nothing is on its way any more, save by lines that nothing comes by."""
        self.pause()
        wait_until(lambda: all(line.is_answered for line in self.all if line not in but), self.pause)

    def first(self) -> TappedLine:
        """The line there is, once nothing is on its way: a busy machine may have opened others before."""
        self.settle()
        assert self.latest is not None
        return self.latest

    def after(self, line: TappedLine) -> list[TappedLine]:
        """Those that were opened since."""
        return self.all[self.all.index(line) + 1 :]

    def pause(self) -> None:
        self._page.wait_for_timeout(20)

    def _tap(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self.all.append(line := TappedLine(server))

        def said(message: str | bytes) -> None:
            line.said.append(str(message))
            line.kinds[kind_of(message)] += 1
            if self.goes_out(line, str(message)):
                server.send(message)

        def told(message: str | bytes) -> None:
            if not self.comes_in(line, str(message)):
                return
            line.kinds[kind_of(message)] += 1
            if kind_of(message) == "update":
                self.latest = line
            route.send(message)

        def closed(other: WebSocketRoute, code: int | None, reason: str | None) -> None:
            line.is_closed = True
            other.close(code=code, reason=reason)

        route.on_message(said)
        server.on_message(told)
        route.on_close(lambda code, reason: closed(server, code, reason))
        server.on_close(lambda code, reason: closed(route, code, reason))


def kind_of(message: str | bytes) -> str:
    kind: str = json.loads(message)["type"]
    return kind
