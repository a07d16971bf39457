"""What reviews of a game need is compiled when somebody asks for it, to its end, and again where that failed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.compiling import JIT
from cutcard.server.bots import compile_games
from cutcard.server.bots.compile_games import REVIEW, RULES, SEARCH, GameCompiler
from cutcard.server.bots.worker_process import BotFailed
from tests.server.open_tables import made, opened, run

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")


class Machine:
    """All processes that compile. A job that is held goes on when it is let go, and fails where its process is ended."""

    def __init__(self) -> None:
        self.reviewed: list[str] = []
        """The games whose reviews were to be compiled, one after the other."""
        self.failures = 0
        """So many of these still fail."""
        self.go_on = {job: asyncio.Event() for job in (RULES, SEARCH, REVIEW)}
        self.go_on[RULES].set()


class Process:
    """In the place of one of them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ended = asyncio.Event()

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> None:
        self._ended = asyncio.Event()
        if job == REVIEW:
            self._machine.reviewed.append(arguments[0])
            if self._machine.failures:
                self._machine.failures -= 1
                raise BotFailed("it stopped")
        waits = [asyncio.create_task(one.wait()) for one in (self._machine.go_on[job], self._ended)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()
        if self._ended.is_set():
            raise BotFailed("it stopped")

    async def end(self) -> None:
        self._ended.set()


def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine()
    monkeypatch.setattr(compile_games, "WorkerProcess", lambda: Process(found))
    monkeypatch.setattr(compile_games, "_mark", lambda job, game: None)
    monkeypatch.setattr(compile_games, "_load", lambda game: None)
    return found


def test_it_goes_on_when_all_games_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        there, compiler = machine(monkeypatch), GameCompiler()
        working = asyncio.create_task(compiler.work())
        waiting = asyncio.create_task(compiler.review_ready("pairs"))
        while not there.reviewed:
            await asyncio.sleep(0)
        there.go_on[SEARCH].set()
        await working
        for _ in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        there.go_on[REVIEW].set()
        await waiting
        await compiler.review_ready("pairs")
        assert there.reviewed == ["pairs"]

    run(story)


def test_a_game_that_is_ready_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody tries in a review of it would be late, and nginx would take the node for one that hangs."""

    async def story() -> None:
        there, compiler = machine(monkeypatch), GameCompiler()
        for event in there.go_on.values():
            event.set()
        await compiler.work()
        await compiler.review_ready("pairs")
        there.go_on[REVIEW].clear()
        other = asyncio.create_task(compiler.review_ready("port"))
        while "port" not in there.reviewed:
            await asyncio.sleep(0)
        ready = asyncio.create_task(compiler.review_ready("pairs"))
        for _ in range(20):
            await asyncio.sleep(0)
        assert ready.done()
        assert not other.done()
        there.go_on[REVIEW].set()
        await other

    run(story)


def test_where_it_failed_whoever_asks_next_has_it_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        there, compiler = machine(monkeypatch), GameCompiler()
        for event in there.go_on.values():
            event.set()
        await compiler.work()
        there.failures = 2
        for asked in (1, 2, 3, 3):
            await compiler.review_ready("pairs")
            assert len(there.reviewed) == asked

    run(story)


def test_a_coach_waits_until_it_did_not_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        there = machine(monkeypatch)
        there.failures = 1
        for event in there.go_on.values():
            event.set()
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables)
            while not open_table.coach.is_ready():
                await asyncio.sleep(0)
            assert there.reviewed == ["pairs", "pairs"]

    run(story)


def test_it_ends_with_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        there = machine(monkeypatch)
        there.go_on[SEARCH].set()
        async with opened(tmp_path) as tables:
            waiting = asyncio.create_task(tables.compiler.review_ready("pairs"))  # of somebody who has no other task
            while not there.reviewed:
                await asyncio.sleep(0)
        await waiting
        assert there.reviewed == ["pairs"]

    run(story)
