"""A small client of the server: people who make tables, sit down and play any legal move."""

import itertools
import json
import random
import secrets
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE

Update = dict[str, Any]
Answer = TypeVar("Answer")

RANDOMNESS = "5eed" * 8
GONE_ON = "the table has gone on since then: look again"
NOT_NOW = (502, 503, 504)
"""Answers of a server that cannot do it just now, and of a web server that has found none."""


class Refused(Exception):
    """The server said no."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.status_code} {answer.text[:300]}")
        self.status = answer.status_code
        is_ours = answer.headers.get("content-type") == "application/json"  # and not nginx's
        self.body: dict[str, Any] = answer.json() if is_ours else {"reason": answer.text}
        self.reason: str = self.body["reason"]


class Visitor:
    """Somebody at a table, or, without a key, somebody who watches it."""

    def __init__(
        self, url: str, code: str = "", key: str | None = None, seat: int | None = None, *, waits: bool = True
    ) -> None:  # fmt: skip
        self.url = url
        self.waits = waits
        """Whether they ask again where a node asks for that, as pages do."""
        self.code = code
        self.key = key
        self.seat = seat
        self._ids = itertools.count(1)
        self._random = random.Random(f"{code} {seat}")

    # One request each

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """What is only read, or has an id so that it counts once, is asked for again where that is needed."""
        if self.waits and (method == "GET" or (body and "id" in body)):
            return patiently(lambda: self._asked(method, path, body, query))
        return self._asked(method, path, body, query)

    def _asked(self, method: str, path: str, body: Any, query: dict[str, Any]) -> Any:
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
        """Have the cards dealt, and wait until they are. Whoever was asked for another try may have had it done by then."""
        end, was_put_off = time.monotonic() + PATIENCE, False
        while True:
            try:
                self.at_table("start", randomness=randomness)
                break
            except Refused as error:
                is_for_now = _is_for_now(error)
                if not (is_for_now or was_put_off) or time.monotonic() > end:
                    raise
                if self.look()["table"]["state"] != "waiting":
                    break
                if not is_for_now:
                    raise
                was_put_off = True
                time.sleep(0.1)
        return self.wait_for(lambda update: update["table"]["state"] in ("playing", "over"))

    def move(self, move: str, seq: int, identity: str | None = None) -> Update:
        sent = {"id": identity or self.new_id(), "seq": seq, "move": move}
        return self.at_table("move", **sent)

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
        trusting = ssl._create_unverified_context() if address.startswith("wss") else None
        wishes = {"max_size": 2**22, "open_timeout": PATIENCE, "close_timeout": closes_within, "proxy": None}
        with patiently(lambda: connect(address, ssl=trusting, **wishes)) as socket:
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
        """Any legal move whenever it is this seat's turn. A bot that asks for new hands at the same time may be first."""
        if not self.update:
            self.hear_update()
        asked = -1
        while self.update["table"]["state"] != "over":
            wish = self.visitor.wish(self.update)
            if wish is not None and asked != self.update["you"]["asked"]:
                asked = self.update["you"]["asked"]
                answer = self.move(wish, asked)
                assert answer["type"] == "done" or answer["reason"] == GONE_ON, answer
            else:
                self.hear()
        return self.update


def make_table(url: str, game: str = "pairs", name: str = "Zoe", **wishes: Any) -> Visitor:
    """A table, and its host."""
    answer = _sent_until_done(url, "/tables", {"game": game, "name": name, **wishes})
    return Visitor(url, answer["code"], answer["key"], answer["seat"])


def join(host: Visitor, name: str = "Ann", **wishes: Any) -> Visitor:
    """Somebody who sits down at a table."""
    answer = _sent_until_done(host.url, f"/tables/{host.code}/join", {"name": name, **wishes})
    return Visitor(host.url, host.code, answer["key"], answer["seat"])


def _sent_until_done(url: str, path: str, wishes: dict[str, Any]) -> Any:
    """With an id of its own, so that it may be sent again."""
    wishes.setdefault("id", secrets.token_hex(16))
    return Visitor(url).ask("POST", path, wishes)


def patiently(ask: Callable[[], Answer]) -> Answer:
    """Ask again where a node asks for that, or where what stands before the nodes finds none: one that was too busy to say
    that it is alive is taken for one that hangs."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (Refused, InvalidHandshake) as error:
            if not _is_for_now(error) or time.monotonic() > end:
                raise
            time.sleep(0.1)


def _is_for_now(error: Refused | InvalidHandshake) -> bool:
    if isinstance(error, Refused):
        return error.status in NOT_NOW
    return not isinstance(error, InvalidStatus) or error.response.status_code in NOT_NOW


def watcher(host: Visitor) -> Visitor:
    """Somebody who only looks on."""
    return Visitor(host.url, host.code)


def play_by_turns(people: list[Visitor], moves: int) -> None:
    """So many moves by requests, by whoever of the people has the turn; each of them is heard over a socket too, which is
    opened anew where a node has ended it that was too busy to say that it is alive. A request may be answered by a node that
    has not heard of the last move yet: then the mover looks again."""
    end, seq, made = time.monotonic() + PATIENCE, 0, 0
    while time.monotonic() < end:
        with suppress(ConnectionClosed), people[0].live() as live:
            live.hear_update()
            while True:
                while live.update["seq"] < seq:
                    live.hear()
                if made == moves:
                    return
                mover, seen = people[live.update["play"]["to_act"][0]], live.update["seq"]
                update = mover.wait_for(lambda update, seen=seen: update["seq"] >= seen)
                seq = mover.move(mover.wish(update) or "", update["you"]["asked"])["seq"]
                made += 1
    raise AssertionError(f"only {made} of {moves} moves were heard of")


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
