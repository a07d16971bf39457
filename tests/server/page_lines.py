"""The lines of somebody who looks at a table, as the page has them (`live.svelte.ts`, by the times of `waits.ts`): a ping
where it is quiet, and a second line beside one that owes an answer. Whichever tells first is kept."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import orjson
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.witnesses import GONE

PAGE = Path(__file__).parents[2] / "web" / "src" / "net" / "waits.ts"


def _of_the_page(name: str) -> float:
    """A time of the page, in its milliseconds."""
    (found,) = re.findall(rf"^(?:export )?const {name} = ([\d_.]+)$", PAGE.read_text(), re.MULTILINE)
    return float(found.replace("_", ""))


LOOKS, QUIET, PATIENCE, SOON, ANSWER_WITHIN, FIRST_WAIT, LONGEST_WAIT, FORGIVEN = (
    _of_the_page(name) / 1000
    for name in ("LOOKS", "QUIET", "PATIENCE", "SOON", "ANSWER_WITHIN", "FIRST_WAIT", "LONGEST_WAIT", "FORGIVEN")
)
JITTER, MOST_DOUBLINGS = _of_the_page("JITTER"), int(_of_the_page("MOST_DOUBLINGS"))

Message = dict[str, Any]


class Line:
    """One socket. What it hears goes into the inbox; None is its end."""

    def __init__(self, address: str, hello: Message, inbox: asyncio.Queue[tuple[Line, Message | None]]) -> None:
        self.is_told = False
        self._heard = time.monotonic()
        self._asked = {"hello": self._heard}
        self._inbox = inbox
        self._socket: ClientConnection | None = None
        self._is_hung_up = False
        self._task = asyncio.create_task(self._run(address, orjson.dumps(hello).decode()))
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def owes(self) -> float:
        """For how many seconds it has not answered the oldest question."""
        return time.monotonic() - min(self._asked.values()) if self._asked else 0.0

    def say(self, message: Message) -> None:
        if self._socket is not None:
            self._asked.setdefault(message.get("id", message["type"]), time.monotonic())
            task = asyncio.create_task(self._send(orjson.dumps(message).decode()))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def ask_if_quiet(self) -> None:
        if self.is_told and not self._asked and time.monotonic() - self._heard >= QUIET:
            self.say({"type": "ping"})

    def hang_up(self) -> asyncio.Task[None]:
        """What says goodbye to the server, for a second at most."""
        self._is_hung_up = True
        self._task.cancel()
        return self._task

    async def _send(self, text: str) -> None:
        assert self._socket is not None
        with suppress(*GONE):
            await self._socket.send(text)

    async def _run(self, address: str, hello: str) -> None:
        try:
            async with websockets.connect(
                address, open_timeout=None, close_timeout=1, ping_interval=None, compression=None, proxy=None, max_size=2**22
            ) as socket:
                await socket.send(hello)
                self._socket = socket
                async for text in socket:
                    self._hear(orjson.loads(text))
        except GONE:
            pass
        finally:
            if not self._is_hung_up:
                self._inbox.put_nowait((self, None))

    def _hear(self, message: Message) -> None:
        self._heard = time.monotonic()
        names = {"pong": "ping", "update": "hello"}
        self._asked.pop(names.get(message["type"], message.get("id", "")), None)
        if not self._is_hung_up:
            self._inbox.put_nowait((self, message))


class Lines:
    """One line, or for a moment two."""

    def __init__(
        self,
        address: str,
        hello: Callable[[], Message],
        look: Callable[[], Awaitable[None]],
        waiting: Callable[[], list[Message]],
        chance: random.Random,
    ) -> None:
        self._address = address
        self._hello = hello
        self._look = look
        """Asks for the table by a request."""
        self._waiting = waiting
        """What was sent and not answered."""
        self._chance = chance
        self._inbox: asyncio.Queue[tuple[Line, Message | None]] = asyncio.Queue()
        self._line: Line | None = None
        self._second: Line | None = None
        self._second_at = -FORGIVEN
        self._be_patient(0)
        self._failures = 0
        self._retry: asyncio.TimerHandle | None = None
        self._group = asyncio.TaskGroup()
        self._ending: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Lines:
        await self._group.__aenter__()
        self._watching = self._group.create_task(self._watch())
        self._line = self._dialled()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watching.cancel()
        if self._retry is not None:
            self._retry.cancel()
        self._hang_up()
        if self._ending:  # one that is cancelled while it says goodbye leaves its connection open
            await asyncio.wait(self._ending)
        await self._group.__aexit__(kind, error, trace)

    def say(self, message: Message) -> None:
        """What cannot be said now is said when a line has told of the table."""
        if self._line is not None and self._line.is_told:
            self._line.say(message)

    async def hear(self) -> Message:
        while True:
            line, message = await self._inbox.get()
            if message is None:
                self._ended(line)
                continue
            if line is self._second:
                if message["type"] != "update":
                    continue
                self._drop(self._line)
                self._line, self._second = line, None
                self._be_patient(0)
            if line is not self._line:
                continue
            if message["type"] == "update" and not line.is_told:
                line.is_told = True
                self._failures = 0
                for one in self._waiting():
                    line.say(one)
            if self._second is not None and not line.owes:
                self._drop(self._second)
                self._second = None
            if message["type"] != "pong":
                return message

    def _dialled(self) -> Line:
        return Line(self._address, self._hello(), self._inbox)

    def _drop(self, line: Line | None) -> None:
        if line is not None:
            self._ending.add(task := line.hang_up())
            task.add_done_callback(self._ending.discard)

    def _hang_up(self) -> None:
        self._drop(self._line)
        self._drop(self._second)
        self._line = self._second = None

    def _ended(self, line: Line) -> None:
        if line is self._second:
            self._second = None
        elif line is self._line and self._second is not None:
            self._line, self._second = self._second, None
        elif line is self._line:
            self._lost()

    def _lost(self) -> None:
        worked = self._line is not None and self._line.is_told
        self._hang_up()
        wait = min(FIRST_WAIT * 2**self._failures, LONGEST_WAIT) * self._chance.random()
        self._failures += 1
        self._retry = asyncio.get_running_loop().call_later(wait, self._connect)
        if not worked:
            self._group.create_task(self._look_once())

    def _connect(self) -> None:
        self._hang_up()
        self._line = self._dialled()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            if (line := self._line) is None:
                continue
            line.ask_if_quiet()
            since = time.monotonic() - self._second_at
            if line.owes > ANSWER_WITHIN:
                self._lost()
                continue
            if since > FORGIVEN and self._doublings:
                self._be_patient(0)
            if line.owes > self._patience and since > self._patience:
                self._open_second()

    def _open_second(self) -> None:
        self._redial()
        self._second_at = time.monotonic()
        self._be_patient(self._doublings + 1)
        self._group.create_task(self._look_and_redial(self._second))

    async def _look_and_redial(self, second: Line | None) -> None:
        if await self._look_once():
            await asyncio.sleep(SOON)
            if second is not None and self._second is second:
                self._redial()

    async def _look_once(self) -> bool:
        try:
            await self._look()
        except GONE:
            return False
        return True

    def _redial(self) -> None:
        self._drop(self._second)
        self._second = self._dialled()

    def _be_patient(self, doublings: int) -> None:
        self._doublings = min(doublings, MOST_DOUBLINGS)
        self._patience = PATIENCE * 2**self._doublings * (1 + JITTER * self._chance.random())
