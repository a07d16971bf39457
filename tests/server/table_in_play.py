"""A table at which people play while things happen to its server, over sockets and by requests alone. They write down
everything that they are told. What they get no answer to they send again with the same id."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from contextlib import suppress
from typing import Any

import httpx
import orjson

from tests.server.client import NOT_NOW
from tests.server.log_model import first_difference, said
from tests.server.page_lines import Lines
from tests.server.turns import Turns
from tests.server.witnesses import GONE, ComeAgain, House, Journal

PLAYED: list[tuple[str, int, dict[str, Any]]] = [
    ("pairs", 2, {}),
    ("pairs", 3, {"eights": True}),
    ("starboard", 3, {}),
    ("pickup", 2, {"target": 30}),
    ("port", 2, {"target": 15}),
]
TRY_AGAIN = "try again"
"""What a reason says that is no refusal."""


class TableInPlay:
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
        self.views: dict[tuple[int | None, int], bytes] = {}
        """What was shown to a seat after an event, by whichever server."""
        self.moved: dict[int, float] = {}
        """When each move was made, by the time of the server."""
        self.turns = Turns()
        self.is_over = False

    async def _think(self) -> None:
        least, most = self.house.thinks
        if most:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.random.uniform(least, most)):
                    await self.house.late.wait()

    async def play(self) -> None:
        """The whole game, through all that happens to the server."""
        try:
            async with asyncio.timeout(self.house.longest):
                await self._begin()
                async with asyncio.TaskGroup() as group:
                    for journal in self.journals:
                        if journal.seat is not None and self.house.writes and self.random.random() < 0.4:
                            self.turns.has_no_socket(journal.seat)
                            group.create_task(self._write(journal))
                        else:
                            group.create_task(self._sit(journal))
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
        made = await self._asked("POST", "/api/tables", {**wish, "id": secrets.token_hex(16)})
        self.code, self.commitment = made["code"], made["update"]["table"]["commitment"]
        self.journals = [Journal(0, made["key"]), Journal(None, None)]
        people = 1 if self.level else self.seats - self.with_a_bot
        while len(self.journals) <= people:
            seat = len(self.journals) - 1
            wish = {"name": "Ann", "seat": seat, "id": secrets.token_hex(16)}
            joined = await self._asked("POST", f"{self._path}/join", wish)
            assert joined["seat"] == seat
            self.journals.append(Journal(seat, joined["key"]))
        if self.with_a_bot:
            wish = {"seat": self.seats - 1, "to": "bot", "level": "easy"}
            await self._asked("POST", f"{self._path}/seats", wish, made["key"])

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
        if body and "id" in body:
            headers["X-Has-Id"] = "yes"
        answer = await self.house.http.request(method, self.house.url + path, json=body, headers=headers)
        if answer.status_code in NOT_NOW:
            self.house.tally.busy += 1
            await asyncio.sleep(0.1)
            raise ComeAgain(answer.text)
        return answer

    # One client with a socket

    async def _sit(self, journal: Journal) -> None:
        """Until the game is over and everything is answered."""
        address = f"ws{self.house.url.removeprefix('http')}{self._path}/live"

        def hello() -> dict[str, Any]:
            return {"type": "hello", "key": journal.key, "since": self.random.choice([0, journal.seq, journal.seq])}

        def waiting() -> list[dict[str, Any]]:
            found = journal.waiting()
            self.house.tally.resent += len(found)
            return found

        async def look() -> None:
            await self._look(journal)

        is_over = False
        async with Lines(address, hello, look, waiting, self.random) as lines, asyncio.TaskGroup() as thoughts:
            while not is_over or journal.waiting():
                message = await lines.hear()
                if message["type"] == "update":
                    is_over = self._heard(journal, message)
                    await self._fill_in(journal, message)
                    if journal.seat == 0 and message["table"]["state"] == "waiting":
                        await self._start()
                    thoughts.create_task(self._decide(journal, message, lines))
                elif message["type"] == "done":
                    journal.answer(message["id"], message["seq"], self.house.tally)
                elif TRY_AGAIN in message["reason"]:
                    thoughts.create_task(self._send_again(journal, message["id"], lines))
                else:
                    assert message["type"] != "error", f"the server does not know this client any more: {message}"
                    journal.refuse(message["id"], message["reason"], self.house)
            journal.has_left = True

    async def _decide(self, journal: Journal, update: dict[str, Any], lines: Lines) -> None:
        for wish in await self._wishes(journal, update):
            for _ in range(self.random.choice([1, 1, 1, 2])):  # an impatient finger
                lines.say(wish)

    async def _send_again(self, journal: Journal, identity: str, lines: Lines) -> None:
        await asyncio.sleep(0.1)
        for message in journal.waiting():
            if message["id"] == identity:
                self.house.tally.resent += 1
                lines.say(message)

    async def _look(self, journal: Journal) -> dict[str, Any]:
        since = self.random.choice([0, journal.seq, journal.seq])
        answer = await self._once("GET", f"{self._path}?since={since}", None, journal.key)
        assert answer.status_code == 200, answer.text
        update: dict[str, Any] = answer.json()
        self._heard(journal, update)
        return update

    def _heard(self, journal: Journal, update: dict[str, Any]) -> bool:
        """Write an update down; gives whether the game is over."""
        now = time.monotonic()
        journal.hear(update["events"], self.house.tally)
        if update["seq"] >= journal.shown:  # of two lines one may lag behind the other
            journal.shown, journal.asked = update["seq"], _asked_of(update)
        self.turns.heard(journal.seat, update, now)
        for event in update["events"]:
            if event["kind"] == "move":
                self.moved.setdefault(event["seq"], event["at"])
        view = said(update)
        before = self.views.setdefault((journal.seat, update["seq"]), view)
        assert before == view, (
            f"{self}, seat {journal.seat}: two views of event {update['seq']}: "
            f"{first_difference(orjson.loads(before), orjson.loads(view))}"
        )
        return update["table"]["state"] == "over"

    async def _fill_in(self, journal: Journal, update: dict[str, Any]) -> None:
        """Ask for what was not told because it was too much at once."""
        events = update["events"]
        while events and (first := events[0]["seq"]) > 1 and first - 1 not in journal.told:
            events = (await self._asked("GET", f"{self._path}/events?before={first}", key=journal.key))["events"]
            journal.hear(events, self.house.tally)

    async def whole(self, key: str | None) -> dict[str, Any]:
        """The table with all that ever happened."""
        update: dict[str, Any] = await self._asked("GET", f"{self._path}?since=0", key=key)
        while (first := update["events"][0]["seq"]) > 1:
            page = await self._asked("GET", f"{self._path}/events?before={first}", key=key)
            update["events"] = page["events"] + update["events"]
        return update

    async def _wishes(self, journal: Journal, update: dict[str, Any]) -> list[dict[str, Any]]:
        """A move if one is asked for, and now and then some chat. It is written down before it is sent."""
        you, asked = update["you"], _asked_of(update)
        if you is None or update["play"] is None or update["table"]["state"] == "over" or journal.has_left:
            return []
        wish: dict[str, Any] = {}
        if asked is not None and asked not in journal.thought_of():
            journal.thinking.add(asked)
            await self._think()
            journal.thinking.discard(asked)
            if journal.asked == asked:
                move = self.random.choice(you["offers"])["move"]
                wish = {"type": "move", "id": journal.new_id(), "seq": asked, "move": move}
                self.turns.decided(you["seat"])
        elif self.random.random() < 0.03:
            wish = {"type": "chat", "id": (identity := journal.new_id()), "text": f"this is {identity}"}
        if not wish:
            return []
        journal.sent[wish["id"]] = wish
        return [wish]

    # One client without a socket

    async def _write(self, journal: Journal) -> None:
        assert journal.seat is not None
        is_over = False
        while not is_over or journal.waiting():
            for message in journal.waiting():
                await self._post(journal, message)
            self.turns.asks(journal.seat)
            try:
                update = await self._look(journal)
            except GONE:
                await asyncio.sleep(0.05)
                continue
            finally:
                self.turns.is_answered(journal.seat)
            is_over = update["table"]["state"] == "over"
            await self._fill_in(journal, update)
            if journal.seat == 0 and update["table"]["state"] == "waiting":
                await self._start()
            if not await self._wishes(journal, update):
                await asyncio.sleep(self.house.polls)

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
                update = await self.whole(journal.key)
                own = [event for event in update["events"] if event["kind"] == kind and event["text"] == message["text"]]
            else:
                own = [event for event in update["events"] if (event["kind"], event.get("seat")) == (kind, journal.seat)]
            assert own, f"{self}: {message} was answered, and is not in {update['events']}"
            journal.answer(message["id"], own[0]["seq"], self.house.tally)
        else:
            assert answer.status_code == 409, f"{self}: {message} was answered {answer.status_code} {answer.text[:300]}"
            journal.refuse(message["id"], answer.json()["reason"], self.house)


def _asked_of(update: dict[str, Any]) -> int | None:
    """Which event asks the person who is told this to move; None where they have nothing to do."""
    you, play = update["you"], update["play"]
    return you["asked"] if you and play and you["seat"] in play["to_act"] else None
