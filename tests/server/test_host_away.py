"""What others may do while the host is away, and that they are told so."""

from pathlib import Path

import pytest

from cutcard.server.errors import NotPermitted
from cutcard.server.fair import first_dealer
from cutcard.server.tables.open_table import OpenTable
from tests.server.open_tables import ADDED, full, here, kinds, made, opened, run, shown


def may_host(open_table: OpenTable) -> list[bool]:
    return [shown(open_table, seat)["you"]["may_host"] for seat in range(len(open_table.state.holders))]


def test_in_a_lobby_whoever_is_here_goes_on_without_the_host(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, zoe = await made(tables, "port", seats=3)
            ann, _ = await open_table.join("Ann", 1, None, None)
            goes = here(open_table, zoe)
            here(open_table, ann)
            assert may_host(open_table) == [True, False, False]
            with pytest.raises(NotPermitted, match="only Zoe, the host"):
                await open_table.give(1, 2, "bot", "easy")
            goes()
            assert may_host(open_table) == [True, True, False]
            await open_table.give(1, 2, "bot", "easy")
            await open_table.set(1, {"options": {"rounds": 3}, "clock": 60})
            with pytest.raises(NotPermitted, match="the seat of Zoe, the host: start, and give it to a bot then"):
                await open_table.give(1, 0, "open", None)
            await open_table.start(1, ADDED)
            assert open_table.state.randomness == {1: ADDED}  # who starts adds their own digits
            dealer = first_dealer(open_table.state.secret, open_table.state.code, {1: ADDED}, 3)
            assert open_table.state.dealer == dealer
            await open_table.give(1, 0, "bot", "easy")
            assert kinds(open_table) == ["bot", "person", "bot"]
            secret, events = await tables.store.load(open_table.state.code)
            again = OpenTable.restored(open_table.state.code, secret, events, tables.store)
            assert (again.state.randomness, again.state.dealer) == ({1: ADDED}, dealer)

    run(story)


def test_who_is_away_too_does_not_become_the_host_of_a_lobby(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=3)
            await open_table.join("Ann", 1, None, None)
            assert may_host(open_table) == [True, False, False]
            with pytest.raises(NotPermitted, match="only Zoe"):
                await open_table.set(1, {"clock": 60})

    run(story)


def test_the_host_who_comes_back_has_the_table_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, seats=3)
            here(open_table, keys[2])
            assert may_host(open_table) == [True, True, True]  # in a game, everybody at the table
            goes = here(open_table, keys[0])
            assert may_host(open_table) == [True, False, False]
            goes()
            await open_table.give(2, 0, "bot", "easy")
            here(open_table, keys[0])
            assert may_host(open_table) == [True, False, False]

    run(story)
