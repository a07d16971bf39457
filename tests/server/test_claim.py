"""The tables of a file have one server, and whoever comes second is sent to it."""

import threading
import time
from pathlib import Path

import pytest

from cutcard.core.errors import CutcardError
from cutcard.server.store import claim
from cutcard.server.store.database import check_database
from tests.ports import reserved_port, taken_port
from tests.server.running import RunningServer


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a server that does not answer."""
    monkeypatch.setattr(claim, "PATIENCE", 0.1)
    monkeypatch.setattr(claim, "LONGEST_ANSWER", 0.1)


def refusal(database: str) -> claim.AlreadyServed:
    """Why these tables are not to be had."""
    with pytest.raises(claim.AlreadyServed) as refused, claim.claimed(database):
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
    with claim.claimed(database):
        assert not (tmp_path / "tables.db.address").exists()


def test_a_server_at_every_address_is_found_at_one_of_this_machine(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "log", host="0.0.0.0", port=0) as server:
        assert server.url.startswith("http://0.0.0.0:")
        assert refusal(database).address == f"{server.url.replace('0.0.0.0', '127.0.0.1')}/"


@pytest.mark.usefixtures("hurried")
def test_nobody_is_sent_to_where_nobody_answers(database: str, tmp_path: Path) -> None:
    with claim.claimed(database) as first, taken_port() as silent, reserved_port() as closed:
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
        with claim.claimed(database) as first:
            assert first
            first.tell(f"http://127.0.0.1:{port}/")
            has_claimed.set()
            time.sleep(0.3)
            ends.set()

    with reserved_port() as port:
        stopping = threading.Thread(target=stop_slowly, args=[port])
        stopping.start()
        has_claimed.wait()
        with claim.claimed(database):
            assert ends.is_set()
        stopping.join()


def test_what_a_killed_server_left_is_forgotten(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "log") as server:
        server.kill()
        assert (tmp_path / "tables.db.address").read_text() == f"{server.url}/\n"
        with claim.claimed(database):
            assert not (tmp_path / "tables.db.address").exists()


@pytest.mark.parametrize("path", ["no/folder/tables.db", "loop", "/proc/tables.db", "file/tables.db"])
@pytest.mark.usefixtures("hurried")
def test_a_file_that_cannot_be_is_told_in_one_line(path: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").touch()
    database = f"sqlite:///{tmp_path / path}"
    with pytest.raises(CutcardError, match=r"^the database cannot be opened: .+") as refused, claim.claimed(database):
        check_database(database, 30)
    assert not isinstance(refused.value, claim.AlreadyServed)


@pytest.mark.parametrize("database", ["sqlite://", "sqlite:///:memory:", "postgresql://cards@localhost/cutcard"])
def test_only_tables_in_a_file_are_claimed(database: str) -> None:
    with claim.claimed(database) as first, claim.claimed(database) as second:
        assert first is second is None
