"""An evening: a rematch goes on from the game before, and a tally counts them all."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.errors import ParseError
from cutcard.core.table.outcome import winners_and_losers
from cutcard.server.http.catalogue import catalogue
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.server.open_tables import full, here, made, opened, play_out, run, shown


async def again(tables: AllTables, open_table: OpenTable) -> OpenTable:
    """The rematch."""
    return await tables.find(await tables.rematch(open_table, 0))


def evening(open_table: OpenTable) -> list[tuple[Any, ...]]:
    """The tally as everybody is told."""
    lines = shown(open_table, None)["table"]["evening"]
    return [(line["name"], line["seat"], line["played"], line["won"], line["lost"], line["points"]) for line in lines]


def test_the_tally_counts_games_won_and_points_by_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, keys = await full(tables, "port", seats=2, rounds=3)
            assert evening(open_table) == []
            won, points = [0, 0], [0, 0]
            for game in range(1, 4):
                await play_out(open_table, random.Random(game))
                assert open_table.state.table is not None
                result = open_table.state.table.result
                assert result is not None
                winners, _ = winners_and_losers(open_table.state.table.game.rulebook, result)
                won = [won[seat] + (seat in winners) for seat in range(2)]
                points = [points[seat] + result.scores[seat] for seat in range(2)]
                told = [("Zoe", 0, game, won[0], 0, points[0]), ("Ann 1", 1, game, won[1], 0, points[1])]
                assert evening(open_table) == told
                open_table = await again(tables, open_table)
                assert evening(open_table) == told
                await open_table.start(open_table.state.host, None)
                assert evening(open_table) == told
            assert sum(won) <= 3  # where both have as many points nobody has won
            assert not any(hashed(key) in json.dumps([shown(open_table, seat) for seat in (None, 0, 1)]) for key in keys)

    run(story)


def test_in_pairs_one_has_lost_and_nobody_has_won(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pairs", seats=3)
            await play_out(open_table, random.Random(1))
            assert [line[3] for line in evening(open_table)] == [0, 0, 0]
            assert sum(line[4] for line in evening(open_table)) == 1

    run(story)


def test_people_who_come_and_go(tmp_path: Path) -> None:
    """Whoever has left stays in the tally; who came instead has none yet; and a bot is known by its name."""

    async def story() -> None:
        async with opened(tmp_path, pace=0.0) as tables:
            open_table, _ = await full(tables, "port", seats=2, rounds=1)
            here(open_table, None)
            await play_out(open_table, random.Random(1))
            open_table = await again(tables, open_table)
            await open_table.give(0, 1, "bot", "easy")
            assert [line[:3] for line in evening(open_table)] == [("Zoe", 0, 1), ("Ann 1", None, 1)]
            bot = open_table.state.names[1]
            await open_table.start(0, None)
            while open_table.state.asked:
                if 0 in open_table.state.asked:
                    await open_table.move(0, "lock", open_table.state.asked[0], None)
                await asyncio.sleep(0.01)  # the other seat is the bot's
            assert [line[:3] for line in evening(open_table)] == [("Zoe", 0, 2), ("Ann 1", None, 1), (bot, 1, 1)]
            open_table = await again(tables, open_table)
            assert [line[:3] for line in evening(open_table)] == [("Zoe", 0, 2), ("Ann 1", None, 1), (bot, 1, 1)]

    run(story)


def test_a_table_is_the_same_from_its_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "starboard", seats=3, games=1)
            await play_out(open_table, random.Random(1))
            open_table = await again(tables, open_table)
            before = shown(open_table, None)["table"]
        async with opened(tmp_path) as tables:
            after = shown(await tables.find(open_table.state.code), None)["table"]
            assert after == before
            assert after["evening"]

    run(story)


# Starboard


async def carried(tables: AllTables) -> tuple[OpenTable, OpenTable, list[str]]:
    """A match of three games, and its rematch."""
    open_table, keys = await full(tables, "starboard", seats=3, games=2, coins=9)
    await play_out(open_table, random.Random(2))
    return open_table, await again(tables, open_table), keys


def test_star_2_coins_odd_coins_and_the_button_go_over_to_the_rematch(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old, open_table, _ = await carried(tables)
            assert old.state.table is not None
            t = old.state.table.reading
            options = shown(open_table, None)["table"]["options"]
            assert (options["purses"], options["pot"]) == (t.scores[:3], t.pot)
            assert (options["coins"], options["games"]) == (9, 2)
            assert t.scores[:3] != [9, 9, 9]
            await open_table.start(open_table.state.host, None)
            assert open_table.state.table is not None
            assert open_table.state.table.reading.button == (t.button + 1) % 3
            assert open_table.state.table.record()["options"]["purses"] == t.scores[:3]
            assert sum(line[5] for line in evening(open_table)) == sum(t.scores[:3]) - 27  # coins won, not coins held

    run(story)


def test_the_host_asks_for_new_coins(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, open_table, _ = await carried(tables)
            await open_table.set(open_table.state.host, {"options": {"games": 2, "coins": 9}})
            options = shown(open_table, None)["table"]["options"]
            assert (options["purses"], options["pot"], options["coins"]) == ([], 0, 9)
            await open_table.start(open_table.state.host, None)
            assert open_table.state.table is not None
            assert open_table.state.table.scores == (8, 8, 8)

    run(story)


def test_coins_go_along_with_who_moves_to_another_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, open_table, keys = await carried(tables)
            purses = open_table.state.options["purses"]
            await open_table.give(0, 1, "open", None)
            await open_table.join("x", 1, None, keys[2])
            assert open_table.state.options["purses"] == [purses[0], purses[2], purses[1]]

    run(story)


def test_another_number_of_seats_has_new_coins(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, open_table, _ = await carried(tables)
            with pytest.raises(ParseError, match="purses is a list of 4, not 3"):
                await open_table.set(0, {"seats": 4, "options": open_table.state.options})
            await open_table.set(0, {"seats": 3})
            assert open_table.state.options["purses"]
            await open_table.set(0, {"seats": 4})
            assert open_table.state.options == {"games": 2, "coins": 9}

    run(story)


def test_other_games_begin_anew_and_the_deal_passes(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, "port", seats=2, rounds=1)
            await open_table.join("Ann", 1, None, None)
            await open_table.start(0, None)
            await play_out(open_table, random.Random(1))
            assert open_table.state.table is not None
            first_dealer = open_table.state.table.game.dealer
            open_table = await again(tables, open_table)
            assert open_table.state.options == {"rounds": 1}
            assert open_table.state.built().dealer == 1 - first_dealer

    run(story)


def test_the_catalogue_says_what_is_carried_over() -> None:
    games = {entry["id"]: entry for entry in catalogue({})["games"]}
    assert games["starboard"]["anew"] == "Start with new coins"
    assert [option["name"] for option in games["starboard"]["options"] if option["carried"]] == ["purses", "pot"]
    others = [entry for name, entry in games.items() if name != "starboard"]
    assert not any(entry["anew"] or any(option["carried"] for option in entry["options"]) for entry in others)
