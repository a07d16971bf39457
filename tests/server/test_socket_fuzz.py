"""All that a client should not send, during a real game: no error inside, nothing told that its seat may not know, and the
game goes on to its end."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.server.client import Visitor, join, make_table, play_out, watcher
from tests.server.running import RunningServer
from tests.soak import soaked

CONNECTIONS = soaked(36, 600)
ANSWER = {"type", "id", "seq", "reason", "clause"}


class Fuzzer:
    """Somebody with a seat at the table, and with the worst intentions."""

    def __init__(self, own: Visitor, others: list[Visitor], seed: int) -> None:
        self.own = own
        self.others = others
        self.random = random.Random(seed)
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []
        """With which codes the server ended it."""
        self.kinds: list[Callable[[], str | bytes]] = [
            self.wrong_types, self.no_object, self.broken, self.deep, self.huge, self.binary, self.strange_move,
            self.out_of_turn, self.replayed, self.other_seat, self.hello_again, self.strange_text, self.numbers,
        ]  # fmt: skip

    # What it sends

    def wrong_types(self) -> str:
        junk: list[Any] = [None, 7, -1.5, True, [], {}, "", "hit", [[]], {"a": 1}]
        keys = ("type", "id", "seq", "move", "text", "key", "since")
        message = {key: self.random.choice(junk) for key in keys if self.random.random() < 0.6}
        if self.random.random() < 0.7:
            message["type"] = self.random.choice(["move", "chat", "hello", "update", "__proto__", "done"])
        return json.dumps(message)

    def no_object(self) -> str:
        return self.random.choice(["null", "7", "[]", '"move"', "true", "[[{}]]", "1e999", "-0", '[{"type":"chat"}]'])

    def broken(self) -> str:
        whole = json.dumps({"type": "move", "id": "a", "seq": 3, "move": "hit"})
        return self.random.choice(
            ["", " ", "{", whole[:-1], whole * 2, "NaN", "{'type': 'move'}", whole + "\x00", "\ufeff" + whole]
        )

    def deep(self) -> str:
        return self.random.choice(
            ["[" * 7000, '{"type":' * 1500, "[" * 3000 + "]" * 3000, '{"a":' * 1000 + "1" + "}" * 1000]
        )

    def huge(self) -> str:
        size = self.random.choice([10_000, 16_300, 16_384, 17_000, 300_000])
        return json.dumps({"type": "chat", "id": "big", "text": "x" * size})

    def binary(self) -> bytes:
        return self.random.choice([b"", b"\x00" * 100, self.random.randbytes(500), b'{"type":"chat","id":"b","text":"x"}'])

    def strange_move(self) -> str:
        moves = [
            "hit",
            "fold",
            "bid 3",
            "lead 3 3 3",
            "take 99",
            "choose",
            "choose 1 2 3",
            "pass",
            "x" * 200,
            "choose\n1",
            "💣",
        ]
        return self.move(self.random.choice(moves), self.own.look()["you"]["asked"])

    def out_of_turn(self) -> str:
        seq = self.random.choice([0, 1, 2, 10**6, 2**31, 2**31 + 1, -1])
        return self.move(self.random.choice(["choose 1", "choose 5", "take 3"]), seq)

    def replayed(self) -> str:
        return json.dumps({"type": "chat", "id": "again", "text": f"{self.random.random()}"})

    def other_seat(self) -> str:
        other = self.random.choice(self.others)
        asked = self.own.look()["you"]["asked"]
        message: dict[str, Any] = {"type": "move", "id": self.own.new_id(), "seq": asked, "move": "choose 1"}
        message[self.random.choice(["seat", "key", "code"])] = self.random.choice([other.seat, other.key])
        return json.dumps(message)

    def hello_again(self) -> str:
        return json.dumps(
            {"type": "hello", "key": self.random.choice([None, *(one.key for one in self.others)]), "since": 0}
        )

    def strange_text(self) -> str:
        texts = [
            '"\\ud800"',
            '"\\u0000"',
            '"\\u202e<script>"',
            '"' + "é" * 200 + '"',
            '"' + "x" * 201 + '"',
            '"\\ud83d\\ude00"',
        ]
        return '{"type":"chat","id":"s1","text":' + self.random.choice(texts) + "}"

    def numbers(self) -> str:
        number = self.random.choice(["9" * 400, "9" * 6000, "1e400", "3.0", "-0", "0x10", "1_000", "Infinity", "003"])
        return '{"type":"move","id":"n1","move":"hit","seq":' + number + "}"

    def move(self, move: str, seq: int) -> str:
        return json.dumps({"type": "move", "id": self.own.new_id(), "seq": seq, "move": move})

    def hello(self) -> str | bytes:
        """Mostly a true one, so that what follows gets anywhere."""
        if self.random.random() < 0.75:
            return json.dumps({"type": "hello", "key": self.own.key, "since": self.random.choice([0, 3, 10**6])})
        key = self.own.key or ""
        wrong: list[Any] = [key[:-1], key + "x", "x" * 100, "x" * 101, "é", "\x00", 7, [], {"key": key}, key.lower(), None]
        hello = json.dumps(
            {"type": "hello", "key": self.random.choice(wrong), "since": self.random.choice([0, -1, "0", 2**40])}
        )
        others = [kind for kind in self.kinds if kind != self.hello_again]  # with the key of another one would be the other
        return self.random.choice([hello, hello, self.random.choice(others)()])

    # A visit

    def messages(self) -> list[str | bytes]:
        if self.random.random() < 0.1:
            return []
        return [self.hello(), *(self.random.choice(self.kinds)() for _ in range(self.random.randrange(0, 24)))]

    def visit(self) -> None:
        """Come, send, and go: in an orderly way, at once, or without a word. What is sent is chosen before: when the server
        has had enough, which depends on who is quicker, changes nothing of what comes in the next visits."""
        messages = self.messages()
        goes_at_once = self.random.random() < 0.3
        address = f"ws{self.own.url.removeprefix('http')}/api/tables/{self.own.code}/live"
        with connect(address, max_size=2**22, open_timeout=PATIENCE, close_timeout=2, proxy=None) as socket:
            try:
                for message in messages:
                    socket.send(message)
                if goes_at_once:
                    socket.socket.close()  # without a goodbye
                    return
                self.listen(socket)
            except ConnectionClosed as closed:
                self.closed.append(closed.rcvd.code if closed.rcvd else 1000)

    def listen(self, socket: ClientConnection) -> None:
        """Until what was sent last is answered, or the server has had enough."""
        identity = self.own.new_id()
        socket.send(json.dumps({"type": "chat", "id": identity, "text": "are you there?"}))
        while True:
            text = socket.recv(PATIENCE)
            assert isinstance(text, str)
            message = json.loads(text)
            self.heard.append(message)
            if message.get("id") == identity:
                return


def honest_move(people: list[Visitor]) -> None:
    """Those who play by the rules go on meanwhile."""
    for person in people:
        update = person.look()
        wish = person.wish(update)
        if wish is not None:
            person.move(wish, update["you"]["asked"])
            return


@pytest.mark.parametrize("seed", soaked([1], [1, 2]))
def test_hostile_client(shared_server: RunningServer, seed: int) -> None:
    host = make_table(shared_server.url, "pickup", seats=3, options={"long": True, "target": soaked(40, 100)})
    friend, rogue = join(host, "Ann"), join(host, "Eve")
    people = [host, friend, rogue]
    host.start()
    elsewhere = make_table(shared_server.url, "pickup", seats=2)
    fuzzer = Fuzzer(rogue, [host, friend, elsewhere], seed)
    with host.live() as first, watcher(host).live() as watching:
        for number in range(CONNECTIONS):
            fuzzer.visit()
            if number % 3 == 0 and host.look()["table"]["state"] == "playing":
                honest_move(people)
        assert {*fuzzer.closed} <= {1000, 1001, 1007, 1008, 1009}  # never 1011, an error inside
        assert {1008, 1009} <= {*fuzzer.closed}
        true, opened = rogue.look(), watcher(host).look()
        check_nothing_leaked(fuzzer, people, true, opened)
        last = host.at_table("chat", id="the-end", text="still here")["seq"]
        for live in (first, watching):
            while live.hear_update()["seq"] < last:
                pass
            assert [event["seq"] for event in live.events] == list(range(1, last + 1))
        seats = host.look()["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Zoe", "Ann", "Eve"]
    assert play_out(people)["table"]["state"] == "over"
    assert "Traceback" not in shared_server.said
    assert "ERROR" not in shared_server.said


def check_nothing_leaked(fuzzer: Fuzzer, people: list[Visitor], true: dict[str, Any], opened: dict[str, Any]) -> None:
    """It heard what its seat is told anyway, and short reasons."""
    events = {seat: {event["seq"]: event for event in told["events"]} for seat, told in ((2, true), (None, opened))}
    updates = [message for message in fuzzer.heard if message["type"] == "update"]
    assert any(message["type"] == "refused" for message in fuzzer.heard)
    assert any(message["you"] for message in updates)
    for update in updates:
        seat = update["you"] and update["you"]["seat"]
        assert seat in (2, None)
        for event in update["events"]:
            assert event == events[seat][event["seq"]]
        for zone in update["play"]["zones"]["hands"]:
            assert zone["cards"] == []
        assert update["table"]["secret"] is None
    for message in fuzzer.heard:
        if message["type"] != "update":
            assert message.keys() <= ANSWER
            assert len(message.get("reason", "")) < 400
    everything = json.dumps(fuzzer.heard)
    assert not any(one.key and one.key in everything for one in people)


@pytest.mark.parametrize("code", ["ABCDEFGH", "x", "%00", "%F0%9F%92%A3"])
def test_address_of_no_table(url: str, code: str) -> None:
    with Visitor(url, code).live() as live:
        said = live.hear_all()
    assert [message["type"] for message in said] == ["error"]
    assert "no" in said[0]["reason"]
