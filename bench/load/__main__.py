"""`make load`: tables of four clients that move as soon as they may, at our server and at boardgame.io's."""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.load import servers
from bench.load.generator import Result
from bench.load.servers import Missing, Server

WIDTH = 112
TABLES, SECONDS, WARM_UP, ROUNDS = 250, 15.0, 3.0, 1
USUAL_BYTES, USUAL_LENGTH = 3000, 250
CPU_BAR, RATE_BAR = 0.6, 3.0
"""Processor time for a move with one process, and moves a second with two: in those of boardgame.io without a store."""
OTHERS_BAR = 0.2
ONE, TWO = "Cutcard, SQLite", "Cutcard, PostgreSQL, two processes"
BARE = "Cutcard, composing nothing"
MEMORY, FILES = "boardgame.io, memory", "boardgame.io, FlatFile"
PROCESSES = {ONE: 1, TWO: 2}
KEEPS = {
    ONE: "every move, synced, before anybody is told",
    BARE: "the same, and tells people nothing but whose turn it is: what is left if composing costs nothing",
    TWO: "the same; the processor time and memory of PostgreSQL and nginx are counted with it",
    MEMORY: "nothing: its default",
    FILES: "every move, not synced, after all are told",
}
Say = Callable[[str], None]


@dataclass(frozen=True)
class Found:
    """What one round of one server gave."""

    load: Result
    kilobytes: float
    """Of memory that the server took for each table, with its clients and what was played meanwhile."""
    cpu: float
    """Seconds of processor time of the server in the measured time."""
    others: float
    """And of everything that is neither the server nor the clients."""

    @property
    def a_move(self) -> float:
        """Milliseconds of processor time of the server for a move."""
        return 1000 * self.cpu / max(1, self.load.moves)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables of four clients (default {TABLES})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"measured time (default {SECONDS:g})")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all are measured in turn; the middle counts")
    parser.add_argument("--floor", action="store_true", help="and ours without composing: what composing could gain at most")
    parser.add_argument("--only", choices=("ours", "theirs"), help="leave the others out")
    chosen = parser.parse_args()
    console, progress = Console(width=WIDTH), Console(stderr=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the servers are stopped too
    try:
        with progress.status("starting") as status:
            say: Say = status.update if progress.is_terminal else lambda text: progress.print(text)
            if chosen.only != "ours":
                servers.fetch_theirs(say)
            found = rounds(chosen, say)
    except Missing as error:
        progress.print(str(error), style="bold red")
        return 2
    console.print(
        f"{chosen.tables} tables, {chosen.tables * 4:,} clients, one move at a time at each table, "
        f"{chosen.seconds:g} seconds, {os.cpu_count()} cores for servers, clients and whatever else runs."
    )
    console.print(results_table(found))
    for name in found:
        console.print(f"{name} keeps {KEEPS[name]}.")
    others = max(one.others / one.load.seconds for one in found.values())
    if others > OTHERS_BAR:
        console.print(f"Other programs had up to {others:.1f} cores meanwhile: on a quiet machine all of this is different.")
    for line, is_met in beside_theirs(found):
        console.print(line if is_met else f"below its bar: {line}", style=None if is_met else "bold red")
    still = sum(one.load.still for one in found.values())
    if still:
        console.print(f"{still} tables stood still", style="bold red")
    return still + sum(not is_met for _, is_met in beside_theirs(found))


def rounds(chosen: argparse.Namespace, say: Say) -> dict[str, Found]:
    """Each server in turn; boardgame.io's game is made as big and as long as what was just played at ours."""
    found: dict[str, list[Found]] = {}
    size, length = USUAL_BYTES, USUAL_LENGTH
    for number in range(chosen.rounds):
        named = f"round {number + 1} of {chosen.rounds}"
        for name in (ONE, TWO) if chosen.only != "theirs" else ():
            start_ours = partial(servers.ours, processes=PROCESSES[name])
            ours = measured("ours", start_ours, chosen, partial(_tell, say, f"{named}: {name}"))
            found.setdefault(name, []).append(ours)
            size, length = round(ours.load.bytes), round(ours.load.length)
        if chosen.floor:
            found.setdefault(BARE, []).append(
                measured("ours", servers.bare, chosen, partial(_tell, say, f"{named}: {BARE}"))
            )
        for name, files in ((MEMORY, False), (FILES, True)) if chosen.only != "ours" else ():
            start = partial(servers.theirs, size=size, length=length, files=files)
            told = partial(_tell, say, f"{named}: {name}")
            found.setdefault(name, []).append(measured("theirs", start, chosen, told))
    return {name: middle(each) for name, each in found.items()}


def _tell(say: Say, where: str, what: str) -> None:
    say(f"{where}: {what}")


def middle(each: list[Found]) -> Found:
    return sorted(each, key=lambda one: one.a_move)[len(each) // 2]


def measured(
    kind: str, start: Callable[[Path], AbstractContextManager[Server]], chosen: argparse.Namespace, say: Say
) -> Found:
    with tempfile.TemporaryDirectory(prefix="cutcard-load-") as folder, start(Path(folder)) as server:
        say("getting ready")
        for _ in generated(kind, server, 1, 1.0):  # what is loaded with the first table is no table's own
            pass
        server.settle()
        say("opening tables")
        before, used, everything, after, result = server.megabytes(), 0.0, 0.0, 0.0, None
        for line in generated(kind, server, chosen.tables, chosen.seconds):
            if line == "begin":
                say("measuring")
                used, everything = server.processor_seconds(), servers.machine_seconds()
            elif line == "end":
                used, everything = server.processor_seconds() - used, servers.machine_seconds() - everything
                after = server.megabytes()
            elif line.startswith("{"):
                result = Result(**json.loads(line))
        if result is None:
            raise Missing("the load ended without a result")
        return Found(result, 1000 * (after - before) / chosen.tables, used, max(0.0, everything - used - result.cpu))


def generated(kind: str, server: Server, tables: int, seconds: float) -> Iterable[str]:
    """Run the load, and give what it says while it says it."""
    command = [sys.executable, "-m", "bench.load.generator", kind, "--port", str(server.port), "--tables", str(tables)]
    command += ["--warm-up", str(WARM_UP), "--seconds", str(seconds)]
    with subprocess.Popen(command, cwd=servers.ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                yield line.strip()
            process.wait()
        finally:
            process.terminate()  # where it is left before its end
    if process.returncode:
        raise Missing(f"the load at the {kind} server failed")


def results_table(found: dict[str, Found]) -> Table:
    table = Table(title="From sending a move to every client having it")
    table.add_column("")
    for name in found:
        table.add_column(name, justify="right")
    rows: list[tuple[str, Callable[[Found], str]]] = [
        ("moves/s", lambda one: f"{one.load.rate:,.0f}"),
        ("50th percentile, ms", lambda one: f"{one.load.p50:.0f}"),
        ("99th percentile, ms", lambda one: f"{one.load.p99:.0f}"),
        ("the slowest, ms", lambda one: f"{one.load.slowest:.0f}"),
        ("KB of memory a table", lambda one: f"{one.kilobytes:.0f}"),
        ("bytes an update", lambda one: f"{one.load.bytes:,.0f}"),
        ("games that ended", lambda one: f"{one.load.games:,}"),
        ("server: cores busy", lambda one: f"{one.cpu / one.load.seconds:.2f}"),
        ("server: ms of processor a move", lambda one: f"{one.a_move:.2f}"),
        ("clients: cores busy", lambda one: f"{one.load.cpu / one.load.seconds:.2f}"),
        ("clients: late by, 99th percentile, ms", lambda one: f"{one.load.lag:.1f}"),
        ("everything else: cores busy", lambda one: f"{one.others / one.load.seconds:.2f}"),
        ("tables that stood still", lambda one: str(one.load.still)),
        ("moves that were refused", lambda one: str(one.load.refused)),
    ]
    for title, shown in rows:
        table.add_row(title, *(shown(one) for one in found.values()))
    return table


def beside_theirs(found: dict[str, Found]) -> list[tuple[str, bool]]:
    """Each bar in words, and whether it is met."""
    told = []
    if ONE in found and MEMORY in found:
        times = found[ONE].a_move / found[MEMORY].a_move
        words = f"{times:.2f} times boardgame.io's processor time for a move, with one process; the bar is {CPU_BAR:g}"
        told.append((words, times <= CPU_BAR))
    if TWO in found and MEMORY in found:
        times = found[TWO].load.rate / found[MEMORY].load.rate
        words = f"{times:.2f} times boardgame.io's moves a second, with two processes; the bar is {RATE_BAR:g}"
        told.append((words, times >= RATE_BAR))
    return told


if __name__ == "__main__":
    sys.exit(main())
