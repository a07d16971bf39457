"""A server in several processes: each table is in one of them, and nobody outside can tell."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.server.processes.dispatcher import LONGEST_LINE, MOST_WAITING
from cutcard.server.processes.owners import owner, table_asked_for
from tests.server.client import PATIENCE, Live, Visitor, join, make_table, play_out, watcher
from tests.server.running import RunningServer

PROCESSES = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """For all tests that leave it as it is."""
    with begun(tmp_path_factory.mktemp("processes")) as server:
        yield server


def begun(folder: Path) -> RunningServer:
    return RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", processes=PROCESSES)


def one_of_each(server: RunningServer, **wishes: object) -> list[Visitor]:
    """The hosts of two tables, one in each process."""
    hosts = [make_table(server.url, seats=2, **wishes) for _ in range(PROCESSES)]
    assert [owner(host.code, PROCESSES) for host in sorted(hosts, key=process_of)] == [0, 1]
    return hosts


def process_of(visitor: Visitor) -> int:
    return owner(visitor.code, PROCESSES)


def children(server: RunningServer) -> set[int]:
    """The processes that have the tables."""
    found = subprocess.run(
        ["pgrep", "-P", str(server.process.pid), "-f", "cutcard.server.processes.table_process"],
        capture_output=True,
        text=True,
    )
    return {int(word) for word in found.stdout.split()}


def wait_until_gone(processes: set[int]) -> None:
    end = time.monotonic() + PATIENCE
    for process in processes:
        while is_running(process):
            assert time.monotonic() < end, f"process {process} is still there"
            time.sleep(0.02)


def is_running(process: int) -> bool:
    """A zombie, of which nobody has taken note yet, does not count."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def connected(server: RunningServer) -> socket.socket:
    parts = urlsplit(server.url)
    return socket.create_connection((parts.hostname, parts.port), PATIENCE)


def exchanged(server: RunningServer, *parts: bytes) -> bytes:
    """All that the server says to some bytes, which come one after another, until it closes."""
    with connected(server) as connection:
        for number, part in enumerate(parts):
            if number:
                time.sleep(0.05)
            connection.sendall(part)
        said = b""
        while more := connection.recv(65536):
            said += more
        return said


# Which process


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"GET /api/tables/ABCDEFGH HTTP/1.1\r\n", "ABCDEFGH"),
        (b"POST /api/tables/abcdefgh/move HTTP/1.1\r\n", "abcdefgh"),
        (b"GET /api/tables/ABCDEFGH?since=3 HTTP/1.1\r\n", "ABCDEFGH"),
        (b"GET /api/tables/%41BCDEFGH/live HTTP/1.1\r\n", "ABCDEFGH"),
        (b"GET http://here:80/api/tables/ABCDEFGH/record HTTP/1.1\r\n", "ABCDEFGH"),
        (b"GET /api/tables HTTP/1.1\r\n", None),
        (b"GET /t/ABCDEFGH HTTP/1.1\r\n", None),
        (b"GET /?/api/tables/ABCDEFGH HTTP/1.1\r\n", None),
        (b"GET / HTTP/1.1\r\nReferer: /api/tables/ABCDEFGH\r\n", None),
        (b"\x16\x03\x01\x00\xff\xff \n", None),
        (b"GET", None),
        (b"", None),
    ],
)
def test_the_table_of_a_request(line: bytes, code: str | None) -> None:
    assert table_asked_for(line) == code


def test_letters_of_a_code_may_be_small() -> None:
    assert {owner("abcdefgh", many) == owner("ABCDEFGH", many) for many in range(1, 9)} == {True}


# Tables


def test_games_in_both_processes_go_to_their_end(server: RunningServer) -> None:
    for host in one_of_each(server):
        people = [host, join(host)]
        host.start()
        with people[0].live() as first, people[1].live() as second, watcher(host).live() as third:
            end = play_out(people)
            for live in (first, second, third):
                while live.update.get("seq", 0) < end["seq"]:
                    live.hear()
                assert live.update["table"]["state"] == "over"
                assert [event["seq"] for event in live.events] == list(range(1, end["seq"] + 1))
        assert host.ask("GET", f"/tables/{host.code}/record")["fair"]


