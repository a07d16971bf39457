"""Bots do not play on for nobody."""

import asyncio
import time
from pathlib import Path

import pytest

from cutcard.server.tables import updates
from cutcard.server.tables.open_table import OpenTable
from tests.server.open_tables import ADDED, here, made, opened, run


async def goes_on(open_table: OpenTable) -> float:
    """Wait until the bots have moved; one move may have been on its way. Gives the seconds that it took."""
    begun, before = time.monotonic(), open_table.state.seq
    while open_table.state.seq < before + 2:
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


async def rests(open_table: OpenTable, two_moves: float) -> bool:
    """Though there is time for many moves, at most the one that was on its way is made."""
    before = open_table.state.seq
    await asyncio.sleep(max(0.2, 5 * two_moves))
    return open_table.state.seq <= before + 1


def test_bots_that_everybody_has_left_rest_until_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=0.0) as tables:
            open_table, _ = await made(tables, "port", seats=2, level="easy", target=60_000, rounds=60_000)
            await open_table.start(0, ADDED)
            await open_table.give(0, 0, "bot", "easy")
            await goes_on(open_table)  # somebody has asked for it just now
            two_moves = await goes_on(open_table)

            open_table.asked_for -= 2 * updates.LONELY
            assert await rests(open_table, two_moves)
            await tables.find(open_table.state.code)
            await goes_on(open_table)  # somebody has asked for it again

            monkeypatch.setattr(updates, "LONELY", 0.0)
            assert await rests(open_table, two_moves)
            go_away = here(open_table, None)
            await goes_on(open_table)  # somebody watches
            go_away()
            assert await rests(open_table, two_moves)

    run(story)
