"""For who comes alone: a seat where somebody waits, or at a new table, which bots may fill after a while."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.errors import NotFound
from cutcard.server.errors import NotNow, NotPermitted, TooMuch, status_of
from cutcard.server.http.limits import Limits
from cutcard.server.settings import Settings
from cutcard.server.tables import matching
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.matching import FindWish, Seat, find_seat, listed
from cutcard.server.tables.state import PLAYING, WAITING
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, join, make_table
from tests.server.open_tables import here, kinds, opened, run
from tests.server.postgres import Cluster
from tests.server.test_two_nodes import two_nodes


def secret(name: str) -> str:
    """The id of somebody's wish."""
    return f"{name}-".ljust(32, "x")


async def found(tables: AllTables, name: str, game: str = "pairs", fill: str | None = None, any_game: bool = False) -> Seat:
    return await find_seat(tables, FindWish(game, any_game, name, fill, secret(name)), lambda: None)


async def until(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


def test_two_who_ask_at_once_meet(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            ann, bob = await asyncio.gather(found(tables, "Ann"), found(tables, "Bob"))
            assert ann.open_table is bob.open_table
            assert {ann.seat, bob.seat} == {0, 1}
            assert ann.key != bob.key
            again = await found(tables, "Bob")
            assert (again.key, again.seat) == (bob.key, bob.seat), "sent twice, it counts once"
            assert kinds(ann.open_table).count("person") == 2
            assert [one["code"] for one in await listed(tables)] == [ann.open_table.state.code]

    run(story)


def test_where_no_table_is_found_no_node_is_passed_over_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a 503 nginx would send nobody to this node for a while."""
    monkeypatch.setattr(matching, "_meeting_codes", lambda title, now: iter(()))

    async def story() -> None:
        async with opened(tmp_path) as tables:
            with pytest.raises(NotNow, match="no table was free") as refused:
                await found(tables, "Ann")
            assert status_of(refused.value) == 409

    run(story)


def test_two_who_open_a_table_by_two_nodes_at_once_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each node finds nothing in the list, as it is before the other has written."""

    async def nothing(_: AllTables) -> list[Any]:
        return []

    monkeypatch.setattr(matching, "_listed", nothing)
    monkeypatch.setattr(matching, "MEETING", 10**12)  # the moment is the same, however slow this machine is

    async def story() -> None:
        async with opened(tmp_path) as tables:
            seats = [await found(tables, name) for name in ("Ann", "Bob", "Cy", "Dora", "Eve")]
            codes = [seat.open_table.state.code for seat in seats]
            assert len(set(codes[:4])) == 1, "there are four seats"
            assert codes[4] != codes[0]
            other = await found(tables, "Finn", "port")
            assert other.open_table.state.code not in codes

    run(story)


def test_two_who_ask_two_nodes_at_once_meet_and_one_of_the_nodes_has_bots_come(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MEETING", 10**12)

    async def story() -> None:
        async with two_nodes(cluster, waiting=0.3) as (first, second):
            ann, bob = await asyncio.gather(found(first, "Ann", fill="easy"), found(second, "Bob", fill="easy"))
            assert ann.open_table.state.code == bob.open_table.state.code
            assert {ann.seat, bob.seat} == {0, 1}
            here(ann.open_table, ann.key)
            here(bob.open_table, bob.key)
            for open_table in (ann.open_table, bob.open_table):
                await until(lambda open_table=open_table: open_table.state.phase == PLAYING)
                assert kinds(open_table) == ["person", "person", "bot", "bot"]

    run(story)


def test_the_game_that_is_wished_for_and_any_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            pairs = (await found(tables, "Ann", "pairs")).open_table
            eights = (await found(tables, "Bob", "pieces-of-eight")).open_table
            assert pairs is not eights, "a variant is a game of its own"
            assert (await found(tables, "Cy", "pieces-of-eight")).open_table is eights
            assert (await found(tables, "Dora", "port", any_game=True)).open_table is eights, "the fullest of all"
            assert (await found(tables, "Eve", "pairs", any_game=True)).open_table is pairs, "what is wished for comes first"

    run(story)


def test_nobody_is_sent_to_a_table_that_all_have_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "FRESH", 0.0)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            left = (await found(tables, "Ann")).open_table
            kept = await found(tables, "Bob")
            assert kept.open_table is not left
            here(kept.open_table, kept.key)
            assert (await found(tables, "Cy")).open_table is kept.open_table

    run(story)


def test_bots_fill_a_table_that_has_waited_and_it_begins(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, waiting=0.3) as tables:
            ann = await found(tables, "Ann", fill="easy")
            bob = await found(tables, "Bob")
            state = ann.open_table.state
            assert ann.open_table.fills_at is None, "nobody is here"
            await asyncio.sleep(0)
            assert state.phase == WAITING
            here(bob.open_table, bob.key)
            await until(lambda: state.phase == PLAYING)
            assert kinds(ann.open_table) == ["person", "person", "bot", "bot"]
            assert {holder.level for holder in state.holders[2:]} == {"easy"}
            assert ann.open_table.fills_at is None

    run(story)


def test_it_begins_at_once_where_all_seats_are_taken_and_bots_can_be_put_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            seats = [await found(tables, name, fill="easy") for name in ("Ann", "Bob", "Cy")]
            open_table = seats[0].open_table
            here(open_table, seats[0].key)
            assert open_table.fills_at is not None
            await open_table.set(0, {"fill": None})
            assert open_table.fills_at is None
            other = [await found(tables, name, "port", fill="easy") for name in ("Dora", "Eve", "Finn")]
            here(other[0].open_table, other[0].key)
            await found(tables, "Gus", "port")
            await until(lambda: other[0].open_table.state.phase == PLAYING)
            assert kinds(other[0].open_table) == ["person"] * 4
            assert open_table.state.phase == WAITING

    run(story)


def test_what_cannot_be_found_is_refused_and_nothing_is_made(tmp_path: Path) -> None:
    async def story() -> None:
        database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        async with AllTables.opened(Settings(database=database), Limits(False)) as tables:
            with pytest.raises(NotFound):
                await found(tables, "Ann", "whist")
            with pytest.raises(NotFound):
                await found(tables, "Ann", fill="nobody")
            with pytest.raises(NotPermitted):
                await found(tables, "Ann", fill="module:player")
            assert await listed(tables) == []

            def too_much() -> None:
                raise TooMuch("many tables")

            wish = FindWish("pairs", False, "Ann", None, secret("Ann"))
            with pytest.raises(TooMuch):
                await find_seat(tables, wish, too_much)
            assert await listed(tables) == []
            ann = await found(tables, "Ann")
            bob = await find_seat(tables, wish._replace(name="Bob", identity=secret("Bob")), too_much)
            assert bob.open_table is ann.open_table, "to sit down at a table is not to make one"

    run(story)


def test_by_requests(url: str) -> None:
    visitor = Visitor(url)
    waiting = make_table(url, "starboard", seats=3, listed=True)
    wish = {"game": "starboard", "name": "Bob", "id": secret("Bob")}
    seat = visitor.ask("POST", "/tables/find", wish)
    assert (seat["code"], seat["seat"]) == (waiting.code, 1)
    assert visitor.ask("POST", "/tables/find", wish)["key"] == seat["key"]
    assert seat["update"]["table"]["fills_at"] is None
    join(waiting, "Cy")
    other = visitor.ask("POST", "/tables/find", {**wish, "id": secret("Dora"), "fill": "easy"})
    assert other["code"] != waiting.code
    assert other["update"]["table"]["listed"]
    host = Visitor(url, other["code"], other["key"], 0)
    with host.live():
        host.wait_for(lambda update: update["table"]["fills_at"] is not None)
    assert host.at_table("set", fill=None)["table"]["fills_at"] is None
    with pytest.raises(Refused) as refusal:
        host.at_table("set", fill="easy")
    assert refusal.value.status == 422
    host.at_table("leave")
    for bad in ({"id": "short"}, {"game": None}, {"name": ""}, {"fill": ""}, {"seat": 1}):
        with pytest.raises(Refused) as refusal:
            visitor.ask("POST", "/tables/find", {**wish, **bad})
        assert refusal.value.status == 422
