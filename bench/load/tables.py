"""Tables of four clients that move as soon as they may: at our server, and at boardgame.io's."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import httpx
import orjson

from bench.load.sockets import Socket

SEATS = 4
NOT_JUST_NOW = 503
"""The status of an answer that asks to try again."""


class Broken(Exception):
    """The server said something that it must not say under this load."""


@dataclass
class Flight:
    """A move on its way, until every client has the update that tells of it."""

    sent: float = 0.0
    last: float = 0.0
    clients: int = 0


@dataclass
class Tally:
    """What happened at all tables."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    """When each move was sent, and when the last client had it."""
    updates: int = 0
    bytes: int = 0
    """Of all updates that tell of a move."""
    games: int = 0
    refused: int = 0


class Table:
    """Four clients of one game. It is opened, begins when it is told to, and says when it is over."""

    def __init__(self, port: int, http: httpx.AsyncClient, tally: Tally, chance: random.Random) -> None:
        self.port, self.http, self.tally, self.chance = port, http, tally, chance
        self.sockets: list[Socket] = []
        loop = asyncio.get_running_loop()
        self.ready: list[asyncio.Future[None]] = [loop.create_future() for _ in range(SEATS)]
        self.over: asyncio.Future[None] = loop.create_future()
        self.ended: set[int] = set()
        self.flights: dict[int, Flight] = {}
        self.played = 0
        self.moved = False

    async def open(self) -> None:
        raise NotImplementedError

    async def begin(self) -> None:
        raise NotImplementedError

    def heard(self, seat: int, text: bytes) -> None:
        raise NotImplementedError

    async def post(self, path: str, body: dict[str, Any], key: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else None
        answer = await self.http.post(path, json=body, headers=headers)
        while answer.status_code == NOT_JUST_NOW:
            self.tally.refused += 1
            await asyncio.sleep(1.0)
            answer = await self.http.post(path, json=body, headers=headers)
        if answer.status_code >= 400:
            raise Broken(f"{path}: {answer.status_code} {answer.text[:300]}")
        found: dict[str, Any] = orjson.loads(answer.content)
        return found

    async def connect(self, path: str) -> None:
        for seat in range(SEATS):
            self.sockets.append(Socket(f"127.0.0.1:{self.port}", path, partial(self.told, seat), self.failed))
            await self.sockets[seat].open()

    def told(self, seat: int, text: bytes) -> None:
        if not self.over.done():
            try:
                self.heard(seat, text)
            except Exception as error:
                self.failed(error)

    def failed(self, error: Exception) -> None:
        for waiting in (*self.ready, self.over):
            if not waiting.done():
                waiting.set_exception(error)

    def sent(self, number: int, when: float) -> None:
        flight = self.flights.setdefault(number, Flight())
        flight.sent = when
        self._landed(number, flight)

    def got(self, number: int, size: int) -> None:
        """A client has the update of this move."""
        flight = self.flights.setdefault(number, Flight())
        flight.last = time.perf_counter()
        flight.clients += 1
        self.tally.updates += 1
        self.tally.bytes += size
        self._landed(number, flight)

    def _landed(self, number: int, flight: Flight) -> None:
        if flight.sent and flight.clients == SEATS:
            self.tally.moves.append((flight.sent, flight.last))
            self.played += 1
            self.moved = True
            del self.flights[number]

    def end(self, seat: int) -> None:
        self.ended.add(seat)
        if len(self.ended) == SEATS and not self.over.done():
            self.tally.games += 1
            self.over.set_result(None)

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


class OurTable(Table):
    """`update` tells of all events since the last; `done` has the number of the event that a move became."""

    game = "port"
    options: ClassVar = {"target": 84}
    """Some 250 moves: longer than is measured, so that opening tables is no part of it."""

    async def open(self) -> None:
        wish = {"game": self.game, "options": self.options, "seats": SEATS, "name": "Ada"}
        made = await self.post("/api/tables", wish)
        self.path = f"/api/tables/{made['code']}"
        joined = [await self.post(f"{self.path}/join", {"name": name}) for name in ("Ben", "Cleo", "Dan")]
        keys = [str(answer["key"]) for answer in (made, *joined)]
        self.host = keys[0]
        self.answers: list[int] = [-1] * SEATS
        """What each seat has answered last: the number that its move named."""
        self.asked: list[dict[str, Any] | None] = [None] * SEATS
        self.pending: dict[str, float] = {}
        await self.connect(f"{self.path}/live")
        for socket, key in zip(self.sockets, keys, strict=True):
            socket.say(orjson.dumps({"type": "hello", "key": key, "since": 0}))
        await asyncio.gather(*self.ready)

    async def begin(self) -> None:
        await self.post(f"{self.path}/start", {}, self.host)

    def heard(self, seat: int, text: bytes) -> None:
        message = orjson.loads(text)
        if message["type"] == "update":
            self.updated(seat, message, len(text))
        elif message["type"] == "done":
            self.sent(message["seq"], self.pending.pop(message["id"]))
        elif message["type"] == "refused":
            self.tally.refused += 1
            del self.pending[message["id"]]
            you = self.asked[seat]
            if you and you["asked"] == self.answers[seat]:
                raise Broken(f"a legal move was refused: {message}")
            self.move(seat)
        else:
            raise Broken(f"the server says: {message}")

    def updated(self, seat: int, update: dict[str, Any], size: int) -> None:
        for event in update["events"]:
            if event["kind"] == "move":
                self.got(event["seq"], size)
        if not self.ready[seat].done():
            self.ready[seat].set_result(None)
        self.asked[seat] = update["you"]
        self.move(seat)
        if update["table"]["state"] == "over":
            self.end(seat)

    def move(self, seat: int) -> None:
        you = self.asked[seat]
        if you and you["offers"] and you["asked"] != self.answers[seat]:
            name = f"{seat}-{you['asked']}"
            move = self.chance.choice(you["offers"])["move"]
            self.answers[seat] = you["asked"]
            self.pending[name] = time.perf_counter()
            self.sockets[seat].say(orjson.dumps({"type": "move", "id": name, "seq": you["asked"], "move": move}))


class TheirTable(Table):
    """Socket.IO over one WebSocket, as boardgame.io's own client speaks it once it is connected."""

    SPACE = "/yardstick,"
    EVENT = f"42{SPACE}".encode()

    async def open(self) -> None:
        made = await self.post("/games/yardstick/create", {"numPlayers": SEATS, "unlisted": True})
        self.match, self.keys = str(made["matchID"]), []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"player {seat}"}
            self.keys.append((await self.post(f"/games/yardstick/{self.match}/join", body))["playerCredentials"])
        await self.connect("/socket.io/?EIO=4&transport=websocket")
        await asyncio.gather(*self.ready)

    async def begin(self) -> None:
        self.move(0, 0)

    def heard(self, seat: int, text: bytes) -> None:
        if text.startswith(self.EVENT):
            event, *arguments = orjson.loads(text[len(self.EVENT) :])
            if event == "update":
                self.updated(seat, arguments[1], len(text))
            elif event == "sync":
                self.ready[seat].set_result(None)
        elif text == b"2":  # a ping of engine.io
            self.sockets[seat].say(b"3")
        elif text.startswith(b"0"):
            self.sockets[seat].say(f"40{self.SPACE}".encode())
        elif text.startswith(b"40"):
            self.emit(seat, "sync", self.match, str(seat), self.keys[seat], SEATS)
        else:
            raise Broken(f"the server says: {text[:300]!r}")

    def emit(self, seat: int, *event: object) -> None:
        self.sockets[seat].say(self.EVENT + orjson.dumps(event))

    def updated(self, seat: int, state: dict[str, Any], size: int) -> None:
        self.got(state["_stateID"], size)
        if "gameover" in state["ctx"]:
            self.end(seat)
        elif state["ctx"]["currentPlayer"] == str(seat):
            self.move(seat, state["_stateID"])

    def move(self, seat: int, number: int) -> None:
        payload = {"type": "take", "args": [number], "playerID": str(seat), "credentials": self.keys[seat]}
        self.sent(number + 1, time.perf_counter())
        self.emit(seat, "update", {"type": "MAKE_MOVE", "payload": payload}, number, self.match, str(seat))


Maker = Callable[[int, httpx.AsyncClient, Tally, random.Random], Table]
KINDS: dict[str, Maker] = {"ours": OurTable, "theirs": TheirTable}
