"""`python -m bench.load.soak`: 800 sockets at 200 tables for half an hour, and what the server takes of the machine.

After the first ten minutes neither memory nor descriptors may grow. When a game is over, the next table is made."""

import argparse
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.load import servers
from bench.load.__main__ import generated
from bench.load.servers import Missing, Server
from bench.load.tables import SEATS

TABLES, MINUTES, SETTLED = 200, 30.0, 1 / 3
EVERY = 15.0
"""Seconds between two looks."""
MAY_GROW = 0.05
"""By which share the last third may be above the second: what one look differs from another."""


@dataclass(frozen=True)
class Look:
    minutes: float
    megabytes: float
    descriptors: int


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables of four clients (default {TABLES})")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"how long (default {MINUTES:g})")
    chosen = parser.parse_args()
    console = Console()
    try:
        looks, told = soaked(chosen.tables, chosen.minutes, console)
    except Missing as error:
        console.print(str(error), style="bold red")
        return 2
    console.print(f"{chosen.tables * SEATS} sockets, {chosen.minutes:g} minutes: {told}")
    return max(grown(looks, what, console) for what in ("megabytes", "descriptors"))


def soaked(tables: int, minutes: float, console: Console) -> tuple[list[Look], str]:
    """What was seen, and what the clients tell of it."""
    looks: list[Look] = []
    is_over, told = threading.Event(), ""
    with tempfile.TemporaryDirectory(prefix="cutcard-soak-") as folder, servers.ours(Path(folder), 1) as server:
        watching = threading.Thread(target=watch, args=(server, looks, is_over, console), daemon=True)
        try:
            for line in generated("ours", server, tables, 60 * minutes):
                if line == "begin":
                    watching.start()
                elif line.startswith("{"):
                    told = line
        finally:
            is_over.set()
            if watching.is_alive():
                watching.join()
    return looks, told


def watch(server: Server, looks: list[Look], is_over: threading.Event, console: Console) -> None:
    begun = time.monotonic()
    while not is_over.wait(EVERY):
        looks.append(Look((time.monotonic() - begun) / 60, server.megabytes(), server.descriptors()))
        last = looks[-1]
        console.print(f"{last.minutes:5.1f} min  {last.megabytes:7.1f} MB  {last.descriptors} descriptors")


def grown(looks: list[Look], what: str, console: Console) -> int:
    """1 where the last third of the looks lies above the second."""
    end = looks[-1].minutes
    second = [getattr(look, what) for look in looks if SETTLED * end <= look.minutes < 2 * SETTLED * end]
    third = [getattr(look, what) for look in looks if look.minutes >= 2 * SETTLED * end]
    before, after = (sum(each) / len(each) for each in (second, third))
    console.print(f"{what}: {before:.1f} in the second third, {after:.1f} in the last")
    return int(after > before * (1 + MAY_GROW))


if __name__ == "__main__":
    sys.exit(main())
