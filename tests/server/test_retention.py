"""Tables that nobody has touched for long are forgotten: those, and never others, whatever the clock says."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert, select, text, update

from cutcard.core.errors import NotFound
from cutcard.server.errors import NotReady
from cutcard.server.store.database import EVENTS, RUNNING, TABLES, engine_for, prepare
from cutcard.server.store.retention import FindOld, Forget, Period, cutoff, with_now
from cutcard.server.store.store import Store
from cutcard.server.store.writing import Row, write
from cutcard.server.tables.state import Event
from tests.patience import wait_until
from tests.server.open_tables import made, opened, opened_store, run
from tests.server.running import RunningServer

DAY = 86400.0


@contextmanager
def connected(database: str) -> Iterator[Engine]:
    engine = engine_for(database)
    try:
        yield engine
    finally:
        engine.dispose()


def keep(engine: Engine, code: str, at: float, events: int = 2, text: str = "hello") -> None:
    """A table to which something happened last at that time."""
    made = {"code": code, "secret": "", "state": "waiting", "listed": False, "changed": at - 60}
    rows = [
        Row(code, seq, "chat", {"seat": 0, "text": text}, at - 60 + 60 * (seq == events)) for seq in range(1, events + 1)
    ]
    write(engine, [rows[0]._replace(made=made), *rows[1:]])


def codes(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return set(connection.scalars(select(TABLES.c.code)))


def test_a_start_after_a_jump_of_the_clock_forgets_only_what_was_old_before(database: str, tmp_path: Path) -> None:
    newest = time.time() - 40 * DAY  # so it looks to a server whose clock is 40 days ahead
    with connected(database) as engine:
        prepare(engine)
        for code, age in (("AAAA2222", 31), ("BBBB2222", 29), ("CCCC2222", 0)):
            keep(engine, code, newest - age * DAY)
        with RunningServer(database, tmp_path / "server.log", keep_days=30):
            wait_until(lambda: "AAAA2222" not in codes(engine))
            assert codes(engine) == {"BBBB2222", "CCCC2222"}


def test_old_tables_go_while_the_server_runs_but_none_in_use(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"

    async def story() -> None:
        with connected(database) as engine:
            async with opened(tmp_path, keep_days=30) as tables:
                used, _ = await made(tables)
                assert await tables.forgetting.round() == 0
                for number in range(45):
                    keep(engine, f"AAAA22{number:02}", time.time() - 31 * DAY)
                keep(engine, "BBBB2222", time.time() - 29 * DAY)
                with engine.begin() as connection:  # somebody looks at it, and nothing has happened for long
                    connection.execute(update(TABLES).values(changed=time.time() - 31 * DAY))
                    connection.execute(
                        update(EVENTS).where(EVENTS.c.code == used.state.code).values(at=time.time() - 31 * DAY)
                    )
                assert await tables.forgetting.round() == 45
                assert codes(engine) == {used.state.code, "BBBB2222"}
                with pytest.raises(NotFound):
                    await tables.find("AAAA2222")
                await used.join("Ann", 1, None, None)
            async with opened(tmp_path, keep_days=30) as tables:
                assert await tables.forgetting.round() == 0  # it has been touched
                await tables.find(used.state.code)

    run(story)


def test_nothing_is_acknowledged_at_a_table_that_is_gone(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            await store.make("AAAA2222", "", Event(1, "made", {}, time.time()), False)
            with connected(database) as engine, engine.begin() as connection:
                connection.execute(text("DELETE FROM events"))
                connection.execute(text("DELETE FROM tables"))
            with pytest.raises(NotReady):
                await store.append("AAAA2222", Event(2, "chat", {}, time.time()))

    asyncio.run(story())


def test_each_table_is_looked_at_by_a_key_and_no_list_of_events_is_gone_through(database: str) -> None:
    now = time.time()
    with connected(database) as engine:
        prepare(engine)
        for number in range(300):
            keep(engine, f"AAAA{number:04}", now - 40 * DAY * (number % 2), 30)
        with engine.begin() as connection:
            connection.execute(text("ANALYZE"))
        said: list[tuple[str, Any]] = []

        @event.listens_for(engine, "before_cursor_execute")
        def _(connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
            said.append((statement, values))

        found = FindOld(30 * DAY).done(engine)
        assert len(found.codes) == 150
        assert Forget(found.codes[:20], found.before).done(engine) == 20
        about_events = [(statement, values) for statement, values in said if "events" in statement]
        assert len(about_events) == 3  # to find, to look again, to delete: so many, however many tables there are
        with engine.connect() as connection:
            for statement, values in about_events:
                plan = planned(connection, statement, values)
                assert "events_pkey" in plan or "SEARCH events USING" in plan, plan
                assert "Seq Scan on events" not in plan, plan
                assert "SCAN events" not in plan, plan


def planned(connection: Connection, statement: str, values: Any) -> str:
    """How the database goes about it."""
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    rows = connection.exec_driver_sql(f"{explain} {statement}", values)
    return "\n".join(str(row[-1]) for row in rows)


def test_what_is_forgotten_gives_its_space_back(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with connected(f"sqlite:///{file}") as engine:
        prepare(engine)
        old = [f"AAAA222{number}" for number in range(5)]
        for code in old:
            keep(engine, code, time.time() - 40 * DAY, 50, "long" * 1000)
        keep(engine, "BBBB2222", time.time())
        found = FindOld(30 * DAY).done(engine)
        assert Forget(found.codes, found.before).done(engine) == 5
    assert file.stat().st_size < 5 * 50 * 4000 / 4  # the last connection has written it all to the file


# The clock


def test_while_servers_run_time_goes_by_and_a_stop_of_up_to_a_day_counts() -> None:
    periods = [Period(0, 0)]
    for now in (60, 120, DAY, 1.9 * DAY, 2.5 * DAY):
        periods = with_now(periods, now)
    assert periods == [Period(0, 2.5 * DAY)]
    assert cutoff(periods, 2 * DAY) == 0.5 * DAY
    assert cutoff(periods, 30 * DAY) == -27.5 * DAY  # before anything was written down all time counts


def test_a_jump_ahead_counts_for_nothing_and_time_goes_on_after_it() -> None:
    periods = with_now([Period(0, 40 * DAY)], 71 * DAY)
    assert periods == [Period(0, 40 * DAY), Period(71 * DAY, 71 * DAY)]
    assert cutoff(periods, 30 * DAY) == 10 * DAY
    periods = with_now(periods, 72 * DAY)
    assert cutoff(periods, 30 * DAY) == 11 * DAY
    for _ in range(100):  # a server that begins again and again does not make it go faster
        periods = with_now(periods, 72 * DAY)
    assert cutoff(periods, 30 * DAY) == 11 * DAY


def test_a_jump_that_is_put_right_is_taken_back() -> None:
    periods = with_now([Period(0, 40 * DAY)], 20_000 * DAY)
    periods = with_now(periods, 40.1 * DAY)
    assert periods == [Period(0, 40.1 * DAY)]


def test_a_clock_that_is_behind_changes_nothing() -> None:
    periods = [Period(50 * DAY, 90 * DAY)]
    assert with_now(periods, 1.0) == periods
    assert with_now(periods, 89 * DAY) == periods
    assert with_now(periods, 91 * DAY) == [Period(50 * DAY, 91 * DAY)]


def test_an_event_of_a_clock_that_is_behind_does_not_look_old(database: str) -> None:
    async def story() -> None:
        later = time.time() + 0.5 * DAY
        with connected(database) as engine:
            prepare(engine)
            with engine.begin() as connection:
                connection.execute(insert(RUNNING).values(began=1.0, seen=later))
        async with Store.opened(database) as store:
            assert store.now() == later

    asyncio.run(story())
