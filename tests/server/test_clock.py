"""The turn clock: when a person's time is up the rule of thumb moves for them, and that is said."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np

from cutcard.players import LegalMoves, SteadyPlayer
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.logged_table import GRACE
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import Event
from tests.server.open_tables import full, here, made, opened, run, shown
from tests.server.test_moves import DEALS

SEVENS, _ = DEALS["all are asked again"]
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
            seat, seq = next(iter(open_table.state.asked.items()))
            assert open_table.state.table is not None
            view = open_table.state.table.view(seat)
            wise = SteadyPlayer().choose(view, LegalMoves(view), np.random.default_rng(0))
            asked = open_table.log[seq - 1].at
            assert shown(open_table, seat)["table"]["deadline"] == round(asked + SHORT, 1)
            await moved(open_table, 1)
            assert open_table.log[-1].at >= asked + SHORT + GRACE
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
            assert last - first < 2 * (SHORT + GRACE)  # one after another the last of three would be so much later
            late = {event.data["seat"]: event.data.get("late", False) for event in open_table.log[dealt : dealt + 4]}
            assert late == {2: False, 0: True, 1: True, 3: True}

    run(story)


def test_seat_that_goes_to_a_bot_has_no_clock(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=0.0) as tables:
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


# Times in the log


async def stored_moves(tables: AllTables, code: str) -> list[Event]:
    return [event for event in (await tables.store.load(code))[1] if event.kind == "move"]


def test_a_restart_neither_gives_nor_takes_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2, clock=60)
            code, deadline = open_table.state.code, shown(open_table, None)["table"]["deadline"]
        async with opened(tmp_path) as tables:
            assert shown(await tables.find(code), None)["table"]["deadline"] == deadline

    run(story)


def test_after_a_stop_people_have_a_moment_to_come_back(tmp_path: Path) -> None:
    """The time of one who could not move is not up before the grace, from the start on."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2, clock=SHORT)
            code = open_table.state.code
        before = time.time()
        async with opened(tmp_path, grace=30.0) as tables:
            deadline = shown(await tables.find(code), None)["table"]["deadline"]
            assert before + 29.9 < deadline < tables.store.now() + 30.1  # it is told in tenths of a second

    run(story)


def test_clocks_run_on_though_nobody_looks(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=2, clock=SHORT)
            code = open_table.state.code
        async with opened(tmp_path) as tables:
            while not await stored_moves(tables, code):
                await asyncio.sleep(0.05)
            assert (await stored_moves(tables, code))[0].data["late"] is True

    run(story)


def due(folder: Path, code: str) -> float | None:
    """When the clock of a table runs out, as it is stored."""
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as connection:
        found: float | None = connection.execute("SELECT due FROM tables WHERE code = ?", [code]).fetchone()[0]
        return found


def test_when_a_clock_runs_out_is_stored_while_one_runs(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=0.0) as tables:
            open_table, keys = await full(tables, "pickup", seats=2, clock=60)
            code, dealt = open_table.state.code, open_table.log[-1].at
            assert due(tmp_path, code) == dealt + 60 + GRACE
            assert open_table.state.table is not None
            await open_table.move(0, open_table.state.table.legal(0)[0], open_table.state.seq, None)
            assert due(tmp_path, code) == dealt + 60 + GRACE, "the other was asked when the cards were dealt"
            await open_table.give(0, 1, "bot", "easy")
            await moved(open_table, 2)
            while 0 not in open_table.state.asked:  # by these cards the bot may have a card to take first
                await asyncio.sleep(0.02)
            asked = open_table.log[open_table.state.asked[0] - 1].at
            assert due(tmp_path, code) == asked + 60 + GRACE, "the first is asked anew"
            here(open_table, keys[1])()
            await open_table.give(1, 0, "bot", "easy")
            assert due(tmp_path, code) is None

    run(story)


def test_what_is_stored_is_no_earlier_than_the_clocks_of_hands_that_are_dealt_anew(tmp_path: Path) -> None:
    """PICKLE-7: after a redeal all who had not answered are asked anew, and have all their time."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickle", seats=SEVENS.game.seats, clock=60)
            state, dealt = open_table.state, open_table.state.seq
            state.table, state.asked = SEVENS, dict.fromkeys(SEVENS.to_act, dealt)
            await open_table.move(0, "redeal", dealt, None)
            assert open_table.log[-1].at > open_table.log[dealt - 1].at
            assert set(state.asked.values()) == {dealt + 1}
            assert due(tmp_path, state.code) == open_table.log[-1].at + 60 + GRACE

    run(story)


def test_a_clock_that_does_not_run_is_not_looked_for_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, clock=60)
            with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection, connection:
                connection.execute("UPDATE tables SET due = 1.0")
            while due(tmp_path, open_table.state.code) is not None:
                await asyncio.sleep(0.05)

    run(story)
