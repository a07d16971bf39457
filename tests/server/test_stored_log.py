"""A table that no longer replays says why, and its log is given out: without what is hidden in a game still to be played,
and never with what people are known by."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from cutcard.core import registry
from cutcard.server.fair import commitment
from cutcard.server.store.database import EVENTS, TABLES, engine_for
from cutcard.server.tables.state import hashed
from tests.another_package import NAME, TITLE, install
from tests.server.client import Refused, Visitor, join, make_table, play_out
from tests.server.running import RunningServer
from tests.server.test_unreadable import BROKEN, store_broken_tables

KEEPS = "return bit(KEEP) | ranks(t.hands[seat])"
MUST_SWAP = "return ranks(t.hands[seat])"


@pytest.fixture
def database(any_database: str) -> str:
    """What is read here is the same of both."""
    return any_database


def changed(database: str, table: Any, code: str, **values: Any) -> None:
    engine = engine_for(database)
    with engine.begin() as connection:
        connection.execute(update(table).where(table.c.code == code).values(**values))
    engine.dispose()


def rules_of(database: str, code: str) -> str | None:
    engine = engine_for(database)
    with engine.connect() as connection:
        found: str | None = connection.scalar(select(TABLES.c.rules).where(TABLES.c.code == code))
    engine.dispose()
    return found


def spoil_last_move(database: str, code: str) -> None:
    """It becomes one that no rules allow."""
    engine = engine_for(database)
    with engine.begin() as connection:
        last = connection.scalar(select(func.max(EVENTS.c.seq)).where(EVENTS.c.code == code, EVENTS.c.kind == "move"))
        data = json.dumps({"seat": 0, "move": "somersault"})
        connection.execute(update(EVENTS).where(EVENTS.c.code == code, EVENTS.c.seq == last).values(data=data))
    engine.dispose()


def log_of(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("GET", f"/tables/{visitor.code}/log")
    return found


def refused(visitor: Visitor, path: str = "") -> str:
    with pytest.raises(Refused) as refusal:
        visitor.ask("GET", f"/tables/{visitor.code}{path}")
    assert refusal.value.status == 409
    return refusal.value.reason


def begun(url: str, game: str = "port", moves: int = 4, **wishes: Any) -> list[Visitor]:
    """Two people at a table in play. A game of Port goes on for at least eleven rounds, whatever is dealt."""
    host = make_table(url, game, seats=2, **wishes)
    people = [host, join(host)]
    host.start()
    for _ in range(moves):
        for person in people:
            seen = person.look()
            if (wish := person.wish(seen)) is not None:
                person.move(wish, seen["you"]["asked"])
                break
    return people


def assert_nobody_is_known(shown: dict[str, Any], people: list[Visitor]) -> None:
    text = json.dumps(shown)
    for person in people:
        assert person.key not in text
        assert hashed(person.key or "") not in text
    assert '"key"' not in text
    assert '"who"' not in text


# Games that are over, or in play


def test_the_log_of_a_game_that_is_over_has_all_of_it(server: RunningServer) -> None:
    people = begun(server.url)
    play_out(people)
    code = people[0].at_table("rematch")["code"]
    people = [Visitor(server.url, code, person.key, person.seat) for person in people]
    assert rules_of(server.settings.database, code) is None
    people[0].start()
    play_out(people)
    shown = log_of(Visitor(server.url, code))
    digest = registry.GAMES.load("port").rules.digest
    assert shown["rules"] == {"then": digest, "now": digest}
    assert (shown["code"], shown["game"], shown["state"], shown["unreadable"]) == (code, "port", "over", None)
    assert commitment(shown["secret"]) == shown["commitment"]
    assert [event["seq"] for event in shown["events"]] == list(range(1, len(shown["events"]) + 1))
    steps = people[0].ask("GET", f"/tables/{code}/replay", step=0)["steps"]
    assert len([event for event in shown["events"] if event["data"].get("move")]) == steps
    assert [line["name"] for line in shown["events"][0]["data"]["tally"]] == ["Zoe", "Ann"]
    assert_nobody_is_known(shown, people)


def test_nothing_is_given_of_a_game_that_can_be_played(server: RunningServer) -> None:
    host = make_table(server.url, seats=2)
    assert "not started" in refused(host, "/log")
    join(host)
    host.start()
    assert "not over" in refused(host, "/log")
    with pytest.raises(Refused, match="404"):
        log_of(Visitor(server.url, "ZZZZ2222"))


# Games of other rules


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return install(tmp_path / "packages")


def edit(package: Path, before: str, after: str) -> None:
    file = package / "highhand" / "__init__.py"
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after))


def test_a_game_goes_on_under_other_rules_where_it_can_and_else_says_so(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # three sets of rules would be compiled for a few moves
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with RunningServer(database, tmp_path / "server.log", path=package) as server:
        people = begun(server.url, NAME, moves=0, options={"rounds": 1}, dealer=1)
        people[0].move("keep", people[0].look()["you"]["asked"])
        first = rules_of(database, people[0].code)

        server.stop()
        edit(package, KEEPS, MUST_SWAP)
        server.start()
        said = refused(people[1])
        assert f"it was begun under other rules of {TITLE}, and its moves are no longer possible: at event 4: " in said
        assert said.endswith("its log can be downloaded")
        shown = log_of(people[1])
        assert shown["rules"]["then"] == first
        assert shown["rules"]["now"] not in (None, first)
        assert shown["unreadable"] in said

        server.stop()
        edit(package, MUST_SWAP, KEEPS)
        edit(package, "keep your two cards, or swap one for the top card", "keep your cards, or swap one")
        server.start()  # what was possible is again, under rules that are still not those of the beginning
        assert play_out(people)["table"]["state"] == "over"
        shown = log_of(people[1])
        assert shown["rules"]["then"] == first
        assert shown["rules"]["now"] not in (None, first)


def test_its_log_is_complete_once_no_other_server_can_be_playing_it(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        people = begun(server.url)
        code = people[0].code
        server.stop()
        spoil_last_move(database, code)
        changed(database, TABLES, code, rules="0" * 64)
        server.start()
        assert "under other rules of Port" in refused(people[0])
        fresh = log_of(people[0])
        assert (fresh["is_complete"], fresh["secret"]) == (False, None)
        assert all("move" not in event["data"] for event in fresh["events"])
        assert_nobody_is_known(fresh, people)

        changed(database, EVENTS, code, at=time.time() - 7200)
        full = log_of(people[0])
        assert (full["is_complete"], commitment(full["secret"])) == (True, full["commitment"])
        assert full["events"][-1]["data"] == {"seat": 0, "move": "somersault"}
        assert_nobody_is_known(full, people)


def test_what_the_same_rules_refuse_is_broken_and_keeps_what_is_hidden(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        people = begun(server.url)
        server.stop()
        spoil_last_move(database, people[0].code)
        changed(database, EVENTS, people[0].code, at=time.time() - 7200)
        server.start()
        assert "under other rules" not in refused(people[0])
        shown = log_of(people[0])
        assert (shown["is_complete"], shown["secret"]) == (False, None)
        assert all("move" not in event["data"] for event in shown["events"])


def test_every_table_that_cannot_be_read_has_its_log(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        store_broken_tables(database)
        for code, (events, said) in BROKEN.items():
            shown = log_of(Visitor(server.url, code))
            assert said in shown["unreadable"]
            assert [event["kind"] for event in shown["events"]] == [kind for kind, _ in events]
            assert (shown["secret"], shown["is_complete"]) == (None, False)
            assert_nobody_is_known(shown, [])
