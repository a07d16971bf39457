"""The store on both databases: what is written is there, in order, and what goes wrong is said."""

import asyncio
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
import uvloop
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from cutcard.core.errors import CutcardError, NotFound
from cutcard.server.errors import NotReady, Overtaken
from cutcard.server.framing import framed, read
from cutcard.server.store.database import check_database
from cutcard.server.store.journal import READING
from cutcard.server.store.store import Store
from cutcard.server.store.writing import Row
from cutcard.server.tables.state import Event
from tests.patience import PATIENCE
from tests.ports import reserved_port
from tests.server.open_tables import again_and_again, opened_store
from tests.server.postgres import Cluster

MADE = {"game": "pairs", "text": "Ä 😀 \u0000 \ud800 'quoted' %s"}
SLOW_START = """
import os, time
while not os.path.exists({gate!r}):
    time.sleep(0.02)
"""
"""What keeps a process from starting until there is this file."""


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


def made(at: float | None = None) -> Event:
    return Event(1, "made", MADE, time.time() if at is None else at)


def chat(seq: int, text: str = "hello") -> Event:
    return Event(seq, "chat", {"seat": 0, "text": text}, time.time())


def test_event_is_there_for_others_when_append_returns(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store, opened_store(database) as other:
            await store.make("ABCD2345", "ab" * 32, made(1e10), False)
            for seq in range(2, 12):
                await store.append("ABCD2345", chat(seq, f"text {seq}"))
                secret, events = await other.load("ABCD2345")
                assert [one.seq for one in events] == list(range(1, seq + 1))
                assert events[-1].data == {"seat": 0, "text": f"text {seq}"}
            assert secret == "ab" * 32
            assert events[0] == made(1e10)

    run(story())


def test_many_at_once_are_written_together_and_in_order(database: str) -> None:
    codes = [f"ABCD234{number}" for number in range(2, 8)]

    async def story() -> None:
        async with opened_store(database) as store:
            for code in codes:
                await store.make(code, "", made(), False)
            batches: list[int] = []
            written = store._journal.ask

            async def counted(rows: list[Row]) -> list[str | None]:
                batches.append(len(rows))
                return await written(rows)

            store._journal.ask = counted  # type: ignore[method-assign]
            order: list[tuple[str, int]] = []

            async def add(code: str, seq: int) -> None:
                await store.append(code, chat(seq))
                order.append((code, seq))

            await asyncio.gather(*(add(code, seq) for seq in range(2, 102) for code in codes))
            assert order == [(code, seq) for seq in range(2, 102) for code in codes]
            assert len(batches) < 10
            for code in codes:
                _, events = await store.load(code)
                assert [one.seq for one in events] == list(range(1, 102))

    run(story())


def test_event_that_cannot_be_written_leaves_the_others_alone(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            for code in ("AAAA2222", "BBBB2222"):
                await store.make(code, "", made(), False)
            wishes = [("AAAA2222", 2), ("BBBB2222", 1), ("BBBB2222", 2)]  # the second is there already
            came = await asyncio.gather(*(store.append(code, chat(seq)) for code, seq in wishes), return_exceptions=True)
            assert [type(one) for one in came] == [type(None), Overtaken, type(None)]
            assert "another server has gone on" in str(came[1])
            with pytest.raises(NotReady):
                await store.make("AAAA2222", "", made(), False)  # a code that is taken
            assert [one.kind for one in (await store.load("BBBB2222"))[1]] == ["made", "chat"]
            await store.append("AAAA2222", chat(3))

    run(story())


def test_who_asked_may_go_before_it_is_written(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            await store.make("AAAA2222", "", made(), False)
            store.append("AAAA2222", chat(2)).cancel()
            await store.append("AAAA2222", chat(3))
            assert len((await store.load("AAAA2222"))[1]) == 3

    run(story())


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize("pause", [0.0, 0.3], ids=["at once", "later"])
def test_it_goes_on_after_the_journal_was_killed(loop: Any, pause: float, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"

    async def story() -> None:
        async with opened_store(database) as store:
            await store.make("AAAA2222", "", made(), False)
            await store.append("AAAA2222", chat(2))
            journal = store._journal.process
            assert journal is not None
            journal.kill()
            await asyncio.sleep(pause)
            with suppress(NotReady):  # nobody knows whether it was written: the table is read anew
                await store.append("AAAA2222", chat(3))
            if len((await store.load("AAAA2222"))[1]) == 2:
                await store.append("AAAA2222", chat(3))
            assert len((await store.load("AAAA2222"))[1]) == 3
            last = store._journal.process
            assert last is not None
            assert last.pid != journal.pid
        assert last.returncode is not None  # it ended with the store

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asyncio.wait_for(story(), PATIENCE))


def test_a_journal_says_nothing_when_its_server_is_gone_before_it_was_answered(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    check_database(database)
    words = [sys.executable, "-m", "cutcard.server.store.journal"]
    with subprocess.Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE) as journal:
        assert journal.stdin is not None
        assert journal.stdout is not None
        assert journal.stderr is not None
        journal.stdin.write(framed((database, "node")))
        journal.stdin.flush()
        assert pickle.loads(read(journal.stdout) or b"") == READING
        journal.stdout.close()
        journal.stdin.write(framed([]))
        journal.stdin.close()
        assert journal.stderr.read() == b""
        assert journal.wait(PATIENCE) == 0


def test_a_journal_that_is_slow_to_start_is_not_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it longer than they may, and in the end it is there: on a machine that is so busy, the next one would
    be as slow."""
    gate = tmp_path / "gate"
    (tmp_path / "sitecustomize.py").write_text(SLOW_START.format(gate=str(gate)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("cutcard.server.store.store.LONGEST", {False: 0.75})

    async def story() -> None:
        async with Store.opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
            first = store._journal.process
            with pytest.raises(NotReady, match="try again"):
                await store.make("AAAA2222", "", made(), False)
            gate.touch()
            await again_and_again(lambda: store.make("AAAA2222", "", made(), False))
            assert store._journal.process is first

    run(story())


def test_store_that_is_closed_refuses(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            await store.make("AAAA2222", "", made(), False)
        with pytest.raises(NotReady, match="stopping"):
            await store.append("AAAA2222", chat(2))

    run(story())


def test_list_has_what_all_may_see_those_to_begin_first(database: str) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            for at, code in enumerate(["AAAA2222", "BBBB2222", "CCCC2222", "DDDD2222", "EEEE2222"]):
                await store.make(code, "", made(time.time() + at), code != "BBBB2222")
            await store.append("AAAA2222", chat(2), {"state": "playing"})
            await store.append("DDDD2222", chat(2), {"state": "over"})
            await store.append("CCCC2222", chat(2), {"listed": False})
            assert await store.listed(50) == ["EEEE2222", "AAAA2222"]
            assert await store.listed(1) == ["EEEE2222"]
            with pytest.raises(NotFound, match="no table FFFF2222"):
                await store.load("FFFF2222")

    run(story())


def test_tables_that_nobody_has_touched_are_forgotten(database: str) -> None:
    old = time.time() - 3.5 * 86400

    async def story() -> None:
        async with opened_store(database) as store:
            for code, at in (("AAAA2222", old), ("BBBB2222", time.time()), ("CCCC2222", old)):
                await store.make(code, "", made(at), True)
            await store.append("AAAA2222", Event(2, "chat", {}, old))
            await store.append("CCCC2222", chat(2))  # an old table where something happened just now
            assert (await store.old(4)).codes == []
            found = await store.old(3)
            assert found.codes == ["AAAA2222"]
            assert await store.forget(["AAAA2222", "BBBB2222", "CCCC2222"], found.before) == 1
            assert {*await store.listed(50)} == {"BBBB2222", "CCCC2222"}
            with pytest.raises(NotFound):
                await store.load("AAAA2222")
            await store.make("AAAA2222", "", made(), False)  # nothing is left of it
            assert len((await store.load("AAAA2222"))[1]) == 1
            assert len((await store.load("CCCC2222"))[1]) == 2

    run(story())


def test_an_answer_that_was_long_on_its_way_does_not_put_the_clock_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened_store(database) as store:
            await store.old(30)
            done = store.carry_out

            async def late(task: Any) -> Any:
                answer = await done(task)
                times.append(store.now())
                await asyncio.sleep(0.3)
                times.append(store.now())
                return answer

            monkeypatch.setattr(store, "carry_out", late)
            times: list[float] = []
            await store.old(30)
            times.append(store.now())
            assert times == sorted(times)

    run(story())


def test_it_goes_on_after_the_connections_were_lost(cluster: Cluster) -> None:
    database = cluster.new_database()

    async def story() -> None:
        async with opened_store(database) as store:
            await store.make("AAAA2222", "", made(), False)
            await store.append("AAAA2222", chat(2))
            name = database.removeprefix("postgresql://postgres@/").partition("?")[0]
            cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            done = False
            for _ in range(5):  # a person would try again, as the refusal says
                try:
                    await store.append("AAAA2222", chat(3))
                    done = True
                    break
                except NotReady:
                    await asyncio.sleep(0.05)
            assert done
            assert [one.seq for one in (await store.load("AAAA2222"))[1]] == [1, 2, 3]

    run(story())


async def opening(database: str) -> None:
    async with opened_store(database):
        pass


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("nonsense", "sqlite:///FILE or postgresql://"),
        ("", "sqlite:///FILE or postgresql://"),
        ("mysql://someone@localhost/cards", "not mysql"),
        ("postgresql://someone@localhost:port/cards", "sqlite:///FILE or postgresql://"),
        ("postgresql://someone:swordfish@127.0.0.1:{port}/cards", "cannot be opened"),
        ("postgresql://someone:swordfish@no.such.host.invalid/cards", "cannot be opened"),
        ("postgresql://someone@/cards?host=/no/such/folder", "cannot be opened"),
        ("postgresql://someone@127.0.0.1:{port}/cards?colour=blue", "cannot be opened"),
        ("sqlite:////no/such/folder/tables.sqlite3", "cannot be opened: unable to open database file"),
        ("sqlite:////proc/tables.sqlite3", "cannot be opened"),
    ],
)
def test_address_that_leads_nowhere_is_said_in_one_line(database: str, said: str) -> None:
    with reserved_port() as port, pytest.raises(CutcardError) as refusal:
        asyncio.run(opening(database.format(port=port)))
    assert said in str(refusal.value)
    assert "swordfish" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk. " * 100)
    with pytest.raises(CutcardError, match="not a database"):
        asyncio.run(opening(f"sqlite:///{tmp_path / 'notes.txt'}"))
    with pytest.raises(CutcardError, match="cannot be opened"):
        asyncio.run(opening(f"sqlite:///{tmp_path}"))


def test_postgresql_that_has_no_such_database(cluster: Cluster) -> None:
    with pytest.raises(CutcardError, match=r"cannot be opened.*does not exist"):
        asyncio.run(opening(f"postgresql://postgres@/cards?host={cluster.folder}"))
    with pytest.raises(CutcardError, match=r"cannot be opened.*does not exist"):
        asyncio.run(opening(f"postgresql://stranger@/postgres?host={cluster.folder}"))


def test_only_the_journal_writes(tmp_path: Path) -> None:
    """SQLite before 3.51.3 can spoil a file where two connections write or tidy up at the same moment."""

    async def story() -> None:
        async with opened_store(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as store:
            said: list[str] = []
            event.listen(store._engine, "before_cursor_execute", lambda *given: said.append(given[2]))
            await store.make("AAAA2222", "", made(), True)
            await store.append("AAAA2222", chat(2), {"state": "playing"})
            assert len((await store.load("AAAA2222"))[1]) == 2
            assert await store.listed(50) == ["AAAA2222"]
            assert said
            assert [statement for statement in said if not statement.startswith("SELECT")] == []
            with pytest.raises(OperationalError, match="readonly"), store._engine.begin() as connection:
                connection.execute(text("DELETE FROM events"))

    run(story())
