"""What one address may take of a server: connections, the heads of requests, frames on a socket, guesses. And for whom it
answers at all."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cutcard.core.errors import ParseError
from cutcard.server.http import connections
from cutcard.server.http.addresses import checked_proxies, is_among, network
from cutcard.server.http.connections import MOST, MOST_BEHIND, Connection
from cutcard.server.http.hosts import checked_hosts
from tests.patience import PATIENCE
from tests.server.attacks import masked
from tests.server.client import Visitor, make_table
from tests.server.running import RunningServer

MANY = 5000
"""More than a limit of 20 a second allows, however slow the machine is."""


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("bounded")
    with RunningServer(
        f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", unlimited=False, hosts=["cards.example.org"]
    ) as server:
        yield server


def connection(server: RunningServer, source: str = "127.0.0.1") -> socket.socket:
    """From an address of one's own: every one that begins with 127 is this machine."""
    parts = urlsplit(server.url)
    return socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE, (source, 0))


def answer_of(line: socket.socket) -> str:
    """All that comes until the other side closes."""
    found = b""
    with suppress(ConnectionResetError):
        while data := line.recv(65536):
            found += data
    return found.decode()


# Heads of requests


LONG_HEADS = {
    "an address that never ends": b"GET /" + b"a" * 200_000,
    "a whole head with one large header": b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 20_000 + b"\r\n\r\n",
    "headers that never end": b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"x: y\r\n" * 100_000,
}


@pytest.mark.parametrize("head", LONG_HEADS.values(), ids=list(LONG_HEADS))
def test_a_head_that_is_too_large_is_refused(bounded: RunningServer, head: bytes) -> None:
    with connection(bounded, "127.0.0.11") as line:
        with suppress(ConnectionResetError, BrokenPipeError):
            line.sendall(head)
        answer = answer_of(line)
    assert not answer or answer.startswith("HTTP/1.1 431 "), answer[:200]  # a reset may come before it was read
    if len(head) < 50_000:
        assert "at most 16 KB" in answer


@pytest.mark.parametrize("pieces", [(12_000,), (40, 11_000), (10, 100, 1000, 5000, 12_000, 12_045)])
def test_a_head_of_ordinary_size_is_answered_however_it_comes(bounded: RunningServer, pieces: tuple[int, ...]) -> None:
    head = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 12_000 + b"\r\nconnection: close\r\n\r\n"
    with connection(bounded, "127.0.0.12") as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for first, end in pairwise((0, *pieces, len(head))):
            line.sendall(head[first:end])
            time.sleep(0.05)  # so that it comes as a piece of its own
        assert answer_of(line).startswith("HTTP/1.1 200 ")


def test_one_address_has_so_many_connections_and_the_others_do_not_suffer(bounded: RunningServer) -> None:
    lines = []
    try:
        for _ in range(MOST + 20):
            line = connection(bounded, "127.0.0.13")
            line.sendall(b"GET / HTTP/1.1\r\nhost: ")
            lines.append(line)
        refused = [answer_of(line) for line in lines[MOST:]]
        assert all("too many connections" in answer or not answer for answer in refused)
        assert any(answer.startswith("HTTP/1.1 503 ") for answer in refused)
        with connection(bounded, "127.0.0.14") as other:
            other.sendall(b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            assert answer_of(other).startswith("HTTP/1.1 200 ")
    finally:
        for line in lines:
            line.close()
    end, answer = time.monotonic() + PATIENCE, ""
    while not answer.startswith("HTTP/1.1 200 "):  # they were closed: once the server has heard of it there is room again
        assert time.monotonic() < end, answer
        with connection(bounded, "127.0.0.13") as again, suppress(ConnectionResetError, BrokenPipeError):
            again.sendall(b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            answer = answer_of(again)


def test_a_request_has_to_arrive_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def app(scope: object, receive: Callable[..., object], send: object) -> None:
        raise AssertionError("nothing has arrived")

    async def story() -> None:
        config = uvicorn.Config(app, http=Connection, forwarded_allow_ips=[])
        server = await asyncio.get_running_loop().create_server(
            lambda: Connection(config=config, server_state=ServerState(), app_state={}), "127.0.0.1", 0
        )
        async with server:
            port = server.sockets[0].getsockname()[1]
            for half in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(half)
                answer = await asyncio.wait_for(reader.read(), PATIENCE)
                assert answer.startswith(b"HTTP/1.1 408 ")
                assert b"has to arrive within" in answer
                writer.close()
        assert not connections._open

    asyncio.run(story())


def test_who_sends_several_requests_and_goes_leaves_no_errors_behind(bounded: RunningServer) -> None:
    """Each would be a hundred lines in a log that somebody is to read."""
    table = make_table(bounded.url, seats=3)
    head = f"POST /api/tables/{table.code}/seats HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {table.key}\r\n"
    for number in range(20):
        body = json.dumps({"seat": 1, "to": ("bot", "open")[number % 2], "level": ("easy", None)[number % 2]})
        request = f"{head}content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}"
        with connection(bounded, "127.0.0.16") as line:
            line.sendall(request.encode() * 3)
    assert table.look()["table"]["code"] == table.code
    assert "Traceback" not in bounded.said


def test_only_so_many_requests_wait_on_one_connection(bounded: RunningServer) -> None:
    """All that comes at once would be taken in before anybody else is served."""
    with connection(bounded, "127.0.0.17") as line:
        with suppress(ConnectionResetError, BrokenPipeError):
            line.sendall(b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 10_000)
        assert answer_of(line).count("HTTP/1.1 ") <= MOST_BEHIND
    with connection(bounded, "127.0.0.17") as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * (MOST_BEHIND - 1))
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        assert answer_of(line).count("HTTP/1.1 200 ") == MOST_BEHIND


# Frames on a socket


FLOODS = {
    "pings": masked(0x89) * 2000,
    "pongs": masked(0x8A, b"x") * 2000,
    "empty pieces": masked(0x01) + masked(0x00) * 2000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=list(FLOODS))
def test_a_flood_of_frames_ends_the_socket(bounded: RunningServer, flood: bytes) -> None:
    table = make_table(bounded.url)
    with table.live() as live:
        live.hear_update()
        with suppress(OSError):
            live.socket.socket.sendall(flood)
        live.hear_all()
        closed = live.socket.protocol.close_rcvd
        assert closed is None or (closed.code, closed.reason) == (1008, "that was too fast")  # None where it was reset
    with table.live() as live:  # and who comes back is welcome
        assert live.hear_update()["table"]["code"] == table.code


def test_a_few_pings_are_answered(bounded: RunningServer) -> None:
    with make_table(bounded.url).live() as live:
        live.hear_update()
        for _ in range(20):
            assert live.socket.ping().wait(PATIENCE)


def test_codes_are_not_guessed_by_sockets(bounded: RunningServer) -> None:
    said: list[str] = []
    url = f"ws{bounded.url.removeprefix('http')}/api/tables/AAAA2222/live"
    while len(said) < MANY and not any("too fast" in one for one in said):
        parts = urlsplit(bounded.url)
        line = socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE, ("127.0.0.15", 0))
        with connect(url, sock=line, proxy=None, close_timeout=1) as live, suppress(ConnectionClosed):
            said.append(str(live.recv(PATIENCE)))
    assert "there is no table" in said[0]
    assert "too fast" in said[-1]


