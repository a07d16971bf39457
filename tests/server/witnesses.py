"""People who play at a server's tables while things happen to it, and write down everything that they are told. What they
get no answer to they send again with the same id. In the end each table's log is held against what was written down."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx
import orjson
import websockets
from websockets.asyncio.client import ClientConnection

import cutcard
from cutcard.core.declaration.phrases import as_json
from cutcard.core.table.outcome import outcome_of
from cutcard.present.scene import move_told
from cutcard.server.fair import check, commitment
from tests.server.log_model import Log, first_difference, said, stages_of, told

PLAYED: list[tuple[str, int, dict[str, Any]]] = [
    ("pairs", 2, {}),
    ("pairs", 3, {"eights": True}),
    ("starboard", 3, {}),
    ("pickup", 2, {"target": 30}),
    ("port", 2, {"target": 15}),
]
NOT_NOW = (502, 503, 504)
"""Answers of a server that cannot do it just now, and of a web server that has found none."""
TRY_AGAIN = "try again"
"""What a reason says that is no refusal."""


class ComeAgain(Exception):
    """The server cannot do it just now."""


GONE = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError, ComeAgain)
"""What a client meets when something happens to the server."""


class Tally:
    """What happened to the server and its clients."""

    def __init__(self) -> None:
        self.answers = self.kills = self.resent = self.twice = self.events = self.busy = self.refused = self.anew = 0
        self.more = asyncio.Event()

    def __str__(self) -> str:
        return (
            f"{self.answers} answers, {self.resent} sent again, {self.twice} answered twice, {self.events} events told, "
            f"{self.busy} times busy, {self.refused} refused, {self.anew} tables begun anew"
        )

    def answered(self) -> None:
        self.answers += 1
        self.more.set()


@dataclass
class House:
    """Where the tables are, and how the people there behave."""

    url: str
    http: httpx.AsyncClient
    tally: Tally = field(default_factory=Tally)
    thinks: float = 0.0
    """The longest that somebody thinks before a move, in seconds."""
    writes: bool = False
    """Whether some play by requests alone, without a socket."""
    pings: float | None = None
    """How often they ask whether the other end of the socket is still there, and how long they wait for it."""
    may_refuse: bool = False
    """Whether a move that was asked for may be refused, as one may that another server has overtaken."""
    longest: float = 3600.0
    """Seconds in which a game must be over."""
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    """Ends all thinking when it is set."""

    async def think(self, chance: random.Random) -> None:
        if self.thinks:
            with suppress(TimeoutError):
                async with asyncio.timeout(chance.random() * self.thinks):
                    await self.hurry.wait()

    def hurry_up(self) -> None:
        self.hurry.set()
        self.hurry = asyncio.Event()


@dataclass
class Journal:
    """What one client was told, in the order of events; a key is its seat's, without one it watches."""

    seat: int | None
    key: str | None
    told: dict[int, bytes] = field(default_factory=dict)
    """Every event, byte for byte."""
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Everything that was ever sent, by its id."""
    done: dict[str, int] = field(default_factory=dict)
    """The event that it became, as it was acknowledged."""
    refused: dict[str, str] = field(default_factory=dict)
    """Why it was not done."""

    @property
    def seq(self) -> int:
        return max(self.told, default=0)

    def waiting(self) -> list[dict[str, Any]]:
        return [message for name, message in self.sent.items() if name not in self.done and name not in self.refused]

    def hear(self, events: list[dict[str, Any]], tally: Tally) -> None:
        for event in events:
            data, seq = orjson.dumps(event), event["seq"]
            assert self.told.setdefault(seq, data) == data, f"event {seq} was {self.told[seq]!r} and is {data!r}"
            tally.events += 1

    def answer(self, identity: str, seq: int, tally: Tally) -> None:
        assert identity not in self.refused, f"{identity} is done, and was refused before: {self.refused[identity]}"
        if identity in self.done:
            tally.twice += 1
        assert self.done.setdefault(identity, seq) == seq, f"{identity} was event {self.done[identity]} and is {seq}"
        tally.answered()

    def refuse(self, identity: str, reason: str, house: House) -> None:
        assert house.may_refuse, f"{self.sent.get(identity)} was refused: {reason}"
        assert identity not in self.done, f"{identity} was event {self.done[identity]} and is refused: {reason}"
        self.refused[identity] = reason
        house.tally.refused += 1


class PlayedTable:
    """One table: some seats are the clients', the others are bots of the server."""

    def __init__(self, house: House, number: int) -> None:
        self.house = house
        self.random = random.Random(number)
        self.game, self.seats, self.options = PLAYED[number % len(PLAYED)]
        self.level = "easy" if number % 3 == 0 else None
        """Of the bots in all other seats."""
        self.with_a_bot = number % 3 == 1 and self.seats > 2
        """Whether the last seat is a bot's, and the others are people's."""
        self.code = self.commitment = ""
        self.journals: list[Journal] = []
        self.views: dict[tuple[int | None, int], dict[str, Any]] = {}
        """What was shown to a seat after an event, by whichever server."""
        self.moved: dict[int, tuple[float, float]] = {}
        """When each move was made, by the time of the server, and when somebody here first heard of it."""
        self.is_over = False

    async def play(self) -> None:
        """The whole game, through all that happens to the server."""
        try:
            async with asyncio.timeout(self.house.longest):
                await self._begin()
                async with asyncio.TaskGroup() as group:
                    for journal in self.journals:
                        writes = self.house.writes and self.random.random() < 0.4
                        group.create_task(self._write(journal) if writes else self._sit(journal))
        except TimeoutError:
            raise AssertionError(f"{self} is not over after {self.house.longest} s: {self._standing()}") from None
        self.is_over = True

    def __str__(self) -> str:
        return f"table {self.code} ({self.game})"

    def _standing(self) -> str:
        last = max(self.views, key=lambda key: key[1], default=None)
        heard = [f"{journal.seat}: event {journal.seq}, waiting for {journal.waiting()}" for journal in self.journals]
        return f"{'; '.join(heard)}; last view {self.views[last] if last else None}"[:2000]

    async def _begin(self) -> None:
        wish = {"game": self.game, "seats": self.seats, "options": self.options, "name": "Zoe", "level": self.level}
        made = await self._asked("POST", "/api/tables", wish)
        self.code, self.commitment = made["code"], made["update"]["table"]["commitment"]
        self.views, self.moved = {}, {}
        self.journals = [Journal(0, made["key"]), Journal(None, None)]
        people = 1 if self.level else self.seats - self.with_a_bot
        while len(self.journals) <= people:
            seat = len(self.journals) - 1
            joined = await self._asked("POST", f"{self._path}/join", {"name": "Ann", "seat": seat}, refusals=True)
            if joined is None:  # an answer was lost, and the seat with it: somebody of that name sits there for ever
                self.house.tally.anew += 1
                return await self._begin()
            self.journals.append(Journal(seat, joined["key"]))
        if self.with_a_bot:
            wish = {"seat": self.seats - 1, "to": "bot", "level": "easy"}
            await self._asked("POST", f"{self._path}/seats", wish, made["key"])
        return None

    async def _start(self) -> None:
        """The host says so; again after a server that was killed while it got ready for the game."""
        await self._asked("POST", f"{self._path}/start", {"randomness": "ab" * 16}, self.journals[0].key, refusals=True)

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.code}"

    async def _asked(
        self, method: str, path: str, body: Any = None, key: str | None = None, *, refusals: bool = False
    ) -> Any:
        """Ask until there is an answer; of a refusal that is expected, None."""
        while True:
            try:
                answer = await self._once(method, path, body, key)
            except GONE:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 200:
                return answer.json()
            assert refusals, answer.text
            assert answer.status_code == 409, answer.text
            return None

    async def _once(self, method: str, path: str, body: Any, key: str | None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = await self.house.http.request(method, self.house.url + path, json=body, headers=headers)
        if answer.status_code in NOT_NOW:
            self.house.tally.busy += 1
            await asyncio.sleep(0.1)
            raise ComeAgain(answer.text)
        return answer

    # One client with a socket

    async def _sit(self, journal: Journal) -> None:
        while True:
            try:
                async with self._connected(journal) as socket:
                    await self._follow(journal, socket)
                    return
            except GONE:
                await asyncio.sleep(0.05)

    @asynccontextmanager
    async def _connected(self, journal: Journal) -> AsyncIterator[ClientConnection]:
        """Come back, and send again what was not answered."""
        address = f"ws{self.house.url.removeprefix('http')}{self._path}/live"
        pings = self.house.pings
        async with websockets.connect(
            address, open_timeout=60 if pings is None else 5 * pings, close_timeout=1, ping_interval=pings,
            ping_timeout=pings, proxy=None, max_size=2**22,
        ) as socket:  # fmt: skip
            since = self.random.choice([0, journal.seq, journal.seq])
            await socket.send(orjson.dumps({"type": "hello", "key": journal.key, "since": since}).decode())
            for message in journal.waiting():
                self.house.tally.resent += 1
                await socket.send(orjson.dumps(message).decode())
            yield socket

    async def _follow(self, journal: Journal, socket: ClientConnection) -> None:
        """Until the game is over and everything is answered."""
        is_over = False
        while not is_over or journal.waiting():
            message = orjson.loads(await socket.recv())
            if message["type"] == "update":
                is_over = self._heard(journal, message)
                if journal.seat == 0 and message["table"]["state"] == "waiting":
                    await self._start()
                for sent in await self._wishes(journal, message):
                    for _ in range(self.random.choice([1, 1, 1, 2])):  # an impatient finger
                        await socket.send(orjson.dumps(sent).decode())
            elif message["type"] == "done":
                journal.answer(message["id"], message["seq"], self.house.tally)
            elif TRY_AGAIN in message["reason"]:
                raise ComeAgain(message["reason"])
            else:
                assert message["type"] != "error", f"the server does not know this client any more: {message}"
                journal.refuse(message["id"], message["reason"], self.house)

    def _heard(self, journal: Journal, update: dict[str, Any]) -> bool:
        """Write an update down; gives whether the game is over."""
        now = time.monotonic()
        journal.hear(update["events"], self.house.tally)
        for event in update["events"]:
            if event["kind"] == "move":
                self.moved.setdefault(event["seq"], (event["at"], now))
        view = said(update)
        before = self.views.setdefault((journal.seat, update["seq"]), view)
        assert before == view, (
            f"{self}, seat {journal.seat}: two views of event {view['seq']}: {first_difference(before, view)}"
        )
        return update["table"]["state"] == "over"

    async def _wishes(self, journal: Journal, update: dict[str, Any]) -> list[dict[str, Any]]:
        """A move if one is asked for, and now and then some chat. It is written down before it is sent."""
        you, play = update["you"], update["play"]
        if you is None or play is None or update["table"]["state"] == "over":
            return []
        identity = f"s{journal.seat}-{len(journal.sent)}"
        asked = {message.get("seq") for name, message in journal.sent.items() if name not in journal.refused}
        wish: dict[str, Any] = {}
        if journal.seat in play["to_act"] and you["asked"] not in asked:
            await self.house.think(self.random)
            move = self.random.choice(you["offers"])["move"]
            wish = {"type": "move", "id": identity, "seq": you["asked"], "move": move}
        elif self.random.random() < 0.03:
            wish = {"type": "chat", "id": identity, "text": f"this is {identity}"}
        if not wish:
            return []
        journal.sent[identity] = wish
        return [wish]

    # One client without a socket

    async def _write(self, journal: Journal) -> None:
        is_over = False
        while not is_over or journal.waiting():
            for message in journal.waiting():
                await self._post(journal, message)
            since = self.random.choice([0, journal.seq, journal.seq])
            update = await self._asked("GET", f"{self._path}?since={since}", key=journal.key)
            is_over = self._heard(journal, update)
            if journal.seat == 0 and update["table"]["state"] == "waiting":
                await self._start()
            if not await self._wishes(journal, update):
                await asyncio.sleep(0.1)

    async def _post(self, journal: Journal, message: dict[str, Any]) -> None:
        """Send it once. The event that it became is in the answer to a move: the first of this seat's after the one that it
        answers."""
        kind = message["type"]
        body = {name: value for name, value in message.items() if name != "type"}
        try:
            answer = await self._once("POST", f"{self._path}/{kind}", body, journal.key)
        except GONE:
            self.house.tally.resent += 1
            await asyncio.sleep(0.05)
            return
        if answer.status_code == 200:
            update = answer.json()
            self._heard(journal, update)
            if kind == "chat":  # the answer does not say which event it is
                update = await self._asked("GET", f"{self._path}?since=0", key=journal.key)
                own = [event for event in update["events"] if event["kind"] == kind and event["text"] == message["text"]]
            else:
                own = [event for event in update["events"] if (event["kind"], event.get("seat")) == (kind, journal.seat)]
            assert own, f"{self}: {message} was answered, and is not in {update['events']}"
            journal.answer(message["id"], own[0]["seq"], self.house.tally)
        else:
            assert answer.status_code == 409, f"{self}: {message} was answered {answer.status_code} {answer.text[:300]}"
            journal.refuse(message["id"], answer.json()["reason"], self.house)

    # What must hold in the end

    async def check(self, log: Log) -> None:
        """Hold what was written down against what the server says now, and against what it has stored."""
        now: dict[str, Any] = {}
        for journal in self.journals:
            now = await self._asked("GET", f"{self._path}?since=0", key=journal.key)
            self._says_the_same(journal, now)
        record = await self._asked("GET", f"{self._path}/record")
        self._is_honest(record, now)
        self.check_log(log)
        moves = [f"{row.data['seat']} {row.data['move']}" for row in log.rows if row.kind == "move"]
        assert moves == [event for event in record["events"] if not event.startswith("d ")]

    def _says_the_same(self, journal: Journal, now: dict[str, Any]) -> None:
        final = {event["seq"]: orjson.dumps(event) for event in now["events"]}
        assert list(final) == list(range(1, now["seq"] + 1)), f"the events of {self} have gaps"
        heard = {seq: event for seq, event in final.items() if seq <= max(journal.told)}  # some chat comes after the end
        assert journal.told == heard, f"{self} does not say the same any more"
        for identity, seq in journal.done.items():
            self._is_event(journal.sent[identity], now["events"][seq - 1], journal.seat)
        assert len({*journal.done.values()}) == len(journal.done), f"{journal.done}"
        assert {*journal.done, *journal.refused} == {*journal.sent}, f"{self} has not answered {journal.waiting()}"
        if journal.seat is not None:
            kinds = Counter(event["kind"] for event in now["events"] if event.get("seat") == journal.seat)
            assert kinds["move"] + kinds["chat"] == len(journal.done), f"seat {journal.seat} of {self}: {kinds}"

    def _is_event(self, sent: dict[str, Any], event: dict[str, Any], seat: int | None) -> None:
        """What was acknowledged is there, as it was sent."""
        assert (event["kind"], event["seat"]) == (sent["type"], seat)
        if sent["type"] == "chat":
            assert event["text"] == sent["text"]
        else:
            assert seat is not None
            book = cutcard.game(self.game).rulebook
            assert orjson.dumps(event["told"][0]["sentence"]) == orjson.dumps(as_json(move_told(book, sent["move"], seat)))
            assert not event.get("late")

    def _is_honest(self, record: dict[str, Any], now: dict[str, Any]) -> None:
        """The record leads to the same end, by the deal that was promised when the table was made."""
        table = cutcard.replay(record)
        assert table.result is not None
        standings = outcome_of(table.game.rulebook, table.result).standings
        assert now["play"]["outcome"]["standings"] == [asdict(standing) for standing in standings]
        assert check(record)
        assert now["table"]["commitment"] == self.commitment == commitment(now["table"]["secret"])

    def check_log(self, log: Log) -> None:
        """By the stored log alone: events without a gap or a fork, and each that was acknowledged once and where it was said
        to be."""
        assert [row.seq for row in log.rows] == list(range(1, len(log.rows) + 1)), f"the log of {self} has gaps"
        ids = Counter((row.data["seat"], row.data["id"]) for row in log.rows if "id" in row.data)
        assert set(ids.values()) <= {1}, f"{self}: counted twice: {[name for name, count in ids.items() if count > 1]}"
        known = {(journal.seat, identity) for journal in self.journals for identity in journal.done}
        assert known <= set(ids), f"{self}: acknowledged and lost: {known - set(ids)}"
        assert set(ids) <= known, f"{self}: refused or never answered, and done all the same: {set(ids) - known}"
        for journal in self.journals:
            for identity, seq in journal.done.items():
                sent, row = journal.sent[identity], log.rows[seq - 1]
                what = "move" if sent["type"] == "move" else "text"
                wanted = (sent["type"], journal.seat, identity, sent[what])
                stored = (row.kind, row.data.get("seat"), row.data.get("id"), row.data.get(what))
                assert stored == wanted, f"{self}: event {seq} was acknowledged as {wanted} and is {stored}"

    def check_views(self, log: Log) -> None:
        """Everything that anybody was ever shown is what the log leads to."""
        stages = stages_of(log)
        for (seat, seq), view in self.views.items():
            assert seq <= len(stages), f"{self}: seat {seat} was shown event {seq}, which is not stored"
            true = told(log, stages[seq - 1], seat)
            assert view == true, f"{self}, seat {seat}, event {seq}: shown and true: {first_difference(view, true)}"
