"""The load: a process of its own that keeps many tables going and measures, as in
`python -m bench.load.generator ours --port 8000 --tables 250`.

It says `open` when all tables are open, `begin` and `end` of the measured time, and then the result as JSON.
"""

import argparse
import asyncio
import gc
import random
import resource
import statistics
import sys
import time
from collections.abc import Coroutine
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import httpx
import orjson
import uvloop

from bench.load.tables import KINDS, SEATS, Maker, Table, Tally

AT_ONCE = 16
"""So many tables are opened at the same time, and so many begin."""
TICK = 0.01
PATIENCE = 60
USUAL_LENGTH = 250
"""Moves of a game of Port at four seats, by random players."""

T = TypeVar("T")


@dataclass(frozen=True)
class Result:
    tables: int
    clients: int
    seconds: float
    moves: int
    p50: float
    """Milliseconds from sending a move to every client having it."""
    p99: float
    slowest: float
    bytes: float
    """Of an update."""
    games: int
    """That ended in the measured time."""
    length: float
    """Moves of a game that ended, on average; about 250 where none did."""
    refused: int
    still: int
    """Tables at which nothing moved in the measured time."""
    cpu: float
    """Seconds of processor time of this process in the measured time."""
    lag: float
    """Milliseconds by which this process was late in noticing that time had passed, the 99th percentile."""

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


async def some_at_once(works: list[Coroutine[Any, Any, T]]) -> list[T]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(work: Coroutine[Any, Any, T]) -> T:
        async with gate:
            return await work

    return await asyncio.gather(*(one(work) for work in works))


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


class Load:
    def __init__(self, make: Maker, port: int, tables: int) -> None:
        self.make, self.port, self.tally = make, port, Tally()
        limits = httpx.Limits(keepalive_expiry=2.0)  # sooner than a server closes what is idle
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=limits)
        self.chance = random.Random(1)
        self.tables: list[Table] = []
        self.count = tables
        self.late: list[float] = []
        self.moved: set[int] = set()
        self.lengths: list[int] = []

    async def table(self) -> Table:
        table = self.make(self.port, self.http, self.tally, self.chance)
        await table.open()
        return table

    async def open(self) -> None:
        self.tables = await some_at_once([self.table() for _ in range(self.count)])

    async def begin(self) -> None:
        await some_at_once([table.begin() for table in self.tables])

    async def keep_going(self, place: int) -> None:
        """When a game is over, the same four begin another."""
        while True:
            table = self.tables[place]
            await table.over
            self.moved.add(place)
            self.lengths.append(table.played)
            table.close()
            self.tables[place] = await self.table()
            await self.tables[place].begin()

    async def watch_the_time(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.late.append(time.perf_counter() - due)

    async def measured(self, warm_up: float, seconds: float) -> Result:
        await self.begin()
        await asyncio.sleep(warm_up)
        for table in self.tables:
            table.moved = False
        self.moved.clear()
        self.tally = fresh = self.fresh_tally()
        begun, used = time.perf_counter(), processor_seconds()
        say("begin")
        self.late.clear()
        await asyncio.sleep(seconds)
        ended, used = time.perf_counter(), processor_seconds() - used
        say("end")
        took = [1000 * (last - sent) for sent, last in fresh.moves if sent >= begun]
        return Result(
            tables=self.count, clients=SEATS * self.count, seconds=ended - begun, moves=len(fresh.moves),
            p50=percentile(took, 0.5), p99=percentile(took, 0.99), slowest=max(took, default=0.0),
            bytes=fresh.bytes / max(1, fresh.updates), games=fresh.games, refused=fresh.refused,
            length=statistics.fmean(self.lengths or [USUAL_LENGTH]),
            still=sum(not table.moved and place not in self.moved for place, table in enumerate(self.tables)),
            cpu=used, lag=1000 * percentile(self.late, 0.99),
        )  # fmt: skip

    def fresh_tally(self) -> Tally:
        tally = Tally()
        for table in self.tables:
            table.tally = tally
        return tally

    async def run(self, warm_up: float, seconds: float) -> Result:
        await self.open()
        say("open")
        gc.collect()
        gc.disable()  # nothing here goes in circles, and a pause would look like one of the server's
        going = asyncio.gather(self.watch_the_time(), *(self.keep_going(place) for place in range(self.count)))
        measured = asyncio.create_task(self.measured(warm_up, seconds))
        await asyncio.wait((going, measured), return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            going.result()  # only an error ends it
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        return measured.result()


def say(what: str) -> None:
    print(what, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.load.generator", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--warm-up", type=float, default=3.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    chosen = parser.parse_args()

    async def work() -> Result:
        return await Load(KINDS[chosen.kind], chosen.port, chosen.tables).run(chosen.warm_up, chosen.seconds)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(work())
        sys.stdout.write(orjson.dumps(asdict(result)).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
