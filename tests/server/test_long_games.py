"""Games that go on and on: how long one may be, and what is told of it at once."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

import cutcard
from cutcard.core.declaration.options import Option, at
from cutcard.core.errors import ParseError
from cutcard.server.errors import NotNow
from cutcard.server.tables import logged_table
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.updates import PAGE
from tests.server.client import Refused, make_table
from tests.server.open_tables import full, made, opened, run
from tests.server.running import RunningServer


async def played(open_table: OpenTable, events: int) -> None:
    """Until there are so many events, by the first move there is, and by chat once the game is over."""
    while open_table.state.seq < events:
        state = open_table.state
        if state.asked:
            seat = next(iter(state.asked))
            assert state.table is not None
            await open_table.move(seat, state.table.legal(seat)[0], state.seq, None)
        else:
            await open_table.chat(0, f"text {state.seq}", f"c{state.seq}")


def told(answer: bytes) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = orjson.loads(answer)["events"]
    return events


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_events_are_told_in_pages_that_make_up_the_whole(tmp_path: Path, seat: int | None) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=2)
            one_by_one: list[dict[str, Any]] = [told(open_table.update(seat, seq))[0] for seq in range(open_table.state.seq)]
            while open_table.state.seq < 3 * PAGE + 7:
                await played(open_table, open_table.state.seq + 1)
                one_by_one += told(open_table.update(seat, open_table.state.seq - 1))
            events = told(open_table.update(seat, 0))
            assert len(events) == PAGE
            assert told(open_table.update(seat, open_table.state.seq - 3)) == events[-3:]
            while events[0]["seq"] > 1:
                page = told(open_table.earlier(seat, events[0]["seq"]))
                assert 0 < len(page) <= PAGE
                events = page + events
            assert events == one_by_one
            assert told(open_table.earlier(seat, 1)) == []
            assert told(open_table.earlier(seat, 2**31)) == events[-PAGE:]

    run(story)


def test_pages_over_the_network(shared_server: RunningServer) -> None:
    table = make_table(shared_server.url, "pickup", seats=2)
    for number in range(PAGE + 5):
        table.at_table("chat", id=f"c{number}", text=f"text {number}")
    assert len(table.ask("GET", f"/tables/{table.code}")["events"]) == PAGE
    assert [event["seq"] for event in table.look()["events"]] == list(range(1, PAGE + 7))
    with table.live() as live:
        assert len(live.hear_update()["events"]) == PAGE
    with pytest.raises(Refused, match="422"):
        table.ask("GET", f"/tables/{table.code}/events", before=0)


def test_a_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logged_table, "MOST_EVENTS", 40)
    monkeypatch.setattr(logged_table, "MOST_BESIDE_MOVES", 20)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "to-the-moon", seats=2)
            for number in range(open_table.state.seq, 20):
                await open_table.chat(0, "hello", f"c{number}")
            with pytest.raises(NotNow, match="make a new one"):
                await open_table.chat(0, "hello", "one more")
            await played(open_table, 40)
            seat = next(iter(open_table.state.asked))
            assert open_table.state.table is not None
            with pytest.raises(NotNow, match="make a new one"):
                await open_table.move(seat, open_table.state.table.legal(seat)[0], open_table.state.seq, None)
            assert not open_table.is_lost
            assert told(open_table.update(0, 39))

    run(story)


def test_a_long_log_is_read_in_pieces(tmp_path: Path) -> None:
    """Others have their turn in between."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "pickup", seats=2)
            await played(open_table, 5 * logged_table.PIECE)
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            beside = asyncio.create_task(others())
            await asyncio.sleep(0)
            before = turns
            state = open_table.state
            again = await OpenTable.read_back(state.code, state.secret, list(open_table.log), tables.store)
            assert turns - before >= 5
            beside.cancel()
            assert again.update(0, 0) == OpenTable.restored(
                state.code, state.secret, list(open_table.log), tables.store
            ).update(0, 0)

    run(story)


NUMBERS = [
    (book.name, option)
    for book in cutcard.games()
    for option in book.options
    if isinstance(option, Option) and not option.is_switch and not option.carried
]


@pytest.mark.parametrize(("game", "option"), NUMBERS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_no_number_makes_a_game_endless_online(tmp_path: Path, game: str, option: Option) -> None:
    async def story() -> None:
        book = cutcard.game(game).rulebook
        async with opened(tmp_path, unlimited=False) as tables:
            for seats in (book.seat_range[0], book.seat_range[-1]):
                most = at(option.most, seats)
                if option.most_online is not None:
                    most = min(most, at(option.most_online, seats))
                    with pytest.raises(ParseError, match=f"online the option {option.name} is at most {most:,}"):
                        await made(tables, game, seats=seats, **{option.name: most + 1})
                    assert cutcard.game(game, seats=seats, **{option.name: most + 1}), "elsewhere it may be more"
                assert at(option.default, seats) <= most <= 10_000
                await made(tables, game, seats=seats, **{option.name: most})

    run(story)


def test_nor_does_one_that_is_set_later(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'tables'}", tmp_path / "server.log", unlimited=False) as server:
        table = make_table(server.url, "port", seats=3)
        with pytest.raises(Refused, match="online the option target is at most 200, not 201"):
            table.at_table("set", options={"target": 201})
        assert table.at_table("set", options={"target": 200}, seats=2)["table"]["options"]["target"] == 200
        games = {game["game"]: game for game in table.ask("GET", "/games")["games"]}
        (target,) = [option for option in games["port"]["options"] if option["name"] == "target"]
        assert {*target["most"]} == {200}
