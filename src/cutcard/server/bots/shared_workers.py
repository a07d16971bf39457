"""Who has a worker next, of all who wait for one: the urgent first, and then every address and every table in its turn."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from cutcard.server.bots.worker_process import WorkerProcess

REMEMBERED = 20_000


class Owner(NamedTuple):
    """For whom a worker works."""

    address: str
    """From where the table was last used by somebody who sits there."""
    table: str


@dataclass(eq=False)
class Waiting:
    """Somebody who waits for a worker."""

    urgency: int
    owner: Owner
    turn: asyncio.Future[WorkerProcess]
    since: float = field(default_factory=time.monotonic)


class SharedWorkers:
    """Some workers, and what is waiting for them. What is more urgent has the lower number and comes first, then every
    address and every table in its turn. Where one address has several tables, they leave a worker for others."""

    def __init__(self, workers: int) -> None:
        self.workers = [WorkerProcess() for _ in range(workers)]
        self.idle = list(self.workers)
        self.waiting: list[Waiting] = []
        """Who came first stands first."""
        self._served: OrderedDict[str, int] = OrderedDict()
        """When each address and each table last had a worker, as a number that grows."""
        self._busy: Counter[Owner] = Counter()
        """For whom the workers work."""
        self._number = itertools.count(1)

    @property
    def is_idle(self) -> bool:
        return len(self.idle) == len(self.workers)

    async def begin_one(self) -> None:
        """Begin one of the processes before there is anything to do, where nobody has a turn."""
        if self.is_idle:
            worker = self.idle.pop()
            try:
                await worker.begin()
            finally:
                self.idle.append(worker)
                self._share_out()

    async def take(self, owner: Owner, urgency: int = 0) -> WorkerProcess:
        """Wait for a worker, which is to be given back."""
        wish = Waiting(urgency, owner, asyncio.get_running_loop().create_future())
        self.waiting.append(wish)
        self._share_out()
        try:
            return await wish.turn
        except asyncio.CancelledError:
            if wish in self.waiting:
                self.waiting.remove(wish)
            elif not wish.turn.cancelled():
                self.give_back(wish.turn.result(), owner)
            raise

    def give_back(self, worker: WorkerProcess, owner: Owner) -> None:
        self._busy[owner] -= 1
        self._busy += Counter()  # forgets those for whom nobody works any more
        self.idle.append(worker)
        self._share_out()

    def _share_out(self) -> None:
        """Give workers that are free to whoever is next."""
        while self.idle and (wishes := [wish for wish in self.waiting if self._may_have_one(wish)]):
            wish = min(wishes, key=self._rank)
            self.waiting.remove(wish)
            for name in wish.owner:
                self._served[name] = next(self._number)
                self._served.move_to_end(name)
            while len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
            self._busy[wish.owner] += 1
            wish.turn.set_result(self.idle.pop())

    def _may_have_one(self, wish: Waiting) -> bool:
        """Not the last one, where other tables of the same address have all the others. Who has been cancelled, and has yet
        to hear of it, gets none."""
        if wish.turn.done():
            return False
        owner = wish.owner
        others = sum(number for other, number in self._busy.items() if other.address == owner.address and other != owner)
        return len(self.idle) > 1 or not others or len(self.workers) == 1

    def _rank(self, wish: Waiting) -> tuple[int, int, int]:
        return wish.urgency, self._served.get(wish.owner.address, 0), self._served.get(wish.owner.table, 0)

    def longest_wait(self) -> float:
        """How many seconds somebody has been waiting for a worker by now."""
        return max((time.monotonic() - wish.since for wish in self.waiting), default=0.0)

    async def end(self) -> None:
        await asyncio.gather(*(worker.end() for worker in self.workers))
