"""`cutcard puzzles`: positions in which one move is right, not obvious, and proven."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from rich.progress import TextColumn

from cutcard.cli.flags import number_flag, switch_flag
from cutcard.cli.lab import OUTPUT, PROCESSES_HELP, RUNNING, STUDY, executor_for, output_flag, print_results
from cutcard.cli.parts import PLAIN_HELP, Command
from cutcard.cli.waiting import beside, get_ready, late_progress
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.early import STOPPED
from cutcard.lab.files import check_writable, write_whole
from cutcard.puzzles.finding import Finder, Search, searched
from cutcard.puzzles.puzzle import as_lines
from cutcard.puzzles.text import puzzles_text

EXAMPLES = (
    "cutcard puzzles {name}",
    "cutcard puzzles {name} --count 100 --output puzzles.jsonl",
    "cutcard puzzles {name} --seats 2 --seed 7",
    "cutcard puzzles {name} --count 100 --processes --json",
)

COUNT = 10
MOST = 100_000

SEATS_HELP = "How many sit at the table. By default each game has another number, up to 5."
FLAGS = (
    number_flag("count", "How many puzzles are looked for.", STUDY, default=COUNT),
    number_flag("seats", SEATS_HELP, STUDY),
    number_flag("seed", "The same number gives the same puzzles.", STUDY, default=0),
    number_flag("workers", "How many threads or processes share the work. The default is one for each core.", RUNNING),
    switch_flag("processes", "--processes", PROCESSES_HELP, RUNNING, default=False),
    output_flag("output", "FILE.jsonl", "Write the puzzles, one on each line, as docs/puzzles.md says."),
    switch_flag("json", "--json", "Print them as JSON.", OUTPUT, default=False),
    switch_flag("plain", "--plain", PLAIN_HELP, OUTPUT, default=False),
)


def puzzles(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard puzzles GAME`."""
    if not 0 < flags["count"] <= MOST:
        raise ParseError(f"--count is from 1 to {MOST:,}, not {flags['count']}")
    search = Search(book.name, flags["seats"], tuple(options.items()), flags["seed"])
    game = find(book.name, search.seats_of(0), 0, options)
    output: Path | None = flags["output"]
    if output is not None:
        if output.suffix != ".jsonl":
            raise ParseError(f"--output writes .jsonl files: {output} is named otherwise")
        check_writable(output)
    found, stopped = Finder(search, flags["count"]), False
    try:
        get_ready(game, lambda: searched(search, 0), plain=flags["plain"])
        look(found, flags)
    except KeyboardInterrupt:
        stopped = True
    try:
        print_results(
            lambda: [one.json() for one in found.puzzles], puzzles_text(game.called.title, found), flags
        )  # fmt: skip
    finally:
        if output is not None and (found.puzzles or not stopped):
            write_whole(output, as_lines(found.puzzles).encode())
    if stopped:  # what was found up to then is told and written all the same
        raise typer.Exit(STOPPED)


def look(found: Finder, flags: dict[str, Any]) -> None:
    """Look through games until there are enough puzzles."""
    told = TextColumn("puzzles in {task.fields[games]} games (Ctrl-C stops)")
    with (
        late_progress(found.wanted, told, plain=flags["plain"], games="0") as advance,
        executor_for({**flags, "dask": None}) as (executor, workers),
    ):
        steps = found.run(executor, workers)
        while beside(lambda: next(steps, None)) is not None:
            advance(len(found.puzzles), games=f"{found.games:,}")


COMMANDS = (
    Command(
        name="puzzles", do=puzzles, flags=FLAGS, examples=EXAMPLES,
        help="Find positions in which one move is right, not obvious, and proven.",
    ),
)  # fmt: skip
