"""Back-ups of PostgreSQL, by its own programs: `pg_dump`, and `pg_restore` with `psql`."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, inspect, select, text

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.admin.opening import NONE_HERE, OURS, Tell, need_known, need_ours, opened
from cutcard.server.admin.postgres_programs import program
from cutcard.server.admin.sqlite_copy import OCCUPIED
from cutcard.server.store.database import (
    EVENTS,
    FIRST,
    NODES,
    PRESENT,
    TABLES,
    revision_of,
    session_name,
    without_password,
)
from cutcard.server.store.upgrading import LOCK

PASSING = [NODES.name, PRESENT.name]
"""Tables that hold what is so at the moment: which servers run, and who is there."""
PAUSE = 0.1
PIECE = 1 << 20
RUNS = "a server runs with this database: stop all of them, and start them again afterwards"
SERVERS = f"""SELECT FROM pg_stat_activity
WHERE datname = current_database() AND starts_with(application_name, '{session_name("")}')"""
BEGIN = f"""BEGIN; SET LOCAL lock_timeout = '10s'; SELECT pg_advisory_xact_lock({LOCK});
DROP TABLE IF EXISTS {", ".join(OURS)};
DO $$ BEGIN IF EXISTS ({SERVERS}) THEN RAISE EXCEPTION '{RUNS}'; END IF; END $$;
"""
"""All of a restore is one transaction. A server that started before it is seen here; one that starts meanwhile waits for the
lock or the tables, and finds what was restored. What others have made of our tables, such as views, is not lost with them:
it keeps them from being restored."""


def back_up(database: str, to: Path, tell: Tell) -> None:
    with opened(database) as engine, engine.connect() as connection:
        if revision_of(connection) is None:
            raise NotFound(NONE_HERE)
        dump = program("pg_dump", _version(connection))
    words = [*(f"--table={name}" for name in OURS), *(f"--exclude-table-data={name}" for name in PASSING)]
    own = ["--format=custom", "--no-owner", "--no-privileges", f"--file={to}"]
    with _running([dump, *own, *words, *_connecting(database)], database) as process:
        while process.poll() is None:
            time.sleep(PAUSE)
            with suppress(OSError):  # it is not there yet
                tell(_megabytes(to.stat().st_size))


def restore(database: str, file: Path, tell: Tell, *, replace: bool) -> None:
    with opened(database) as engine, engine.connect() as connection:
        version = _version(connection)
        found = inspect(connection)
        need_ours({name: [column["name"] for column in found.get_columns(name)] for name in found.get_table_names()})
        if connection.scalar(text(f"SELECT EXISTS ({SERVERS})")):
            raise CutcardError(RUNS)
        is_used = revision_of(connection) is not None and connection.scalar(select(TABLES.c.code).limit(1)) is not None
    if is_used and not replace:
        raise CutcardError(OCCUPIED)
    script = [program("pg_restore", version), "--no-owner", "--no-privileges", "--file=-"]
    need_known(_revision_in([*script, "--data-only", "--table=alembic_version", str(file)], database, file))
    sending = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-", *_connecting(database)]
    streams: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with _running([program("psql", version), *sending], database, **streams) as target:
        assert target.stdin is not None
        try:
            with target.stdin as into:
                into.write(BEGIN.encode())
                with _running([*script, str(file)], database, stdout=subprocess.PIPE) as source:
                    _pass_on(source.stdout, into, tell)
                into.write(b"COMMIT;\n")  # only now: what ends before is rolled back
        except BrokenPipeError:  # it says why itself
            target.wait()


def _pass_on(source: IO[bytes] | None, into: IO[bytes], tell: Tell) -> None:
    assert source is not None
    passed = 0
    while piece := source.read(PIECE):
        into.write(piece)
        passed += len(piece)
        tell(_megabytes(passed))


def _revision_in(words: Sequence[str], database: str, file: Path) -> str:
    """The revision of the database that was backed up, from the back-up."""
    with _running([*words[:1], "--list", str(file)], database, stdout=subprocess.PIPE) as listing:
        listed = _read(listing)
    if not all(re.search(rf" TABLE DATA \S+ {table.name} ", listed) for table in (TABLES, EVENTS)):
        raise ParseError(f"{file} is no back-up of Cutcard")
    with _running(words, database, stdout=subprocess.PIPE) as printing:
        lines = _read(printing).splitlines()
    after = [index for index, line in enumerate(lines) if line.startswith("COPY ")]
    return lines[after[0] + 1] if after else FIRST


def _read(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.read().decode(errors="replace")


def _version(connection: Connection) -> int:
    """Of the database's own program, as PostgreSQL counts: 15 or 16."""
    return int(connection.scalar(text("SHOW server_version_num")) or 0) // 10000


def _connecting(database: str) -> list[str]:
    return [f"--dbname={without_password(database)[0]}", "--no-password"]


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


@contextmanager
def _running(words: Sequence[str], database: str, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """One of PostgreSQL's programs, until it has ended well; else what it said is raised. The password is in its
    environment, which nobody else can read."""
    password = without_password(database)[1]
    environment = {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            words, env=environment, stderr=errors, **{"stdin": subprocess.DEVNULL, **streams}
        )  # fmt: skip
        try:
            yield process
            process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
        errors.seek(0)
        said = [line for line in errors.read().decode(errors="replace").splitlines() if line.strip()]
    if process.returncode:
        raise CutcardError(said[0] if said else f"{Path(words[0]).name} has ended with status {process.returncode}")
