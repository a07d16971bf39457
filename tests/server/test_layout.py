"""The layout of `deploy/compose.yaml` as plain processes: its commands, variables and files, with ports of this machine in
place of its addresses. A game goes on while one node after the other is stopped."""

from __future__ import annotations

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.patience import PATIENCE, SLACK
from tests.ports import port_of, reserve
from tests.server.client import join, make_table, play_by_turns
from tests.server.deployed import NAME, NODES, address_of, compose, instruction, nginx_site
from tests.server.nginx import Nginx
from tests.server.postgres import WITH_PASSWORD, Cluster
from tests.server.relay import Relay
from tests.soak import soaked
from tests.terminal.driving import started

PASSWORD = "sword:fish@ %41/ü"
SECRET = "/run/secrets/database_password"
BUSY = soaked(SLACK, 0.0)
"""Seconds that a node may take to end besides those that it has."""


class Container:
    """What a service of the compose file would run, as a process. The database is at this port."""

    def __init__(self, service: str, database: int, password: Path, log: Path) -> None:
        stack = ExitStack()
        self._ports = {inside: port_of(stack.enter_context(reserve())) for inside in ("8377", "9377")}
        self._free = stack.close
        self._service = compose()["services"][service]
        self._places = {
            address_of("database"): f"127.0.0.1:{database}", address_of("nginx"): "127.0.0.1", "0.0.0.0": "127.0.0.1",
            SECRET: str(password), **{inside: str(port) for inside, port in self._ports.items()},
        }  # fmt: skip
        self.log = log
        self.grace = float(self._service["stop_grace_period"].removesuffix("s"))
        self._process: subprocess.Popen[str] | None = None

    @property
    def port(self) -> int:
        return self._ports["8377"]

    @property
    def metrics(self) -> str:
        return f"http://127.0.0.1:{self._ports['9377']}/metrics"

    def here(self, words: str) -> str:
        for inside, place in self._places.items():
            words = words.replace(inside, place)
        return words

    def start(self) -> None:
        assert instruction("ENTRYPOINT") == ["cutcard"]
        variables = {name: self.here(value) for name, value in self._service["environment"].items()}
        words = [self.here(word) for word in self._service["command"]]
        with self.log.open("a") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": log}
            self._process = started(*words, env={**os.environ, **variables}, **streams)
        assert self._process.stdout
        said = self._process.stdout.readline()
        assert said == f"Cutcard is at http://127.0.0.1:{self.port}/\n", said + self.log.read_text()

    def is_healthy(self) -> bool:
        """By the health check of the image."""
        program, *words = (self.here(word) for word in instruction("HEALTHCHECK"))
        assert program == "python"
        return not subprocess.run([sys.executable, *words], capture_output=True, check=False).returncode

    def stop(self) -> float:
        """As `docker compose stop` does, but that a busy machine may take longer; the seconds that it took."""
        begun = time.monotonic()
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGTERM)
            try:
                process.communicate(timeout=self.grace + BUSY)
            finally:
                process.kill()
        return time.monotonic() - begun

    def close(self) -> None:
        self.stop()
        self._free()


@contextmanager
def password_file(cluster: Cluster, folder: Path) -> Iterator[Path]:
    """The user and the database that the image of PostgreSQL would make, in a cluster of others."""
    wishes = compose()["services"]["database"]["environment"]
    user, name = wishes["POSTGRES_USER"], wishes["POSTGRES_DB"]
    file = folder / "password"
    file.write_text(f"{PASSWORD}\n")
    cluster.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}' IN ROLE {WITH_PASSWORD}")
    cluster.execute(f"CREATE DATABASE {name} OWNER {user}")
    try:
        yield file
    finally:
        cluster.execute(f"DROP DATABASE {name} WITH (FORCE)")
        cluster.execute(f"DROP ROLE {user}")


@contextmanager
def layout(cluster: Cluster, folder: Path) -> Iterator[tuple[Nginx, list[Container]]]:
    with ExitStack() as stack:
        password = stack.enter_context(password_file(cluster, folder))
        relay = stack.enter_context(Relay(cluster.socket))
        nodes = [Container(service, relay.port, password, folder / f"{service}.log") for service in NODES]
        for node in nodes:
            stack.callback(node.close)
        with ThreadPoolExecutor() as pool:  # both find an empty database
            list(pool.map(Container.start, nodes))
        nginx = stack.enter_context(Nginx(folder / "nginx", nginx_site([node.port for node in nodes])))
        yield nginx, nodes


def ask(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, trust_env=False, timeout=PATIENCE)


def moves_of(node: Container) -> float:
    """By persons, as Prometheus reads it."""
    families = text_string_to_metric_families(ask(node.metrics).text)
    return sum(
        one.value for family in families for one in family.samples
        if one.name == "cutcard_moves_total" and one.labels == {"by": "person"}
    )  # fmt: skip


def wait_for(holds: Callable[[], bool]) -> None:
    """An engine that asks for health gives a busy machine several tries, too."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def stop(node: Container) -> None:
    assert node.stop() < node.grace + BUSY
    assert not node.is_healthy()


def wait_until_used(node: Container, url: str) -> None:
    """nginx tries a node again that was away, after a while; that it was asked for a table says that it does. Each table has
    a node of its own, so that many are asked for, which need not be there."""
    numbers = itertools.cycle(range(2222, 2322))

    def is_used() -> bool:
        ask(f"{url}/api/tables/AAAA{next(numbers)}")
        return 'route="/api/tables/{code}"' in ask(node.metrics).text

    wait_for(is_used)


def test_a_game_goes_on_while_every_node_is_stopped_and_started_again(cluster: Cluster, tmp_path: Path) -> None:
    with layout(cluster, tmp_path) as (nginx, nodes):
        for node in nodes:
            wait_for(node.is_healthy)
        wait_for(lambda: (said := ask(f"{nginx.url}/readyz", host=NAME)).status_code == 200 and said.json()["ready"] is True)
        assert ask(f"{nginx.url}/readyz", host="cards.example.net").status_code == 403
        host = make_table(nginx.url, "port", seats=2)
        people = [host, join(host)]
        host.start()
        play_by_turns(people, 4)
        assert sum(map(moves_of, nodes)) == 4
        first, second = nodes
        stop(first)
        play_by_turns(people, 4)
        wait_for(lambda: ask(f"{nginx.url}/readyz").status_code == 200)
        first.start()
        wait_until_used(first, nginx.url)
        stop(second)
        play_by_turns(people, 4)
        assert sum(event["kind"] == "move" for event in host.look()["events"]) == 12
        said = "".join(node.log.read_text() for node in nodes)
        assert "sword" not in said
        assert "trusted" not in said
        # a node may ask for something again (503), and nginx takes one for gone that is too busy to answer (502), and waits
        # for it in vain where there is no other (504)
        assert not re.search(rf" 50[{soaked('0', '024')}] from ", nginx.said("access", 1000))
