"""What whoever runs a server has: whether it is well, its figures, its log, and somebody who watches its loop."""

import asyncio
import json
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cutcard.core.errors import CutcardError, ParseError
from cutcard.server.operation import watchdog
from cutcard.server.operation.metrics import checked_place, serve_metrics
from cutcard.server.operation.watchdog import Watchdog
from tests.patience import PATIENCE
from tests.ports import port_of, reserve
from tests.server.client import Refused, make_table, play_out
from tests.server.postgres import Cluster
from tests.server.relay import Relay
from tests.server.running import RunningServer


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("operated")
    with reserve() as reserved:
        port = port_of(reserved)
    settings = {"metrics": str(port), "log_format": "json"}
    with RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", **settings) as server:
        yield server


def ask(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, trust_env=False, timeout=PATIENCE)


def lines(server: RunningServer) -> list[dict[str, str]]:
    return [json.loads(line) for line in server.said.splitlines()]


def figures(server: RunningServer) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every figure by its name and its labels, as Prometheus itself reads them."""
    (place,) = {found for line in lines(server) if (found := re.search(r"http://\S+/metrics", line["message"]))}
    answer = ask(place.group())
    assert answer.status_code == 200
    families = list(text_string_to_metric_families(answer.text))
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


def test_figures_of_a_game(operated: RunningServer) -> None:
    host = make_table(operated.url, "pairs", seats=3, level="easy")
    host.start()
    with pytest.raises(Refused):
        host.move("dance", 1)
    with host.live() as live:
        live.hear_update()
        during = figures(operated)
        assert during["cutcard_sockets", ()] == 1
        assert during["cutcard_tables", ()] >= 1
    assert play_out([host])["table"]["state"] == "over"
    found = figures(operated)
    moves = host.look()["events"]
    mine = sum(event["kind"] == "move" and event["seat"] == 0 for event in moves)
    assert found["cutcard_moves_total", (("by", "person"),)] == mine
    assert found["cutcard_moves_total", (("by", "bot"),)] == sum(event["kind"] == "move" for event in moves) - mine
    assert found["cutcard_event_seconds_count", ()] >= len(moves) - 1
    assert 0 < found["cutcard_commit_events_count", ()] <= found["cutcard_commit_events_sum", ()]
    assert found["cutcard_bot_wait_seconds_count", ()] >= 1
    assert sum(value for (name, _), value in found.items() if name == "cutcard_refusals_total") == 1
    route = (("route", "/api/tables/{code}/move"), ("status", "409"))
    assert found["cutcard_request_seconds_count", route] == 1
    assert any(name == "process_open_fds" for name, _ in found)
    assert not any(host.code in str(key) or str(host.key) in str(key) for key in found)


def test_alive_and_ready(operated: RunningServer) -> None:
    assert (ask(f"{operated.url}/healthz").status_code, ask(f"{operated.url}/healthz").text) == (200, "alive\n")
    ready = ask(f"{operated.url}/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"ready": True, "database": "ok", "journal": "ok", "workers": "ok", "taking_tables": "ok"}
    assert ready.headers["cache-control"] == "no-store"


def becomes(server: RunningServer, status: int) -> dict[str, Any]:
    """What `/readyz` says once its status is this."""
    end = time.monotonic() + PATIENCE
    while (answer := ask(f"{server.url}/readyz")).status_code != status:
        assert time.monotonic() < end, answer.text
        time.sleep(0.2)
    said: dict[str, Any] = answer.json()
    return said


def test_not_ready_without_a_database(cluster: Cluster, tmp_path: Path) -> None:
    name = cluster.new_database().partition("@/")[2].partition("?")[0]
    with Relay(cluster.socket) as relay:
        database = f"postgresql://postgres@127.0.0.1:{relay.port}/{name}"
        with RunningServer(database, tmp_path / "server.log") as server:
            assert becomes(server, 200)["ready"] is True
            relay.cut()
            said = becomes(server, 503)
            assert said["ready"] is False
            assert said["database"] != "ok"
            assert ask(f"{server.url}/healthz").status_code == 200
            relay.restore()
            assert becomes(server, 200)["database"] == "ok"


def test_a_request_can_be_found_in_the_log(operated: RunningServer) -> None:
    assert re.fullmatch("[0-9a-f]{16}", ask(f"{operated.url}/api/games").headers["x-request-id"])
    named = ask(f"{operated.url}/api/games", **{"x-request-id": "from-nginx-7"})
    assert named.headers["x-request-id"] == "from-nginx-7"
    for bad in ("a" * 65, "no spaces", "<b>"):
        answer = ask(f"{operated.url}/api/games", **{"x-request-id": bad})
        assert answer.headers["x-request-id"] != bad
    for line in lines(operated):
        assert line["level"] in ("WARNING", "ERROR")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


def test_the_log_in_lines(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'tables'}", tmp_path / "server.log", unlimited=False) as server:
        headers = {"X-Forwarded-For": "192.0.2.7", "x-request-id": "me"}
        ask(f"{server.url}/api/games", **headers)
        (line,) = server.said.splitlines()
    assert re.fullmatch(r"\S+Z WARNING cutcard.server \[me\] a request from 127\.0\.0\.1 says .*", line)


def test_where_figures_are_answered() -> None:
    for place in ("9377", "127.0.0.1:9377", "[::1]:9377"):
        assert checked_place(place) == place
    for place in ("", "here", "0", "70000", "127.0.0.1:"):
        with pytest.raises(ParseError, match="--metrics takes a port"):
            checked_place(place)
    with reserve() as taken:
        first, one = serve_metrics(str(port_of(taken)))  # of several processes each has its own
        second, other = serve_metrics(str(port_of(taken)))
        assert one != other
        assert all("cutcard_moves" in ask(place).text for place in (one, other))
        for server in (first, second):
            server.shutdown()
            server.server_close()
    with pytest.raises(CutcardError, match="neither that port nor the next ones are free"):
        serve_metrics("192.0.2.7:9377")


def test_a_loop_that_stands_still_is_told_of_and_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(watchdog, "BEAT", 0.05)
    monkeypatch.setattr(watchdog.os, "_exit", ended.append)
    monkeypatch.setattr(watchdog.faulthandler, "dump_traceback", lambda file: None)

    async def story() -> None:
        watching = asyncio.create_task(Watchdog(late=0.2, lost=0.6).work())
        await asyncio.sleep(0.3)
        assert not caplog.records
        end = time.monotonic() + PATIENCE
        while not ended and time.monotonic() < end:
            time.sleep(0.05)
        watching.cancel()

    asyncio.run(story())
    assert ended[0] == 1
    told = [record.message for record in caplog.records]
    assert sum("stood still" in text and "follows" in text for text in told) == 1
    assert any("this process ends" in text for text in told)


def test_a_server_that_drains_is_not_ready(tmp_path: Path) -> None:
    """Until it ends, which is soon."""
    with RunningServer(f"sqlite:///{tmp_path / 'tables'}", tmp_path / "server.log") as server:
        table = make_table(server.url)
        with table.live() as live, httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as line:
            live.hear_update()
            assert line.get("/readyz").status_code == 200
            server.process.send_signal(signal.SIGTERM)
            seen = set()
            try:
                for _ in range(1000):
                    seen.add(line.get("/readyz").json()["taking_tables"])
            except httpx.TransportError:
                pass
        assert seen <= {"ok", "the server is about to stop"}
