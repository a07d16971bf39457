"""A database that does not answer: what is asked fails within the promised time and says so, nothing is left hanging on
either side, and when the database is back all goes on."""

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cutcard.server.errors import NotReady
from cutcard.server.lasting import lasting
from cutcard.server.nodes import postgres
from cutcard.server.nodes.neighbours import HUNG
from cutcard.server.store.database import check_database, engine_for, libpq_address, session_name
from cutcard.server.store.store import LONGEST, Store
from cutcard.server.store.writing import Row, write
from cutcard.server.tables.state import Event
from tests.patience import SLACK, wait_until
from tests.server.client import Refused, Visitor, make_table
from tests.server.open_tables import again_and_again, full, opened_store, run
from tests.server.postgres import Cluster
from tests.server.relay import Relay
from tests.server.running import RunningServer
from tests.server.test_two_nodes import node, two_nodes, until

LIMIT = LONGEST[True]
CODE = "AAAA2222"


@pytest.fixture
def line(cluster: Cluster) -> Iterator[tuple[Relay, str]]:
    """A line to a database of its own, and the address by it."""
    name = cluster.new_database().partition("@/")[2].partition("?")[0]
    with Relay(cluster.socket) as relay:
        yield relay, f"postgresql://postgres@127.0.0.1:{relay.port}/{name}"


async def in_time(work: Coroutine[Any, Any, Any]) -> None:
    """It fails, says so, and does not take longer than it may."""
    begun = time.monotonic()
    with pytest.raises(NotReady, match="try again"):
        await work
    assert time.monotonic() - begun < LIMIT + SLACK


async def with_a_table(store: Store) -> None:
    await again_and_again(lambda: store.make(CODE, "", Event(1, "made", {}, store.now()), listed=False))


@pytest.mark.parametrize("trouble", ["swallow", "freeze"])
def test_what_is_read_fails_in_time_and_goes_on(line: tuple[Relay, str], trouble: str) -> None:
    """More at once than there are threads to read: none of them may be lost for good."""
    relay, database = line

    async def story() -> None:
        async with opened_store(database) as store:
            await with_a_table(store)
            await asyncio.gather(*(store.load(CODE) for _ in range(8)))
            await asyncio.to_thread(getattr(relay, trouble))
            await asyncio.gather(*(in_time(store.load(CODE)) for _ in range(8)))
            await in_time(store.tail(CODE, 0))
            await in_time(store.append(CODE, Event(2, "chat", {}, 0.0)))  # type: ignore[arg-type]
            await asyncio.to_thread(relay.restore)
            await again_and_again(lambda: store.load(CODE))
            await asyncio.gather(*(store.load(CODE) for _ in range(8)))

    run(story)


def test_requests_are_refused_in_time_and_go_on(line: tuple[Relay, str], tmp_path: Path) -> None:
    relay, database = line
    with RunningServer(database, tmp_path / "server.log") as server:
        host = make_table(server.url, "port", seats=2, level="easy")
        host.start()

        def refused(_: int) -> float:
            begun = time.monotonic()
            with pytest.raises(Refused) as error:
                Visitor(server.url, host.code, host.key, waits=False).look()
            assert error.value.status == 503
            assert "try again" in error.value.reason
            return time.monotonic() - begun

        relay.swallow()
        with ThreadPoolExecutor(10) as pool:
            assert max(pool.map(refused, range(10))) < LIMIT + SLACK
        assert refused(0) < LIMIT, "by then it is known that nobody answers"
        relay.restore()
        host.look()
        host.at_table("chat", id="c1", text="still here")


def test_a_socket_is_refused_before_it_is_one_by_a_node_that_is_cut_off(line: tuple[Relay, str], tmp_path: Path) -> None:
    """A web server in front can ask another node then."""
    relay, database = line
    with RunningServer(database, tmp_path / "server.log") as server:
        host = make_table(server.url, "port", seats=2)
        address = f"ws{server.url.removeprefix('http')}/api/tables/{host.code}/live"

        def is_refused() -> bool:
            try:
                with connect(address, proxy=None):
                    return False
            except InvalidStatus as error:
                return error.response.status_code == 503

        assert not is_refused()
        relay.swallow()
        wait_until(is_refused)
        relay.restore()
        wait_until(lambda: not is_refused())
        assert "handshake" not in server.said


def test_the_database_gives_up_what_nobody_waits_for(cluster: Cluster) -> None:
    """Somebody has locked the events: reading and writing fail, and no statement of ours is left waiting there."""
    database = cluster.new_database()

    async def story() -> None:
        async with opened_store(database) as store:
            await with_a_table(store)
            with psycopg.connect(libpq_address(database)) as other:
                other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
                await asyncio.gather(*(in_time(store.load(CODE)) for _ in range(3)))
                await in_time(store.append(CODE, Event(2, "chat", {}, 0.0)))  # type: ignore[arg-type]
                with psycopg.connect(libpq_address(database), autocommit=True) as admin:
                    waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND state = 'active'"
                    end = time.monotonic() + SLACK
                    while admin.execute(waiting, [session_name(store.node)]).fetchone() != (0,):
                        assert time.monotonic() < end
                        await asyncio.sleep(0.05)
            await store.load(CODE)
            assert [event.seq for event in await store.tail(CODE, 0)] == [1]
            await store.append(CODE, Event(2, "chat", {}, 0.0))

    run(story)


