"""Nothing that was acknowledged is lost, and nothing is played twice, whenever the server is killed.

Many tables are played at once while the server is killed with SIGKILL at random moments and started again. Clients write
down every answer and every event they were ever told; what they got no answer to they send again with the same id. In the
end each table's log is held against what was written down.
"""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.log_model import connected, stored
from tests.server.played_tables import PlayedTable
from tests.server.running import RunningServer
from tests.server.witnesses import House, Tally
from tests.soak import soaked

GAMES, KILLS = soaked(6, 1500), soaked(2, 150)
AT_ONCE = 40
"""Tables that are being played."""
ANSWERS_PER_GAME = 12
"""At least so many: the kills are spread over all of them."""


async def played(server: RunningServer, games: int, kills: int) -> Tally:
    """All games to their end, and what must hold then."""
    free = asyncio.Semaphore(AT_ONCE)
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=PATIENCE, limits=limits, trust_env=False) as http:
        house = House(server.url, http)
        tally = house.tally
        tables = [PlayedTable(house, number) for number in range(games)]

        async def one(table: PlayedTable) -> None:
            async with free:
                await table.play()

        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(one(table)) for table in tables]
            group.create_task(_killed(server, kills, games * ANSWERS_PER_GAME // (kills + 1), tables, playing))
        await asyncio.to_thread(server.restart)  # what is checked comes from the database
        with connected(server.settings.database) as connection:
            for table in tables:
                log = stored(connection, table.code)
                (await table.seen()).check(log)
    return tally


async def _killed(
    server: RunningServer, kills: int, apart: int, tables: list[PlayedTable], playing: list[asyncio.Task[None]]
) -> None:
    """Kill the server again and again: after some answers, and sometimes before it has given any. Once at least it owes
    somebody an answer."""
    chance, tally, has_owed = random.Random(), tables[0].house.tally, False
    while tally.kills < kills and not all(task.done() for task in playing):
        until = min(tally.answers + chance.randint(0, 2 * apart), (tally.kills + 1) * apart)  # the last before all is over
        if tally.kills == kills - 1:
            until = max(until, 1)
        while tally.answers < until and not all(task.done() for task in playing):
            tally.more.clear()
            await asyncio.wait([asyncio.create_task(tally.more.wait())], timeout=1)
        await asyncio.sleep(chance.random() * 0.05)
        if tally.answers and not has_owed:
            await _until_it_owes_an_answer(server, tables, playing)
            has_owed = True
        tally.kills += 1
        await asyncio.to_thread(server.restart)


async def _until_it_owes_an_answer(
    server: RunningServer, tables: list[PlayedTable], playing: list[asyncio.Task[None]]
) -> None:
    """The server stands still where it is. Answers that were on their way come in the meantime; what then waits for one
    gets none any more. Where somebody's journal does not hold just then, the server goes on: one that stands still cannot be
    ended, and says goodbye to nobody."""
    while not all(task.done() for task in playing):
        server.process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(0.2)
        except asyncio.CancelledError:
            server.process.send_signal(signal.SIGCONT)
            raise
        if any(journal.waiting() for table in tables for journal in table.journals):
            return
        server.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.01)


def test_nothing_acknowledged_is_lost_and_nothing_is_played_twice(database: str, tmp_path: Path) -> None:
    with RunningServer(database, tmp_path / "server.log") as server:
        tally = asyncio.run(played(server, GAMES, KILLS))
    print(f"{GAMES} games, {tally.kills} kills: {tally}")
    assert tally.kills == KILLS
    assert tally.resent, "no kill came between a move and its answer"
    assert tally.twice, "nothing was sent twice"


HASTY = """
import asyncio
from cutcard.server.store.store import Store

def append(self, *words, append=Store.append, **more):
    async def later():
        await asyncio.sleep(2.0)
        await append(self, *words, **more)
    self.__dict__.setdefault("writing", []).append(asyncio.create_task(later()))
    told = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_soon(told.set_result, None)
    return told

Store.append = append
"""
"""Tells of an event before it is written."""

FORGETFUL = """
from cutcard.server.tables.state import TableState

apply = TableState.apply


def forgetful(self, *event):
    apply(self, *event)
    self.answered.clear()


TableState.apply = forgetful
"""
"""Does not know what it has answered."""


@pytest.mark.parametrize("fault", [HASTY, FORGETFUL], ids=["hasty", "forgetful"])
def test_a_server_that_is_not_careful_is_caught(fault: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    running = RunningServer(database, tmp_path / "server.log", fault=fault)
    with running as server, pytest.raises((AssertionError, ExceptionGroup)) as caught:
        asyncio.run(played(server, 6, 2))
    assert isinstance(caught.value, AssertionError) or caught.group_contains(AssertionError)
