"""The password of a database: from the environment or a file, and never in what the server says."""

import asyncio
import os
import subprocess
import uuid
from pathlib import Path
from urllib.parse import quote

import pytest

from cutcard.cli import serve
from cutcard.core.errors import CutcardError, ParseError
from cutcard.server.nodes.postgres import PostgresNeighbours
from cutcard.server.settings import Settings
from cutcard.server.store.database import check_database, plain_reason, with_password
from tests.ports import reserved_port
from tests.server.postgres import WITH_PASSWORD, Cluster
from tests.terminal.driving import PIPES, started

PASSWORD = "sword:fish@ %41/ü"
"""With all that would have to be written in another way in an address."""


@pytest.fixture
def address(cluster: Cluster) -> str:
    """A database to which its user is let in by the password only."""
    user = f"u{uuid.uuid4().hex}"
    database = cluster.new_database()
    name = database.removeprefix("postgresql://postgres@/").partition("?")[0]
    cluster.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}' IN ROLE {WITH_PASSWORD}")
    cluster.execute(f"ALTER DATABASE {name} OWNER TO {user}")
    return f"postgresql://{user}@/{name}?host={cluster.folder}"


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("CUTCARD_DATABASE", "PGPASS")):
            monkeypatch.delenv(name)


def chosen(database: str | None = None, password_file: Path | None = None) -> Settings:
    return serve.settings(Settings.host, None, database, password_file=password_file)


def test_the_password_comes_from_the_environment_or_a_file(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CutcardError, match="cannot be opened"):
        check_database(chosen(address).database)
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\n")
    check_database(chosen(address, file).database)
    libpq_file = tmp_path / "pgpass"
    escaped = PASSWORD.replace(":", "\\:")
    libpq_file.write_text(f"*:*:*:*:{escaped}\n")
    libpq_file.chmod(0o600)
    for name, value in (
        ("CUTCARD_DATABASE_PASSWORD", PASSWORD),
        ("CUTCARD_DATABASE_PASSWORD_FILE", str(file)),
        ("PGPASSWORD", PASSWORD),
        ("PGPASSFILE", str(libpq_file)),
    ):
        with monkeypatch.context() as only:
            only.setenv(name, value)
            check_database(chosen(address).database)
            only.setenv("CUTCARD_DATABASE", address)
            check_database(chosen().database)


def test_a_server_reads_the_address_and_the_password_from_its_environment(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    monkeypatch.setenv("CUTCARD_DATABASE", address)
    server = started("serve", "--port", "0", "--database-password-file", str(file), **{**PIPES, "stdin": subprocess.DEVNULL})
    assert server.stdout
    first = server.stdout.readline()
    server.kill()
    said = first + "".join(server.communicate())
    assert first.startswith("Cutcard is at"), said
    assert "sword" not in said


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://someone:swordfish@localhost:port/cards", "someone:swordfish@localhost/cards",
        "mysql://someone:swordfish@localhost/cards", "postgresql://someone:swordfish@127.0.0.1:{port}/cards",
        "postgresql://someone@127.0.0.1:{port}/cards?password=swordfish&colour=blue",
        "postgresql://someone:swordfish@127.0.0.1:{port}/cards?swordfish=1",
    ],
)  # fmt: skip
def test_no_refusal_tells_the_password(database: str) -> None:
    with reserved_port() as port, pytest.raises(CutcardError) as refused:
        check_database(database.format(port=port))
    assert "swordfish" not in str(refused.value)


def test_a_wrong_password_is_not_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_DATABASE_PASSWORD", "swordfisch")
    settings = chosen(address)
    with pytest.raises(CutcardError, match="cannot be opened") as refused:
        check_database(settings.database)
    assert "swordfisch" not in str(refused.value)
    assert "swordfisch" not in repr(settings)


def test_a_password_that_cannot_be_used_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "password"
    with pytest.raises(CutcardError, match="No such file"):
        chosen("postgresql://someone@localhost/cards", file)
    file.write_text("\n")
    with pytest.raises(ParseError, match="is empty"):
        chosen("postgresql://someone@localhost/cards", file)
    file.write_text("swordfish")
    with pytest.raises(ParseError, match="has a password already"):
        chosen("postgresql://someone:other@localhost/cards", file)
    for database in (None, "sqlite:///tables.sqlite3"):
        with pytest.raises(ParseError, match="SQLite file has no password"):
            chosen(database, file)
    monkeypatch.setenv("CUTCARD_DATABASE_PASSWORD", "swordfish")
    with pytest.raises(ParseError, match="one of them"):
        chosen("postgresql://someone@localhost/cards", file)


def test_nodes_hear_of_each_other_by_any_password_and_nothing_of_it_is_said(address: str) -> None:
    """A space in it is written in another way for PostgreSQL's own library."""
    database = with_password(address, PASSWORD)

    async def story() -> None:
        neighbours = PostgresNeighbours("a node", database)
        async with neighbours._line() as line:
            assert await (await line.execute("SELECT 1")).fetchone() == (1,)

    asyncio.run(story())
    for written in (PASSWORD, quote(PASSWORD, safe=""), quote(PASSWORD, safe=" ")):
        assert plain_reason(ValueError(f'it says "{written}"'), database) == 'it says "***"'
