"""`cutcard serve --processes`: several nodes on one socket, with PostgreSQL. One that ends, or hangs, is replaced."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cutcard.cli.serve import STOPPED
from tests.patience import PATIENCE
from tests.server.client import make_table
from tests.server.nodes import family
from tests.server.postgres import Cluster
from tests.terminal.driving import CTRL_C, Terminal, run
from tests.test_cli_serve import Server

CANNOT_START = """
import os, sys
if "spawn_main" in " ".join(sys.orig_argv):
    os._exit(3)
"""
"""As a process ends that cannot begin to serve."""


def words(database: str) -> tuple[str, ...]:
    return ("--port", "0", "--processes", "2", "--database", database)


def children(server: Server) -> set[int]:
    """The processes that serve."""
    return {process for process in family(server.process.pid) if "spawn_main" in command_line(process)}


def command_line(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has ended
        return ""


def sent_to_one(server: Server, what: signal.Signals) -> int:
    """Send a signal to one of them. On a busy machine any may have been taken for one that hangs, and been replaced."""
    while True:
        for process in children(server):
            with suppress(ProcessLookupError):
                os.kill(process, what)
                return process


def wait_for(holds: object) -> None:
    assert callable(holds)
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_one_that_ends_or_hangs_is_replaced_and_without_the_first_all_end(cluster: Cluster) -> None:
    with Server(*words(cluster.new_database())) as server:
        assert server.stops == "Ctrl-C stops."
        host = make_table(server.address.rstrip("/"), seats=2, level="easy")
        host.start()
        host.wait_for(lambda update: host.wish(update) is not None)  # from here on nobody moves
        wait_for(lambda: len(children(server)) == 2)
        first = sent_to_one(server, signal.SIGKILL)
        wait_for(lambda: len(children(server) - {first}) == 2)
        assert host.look()["table"]["state"] == "playing"
        second = sent_to_one(server, signal.SIGSTOP)
        wait_for(lambda: second not in children(server))
        wait_for(lambda: len(children(server)) == 2)
        seen = {host.look()["seq"] for _ in range(10)}
        assert len(seen) == 1, "whichever process answers"
        those = children(server)
        server.kill()
        wait_for(lambda: not any("spawn_main" in command_line(process) for process in those))


def test_ctrl_c_in_a_terminal_ends_all(cluster: Cluster) -> None:
    with Terminal("serve", *words(cluster.new_database()), columns=100) as terminal:
        terminal.expect("Ctrl-C stops.")
        os.write(terminal.master, CTRL_C.encode())  # its first process reads no files: it waits for the others
        terminal.expect(STOPPED)
        assert terminal.finish() == 0


def test_processes_that_cannot_start_end_the_server(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(CANNOT_START)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    done = run("serve", *words(cluster.new_database()))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == "cutcard: the server could not start"
