"""A server as anybody may reach it: limits on how much one address and one person may do; and one with a broken table."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cutcard.server.errors import TooMuch
from cutcard.server.http.limits import MOST_SOCKETS, REMEMBERED, Bucket, Limits
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, make_table
from tests.server.running import RunningServer

MANY = 5000
"""More than any limit allows, however slow the machine is."""


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("limited")
    with RunningServer(f"sqlite:///{folder / 'tables.sqlite3'}", folder / "server.log", unlimited=False) as server:
        yield server


def status_of(visitor: Visitor, path: str, body: dict[str, Any]) -> int:
    """How a wish was answered."""
    try:
        visitor.ask("POST", f"/tables/{visitor.code}{path}" if path else "/tables", body)
    except Refused as refusal:
        return refusal.status
    return 200


def send_the_coach_away(host: Visitor) -> None:
    """Again and again."""
    for _ in range(MANY):
        host.at_table("set", coach=None)


def test_bucket() -> None:
    bucket = Bucket(3, 0.0, "too fast")
    for _ in range(3):
        bucket.take("here")
    with pytest.raises(TooMuch, match="too fast"):
        bucket.take("here")
    bucket.take("there")
    filling = Bucket(1, 1e12, "")
    for _ in range(5):
        filling.take("here")
    for number in range(REMEMBERED + 10):
        bucket.take(f"{number}")
    assert len(bucket._levels) == REMEMBERED


def test_connections_are_counted() -> None:
    limits = Limits(False)
    for _ in range(MOST_SOCKETS):
        limits.connect("here")
    with pytest.raises(TooMuch):
        limits.connect("here")
    limits.connect("there")
    limits.disconnect("here")
    limits.connect("here")
    for _ in range(MOST_SOCKETS):
        limits.disconnect("here")
    assert "here" not in limits._connections


def test_rates_over_the_network(limited: RunningServer) -> None:
    """One after the other, since all come from one address."""
    host = make_table(limited.url, "pickup", seats=2, level="easy")
    # Chat, by person.
    chats: list[int] = []
    while 429 not in chats and len(chats) < MANY:
        chats.append(status_of(host, "/chat", {"id": f"c{len(chats)}", "text": "hello"}))
    assert chats[:5] == [200] * 5
    assert chats[-1] == 429
    # Reactions, by person.
    with host.live() as live:
        reactions: list[str] = []
        while "refused" not in reactions and len(reactions) < MANY:
            live.send({"type": "react", "id": f"r{len(reactions)}", "reaction": "wow"})
            reactions.append(live.answer_to(f"r{len(reactions)}")["type"])
    assert reactions[:5] == ["done"] * 5
    assert reactions[-1] == "refused"
    host.start()
    # A coach that is called or sent away during the game, by person: it is written down each time.
    with pytest.raises(Refused, match="your coach was called or sent away a lot"):
        send_the_coach_away(host)
    # Messages over the socket: the same move again and again is done once, and costs nothing but time.
    with host.live() as live:
        move = {"type": "move", "id": "m1", "seq": live.hear_update()["you"]["asked"], "move": host.wish(live.update)}
        with suppress(ConnectionClosed):
            for _ in range(300):  # so many are still read while it is being closed: else answers could be lost on the way
                live.send(move)
        said = live.hear_all()
        answers = [message for message in said if message["type"] in ("done", "refused")]
        assert len({answer["seq"] for answer in answers if answer["type"] == "done"}) == 1
        assert "too fast" in answers[-1]["reason"]
        assert sum(answer["type"] == "done" for answer in answers) >= 40
    # Tables, by address.
    made = [status_of(Visitor(limited.url), "", {"game": "pairs", "name": "Zoe"}) for _ in range(34)]
    assert made[:29] == [200] * 29
    assert made[-1] == 429
    # What is counted up for a person, by address.
    own = {"Authorization": f"Bearer {'k' * 43}"}
    asked = (httpx.get(f"{limited.url}/api/you", headers=own, timeout=PATIENCE, trust_env=False) for _ in range(MANY))
    assert "often" in next(answer for answer in asked if answer.status_code == 429).json()["reason"]
    # Requests, by address; pages are not counted.
    with httpx.Client(base_url=limited.url, verify=False, trust_env=False, timeout=PATIENCE) as http:
        answers = (http.get("/api/games/none/rules") for _ in range(MANY))
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert "too fast" in refused.json()["reason"]
        assert refused.headers["content-security-policy"]
        assert http.get("/").status_code in (200, 503)
        # Whoever guesses codes by pages is told nothing of any table after a while, and has the page all the same.
        pages = (http.get(f"/t/{host.code}") for _ in range(MANY))
        assert next(page for page in pages if "og:title" not in page.text).status_code in (200, 503)


def test_what_goes_wrong_inside_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with RunningServer(f"sqlite:///{path}", tmp_path / "server.log") as server:
        table, sound = make_table(server.url), make_table(server.url)
        server.kill()
        with sqlite3.connect(path) as database:
            database.execute("UPDATE events SET at = 'noon' WHERE code = ?", [table.code])
        database.close()
        server.start()
        answer = httpx.get(f"{server.url}/api/tables/{table.code}", verify=False, trust_env=False, timeout=PATIENCE)
        assert answer.status_code == 500
        assert answer.json() == {
            "reason": "something went wrong on our side: try again in a moment", "clause": "", "update": None
        }  # fmt: skip
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        assert table.code in server.said  # whoever runs the server finds it in the log
        with Visitor(server.url, table.code).live() as live, pytest.raises(Exception, match=r"1011|1006|no close"):
            live.hear()
        assert sound.look()["table"]["code"] == sound.code


def test_connections_that_were_closed_while_nobody_heard_are_told_later() -> None:
    """Another node has gone and come back meanwhile: what it was told before is told anew."""
    here, there = Limits(False), Limits(False)
    for limits in (here, there):
        limits.share()
    for _ in range(3):
        here.connect("192.0.2.7")
    there.others_took("here", here.taken_here())
    assert there._elsewhere["here"]["192.0.2.7"] == 3
    for _ in range(3):
        here.disconnect("192.0.2.7")
    here.only(["there"])
    there.others_took("here", here.taken_here())
    assert not there._elsewhere["here"]
    assert here.taken_here() == {}
