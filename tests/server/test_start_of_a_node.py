"""A node that starts beside others does what people wait for first: it takes the processors from those who play."""

import asyncio
import fcntl
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutcard.server.bots import compile_games, pool
from cutcard.server.bots.compile_games import RULES, GameCompiler
from cutcard.server.bots.worker_process import WorkerProcess
from cutcard.server.store.database import check_database
from tests.patience import PATIENCE
from tests.server.open_tables import run
from tests.server.postgres import Cluster
from tests.server.test_two_nodes import node, until

IMPORTED = """
import sys
from cutcard.server.store.database import check_database
check_database(sys.argv[1])
print("alembic" in sys.modules)
"""


def test_a_database_that_is_as_it_should_be_is_not_gone_through_step_by_step(database: str) -> None:
    for expected in ("True\n", "False\n"):
        done = subprocess.run([sys.executable, "-c", IMPORTED, database], capture_output=True, text=True, check=True)
        assert done.stdout == expected
    check_database(database)


def test_games_that_nobody_asks_for_are_loaded_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that somebody waits for at once."""
    loaded: list[tuple[str, float]] = []

    async def compiled(self: GameCompiler, job: str, game: str) -> None:
        """It was compiled before."""

    monkeypatch.setattr(GameCompiler, "_compile", compiled)
    monkeypatch.setattr(compile_games, "_load", lambda game: loaded.append((game, time.monotonic())))
    monkeypatch.setattr(compile_games, "BETWEEN", 3600.0)

    async def story() -> None:
        compiler = GameCompiler(is_alone=False)
        working = asyncio.create_task(compiler.work())
        await asyncio.sleep(0.1)
        assert not loaded
        monkeypatch.setattr(compile_games, "BETWEEN", 0.5)  # from the next one on: this one would come in an hour
        begun = time.monotonic()
        await compiler.ready("pickle", search=False)
        assert [game for game, _ in loaded] == ["pickle"]
        await until(lambda: len(loaded) == 3)
        assert loaded[2][1] - begun > 0.5
        working.cancel()
        alone = GameCompiler()
        await alone.work()
        assert len(loaded) > 8

    run(story)


def test_bots_can_think_before_they_are_asked_to(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that another node has left does not wait until a process for its bots has begun."""
    monkeypatch.setattr(pool, "WARMING", 0.1)

    async def story() -> None:
        async with node(cluster.new_database(), warm=True, workers=2) as tables:
            workers = tables.caretaker.bots.bots.workers
            await until(lambda: any(worker._process is not None for worker in workers))
            assert tables.caretaker.bots.bots.is_idle
            assert sum(worker._process is not None for worker in workers) == 1

    run(story)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_a_process_that_hangs_while_it_compiles_keeps_no_other_waiting(
    is_compiled: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """For what is compiled already not at all, and else no longer than compiling may take."""
    mark, asked = tmp_path / "mark", []

    async def ask(self: WorkerProcess, job: str, arguments: tuple[str, ...], seconds: float) -> None:
        asked.append(job)

    monkeypatch.setattr(compile_games, "_mark", lambda job, game: mark)
    monkeypatch.setattr(compile_games, "COMPILING", 0.3)
    monkeypatch.setattr(WorkerProcess, "ask", ask)
    if is_compiled:
        mark.touch()

    async def story() -> None:
        compiler = GameCompiler(is_alone=False)
        with mark.with_suffix(".lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            async with asyncio.timeout(PATIENCE):
                await compiler._compile(RULES, "pairs")
        assert asked == ([] if is_compiled else [RULES])
        assert mark.exists()

    run(story)
