"""Getting games ready: their rules are compiled in a process of their own, into the cache on disk, while people look at the
home page; this process then loads them in a thread. What was compiled once on this machine is marked as such."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path

from cutcard.core import registry
from cutcard.core.compiling import JIT, cache_folder
from cutcard.core.declaration.game import find
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.present.compile_steps import steps
from cutcard.server.bots.worker_process import BotFailed, WorkerProcess

RULES, SEARCH, REVIEW = "compile_rules", "compile_search", "compile_review"
COMPILING = 900.0
"""How long it may take on a busy machine, in seconds."""
BETWEEN = 1.0
"""Seconds between two games that nobody asks for: to load them takes as long as to serve many requests."""
TURN = 0.2
"""Seconds between two looks whether it is this process's turn to compile."""
WAITED_FOR, WANTED, LATER = range(3)
"""How urgent it is: somebody waits, or is likely to ask for it soon, or neither."""


class GameCompiler:
    """Gets the rules of one game after another ready, and their searches at the same time in a process that lets all others
    go first; the most urgent of each first."""

    def __init__(self, *, is_alone: bool = True) -> None:
        games = registry.GAMES.names()
        self._urgency = {(job, name): LATER for job in (RULES, SEARCH) for name in games}
        self._ready = {key: asyncio.Event() for key in self._urgency}
        self._waiting = {job: list(games) for job in (RULES, SEARCH)}
        self._workers = {job: WorkerProcess() for job in (RULES, SEARCH)}
        self._reviewer = WorkerProcess()
        """Compiles what reviews need, also when all else is done."""
        self._reviewed: set[str] = set()
        """The games whose reviews are ready."""
        self._one_review = asyncio.Lock()
        self._news = asyncio.Event()
        """Something has become ready, or more urgent."""
        self._is_alone = is_alone
        """Whether no other process of the server has the same to do."""

    def is_ready(self, game: str, *, search: bool) -> bool:
        return all(self._ready[job, game].is_set() for job in _needed(search))

    def want(self, game: str) -> None:
        """There is a table of this game: a hint, which needs the search, may be asked for. Nobody waits for it yet."""
        for job in (RULES, SEARCH):
            self._hurry(job, game, WANTED)

    async def ready(self, game: str, *, search: bool) -> None:
        """Wait until a game can be played; with `search`, until bots that think ahead can play it."""
        for job in _needed(search):
            self._hurry(job, game, WAITED_FOR)
        for job in _needed(search):
            await self._ready[job, game].wait()

    async def review_ready(self, game: str) -> None:
        """Wait until what reviews of a game need is compiled, one game after another. Where that fails, it is tried again
        for whoever asks next."""
        if self.is_review_ready(game):  # not to wait for another game that is being compiled
            return
        await self.ready(game, search=False)
        async with self._one_review:
            if self.is_review_ready(game):
                return
            try:
                if await self._compile(REVIEW, game):
                    self._reviewed.add(game)
            finally:
                await self._reviewer.end()

    def is_review_ready(self, game: str) -> bool:
        return game in self._reviewed

    def _hurry(self, job: str, game: str, urgency: int) -> None:
        self._urgency[job, game] = min(self._urgency[job, game], urgency)
        self._waiting[job].sort(key=lambda name: self._urgency[job, name])
        self._news.set()

    async def work(self) -> None:
        """Until everything is ready."""
        try:
            await asyncio.gather(*(self._work(job) for job in self._waiting))
        finally:
            await asyncio.gather(*(worker.end() for worker in self._workers.values()))

    async def end(self) -> None:
        """Whatever is still being compiled is not needed any more."""
        await asyncio.gather(*(worker.end() for worker in (*self._workers.values(), self._reviewer)))

    async def _work(self, job: str) -> None:
        waiting = self._waiting[job]
        while waiting:
            if job == SEARCH and not self.is_ready(waiting[0], search=False):  # it needs the rules, to be compiled once
                self._news.clear()
                await self._news.wait()
                continue
            if not self._is_alone and self._urgency[job, waiting[0]] == LATER:
                await self._pause()
            game = waiting.pop(0)
            with suppress(Exception):  # what does not work here will be said where it is needed
                await self._compile(job, game)
                if job == RULES:
                    await asyncio.to_thread(_load, game)
            self._ready[job, game].set()
            self._news.set()

    async def _pause(self) -> None:
        """Until something is more urgent, or for a while."""
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(BETWEEN):
                await self._news.wait()

    async def _compile(self, job: str, game: str) -> bool:
        """Gives whether it is compiled by now."""
        if not JIT:
            return True
        mark = _mark(job, game)
        if mark is not None and mark.exists():
            return True
        async with nullcontext() if mark is None or self._is_alone else _in_turn(mark):
            if mark is not None and mark.exists():
                return True
            worker = self._reviewer if job == REVIEW else self._workers[job]
            try:
                await worker.ask(job, (game,), COMPILING)
            except BotFailed:
                return False
            if mark is not None:
                mark.touch()
            return True


@asynccontextmanager
async def _in_turn(mark: Path) -> AsyncIterator[None]:
    """One process after another, until it has been done once. If one ends in the middle, however that happens, its turn ends
    too; one that hangs is not waited for longer than it would take."""
    import fcntl  # which is not on every system, but wherever a server has several processes

    end = time.monotonic() + COMPILING
    with mark.with_suffix(".lock").open("w") as lock:
        while not mark.exists() and time.monotonic() < end:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(TURN)
        yield


def _needed(search: bool) -> tuple[str, ...]:
    return (RULES, SEARCH) if search else (RULES,)


def _mark(job: str, game: str) -> Path | None:
    """A file that says that this was compiled; in a folder that is named by every source which has a say in it. None where
    nothing can be written."""
    book: Rulebook = registry.GAMES.load(game)
    needed = ("cutcard.reviews.preparing",) if job == REVIEW else ("cutcard.present.advice", "cutcard.present.compile_steps")
    folder = cache_folder((*needed, *book.rules.modules))
    return folder and folder / f"{job}-{game}"


def _load(name: str) -> None:
    game = find(name, None, 0, {})
    _ = game.rulebook.rules.digest  # from now on it is known: the sources may be replaced while the server runs
    for _ in steps(game):
        pass
