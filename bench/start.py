"""How soon the command answers: the processor time of a new process, beside one that imports Numba alone. Also by itself:
.venv/bin/python -m bench.start"""

import resource
import subprocess
import sys
from statistics import median

from rich.console import Console
from rich.table import Table

NUMBA = "import numba"
PROCESSES = {
    NUMBA: ["-c", "import numba"],
    "cutcard --help": ["-m", "cutcard", "--help"],
    "cutcard games": ["-m", "cutcard", "games"],
    "the journal of a server": ["-c", "import cutcard.server.store.journal"],
}
BARS = {"cutcard --help": 0.6, "cutcard games": 0.6}
ROUNDS = 5


def seconds_of(words: list[str]) -> float:
    """The processor time of a process, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(rounds: int = ROUNDS) -> dict[str, list[float]]:
    """In every round each of them once, so that a busy moment hits all alike; the first round is for the disk."""
    found: dict[str, list[float]] = {name: [] for name in PROCESSES}
    for number in range(rounds + 1):
        for name, words in PROCESSES.items():
            seconds = seconds_of(words)
            if number:
                found[name].append(seconds)
    return found


def start_table(found: dict[str, list[float]], misses: list[str]) -> Table:
    table = Table(title="Start-up, processor time")
    for title in ("what", "seconds", f"× {NUMBA}", "at most"):
        table.add_column(title, justify="left" if title == "what" else "right")
    for name, seconds in found.items():
        ratio = median(one / other for one, other in zip(seconds, found[NUMBA], strict=True))
        bar = BARS.get(name)
        table.add_row(name, f"{median(seconds):.2f}", f"{ratio:.2f}", f"{bar:g}" if bar else "")
        if bar and ratio > bar:
            misses.append(f"{name} takes {ratio:.2f} times as long to start as {NUMBA}")
    return table


def main() -> int:
    misses: list[str] = []
    Console().print(start_table(measured(), misses))
    return len(misses)


if __name__ == "__main__":
    sys.exit(main())
