"""A database of an earlier version becomes one of this version, with all that is in it, or is left as it was."""

import asyncio
import random
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from cutcard.core.errors import CutcardError
from cutcard.server.http.limits import Limits
from cutcard.server.serving import serve
from cutcard.server.settings import Settings
from cutcard.server.store import database as database_module
from cutcard.server.store import upgrading
from cutcard.server.store.database import (
    EVENTS,
    METADATA,
    PEOPLE,
    RESULTS,
    SITTING,
    TABLES,
    check_database,
    engine_for,
)
from cutcard.server.store.kept_reviews import KeepPieces, ReviewOf, pieces_of
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.patience import PATIENCE
from tests.server.client import Visitor, play_out
from tests.server.first_release import KEYS, OVER, PORT, REMATCH, WAITING, rows, stored_events, write_first_release
from tests.server.open_tables import any_move
from tests.server.postgres import Cluster
from tests.server.running import RunningServer

BETWEEN = """
CREATE TABLE tables (code VARCHAR(16) NOT NULL, secret VARCHAR(64) NOT NULL, state VARCHAR(16) NOT NULL,
    listed BOOLEAN NOT NULL, changed FLOAT NOT NULL, PRIMARY KEY (code));
CREATE INDEX tables_listed ON tables (listed, state, changed);
CREATE TABLE events (code VARCHAR(16) NOT NULL, seq INTEGER NOT NULL, kind VARCHAR(16) NOT NULL, data TEXT NOT NULL,
    at FLOAT NOT NULL, PRIMARY KEY (code, seq), FOREIGN KEY(code) REFERENCES tables (code));
CREATE TABLE running (began FLOAT NOT NULL, seen FLOAT NOT NULL, PRIMARY KEY (began))
"""
"""What versions between the first release and this one made."""


@contextmanager
def connected(database: str) -> Iterator[Engine]:
    engine = engine_for(database)
    try:
        yield engine
    finally:
        engine.dispose()


