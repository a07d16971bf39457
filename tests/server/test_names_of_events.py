"""Whom an event is about is told by the name they had, whatever becomes of the seat."""

from pathlib import Path
from typing import Any

from cutcard.server.tables.open_table import OpenTable
from tests.server.open_tables import full, here, made, opened, run, shown


def told(open_table: OpenTable, kind: str) -> list[tuple[Any, ...]]:
    """The events of a kind, as a later visitor reads them."""
    events = [event for event in shown(open_table, None)["events"] if event["kind"] == kind]
    return [(event["seat"], event.get("to"), event.get("name")) for event in events]


def test_a_seat_that_is_handed_over_is_told_with_the_person_whose_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "pairs", seats=3)
            here(open_table, keys[0])
            await open_table.give(0, 1, "bot", "easy")
            await open_table.give(0, 1, "bot", "medium")  # from one bot to another
            await open_table.take_back(1)
            expected = [(1, "bot", "Ann 1"), (1, "bot", None), (1, "person", "Ann 1")]
            assert told(open_table, "seat") == expected
            secret, events = await tables.store.load(open_table.state.code)
            assert told(OpenTable.restored(open_table.state.code, secret, events, tables.store), "seat") == expected

    run(story)


def test_before_the_game_too_and_nothing_is_told_of_seats_that_nobody_had(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=4)
            await open_table.give(0, 1, "bot", "easy")  # it was open
            await open_table.give(0, 1, "open", None)
            await open_table.join("Ann", 2, None, None)
            await open_table.give(0, 2, "open", None)
            await open_table.join("Bob", 2, None, None)
            await open_table.leave(2)
            await open_table.join("Cy", 2, None, None)
            assert told(open_table, "seat") == [(1, "bot", None), (1, "open", None), (2, "open", "Ann")]
            assert told(open_table, "left") == [(2, None, "Bob")]

    run(story)


def test_a_log_of_before_has_no_names(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "pairs", seats=3)
            here(open_table, keys[0])
            await open_table.give(0, 1, "bot", "easy")
            secret, events = await tables.store.load(open_table.state.code)
            (given,) = (event for event in events if event.kind == "seat")  # the bot may have moved since
            del given.data["person"]
            again = OpenTable.restored(open_table.state.code, secret, events, tables.store)
            assert told(again, "seat") == [(1, "bot", None)]
            assert again.state.holders[1].name == "Ann 1"

    run(story)
