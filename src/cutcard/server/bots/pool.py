"""Bots think in processes of their own, with a deadline: the event loop never waits, and one that hangs is ended.

A pool of a library ends the process that hangs but not what a bot began in it, and imports the server's main module there.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cutcard.core.errors import CutcardError
from cutcard.core.languages import language
from cutcard.core.table.view import View
from cutcard.present.advice import Counsel
from cutcard.reviews.judging import Judgement
from cutcard.reviews.pieces import Piece
from cutcard.server.bots.worker import FAILED, READY
from cutcard.server.errors import NotWorkedOut
from cutcard.server.framing import framed, has_ended, received
from cutcard.server.operation.metrics import BOT_THINKS, BOT_WAITS

PREPARING = 180.0
"""How long a worker may take until it begins to think: it may have to compile."""
WARMING = 2.0
"""Seconds after which a server that has just begun has time for this."""
MOVE, ADVICE, REVIEW = range(3)
"""What is more urgent comes first."""
REVIEWING = 0.5
"""This part of the workers, and one at least, may do pieces of reviews at the same time."""
REVIEWED_WITHIN = 60.0
"""Seconds that a piece of a review may take. It lets all others go first, so that on busy cores it may hardly go on for a
while; a worker that is ended for that has to load all its code again, and the piece is tried anew."""
REMEMBERED = 20_000


class Owner(NamedTuple):
    """For whom a worker works."""

    address: str
    """From where the table was last used by somebody who sits there."""
    table: str


NOBODY = Owner("", "")


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
            # wait_for would at times swallow that whoever waits is cancelled
            async with asyncio.timeout(PREPARING):
                kind, answer = await received(process.stdout)
            if kind == READY:
                async with asyncio.timeout(seconds):
                    kind, answer = await received(process.stdout)
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
            await has_ended(process)


@dataclass(eq=False)
class Waiting:
    """Somebody who waits for a worker."""

    urgency: int
    owner: Owner
    turn: asyncio.Future[WorkerProcess]
    since: float = field(default_factory=time.monotonic)


class BotPool:
    """The processes, and what is waiting for them: moves before advice, reviews last, and then every address and every
    table in its turn. Where one address has several tables, they leave a worker for others."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self._workers = [WorkerProcess() for _ in range(workers)]
        self._idle = list(self._workers)
        self._waiting: list[Waiting] = []
        """Who came first stands first."""
        self._served: OrderedDict[str, int] = OrderedDict()
        """When each address and each table last had a worker, as a number that grows."""
        self._busy: Counter[Owner] = Counter()
        """For whom the workers work."""
        self._reviewing = 0
        """How many of them do a piece of a review."""
        self._most_reviewing = max(1, int(workers * REVIEWING))
        self._number = itertools.count(1)

    async def warm_up(self) -> None:
        """Begin one of the processes before there is anything to think about: a table that another node has left is not to
        wait for that."""
        await asyncio.sleep(WARMING)
        if len(self._idle) == len(self._workers):
            worker = self._idle.pop()
            try:
                await worker.begin()
            finally:
                self._idle.append(worker)
                self._share_out()

    async def choose(self, view: View, kind: str, owner: Owner = NOBODY) -> str:
        """The move of a bot."""
        move: str = await self._ask(MOVE, owner, "choose", (view, kind))
        return move

    async def judge(self, view: View, move: str | None, owner: Owner = NOBODY) -> Judgement:
        """What the moves of a decision cost, as urgent as advice."""
        judgement: Judgement = await self._ask(ADVICE, owner, "judge", (view, move))
        return judgement

    async def advise(self, view: View, names: tuple[str, ...], owner: Owner = NOBODY) -> Counsel:
        try:
            counsel: Counsel = await self._ask(ADVICE, owner, "advise", (view, names, language()))
        except BotFailed as error:
            raise NotWorkedOut("no advice this time: {why}", why=str(error)) from None
        return counsel

    async def review(self, pieces: Sequence[Piece], owner: Owner = NOBODY) -> list[Any]:
        """What comes of pieces of a review: few enough that the worker is soon free again."""
        worker = await self._worker(REVIEW, owner)
        try:
            found: list[Any] = await worker.ask("review", (list(pieces),), REVIEWED_WITHIN)
        finally:
            self._give_back(worker, owner, REVIEW)
        return found

    async def _ask(self, urgency: int, owner: Owner, job: str, arguments: tuple[Any, ...]) -> Any:
        with BOT_WAITS.time():
            worker = await self._worker(urgency, owner)
        try:
            with BOT_THINKS.time():
                return await worker.ask(job, arguments, self._seconds)
        finally:
            self._give_back(worker, owner, urgency)

    async def _worker(self, urgency: int, owner: Owner) -> WorkerProcess:
        wish = Waiting(urgency, owner, asyncio.get_running_loop().create_future())
        self._waiting.append(wish)
        self._share_out()
        try:
            return await wish.turn
        except asyncio.CancelledError:
            if wish in self._waiting:
                self._waiting.remove(wish)
            elif not wish.turn.cancelled():
                self._give_back(wish.turn.result(), owner, urgency)
            raise

    def _give_back(self, worker: WorkerProcess, owner: Owner, urgency: int) -> None:
        self._reviewing -= urgency == REVIEW
        self._busy[owner] -= 1
        self._busy += Counter()  # forgets those for whom nobody works any more
        self._idle.append(worker)
        self._share_out()

    def _share_out(self) -> None:
        """Give workers that are free to whoever is next."""
        while self._idle and (wishes := [wish for wish in self._waiting if self._may_have_one(wish)]):
            wish = min(wishes, key=self._rank)
            self._waiting.remove(wish)
            for name in wish.owner:
                self._served[name] = next(self._number)
                self._served.move_to_end(name)
            while len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            self._busy[wish.owner] += 1
            self._reviewing += wish.urgency == REVIEW
            wish.turn.set_result(self._idle.pop())

    def _may_have_one(self, wish: Waiting) -> bool:
        """Not the last one, where other tables of the same address have all the others; and for reviews there is only a part
        of the workers. Who has been cancelled, and has yet to hear of it, gets none."""
        if wish.turn.done():
            return False
        if wish.urgency == REVIEW and self._reviewing >= self._most_reviewing:
            return False
        owner = wish.owner
        others = sum(number for other, number in self._busy.items() if other.address == owner.address and other != owner)
        return len(self._idle) > 1 or not others or len(self._workers) == 1

    def _rank(self, wish: Waiting) -> tuple[int, int, int]:
        return wish.urgency, self._served.get(wish.owner.address, 0), self._served.get(wish.owner.table, 0)

    def longest_wait(self) -> float:
        """How many seconds somebody has been waiting for a worker by now. Reviews may wait."""
        waiting = (wish.since for wish in self._waiting if wish.urgency != REVIEW)
        return max((time.monotonic() - since for since in waiting), default=0.0)

    async def end(self) -> None:
        await asyncio.gather(*(worker.end() for worker in self._workers))