@pytest.fixture
def another(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of another empty database of the same kind."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'another.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def described(database: str) -> dict[str, Any]:
    """All that the database itself says of its tables."""
    with connected(database) as engine:
        found = inspect(engine)
        return {
            name: {
                "columns": [{**column, "type": repr(column["type"])} for column in found.get_columns(name)],
                "key": found.get_pk_constraint(name),
                "foreign keys": found.get_foreign_keys(name),
                "indexes": sorted(found.get_indexes(name), key=lambda index: str(index["name"])),
                "unique": found.get_unique_constraints(name),
                "checks": found.get_check_constraints(name),
            }
            for name in sorted(found.get_table_names())
        }


def differences(database: str) -> list[Any]:
    """Between the database and what the code expects."""
    with connected(database) as engine, engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def revision(engine: Engine) -> str:
    with engine.connect() as connection:
        return str(connection.scalar(text("SELECT version_num FROM alembic_version")))


# What it becomes


def test_a_new_database_an_upgraded_one_and_the_code_agree(database: str, another: str) -> None:
    check_database(database)
    write_first_release(another)
    assert differences(another)
    check_database(another)
    assert described(another) == described(database)
    assert {*described(database)} == {*METADATA.tables, "alembic_version"}
    assert differences(database) == differences(another) == []


def test_what_was_written_stays_and_every_event_has_its_table(database: str) -> None:
    write_first_release(database)
    orphan = "INSERT INTO events VALUES ('NNNN2222', 1, 'chat', '{}', 1.0)"
    with connected(database) as engine:
        with engine.begin() as connection:
            connection.execute(text(orphan))
        check_database(database)
        assert stored_events(engine) == sorted(rows()["events"])
        with engine.connect() as connection:
            kept = sorted(tuple(row) for row in connection.execute(text("SELECT * FROM tables")))
        assert kept == [(*row, None, None) for row in sorted(rows()["tables"])]
        with pytest.raises(IntegrityError), engine.begin() as connection:
            connection.execute(text(orphan))


def test_one_of_a_version_between_two_releases_is_upgraded_too(database: str) -> None:
    with connected(database) as engine, engine.begin() as connection:
        for statement in BETWEEN.split(";"):
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO running VALUES (1.0, 2.0)"))
    check_database(database)
    assert [one for one in differences(database) if "fk" not in one[0]] == []  # in SQLite the key had no name
    with connected(database) as engine, engine.connect() as connection:
        assert connection.execute(text("SELECT * FROM running")).all() == [(1.0, 2.0)]


def test_a_server_of_the_version_before_goes_on_beside_it(cluster: Cluster) -> None:
    database = cluster.new_database()
    write_first_release(database)
    check_database(database)
    with connected(database) as engine, engine.begin() as connection:  # what the first release does
        connection.execute(
            text("INSERT INTO tables (code, secret, state, listed, changed) VALUES ('NNNN2222', 'ab', 'waiting', true, 1.0)")
        )
        connection.execute(text("INSERT INTO events (code, seq, kind, data, at) VALUES ('NNNN2222', 1, 'made', '{}', 1.0)"))
        connection.execute(text("UPDATE tables SET changed = 2.0, state = 'playing' WHERE code = 'NNNN2222'"))
        connection.execute(text("DELETE FROM events WHERE code = 'NNNN2222'"))
        connection.execute(text("DELETE FROM tables WHERE code = 'NNNN2222'"))


def test_from_before_reviews_all_that_is_kept_stays(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of the version before, with a game, whose it was and what it came to."""
    steps = tmp_path / "steps"
    shutil.copytree(upgrading.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__", "revision_000[5-9].py"))
    with monkeypatch.context() as patched:
        for module in (upgrading, database_module):
            patched.setattr(module, "STEPS", steps)
        check_database(database)
    with connected(database) as engine:
        assert revision(engine) == "0004"
        with engine.begin() as connection:
            made = {"code": "AAAA2222", "secret": "ab", "state": "over", "listed": False, "changed": 1.0}
            connection.execute(insert(TABLES).values(**made))
            connection.execute(insert(EVENTS).values(code="AAAA2222", seq=1, kind="made", data="{}", at=1.0))
            connection.execute(insert(SITTING).values(code="AAAA2222", key="k", person="p"))
            connection.execute(insert(PEOPLE).values(person="p", seen=1.0))
            result = {"game": "pairs", "ended": 1.0, "seats": 2, "place": 1, "fate": "won", "score": 3, "bots": "{}"}
            connection.execute(insert(RESULTS).values(person="p", code="AAAA2222", **result))
        before = MetaData()
        before.reflect(engine, only=("tables", "events", "sitting", "people", "results"))
        kept = before.sorted_tables
        with engine.connect() as connection:
            then = [connection.execute(select(table)).all() for table in kept]
        assert all(then), "each of them has something to lose"
        check_database(database)
        assert differences(database) == []
        with engine.connect() as connection:
            assert [connection.execute(select(table)).all() for table in kept] == then
        KeepPieces(ReviewOf("AAAA2222", 1, "these"), {0: "[]"}).done(engine)
        with engine.connect() as connection:
            assert pieces_of(connection, ReviewOf("AAAA2222", 1, "these")) == {0: "[]"}


# How it is done


def test_all_steps_are_done_or_none(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = tmp_path / "steps"
    shutil.copytree(upgrading.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    (steps / "revision_9999.py").write_text(
        "from alembic import op\nrevision, down_revision = '9999', "
        f"'{max(file.stem.removeprefix('revision_') for file in steps.glob('revision_*.py'))}'\n"
        "def upgrade():\n    op.execute('CREATE TABLE more (number INTEGER)')\n    op.execute('DROP TABLE nothing')\n"
    )
    monkeypatch.setattr(upgrading, "STEPS", steps)
    write_first_release(database)
    before = described(database)
    with pytest.raises(CutcardError, match=r"cannot be opened: .*nothing"):
        check_database(database)
    assert described(database) == before
    with connected(database) as engine:
        assert stored_events(engine) == sorted(rows()["events"])


def test_a_second_start_changes_nothing(database: str) -> None:
    check_database(database)
    before = described(database)
    with connected(database) as engine:
        newest = revision(engine)
        check_database(database)
        assert (described(database), revision(engine)) == (before, newest)


def test_servers_that_start_at_once_wait_for_the_first_and_find_it_done(cluster: Cluster) -> None:
    database = cluster.new_database()
    write_first_release(database)
    failures: list[BaseException] = []

    def start() -> None:
        try:
            check_database(database)
        except BaseException as error:
            failures.append(error)

    others = [threading.Thread(target=start) for _ in range(3)]
    with connected(database) as engine:
        with engine.begin() as connection:
            upgrading.upgrade(connection)
            for other in others:
                other.start()
            here = "(SELECT oid FROM pg_database WHERE datname = current_database())"  # others wait in theirs
            waiting = text(
                f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = {here}"
            )
            end = time.monotonic() + PATIENCE
            while connection.scalar(waiting) != len(others):
                assert time.monotonic() < end, f"they did not wait: {failures}"
                time.sleep(0.02)
        for other in others:
            other.join()
        assert failures == []
    assert differences(database) == []


def test_what_a_newer_version_has_used_is_refused_at_the_start_and_left_alone(database: str) -> None:
    check_database(database)
    with connected(database) as engine:
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(CutcardError, match="a newer version of Cutcard has used this database"):
            serve(Settings(database=database, port=0), lambda _: pytest.fail("it started"))
        assert revision(engine) == "9999"


# Games that were in play


def phase(code: str) -> str:
    return "over" if code == OVER else "waiting" if code in (WAITING, REMATCH) else "playing"


def test_people_of_the_first_release_find_their_seats_again(database: str, tmp_path: Path) -> None:
    write_first_release(database)
    with RunningServer(database, tmp_path / "server.log") as server:
        for code, keys in KEYS.items():
            for seat, key in enumerate(keys):
                update = Visitor(server.url, code, key).look()
                assert (update["you"]["seat"], update["table"]["state"]) == (seat, phase(code)), code
        people = [Visitor(server.url, PORT, key, seat) for seat, key in enumerate(KEYS[PORT])]
        for person in people:
            person._ids = count(1000)  # the others were used under the first release, and are known
        assert play_out(people)["table"]["state"] == "over"


def test_games_of_the_first_release_are_played_to_their_end(any_database: str) -> None:
    database = any_database
    write_first_release(database)

    async def story() -> None:
        async with AllTables.opened(Settings(database=database, pace=0.0), Limits(True)) as tables:
            for code, keys in KEYS.items():
                open_table = await tables.find(code)
                assert open_table.state.phase == phase(code), code
                if open_table.state.phase == "waiting":
                    await open_table.start(0, "ab" * 16)
                await play_people(open_table, [open_table.state.seat_of(hashed(key)) for key in keys])
                assert open_table.state.phase == "over"

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    with connected(database) as engine:
        assert {*rows()["events"]} <= {*stored_events(engine)}
        with engine.connect() as connection:
            known = connection.execute(text("SELECT code FROM tables WHERE rules IS NOT NULL")).all()
    assert {code for (code,) in known} == {WAITING, REMATCH}  # those that began only now


async def play_people(open_table: OpenTable, people: list[int | None]) -> None:
    """Any legal moves of the people at a table, until its game is over."""
    chance, state = random.Random(3), open_table.state
    while state.asked:
        seat, seq = next(iter(state.asked.items()))
        if seat in people and state.holders[seat].kind == "person":
            await open_table.move(seat, any_move(open_table, seat, chance), seq, None)
        else:
            await asyncio.sleep(0.005)
