"""The turn clock: when a person's time is up the rule of thumb moves for them, and that is said."""

import asyncio
import time
from pathlib import Path

import numpy as np

from cutcard.players import LegalMoves, SteadyPlayer
from cutcard.server.tables.open_table import GRACE, OpenTable
from tests.server.open_tables import full, opened, run, shown

SHORT = 0.3
"""Seconds; over the network it is at least five."""


async def moved(open_table: OpenTable, number: int) -> None:
    """Wait until so many moves were made."""
    while open_table.state.moves < number:
        await asyncio.sleep(0.02)


def test_time_that_is_up_moves_by_the_rule_of_thumb(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2, clock=SHORT)
            begun, began = time.monotonic(), time.time() - 1
            seat, seq = next(iter(open_table.state.asked.items()))
            assert open_table.state.table is not None
            view = open_table.state.table.view(seat)
            wise = SteadyPlayer().choose(view, LegalMoves(view), np.random.default_rng(0))
            await asyncio.sleep(0.05)
            deadline = shown(open_table, seat)["table"]["deadline"]
            assert began + SHORT - 0.1 <= deadline <= time.time() + SHORT + 0.1
            await moved(open_table, 1)
            assert time.monotonic() - begun >= SHORT + GRACE
            event = shown(open_table, None, seq)["events"][0]
            assert (event["kind"], event["seat"], event["late"]) == ("move", seat, True)
            assert open_table.log[-1].data["move"] == wise
            # Whoever moves in time is not late, and the next one's clock runs from then on.
            seat, seq = next(iter(open_table.state.asked.items()))
            await open_table.move(seat, "hit", seq, "m1")
            assert "late" not in shown(open_table, None, seq)["events"][0]
            await moved(open_table, 3)
            assert open_table.log[-1].data.get("late") is True

    run(story)


def test_clocks_of_all_run_at_once_where_all_choose_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=4, clock=SHORT)
            dealt = open_table.state.seq
            assert open_table.state.table is not None
            await open_table.move(2, open_table.state.table.legal(2)[0], dealt, "m1")
            await moved(open_table, 4)
            first, *_, last = [event.at for event in open_table.log[dealt + 1 : dealt + 4]]
            assert last - first < SHORT + GRACE  # one after another it would be twice as long
            late = {event.data["seat"]: event.data.get("late", False) for event in open_table.log[dealt : dealt + 4]}
            assert late == {2: False, 0: True, 1: True, 3: True}

    run(story)


def test_seat_that_goes_to_a_bot_has_no_clock(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=2, clock=SHORT)
            dealt = open_table.state.seq
            await open_table.give(0, 1, "bot", "easy")
            await moved(open_table, 2)
            late = {event.data["seat"]: event.data.get("late", False) for event in open_table.log[dealt + 1 : dealt + 3]}
            assert late == {0: True, 1: False}

    run(story)


def test_without_a_clock_nobody_is_hurried(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2)
            await asyncio.sleep(GRACE + 0.5)
            assert open_table.state.moves == 0
            assert shown(open_table, None)["table"]["deadline"] is None

    run(story)
