"""Back-ups: taken while people play, brought back, and played on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from cutcard.cli import admin
from cutcard.server.admin import postgres_copy, postgres_programs, sqlite_copy
from cutcard.server.admin.opening import NOT_OURS
from cutcard.server.admin.postgres_programs import program
from cutcard.server.fair import check
from cutcard.server.store.database import check_database, engine_for
from tests.patience import PATIENCE
from tests.server.admin_command import CODE, Admin, store_table
from tests.server.client import join, make_table, play_out
from tests.server.first_release import rows, stored_events, write_first_release
from tests.server.log_model import Row, connected, stored
from tests.server.postgres import WITH_PASSWORD, Cluster
from tests.server.running import RunningServer
from tests.terminal.driving import Cutcard, run

PASSWORD = "sword:fish@ %41/ü"
BEFORE, MOST, AFTER = 3, 8, 11
"""Moves at a table before a back-up is begun, at most while it is made, and after it: fewer than any game here has."""


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.fixture
def on(database: str, command: Cutcard) -> Admin:
    return Admin(command, database)


@pytest.fixture
def another(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of another empty database of the same kind."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'another.sqlite3'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def codes(database: str) -> list[str]:
    with connected(database) as connection:
        return sorted(connection.scalars(text("SELECT code FROM tables")))


def log(database: str, code: str) -> tuple[Row, ...]:
    with connected(database) as connection:
        return stored(connection, code).rows


# Under play


class Players(threading.Thread):
    """Two people who play on and on, as far as they may."""

    def __init__(self, url: str, clock: int | None = None) -> None:
        super().__init__(daemon=True)
        host = make_table(url, "port", seats=2, options={"target": 12}, clock=clock)
        self.people = [host, join(host)]
        host.start()
        self.code = host.code
        self.may, self.moves, self.seq = 0, 0, 0
        self.start()

    def run(self) -> None:
        while self.moves < AFTER:
            for person in self.people:
                update = person.look()
                wish = person.wish(update)
                if wish is not None and self.moves < self.may:
                    self.seq = person.move(wish, update["you"]["asked"])["seq"]
                    self.moves += 1
            time.sleep(0.02)

    def have_made(self, moves: int) -> None:
        """Wait until they have."""
        self.may = max(self.may, moves)
        end = time.monotonic() + PATIENCE
        while self.moves < moves:
            assert time.monotonic() < end
            time.sleep(0.02)


def test_a_back_up_taken_under_play_is_played_on_to_the_end(on: Admin, database: str, another: str, tmp_path: Path) -> None:
    """It holds all that was acknowledged before it was begun, and of everything else as much as was there at one moment."""
    file = tmp_path / "tables.backup"
    with RunningServer(database, tmp_path / "log") as server:
        tables = [Players(server.url), Players(server.url, clock=600)]
        for table in tables:
            table.have_made(BEFORE)
            table.may = MOST
        acknowledged = [table.seq for table in tables]
        done = run("admin", "backup", str(file), "--database", database)
        assert (done.returncode, done.stderr.replace("Backing up: this takes a moment\n", "")) == (0, "")
        for table in tables:
            table.have_made(AFTER)
            table.join()
        said = on("restore", file, "--replace")
        assert (said.status, "a server runs with this database" in said.errors) == (1, True)
        assert len(codes(database)) == 2
    done = run("admin", "restore", str(file), "--database", another)
    assert done.stdout == "All tables are back. Start the server, and games go on where they were.\n"
    kept = {code: log(another, code) for code in codes(database)}
    for table, seq in zip(tables, acknowledged, strict=True):
        lived = log(database, table.code)
        assert seq <= len(kept[table.code]) < len(lived)
        assert kept[table.code] == lived[: len(kept[table.code])]
    with connected(another) as connection:  # as if it were an hour later
        connection.execute(text("UPDATE events SET at = at - 3600"))
        connection.execute(text("UPDATE tables SET due = due - 3600"))
    with RunningServer(another, tmp_path / "log2", grace=120.0) as server:
        played_on(server, *tables)
    for code, before in kept.items():
        assert [row[:3] for row in log(another, code)[: len(before)]] == [row[:3] for row in before]


def played_on(server: RunningServer, table: Players, clocked: Players) -> None:
    """By the same people, with the same keys. Nobody's time was up while there was no server."""
    for person in (*table.people, *clocked.people):
        person.url = server.url
    update = clocked.people[0].look()
    assert update["table"]["deadline"] > time.time() + 20
    assert not any(event.get("late") for event in update["events"])
    clocked.people[1].at_table("chat", text="where were we?", id="back")
    assert play_out(table.people)["table"]["state"] == "over"
    assert check(table.people[0].ask("GET", f"/tables/{table.code}/record"))


# What is refused