def test_moves_over_the_sockets(server: RunningServer) -> None:
    for host in one_of_each(server):
        guest = join(host)
        host.start()
        with host.live() as mine, guest.live() as theirs:
            other = threading.Thread(target=theirs.play_to_the_end)
            other.start()
            mine.play_to_the_end()
            other.join(PATIENCE)
        assert theirs.update["table"]["state"] == "over"


def test_a_rematch(server: RunningServer) -> None:
    for host in one_of_each(server):
        guest = join(host)
        host.start()
        play_out([host, guest])
        code = host.at_table("rematch")["code"]
        assert code == guest.at_table("rematch")["code"] != host.code
        for person in (host, guest):
            person.code = code
        host.start()
        assert play_out([host, guest])["table"]["state"] == "over"


def test_the_list_has_the_tables_of_all(server: RunningServer) -> None:
    hosts = one_of_each(server, listed=True, game="port", name="Nia")
    join(hosts[0])
    hosts[0].start()
    wanted = {hosts[0].code: "playing", hosts[1].code: "waiting"}
    for _ in range(PROCESSES):  # each is asked in its turn
        listed = {table["code"]: table for table in Visitor(server.url).ask("GET", "/tables")["tables"]}
        assert {code: listed[code]["state"] for code in wanted} == wanted
        assert [[seat["name"] for seat in listed[host.code]["seats"]] for host in hosts] == [["Nia", "Ann"], ["Nia", ""]]


def test_a_table_is_found_however_it_is_asked_for(server: RunningServer) -> None:
    for host in one_of_each(server):
        code = host.code
        for path in (code, code.lower(), f"%{ord(code[0]):x}{code[1:]}", f"{code}?since=0"):
            answer = httpx.get(f"{server.url}/api/tables/{path}", trust_env=False, timeout=PATIENCE)
            assert (answer.status_code, answer.json()["table"]["code"]) == (200, code)
        plain = f"GET /api/tables/{code} HTTP/1.0\r\n\r\n".encode()
        absolute = f"GET {server.url}/api/tables/{code} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
        for parts in ([plain], [absolute], [plain[:5], plain[5:20], plain[20:]]):
            assert exchanged(server, *parts).startswith(b"HTTP/1.1 200 ")


def test_a_connection_is_for_one_request(server: RunningServer) -> None:
    """The next one may be for a table of another process."""
    codes = [host.code for host in one_of_each(server)]
    both = "".join(f"GET /api/tables/{code} HTTP/1.1\r\nHost: here\r\n\r\n" for code in codes).encode()
    said = exchanged(server, both)
    assert said.count(b"HTTP/1.1 200 ") == said.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in said.lower()
    for path in ("/", "/api/games", "/api/nowhere", "/api/tables/NOTABLE2", "/assets/none.js"):
        answer = httpx.get(server.url + path, trust_env=False, timeout=PATIENCE)
        assert answer.headers["connection"] == "close"


# Bad company


def test_who_says_nothing_keeps_nobody_waiting(server: RunningServer) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(connected(server)) for _ in range(MOST_WAITING + 20)]
        silent[-1].sendall(b"GET /api/tab")
        assert play_out_alone(server)["table"]["state"] == "over"
        assert silent[0].recv(1) == b"", "the oldest is let go"
        silent[-1].sendall(b"les HTTP/1.1\r\nHost: here\r\n\r\n")
        assert silent[-1].recv(12) == b"HTTP/1.1 200"


