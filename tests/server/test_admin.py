"""`cutcard admin`: looking at tables, deleting them and forgetting people beside a running server."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from cutcard.cli import admin
from cutcard.core.errors import CutcardError
from cutcard.server.admin import changing
from cutcard.server.nodes import requests
from cutcard.server.store import erasing
from cutcard.server.store.database import check_database
from cutcard.server.store.erasing import Delete
from cutcard.server.store.one_server import claimed
from cutcard.server.store.store import Store
from cutcard.server.store.writing import Row
from cutcard.server.tables.forgotten import NOBODY, UNSAID
from cutcard.server.tables.state import hashed
from tests.patience import PATIENCE, wait_until
from tests.server.admin_command import CODE, KEY, Admin, store_table
from tests.server.client import Live, Refused, Visitor, join, make_table, play_out
from tests.server.log_model import connected
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.terminal.driving import Cutcard, Terminal

SECRET_WORDS = "it is me, Zacharias"
OTHER = 12345
"""Another user."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on each kind of database, for all tests here."""
    folder = tmp_path_factory.mktemp("admin")
    cluster: Cluster | None = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    database = cluster.new_database() if cluster else f"sqlite:///{folder / 'tables [1].sqlite3'}"
    with RunningServer(database, folder / "server.log") as server:
        yield server


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.fixture
def on(house: RunningServer, command: Cutcard) -> Admin:
    return Admin(command, house.settings.database)


def seated(house: RunningServer, target: int = 5, **wishes: Any) -> tuple[Visitor, Visitor]:
    """A table in play with two people; the game is short."""
    host = make_table(house.url, name="Zacharias", seats=2, options={"target": target}, **wishes)
    other = join(host, "Ann")
    host.start()
    return host, other


def everything(database: str) -> str:
    """All that is stored."""
    with connected(database) as connection:
        names = ("tables", "events", "here", "sitting", "people", "results", "reviews")
        return repr([connection.execute(text(f"SELECT * FROM {name}")).all() for name in names])


# Looking


def test_tables_are_listed_the_newest_first_and_no_more_than_asked_for(house: RunningServer, on: Admin) -> None:
    waiting = make_table(house.url, "port", listed=True)
    playing, _ = seated(house)
    listed = on.json("list", "--json")
    assert [line["code"] for line in listed][:2] == [playing.code, waiting.code]
    assert [line["last"] for line in listed] == sorted((line["last"] for line in listed), reverse=True)
    assert (listed[1]["game"], listed[1]["state"], listed[1]["listed"]) == ("port", "waiting", True)
    assert {line["game"] for line in on.json("list", "--json", "--game", "port")} == {"port"}
    assert {line["state"] for line in on.json("list", "--json", "--state", "playing")} == {"playing"}
    assert on.json("list", "--json", "--idle", "1") == []
    said = on("list", "--limit", "1")
    assert (said.status, said.errors) == (0, "There are more than 1: say --limit 0 for all.\n")
    head, line = said.out.splitlines()
    assert head.startswith("CODE      GAME   STATE    SEATS  EVENTS")
    assert line.startswith(f"{playing.code}  pairs  playing  2      3 ")


def test_a_table_is_shown_without_keys_and_cards(house: RunningServer, on: Admin) -> None:
    host, other = seated(house, clock=60)
    said = on.does("show", host.code.lower())
    for line in (
        "game: pairs",
        "state: playing",
        "events: 3",
        "clock: 60",
        "seat 0: person, Zacharias",
        "seat 1: person, Ann",
    ):
        assert f"{line}\n" in said
    shown = on.json("show", host.code, "--json")
    assert shown["rules"]["then"] == shown["rules"]["now"]
    whole = f"{said} {shown} {on.does('export', host.code)}"
    with connected(house.settings.database) as connection:
        secret = connection.scalar(text("SELECT secret FROM tables WHERE code = :code"), {"code": host.code})
    for hidden in (secret, host.key, other.key, hashed(str(host.key)), hashed(str(other.key))):
        assert str(hidden) not in whole


def test_a_table_that_is_over_is_exported_with_its_record(house: RunningServer, on: Admin, tmp_path: Path) -> None:
    host, other = seated(house, target=30)
    acting = host if host.wish(host.look()) else other
    acting.move(str(acting.wish(acting.look())), acting.look()["you"]["asked"])
    running = on.json("export", host.code)
    assert not running["is_complete"]
    assert "move" not in json.dumps([event["data"] for event in running["events"]])
    assert on("export", host.code, "--record").errors == (
        f"cutcard: the game of table {host.code} is not over: there is no record of it yet\n"
    )
    play_out([host, other])
    assert on.json("export", host.code) == host.ask("GET", f"/tables/{host.code}/log")
    file = tmp_path / "record.json"
    assert on.does("export", host.code, "--record", "--output", file) == ""
    assert json.loads(file.read_text()) == host.ask("GET", f"/tables/{host.code}/record")