def test_a_back_up_is_for_nobody_elses_eyes_and_not_overwritten(on: Admin, database: str, tmp_path: Path) -> None:
    store_table(database)
    file = tmp_path / "copy"
    on.does("backup", file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert on("backup", file).errors == f"cutcard: there is a file {file} already: name another one, or say --replace\n"
    on.does("backup", file, "--replace")
    on.does("delete", CODE, "--yes")
    on.does("restore", file)  # there are no tables
    assert codes(database) == [CODE]
    said = on("restore", file)
    assert (said.status, said.errors[:31]) == (1, "cutcard: there are tables in th")
    on.does("restore", file, "--replace")
    assert codes(database) == [CODE]


def test_what_is_no_back_up_is_refused_and_changes_nothing(on: Admin, database: str, tmp_path: Path) -> None:
    store_table(database)
    good, wrong = tmp_path / "good", tmp_path / "wrong"
    on.does("backup", good)
    for content, reason in (
        (b"", "is no back-up of Cutcard"),
        (b"not a back-up at all", "is no back-up of Cutcard"),
        ((b"PGDMP" if database.startswith("sqlite") else b"SQLite format 3\0"), "is a back-up of "),
        (good.read_bytes()[:1200], ""),
    ):
        wrong.write_bytes(content)
        said = on("restore", wrong, "--replace")
        assert said.status in (1, 2), content
        assert reason in said.errors
        assert said.errors.startswith("cutcard: ")
        assert codes(database) == [CODE]
    said = on("restore", tmp_path / "none", "--replace")
    assert (said.status, said.errors) == (2, f"cutcard: there is no file {tmp_path / 'none'}\n")
    with connected(database) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    on.does("backup", wrong, "--replace")
    said = on("restore", wrong, "--replace")
    assert (said.status, "a newer version of Cutcard has used this" in said.errors) == (1, True)


def test_a_database_of_another_program_is_neither_backed_up_nor_restored(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE sums (number INTEGER)")
    own = Admin(command, f"sqlite:///{file}")
    assert own("backup", tmp_path / "copy") == (2, "", "cutcard: this database has no tables of Cutcard\n")
    assert own("backup", file, "--replace") == (2, "", f"cutcard: {file} is the database itself: name another file\n")
    said = Admin(command, f"sqlite:///{tmp_path / 'new.sqlite3'}")("restore", file)
    assert said == (2, "", f"cutcard: {file} is no back-up of Cutcard\n")
    assert {path.name for path in tmp_path.iterdir()} == {file.name, "new.sqlite3.lock"}


OTHERS = {
    "something else": ["CREATE TABLE precious (x INTEGER)", "INSERT INTO precious VALUES (1)"],
    "tables of the same names": [
        "CREATE TABLE tables (x INTEGER)",
        "CREATE TABLE events (x INTEGER)",
        "CREATE TABLE precious (x INTEGER)",
        "INSERT INTO precious VALUES (1)",
    ],
    "steps of its own": [
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "CREATE TABLE precious (x INTEGER)",
        "INSERT INTO precious VALUES (1)",
    ],
}


@pytest.mark.parametrize("statements", OTHERS.values(), ids=OTHERS)
def test_what_another_program_keeps_is_not_overwritten(
    on: Admin, database: str, another: str, tmp_path: Path, statements: list[str]
) -> None:
    store_table(database)
    on.does("backup", tmp_path / "copy")
    with connected(another) as connection:
        for statement in statements:
            connection.execute(text(statement))
    for words in ((), ("--replace",)):
        said = Admin(on._command, another)("restore", tmp_path / "copy", *words)
        assert (said.status, said.errors) == (1, f"cutcard: {NOT_OURS}\n")
    with connected(another) as connection:
        assert connection.scalar(text("SELECT x FROM precious")) == 1


def test_what_others_added_to_our_tables_is_not_lost(on: Admin, database: str, tmp_path: Path) -> None:
    store_table(database)
    on.does("backup", tmp_path / "copy")
    with connected(database) as connection:
        connection.execute(text("CREATE VIEW report AS SELECT code FROM events"))
    assert on("restore", tmp_path / "copy", "--replace").status == 1
    with connected(database) as connection:
        assert connection.scalar(text("SELECT code FROM report")) == CODE


def test_a_back_up_is_written_through_no_link_of_anybody_else(on: Admin, database: str, tmp_path: Path) -> None:
    store_table(database)
    (tmp_path / "victim").write_text("important")
    (tmp_path / f".copy.{os.getpid()}").symlink_to(tmp_path / "victim")
    on.does("backup", tmp_path / "copy")
    assert (tmp_path / "victim").read_text() == "important"
    assert not (tmp_path / "copy").is_symlink()


def test_a_database_is_not_restored_from_itself(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    store_table(f"sqlite:///{file}")
    said = Admin(command, f"sqlite:///{file}")("restore", file, "--replace")
    assert said == (2, "", f"cutcard: {file} is the database itself: name another file\n")


def test_a_database_that_stays_locked_is_given_up(command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_copy, "PATIENCE", 0.2)
    file, own = tmp_path / "tables.sqlite3", Admin(command, f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    store_table(own.database)
    own.does("backup", tmp_path / "copy")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = own("restore", tmp_path / "copy", "--replace")
    assert said == (1, "", "cutcard: another program keeps the database locked: end it and try again\n")
    assert codes(own.database) == [CODE]


def test_a_server_that_starts_after_the_first_look_is_seen(
    cluster: Cluster, command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Admin(command, cluster.new_database())
    store_table(own.database)
    own.does("backup", tmp_path / "copy")
    servers: list[Any] = []

    def late(name: str, version: int) -> str:
        """After the first look, and before anything is restored."""
        servers.append(engine_for(own.database, node="late").connect())
        return program(name, version)

    monkeypatch.setattr(postgres_copy, "program", late)
    said = own("restore", tmp_path / "copy", "--replace")
    assert (said.status, postgres_copy.RUNS in said.errors) == (1, True)
    for server in servers:
        server.close()
        server.engine.dispose()
    assert codes(own.database) == [CODE]


def test_what_the_first_release_wrote_is_backed_up_before_an_upgrade(
    on: Admin, database: str, another: str, tmp_path: Path
) -> None:
    write_first_release(database)
    on.does("backup", tmp_path / "copy")
    Admin(on._command, another).does("restore", tmp_path / "copy")
    check_database(another)
    engine = engine_for(another)
    assert stored_events(engine) == sorted(rows()["events"])
    engine.dispose()


# Stopped in the middle


@pytest.fixture
def is_stopped(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on Ctrl-C is pressed as soon as there is something to tell."""

    def press(how_far: str) -> None:
        raise KeyboardInterrupt(how_far)

    @contextmanager
    def waiting(what: str) -> Iterator[Any]:
        yield press

    return lambda: monkeypatch.setattr(admin, "waiting", waiting)


def test_whoever_stops_it_leaves_nothing_half(
    on: Admin, database: str, another: str, tmp_path: Path, is_stopped: Callable[[], None]
) -> None:
    store_table(database)
    file = tmp_path / "copy"
    on.does("backup", file)
    before = {path.name for path in tmp_path.iterdir()}
    is_stopped()
    for words in (("backup", tmp_path / "second"), ("restore", file)):
        to = on if words[0] == "backup" else Admin(on._command, another)
        assert to(*words).status == 130
        assert {path.name for path in tmp_path.iterdir()} <= {*before, "another.sqlite3.lock"}
    assert on("restore", file, "--replace").status == 130
    assert codes(database) == [CODE]


# PostgreSQL's own programs


def test_programs_that_are_missing_or_too_old_are_named(
    cluster: Cluster, command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Admin(command, cluster.new_database())
    store_table(own.database)
    monkeypatch.setattr(postgres_programs, "FOLDERS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    said = own("backup", tmp_path / "copy")
    assert said.status == 1
    assert "pg_dump, a program of PostgreSQL, was found neither on the PATH nor below" in said.errors
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    said = own("backup", tmp_path / "copy")
    assert (said.status, "pg_dump is of version 9, and the database of version" in said.errors) == (1, True)
    assert not (tmp_path / "copy").exists()


def test_the_password_is_on_no_command_line(
    cluster: Cluster, command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, addresses = f"u{uuid.uuid4().hex}", [cluster.new_database(), cluster.new_database()]
    cluster.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}' IN ROLE {WITH_PASSWORD}")
    for address in addresses:
        name = address.removeprefix("postgresql://postgres@/").partition("?")[0]
        cluster.execute(f"ALTER DATABASE {name} OWNER TO {user}")
    old, new = (address.replace("postgres@", f"{user}@") for address in addresses)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    store_table(old)
    monkeypatch.delenv("PGPASSWORD")
    commands: list[list[str]] = []
    start = subprocess.Popen

    def started(words: list[str], **named: Any) -> subprocess.Popen[Any]:
        commands.append(words)
        return start(words, **named)

    monkeypatch.setattr(subprocess, "Popen", started)
    said = Admin(command, old)("backup", tmp_path / "copy")
    assert (said.status, "no password supplied" in said.errors) == (1, True)
    monkeypatch.setenv("CUTCARD_DATABASE_PASSWORD", PASSWORD)
    Admin(command, old).does("backup", tmp_path / "copy")
    Admin(command, new).does("restore", tmp_path / "copy")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert codes(new) == [CODE]
    assert {Path(words[0]).name for words in commands} == {"pg_dump", "pg_restore", "psql"}
    assert not any("fish" in word for words in commands for word in words)
