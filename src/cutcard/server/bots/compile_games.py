"""Getting games ready: their rules are compiled in a process of their own, into the cache on disk, while people look at the
home page; this process then loads them in a thread. What was compiled once on this machine is marked as such."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path

from cutcard.core import registry
from cutcard.core.compiling import cache_folder
from cutcard.core.declaration.game import find
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.present.compile_steps import steps
from cutcard.server.bots.pool import PREPARING, BotFailed, WorkerProcess

RULES, SEARCH = "compile_rules", "compile_search"


class GameCompiler:
    """Gets one thing ready after another, the wanted ones first: the rules of every game, then their searches."""

    def __init__(self, *, is_alone: bool = True) -> None:
        jobs = [(job, name) for job in (RULES, SEARCH) for name in registry.GAMES.names()]
        self._ready = {job: asyncio.Event() for job in jobs}
        self._waiting = jobs
        self._worker = WorkerProcess()
        self._is_alone = is_alone
        """Whether no other process of the server has the same to do."""

    def is_ready(self, game: str, *, search: bool) -> bool:
        return all(self._ready[job].is_set() for job in self._needed(game, search))

    async def ready(self, game: str, *, search: bool) -> None:
        """Wait until a game can be played; with `search`, until bots that think ahead can play it."""
        needed = self._needed(game, search)
        self._waiting.sort(key=lambda job: job not in needed)
        for job in needed:
            await self._ready[job].wait()

    def _needed(self, game: str, search: bool) -> list[tuple[str, str]]:
        return [(RULES, game), (SEARCH, game)] if search else [(RULES, game)]

    async def work(self) -> None:
        """Until everything is ready."""
        try:
            while self._waiting:
                job, game = self._waiting.pop(0)
                with suppress(Exception):  # what does not work here will be said where it is needed
                    await self._compile(job, game)
                    if job == RULES:
                        await asyncio.to_thread(_load, game)
                self._ready[job, game].set()
        finally:
            await self._worker.end()

    async def _compile(self, job: str, game: str) -> None:
        mark = _mark(job, game)
        async with nullcontext() if mark is None or self._is_alone else _in_turn(mark):
            if mark is not None and mark.exists():
                return
            with suppress(BotFailed):
                await self._worker.ask(job, (game,), PREPARING)
                if mark is not None:
                    mark.touch()


@asynccontextmanager
async def _in_turn(mark: Path) -> AsyncIterator[None]:
    """One process after another. If one ends in the middle, however that happens, its turn ends too."""
    import fcntl  # which is not on every system, but wherever a server has several processes

    with mark.with_suffix(".lock").open("w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(0.2)
        yield


def _mark(job: str, game: str) -> Path | None:
    """A file that says that this was compiled; in a folder that is named by every source which has a say in it."""
    book: Rulebook = registry.GAMES.load(game)
    modules = sorted({function.__module__ for function in book.rules.functions.values()})
    folder = cache_folder(("cutcard.present.advice", "cutcard.present.compile_steps", *modules))
    return folder and folder / f"{job}-{game}"


def _load(name: str) -> None:
    for _ in steps(find(name, None, 0, {})):
        pass
