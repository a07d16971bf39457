"""Sitting down, or making a table, with an id: sent again it is answered as the first time, by any node and after a restart.
Whoever got no answer has the key to their seat all the same."""

import asyncio
from pathlib import Path

import pytest

from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.keys import codes_for, is_code, key_for
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.server.client import RANDOMNESS, Refused, Visitor, join, make_table
from tests.server.open_tables import again_and_again, made, opened, run
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.test_two_nodes import seen_by, two_nodes

MINE, YOURS, OTHER = "m" * 32, "y" * 32, "o" * 32


async def made_by(tables: AllTables, identity: str, game: str = "port") -> tuple[OpenTable, str]:
    wishes = {"options": {}, "seats": 3, "name": "Zoe", "level": None, "clock": None, "listed": False}
    return await tables.make(game=game, identity=identity, **wishes)  # type: ignore[arg-type]


def people(open_table: OpenTable) -> list[str]:
    return [holder.name for holder in open_table.state.holders if holder.key]


def test_a_seat_is_taken_once(url: str) -> None:
    host = make_table(url, "port", seats=4)
    first = join(host, "Ann", id=MINE)
    again = join(host, "Ann", id=MINE)
    assert (again.seat, again.key) == (first.seat, first.key)
    other = join(host, "Ann", id=YOURS)
    assert other.seat != first.seat
    assert other.key != first.key
    assert [seat["name"] for seat in host.look()["table"]["seats"]] == ["Zoe", "Ann", "Ann 2", ""]
    assert again.look()["you"]["seat"] == first.seat


def test_a_table_is_made_once_and_is_nobody_elses(url: str) -> None:
    first, again = make_table(url, "port", id=MINE, seats=2), make_table(url, "port", id=MINE, seats=2)
    assert (first.code, first.key) == (again.code, again.key)
    other = make_table(url, "port", id=YOURS, seats=2)
    assert other.code != first.code
    assert other.key != first.key
    assert make_table(url, "port", seats=2).code != first.code


@pytest.mark.parametrize("identity", ["", "short", "m" * 31, "m" * 65, "ö" * 32, 7])
def test_an_id_that_could_be_guessed_is_refused(url: str, identity: object) -> None:
    host = make_table(url, "port", seats=2)
    for path in ("/tables", f"/tables/{host.code}/join"):
        wish = {"name": "Ann", "id": identity} | ({"game": "port"} if path == "/tables" else {})
        with pytest.raises(Refused) as refused:
            Visitor(url).ask("POST", path, wish)
        assert refused.value.status == 422


def test_an_answer_that_was_lost_comes_after_the_start_and_after_a_restart(server: RunningServer) -> None:
    host = make_table(server.url, "port", id=MINE, seats=2)
    friend = join(host, "Ann", id=YOURS, randomness=RANDOMNESS)
    host.start()
    server.restart()
    again = join(host, "Ann", id=YOURS, randomness="ab" * 16)
    assert (again.seat, again.key) == (friend.seat, friend.key)
    assert make_table(server.url, "port", id=MINE, seats=2).key == host.key
    with pytest.raises(Refused, match="started already"):
        join(host, "Eve", id=OTHER)


def test_two_nodes_that_are_asked_at_once_give_one_seat_and_one_table(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            came = await asyncio.gather(
                *(again_and_again(lambda tables=tables: made_by(tables, MINE)) for tables in (first, second, first, second))
            )
            assert len({(open_table.state.code, key) for open_table, key in came}) == 1
            one, two = came[0][0], await seen_by(second, came[0][0])
            sat = await asyncio.gather(
                *(
                    again_and_again(lambda table=table: table.join("Ann", None, None, None, YOURS))
                    for table in (one, two, one, two)
                )
            )
            assert len(set(sat)) == 1
            await again_and_again(one.catch_up)
            assert people(one) == ["Zoe", "Ann"]
            _, events = await again_and_again(lambda: first.store.load(one.state.code))
            assert [event.kind for event in events] == ["made", "joined"]

    run(story)


def test_an_id_stands_for_one_thing_only(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, key = await made_by(tables, MINE)
            with pytest.raises(NotNow, match="this id"):
                await made_by(tables, MINE, "pairs")
            with pytest.raises(NotNow, match="this id"):
                await open_table.join("Zoe", None, None, None, MINE)
            ann, seat = await open_table.join("Ann", 2, None, None, YOURS)
            assert await open_table.join("Ann", 2, None, None, YOURS) == (ann, seat)
            with pytest.raises(NotNow, match="this id"):
                await open_table.join("Ann", 1, None, None, YOURS)
            elsewhere, _ = await made(tables)
            assert (await elsewhere.join("Ann", None, None, None, YOURS))[0] not in (ann, key)  # a key is for one table

    run(story)


def test_a_request_that_comes_late_does_not_bring_back_who_has_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables)
            ann, seat = await open_table.join("Ann", None, None, None, MINE)
            moved = await open_table.join("Ann", 2, None, ann)
            assert await open_table.join("Ann", None, None, None, MINE) == moved  # the seat that is hers now
            await open_table.leave(2)
            with pytest.raises(NotPermitted, match="no seat at this table any more"):
                await open_table.join("Ann", None, None, None, MINE)
            assert (await open_table.join("Ann", None, None, None, YOURS))[1] == seat

    run(story)


def test_a_code_that_another_table_has_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            taken, _ = await made(tables)
            real = codes_for

            def codes(identity: str | None) -> list[str]:
                return [taken.state.code, *real(identity)]

            monkeypatch.setattr("cutcard.server.tables.all_tables.codes_for", codes)
            (one, key), (two, again) = await made_by(tables, MINE), await made_by(tables, MINE)
            assert one is two
            assert key == again
            assert one.state.code == next(real(MINE)) != taken.state.code

    run(story)


def test_neither_key_nor_id_is_stored(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, key = await made_by(tables, MINE)
            ann, _ = await open_table.join("Ann", None, None, None, YOURS)
            written = repr(await tables.store.raw_log(open_table.state.code))
            for secret in (MINE, YOURS, key, ann):
                assert secret not in written
            assert hashed(ann) in written

    run(story)


def test_keys_and_codes_follow_from_ids_alone() -> None:
    assert key_for("ABCDEFGH", MINE) == key_for("ABCDEFGH", MINE)
    assert len(key_for("ABCDEFGH", MINE)) == len(key_for("ABCDEFGH", None)) == 43
    drawn = {key_for(code, identity) for code in ("ABCDEFGH", "ABCDEFGJ") for identity in (MINE, YOURS, None, None)}
    assert len(drawn) == 8
    codes = [*codes_for(MINE), *codes_for(YOURS), *codes_for(None)]
    assert all(map(is_code, codes))
    assert len(set(codes)) == len(codes)
    assert list(codes_for(MINE)) == list(codes_for(MINE))


def test_who_has_no_id_is_a_new_person_each_time(url: str) -> None:
    host = make_table(url, "port", seats=3)
    assert join(host).seat != join(host).seat
    with pytest.raises(Refused) as refused:
        join(host)
    assert refused.value.status == 409