def test_what_cannot_be_is_refused_by_name(house: RunningServer, on: Admin, tmp_path: Path) -> None:
    host = make_table(house.url)
    for words, status, reason in (
        (["show", "AAAA2222"], 2, "there is no table AAAA2222"),
        (["export", "nope"], 2, "'nope' is no code of a table: it has 8 letters and digits"),
        (["delete", "AAAA2222", "--yes"], 2, "there is no table AAAA2222"),
        (["delete", host.code], 2, "nobody is here to be asked: say --yes"),
        (["forget", "x" * 43, "--yes"], 2, "nothing belongs to this key"),
        (["forget", "http://127.0.0.1/t/AAAA2222", "--yes"], 2, "this is no key"),
        (["list", "--state", "asleep"], 2, "--state is waiting, playing or over, not 'asleep'"),
        (["list", "--idle", "-1"], 2, "--idle is a number from 0 on, not -1.0"),
        (["export", host.code, "--output", str(tmp_path)], 2, "is a folder"),
    ):
        said = on(*words)
        assert said.status == status
        assert said.errors.startswith("cutcard: ")
        assert reason in said.errors
    assert host.look()["table"]["code"] == host.code


@pytest.mark.parametrize("words", [("list",), ("show", "AAAA2222"), ("delete", "AAAA2222", "--yes"), ("backup", "{file}")])
def test_a_database_that_is_not_there_is_not_made(command: Cutcard, tmp_path: Path, words: tuple[str, ...]) -> None:
    database = tmp_path / "none.sqlite3"
    said = Admin(command, f"sqlite:///{database}")(*(word.format(file=tmp_path / "copy") for word in words))
    assert said == (2, "", f"cutcard: there is no database {database}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_another_version_is_told(command: Cutcard, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    check_database(database)
    for revision, reason in (("0002", "an earlier version of Cutcard made this"), ("9999", "a newer version of Cutcard")):
        with connected(database) as connection:
            connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        said = Admin(command, database)("list")
        assert said.status == 1
        assert reason in said.errors


# Deleting


def test_nothing_is_acknowledged_at_a_table_that_was_deleted(house: RunningServer, on: Admin) -> None:
    host, other = seated(house)
    update = host.look()
    with other.live() as live:
        live.hear_update()
        assert on.does("delete", host.code, "--yes") == f"Table {host.code} is deleted.\n"
        live.hear_all()  # the server ends it, for all to come again
        assert live.socket.close_code == 1012
    for person in (host, other):
        with pytest.raises(Refused) as refused:
            person.move("hit", update["you"]["asked"])
        assert (refused.value.status, refused.value.reason) == (404, f"there is no table {host.code}")
    with other.live() as live:
        assert "there is no table" in live.hear()["reason"]
    assert host.code not in everything(house.settings.database)


@pytest.mark.parametrize("key", ["-PW6" + "k" * 39, "--yes" + "k" * 38, "-k9h" + "k" * 39])
def test_a_key_that_begins_as_an_option_does(on: Admin, key: str) -> None:
    """One of 64 keys does, and half of these have an h, which asks for help behind a single hyphen."""
    said = on("forget", key, "--yes")
    assert "nothing belongs to this key" in said.errors, said


def heard_by(person: Visitor, lines: ExitStack) -> Live:
    """A line by which they have heard of the table. A node that was too busy to say that it is alive ends it."""
    while True:
        live = lines.enter_context(person.live())
        with suppress(ConnectionClosed):
            live.hear_update()
            return live


@pytest.mark.parametrize("house", ["postgresql"], indirect=True)
def test_all_nodes_hear_of_it_and_where_one_has_not_the_log_refuses(house: RunningServer, on: Admin, tmp_path: Path) -> None:
    with RunningServer(on.database, tmp_path / "two") as two:
        host, other = seated(house)
        there = Visitor(two.url, host.code, other.key, other.seat)
        with ExitStack() as lines:
            listening = [heard_by(person, lines) for person in (host, there)]
            on.does("forget", str(other.key), "--yes")
            for live in listening:
                live.hear_all()
                assert live.socket.close_code == 1012
        for url in (house.url, two.url):
            assert Visitor(url, host.code, host.key).look()["table"]["seats"][1]["name"] == NOBODY
        with pytest.raises(Refused, match="403"):
            there.look()
        with connected(on.database) as connection:  # as if the notice were lost
            for name in ("events", "tables"):
                connection.execute(text(f"DELETE FROM {name} WHERE code = '{host.code}'"))
        host.waits = False
        with pytest.raises(Refused, match="503"):
            host.at_table("chat", text="anybody?", id="said")
        with pytest.raises(Refused, match="404"):
            host.look()


@pytest.mark.parametrize("house", ["postgresql"], indirect=True)
def test_a_node_that_did_not_hear_of_it_finds_out_once_it_hears_again(
    house: RunningServer, on: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a beat may be so late that the node itself takes its line for cut."""
    host, other = seated(house)
    assert host.look()["table"]["seats"][1]["name"] == "Ann"
    cut = "the line to the database is cut"
    before = house.said.count(cut)
    monkeypatch.setattr(erasing, "_tell", lambda *_: None)
    on.does("forget", str(other.key), "--yes")
    assert host.look()["table"]["seats"][1]["name"] == "Ann" or house.said.count(cut) > before
    end, name, ended = time.monotonic() + PATIENCE, "Ann", False
    listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
    while not ended:
        assert time.monotonic() < end, "it does not listen"
        with connected(on.database) as connection:
            ended = bool(connection.execute(text(f"SELECT pg_terminate_backend(pid) {listening}")).all())
    while name != NOBODY:
        assert time.monotonic() < end
        time.sleep(0.1)
        with suppress(Refused):  # in the moment in which it is read anew
            name = host.look()["table"]["seats"][1]["name"]


def test_a_person_is_asked_before_anything_goes(shared_server: RunningServer) -> None:
    for answer, status in (("n", 1), ("y", 0)):
        host = make_table(shared_server.url)
        with Terminal("admin", "delete", host.code, "--database", shared_server.settings.database) as terminal:
            terminal.expect(f"Delete table {host.code} (pairs, waiting, 1 event)? [y/N]: ")
            terminal.type(answer)
            assert terminal.finish() == status
        if answer == "n":
            host.look()
        else:
            with pytest.raises(Refused, match="404"):
                host.look()


def test_a_server_that_does_not_answer_keeps_its_file(
    command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the lock, and an address, and is of a version that is asked in vain."""
    monkeypatch.setattr(requests, "PATIENCE", 0.1)
    monkeypatch.setattr("cutcard.server.store.one_server.answers", lambda _: True)
    file = tmp_path / "tables.sqlite3"
    database = f"sqlite:///{file}"
    store_table(database)
    with claimed(database) as claim:
        assert claim
        claim.tell("http://127.0.0.1:1/")
        said = Admin(command, database)("delete", CODE, "--yes")
    assert said.status == 1
    assert "the server of this database does not answer; stop it and try again" in said.errors
    assert {path.name for path in tmp_path.iterdir()} == {file.name, f"{file.name}.lock"}
    with connected(database) as connection:
        assert connection.scalar(text("SELECT count(*) FROM tables")) == 1


# Requests to the server of an SQLite file


class Asked:
    """What would be a store, and knows what it was asked for."""

    def __init__(self) -> None:
        self.tasks: list[Any] = []

    async def carry_out(self, task: Any) -> bool:
        self.tasks.append(task)
        return True


def answered(file: Path, seconds: float = 0.1) -> list[Any]:
    """The tasks that a server does for what lies beside its file."""
    store = Asked()

    async def looking() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await requests.answer_requests(f"sqlite:///{file}", cast("Store", store), lambda _: None)

    asyncio.run(looking())
    return store.tasks


def test_one_file_that_is_no_request_does_not_keep_others_from_being_answered(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.sqlite3", tmp_path / "elsewhere"
    delete = json.dumps({"task": "Delete", "asked": [CODE]})
    elsewhere.write_text(delete)
    (tmp_path / f"{file.name}.answer-0").mkdir()
    (tmp_path / f"{file.name}.request-0").mkdir()
    os.mkfifo(tmp_path / f"{file.name}.request-1")
    (tmp_path / f"{file.name}.request-2").symlink_to(elsewhere)
    for number, wrong in enumerate(
        (
            {"task": "Delete", "asked": ["nope"]},
            {"task": "Delete", "asked": [[CODE]]},
            {"task": "Anonymise", "asked": [CODE, hashed(KEY), 1]},
            {"task": "Delete", "asked": [CODE], "more": "x" * requests.MOST},
            [],
        )
    ):
        (tmp_path / f"{file.name}.request-{3 + number}").write_text(json.dumps(wrong))
    (tmp_path / f"{file.name}.request-9").write_text(delete)
    assert answered(file) == [Delete(CODE)]
    assert json.loads((tmp_path / f"{file.name}.answer-9").read_text()) == {"came": True, "trouble": None}
    assert elsewhere.read_text() == delete


def test_an_answer_is_written_to_no_file_of_anybody_else(tmp_path: Path) -> None:
    file, victim = tmp_path / "tables.sqlite3", tmp_path / "victim"
    victim.write_text("important")
    (tmp_path / f".{file.name}.answer-1").symlink_to(victim)
    for number in (1, 2):
        (tmp_path / f"{file.name}.request-{number}").write_text(json.dumps({"task": "Delete", "asked": [CODE]}))
    assert answered(file) == [Delete(CODE), Delete(CODE)]
    assert victim.read_text() == "important"
    assert (tmp_path / f"{file.name}.answer-2").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_another_user_asks_for_is_not_done(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    request = tmp_path / f"{file.name}.request-1"
    request.write_text(json.dumps({"task": "Delete", "asked": [CODE]}))
    os.chown(request, OTHER, OTHER)
    assert answered(file) == []
    assert json.loads((tmp_path / f"{file.name}.answer-1").read_text())["trouble"] == requests.OTHER_USER


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_what_root_leaves_beside_a_database_is_of_the_servers_user(
    command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    first, new = Admin(command, f"sqlite:///{tmp_path / 'first'}"), Admin(command, f"sqlite:///{house / 'tables.sqlite3'}")
    store_table(first.database)
    first.does("backup", tmp_path / "copy")
    os.chown(house, OTHER, OTHER)
    new.does("restore", tmp_path / "copy")
    monkeypatch.setattr(requests, "PATIENCE", -1.0)
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: None)
    with pytest.raises(CutcardError, match="does not answer"):
        requests.ask(house / "tables.sqlite3", Delete(CODE))
    owners = {path.name.partition("-")[0]: path.stat().st_uid for path in house.iterdir()}
    assert owners == dict.fromkeys(("tables.sqlite3", "tables.sqlite3.lock", "tables.sqlite3.request"), OTHER)


# Forgetting


def is_gone(visitor: Visitor) -> bool:
    """Whether the server knows nothing of their table any more."""
    try:
        visitor.look()
    except Refused as refused:
        return "there is no table" in str(refused)
    return False


def test_a_person_is_forgotten_and_the_others_play_on(house: RunningServer, on: Admin) -> None:
    host, other = seated(house)
    alone = make_table(house.url, "port", name="Zacharias", level="easy")
    for person, words in ((host, SECRET_WORDS), (other, "hello")):
        person.at_table("chat", text=words, id="said")
    assert on.does("forget", str(alone.key), "--yes").startswith("Deleted: 1 table (")
    said = on.does("forget", "-", "--yes", typed=f"{house.url}/t/{host.code}#key={host.key}\n")
    assert said == f"Deleted: 0 tables. Somebody now: at 1 table ({host.code}) with others.\n"
    with pytest.raises(Refused, match="this key has no seat"):
        host.look()
    wait_until(lambda: is_gone(alone))  # a server on PostgreSQL hears of it by a notice
    update = other.look()
    assert [seat["name"] for seat in update["table"]["seats"]] == [NOBODY, "Ann"]
    assert [event["text"] for event in update["events"] if event["kind"] == "chat"] == [UNSAID, "hello"]
    left = everything(house.settings.database)
    for known_by in (SECRET_WORDS, hashed(str(host.key)), hashed(str(alone.key)), alone.code):
        assert known_by not in left
    other.at_table("seats", seat=0, to="bot", level="easy")  # as of somebody who is away
    assert play_out([other])["table"]["state"] == "over"


def test_an_evening_goes_on_without_who_was_forgotten(house: RunningServer, on: Admin) -> None:
    host, other = seated(house)
    play_out([host, other])
    code = other.at_table("rematch")["code"]
    said = on.does("forget", str(host.key), "--yes")
    assert said == f"Deleted: 0 tables. Somebody now: at 2 tables ({', '.join(sorted((host.code, code)))}) with others.\n"
    next_table = Visitor(house.url, code, other.key, other.seat)
    update = next_table.look()
    assert sorted((line["name"], line["played"]) for line in update["table"]["evening"]) == [("Ann", 1), (NOBODY, 1)]
    assert {line["seat"] for line in update["table"]["evening"]} == {0, 1}
    assert "Zacharias" not in json.dumps(update)
    assert other.ask("GET", f"/tables/{host.code}/record")["fair"]


def test_by_their_private_link_a_person_is_forgotten_at_all_their_tables(house: RunningServer, on: Admin) -> None:
    """And by the key of a seat what came of that seat."""
    zoe, ann = (secrets.token_urlsafe(32) for _ in range(2))
    host = make_table(house.url, name="Zacharias", seats=2, options={"target": 5}, person=zoe)
    other = join(host, "Ann", person=ann)
    host.start()
    play_out([host, other])
    alone = make_table(house.url, "port", name="Zacharias", level="easy", person=zoe)
    said = on.does("forget", "-", "--yes", typed=f"{house.url}/you#secret={zoe}\n")
    assert said == f"Deleted: 1 result and 1 table ({alone.code}). Somebody now: at 1 table ({host.code}) with others.\n"
    left = everything(house.settings.database)
    for known_by in (hashed(zoe), hashed(str(host.key)), hashed(str(alone.key)), alone.code):
        assert known_by not in left
    assert other.look()["table"]["seats"][0]["name"] == NOBODY
    assert Visitor(house.url, key=ann).ask("GET", "/you")["played"] == 1
    assert on.does("forget", str(other.key), "--yes").startswith("Deleted: 1 result and 0 tables.")
    assert Visitor(house.url, key=ann).ask("GET", "/you")["played"] == 0


def test_a_table_that_cannot_be_read_is_left_to_whoever_asks(tmp_path: Path, command: Cutcard) -> None:
    own = Admin(command, f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    store_table(own.database, Row(CODE, 2, "danced", {}, 2.0))
    said = own("forget", KEY, "--yes")
    assert (said.status, CODE in said.errors) == (1, True)
    assert "unreadable: its event 2 is not understood" in own.does("show", CODE)
    own.does("delete", CODE, "--yes")
    assert own.json("list", "--json") == []


def with_another(*more: Row) -> list[Row]:
    """What happens at the stored table once somebody else has come."""
    ann = {"seat": 1, "name": "Ann", "key": hashed("a" * 43), "randomness": None}
    return [Row(CODE, 2, "joined", ann, 2.0), *more]


def test_what_was_forgotten_is_in_no_byte_of_a_new_back_up(
    tmp_path: Path, command: Cutcard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where SQLite was built to leave it: Debian's overwrites it in any case."""
    connect = sqlite3.dbapi2.connect

    def careless(*words: Any, **named: Any) -> sqlite3.Connection:
        connection = connect(*words, **named)
        connection.execute("PRAGMA secure_delete=OFF")
        return connection

    monkeypatch.setattr(sqlite3.dbapi2, "connect", careless)
    own = Admin(command, f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    said = [Row(CODE, seq, "chat", {"seat": 0, "text": SECRET_WORDS * (seq % 40)}, 3.0) for seq in range(3, 200)]
    store_table(own.database, *with_another(*said))
    own.does("forget", KEY, "--yes")
    own.does("backup", tmp_path / "copy")
    left = (tmp_path / "copy").read_bytes()
    for known_by in (SECRET_WORDS, "Zoe", hashed(KEY)):
        assert known_by.encode() not in left


def test_a_table_that_goes_meanwhile_does_not_keep_others_from_being_forgotten(
    tmp_path: Path, command: Cutcard, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Admin(command, f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    store_table(own.database, *with_another())
    look, gone = changing.belongings, "AAAA2222"

    def late(database: str, key: str) -> changing.Belongings:
        found = look(database, key)
        return found._replace(shared=[gone, *found.shared]) if found.shared else found

    monkeypatch.setattr(changing, "belongings", late)
    assert own.does("forget", KEY, "--yes") == f"Deleted: 0 tables. Somebody now: at 1 table ({CODE}) with others.\n"
    monkeypatch.setattr(changing, "SETTLED", 0.0)
    monkeypatch.setattr(changing, "belongings", lambda *_: changing.Belongings([gone], [], []))
    said = own("forget", KEY, "--yes")
    assert (said.status, "there is always something more of this key" in said.errors) == (1, True)


def test_help_names_all_commands(command: Cutcard) -> None:
    said = command("admin", "--help")
    for name in admin.SUBCOMMANDS:
        assert f"\n  {name} " in said.out
    assert "admin" in command("--help").out
