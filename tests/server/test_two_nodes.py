"""Two nodes on one PostgreSQL, in one process: what one of them does, the other knows."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from cutcard.core.errors import NotYours
from cutcard.server.errors import NotNow, NotPermitted, NotReady, TooMuch
from cutcard.server.http.limits import MOST_SOCKETS, Limits
from cutcard.server.settings import Settings
from cutcard.server.store.database import check_database, engine_for, libpq_address, session_name
from cutcard.server.store.writing import Row, write
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from cutcard.server.tables.updates import LONELY
from tests.server.open_tables import again_and_again, any_move, full, here, made, run, shown
from tests.server.postgres import Cluster

Nodes = tuple[AllTables, AllTables]


@asynccontextmanager
async def node(database: str, *, unlimited: bool = True, warm: bool = False, **settings: Any) -> AsyncIterator[AllTables]:
    """A node; only with `warm` it begins a process for bots before any of them has to think."""
    wishes = Settings(database=database, **{"pace": 0.0, "grace": 0.0, "workers": 1, "unlimited": True, **settings})
    with pytest.MonkeyPatch.context() as patch:
        if not warm:
            patch.setattr("cutcard.server.bots.pool.WARMING", 3600.0)
        async with AllTables.opened(wishes, Limits(unlimited)) as tables:
            while not tables.neighbours.is_listening:
                await asyncio.sleep(0.02)
            await again_and_again(lambda: tables.store.old(1.0))
            yield tables


@asynccontextmanager
async def two_nodes(cluster: Cluster, **settings: Any) -> AsyncIterator[Nodes]:
    database = cluster.new_database()
    async with node(database, **settings) as first, node(database, **settings) as second:
        yield first, second


async def until(holds: Callable[[], Any]) -> None:
    """Wait for what must come."""
    while not holds():
        await asyncio.sleep(0.01)


async def seen_by(tables: AllTables, open_table: OpenTable) -> OpenTable:
    """The same table, by another node."""
    return await again_and_again(lambda: tables.find(open_table.state.code))


def test_what_one_writes_the_other_shows(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "pickup", seats=2)
            two = await seen_by(second, one)
            assert shown(two, 0) == shown(one, 0)
            chance = random.Random(1)
            while one.state.asked and one.state.moves < 20:
                seat, seq = next(iter(one.state.asked.items()))
                mover, other = chance.sample([one, two], 2)
                await mover.move(seat, any_move(mover, seat, chance), seq, None)
                await until(lambda other=other, mover=mover: other.state.seq == mover.state.seq)
                for viewer in (None, 0, 1):
                    assert shown(one, viewer) == shown(two, viewer)

    run(story)


def test_who_was_not_first_reads_on_and_tries_again(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "pickup", seats=2)
            two = await seen_by(second, one)
            said = [one.chat(0, f"one {number}", f"c{number}") for number in range(10)]
            said += [two.chat(1, f"two {number}", f"c{number}") for number in range(10)]
            seqs = await asyncio.gather(*said)
            assert len(set(seqs)) == 20
            _, events = await first.store.load(one.state.code)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            told = {events[seq - 1].data["text"] for seq in seqs}
            assert told == {f"{who} {number}" for who in ("one", "two") for number in range(10)}

    run(story)


def test_the_same_id_at_both_counts_once(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            seat, seq = next(iter(one.state.asked.items()))
            came = await asyncio.gather(*(table.move(seat, "hit", seq, "m1") for table in (one, two, one, two)))
            assert set(came) == {seq + 1}
            await until(lambda: one.state.moves == two.state.moves == 1)

    run(story)


def test_two_moves_that_answer_the_same_are_not_both_played(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            seat, seq = next(iter(one.state.asked.items()))
            came = await asyncio.gather(
                one.move(seat, "hit", seq, "m1"), two.move(seat, "hit", seq, "m2"), return_exceptions=True
            )
            assert sorted(type(one) for one in came if isinstance(one, Exception)) == [NotYours]

    run(story)


def test_who_joins_by_one_is_known_to_the_other_at_once(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await made(first, seats=2)
            two = await seen_by(second, one)
            key, seat = await one.join("Ann", None, None, None)
            assert two.is_to_be_read_for(hashed(key))
            await two.catch_up()
            assert two.state.seat_of(hashed(key)) == seat
            with pytest.raises(NotNow, match="all seats are taken"):
                await two.join("Ben", None, None, None)

    run(story)


def test_bots_think_at_one_node_and_go_on_at_the_other_when_it_ends(cluster: Cluster) -> None:
    async def story() -> None:
        database = cluster.new_database()
        async with node(database, pace=0.2) as second:
            async with node(database, pace=0.2) as first:
                one, key = await made(first, "port", seats=3, level="easy", target=500)
                await first.start(one, 0, None)
                two = await seen_by(second, one)
                goes = here(two, key)
                code = one.state.code
                await until(lambda: first.neighbours.keeps(code) or second.neighbours.keeps(code))
                assert not (first.neighbours.keeps(code) and second.neighbours.keeps(code))
            moves = two.state.moves
            while two.state.moves < moves + 4:
                if 0 in two.state.asked:
                    await two.move(0, "hit", two.state.asked[0], None)
                await asyncio.sleep(0.01)
            await until(lambda: second.neighbours.keeps(code))
            goes()

    run(story)


def test_who_is_told_to_end_lets_others_keep_its_tables_and_makes_no_new_ones(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "port", seats=2, clock=600)
            await until(lambda: first.neighbours.keeps(one.state.code))
            two = await seen_by(second, one)
            assert not second.neighbours.keeps(two.state.code)
            first.end_soon()
            await until(lambda: second.neighbours.keeps(two.state.code))
            assert not first.neighbours.keeps(one.state.code)
            with pytest.raises(NotReady, match="about to stop"):
                await made(first)

    run(story)


def test_a_table_that_is_let_go_and_wanted_again_can_still_be_given_up(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            await until(lambda: first.neighbours.keeps("AAAA2222"))
            first.neighbours.let_go("AAAA2222")
            assert first.neighbours.keeps("AAAA2222")
            assert not second.neighbours.keeps("AAAA2222")
            first.neighbours.let_go("AAAA2222")
            second._open_tables["AAAA2222"] = (await made(second))[0]  # else it is let go at once
            await until(lambda: second.neighbours.keeps("AAAA2222"))

    run(story)


def test_who_is_here_by_one_is_here_by_the_other(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, keys = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            assert not two.is_here(1)
            goes, leaves = here(one, keys[1]), here(one, None)
            await until(lambda: two.is_here(1) and two.presence.watching == 1)
            with pytest.raises(NotPermitted, match="is here"):
                await two.give(0, 1, "bot", "easy")
            goes()
            leaves()
            await until(lambda: not two.is_here(1) and two.presence.watching == 0)
            await two.give(0, 1, "bot", "easy")

    run(story)


def test_who_is_here_by_a_node_that_ends_has_the_grace(cluster: Cluster) -> None:
    async def story() -> None:
        database = cluster.new_database()
        async with node(database, grace=3.0) as second:
            async with node(database, grace=3.0) as first:
                one, keys = await full(first, "port", seats=2)
                two = await seen_by(second, one)
                here(one, keys[1])
                await until(lambda: two.is_here(1))
                ends = second.store.now()  # to end takes a while, of which the grace runs already
            await until(lambda: not two.is_here(1))
            assert second.store.now() - ends > 1.0

    run(story)


def test_notices_that_were_missed_are_made_good(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            with psycopg.connect(libpq_address(second.settings.database), autocommit=True) as admin:
                for _ in range(3):
                    admin.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
                        [session_name(second.neighbours.node)],
                    )
                    await one.chat(0, "hello", str(one.state.seq))
            await until(lambda: two.state.seq == one.state.seq and second.neighbours.is_listening)

    run(story)


def test_limits_hold_over_both(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster, unlimited=False) as (first, second):
            while True:
                try:
                    first.limits.tables.take("192.0.2.7")
                except TooMuch:
                    break
            await until(lambda: second.limits.tables._level("192.0.2.7") < 1)
            with pytest.raises(TooMuch):
                second.limits.tables.take("192.0.2.7")
            second.limits.tables.take("192.0.2.8")
            for _ in range(MOST_SOCKETS):
                first.limits.connect("192.0.2.7")

            def is_refused() -> bool:
                try:
                    second.limits.connect("192.0.2.7")
                except TooMuch:
                    return True
                second.limits.disconnect("192.0.2.7")
                return False

            await until(is_refused)

    run(story)


def test_what_is_in_use_by_another_is_not_forgotten(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, key = await made(first)
            two, other_key = await made(second)
            here(one, key)
            here(two, other_key)
            codes = [one.state.code, two.state.code]
            await until_present(second, codes)
            assert await second.store.forget(codes, second.store.now() + 1e6) == 0

    run(story)


async def until_present(tables: AllTables, codes: list[str]) -> None:
    """Until the database has it who is at these tables."""
    with psycopg.connect(libpq_address(tables.settings.database), autocommit=True) as admin:
        while admin.execute("SELECT count(*) FROM here WHERE code = ANY(%s)", [codes]).fetchone() != (len(codes),):
            await asyncio.sleep(0.02)


def test_a_game_is_run_on_by_whichever_node(cluster: Cluster) -> None:
    """All people have given their seats to bots and left: who asks for it by one node hastens the bots of the other."""

    async def story() -> None:
        async with two_nodes(cluster, pace=30.0) as (first, second):
            one, _ = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            for seat in (1, 0):
                await one.give(1 - seat, seat, "bot", "easy")
            await until(lambda: not two.state.people())
            await until(lambda: one.state.seq == two.state.seq)
            assert two.can_hasten(0)
            two.hasten(0)
            await until(lambda: one.hastened_by == 0)
            await until(lambda: one.state.moves > 0)

    run(story)


def test_bots_do_not_rest_while_somebody_watches_by_another_node(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            one, _ = await full(first, "port", seats=2)
            two = await seen_by(second, one)
            for seat in (1, 0):
                await one.give(1 - seat, seat, "bot", "easy")
            goes = here(two, None)
            await until(lambda: one.presence.watching == 1)
            one.asked_for -= 2 * LONELY
            assert not one.is_forsaken
            goes()
            await until(lambda: one.presence.watching == 0)
            one.asked_for -= 2 * LONELY
            assert one.is_forsaken

    run(story)


def test_who_has_gone_leaves_nothing_behind(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster, grace=0.3) as (first, _):
            one, keys = await full(first, "port", seats=2)
            goes = here(one, keys[1])
            await until_present(first, [one.state.code])
            goes()
            with psycopg.connect(libpq_address(first.settings.database), autocommit=True) as admin:
                while admin.execute("SELECT count(*) FROM here").fetchone() != (0,):
                    await asyncio.sleep(0.02)

    run(story)


def test_batches_of_two_nodes_do_not_wait_for_each_other_for_good(cluster: Cluster) -> None:
    """Each writes the events of two tables, in the other order: one is first, and nobody is killed by the database."""
    database = cluster.new_database()
    check_database(database)
    engines = [engine_for(database, node=node) for node in ("one", "two")]
    codes = ["AAAA2222", "BBBB2222"]
    made_by = {code: {"code": code, "secret": "", "state": "waiting", "listed": False, "changed": 0.0} for code in codes}
    write(engines[0], [Row(code, 1, "made", {}, 0.0, made=made_by[code]) for code in codes])

    def written(engine: Engine, order: list[str], seq: int) -> Exception | None:
        try:
            write(engine, [Row(code, seq, "chat", {}, 0.0) for code in order])
        except IntegrityError as error:
            return error
        return None

    with ThreadPoolExecutor(2) as pool:
        for seq in range(2, 60):
            tries = [pool.submit(written, engines[0], codes, seq), pool.submit(written, engines[1], codes[::-1], seq)]
            assert sorted(isinstance(one.result(), IntegrityError) for one in tries) == [False, True]
    for engine in engines:
        engine.dispose()
