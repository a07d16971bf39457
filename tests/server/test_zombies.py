"""Sessions of nodes that are no longer there: a node that hangs, or whose line is dead without anybody having said so, loses
its locks at the database within the promised time, and another one keeps its tables."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg
import pytest

from cutcard.server.nodes.postgres import lock_of
from cutcard.server.store.database import libpq_address
from tests.patience import PATIENCE, SLACK
from tests.server.client import Refused, Visitor, make_table
from tests.server.nodes import Node
from tests.server.postgres import Cluster
from tests.server.relay import Relay

PROMISED = 3.0
"""Seconds after which another node keeps a table, as docs/online.md has it."""

HOLDER = """SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND datname = current_database()
    AND (classid::bigint << 32 | objid::bigint) = %s"""

SESSIONS = """SELECT application_name FROM pg_stat_activity
    WHERE application_name ~ '^cutcard ' AND datname = current_database()"""


class Watched:
    """A table by several nodes, as the database sees who keeps it."""

    def __init__(self, database: str) -> None:
        self._admin = psycopg.connect(libpq_address(database), autocommit=True)
        self.code = ""

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self._admin.close()

    def keeper(self) -> str | None:
        """The session that has the table's lock."""
        found = self._admin.execute(HOLDER, [lock_of(self.code)]).fetchone()
        return found[0] if found else None

    def holding(self) -> int | None:
        """The process of the database that has it."""
        found = self._admin.execute(HOLDER.replace("application_name", "pid"), [lock_of(self.code)]).fetchone()
        return found[0] if found else None

    def sessions(self) -> set[str]:
        """The nodes that have sessions."""
        found = self._admin.execute(SESSIONS)
        return {name for (name,) in found}

    def wait_for(self, *keepers: str) -> float:
        """How long it takes until one of these keeps the table."""
        begun = time.monotonic()
        while self.keeper() not in keepers:
            assert time.monotonic() - begun < PATIENCE, f"{self.keeper()} keeps it, not {keepers}"
            time.sleep(0.02)
        return time.monotonic() - begun


@pytest.fixture
def nodes(cluster: Cluster, tmp_path: Path) -> Iterator[tuple[Watched, dict[str, Node]]]:
    """Two nodes, each with a line of its own, by the names of their sessions; and a table that both of them have."""
    database = cluster.new_database()
    name = database.partition("@/")[2].partition("?")[0]
    with ExitStack() as stack:
        found: dict[str, Node] = {}
        watched = stack.enter_context(Watched(database))
        for number in range(2):
            relay = stack.enter_context(Relay(cluster.socket))
            node = Node(number, relay, name, tmp_path / f"{number}.log", workers=1)
            stack.callback(node.close, is_good=False)
            while not (new := watched.sessions() - found.keys()):
                time.sleep(0.02)
            found[new.pop()] = node
        host, *others = (f"http://127.0.0.1:{node.port}" for node in found.values())
        zoe = make_table(host, "port", seats=2, level="easy", clock=3600)
        zoe.start()
        watched.code = zoe.code
        for url in others:
            Visitor(url, zoe.code, zoe.key).look()
        watched.wait_for(*found)
        yield watched, found


def answers(node: Node, code: str) -> bool:
    assert node.has_not_ended, f"the node has ended:\n{node.said}"
    try:
        Visitor(f"http://127.0.0.1:{node.port}", code, waits=False).look()
    except httpx.TransportError:
        return False
    except Refused as error:
        if error.status != 503:
            raise
        return False
    return True


@pytest.mark.parametrize("trouble", ["hang", "swallow", "freeze"])
def test_who_says_nothing_any_more_loses_the_lock(nodes: tuple[Watched, dict[str, Node]], trouble: str) -> None:
    watched, found = nodes
    keeper = watched.keeper()
    assert keeper
    (other,) = found.keys() - {keeper}
    getattr(found[keeper], trouble)()
    assert watched.wait_for(other) < PROMISED + SLACK
    while keeper in watched.sessions():  # none of its sessions is left, whatever they were for
        time.sleep(0.02)
    (found[keeper].wake if trouble == "hang" else found[keeper].restore)()
    end = time.monotonic() + PATIENCE
    while not answers(found[keeper], watched.code):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert watched.keeper() == other, "who comes back does not take it away again"


