"""Who is out of the game may run it on to its end, and nobody else is hurried by that."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from tests.games.pickle_tables import trick
from tests.patience import PATIENCE
from tests.server.client import Refused, join, make_table, watcher
from tests.server.open_tables import ADDED, here, made, opened, run, shown


async def at_a_table(tables: AllTables, people: int, hands: str, more: str = "") -> tuple[OpenTable, list[str]]:
    """A game of Pickle in which whose hand is - is out; bots have the seats that people do not."""
    seats = hands.count(",") + 1
    open_table, zoe = await made(tables, "pickle", seats=seats)
    keys = [zoe, *[(await open_table.join(f"Ann {seat}", seat, None, None))[0] for seat in range(1, people)]]
    for seat in range(people, seats):
        await open_table.give(0, seat, "bot", "easy")
    await open_table.start(0, ADDED)
    table = trick(hands, seats - 1, more)
    open_table.state.table, open_table.state.asked = table, {table.to_act[0]: open_table.state.seq}
    open_table.changed()
    return open_table, keys


def now(open_table: OpenTable, seat: int | None) -> dict[str, Any]:
    """What a seat is told, without what happened before."""
    return shown(open_table, seat, open_table.state.seq)


def offered(open_table: OpenTable) -> list[bool]:
    return [now(open_table, seat)["you"]["can_hasten"] for seat in range(len(open_table.state.holders))]


OUT = "-, 2C 3D 4H, 4C 5C 6C"


def test_pickle_4_who_is_out_has_nothing_more_to_decide() -> None:
    status = cutcard.game("pickle").rulebook.words.status
    t = trick(OUT, 1).view(None).reading
    assert [(status(t, seat).is_out, status(t, seat).is_gone) for seat in range(3)] == [(True, True), *[(False, False)] * 2]


def test_star_3_and_port_9_who_is_out_for_the_round_only_is_not_gone() -> None:
    game = cutcard.game("port", seats=3)
    t = game.position("port/3; to_act 0; playing 0 2; bust 2; stacks 3, -, -; scores 21 4 21; deck *").view(None).reading
    found = [game.rulebook.words.status(t, seat) for seat in range(3)]
    assert [(one.is_out, one.is_gone) for one in found] == [(False, False), (True, True), (True, False)]


def test_bots_no_longer_pause_for_one_who_is_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=3600.0) as tables:
            open_table, (zoe,) = await at_a_table(tables, 1, OUT)
            here(open_table, zoe)
            assert offered(open_table)[0]
            assert not now(open_table, 0)["table"]["hastened"]
            seen = open_table.state.moves
            assert open_table.hasten(0) == open_table.state.seq
            assert now(open_table, 0)["table"]["hastened"]
            assert not offered(open_table)[0]  # once is enough
            while open_table.state.moves < seen + 4:  # each would take an hour
                await asyncio.sleep(0.01)

    run(story)


def test_a_pause_that_has_begun_is_over_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=3600.0) as tables:
            open_table, (zoe,) = await at_a_table(tables, 1, OUT)
            here(open_table, zoe)
            pause = asyncio.create_task(open_table.pause_until(time.monotonic() + 3600.0))
            await asyncio.sleep(0.1)
            assert not pause.done()
            open_table.hasten(0)
            await asyncio.wait_for(pause, PATIENCE)

    run(story)


@pytest.mark.parametrize(("hands", "who"), [("2C 3D, -, 4C 5C", "you are"), ("-, 2C 3D, 4C 5C", "Ann 1 is")])
def test_it_is_refused_while_a_person_is_in_the_game(tmp_path: Path, hands: str, who: str) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await at_a_table(tables, 2, hands)
            assert offered(open_table) == [False] * 3
            with pytest.raises(NotNow, match=f"{who} still in the game"):
                open_table.hasten(0)
            with pytest.raises(NotPermitted, match="no seat"):
                open_table.hasten(None)
            assert open_table.hastened_by is None

    run(story)


def test_who_comes_back_is_waited_for_again(tmp_path: Path) -> None:
    """A bot plays for somebody who is away. They come, and take the seat back: bots pause as soon as they are there."""

    async def story() -> None:
        async with opened(tmp_path, pace=3600.0) as tables:
            open_table, (zoe, ann) = await at_a_table(tables, 2, OUT)
            here(open_table, zoe)
            await open_table.give(0, 1, "bot", "easy")
            assert offered(open_table)[0]
            open_table.hasten(0)
            goes = here(open_table, ann)
            assert not now(open_table, 0)["table"]["hastened"]
            with pytest.raises(NotNow, match="Ann 1 is still in the game"):
                open_table.hasten(0)
            goes()
            open_table.hasten(0)
            await open_table.take_back(1)
            assert not now(open_table, 0)["table"]["hastened"]
            assert not any(offered(open_table))

    run(story)


def test_one_whose_seat_a_bot_has_may_run_it_on_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, pace=3600.0) as tables:
            open_table, (_, ann) = await at_a_table(tables, 2, OUT)
            await open_table.give(0, 1, "bot", "easy")
            here(open_table, ann)
            assert offered(open_table)[:2] == [False, True]
            open_table.hasten(1)
            assert now(open_table, None)["table"]["hastened"]

    run(story)


def test_over_http_and_over_the_socket(url: str) -> None:
    host = make_table(url, "pickup", seats=2)
    friend = join(host)
    with pytest.raises(Refused, match="has not started"):
        host.at_table("hasten")
    host.start()
    with pytest.raises(Refused, match="still in the game") as refusal:
        host.at_table("hasten")
    assert refusal.value.status == 409
    with pytest.raises(Refused, match="no seat"):
        watcher(host).at_table("hasten")
    with friend.live() as live:
        live.hear_update()
        assert live.update["you"]["can_hasten"] is False
        live.send({"type": "hasten", "id": "h1"})
        answer: dict[str, Any] = live.answer_to("h1")
        assert (answer["type"], "still in the game" in answer["reason"]) == ("refused", True)