def test_who_hangs_in_the_middle_of_writing_keeps_nobody_waiting(cluster: Cluster) -> None:
    database = cluster.new_database()
    check_database(database)
    hung, other = (engine_for(database, node=name) for name in ("hung", "other"))
    made = {"code": CODE, "secret": "", "state": "waiting", "listed": False, "changed": 0.0}
    write(other, [Row(CODE, 1, "made", {}, 0.0, made=made)])
    with hung.connect() as connection:
        connection.exec_driver_sql(f"INSERT INTO events VALUES ('{CODE}', 2, 'chat', '{{}}', 0)")
        begun = time.monotonic()
        write(other, [Row(CODE, 2, "chat", {}, 0.0)])
        assert time.monotonic() - begun < 2.0 + SLACK
        connection.invalidate()
    for engine in (hung, other):
        engine.dispose()


def test_a_line_that_says_nothing_is_not_looked_at_when_it_is_closed(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its number may be that of another file a moment later: where libuv still looks at it, it ends the whole process."""
    monkeypatch.setattr(postgres, "BEATING", 0.2)

    async def story() -> None:
        async with await psycopg.AsyncConnection.connect(libpq_address(cluster.new_database()), autocommit=True) as line:
            number, loop = line.fileno(), asyncio.get_running_loop()
            with pytest.raises(ConnectionError, match="does not answer"):
                await postgres._in_time(line, postgres._done(line, "SELECT pg_sleep(600)"))
            assert not loop.remove_reader(number)
            assert not loop.remove_writer(number)

    run(story)


# Since when there has been a server


def test_after_a_database_that_was_away_people_have_the_grace(line: tuple[Relay, str]) -> None:
    """Their time has run out meanwhile, and nobody could have played."""
    relay, database = line

    async def story() -> None:
        async with node(database, grace=3.0) as tables:
            open_table, _ = await full(tables, "port", seats=2, clock=3)
            code, began = open_table.state.code, tables.neighbours.began
            (seat,) = open_table.state.asked
            found = await again_and_again(lambda: tables.find(code))
            assert found.deadline_of(seat) == pytest.approx(open_table.log[-1].at + 3)
            await asyncio.to_thread(relay.swallow)
            await asyncio.sleep(4.5)
            away = tables.store.now()
            await asyncio.to_thread(relay.restore)
            await until(lambda: tables.neighbours.began > max(began, away) and tables.neighbours.is_listening)
            deadline = (await again_and_again(lambda: tables.find(code))).deadline_of(seat)
            assert deadline is not None
            assert deadline > away + 3.0
            while (await again_and_again(lambda: tables.find(code))).state.moves == 0:  # the rule of thumb plays for them
                await asyncio.sleep(0.05)
            assert tables.store.now() > deadline

    run(story)


def test_a_server_that_hung_gives_the_grace(cluster: Cluster) -> None:
    """All of it, as where a machine sleeps; the lines to the database stay open."""

    async def story() -> None:
        async with node(cluster.new_database()) as tables:
            began = tables.neighbours.began
            time.sleep(HUNG + 0.6)
            await until(lambda: tables.neighbours.began > began)

    run(story)


def test_one_whose_line_was_cut_beside_others_does_not_give_the_grace(cluster: Cluster) -> None:
    async def story() -> None:
        async with two_nodes(cluster) as (first, second):
            now = first.store.now()
            with psycopg.connect(libpq_address(second.settings.database), autocommit=True) as admin:
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
                    [session_name(second.store.node)],
                )
            await until(lambda: not second.neighbours.is_listening)
            await until(lambda: second.neighbours.is_listening and second.neighbours._running is not None)
            assert 0 < second.neighbours.began < now

    run(story)


# Work that never ends


def test_the_line_to_the_others_goes_on_whatever_fails(
    line: tuple[Relay, str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even what is done about a line that is cut."""
    relay, database = line

    def said() -> list[logging.LogRecord]:
        return [record for record in caplog.records if "other nodes has failed and begins anew" in record.message]

    async def story() -> None:
        async with node(database) as tables:

            def fail() -> None:
                raise RuntimeError("nobody thought of this")

            monkeypatch.setattr(tables._others, "is_cut_off", fail)
            await asyncio.to_thread(relay.cut)
            await until(said)
            monkeypatch.undo()
            await asyncio.to_thread(relay.restore)
            await until(lambda: tables.neighbours.is_listening)

    run(story)
    assert "nobody thought of this" in (said()[0].exc_text or "")


def test_work_that_fails_is_begun_anew_until_it_is_done(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutcard.server.lasting.PAUSE", 0.0)
    tries: list[int] = []

    async def work() -> None:
        tries.append(len(tries))
        if len(tries) < 4:
            raise ValueError(f"try {len(tries)}")

    asyncio.run(lasting("this work", work))
    assert tries == [0, 1, 2, 3]
    assert [record.message for record in caplog.records] == ["this work has failed and begins anew"] * 3


def test_a_journal_that_answers_nonsense_does_not_end_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened_store(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
            await with_a_table(store)

            async def nonsense(_: object) -> list[None]:
                return []

            monkeypatch.setattr(store._journal, "ask", nonsense)
            with pytest.raises(NotReady, match="could not be saved"):
                await store.append(CODE, Event(2, "chat", {}, 0.0))
            monkeypatch.undo()
            await store.append(CODE, Event(2, "chat", {}, 0.0))

    run(story)
