"""Several servers on one PostgreSQL behind a real nginx, and what can happen to each of them.

Each node has a line of its own to the database, which can be cut. The database is not shared with other tests: it is
restarted.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.server.deployed import nginx_site
from tests.server.nginx import Nginx
from tests.server.postgres import Cluster
from tests.server.relay import Relay
from tests.server.running import RunningServer

TRIES = 20
"""Of starting a node, since the database may be away just then."""
LINES = 25
"""Of each log that are shown when a test fails."""


class Node:
    """One server, and its line to the database."""

    def __init__(self, number: int, relay: Relay, database: str, log: Path, **settings: Any) -> None:
        self.number = number
        self._relay = relay
        self._server = RunningServer(
            f"postgresql://postgres@127.0.0.1:{relay.port}/{database}", log, **settings
        )  # fmt: skip
        self._stopped: list[int] = []
        self._is_running = True

    @property
    def port(self) -> int:
        return int(self._server.url.rpartition(":")[2])

    @property
    def said(self) -> str:
        return "\n".join(self._server.said.splitlines()[-LINES:])

    @property
    def has_not_ended(self) -> bool:
        return self._server.process.poll() is None

    @property
    def standing(self) -> str:
        """Whether it runs, for whoever has to find out what happened."""
        if not self._is_running:
            return "killed"
        status = self._server.process.poll()
        return "running" if status is None else f"ended by itself with status {status}"

    def kill(self) -> None:
        """Its own process alone: whatever that has begun may still be on its way."""
        self._is_running = False
        self._server.kill()

    def start(self) -> None:
        for _ in range(TRIES):
            try:
                self._server.start()
                self._is_running = True
                return
            except AssertionError:  # it has ended, as it should where there is no database
                self._server.kill()
                time.sleep(0.2)
        raise AssertionError(f"the node does not start any more:\n{self.said}")

    def hang(self) -> None:
        """With all its processes, as a machine does."""
        self._stopped = family(self._server.process.pid)
        for process in self._stopped:
            _send(process, signal.SIGSTOP)

    def wake(self) -> None:
        for process in self._stopped:
            _send(process, signal.SIGCONT)
        self._stopped = []

    def cut(self) -> None:
        self._relay.cut()

    def freeze(self) -> None:
        self._relay.freeze()

    def swallow(self) -> None:
        self._relay.swallow()

    def restore(self) -> None:
        self._relay.restore()

    def close(self, *, is_good: bool) -> None:
        """As Ctrl-C would where all is well, else as quickly as can be."""
        self.wake()
        with self._server:
            if self._is_running and not is_good:
                self._server.kill()


def family(process: int) -> list[int]:
    """A process, and all that it and they have started."""
    found = [process]
    for parent in found:  # grows on the way
        with suppress(OSError):
            for children in Path(f"/proc/{parent}/task").glob("*/children"):
                found += [int(word) for word in children.read_text().split()]
    return found


def _send(process: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, what)


class Nodes:
    """All of it. When it is left no process of it is there any more; after a failure it says what the nodes said last."""

    def __init__(self, folder: Path, count: int, *, by_turns: bool = True, **settings: Any) -> None:
        self._folder = folder
        self._count = count
        self._by_turns = by_turns
        """Whether the people of a table are spread over all nodes, so that these have most to do with each other."""
        self._settings = settings
        self._stack = ExitStack()
        self._restarting = threading.Lock()
        self._is_good = False
        self.nodes: list[Node] = []

    def __enter__(self) -> Nodes:
        with ExitStack() as stack:
            self._cluster = Cluster.started()
            stack.callback(self._cluster.stop)
            self.database = self._cluster.new_database()
            """Its address, not by any of the lines."""
            name = self.database.partition("@/")[2].partition("?")[0]
            relays = [stack.enter_context(Relay(self._cluster.socket)) for _ in range(self._count)]
            stack.callback(self._close_nodes)

            def begin(number: int) -> None:
                log = self._folder / f"node-{number}.log"
                self.nodes.append(Node(number, relays[number], name, log, **self._settings))

            _at_once([lambda number=number: begin(number) for number in range(self._count)])
            self.nodes.sort(key=lambda node: node.number)
            site = nginx_site([node.port for node in self.nodes], by_turns=self._by_turns)
            self.nginx = stack.enter_context(Nginx(self._folder / "nginx", site))
            self._stack = stack.pop_all()
        return self

    @property
    def url(self) -> str:
        return self.nginx.url

    def restart_database(self, mode: str) -> None:
        """One after another: what starts a database cannot do so while another one stops it."""
        with self._restarting:
            self._cluster.restart(mode)

    def said(self) -> str:
        """What everybody said last."""
        texts = {f"node {node.number}, port {node.port}, {node.standing}": node.said for node in self.nodes}
        texts |= {"nginx's errors": self.nginx.said("error"), "nginx's requests": self.nginx.said("access")}
        texts["the database"] = "\n".join((self._cluster.folder / "log").read_text().splitlines()[-LINES:])
        return "\n".join(f"--- {who}\n{text}" for who, text in texts.items())

    def _close_nodes(self) -> None:
        _at_once([lambda node=node: node.close(is_good=self._is_good) for node in self.nodes])

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._is_good = error is None
        if error is not None:
            print(self.said())
        self._stack.close()


def _at_once(works: list[Callable[[], None]]) -> None:
    with ThreadPoolExecutor(len(works) or 1) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()
