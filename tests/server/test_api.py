"""The API over HTTP: every route, what it gives and what it refuses."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cutcard.server.http.catalogue_messages import Catalogue
from cutcard.server.http.scene_messages import Advice
from cutcard.server.http.server_messages import Refusal, ReplayStep, Tables, Update
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, join, make_table, play_out, watcher
from tests.server.running import RunningServer

SAFE = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}
INSIDE = re.compile(
    r"Traceback|File \"|\.py\b|site-packages|sqlalchemy|sqlite|psycopg|pydantic|errors\.pydantic", re.IGNORECASE
)


def refused(status: int, ask: Any, *words: Any, **named: Any) -> str:
    with pytest.raises(Refused) as refusal:
        ask(*words, **named)
    assert refusal.value.status == status, refusal.value
    Refusal.model_validate(refusal.value.body)
    assert not INSIDE.search(refusal.value.reason)
    return refusal.value.reason


@pytest.fixture(scope="module")
def http(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE, verify=False, trust_env=False) as client:
        yield client


@pytest.fixture(scope="module")
def finished(url: str) -> Visitor:
    """The host of a short game that is over."""
    host = make_table(url, "port", seats=2, level="easy", options={"rounds": 2}, listed=True)
    host.start()
    play_out([host])
    return host


@pytest.fixture
def two(url: str) -> tuple[Visitor, Visitor]:
    """A host and a friend at a table that waits."""
    host = make_table(url, "pickup", seats=2)
    return host, join(host)


# Games


def test_games(http: httpx.Client) -> None:
    catalogue = http.get("/api/games").json()
    Catalogue.model_validate(catalogue)
    assert len(catalogue["games"]) == 9
    for game in catalogue["games"]:
        rules = http.get(f"/api/games/{game['game']}/rules").json()
        assert "<h2 id=" in rules["html"]
        assert not re.search(r"<script|javascript:|\son\w+=", rules["html"])
    assert http.get("/api/games/poker/rules").status_code == 404
    assert http.get("/api/games/pieces-of-eight/rules").json()["title"] == "Pieces of Eight"


def test_a_page_is_not_asked_for_the_name_of_a_file(http: httpx.Client) -> None:
    (clever,) = [game for game in http.get("/api/games").json()["games"] if game["id"] == "clever-pickin"]
    (deck,) = [option for option in clever["options"] if option["name"] == "deck"]
    assert "You can paste them, or choose a file" in deck["help"]
    assert "stand-in" in deck["help"]


def test_a_table_by_the_name_of_a_variant(http: httpx.Client) -> None:
    wish = {"game": "pieces-of-eight", "name": "Zoe", "seats": 3, "options": {"target": 20}}
    made = http.post("/api/tables", json=wish).json()
    table = http.get(f"/api/tables/{made['code']}").json()["table"]
    assert (table["game"], table["title"], table["options"]["eights"]) == ("pairs", "Pieces of Eight", True)
    refused = http.post("/api/tables", json={**wish, "options": {"eights": False}})
    assert (refused.status_code, "with the option eights" in refused.json()["reason"]) == (400, True)


# Tables


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({}, 422),
        ({"game": "poker", "name": "Zoe"}, 404),
        ({"game": "pairs", "name": ""}, 422),
        ({"game": "pairs", "name": " \t\n "}, 422),
        ({"game": "pairs", "name": "x" * 25}, 422),
        ({"game": "pairs", "name": 7}, 422),
        ({"game": "pairs", "name": "Zoe", "colour": "blue"}, 422),
        ({"game": "pairs", "name": "Zoe", "seats": "3"}, 422),
        ({"game": "pairs", "name": "Zoe", "seats": 3.0}, 422),
        ({"game": "pairs", "name": "Zoe", "seats": 40}, 400),
        ({"game": "pairs", "name": "Zoe", "clock": 4}, 422),
        ({"game": "pairs", "name": "Zoe", "clock": 1e300}, 422),
        ({"game": "pairs", "name": "Zoe", "level": "nobody"}, 404),
        ({"game": "pairs", "name": "Zoe", "level": "os:system"}, 403),
        ({"game": "pairs", "name": "Zoe", "options": {"trumps": True}}, 400),
        ({"game": "pairs", "name": "Zoe", "options": {"target": -1}}, 400),
        ({"game": "pairs", "name": "Zoe", "options": {"target": 10**30}}, 400),
        ({"game": "pairs", "name": "Zoe", "options": {"target": None}}, 422),
        ({"game": "pairs", "name": "Zoe", "options": {"x" * 50: 1}}, 422),
        ([], 422),
        ("pairs", 422),
        (None, 422),
    ],
)
def test_table_that_cannot_be_made(url: str, wish: Any, status: int) -> None:
    refused(status, Visitor(url).ask, "POST", "/tables", wish)


def test_name_is_cleaned(url: str) -> None:
    host = make_table(url, name="  Z\u200boe\x07\u202e \n <b> ")
    assert host.look()["table"]["seats"][0]["name"] == "Z oe <b>"


def test_unknown_tables_and_wrong_keys(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    routes: list[tuple[str, str, Any]] = [
        ("GET", "", None), ("POST", "/join", {"name": "Bob"}), ("POST", "/seats", {"seat": 1, "to": "open"}),
        ("POST", "/set", {"listed": True}), ("POST", "/start", {}), ("POST", "/move", {"id": "a", "seq": 1, "move": "hit"}),
        ("POST", "/chat", {"id": "a", "text": "hello"}), ("POST", "/leave", {}), ("POST", "/back", {}),
        ("POST", "/rematch", {}), ("GET", "/advice", None),
    ]  # fmt: skip
    stranger = Visitor(host.url, host.code, key=make_table(host.url).key)
    for method, path, body in routes:
        for code in ("ABCDEFGH", "short", "x" * 30, "0OIL1---", "%00", "..%2f..%2fetc"):
            refused(404, host.ask, method, f"/tables/{code}{path}", body)
        for key in (stranger.key, friend.key[:-1], "x", "x" * 5000):
            visitor = Visitor(host.url, host.code, key)
            refused(403, visitor.ask, method, f"/tables/{host.code}{path}", body)
        if path not in ("", "/join"):
            refused(403, watcher(host).ask, method, f"/tables/{host.code}{path}", body)
    assert host.ask("GET", f"/tables/{host.code.lower()}")["table"]["code"] == host.code


def test_before_the_game(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    assert "only Zoe" in refused(403, friend.at_table, "start")
    refused(403, friend.at_table, "set", seats=3)
    refused(403, friend.at_table, "seats", seat=0, to="bot")
    refused(400, host.at_table, "set")
    refused(422, host.at_table, "set", seats=0)
    refused(422, host.at_table, "seats", seat=1, to="nobody")
    refused(404, host.at_table, "seats", seat=1, to="bot", level="nobody")
    refused(409, host.at_table, "seats", seat=7, to="bot")
    for what in ("rematch", "back"):
        refused(409, host.at_table, what)
    for path in ("record", "replay", "replay/moves", "advice"):
        assert "not started" in refused(409, host.ask, "GET", f"/tables/{host.code}/{path}")
    refused(409, host.move, "hit", 1)
    refused(400, host.at_table, "set", dealer=7)
    assert host.at_table("set", dealer=1)["table"]["dealer"] == 1
    assert host.at_table("set", dealer=None)["table"]["dealer"] is None
    assert host.at_table("set", seats=3, clock=60)["table"]["clock"] == 60
    update = host.at_table("seats", seat=2, to="bot", level="easy")
    assert [seat["kind"] for seat in update["table"]["seats"]] == ["person", "person", "bot"]
    refused(422, host.at_table, "start", randomness="xyz")
    refused(409, Visitor(host.url).ask, "POST", f"/tables/{host.code}/join", {"name": "Bob"})
    update = friend.at_table("leave")
    assert update["you"] is None
    refused(403, friend.look)


def test_chat(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    friend.at_table("chat", id="c1", text="<img src=x onerror=alert(1)>\n\x00 hi")
    friend.at_table("chat", id="c1", text="<img src=x onerror=alert(1)> hi")
    said = [event for event in host.look()["events"] if event["kind"] == "chat"]
    assert [(event["seat"], event["text"]) for event in said] == [(1, "<img src=x onerror=alert(1)> hi")]
    for wrong in ("", " ", "x" * 201, 7, None):
        refused(422, host.at_table, "chat", id="c2", text=wrong)
    refused(422, host.at_table, "chat", id="c 2", text="hello")


def test_moves(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    asked = host.start()["you"]["asked"]
    update = host.look()
    wish = host.wish(update)
    assert wish is not None
    for late, status in ((asked - 1, 409), (asked + 5, 400)):
        with pytest.raises(Refused) as refusal:
            host.move(wish, late)
        assert refusal.value.status == status
        now = Update.model_validate(refusal.value.body["update"])
        assert now.you is not None
        assert (now.you.seat, now.you.asked) == (0, asked)
    assert "not a move of Pickup" in refused(409, host.move, "jump", asked)
    done = host.move(wish, asked, "m1")
    assert [event["seat"] for event in done["events"]] == [0]
    again = host.move(wish, asked, "m1")
    assert again["seq"] == done["seq"]
    with pytest.raises(Refused) as refusal:
        host.move(wish, host.look()["you"]["asked"], "m2")
    assert refusal.value.status == 409
    assert refusal.value.body["update"]["play"]["to_act"] == [1]
    for body in ({"id": "a", "seq": -1, "move": "x"}, {"id": "a", "seq": 1}, {"id": "a", "seq": 1, "move": "x" * 201}):
        refused(422, friend.at_table, "move", **body)
    refused(409, host.at_table, "set", seats=3)
    refused(409, host.at_table, "start")


def test_hand_over_and_back(two: tuple[Visitor, Visitor]) -> None:
    host, friend = two
    host.start()
    friend.at_table("leave")
    update = host.at_table("seats", seat=1, to="bot", level="easy")
    assert update["table"]["seats"][1]["kind"] == "bot"
    assert "take it back" in refused(409, friend.at_table, "move", id="m1", seq=3, move="x")
    assert friend.at_table("back")["table"]["seats"][1]["kind"] == "person"
    play_out([host, friend])


def hint(person: Visitor) -> Advice:
    """What a person is advised, once hints are ready."""
    while True:
        advice = Advice.model_validate(person.ask("GET", f"/tables/{person.code}/advice"))
        if advice.is_ready:
            return advice
        time.sleep(0.5)


def test_advice(url: str) -> None:
    host = make_table(url, "pickup", seats=2, level="easy")
    host.start()
    advice = hint(host)
    legal = {offer["move"] for offer in host.look()["you"]["offers"]}
    assert {one.move for one in advice.rated} <= legal
    assert advice.sentence
    refused(403, watcher(host).ask, "GET", f"/tables/{host.code}/advice")


def test_advice_out_of_turn(url: str) -> None:
    host = make_table(url, "port", seats=2)
    guest = join(host, "Ben")
    host.start()
    waiting = guest if host.look()["play"]["to_act"] == [host.seat] else host
    refused(409, waiting.ask, "GET", f"/tables/{host.code}/advice")


def test_list(url: str, finished: Visitor) -> None:
    waiting = make_table(url, "pairs", seats=2, listed=True)
    hidden = make_table(url, "pairs", seats=2)
    tables = Visitor(url).ask("GET", "/tables")
    Tables.model_validate(tables)
    codes = [table["code"] for table in tables["tables"]]
    assert waiting.code in codes
    assert not {hidden.code, finished.code} & {*codes}


def test_replay(finished: Visitor) -> None:
    visitor = watcher(finished)
    path = f"/tables/{finished.code}/replay"
    first = visitor.ask("GET", path)
    ReplayStep.model_validate(first)
    assert first["update"]["events"][0]["kind"] == "started"
    assert first["update"]["you"] is None
    log = [event for event in visitor.look()["events"] if event["kind"] == "move"]
    assert first["steps"] == len(log)
    for step in range(1, first["steps"] + 1):
        at = visitor.ask("GET", path, step=step, seat=1)
        assert [event["seq"] for event in at["update"]["events"]] == [log[step - 1]["seq"]]
        assert at["update"]["play"]["step"] == step
        assert at["update"]["you"]["seat"] == 1
    assert at["update"]["play"] == visitor.look()["play"]
    refused(400, visitor.ask, "GET", path, step=first["steps"] + 1)
    refused(400, visitor.ask, "GET", path, seat=2)
    refused(422, visitor.ask, "GET", path, step=-1)
    refused(400, visitor.ask, "GET", f"{path}/moves", first=first["steps"] + 1)
    refused(422, visitor.ask, "GET", f"{path}/moves", seat=64)


def test_rematch(finished: Visitor) -> None:
    refused(403, watcher(finished).at_table, "rematch")
    code = finished.at_table("rematch")["code"]
    assert finished.at_table("rematch")["code"] == code
    again = Visitor(finished.url, code, finished.key, 0)
    assert again.look()["you"]["seat"] == 0
    assert again.start()["table"]["state"] == "playing"
    refused(409, finished.at_table, "move", id="new", seq=1, move="hit")


# Safety


def test_every_answer_has_the_headers(http: httpx.Client, finished: Visitor) -> None:
    paths = [
        "/",
        "/t/ABCDEFGH",
        "/r/ABCDEFGH",
        "/nowhere",
        "/assets/none.js",
        "/api/games",
        "/api/nowhere",
        "/api/tables/short",
    ]
    answers = [http.get(path) for path in [*paths, f"/api/tables/{finished.code}/record", "/api/openapi.json"]]
    answers += [
        http.post("/api/tables", json={}),
        http.post("/api/tables", content=b"x" * 20_000),
        http.delete("/api/games"),
    ]
    for answer in answers:
        for name, value in SAFE.items():
            assert answer.headers[name].startswith(value), answer.url
        assert "server" not in answer.headers
        if answer.url.path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["content-type"].startswith("application/json")
        assert not INSIDE.search(answer.text) or answer.status_code == 200
    policy = answers[0].headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy


def test_what_is_too_long_or_no_json(http: httpx.Client, two: tuple[Visitor, Visitor]) -> None:
    headers = {"Authorization": f"Bearer {two[0].key}", "content-type": "application/json"}
    for path in ("/api/tables", f"/api/tables/{two[0].code}/chat"):
        for content in (b" " * 17_000, b'{"id":"' + b"x" * 20_000, iter([b"x" * 9_000] * 3)):
            answer = http.post(path, content=content, headers=headers)
            assert answer.status_code == 413, answer.text
            assert "too long" in answer.json()["reason"]
        for content in (
            b"",
            b"{",
            b"\xff\xfe\x00",
            b"[" * 8_000,
            b'{"a":' * 2_000,
            b'{"seq":' + b"9" * 5_000 + b"}",
            b"NaN",
        ):
            answer = http.post(path, content=content, headers=headers)
            assert answer.status_code in (400, 422), answer.text
            assert not INSIDE.search(answer.text)
        answer = http.post(
            path, content=b"name=Zoe", headers={**headers, "content-type": "application/x-www-form-urlencoded"}
        )
        assert answer.status_code == 422


def test_keys_are_told_once(url: str) -> None:
    host = make_table(url, "pickup", seats=2, listed=True)
    friend = join(host)
    said = [json.dumps(update) for update in (host.start(), play_out([host, friend]))]
    for visitor in (host, friend, watcher(host)):
        said += [json.dumps(visitor.look()), json.dumps(visitor.ask("GET", "/tables"))]
        said += [
            json.dumps(visitor.ask("GET", f"/tables/{host.code}/{what}")) for what in ("record", "replay", "replay/moves")
        ]
    said.append(json.dumps(friend.at_table("rematch")))
    for text in said:
        assert host.key is not None
        assert friend.key is not None
        assert host.key not in text
        assert friend.key not in text
        assert '"key"' not in text


def test_secret_is_told_when_the_game_is_over(url: str, finished: Visitor) -> None:
    host = make_table(url, "pickup", seats=2, level="easy")
    waiting = host.look()["table"]
    playing = host.start()["table"]
    assert waiting["secret"] is playing["secret"] is None
    assert waiting["commitment"] == playing["commitment"]
    assert len(finished.look()["table"]["secret"]) == 64


def test_nothing_went_wrong_inside(shared_server: RunningServer, finished: Visitor) -> None:
    assert "Traceback" not in shared_server.said
    assert "failed" not in shared_server.said