def test_who_comes_back_by_a_new_line_has_its_locks_again(cluster: Cluster, tmp_path: Path) -> None:
    """The only node: nobody else ends the session that is still open at the other end of its dead line."""
    database = cluster.new_database()
    name = database.partition("@/")[2].partition("?")[0]
    with Relay(cluster.socket) as relay, Watched(database) as watched:
        node = Node(0, relay, name, tmp_path / "node.log")
        try:
            zoe = make_table(f"http://127.0.0.1:{node.port}", "port", seats=2, level="easy", clock=3600)
            zoe.start()
            watched.code = zoe.code
            while (keeper := watched.keeper()) is None:
                time.sleep(0.02)
            before = watched.holding()
            node.swallow()
            node.restore()
            begun = time.monotonic()
            while watched.holding() in (before, None):
                assert time.monotonic() - begun < PATIENCE
                time.sleep(0.02)
            assert watched.keeper() == keeper
            assert time.monotonic() - begun < PROMISED + SLACK
        finally:
            node.close(is_good=False)


# A machine that is unplugged

HOLDING = """
import asyncio, sys
from cutcard.server.nodes.postgres import PostgresNeighbours, lock_of

async def hold():
    async with PostgresNeighbours("unplugged", sys.argv[1])._line() as line:
        await line.execute("SELECT pg_advisory_lock(%s)", [lock_of("AAAA2222")])
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(hold())
"""
SPACE, OUTSIDE, INSIDE = "cutcard", "cutcard0", "cutcard1"
HERE, THERE = "10.231.77.1", "10.231.77.2"


def ip(*words: str) -> bool:
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0


@pytest.fixture
def other_machine() -> Iterator[None]:
    """A network of its own, with a cable to this one."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("only root can lay a cable to another network (ip netns)")
    space = f"{SPACE}{os.getpid()}"
    made = ip("netns", "add", space) and ip("link", "add", OUTSIDE, "type", "veth", "peer", "name", INSIDE, "netns", space)
    try:
        if not made:
            pytest.skip("this machine does not allow another network (ip netns, veth)")
        assert ip("addr", "add", f"{HERE}/30", "dev", OUTSIDE)
        assert ip("link", "set", OUTSIDE, "up")
        assert ip("-n", space, "addr", "add", f"{THERE}/30", "dev", INSIDE)
        assert ip("-n", space, "link", "set", INSIDE, "up")
        yield
    finally:
        ip("link", "del", OUTSIDE)
        ip("netns", "del", space)


def test_a_machine_that_is_unplugged_loses_its_locks_by_keep_alives_alone(other_machine: None) -> None:
    """No other node is there to end its sessions: the database misses it by itself."""
    cluster = Cluster.started(listens=HERE)
    try:
        database = cluster.new_database()
        name = database.partition("@/")[2].partition("?")[0]
        words = ["ip", "netns", "exec", f"{SPACE}{os.getpid()}", sys.executable, "-c", textwrap.dedent(HOLDING)]
        with (
            Watched(database) as watched,
            subprocess.Popen([*words, f"postgresql://postgres@{HERE}/{name}"], stdout=subprocess.PIPE) as holding,
        ):
            assert holding.stdout
            try:
                assert holding.stdout.readline() == b"held\n"
                watched.code = "AAAA2222"
                assert watched.keeper() == "cutcard unplugged"
                assert ip("link", "set", OUTSIDE, "down")
                begun = time.monotonic()
                while watched.keeper():
                    assert time.monotonic() - begun < PATIENCE
                    time.sleep(0.05)
                assert time.monotonic() - begun < PROMISED + SLACK
            finally:
                holding.kill()
    finally:
        cluster.stop()
