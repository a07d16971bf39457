"""Tables that nobody uses leave the memory, and come back when they are asked for."""

import asyncio
from pathlib import Path

import pytest

from cutcard.server.tables import housekeeping
from cutcard.server.tables.housekeeping import IDLE, SOONEST, idle_ones
from tests.server.open_tables import full, here, made, opened, run


def test_which_tables_leave_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "MOST_IDLE", 2)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            found = [(await made(tables, "port", seats=2))[0] for _ in range(6)]
            tables_by_code = {one.state.code: one for one in found}
            new, old, older, oldest, watched, thinking = found
            old.touched -= SOONEST + 1
            older.touched -= SOONEST + 2
            oldest.touched -= IDLE + 1
            for one in (watched, thinking):
                one.touched -= IDLE + 1
            goes = here(watched, None)
            working = {thinking.state.code}
            assert idle_ones(tables_by_code, working) == [older.state.code, oldest.state.code]
            monkeypatch.setattr(housekeeping, "MOST_IDLE", 6)
            assert idle_ones(tables_by_code, working) == [oldest.state.code]
            goes()
            watched.touched -= IDLE + 1
            assert set(idle_ones(tables_by_code, ())) == {one.state.code for one in (oldest, watched, thinking)}
            assert new.state.code not in idle_ones(tables_by_code, ())

    run(story)


def test_one_that_has_left_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "EVERY", 0.02)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "port", seats=2)
            code, told = open_table.state.code, open_table.update(0, 0)
            open_table.touched -= IDLE + 1
            while tables.count():
                await asyncio.sleep(0.01)
            again = await tables.find(code)
            assert again is not open_table
            assert again.update(0, 0) == told

    run(story)
