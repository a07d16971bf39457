"""The database: an SQLite file or PostgreSQL. Its tables, and how it is reached."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    inspect,
    text,
)  # fmt: skip
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from cutcard.core.errors import CutcardError, ParseError

METADATA = MetaData()
"""What `migrations` lead to."""

TABLES = Table(
    "tables",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Column("rules", String(64)),
    Column("due", Float),
    Index("tables_listed", "listed", "state", "changed"),
    Index("tables_due", "due"),
)
"""`rules` names the rules that the game was started under, `due` is when the turn clock runs out."""
EVENTS = Table(
    "events",
    METADATA,
    Column("code", String(16), ForeignKey("tables.code", name="events_code_fkey"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
HAVE_KEYS = ("made", "practice", "set", "joined")
"""Kinds of events."""
RUNNING = Table(
    "running",
    METADATA,
    Column("began", Float, primary_key=True),
    Column("seen", Float, nullable=False),
)
"""When servers were seen running with this database: see `retention.py`."""

NODES = Table(
    "nodes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("began", Float, nullable=False),
    Column("seen", Float, nullable=False),
)
"""The servers that share this database: see `nodes/postgres.py`."""
PRESENT = Table(
    "here",
    METADATA,
    Column("node", String(32), primary_key=True),
    Column("code", String(16), primary_key=True),
    Column("people", Text, nullable=False),
    Index("here_code", "code"),
)
"""Who is at a table by which node."""

SITTING = Table(
    "sitting",
    METADATA,
    Column("code", String(16), ForeignKey("tables.code", name="sitting_code_fkey", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Index("sitting_person", "person"),
)
"""Whose a seat is: the hash of its key, and that of the secret of a browser. It goes with its table, whichever version
deletes that."""
PEOPLE = Table(
    "people",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("seen", Float, nullable=False),
    Index("people_seen", "seen"),
)
"""Of whom there are results, and when the last game of each ended: see `people.py`."""
RESULTS = Table(
    "results",
    METADATA,
    Column(
        "person", String(64), ForeignKey("people.person", name="results_person_fkey", ondelete="CASCADE"), primary_key=True
    ),
    Column("code", String(16), primary_key=True),
    Column("game", Text, nullable=False),
    Column("ended", Float, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("fate", String(16), nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("bots", Text, nullable=False),
    Column("judged", Text),
    Index("results_newest", "person", "ended"),
)
"""What a game came to for a person. It outlives the table. `bots` are those of each level that were met and beaten, `judged`
what the decisions of the person cost, once the game has been reviewed."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("code", String(16), ForeignKey("tables.code", name="reviews_code_fkey", ondelete="CASCADE"), primary_key=True),
    Column("depth", Integer, primary_key=True, autoincrement=False),
    Column("made_by", String(32), primary_key=True),
    Column("piece", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
"""Pieces of reviews, by the sources that made them: see `kept_reviews.py`. They go with their table."""

STEPS = Path(__file__).parent / "migrations"
"""A file for each, named by its revision."""
FIRST = "0001"

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

OVERTAKEN = "another node was first"
"""Why an event was not written whose place in the log is taken, or whose table is gone."""

KEEP_ALIVE: dict[str, Any] = {
    "keepalives": 1, "keepalives_idle": 1, "keepalives_interval": 1, "keepalives_count": 2, "tcp_user_timeout": 3000,
}  # fmt: skip
"""So that a machine that was unplugged is missed after seconds."""
CONNECTING: dict[str, dict[str, Any]] = {"sqlite": {}, "postgresql+psycopg": {"connect_timeout": 4, **KEEP_ALIVE}}


STATEMENT = 4000
"""Milliseconds that a statement may take on PostgreSQL; nobody waits longer for one (`LONGEST` of `store.py`)."""


def check_database(database: str) -> None:
    """What is wrong with the database is said before anything else is begun."""
    engine = engine_for(database)
    try:
        prepare(engine)
    finally:
        engine.dispose()


def prepare(engine: Engine) -> None:
    """Make what is missing, and change what an earlier version made."""
    try:
        with engine.begin() as connection:
            if not _is_current(connection):
                from cutcard.server.store.upgrading import upgrade  # Alembic is slow to import, and hardly ever needed

                upgrade(connection)
    except CutcardError:
        raise
    except Exception as error:  # drivers have errors of their own, and some words of an address they do not know
        raise CutcardError(f"the database cannot be opened: {plain_reason(error, engine)}") from error


def _is_current(connection: Connection) -> bool:
    """Whether the newest step has been run, which is what a server finds at all starts but one."""
    return revision_of(connection) == revisions()[-1]


def revisions() -> list[str]:
    """All that there have been, the newest last."""
    return sorted(step.stem.rpartition("_")[2] for step in STEPS.glob("revision_*.py"))


def revision_of(connection: Connection) -> str | None:
    """The last step that was run; None where there are no tables of ours. The first release did not write it down."""
    found = inspect(connection)
    if found.has_table("alembic_version"):
        return connection.scalar(text("SELECT version_num FROM alembic_version"))
    return FIRST if found.has_table("tables") and found.has_table("events") else None


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database, by whatever path it was named; None for any other database."""
    url = _url(database)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:") or "uri" in url.query:
        return None
    return Path(os.path.realpath(str(url.database)))


def _url(database: str) -> URL:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # it is not repeated, as it may have a password
        raise ParseError(
            "this is not the address of a database: say sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if url.drivername not in DRIVERS:
        raise ParseError(f"the database is sqlite:///FILE or postgresql://USER@HOST/NAME, not {url.drivername}")
    return url.set(drivername=DRIVERS[url.drivername])


def engine_for(database: str, *, only_reads: bool = False, node: str = "") -> Engine:
    """The database at that address. With `only_reads` an SQLite file refuses to be written to: see `journal.py`. On
    PostgreSQL the sessions bear the name of the node, so that others can end them when it hangs."""
    url = _url(database)
    named = {"application_name": session_name(node)} if node and is_shared(database) else {}
    try:
        engine = create_engine(
            url, pool_pre_ping=url.get_backend_name() != "sqlite", connect_args={**CONNECTING[url.drivername], **named}
        )
    except ModuleNotFoundError:
        raise CutcardError("PostgreSQL needs its driver: pip install 'cutcard[postgres]'") from None
    if named:
        event.listen(engine, "connect", _prepare_shared)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        if only_reads:
            event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=ON"))
    return engine


def _prepare_shared(connection: Any, _: object) -> None:
    """A node that hangs in the middle of writing does not keep the others from it, and what takes longer than anybody waits
    for it is given up by the database too."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = 1000; SET statement_timeout = {STATEMENT}")
    connection.commit()


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for the writer, what is committed survives a loss of power, no event is without its table, what
    is deleted is overwritten, and a file can become smaller. That must be said before anything is in it: in older files what
    is free is used again, and stays theirs."""
    cursor = connection.cursor()
    for pragma in (
        "auto_vacuum=INCREMENTAL",
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=5000",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def hang_up(line: Any) -> None:
    """Whoever waits by this connection of PostgreSQL's driver has an error at once; it is theirs to close it."""
    with suppress(Exception), socket.socket(fileno=os.dup(line.fileno())) as own:  # one that is closed has none
        own.shutdown(socket.SHUT_RDWR)