# For whom it answers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"host": "cards.example.org"}, 200),
        ({"host": "CARDS.example.org.:8377"}, 200),
        ({"host": "localhost:1"}, 200),
        ({"host": "[::1]:8377"}, 200),
        ({"host": "192.0.2.7"}, 200),
        ({"host": socket.gethostname()}, 200),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "cards.example.org", "origin": "https://cards.example.org"}, 200),
        ({"host": "cards.example.org", "origin": "https://cards.example.org:444"}, 200),
    ],
)
def test_for_whom_it_answers(bounded: RunningServer, headers: dict[str, str], status: int) -> None:
    answer = httpx.get(f"{bounded.url}/api/games", headers=headers, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["reason"]
        assert answer.headers["content-security-policy"]


def test_a_page_of_another_site_gets_no_socket(bounded: RunningServer) -> None:
    table = make_table(bounded.url)
    url = f"ws{bounded.url.removeprefix('http')}/api/tables/{table.code}/live"
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(InvalidStatus, match="403"):
            connect(url, additional_headers=headers, proxy=None).close()
    with connect(url, additional_headers={"Origin": bounded.url}, proxy=None) as own:
        own.send('{"type": "hello", "key": null, "since": 0}')
        assert table.code in str(own.recv(PATIENCE))


def is_limited(server: RunningServer, claimed: Callable[[int], str], number: int = MANY) -> bool:
    """Whether so many requests are too much, each of which claims to come from somewhere."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as http:
        wishes = ({"X-Forwarded-For": claimed(i)} for i in range(number))
        return any(http.get("/api/games/none/rules", headers=wish).status_code == 429 for wish in wishes)


def test_what_clients_claim_counts_only_from_a_proxy_that_was_named(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'one'}", tmp_path / "one.log", unlimited=False) as server:
        assert is_limited(server, lambda i: f"192.0.2.{i % 250}")
        assert server.said.count("--trusted-proxies") == 1
    with RunningServer(
        f"sqlite:///{tmp_path / 'two'}", tmp_path / "two.log", unlimited=False, trusted_proxies=["127.0.0.0/8"]
    ) as server:
        assert not is_limited(server, lambda i: f"192.0.2.{i % 250}", 300)
        assert is_limited(server, lambda i: f"192.0.2.{i % 250}, 198.51.100.7")  # what it was told itself is not taken
        assert is_limited(server, lambda i: f"2001:db8:0:7::{i:x}")  # one home has all of these
        assert Visitor(server.url).ask("GET", "/games")
        assert "--trusted-proxies" not in server.said


def test_what_counts_as_one_address() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::9") != network("2001:db8:1:2::9")
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("unix") == "unix"
    assert is_among("10.1.2.3", ("10.0.0.0/8",))
    assert not is_among("11.1.2.3", ("10.0.0.0/8", "::1"))
    assert not is_among("unix", ("10.0.0.0/8",))


def test_what_is_wrong_with_names_and_proxies_is_said() -> None:
    assert checked_hosts(" Cards.example.org, other ") == ("cards.example.org", "other")
    assert checked_proxies("127.0.0.1, 10.0.0.0/8,::1") == ("127.0.0.1", "10.0.0.0/8", "::1")
    with pytest.raises(ParseError, match=r"--hosts takes names .* not 'https://cards'"):
        checked_hosts("https://cards")
    with pytest.raises(ParseError, match=r"--trusted-proxies takes addresses .* not '\*'"):
        checked_proxies("*")
