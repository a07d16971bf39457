"""The processes in which bots think and reviews are made, each kind its own: no bot waits for a piece of a review."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from cutcard.core.languages import language
from cutcard.core.table.view import View
from cutcard.present.advice import Counsel
from cutcard.reviews.judging import Judgement
from cutcard.reviews.pieces import Piece
from cutcard.server.bots.shared_workers import Owner, SharedWorkers
from cutcard.server.bots.worker_process import BotFailed
from cutcard.server.errors import NotWorkedOut
from cutcard.server.framing import has_ended
from cutcard.server.operation.metrics import BOT_THINKS, BOT_WAITS

WARMING = 2.0
"""Seconds after which a server that has just begun has time for this."""
MOVE, ADVICE = range(2)
"""What is more urgent comes first."""
REVIEWERS = 0.5
"""So many processes for reviews for each one in which bots think, and one at least."""
REVIEWED_WITHIN = 60.0
"""Seconds that a piece of a review may take. It lets all others go first, so that on busy cores it may hardly go on for a
while; a worker that is ended for that has to load all its code again, and the piece is tried anew."""
RESTING = 600.0
"""Seconds after the last piece before the processes for reviews are ended: each holds a hundred megabytes or more."""

NOBODY = Owner("", "")


class BotPool:
    """The bots' processes, where moves come before advice, and those for reviews, which let all others go first."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self.bots = SharedWorkers(workers)
        self.reviewers = SharedWorkers(max(1, int(workers * REVIEWERS)))
        self._to_rest: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Begin one of the bots' processes before there is anything to think about: a table that another node has left is
        not to wait for that."""
        await asyncio.sleep(WARMING)
        await self.bots.begin_one()

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

    async def _ask(self, urgency: int, owner: Owner, job: str, arguments: tuple[Any, ...]) -> Any:
        with BOT_WAITS.time():
            worker = await self.bots.take(owner, urgency)
        try:
            with BOT_THINKS.time():
                return await worker.ask(job, arguments, self._seconds)
        finally:
            self.bots.give_back(worker, owner)

    async def review(self, pieces: Sequence[Piece], owner: Owner = NOBODY) -> list[Any]:
        """What comes of pieces of a review: few enough that it is soon somebody else's turn."""
        worker = await self.reviewers.take(owner)
        try:
            found: list[Any] = await worker.ask("review", (list(pieces),), REVIEWED_WITHIN)
        finally:
            self.reviewers.give_back(worker, owner)
            self._rest_later()
        return found

    def _rest_later(self) -> None:
        if self._to_rest is not None:
            self._to_rest.cancel()
        self._to_rest = asyncio.get_running_loop().call_later(RESTING, self._rest)

    def _rest(self) -> None:
        """Nobody has asked for a review for a while: what its processes hold is given back."""
        if not self.reviewers.is_idle:
            return
        for process in [process for worker in self.reviewers.workers if (process := worker.kill()) is not None]:
            ending = asyncio.get_running_loop().create_task(has_ended(process))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    def longest_wait(self) -> float:
        """How many seconds somebody has been waiting for a bot's worker by now. Reviews may wait."""
        return self.bots.longest_wait()

    async def end(self) -> None:
        if self._to_rest is not None:
            self._to_rest.cancel()
        await asyncio.gather(self.bots.end(), self.reviewers.end(), *self._ending)
