"""Playing in the browser from the command line: `cutcard serve`, `cutcard` alone, and `cutcard verify`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import pytest

import cutcard
from cutcard.cli.serve import STOPPED
from cutcard.core.errors import CutcardError
from cutcard.core.table.table import Table
from cutcard.server import fair, ports
from tests.patience import PATIENCE
from tests.ports import reserved_port, taken_port
from tests.terminal.driving import CTRL_C, PIPES, Cutcard, Terminal, run, started


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for every process that a test starts."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "cutcard"


@pytest.fixture
def usual_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The usual port, at which nobody is found before the test starts a server."""
    with reserved_port() as port:
        monkeypatch.setenv("CUTCARD_PORT", str(port))
        yield port


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The browser of whoever sits here: it writes what it is to open into this file."""
    opened = tmp_path / "opened"
    monkeypatch.setenv("BROWSER", f"{script(tmp_path / 'browser', f'echo $1 >> {opened}')} %s")
    return opened


class Server:
    """`cutcard serve` in a process of its own, through pipes."""

    def __init__(self, *arguments: str, words: tuple[str, ...] = ("serve",), fresh: bool = False) -> None:
        self.process = started(*words, *arguments, fresh=fresh, **{**PIPES, "stdin": subprocess.DEVNULL})

    def __enter__(self) -> Server:
        line = self._line()
        self.before = ""
        """What it says before its address."""
        while not line.startswith("Cutcard is at "):
            self.before += f"{line}\n"
            line = self._line()
        self.address = line.removeprefix("Cutcard is at ")
        self.stops = self._line()
        return self

    def _line(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        return line.rstrip()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def kill(self) -> tuple[str, str]:
        """What it said."""
        self.process.kill()
        return self.process.communicate()

    def stop(self) -> tuple[int, str, str]:
        """Ctrl-C: the exit status, and what it said since."""
        self.process.send_signal(signal.SIGINT)
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


def answer(address: str) -> int:
    """The status of the list of games there, once somebody answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"{address}api/games", timeout=10) as page:
                return int(page.status)
        except ConnectionError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def port_in(address: str) -> int:
    return urlsplit(address).port or 0


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def written(path: Path) -> str:
    """What is in a file, once there is something."""
    deadline = time.monotonic() + PATIENCE
    while not path.is_file() or not path.read_text().endswith("\n"):
        assert time.monotonic() < deadline, f"nobody wrote {path}"
        time.sleep(0.05)
    return path.read_text().strip()


# Starting and stopping


def test_a_server_answers_until_ctrl_c() -> None:
    with Server("--port", "0", fresh=True) as server:
        assert answer(server.address) == 200
        assert server.stops == "Ctrl-C stops."
        assert server.stop() == (0, f"{STOPPED}\n", "")


def test_the_tables_are_in_the_data_folder_or_where_one_says(tmp_path: Path, data_folder: Path) -> None:
    with Server("--port", "0") as server:
        assert answer(server.address) == 200
    assert list(data_folder.glob("*.sqlite3"))
    with Server("--port", "0", "--database", f"sqlite:///{tmp_path / 'own.db'}") as server:
        assert answer(server.address) == 200
    assert (tmp_path / "own.db").is_file()


def test_the_chosen_port_is_used() -> None:
    with reserved_port() as port, Server("--port", str(port), "--pace", "0") as server:
        assert server.address == f"http://127.0.0.1:{port}/"


@pytest.mark.parametrize("words", [(), ("serve",)])
def test_the_usual_port_is_used_where_none_is_chosen(usual_port: int, words: tuple[str, ...]) -> None:
    with Server(words=words) as server:
        assert (server.before, server.address) == ("", f"http://127.0.0.1:{usual_port}/")


