"""Bots think in processes of their own, with a deadline: the event loop never waits, and one that hangs is ended.

A pool of a library ends the process that hangs but not what a bot began in it, and imports the server's main module there.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from contextlib import suppress
from heapq import heappop, heappush
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.core.table.view import View
from cutcard.present.advice import Counsel
from cutcard.server.bots.worker import FAILED, READY
from cutcard.server.errors import NotReady
from cutcard.server.framing import framed, received

PREPARING = 180.0
"""How long a worker may take until it begins to think: it may have to compile."""
WARMING = 2.0
"""Seconds after which a server that has just begun has time for this."""
MOVE, ADVICE = range(2)
"""What is more urgent comes first."""


class BotFailed(CutcardError):
    """A bot that did not choose: it took too long, or could not go on."""


class WorkerProcess:
    """A process that does one job after another. What a bot begins there belongs to it, and ends with it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The answer to a job; one that does not come in time ends the process, and the next job begins another."""
        try:
            process = await self._started()
            assert process.stdin is not None
            process.stdin.write(framed((job, arguments)))
            await process.stdin.drain()
            kind, answer = await asyncio.wait_for(received(process.stdout), PREPARING)
            if kind == READY:
                kind, answer = await asyncio.wait_for(received(process.stdout), seconds)
        except asyncio.CancelledError:
            await self.end()
            raise
        except (OSError, EOFError, RuntimeError) as error:  # uvloop's word for a closed pipe is RuntimeError
            await self.end()
            raise BotFailed("it took too long" if isinstance(error, TimeoutError) else "it stopped") from None
        if kind == FAILED:
            raise BotFailed(answer)
        return answer

    async def begin(self) -> None:
        await self._started()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "cutcard.server.bots.worker", stdin=pipe, stdout=pipe, start_new_session=True,
            )  # fmt: skip
        return self._process

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


class BotPool:
    """The processes, and what is waiting for them: moves before advice."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self._workers = [WorkerProcess() for _ in range(workers)]
        self._idle = list(self._workers)
        self._waiting: list[tuple[int, int, asyncio.Future[WorkerProcess]]] = []
        """A heap: what is most urgent first, and of equals who came first."""
        self._number = itertools.count()

    async def warm_up(self) -> None:
        """Begin one of the processes before there is anything to think about: a table that another node has left is not to
        wait for that."""
        await asyncio.sleep(WARMING)
        if len(self._idle) == len(self._workers):
            worker = self._idle.pop()
            try:
                await worker.begin()
            finally:
                self._give_back(worker)

    async def choose(self, view: View, kind: str) -> str:
        """The move of a bot."""
        move: str = await self._ask(MOVE, "choose", (view, kind))
        return move

    async def advise(self, view: View, names: tuple[str, ...]) -> Counsel:
        try:
            counsel: Counsel = await self._ask(ADVICE, "advise", (view, names))
        except BotFailed as error:
            raise NotReady(f"no advice this time: {error}") from None
        return counsel

    async def _ask(self, urgency: int, job: str, arguments: tuple[Any, ...]) -> Any:
        worker = await self._worker(urgency)
        try:
            return await worker.ask(job, arguments, self._seconds)
        finally:
            self._give_back(worker)

    async def _worker(self, urgency: int) -> WorkerProcess:
        if self._idle:
            return self._idle.pop()
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (urgency, next(self._number), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: WorkerProcess) -> None:
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    async def end(self) -> None:
        await asyncio.gather(*(worker.end() for worker in self._workers))
