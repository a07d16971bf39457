"""The tables of a file have one server, and whoever comes second is sent to it."""

import os
import threading
import time
from pathlib import Path

import pytest

from cutcard.core.errors import CutcardError
from cutcard.server import ports
from cutcard.server.store import one_server
from cutcard.server.store.database import check_database
from tests.patience import PATIENCE
from tests.ports import reserved_port, taken_port
from tests.server.client import make_table
from tests.server.running import RunningServer
from tests.terminal.driving import PIPES, started


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a server that does not answer."""
    monkeypatch.setattr(one_server, "PATIENCE", 0.1)
    monkeypatch.setattr(ports, "LONGEST_ANSWER", 0.1)


def refusal(database: str) -> one_server.AlreadyServed:
    """Why these tables are not to be had."""
    with pytest.raises(one_server.AlreadyServed) as refused, one_server.claimed(database):
        pass
    return refused.value


def test_whoever_is_second_is_told_where_the_first_is(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")  # it is not on this machine's way to itself
    with RunningServer(database, tmp_path / "log") as server:
        refused = refusal(database)
        assert refused.address == f"{server.url}/"
        assert str(refused) == (
            f"Cutcard is already running at {server.url}/ with these tables: "
            "play there, stop that one, or name another file with --database"
        )
    with one_server.claimed(database):
        assert not (tmp_path / "tables.db.address").exists()


def other_paths(file: Path) -> list[Path]:
    """The same file by other names of its own and of its folder."""
    file.with_name("link.db").symlink_to(file)
    file.parent.with_name(f"{file.parent.name}-link").symlink_to(file.parent)
    return [
        file.with_name("link.db"),
        file.parent.with_name(f"{file.parent.name}-link") / file.name,
        file.parent / ".." / file.parent.name / file.name,
        Path(os.path.relpath(file)),
    ]


def second_server(file: Path) -> str:
    """What a server says that is refused."""
    process = started("serve", "--port", "0", "--database", f"sqlite:///{file}", **PIPES)
    try:
        out, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode, out
    return str(out + errors)


def test_a_second_server_on_the_same_file_is_refused_by_whatever_path(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with RunningServer(f"sqlite:///{file}", tmp_path / "log") as server:
        host = make_table(server.url)
        for path in other_paths(file):
            assert f"already running at {server.url}/" in second_server(path), path
        (tmp_path / "hard.db").hardlink_to(file)
        assert "another name" in second_server(tmp_path / "hard.db")
        assert not (tmp_path / "hard.db-wal").exists()  # nobody has written by that name
        assert host.look()["table"]["code"] == host.code


def test_a_file_of_two_names_is_not_served_until_it_has_one(tmp_path: Path) -> None:
    """What is newest lies beside one of the names, and by the other it would be lost."""
    file = tmp_path / "tables.db"
    check_database(f"sqlite:///{file}")
    (tmp_path / "hard.db").hardlink_to(file)
    for path in (file, tmp_path / "hard.db"):
        with pytest.raises(CutcardError, match=r"another name \(a hard link\)"), one_server.claimed(f"sqlite:///{path}"):
            pass
    (tmp_path / "hard.db").unlink()
    with one_server.claimed(f"sqlite:///{file}"):
        pass


def test_a_server_at_every_address_is_found_at_one_of_this_machine(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "log", host="0.0.0.0", port=0) as server:
        assert server.url.startswith("http://0.0.0.0:")
        assert refusal(database).address == f"{server.url.replace('0.0.0.0', '127.0.0.1')}/"


@pytest.mark.usefixtures("hurried")
def test_nobody_is_sent_to_where_nobody_answers(database: str, tmp_path: Path) -> None:
    with one_server.claimed(database) as first, taken_port() as silent, reserved_port() as closed:
        assert first
        assert refusal(database).address is None  # it is not ready yet
        for address in (f"http://127.0.0.1:{silent}/", f"http://127.0.0.1:{closed}/", "nonsense", "http://[::", ""):
            first.tell(address)
            assert str(refusal(database)) == (
                "a Cutcard that does not answer has these tables: stop that one, or name another file with --database"
            )
        (tmp_path / "tables.db.address").write_bytes(b"\xff\xfe")
        assert refusal(database).address is None


def test_whoever_comes_while_a_server_stops_waits_for_its_tables(database: str) -> None:
    """It does not answer any more, and has not ended yet."""
    has_claimed, ends = threading.Event(), threading.Event()

    def stop_slowly(port: int) -> None:
        with one_server.claimed(database) as first:
            assert first
            first.tell(f"http://127.0.0.1:{port}/")
            has_claimed.set()
            time.sleep(0.3)
            ends.set()

    with reserved_port() as port:
        stopping = threading.Thread(target=stop_slowly, args=[port])
        stopping.start()
        has_claimed.wait()
        with one_server.claimed(database):
            assert ends.is_set()
        stopping.join()


def test_what_a_killed_server_left_is_forgotten(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "log") as server:
        server.kill()
        assert (tmp_path / "tables.db.address").read_text() == f"{server.url}/\n"
        with one_server.claimed(database):
            assert not (tmp_path / "tables.db.address").exists()


@pytest.mark.parametrize("path", ["no/folder/tables.db", "loop", "/proc/tables.db", "file/tables.db"])
@pytest.mark.usefixtures("hurried")
def test_a_file_that_cannot_be_is_told_in_one_line(path: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").touch()
    database = f"sqlite:///{tmp_path / path}"
    with pytest.raises(CutcardError, match=r"^the database cannot be opened: .+") as refused, one_server.claimed(database):
        check_database(database)
    assert not isinstance(refused.value, one_server.AlreadyServed)


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "postgresql://cards@localhost/cutcard"])
def test_only_tables_in_a_file_are_claimed(database: str) -> None:
    with one_server.claimed(database) as first, one_server.claimed(database) as second:
        assert first is second is None