def test_the_usual_port_is_8377_unless_somebody_says_another(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in (None, ""):
        if said is None:
            monkeypatch.delenv("CUTCARD_PORT")
        else:
            monkeypatch.setenv("CUTCARD_PORT", said)
        assert ports.usual_port() == 8377
    monkeypatch.setenv("CUTCARD_PORT", "8400")
    assert ports.usual_port() == 8400


def test_a_chosen_port_that_is_taken_is_told_in_one_line() -> None:
    with taken_port() as port:
        done = run("serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"cutcard: another program listens on port {port}: choose another with --port, or stop that one\n"
    )


@pytest.mark.parametrize("words", [(), ("serve",)])
def test_where_another_program_has_the_usual_port_the_next_free_one_is_used_and_told(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with taken_port() as port:
        monkeypatch.setenv("CUTCARD_PORT", str(port))
        with Server(words=words) as server:
            assert answer(server.address) == 200
            assert port < port_in(server.address) < port + ports.PORTS_TRIED
            assert server.before == f"Port {port} is taken by another program, so this is the next free one.\n"


def test_where_every_port_that_is_tried_is_taken_it_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with taken_port() as port:
        monkeypatch.setenv("CUTCARD_PORT", str(port))
        monkeypatch.setattr(ports, "PORTS_TRIED", 1)
        with pytest.raises(CutcardError, match=f"the ports {port} to {port} are all taken: choose another with --port"):
            ports.listening("127.0.0.1", None)


@pytest.mark.parametrize("said", ["many", "0", "65536", "-1", "٣"])
def test_a_usual_port_that_is_none_is_told_in_one_line(said: str, command: Cutcard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_PORT", said)
    for words in ((), ("serve",)):
        assert command(*words) == (2, "", f"cutcard: CUTCARD_PORT is a port from 1 to 65535, not {said!r}\n")


# One server for the tables of a file


@pytest.mark.parametrize("port", [(), ("--port", "0")], ids=["the usual port", "another port"])
def test_cutcard_alone_opens_the_page_of_the_one_that_has_its_tables(
    port: tuple[str, ...], usual_port: int, browser: Path
) -> None:
    with Server(*port) as server:
        second = run()
        assert (second.returncode, second.stderr) == (0, "")
        assert second.stdout == f"Cutcard is already running at {server.address}\n"
        assert written(browser) == server.address


def test_a_cutcard_with_other_tables_is_another_program(usual_port: int, browser: Path, tmp_path: Path) -> None:
    with Server("--database", f"sqlite:///{tmp_path / 'other.db'}") as other, Server(words=()) as server:
        assert port_in(other.address) == usual_port
        assert port_in(server.address) > usual_port
        assert answer(server.address) == answer(other.address) == 200
        assert written(browser) == server.address


def test_two_who_are_started_at_once_are_one_server(usual_port: int, browser: Path) -> None:
    """Whoever is second waits until the first is ready."""
    first, second = both = Server(words=()), Server(words=())
    deadline = time.monotonic() + PATIENCE
    while first.process.poll() is None and second.process.poll() is None:
        if time.monotonic() > deadline:
            pytest.fail(f"both go on: {[one.kill() for one in both]}")
        time.sleep(0.05)
    if first.process.poll() is not None:
        first, second = second, first
    with first as server:
        assert server.address == f"http://127.0.0.1:{usual_port}/"
        assert second.process.communicate() == (f"Cutcard is already running at {server.address}\n", "")
        assert second.process.returncode == 0
        assert set(written(browser).split()) == {server.address}
        assert server.stop() == (0, f"{STOPPED}\n", "")


@pytest.mark.parametrize("name", ["tables.db", "./folder/../tables.db", "link.db"])
def test_a_second_server_for_the_tables_of_a_file_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    with Server("--port", "0", "--database", f"sqlite:///{tmp_path}/tables.db") as server:
        second = run("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/{name}")
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == (
            f"cutcard: Cutcard is already running at {server.address} with these tables: "
            "play there, stop that one, or name another file with --database\n"
        )
        assert answer(server.address) == 200


def test_a_server_that_was_killed_is_in_nobody_s_way(usual_port: int, data_folder: Path) -> None:
    for _ in range(2):
        with Server(words=()) as server:
            assert server.address == f"http://127.0.0.1:{usual_port}/"
            assert (data_folder / "tables.sqlite3.address").read_text() == f"{server.address}\n"
            server.process.kill()
            server.process.wait()
    with Server(words=()) as server:
        server.stop()
    assert not (data_folder / "tables.sqlite3.address").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--pace", "-1"), "--pace is from 0 to 60 seconds, not -1"),
        (("--pace", "nan"), "--pace is from 0 to 60 seconds, not nan"),
        (("--port", "70000"), "--port is from 0 to 65535, not 70000"),
        (("--processes", "0"), "--processes is from 1 to 64, not 0"),
        (
            ("--processes", "2"),
            "--processes needs PostgreSQL, where several processes can have the same tables: name one with --database, or "
            "leave --processes out",
        ),
        (("--host", "192.0.2.1"), "--host is an address of this machine, such as 127.0.0.1 or 0.0.0.0, not '192.0.2.1'"),
        (("--host", "a host"), "--host is an address of this machine, such as 127.0.0.1 or 0.0.0.0, not 'a host'"),
    ],
)
def test_bad_values_are_told_in_one_line(command: Cutcard, arguments: tuple[str, ...], reason: str) -> None:
    assert command("serve", *arguments) == (2, "", f"cutcard: {reason}\n")


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/cards", "sqlite:////nowhere/at/all.db"])
def test_a_database_that_cannot_be_used_is_told_in_one_line(url: str) -> None:
    done = run("serve", "--port", "0", "--database", url)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert re.fullmatch(r"cutcard: .+\n", done.stderr), done.stderr


# The browser


def test_cutcard_alone_in_a_terminal_opens_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tmp_path / "opened"
    monkeypatch.setenv("BROWSER", f"{script(tmp_path / 'browser', f'echo $1 > {opened}; sleep 60')} %s")
    with Terminal(columns=100) as terminal:
        terminal.expect("Cutcard is at http://127.0.0.1:")
        terminal.expect("Opening your browser. Ctrl-C stops.")
        address = written(opened)
        assert address in terminal.seen
        assert answer(address) == 200
        terminal.type(CTRL_C, enter=False)
        terminal.expect(STOPPED)
        assert terminal.finish() == 0


def test_without_a_display_there_is_the_address_alone() -> None:
    with Terminal(columns=100) as terminal:
        terminal.expect("Cutcard is at http://127.0.0.1:")
        terminal.expect("Ctrl-C stops.")
        assert "Opening" not in terminal.seen


def test_cutcard_alone_serves_without_a_terminal_too() -> None:
    """`make play` from a script comes up."""
    with Server(words=(), fresh=True) as server:
        assert answer(server.address) == 200


def test_a_browser_in_the_terminal_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tmp_path / "opened"
    for name in ("w3m", "lynx", "www-browser"):
        script(tmp_path / name, f"echo $1 > {opened}")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for browser in ("w3m", f"{tmp_path / 'lynx'} %s"):
        monkeypatch.setenv("BROWSER", browser)
        with Server("--port", "0", "--open") as server:
            assert server.stops == "Ctrl-C stops."
            server.stop()
    assert not opened.exists()


def test_serve_opens_the_browser_only_when_it_is_told(browser: Path) -> None:
    with Server("--port", "0") as server:
        assert server.stops == "Ctrl-C stops."
        server.stop()
    assert not browser.exists()
    with Server("--port", "0", "--host", "0.0.0.0", "--open") as server:
        assert server.stops == "Opening your browser. Ctrl-C stops."
        assert answer(written(browser)) == 200


def test_a_browser_here_goes_to_an_address_of_this_machine() -> None:
    assert ports.reachable("http://0.0.0.0:8377/") == "http://127.0.0.1:8377/"
    assert ports.reachable("http://[::]:8377") == "http://[::1]:8377"
    assert ports.reachable("http://192.0.2.7:80") == "http://192.0.2.7:80"


# Verifying


def online_record(tmp_path: Path, name: str = "game.json", **changes: Any) -> Path:
    """The record of a short game that was dealt as the server deals."""
    secret, added = "5e" * 32, {0: "0a" * 16, 1: "0b" * 16}
    table = Table.dealt(cutcard.game("pairs", seats=2, target=9), fair.stream(secret, "GULL", added))
    while not table.is_over:
        table = table.play(table.legal()[-1])
    path = tmp_path / name
    path.write_text(json.dumps({**table.record(), "fair": fair.proof(secret, "GULL", added), **changes}))
    return path


def test_a_deal_that_holds(command: Cutcard, tmp_path: Path) -> None:
    said = command("verify", online_record(tmp_path))
    assert (said.status, said.errors) == (0, "")
    assert said.out.startswith("game.json: this record holds.\nPairs, table GULL: all ")


def test_a_deal_that_does_not_hold(command: Cutcard, tmp_path: Path) -> None:
    good = online_record(tmp_path)
    events = json.loads(good.read_text())["events"]
    other = next(card for card in ("d 9", "d 10") if card != events[0])
    wrong = online_record(tmp_path, "wrong.json", events=[other, *events[1:]])
    said = command("verify", wrong, good)
    assert said.status == 1
    assert said.errors == f"wrong.json: this record does not hold: event 0 is {other!r}, but this deal gives {events[0]!r}\n"
    assert said.out.startswith("game.json: this record holds.\n")


def test_a_record_without_a_deal_to_check(command: Cutcard, tmp_path: Path) -> None:
    (tmp_path / "plain.json").write_text(json.dumps(cutcard.game("pairs").start(seed=1).record()))
    (tmp_path / "text.json").write_text("hello")
    nothing = "plain.json: there is nothing to verify: only the record of a game played online has the secret of its deal\n"
    assert command("verify", tmp_path / "plain.json") == (0, nothing, "")
    said = command("verify", tmp_path / "plain.json", tmp_path / "text.json", tmp_path / "missing.json")
    assert (said.status, said.out) == (1, nothing)
    faults = [line.partition(": this record does not hold: ")[0] for line in said.errors.splitlines()]
    assert faults == ["text.json", "missing.json"]


def test_what_says_how_it_was_dealt_replays_as_any_other(command: Cutcard, tmp_path: Path) -> None:
    assert command("replay", online_record(tmp_path)).status == 0
    said = command("replay", online_record(tmp_path, fair=[1]))
    assert said.status == 1
    assert "what a record says under 'fair' is a JSON object" in said.errors


# Bots of one's own

FIRST = """
import numpy as np
from cutcard.envs.policy import Policy

class First(Policy):
    "Takes the first action that is allowed."

    def act(self, observation, action_mask, rng):
        return int(np.flatnonzero(action_mask)[0])
"""


def asked(address: str, wish: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
    request = urllib.request.Request(address, headers={"Content-Type": "application/json"})
    if wish is not None:
        request.data = json.dumps(wish).encode()
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    with urllib.request.urlopen(request, timeout=PATIENCE) as answered:
        return dict(json.loads(answered.read()))


def test_a_policy_of_one_s_own_is_a_bot_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mymodule.py").write_text(FIRST)
    monkeypatch.chdir(tmp_path)
    with Server("--port", "0", "--pace", "0", "--bots", "mymodule:First") as server:
        levels = asked(f"{server.address}api/games")["levels"]
        assert levels[-1] == {"name": "First", "title": "First", "summary": "Takes the first action that is allowed."}
        made = asked(f"{server.address}api/tables", {"game": "port", "seats": 2, "name": "Kim", "level": "First"})
        table = f"{server.address}api/tables/{made['code']}"
        asked(f"{table}/start", {}, made["key"])
        deadline = time.monotonic() + PATIENCE
        moved: list[dict[str, Any]] = []
        while not moved:
            assert time.monotonic() < deadline
            now = asked(f"{table}?since=0", key=made["key"])
            moved = [event for event in now["events"] if event["kind"] == "move" and event["seat"] == 1]
            if now["play"] and now["play"]["to_act"] == [0]:
                with suppress(urllib.error.HTTPError):
                    asked(f"{table}/move", {"move": "lock", "seq": now["you"]["asked"], "id": "mine"}, made["key"])
            time.sleep(0.05)
        assert {"verb": ["hit", "hits"], "seat": 1} in moved[0]["told"][0]["sentence"]
        assert "late" not in moved[0]  # it chose itself, not the rule of thumb for it


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("steady", "MODULE:CLASS, not 'steady'"),
        ("nowhere:Nobody", "the player nowhere:Nobody cannot be loaded"),
        ("cutcard.players:RandomPlayer,cutcard.players:RandomPlayer", "there is a bot RandomPlayer already"),
    ],
)
def test_bots_that_are_none_are_refused(bots: str, said: str, command: Cutcard) -> None:
    status, out, errors = command("serve", "--bots", bots)
    assert (status, out) == (2, "")
    assert said in errors
