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
SETTLES = soaked(0.0, 1.0)
"""Seconds from one to the next, once no table waits any more: nodes that were away are back in their places."""
LOOKS_AT_NOTHING = 2.0
CLOCKS = 0.01
"""What the clocks of the test and of the database may differ by, on one machine."""
TWO = "two at once"


class Delay(NamedTuple):
    """How long a table that was in play stood still after something had happened (of two things at once: after both), and
    until the next thing did."""

    kind: str
    table: str
    seconds: float


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
            own = [kinds.pop(0)]
            if kinds and len(self._nodes.nodes) > 2 and self._chance.random() < 0.2:
                own.append(kinds.pop(0))
            tables = [table for table in self._in_play() if table.moved]
            async with asyncio.TaskGroup() as group:
                begun = time.monotonic()
                group.create_task(self._disturb(own[0]))
                if len(own) > 1:
                    await asyncio.sleep(self._chance.random())
                    begun = time.monotonic()
                    group.create_task(self._disturb(own[1]))
            end = time.monotonic() + LONGEST
            while waiting := [str(table) for table in self._in_play() if table.turns.is_waited_for and not table.is_over]:
                assert time.monotonic() < end, f"no move for {LONGEST} s after {own} at {', '.join(waiting)}"
                await asyncio.sleep(0.05)
            await asyncio.sleep(SETTLES + self._chance.random() * 0.3)
            kind = own[0] if len(own) == 1 else TWO if set(own) <= {*OF_A_NODE, NOTHING} else f"{TWO}, of the database too"
            for table in tables:
                if (waited := table.turns.waited(begun, time.monotonic())) is not None:
                    self.delays.append(Delay(kind, str(table), waited))

    async def _disturb(self, kind: str) -> None:
        """Let it happen, put it right again after a while, and wait until all tables have gone on."""
        tables = [table for table in self._in_play() if table.moved]
        at, now = time.time(), time.monotonic()
        async with asyncio.TaskGroup() as group:
            if kind in OF_THE_DATABASE:
                await asyncio.to_thread(self._nodes.restart_database, OF_THE_DATABASE[kind])
                at, now = time.time(), time.monotonic()  # before that nobody can play
            elif kind in OF_A_NODE:
                group.create_task(self._happen_to_a_node(kind))
            else:
                await asyncio.sleep(LOOKS_AT_NOTHING)
            for table in tables:
                group.create_task(self._wait_for_play(kind, table, at, now))

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

    async def _wait_for_play(self, kind: str, table: PlayedTable, at: float, now: float) -> None:
        while not table.is_over and not any(made > at + CLOCKS for made in table.moved.values()):
            assert time.monotonic() - now < LONGEST, f"no move for {LONGEST} s after {kind} at {table}"
            await asyncio.sleep(0.05)

    def judged(self) -> dict[str, list[float]]:
        """How long tables stood still after something had happened to one node: by kind, and all together; and to two of
        three at once."""
        found = {kind: own for kind in OF_A_NODE if (own := self._of(kind))}
        together = {"together": [seconds for own in found.values() for seconds in own]}
        return {**found, **together, **({TWO: own} if (own := self._of(TWO)) else {})}

    def _of(self, kind: str) -> list[float]:
        return [delay.seconds for delay in self.delays if delay.kind == kind]

    def report(self) -> str:
        """A line for each kind; those that are not judged come last."""
        judged = self.judged()
        others = [kind for kind in dict.fromkeys(delay.kind for delay in self.delays) if kind not in judged]
        lines = [f"{'seconds that a table stands still':36}{'tables':>8}{'half':>8}{'99 %':>8}{'all':>8}"]
        for kind, own in (*judged.items(), *((kind, self._of(kind)) for kind in others)):
            figures = "".join(f"{percentile(own, part):8.2f}" for part in (0.5, 0.99, 1.0))
            lines.append(f"{kind if kind in judged else kind + ' (not judged)':36}{len(own):8}{figures}")
        worst = sorted(self.delays, key=lambda delay: -delay.seconds)[:5]
        lines.append(f"worst: {', '.join(f'{delay.seconds:.2f} at {delay.table} ({delay.kind})' for delay in worst)}")
        return "\n".join(lines)


def percentile(seconds: list[float], part: float = 0.99) -> float:
    return sorted(seconds)[math.ceil(part * len(seconds)) - 1] if seconds else 0.0
