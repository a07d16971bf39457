"""A small client of the server: people who make tables, sit down and play any legal move."""

import itertools
import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Update = dict[str, Any]

RANDOMNESS = "5eed" * 8
PATIENCE = 60.0
"""Seconds a client waits for what must come."""


class Refused(Exception):
    """The server said no."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.status_code} {answer.text[:300]}")
        self.status = answer.status_code
        self.body: dict[str, Any] = answer.json()
        self.reason: str = self.body["reason"]


class Visitor:
    """Somebody at a table, or, without a key, somebody who watches it."""

    def __init__(self, url: str, code: str = "", key: str | None = None, seat: int | None = None) -> None:
        self.url = url
        self.code = code
        self.key = key
        self.seat = seat
        self._ids = itertools.count(1)
        self._random = random.Random(f"{code} {seat}")

    # One request each

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        answer = httpx.request(
            method, f"{self.url}/api{path}", json=body, params=query, headers=headers, timeout=PATIENCE,
            verify=False, trust_env=False,
        )  # fmt: skip
        if answer.status_code != 200:
            raise Refused(answer)
        return answer.json()

    def at_table(self, what: str, **body: Any) -> Any:
        return self.ask("POST", f"/tables/{self.code}/{what}", body)

    def look(self, since: int = 0) -> Update:
        """The table, with all events after that one: those that are not told at once are asked for."""
        update: Update = self.ask("GET", f"/tables/{self.code}", since=since)
        while (events := update["events"]) and events[0]["seq"] > since + 1:
            earlier = self.ask("GET", f"/tables/{self.code}/events", before=events[0]["seq"])["events"]
            update["events"] = [event for event in earlier if event["seq"] > since] + events
        return update

    def start(self, randomness: str | None = RANDOMNESS) -> Update:
        """Have the cards dealt, and wait until they are."""
        self.at_table("start", randomness=randomness)
        return self.wait_for(lambda update: update["table"]["state"] in ("playing", "over"))

    def move(self, move: str, seq: int, identity: str | None = None) -> Update:
        return self.at_table("move", id=identity or self.new_id(), seq=seq, move=move)

    def wait_for(self, holds: Any) -> Update:
        """Look again and again until it is so; less and less often, so that a server with limits allows it."""
        end, pause = time.monotonic() + PATIENCE, 0.02
        while not holds(update := self.look()):
            assert time.monotonic() < end, f"it never came: {update['table']} {update['play']}"
            time.sleep(pause)
            pause = min(1.2 * pause, 0.2)
        return update

    def new_id(self) -> str:
        return f"m{next(self._ids)}"

    # Playing

    def wish(self, update: Update) -> str | None:
        """Any legal move; None where there is nothing to do."""
        you, play = update["you"], update["play"]
        if not you or not play or you["seat"] not in play["to_act"]:
            return None
        if pick := you["pick"]:
            chosen = sorted(self._random.sample(range(len(pick["cards"])), pick["count"]))
            return " ".join([pick["verb"], *(pick["cards"][at] for at in chosen)])
        return str(self._random.choice(you["offers"])["move"])

    @contextmanager
    def live(self, since: int = 0, key: str | None = None, closes_within: float = 2.0) -> Iterator["Live"]:
        """A line; who does not listen to it hears of its end too late, and need not wait for it."""
        address = f"ws{self.url.removeprefix('http')}/api/tables/{self.code}/live"
        with connect(address, max_size=2**22, open_timeout=PATIENCE, close_timeout=closes_within, proxy=None) as socket:
            live = Live(self, socket)
            with suppress(ConnectionClosed):  # a table that does not exist ends it before
                live.send({"type": "hello", "key": key or self.key, "since": since})
            yield live


class Live:
    """A visitor's socket, after its hello."""

    def __init__(self, visitor: Visitor, socket: ClientConnection) -> None:
        self.visitor = visitor
        self.socket = socket
        self.update: Update = {}
        """The last one."""
        self.events: list[dict[str, Any]] = []
        """All that were told over this socket."""
        self.heard: list[str] = []
        """Every byte."""

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            self.update = message
            self.events += message["events"]
        return message

    def hear_all(self) -> list[dict[str, Any]]:
        """Until the server ends it."""
        said = []
        with suppress(ConnectionClosed):
            while True:
                said.append(self.hear())
        return said

    def hear_update(self) -> Update:
        while self.hear()["type"] != "update":
            pass
        return self.update

    def answer_to(self, identity: str) -> dict[str, Any]:
        """What came of something that was sent; updates on the way are taken in."""
        while True:
            message = self.hear()
            if message["type"] != "update" and message.get("id") == identity:
                return message

    def move(self, move: str, seq: int, identity: str | None = None) -> dict[str, Any]:
        identity = identity or self.visitor.new_id()
        self.send({"type": "move", "id": identity, "seq": seq, "move": move})
        return self.answer_to(identity)

    def play_to_the_end(self) -> Update:
        """Any legal move whenever it is this seat's turn."""
        if not self.update:
            self.hear_update()
        asked = -1
        while self.update["table"]["state"] != "over":
            wish = self.visitor.wish(self.update)
            if wish is not None and asked != self.update["you"]["asked"]:
                asked = self.update["you"]["asked"]
                answer = self.move(wish, asked)
                assert answer["type"] == "done", answer
            else:
                self.hear()
        return self.update


def make_table(url: str, game: str = "pairs", name: str = "Zoe", **wishes: Any) -> Visitor:
    """A table, and its host."""
    answer = Visitor(url).ask("POST", "/tables", {"game": game, "name": name, **wishes})
    return Visitor(url, answer["code"], answer["key"], answer["seat"])


def join(host: Visitor, name: str = "Ann", **wishes: Any) -> Visitor:
    """Somebody who sits down at a table."""
    answer = Visitor(host.url).ask("POST", f"/tables/{host.code}/join", {"name": name, **wishes})
    return Visitor(host.url, host.code, answer["key"], answer["seat"])


def watcher(host: Visitor) -> Visitor:
    """Somebody who only looks on."""
    return Visitor(host.url, host.code)


def play_out(people: list[Visitor]) -> Update:
    """All people of a table play any legal moves over HTTP until the game is over; gives the last update of the first."""
    while True:
        moved = False
        for person in people:
            update = person.look()
            if update["table"]["state"] == "over":
                return people[0].look()
            wish = person.wish(update)
            if wish is not None:
                person.move(wish, update["you"]["asked"])
                moved = True
        if not moved:
            time.sleep(0.01)
