"""Tables that nobody uses leave the memory, and come back when they are asked for."""

import asyncio
import gc
import random
import socket
import weakref
from pathlib import Path

import pytest

from cutcard.server.tables import housekeeping
from cutcard.server.tables.housekeeping import IDLE, SOONEST, idle_ones
from tests.patience import wait_until
from tests.server.client import make_table, watcher
from tests.server.open_tables import any_move, full, here, made, opened, run
from tests.server.running import RunningServer

COUNTING = """
import gc, pathlib, threading, time, weakref
from cutcard.server.live.clients import Client
from cutcard.server.live.sockets import Socket
from websockets.server import ServerProtocol
gc.enable = lambda: None
there, made = weakref.WeakSet(), []
def counted(kind):
    begin = kind.__init__
    def count(one, *given, **named):
        begin(one, *given, **named)
        there.add(one)
        made.append(1)
    kind.__init__ = count
counted(Client)
counted(Socket)
counted(ServerProtocol)
def tell():
    while True:
        time.sleep(0.05)
        pathlib.Path(COUNTS).write_text(f"{len(there)} {len(made)}")
threading.Thread(target=tell, daemon=True).start()
"""
"""For a server that never looks for rings of garbage: it writes down how many clients, sockets and parsers are in
memory, and how many there were."""


def test_which_tables_leave_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "MOST_IDLE", 2)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            found = [(await made(tables, "port", seats=2))[0] for _ in range(6)]
            tables_by_code = {one.state.code: one for one in found}
            new, old, older, oldest, watched, thinking = found
            old.touched -= SOONEST + 1
            older.touched -= SOONEST + 2
            oldest.touched -= IDLE + 1
            for one in (watched, thinking):
                one.touched -= IDLE + 1
            goes = here(watched, None)
            working = {thinking.state.code}
            assert idle_ones(tables_by_code, working) == [older.state.code, oldest.state.code]
            monkeypatch.setattr(housekeeping, "MOST_IDLE", 6)
            assert idle_ones(tables_by_code, working) == [oldest.state.code]
            goes()
            watched.touched -= IDLE + 1
            assert set(idle_ones(tables_by_code, ())) == {one.state.code for one in (oldest, watched, thinking)}
            assert new.state.code not in idle_ones(tables_by_code, ())

    run(story)


def test_one_that_has_left_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "EVERY", 0.02)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await full(tables, "port", seats=2)
            code, told = open_table.state.code, open_table.update(0, 0)
            open_table.touched -= IDLE + 1
            while tables.count():
                await asyncio.sleep(0.01)
            again = await tables.find(code)
            assert again is not open_table
            assert again.update(0, 0) == told

    run(story)


@pytest.mark.parametrize("name", ["port", "pickle"])
def test_one_that_has_left_takes_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """At once, and not only when rings of garbage are looked for, which at a busy server takes a quarter of an hour."""
    monkeypatch.setattr(housekeeping, "EVERY", 0.02)
    chance = random.Random(1)

    async def story() -> None:
        async with opened(tmp_path, grace=0.01) as tables:
            open_table, keys = await full(tables, name, seats=2)
            goes = [here(open_table, key) for key in (*keys, None)]
            for _ in range(5):
                seat, seq = next(iter(open_table.state.asked.items()))
                await open_table.move(seat, any_move(open_table, seat, chance), seq, None)
                for viewer in (0, 1, None):
                    open_table.update(viewer, 0)
            for go in goes:
                go()
            gone = [weakref.ref(open_table), weakref.ref(open_table.state)]
            gc.disable()
            try:
                open_table.touched -= IDLE + 1
                del open_table, goes, go
                while any(one() is not None for one in gone):
                    await asyncio.sleep(0.01)
            finally:
                gc.enable()

    run(story)


def test_a_table_that_is_lost_stays_until_the_last_grace_has_run_out(tmp_path: Path) -> None:
    """The other nodes are to hear then that nobody is here any more."""

    async def story() -> None:
        async with opened(tmp_path, grace=0.2) as tables:
            open_table, keys = await full(tables, "port", seats=2)
            goes = [here(open_table, key) for key in keys]
            told: list[bool] = []
            presence, gone = open_table.presence, weakref.ref(open_table)
            presence.tell = lambda: told.append(presence.is_anybody_by_this_node())
            open_table.lose("a test")
            for go in goes:
                go()
            tables._open_tables.clear()
            del open_table, goes, go
            assert gone() is not None
            while gone() is not None:
                await asyncio.sleep(0.01)
            assert told[-1] is False

    run(story)


def test_a_client_that_has_gone_takes_no_memory(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    fault = f"COUNTS = {str(counts)!r}\n{COUNTING}"
    with RunningServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path / "log", fault=fault) as server:
        seat = make_table(server.url, "port", seats=2, level="easy")
        for visitor in (seat, watcher(seat)):
            with visitor.live() as live:
                live.hear_update()
                live.send({"type": "nonsense"})
                live.hear_update()
        with seat.live() as live:  # one whose line breaks without a word
            live.hear_update()
            live.socket.socket.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: counts.exists() and counts.read_text() == "0 9")
