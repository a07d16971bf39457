"""A server in this process whose cards are given, with a real socket for every seat and one for somebody who watches.

Everything is done one after another, and each step waits until all have been told of it. Codes, keys, secrets and the clock
are the same every time: if two runs differ, then by what was dealt and played.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import httpx
import pytest
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from cutcard.core.dealer import Script
from cutcard.core.table.view import View
from cutcard.server import ports
from cutcard.server.bots.shared_workers import Owner
from cutcard.server.errors import NotReady
from cutcard.server.http.app import create_app
from cutcard.server.live.sockets import Socket
from cutcard.server.settings import Settings
from cutcard.server.tables.all_tables import AllTables
from tests.patience import PATIENCE

SECRET = hashlib.sha256(b"the secret of every table here").hexdigest()
NOW = 1_750_000_000.0


class NoSecrets:
    """In the place of the module `secrets`: everybody could foretell it."""

    def __init__(self) -> None:
        self.keys = 0

    def choice(self, letters: str) -> str:
        return letters[0]

    def token_hex(self, _: int) -> str:
        return SECRET

    def token_urlsafe(self, _: int) -> str:
        self.keys += 1
        return base64.urlsafe_b64encode(hashlib.sha256(b"key %d" % self.keys).digest()).decode().rstrip("=")


class AlreadyCompiled:
    """In the place of the compiler: all games are ready."""

    def is_ready(self, game: str, *, search: bool) -> bool:
        return True

    def want(self, game: str) -> None:
        pass

    async def ready(self, game: str, *, search: bool) -> None:
        pass

    async def review_ready(self, game: str) -> None:
        pass

    def is_review_ready(self, game: str) -> bool:
        return True

    async def end(self) -> None:
        pass

    async def work(self) -> None:
        pass


def careless(connection: Any, _: object) -> None:
    """No waiting for the disk: nothing is to survive here."""
    connection.execute("PRAGMA journal_mode=MEMORY")
    connection.execute("PRAGMA synchronous=OFF")


class Act(NamedTuple):
    """One thing that somebody does; None is the one who watches."""

    kind: str
    """`move` and `wish` go over the socket, `post` and `beg` over HTTP; the first of each is legal, the second is not."""
    who: int | None
    text: str = ""
    number: int = 0


@dataclass
class Person:
    """Somebody at the table, and all that was sent to them."""

    seat: int | None
    key: str | None
    socket: ClientConnection | None = None
    told: list[bytes] = field(default_factory=list)
    """Every message of the socket and every answer to a request, head and body, in their order."""
    update: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)

    async def hear(self, wanted: Callable[[], bool]) -> None:
        """Listen until it has been told."""
        assert self.socket is not None
        while not wanted():
            message = await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE)
            self.told.append(message)
            said = json.loads(message)
            if said["type"] == "update":
                self.update = said
            else:
                self.answer = said

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    @property
    def asked(self) -> int:
        return int(self.update["you"]["asked"])


class Tap:
    """A table with everybody at it."""

    def __init__(self, server: Listening, people: list[Person], code: str, seq: int) -> None:
        self.people = people
        """The seats, and the one who watches last."""
        self.marks: list[list[int]] = []
        """Before the first act and after each, how much everybody had been told."""
        self._server = server
        self._code = code
        self._seq = seq
        self._sent = 0

    def person(self, seat: int | None) -> Person:
        return self.people[-1 if seat is None else seat]

    async def run(self, acts: list[Act]) -> None:
        self._mark()
        for act in acts:
            await getattr(self, f"_{act.kind}")(self.person(act.who), act)
            self._mark()

    def _mark(self) -> None:
        self.marks.append([len(person.told) for person in self.people])

    async def connect(self, person: Person, since: int = 0) -> None:
        person.socket = await websockets.connect(f"{self._server.live}/api/tables/{self._code}/live", compression=None)
        person.update = {}
        await person.send(type="hello", key=person.key, since=since)
        await self._all_see(person, True)

    async def _leave(self, person: Person) -> None:
        assert person.socket is not None
        await person.socket.close()
        person.socket = None
        await self._all_see(person, False)

    async def close(self) -> None:
        for person in self.people:
            if person.socket is not None:
                await person.socket.close()

    async def _all_see(self, who: Person, is_here: bool) -> None:
        def seen(person: Person) -> bool:
            if not person.update:
                return False
            table = person.update["table"]
            if who.seat is None and person is who:
                return True  # who watches is not told of themselves
            return bool(table["watching"] if who.seat is None else table["seats"][who.seat]["present"]) == is_here

        for person in self.people:
            if person.socket is not None:
                await person.hear(lambda person=person: seen(person))

    async def _all_know(self) -> None:
        self._seq += 1
        for person in self.people:
            await person.hear(lambda person=person: person.update["seq"] == self._seq)

    def _identity(self) -> str:
        self._sent += 1
        return f"m{self._sent}"

    # The acts

    async def _move(self, person: Person, act: Act) -> None:
        identity = self._identity()
        await person.send(type="move", id=identity, seq=person.asked, move=act.text)
        await person.hear(lambda: person.answer.get("id") == identity)
        assert person.answer["type"] == "done", person.answer
        await self._all_know()

    async def _wish(self, person: Person, act: Act) -> None:
        """A move that is refused; the table comes again after the answer."""
        identity = self._identity()
        asked = person.asked if person.seat is not None else self._seq
        await person.send(type="move", id=identity, seq=asked * act.number, move=act.text)
        await person.hear(lambda: person.answer.get("id") == identity)
        person.update = {}
        await person.hear(lambda: bool(person.update))

    async def _post(self, person: Person, act: Act) -> None:
        message = {"id": self._identity(), "seq": person.asked, "move": act.text}
        status = await self._request(person, "POST", "/move", message)
        assert status == 200, person.told[-1]
        await self._all_know()

    async def _beg(self, person: Person, act: Act) -> None:
        asked = person.asked if person.seat is not None else self._seq
        message = {"id": self._identity(), "seq": asked * act.number, "move": act.text}
        await self._request(person, "POST", "/move", message)

    async def _chat(self, person: Person, act: Act) -> None:
        await person.send(type="chat", id=self._identity(), text=act.text)
        await self._all_know()

    async def _look(self, person: Person, act: Act) -> None:
        await self._request(person, "GET", f"?since={act.number}")
        await self._request(person, "GET", f"/events?before={act.number + 7}")

    async def _ask(self, person: Person, act: Act) -> None:
        """For advice, the record, steps and moves of the replay, the list of tables."""
        for path in act.text.split():
            await self._request(person, "GET", path)

    async def _return(self, person: Person, act: Act) -> None:
        """Go, and come back with all that is told since an event."""
        await self._leave(person)
        await self.connect(person, act.number)

    async def _request(self, person: Person, method: str, path: str, body: dict[str, Any] | None = None) -> int:
        headers = {"Authorization": f"Bearer {person.key}"} if person.key else {}
        path = path if path == "/api/tables" else f"/api/tables/{self._code}{path}"
        answer = await self._server.http.request(method, path, json=body, headers=headers)
        head = f"{answer.status_code} {sorted(answer.headers.items())}\n"
        person.told.append(head.encode() + answer.content)
        return answer.status_code


class Listening:
    """The server while it runs."""

    def __init__(self, tables: AllTables, http: httpx.AsyncClient, database: Path, chance: NoSecrets) -> None:
        self.http = http
        self.live = str(http.base_url).replace("http", "ws").rstrip("/")
        self.script: list[Script] = []
        """What the next table is dealt from."""
        self.advised: list[tuple[int | None, bytes]] = []
        """The views that advice was asked for, and whose they are."""
        self._tables = tables
        self._database = database
        self._chance = chance

    async def sit_down(self, game: str, seats: int, options: dict[str, Any], cards: list[str], aids: bool = True) -> Tap:
        """A table that is dealt these cards, with everybody there. There was no other table before."""
        self._forget()
        self.script[:] = [Script(tuple(cards))]
        wish = {"game": game, "seats": seats, "options": options, "name": "Person 0", "listed": True, "dealer": 0}
        wish["aids"] = aids
        answers = [(await self._posted("/api/tables", wish)).json()]
        code = answers[0]["code"]
        for seat in range(1, seats):
            wish = {"name": f"Person {seat}", "seat": seat, "randomness": f"{seat:032x}"}
            answers.append((await self._posted(f"/api/tables/{code}/join", wish)).json())
        people = [Person(seat, answer["key"]) for seat, answer in enumerate(answers)] + [Person(None, None)]
        key = {"Authorization": f"Bearer {people[0].key}"}
        await self._posted(f"/api/tables/{code}/start", {"randomness": "0" * 32}, key)
        tap = Tap(self, people, code, seats + 1)
        for person in people:
            await tap.connect(person)
        return tap

    async def _posted(self, path: str, body: Any, headers: Any = None) -> httpx.Response:
        answer = await self.http.post(path, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer

    def _forget(self) -> None:
        self._tables._open_tables.clear()
        self._chance.keys = 0
        with closing(sqlite3.connect(self._database)) as database, database:
            database.execute("DELETE FROM events")
            database.execute("DELETE FROM tables")


@asynccontextmanager
async def listening(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Listening]:
    """The real app on a real port of this machine."""
    chance = NoSecrets()
    clock = SimpleNamespace(time=lambda: NOW, monotonic=time.monotonic)
    for module in ("tables.keys", "fair"):
        patch.setattr(f"cutcard.server.{module}.secrets", chance)
    for module in ("tables.all_tables", "tables.open_table"):
        patch.setattr(f"cutcard.server.{module}.time", clock)
    patch.setattr("cutcard.server.http.guard.secrets", SimpleNamespace(token_hex=lambda _: "request"))
    patch.setattr("cutcard.server.store.store.Store.now", lambda _: NOW)
    patch.setattr("cutcard.server.tables.all_tables.GameCompiler", lambda **_: AlreadyCompiled())
    patch.setattr("cutcard.server.store.database._prepare_sqlite", careless)
    patch.setattr("cutcard.server.live.clients.MOST_MISTAKES", 10**9)
    database = folder / "tables.sqlite3"
    app = create_app(Settings(database=f"sqlite:///{database}", grace=0.0, unlimited=True))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws=Socket, ws_per_message_deflate=False,
        server_header=False, date_header=False, ws_ping_interval=None,
    )  # fmt: skip
    server = uvicorn.Server(config)
    with ports.listening("127.0.0.1", 0) as entrance:
        serving = asyncio.create_task(server.serve([entrance]))
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
        address = f"http://127.0.0.1:{entrance.getsockname()[1]}"
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
            here = Listening(app.state.tables, http, database, chance)
            patch.setattr("cutcard.server.fair.stream", lambda *_: here.script[0])

            async def advise(view: View, names: tuple[str, ...], owner: Owner) -> Any:
                here.advised.append((view.seat, repr((type(view), view.json(), view.state.tobytes(), names)).encode()))
                raise NotReady("no advice here")

            patch.setattr(app.state.tables.caretaker.bots, "advise", advise)
            yield here
        server.should_exit = True
        await serving