def play_out_alone(server: RunningServer) -> dict[str, object]:
    host = make_table(server.url, seats=2)
    people = [host, join(host)]
    host.start()
    return play_out(people)


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\n",
        b"\r\n\r\nnonsense\r\n\r\n",
        b"GET /api/tables/\xff\xfe\x00 HTTP/1.1\r\n\r\n",
        b"X" * (2 * LONGEST_LINE) + b"\r\n\r\n",
        b"GET /api/tables/" + b"A" * 3 * LONGEST_LINE + b" HTTP/1.1\r\nHost: here\r\n\r\n",
    ],
    ids=["tls", "nonsense", "bytes", "long", "long-path"],
)
def test_garbage_is_refused(server: RunningServer, sent: bytes) -> None:
    before = children(server)
    said = exchanged(server, sent)
    assert said.startswith(b"HTTP/1.1 4"), said[:200]
    assert children(server) == before
    assert Visitor(server.url).ask("GET", "/games")


def test_clients_that_go_at_once_do_no_harm(server: RunningServer) -> None:
    for _ in range(50):
        with closing(connected(server)) as connection:
            connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: here\r\n\r\n")
    assert Visitor(server.url).ask("GET", "/games")


# Ends


def follow(live: Live, moves: int) -> tuple[int, str, str]:
    """Play some moves, and none after the last that was acknowledged: its event, its id, and the move."""
    done = (0, "", "")
    live.hear_update()
    while moves and live.update["table"]["state"] != "over":
        wish = live.visitor.wish(live.update)
        if wish is None:
            live.hear_update()
            continue
        identity = live.visitor.new_id()
        answer = live.move(wish, live.update["you"]["asked"], identity)
        assert answer["type"] == "done", answer
        done, moves = (answer["seq"], identity, wish), moves - 1
        while live.update["seq"] < answer["seq"]:
            live.hear_update()
    return done


def test_a_process_that_is_killed_begins_anew(tmp_path: Path) -> None:
    with begun(tmp_path) as server:
        hosts = one_of_each(server, level="easy", game="port")
        for host in hosts:
            host.start()
        first = children(server)
        assert len(first) == PROCESSES
        for victim in sorted(first):
            with hosts[0].live() as one, hosts[1].live() as other:
                acknowledged = [follow(one, 2), follow(other, 2)]
                os.kill(victim, signal.SIGKILL)
                cut_off = [is_cut_off(live) for live in (one, other)]
            assert sorted(cut_off) == [False, True]
            for host, (seq, identity, move) in zip(hosts, acknowledged, strict=True):
                with host.live(since=seq) as again:
                    assert again.hear_update()["seq"] >= seq
                    assert again.move(move, seq, identity) == {"type": "done", "id": identity, "seq": seq}
        for host in hosts:
            with host.live() as live:
                live.play_to_the_end()
        assert len(children(server)) == PROCESSES
        assert not first & children(server)
        assert server.said.count("ended with status -9") == PROCESSES
        last = children(server)
    wait_until_gone(last)


def is_cut_off(live: Live) -> bool:
    """Whether the socket ends within a moment, or still answers."""
    try:
        live.send({"type": "chat", "id": "still-here", "text": "are you there?"})
        live.answer_to("still-here")
    except ConnectionClosed:
        return True
    return False


def test_when_the_first_process_is_killed_all_end(tmp_path: Path) -> None:
    with begun(tmp_path) as server:
        host = make_table(server.url, seats=2)
        left = children(server)
        assert len(left) == PROCESSES
        with host.live() as live:
            live.hear_update()
            server.kill()
            wait_until_gone(left)
            with pytest.raises(ConnectionClosed):
                live.hear()
        server.start()
        assert host.look()["table"]["code"] == host.code


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_as_one_process_does(tmp_path: Path, how: signal.Signals) -> None:
    with begun(tmp_path) as server, connected(server):  # one who says nothing is not waited for
        host = make_table(server.url, seats=2)
        left, process = children(server), server.process
        with host.live() as live:
            live.hear_update()
            process.send_signal(how)
            live.hear_all()
        assert process.wait(PATIENCE) == (0 if how == signal.SIGINT else -how)
        assert server.said == ""
        assert not any(map(is_running, left))
