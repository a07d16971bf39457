"""An evening: a rematch goes on from the game before, and a tally counts them all."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.declaration.outcome import winners_and_losers
from cutcard.core.errors import ParseError
from cutcard.server.http.catalogue import catalogue
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import Room
from cutcard.server.tables.state import hashed
from tests.server.rooms import full, here, made, opened, play_out, run, shown


async def again(tables: AllTables, room: Room) -> Room:
    """The rematch."""
    return await tables.room(await tables.rematch(room, 0))


def evening(room: Room) -> list[tuple[Any, ...]]:
    """The tally as everybody is told."""
    lines = shown(room, None)["table"]["evening"]
    return [(line["name"], line["seat"], line["played"], line["won"], line["lost"], line["points"]) for line in lines]


def test_the_tally_counts_games_won_and_points_by_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, keys = await full(tables, "port", seats=2, rounds=3)
            assert evening(room) == []
            won, points = [0, 0], [0, 0]
            for game in range(1, 4):
                await play_out(room, random.Random(game))
                assert room.sitting.table is not None
                result = room.sitting.table.result
                assert result is not None
                winners, _ = winners_and_losers(room.sitting.table.game.rulebook, result)
                won = [won[seat] + (seat in winners) for seat in range(2)]
                points = [points[seat] + result.scores[seat] for seat in range(2)]
                told = [("Zoe", 0, game, won[0], 0, points[0]), ("Ann 1", 1, game, won[1], 0, points[1])]
                assert evening(room) == told
                room = await again(tables, room)
                assert evening(room) == told
                await room.start(room.sitting.host, None)
                assert evening(room) == told
            assert sum(won) <= 3  # where both have as many points nobody has won
            assert not any(hashed(key) in json.dumps([shown(room, seat) for seat in (None, 0, 1)]) for key in keys)

    run(story)


def test_in_pairs_one_has_lost_and_nobody_has_won(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await full(tables, "pairs", seats=3)
            await play_out(room, random.Random(1))
            assert [line[3] for line in evening(room)] == [0, 0, 0]
            assert sum(line[4] for line in evening(room)) == 1

    run(story)


def test_people_who_come_and_go(tmp_path: Path) -> None:
    """Whoever has left stays in the tally; who came instead has none yet; and a bot is known by its name."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await full(tables, "port", seats=2, rounds=1)
            here(room, None)
            await play_out(room, random.Random(1))
            room = await again(tables, room)
            await room.give(0, 1, "bot", "easy")
            assert [line[:3] for line in evening(room)] == [("Zoe", 0, 1), ("Ann 1", None, 1)]
            bot = room.sitting.names[1]
            await room.start(0, None)
            while room.sitting.asked:
                seat, seq = next(iter(room.sitting.asked.items()))
                assert room.sitting.table is not None
                await room.move(seat, room.sitting.table.legal(seat)[0], seq, None)
            assert [line[:3] for line in evening(room)] == [("Zoe", 0, 2), ("Ann 1", None, 1), (bot, 1, 1)]
            room = await again(tables, room)
            assert [line[:3] for line in evening(room)] == [("Zoe", 0, 2), ("Ann 1", None, 1), (bot, 1, 1)]

    run(story)


def test_a_table_is_the_same_from_its_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await full(tables, "starboard", seats=3, games=1)
            await play_out(room, random.Random(1))
            room = await again(tables, room)
            before = shown(room, None)["table"]
        async with opened(tmp_path) as tables:
            after = shown(await tables.room(room.sitting.code), None)["table"]
            assert after == before
            assert after["evening"]

    run(story)


# Starboard


async def carried(tables: AllTables) -> tuple[Room, Room, list[str]]:
    """A match of three games, and its rematch."""
    room, keys = await full(tables, "starboard", seats=3, games=2, coins=9)
    await play_out(room, random.Random(2))
    return room, await again(tables, room), keys


def test_star_2_coins_odd_coins_and_the_button_go_over_to_the_rematch(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            old, room, _ = await carried(tables)
            assert old.sitting.table is not None
            t = old.sitting.table.reading
            options = shown(room, None)["table"]["options"]
            assert (options["purses"], options["pot"]) == (t.scores[:3], t.pot)
            assert (options["coins"], options["games"]) == (9, 2)
            assert t.scores[:3] != [9, 9, 9]
            await room.start(room.sitting.host, None)
            assert room.sitting.table is not None
            assert room.sitting.table.reading.button == (t.button + 1) % 3
            assert room.sitting.table.record()["options"]["purses"] == t.scores[:3]
            assert sum(line[5] for line in evening(room)) == sum(t.scores[:3]) - 27  # coins won, not coins held

    run(story)


def test_the_host_asks_for_new_coins(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, room, _ = await carried(tables)
            await room.set(room.sitting.host, {"options": {"games": 2, "coins": 9}})
            options = shown(room, None)["table"]["options"]
            assert (options["purses"], options["pot"], options["coins"]) == ([], 0, 9)
            await room.start(room.sitting.host, None)
            assert room.sitting.table is not None
            assert room.sitting.table.scores == (8, 8, 8)

    run(story)


def test_coins_go_along_with_who_moves_to_another_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, room, keys = await carried(tables)
            purses = room.sitting.options["purses"]
            await room.give(0, 1, "open", None)
            await room.join("x", 1, None, keys[2])
            assert room.sitting.options["purses"] == [purses[0], purses[2], purses[1]]

    run(story)


def test_another_number_of_seats_has_new_coins(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            _, room, _ = await carried(tables)
            with pytest.raises(ParseError, match="purses is a list of 4, not 3"):
                await room.set(0, {"seats": 4, "options": room.sitting.options})
            await room.set(0, {"seats": 3})
            assert room.sitting.options["purses"]
            await room.set(0, {"seats": 4})
            assert room.sitting.options == {"games": 2, "coins": 9}

    run(story)


def test_other_games_begin_anew_and_the_deal_passes(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            room, _ = await made(tables, "port", seats=2, rounds=1)
            await room.join("Ann", 1, None, None)
            await room.start(0, None)
            await play_out(room, random.Random(1))
            room = await again(tables, room)
            assert room.sitting.options == {"rounds": 1}
            assert room.sitting.built().dealer == 1

    run(story)


def test_the_catalogue_says_what_is_carried_over() -> None:
    games = {entry["id"]: entry for entry in catalogue({})["games"]}
    assert games["starboard"]["anew"] == "Start with new coins"
    assert [option["name"] for option in games["starboard"]["options"] if option["carried"]] == ["purses", "pot"]
    others = [entry for name, entry in games.items() if name != "starboard"]
    assert not any(entry["anew"] or any(option["carried"] for option in entry["options"]) for entry in others)
