"""The loser's penalty: written by the host, or one of a few, and only where a game has a loser."""

import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.errors import ParseError
from cutcard.core.table.outcome import PENALTIES
from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.http.catalogue import catalogue
from cutcard.server.tables.open_table import OpenTable
from tests.server.client import Refused, Visitor, make_table
from tests.server.open_tables import full, made, opened, play_out, run, shown


def penalty(open_table: OpenTable) -> Any:
    return shown(open_table, None)["table"]["penalty"]


def test_there_is_none_until_the_host_says_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables)
            await open_table.join("Ann", 1, None, None)
            assert penalty(open_table) is None
            with pytest.raises(NotPermitted):
                await open_table.set(1, {"penalty": PENALTIES[0]})
            await open_table.set(0, {"penalty": PENALTIES[0]})
            assert penalty(open_table) == PENALTIES[0]
            await open_table.set(0, {"clock": 60})
            assert penalty(open_table) == PENALTIES[0]
            await open_table.set(0, {"penalty": None})
            assert penalty(open_table) is None

    run(story)


def test_it_is_there_at_the_end_and_in_the_rematch(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, seats=2)
            with pytest.raises(NotNow):
                await open_table.set(0, {"penalty": "washes up"})
            open_table, _ = await tables.make(
                game="pairs", options={}, seats=2, name="Zoe", level=None, clock=None, listed=False, penalty="wash up"
            )
            await open_table.join("Ann", 1, None, None)
            await open_table.start(0, None)
            await play_out(open_table, random.Random(1))
            assert penalty(open_table) == "wash up"
            assert penalty(await tables.find(await tables.rematch(open_table, 0))) == "wash up"

    run(story)


def test_a_game_without_a_loser_has_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, "port")
            with pytest.raises(ParseError, match="Port has winners and no loser, so there is nobody for a penalty"):
                await open_table.set(0, {"penalty": "wash up"})
            await open_table.set(0, {"penalty": None, "clock": 60})
            with pytest.raises(ParseError, match="no loser"):
                await tables.make(
                    game="port", options={}, seats=2, name="Zoe", level=None, clock=None, listed=False, penalty="wash up"
                )

    run(story)


def test_the_catalogue_offers_some_where_there_is_a_loser() -> None:
    games = catalogue({})["games"]
    assert {entry["game"] for entry in games if entry["penalties"]} == {"pairs", "continuous"}
    assert all(len(text) <= 80 for text in PENALTIES)


def test_what_is_written_is_cleaned_and_not_too_long(url: str) -> None:
    host: Visitor = make_table(url, "pairs", seats=2, penalty="  wash \n up\u0007 ")
    assert host.look()["table"]["penalty"] == "wash up"
    for text in ("x" * 81, " \t ", "", 5):
        with pytest.raises(Refused) as refusal:
            host.at_table("set", penalty=text)
        assert refusal.value.status == 422
    assert host.at_table("set", penalty=None)["table"]["penalty"] is None