def session_name(node: str) -> str:
    """What a node's sessions are called in PostgreSQL."""
    return f"cutcard {node}"


def is_shared(database: str) -> bool:
    """Whether several servers can have the tables of this database."""
    return _url(database).get_backend_name() == "postgresql"


def libpq_address(database: str) -> str:
    """The address as PostgreSQL's own library reads it, which takes no spaces."""
    return _url(database).set(drivername="postgresql").render_as_string(hide_password=False).replace(" ", "%20")


def without_password(database: str) -> tuple[str, str | None]:
    """The address as PostgreSQL's own programs take it, which everybody can read, and the password."""
    url = _url(database)
    password = url.password or url.query.get("password")
    bare = url.difference_update_query(["password"])._replace(drivername="postgresql", password=None)
    return libpq_address(bare.render_as_string()), None if password is None else str(password)


def with_password(database: str, password: str) -> str:
    """The address of a database with its password."""
    url = _url(database)
    if url.get_backend_name() == "sqlite":
        raise ParseError("an SQLite file has no password: name the database as postgresql://USER@HOST/NAME")
    if url.password is not None or "password" in url.query:
        raise ParseError("the address of the database has a password already: say it once")
    return url.set(drivername="postgresql", password=password).render_as_string(hide_password=False)


def plain_reason(error: BaseException, engine: Engine | str) -> str:
    """The reason of a failure without the statement, the address and the password of a database."""
    url = _url(engine) if isinstance(engine, str) else engine.url
    reason = (str(getattr(error, "orig", None) or error) or type(error).__name__).splitlines()[0]
    for secret in (url.password, url.query.get("password")):
        if isinstance(secret, str) and secret:
            for written in (secret, quote(secret, safe=""), quote(secret, safe=" ")):
                reason = reason.replace(written, "***")
    return reason
