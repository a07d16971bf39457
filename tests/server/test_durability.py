"""Nothing that was acknowledged is lost, and nothing is played twice, whenever the server is killed.

Many tables are played at once while the server is killed with SIGKILL at random moments and started again. Clients write
down every answer and every event they were ever told; what they got no answer to they send again with the same id. In the
end each table's log is held against what was written down.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

import cutcard
from cutcard.core.declaration.phrases import as_json
from cutcard.core.table.outcome import outcome_of
from cutcard.present.scene import move_told
from cutcard.server.fair import check, commitment
from cutcard.server.store.store import Store
from cutcard.server.tables.state import Event
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.soak import soaked

GAMES, KILLS = soaked(9, 1500), soaked(2, 150)
AT_ONCE = 40
"""Tables that are being played."""
ANSWERS_PER_GAME = 12
"""At least so many: the kills are spread over all of them."""
PLAYED: list[tuple[str, int, dict[str, Any]]] = [
    ("pairs", 2, {}),
    ("pairs", 3, {"eights": True}),
    ("starboard", 3, {}),
    ("pickup", 2, {"target": 30}),
    ("port", 2, {"target": 15}),
]
GONE = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)
"""What a client meets when the server is killed."""


class Tally:
    """What happened to the server and its clients."""

    def __init__(self) -> None:
        self.answers = self.kills = self.resent = self.twice = self.events = self.busy = 0
        self.more = asyncio.Event()

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.answers} answers, {self.resent} sent again after a kill, "
            f"{self.twice} answered twice, {self.events} events told, {self.busy} times busy"
        )

    def answered(self) -> None:
        self.answers += 1
        self.more.set()


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

    @property
    def seq(self) -> int:
        return max(self.told, default=0)

    def waiting(self) -> list[dict[str, Any]]:
        return [message for identity, message in self.sent.items() if identity not in self.done]

    def hear(self, events: list[dict[str, Any]], tally: Tally) -> None:
        for event in events:
            data, seq = orjson.dumps(event), event["seq"]
            assert self.told.setdefault(seq, data) == data, f"event {seq} was {self.told[seq]!r} and is {data!r}"
            tally.events += 1

    def answer(self, answer: dict[str, Any], tally: Tally) -> None:
        identity, seq = answer["id"], answer["seq"]
        assert answer["type"] == "done", f"{self.sent.get(identity)} was refused: {answer}"
        if identity in self.done:
            tally.twice += 1
        assert self.done.setdefault(identity, seq) == seq, f"{identity} was event {self.done[identity]} and is {seq}"
        tally.answered()


class PlayedTable:
    """One table: some seats are the client's, the others are bots of the server."""

    def __init__(self, server: RunningServer, http: httpx.AsyncClient, tally: Tally, number: int) -> None:
        self.server = server
        self.http = http
        self.tally = tally
        self.random = random.Random(number)
        self.game, self.seats, self.options = PLAYED[number % len(PLAYED)]
        self.with_bots = number % 3 == 0
        self.code = self.commitment = ""
        self.journals: list[Journal] = []

    async def play(self) -> None:
        """The whole game, through all that happens to the server."""
        await self._begin()
        async with asyncio.TaskGroup() as group:
            for journal in self.journals:
                group.create_task(self._sit(journal))

    async def _begin(self) -> None:
        wish = {"game": self.game, "seats": self.seats, "options": self.options, "name": "Zoe"}
        made = await self._asked("POST", "/api/tables", {**wish, "level": "easy" if self.with_bots else None})
        self.code, self.commitment = made["code"], made["update"]["table"]["commitment"]
        self.journals = [Journal(0, made["key"]), Journal(None, None)]
        while not self.with_bots and len(self.journals) <= self.seats:
            seat = len(self.journals) - 1
            joined = await self._asked("POST", f"{self._path}/join", {"name": "Ann", "seat": seat}, refusals=True)
            if joined is None:  # an answer was lost, and the seat with it: somebody of that name sits there for ever
                return await self._begin()
            self.journals.append(Journal(seat, joined["key"]))
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
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        while True:
            try:
                answer = await self.http.request(method, self.server.url + path, json=body, headers=headers)
            except GONE:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 200:
                return answer.json()
            if answer.status_code == 503:  # not now, it says
                self.tally.busy += 1
                await asyncio.sleep(0.2)
                continue
            assert refusals, answer.text
            assert answer.status_code == 409, answer.text
            return None

    # One client

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
        address = f"ws{self.server.url.removeprefix('http')}{self._path}/live"
        async with websockets.connect(
            address, open_timeout=60, close_timeout=1, ping_interval=None, proxy=None, max_size=2**22
        ) as socket:
            since = self.random.choice([0, journal.seq, journal.seq])
            await socket.send(orjson.dumps({"type": "hello", "key": journal.key, "since": since}).decode())
            for message in journal.waiting():
                self.tally.resent += 1
                await socket.send(orjson.dumps(message).decode())
            yield socket

    async def _follow(self, journal: Journal, socket: ClientConnection) -> None:
        """Until the game is over and everything is answered."""
        is_over = False
        while not is_over or journal.waiting():
            message = orjson.loads(await socket.recv())
            if message["type"] == "update":
                journal.hear(message["events"], self.tally)
                is_over = message["table"]["state"] == "over"
                if journal.seat == 0 and message["table"]["state"] == "waiting":
                    await self._start()
                for sent in self._wishes(journal, message):
                    journal.sent[sent["id"]] = sent
                    for _ in range(self.random.choice([1, 1, 1, 2])):  # an impatient finger
                        await socket.send(orjson.dumps(sent).decode())
            else:
                assert message["type"] != "error", f"the server does not know this client any more: {message}"
                journal.answer(message, self.tally)

    def _wishes(self, journal: Journal, update: dict[str, Any]) -> list[dict[str, Any]]:
        """A move if one is asked for, and now and then some chat."""
        you, play = update["you"], update["play"]
        if you is None or play is None or update["table"]["state"] == "over":
            return []
        identity = f"s{journal.seat}-{len(journal.sent)}"
        asked = {message.get("seq") for message in journal.sent.values()}
        if journal.seat in play["to_act"] and you["asked"] not in asked:
            move = self.random.choice(you["offers"])["move"]
            return [{"type": "move", "id": identity, "seq": you["asked"], "move": move}]
        if self.random.random() < 0.03:
            return [{"type": "chat", "id": identity, "text": f"this is {identity}"}]
        return []

    # What must hold in the end

    async def check(self, store: Store) -> None:
        """Hold what was written down against what the server says now, and against what it has stored."""
        for journal in self.journals:
            now = await self._asked("GET", f"{self._path}?since=0", key=journal.key)
            final = {event["seq"]: orjson.dumps(event) for event in now["events"]}
            assert list(final) == list(range(1, now["seq"] + 1)), f"the events of {self.code} have gaps"
            heard = {seq: event for seq, event in final.items() if seq <= max(journal.told)}  # some chat comes after the end
            assert journal.told == heard, f"table {self.code} does not say the same any more"
            for identity, seq in journal.done.items():
                self._is_event(journal.sent[identity], now["events"][seq - 1], journal.seat)
            assert len({*journal.done.values()}) == len(journal.done) == len(journal.sent), f"{journal.done}"
            if journal.seat is not None:
                kinds = Counter(event["kind"] for event in now["events"] if event.get("seat") == journal.seat)
                assert kinds["move"] + kinds["chat"] == len(journal.done), f"seat {journal.seat} of {self.code}: {kinds}"
        record = await self._asked("GET", f"{self._path}/record")
        self._is_honest(record, now)
        _, log = await store.load(self.code)
        self._is_stored(log, record)

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

    def _is_stored(self, log: list[Event], record: dict[str, Any]) -> None:
        """The stored log has each id once, and the moves of the record."""
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        ids = Counter((event.data["seat"], event.data["id"]) for event in log if "id" in event.data)
        assert set(ids.values()) <= {1}, f"played twice: {ids}"
        assert set(ids) == {(journal.seat, identity) for journal in self.journals for identity in journal.done}
        moves = [f"{event.data['seat']} {event.data['move']}" for event in log if event.kind == "move"]
        assert moves == [event for event in record["events"] if not event.startswith("d ")]


