"""What happens to the nodes of a server while people play, one thing after another and now and then two at once, and how
long it is until play goes on."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.patience import PATIENCE
from tests.server.nodes import Node, Nodes
from tests.server.played_tables import PlayedTable
from tests.soak import soaked

KILL, HANG, CUT, FREEZE, SWALLOW, CRASH, RESTART, NOTHING = (
    "kill", "hang", "cut", "freeze", "swallow", "crash", "restart", "nothing",
)  # fmt: skip
OF_A_NODE = (KILL, HANG, CUT, FREEZE, SWALLOW)
OF_THE_DATABASE = {CRASH: "immediate", RESTART: "fast"}
LONGEST = soaked(PATIENCE, 60.0)
"""After so many seconds without a move at a table it is said to stand still."""
SETTLES = soaked(0.0, 7.0)
"""Seconds from one to the next: somebody may still wait for an answer that never comes, for six seconds at most. What that
costs a table is not to be counted to what happens next."""
CLOCKS = 0.01
"""What the clocks of the test and of the database may differ by, on one machine."""


class Delay(NamedTuple):
    """How long a table that was in play had no move after something had happened, in seconds."""

    kind: str
    table: str
    seconds: float
    is_alone: bool
    """Whether nothing else happened meanwhile."""


class Disturbances:
    """Two at once never leave less than one node untouched."""

    def __init__(self, nodes: Nodes, in_play: Callable[[], Iterable[PlayedTable]], longest_hold: float, seed: int) -> None:
        self._nodes = nodes
        self._in_play = in_play
        self._longest_hold = longest_hold
        self._chance = random.Random(seed)
        self._touched: set[Node] = set()
        self.delays: list[Delay] = []

    async def run(self, kinds: list[str]) -> None:
        kinds = list(kinds)
        while kinds:
            kind = kinds.pop(0)
            is_pair = bool(kinds) and len(self._nodes.nodes) > 2 and self._chance.random() < 0.2
            async with asyncio.TaskGroup() as group:
                group.create_task(self._disturb(kind, not is_pair))
                if is_pair:
                    await asyncio.sleep(self._chance.random())
                    group.create_task(self._disturb(kinds.pop(0), False))
            await asyncio.sleep(SETTLES + self._chance.random() * 0.3)

    async def _disturb(self, kind: str, is_alone: bool) -> None:
        """Let it happen, put it right again after a while, and wait until all tables have gone on."""
        tables = [table for table in self._in_play() if table.moved]
        at, now = time.time(), time.monotonic()
        async with asyncio.TaskGroup() as group:
            if kind in OF_THE_DATABASE:
                await asyncio.to_thread(self._nodes.restart_database, OF_THE_DATABASE[kind])
                at, now = time.time(), time.monotonic()  # before that nobody can play
            elif kind in OF_A_NODE:
                group.create_task(self._happen_to_a_node(kind))
            for table in tables:
                group.create_task(self._wait_for_play(kind, table, at, now, is_alone))

    async def _happen_to_a_node(self, kind: str) -> None:
        node = self._chance.choice([node for node in self._nodes.nodes if node not in self._touched])
        begin, end = {
            KILL: (node.kill, node.start),
            HANG: (node.hang, node.wake),
            CUT: (node.cut, node.restore),
            FREEZE: (node.freeze, node.restore),
            SWALLOW: (node.swallow, node.restore),
        }[kind]
        self._touched.add(node)
        try:
            await asyncio.to_thread(begin)
            await asyncio.sleep(self._chance.uniform(0.1, self._longest_hold))
            await asyncio.to_thread(end)
        finally:
            self._touched.discard(node)

    async def _wait_for_play(self, kind: str, table: PlayedTable, at: float, now: float, is_alone: bool) -> None:
        with table.hurried():
            while not table.is_over:
                later = [heard for made, heard in table.moved.values() if made > at + CLOCKS]
                if later:
                    self.delays.append(Delay(kind, str(table), max(min(later) - now, 0.0), is_alone))
                    return
                assert time.monotonic() - now < LONGEST, f"no move for {LONGEST} s after {kind} at {table}"
                await asyncio.sleep(0.05)

    def report(self) -> str:
        lines = []
        for kind in dict.fromkeys(delay.kind for delay in self.delays):
            own = [delay.seconds for delay in self.delays if delay.kind == kind]
            last = max((delay for delay in self.delays if delay.kind == kind), key=lambda delay: delay.seconds)
            lines.append(
                f"{kind}: {len(own)} tables, half within {percentile(own, 0.5):.2f} s, 99 % within {percentile(own):.2f} s, "
                f"all within {last.seconds:.2f} s (the last was {last.table})"
            )
        return "\n".join(lines)

    def of_nodes(self) -> list[float]:
        """All delays after something had happened to one node, and nothing else."""
        return [delay.seconds for delay in self.delays if delay.kind in OF_A_NODE and delay.is_alone]

    def of_nothing(self) -> list[float]:
        """How long a table has no move anyway: people think, and the machine has other things to do."""
        return [delay.seconds for delay in self.delays if delay.kind == NOTHING]


def percentile(seconds: list[float], part: float = 0.99) -> float:
    return sorted(seconds)[math.ceil(part * len(seconds)) - 1] if seconds else 0.0
