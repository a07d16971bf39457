"""Sharing out chunks of work: over threads, processes or a cluster, with the same outcome."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, Protocol, TypeVar

from cutcard.lab.running.chunks import ChunkResult, Plan, play_chunk

WATCHED = 5_000
"""How many games are looked at after every decision: the first ones of a plan."""

SECONDS = 0.1
"""How long a chunk should take: long enough to be worth handing over, and short enough to be told of and to be stopped."""

AHEAD = 3
"""How many chunks are handed out for each worker."""

FIRST_CHUNK, LARGEST_CHUNK = 256, 1 << 16
"""In games of compiled players. Others begin with one game."""


OnProgress = Callable[[int], None]
"""Called with how many more games were played, each time there are some."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Sizes:
    """How many games are handed over at once. It changes nothing but the time it takes."""

    def __init__(self, is_compiled: bool, size: int | None, least: int = 1) -> None:
        self.size = size or max(FIRST_CHUNK if is_compiled else 1, least)
        self._least = least
        self._is_fixed = size is not None

    def next(self, left: int, workers: int) -> int:
        """How many of those that are left. The last ones get smaller, so that no worker has long to wait for another."""
        shared = left if self._is_fixed or workers == 1 else max(FIRST_CHUNK, left // (2 * workers))
        return min(self.size, shared, left)

    def learn(self, seconds: float, games: int) -> None:
        """Make the next chunks as large as fits the time they take."""
        if not self._is_fixed:
            wanted = SECONDS / max(seconds / games, 1e-9)
            self.size = int(max(self._least, min(wanted, 4 * self.size, LARGEST_CHUNK)))


class Chunks:
    """Cuts the games of a plan into chunks."""

    do = staticmethod(play_chunk)

    def __init__(self, plan: Plan, games: int, keep: bool, size: int | None, record: bool = False, workers: int = 1) -> None:
        self.plan = plan
        self.games = games
        self.keep = keep
        self.record = record
        self.workers = workers
        self.sizes = Sizes(plan.is_compiled, size)
        self._next = 0

    def __iter__(self) -> Iterator[tuple[Plan, int, int, int, bool, bool]]:
        """The arguments of `play_chunk`, one chunk after the other."""
        while self._next < self.games:
            first, games = self._next, self.sizes.next(self.games - self._next, self.workers)
            self._next += games
            yield self.plan, first, games, max(0, min(games, WATCHED - first)), self.keep, self.record

    def learn_from(self, part: ChunkResult) -> None:
        self.sizes.learn(part.seconds, part.tally.games)


Done = TypeVar("Done")


class Work(Protocol[Done]):
    """What can be shared out: jobs, and what does one."""

    @property
    def do(self) -> Callable[..., Done]: ...
    def __iter__(self) -> Iterator[tuple[Any, ...]]: ...
    def learn_from(self, part: Done) -> None: ...


def results_in_order(chunks: Work[Done], executor: Executor | None, workers: int) -> Iterator[Done]:
    """What each chunk came to, in their order, however many are under way."""
    submit = run_here if executor is None else executor.submit
    ahead = 1 if executor is None else AHEAD * workers
    waiting: deque[Future[Done]] = deque()
    jobs = iter(chunks)
    try:
        while True:
            for job in jobs:
                waiting.append(submit(chunks.do, *job))
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            part = waiting[0].result()
            waiting.popleft()
            chunks.learn_from(part)
            yield part
    finally:
        for future in waiting:
            future.cancel()


def run_here(do: Callable[..., Any], *given: Any) -> Future[Any]:
    """In place of an executor: do it at once."""
    done: Future[Any] = Future()
    done.set_result(do(*given))
    return done