async def played(server: RunningServer, games: int, kills: int) -> Tally:
    """All games to their end, and what must hold then."""
    tally = Tally()
    free = asyncio.Semaphore(AT_ONCE)
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=60, limits=limits) as http:
        tables = [PlayedTable(server, http, tally, number) for number in range(games)]

        async def one(table: PlayedTable) -> None:
            async with free:
                await table.play()

        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(one(table)) for table in tables]
            group.create_task(_killed(server, kills, games * ANSWERS_PER_GAME // (kills + 1), tally, playing))
        await asyncio.to_thread(server.restart)  # what is checked comes from the database
        async with Store.opened(server.settings.database) as store:
            for table in tables:
                await table.check(store)
    return tally


async def _killed(server: RunningServer, kills: int, apart: int, tally: Tally, playing: list[asyncio.Task[None]]) -> None:
    """Kill the server again and again: after some answers, and sometimes before it has given any."""
    chance = random.Random()
    while tally.kills < kills and not all(task.done() for task in playing):
        until = tally.answers + chance.randint(0, 2 * apart)
        while tally.answers < until and not all(task.done() for task in playing):
            tally.more.clear()
            await asyncio.wait([asyncio.create_task(tally.more.wait())], timeout=1)
        await asyncio.sleep(chance.random() * 0.05)
        tally.kills += 1
        await asyncio.to_thread(server.restart)


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        tally = asyncio.run(played(server, GAMES, KILLS))
    print(f"{GAMES} games: {tally}")
    assert tally.kills == KILLS
    assert tally.resent, "no kill came between a move and its answer"
    assert tally.twice, "nothing was sent twice"


def test_the_same_with_several_processes(cluster: Cluster, tmp_path: Path) -> None:
    with RunningServer(cluster.new_database(), tmp_path / "server.log", processes=2) as server:
        tally = asyncio.run(played(server, soaked(3, 200), 1))
    assert tally.kills == 1


HASTY = """
import asyncio
from cutcard.server.store.store import Store

def append(self, code, event, change=None, append=Store.append):
    async def later():
        await asyncio.sleep(2.0)
        await append(self, code, event, change)
    self.__dict__.setdefault("writing", []).append(asyncio.create_task(later()))
    told = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(told.set_result, None)
    return told

Store.append = append
"""
"""Tells of an event before it is written."""

FORGETFUL = """
from cutcard.server.tables.state import TableState

apply = TableState.apply


def forgetful(self, *event):
    apply(self, *event)
    self.answered.clear()


TableState.apply = forgetful
"""
"""Does not know what it has answered."""


@pytest.mark.parametrize("fault", [HASTY, FORGETFUL], ids=["hasty", "forgetful"])
def test_a_server_that_is_not_careful_is_caught(fault: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(fault)
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    running = RunningServer(database, tmp_path / "server.log", path=tmp_path)
    with running as server, pytest.raises((AssertionError, ExceptionGroup)) as caught:
        asyncio.run(played(server, 6, 2))
    assert isinstance(caught.value, AssertionError) or caught.group_contains(AssertionError)
