"""Several nodes on one PostgreSQL, behind a real nginx: any node serves any table, and each of them can be unplugged.

People and bots play, over sockets and by requests alone, while nodes are killed, hang, and lose their line to the database,
and while the database itself is restarted. Then, by its log alone: nothing that was acknowledged is lost, nothing is counted
twice, no table has two histories, and everything that anybody was ever shown is what the log leads to.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy.exc import SQLAlchemyError

from tests.patience import PATIENCE
from tests.server.disturbances import (
    CRASH,
    CUT,
    FREEZE,
    HANG,
    KILL,
    NOTHING,
    RESTART,
    SWALLOW,
    TWO,
    Disturbances,
    percentile,
)  # fmt: skip
from tests.server.log_model import Log, connected, stored
from tests.server.nodes import Nodes
from tests.server.played_tables import PlayedTable, Seen
from tests.server.witnesses import House
from tests.soak import SOAKING, soaked

NODES = 3
TABLES = soaked(3, 60)
"""That are played at once."""
THINKS = soaked((0.0, 0.2), (1.0, 4.0))
"""How long somebody thinks before a move, in seconds. People do think; sixty tables of some who do so for half a second take
all of two cores, and what is measured then is how long they queue for them, even where nothing happens at all."""
LONGEST_HOLD = soaked(0.8, 5.0)
"""How long a disturbance lasts."""
KINDS = soaked(
    [KILL, HANG, CUT, FREEZE, RESTART, CRASH, SWALLOW],
    [kind for _ in range(20) for kind in (KILL, KILL, HANG, HANG, CUT, CUT, FREEZE, SWALLOW, RESTART, CRASH)]
    + [NOTHING] * 20,
)
"""`NOTHING` shows how long a table has no move when all is well; the others are as many as `make soak` promises."""
BAR = 3.0
"""Seconds within which play goes on at another node, at the 99th percentile: of each kind, and of all together. Where two of
three are gone at once it is twice as long: whoever is sent from the one to the other has to find out twice."""
LONGEST_GAME = 600.0
POLLS = soaked(0.1, 0.3)
"""Seconds between two looks of somebody without a socket, while somebody waits for a move at their table."""
LEAST_URGENT = 19


def checking() -> Executor:
    """Where it is checked whether all is true. In a soak, where that takes as much as the servers do, by another process
    that gives way to them."""
    if not SOAKING:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), os.nice, (LEAST_URGENT,))


class Evening:
    """All tables: where one is over the next begins, until all disturbances are."""

    def __init__(self, nodes: Nodes, house: House, seed: int, checking: Executor) -> None:
        self._house = house
        self._checking = checking
        self._database = nodes.database
        self._in_play: dict[int, PlayedTable] = {}
        self._is_late = False
        self.over: list[tuple[Seen, Log]] = []
        self.disturbances = Disturbances(nodes, self._in_play.values, LONGEST_HOLD, seed)

    async def spend(self, tables: int, kinds: list[str]) -> None:
        async with asyncio.TaskGroup() as checks, asyncio.TaskGroup() as group:
            for place in range(tables):
                group.create_task(self._play(place, tables, checks))
            await self._wait_for_all(tables)
            await self.disturbances.run(kinds)
            self._is_late = True
            self._house.late.set()
        self._check_logs()

    async def _wait_for_all(self, tables: int) -> None:
        """Until the first move at each: before that the machine is busy with making them."""
        async with asyncio.timeout(LONGEST_GAME):
            while len(self._in_play) < tables or not all(table.moved for table in self._in_play.values()):
                await asyncio.sleep(0.1)

    async def _play(self, place: int, tables: int, checks: asyncio.TaskGroup) -> None:
        for number in range(place, 10**6, tables):
            table = self._in_play[place] = PlayedTable(self._house, number)
            await table.play()
            checks.create_task(self._check(table))
            if self._is_late:
                break

    async def _check(self, table: PlayedTable) -> None:
        log = await asyncio.to_thread(self._stored, table.code)
        seen = await table.seen()
        await asyncio.get_running_loop().run_in_executor(self._checking, seen.check, log)
        if self.over:  # what was shown of thousands of tables would not all be remembered
            self.over[-1][0].views.clear()
        self.over.append((seen, log))

    def _stored(self, code: str) -> Log:
        """It is read again where the database was restarted just then."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with connected(self._database) as connection:
                    return stored(connection, code)
            except SQLAlchemyError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def _check_logs(self) -> None:
        """Once more after all that happened."""
        for seen, log in self.over:
            final = self._stored(log.code)
            assert final.rows[: len(log.rows)] == log.rows, f"the log of {seen} was changed"
            seen.check_log(final)


async def spent(nodes: Nodes, seed: int, executor: Executor) -> Evening:
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=4, limits=limits, trust_env=False) as http:
        house = House(
            nodes.url, http, thinks=THINKS, writes=True, polls=POLLS, may_refuse=len(nodes.nodes) > 1, longest=LONGEST_GAME
        )
        evening = Evening(nodes, house, seed, executor)
        kinds = list(KINDS)
        random.Random(seed).shuffle(kinds)
        try:
            await evening.spend(TABLES, kinds)
        finally:
            print(f"seed {seed}: {len(evening.over)} games, {len(kinds)} disturbances {kinds[:20]}: {house.tally}")
            print(evening.disturbances.report())
        return evening


def test_a_server_that_one_can_unplug(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    with checking() as executor, Nodes(tmp_path, NODES) as nodes:
        evening = asyncio.run(spent(nodes, seed, executor))
        assert len(evening.over) >= TABLES
        the_checker_is_awake(*evening.over[-1])
    if SOAKING and NODES > 1:
        late = {kind: percentile(own) for kind, own in evening.disturbances.judged().items()}
        too_late = {kind: found for kind, found in late.items() if found > (2 * BAR if kind == TWO else BAR)}
        assert not too_late, f"later than {BAR} s ({2 * BAR} after two at once) at the 99th percentile: {too_late}"


def the_checker_is_awake(seen: Seen, log: Log) -> None:
    """It finds each kind of fault in a log that was good."""
    at = next(index for index, row in enumerate(log.rows) if "id" in row.data)
    mine = log.rows[at]
    again = mine._replace(seq=len(log.rows) + 1)
    elsewhere = mine._replace(data={**mine.data, "id": "s9-9"})
    for rows, fault in (
        (log.rows[:at] + log.rows[at + 1 :], "gaps"),
        ((*log.rows[:at], mine._replace(kind="seat", data={}), *log.rows[at + 1 :]), "acknowledged and lost"),
        ((*log.rows, again), "counted twice"),
        ((*log.rows, again._replace(data={**mine.data, "id": "s9-9"})), "never answered"),
        ((*log.rows[:at], elsewhere, *log.rows[at + 1 :]), "acknowledged and lost"),
    ):
        with pytest.raises(AssertionError, match=fault):
            seen.check_log(log._replace(rows=rows))
    seen.check_views(log)
    with pytest.raises(AssertionError, match=r"not stored|shown and true|not legal"):
        seen.check_views(log._replace(secret="00" * 32))
    last = max(seq for _, seq in seen.views)  # what was said after the end may have been shown to nobody
    with pytest.raises(AssertionError, match="not stored"):
        seen.check_views(log._replace(rows=log.rows[: last - 1]))
