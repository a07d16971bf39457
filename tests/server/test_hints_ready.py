"""What a hint needs is compiled before anybody asks for it, and who asks too early is told so at once."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutcard.core import registry
from cutcard.core.dealer import Script
from cutcard.server.bots import compile_games
from cutcard.server.bots.compile_games import RULES, SEARCH, GameCompiler
from cutcard.server.http.scene_messages import Advice
from tests.server.open_tables import run
from tests.server.wiretap import AlreadyCompiled, listening


class Workers:
    """In the place of the processes: each job takes until it is let go on, and all are noted in their order."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, str]] = []
        self.go_on = {RULES: asyncio.Semaphore(0), SEARCH: asyncio.Semaphore(0)}

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> None:
        self.begun.append((job, arguments[0]))
        await self.go_on[job].acquire()

    async def end(self) -> None:
        pass

    def done(self, job: str) -> list[str]:
        return [name for kind, name in self.begun if kind == job]


async def settled(holds: Callable[[], bool] = lambda: True) -> None:
    """Wait until it is so, and whether anything more happens then."""
    while not holds():
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)


def compiler(monkeypatch: pytest.MonkeyPatch) -> tuple[GameCompiler, Workers]:
    workers = Workers()
    monkeypatch.setattr(compile_games, "WorkerProcess", lambda: workers)
    monkeypatch.setattr(compile_games, "_mark", lambda job, game: None)
    monkeypatch.setattr(compile_games, "_load", lambda game: None)
    return GameCompiler(), workers


def test_the_search_of_a_game_with_a_table_comes_first_and_keeps_no_rules_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        games, workers = compiler(monkeypatch)
        first, second, third, *_ = registry.GAMES.names()
        working = asyncio.create_task(games.work())
        await settled(lambda: bool(workers.begun))
        games.want(third)
        waiting = asyncio.create_task(games.ready(second, search=False))
        await settled()
        assert workers.begun == [(RULES, first)]  # no search without its rules
        for number in (2, 3):
            workers.go_on[RULES].release()
            await settled(lambda number=number: len(workers.done(RULES)) == number)
        assert waiting.done()  # what somebody waits for goes before what is only likely to be asked for
        workers.go_on[RULES].release()
        await settled(lambda: len(workers.done(RULES)) == 4 and bool(workers.done(SEARCH)))
        assert workers.done(RULES)[:3] == [first, second, third]
        assert workers.done(SEARCH) == [third]
        assert len(workers.done(RULES)) == 4  # and they go on meanwhile
        assert not games.is_ready(third, search=True)
        workers.go_on[SEARCH].release()
        await settled(lambda: len(workers.done(SEARCH)) == 2)
        assert games.is_ready(third, search=True)
        assert workers.done(SEARCH)[1] in (first, second)
        working.cancel()

    run(story)


def test_who_asks_for_a_hint_too_early_is_told_so_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with listening(tmp_path, monkeypatch) as server:
            wish = {"game": "pairs", "name": "Zoe", "seats": 2, "level": "easy", "dealer": 1}
            seat = (await server.http.post("/api/tables", json=wish)).json()
            path, headers = f"/api/tables/{seat['code']}", {"Authorization": f"Bearer {seat['key']}"}
            server.script[:] = [Script(("10", "10", "10", "10", "10", "2", "3"))]
            await server.http.post(f"{path}/start", json={"randomness": None}, headers=headers)
            monkeypatch.setattr(AlreadyCompiled, "is_ready", lambda self, game, search: not search)
            answer = await server.http.get(f"{path}/advice", headers=headers)
            advice = Advice.model_validate(answer.json())
            assert (answer.status_code, advice.is_ready, advice.rated) == (200, False, [])
            assert "ask again" in answer.text
            assert not server.advised  # no bot was kept from its moves

    run(story)
