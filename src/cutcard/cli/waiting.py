"""What a person sees while the lab works: that rules are compiled, and how far the games are."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from cutcard.core.declaration.game import Game
from cutcard.lab.running.work import OnProgress
from cutcard.terminal import WORKER

T = TypeVar("T")

LONG = 2.0
"""Who waited for so many seconds is told how long it took to compile."""

SHOWN_AFTER = 2.0
"""Who waits for longer than so many seconds for a review, or for puzzles, sees how far they are."""

NARROW = 80
"""A terminal with fewer columns than this has room for the numbers of a progress bar, but not for the bar."""


def beside(work: Callable[[], T]) -> T:
    """Do it in a thread, since compiled code in this one would not hear of Ctrl-C: a game may never end."""
    thread = ThreadPoolExecutor(1, thread_name_prefix=WORKER)
    try:
        return thread.submit(work).result()
    finally:
        thread.shutdown(wait=False)


def get_ready(game: Game, work: Callable[[], T], *, plain: bool = False) -> T:
    """Do what compiles the rules of a game. A person at a terminal is told that this is being done, and if it took long,
    how long; who asked for plain lines is not."""
    if plain or not sys.stderr.isatty():
        return beside(work)
    console = Console(stderr=True)
    begun = time.monotonic()
    with console.status(f"Getting the rules of {game.rulebook.title} ready: some seconds the first time…"):
        found = beside(work)
    took = time.monotonic() - begun
    if took > LONG:
        console.print(
            f"The rules were ready after {took:.0f} seconds; what was compiled is kept for the next time.", style="dim"
        )
    return found


@contextmanager
def progress(
    total: int, game: Game, compile_rules: Callable[[], object], *, left: str = "left", plain: bool = False
) -> Iterator[OnProgress]:
    """A bar with rate and time left, for a person at a terminal who did not ask for plain lines; else nothing."""
    get_ready(game, compile_rules, plain=plain)
    if plain or not sys.stderr.isatty():
        yield lambda games: None
        return
    console = Console(stderr=True)
    is_narrow = console.width < NARROW
    columns = (
        *([] if is_narrow else [BarColumn(16)]), MofNCompleteColumn(), TextColumn("games"),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(), TextColumn(left),
        *([] if is_narrow else [TextColumn("(Ctrl-C stops)")]),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        def on_progress(games: int) -> None:
            bar.advance(task, games)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:,.{0 if speed >= 10 else 1}f}/s" if speed else "")

        yield on_progress


@contextmanager
def late_progress(total: int, *columns: ProgressColumn, plain: bool, **fields: Any) -> Iterator[Callable[..., None]]:
    """A bar with these columns behind it, for a person at a terminal who has waited for a while; else nothing. What is given
    takes how many are done by now, and what the columns tell besides."""
    if plain or not sys.stderr.isatty():
        yield lambda completed, **told: None
        return
    console = Console(stderr=True)
    first = [] if console.width < NARROW else [BarColumn(16)]
    bar = Progress(*first, MofNCompleteColumn(), *columns, console=console, transient=True)
    task, begun = bar.add_task("", total=total, **fields), time.monotonic()

    def update(completed: int, **told: Any) -> None:
        bar.update(task, completed=completed, **told)
        if time.monotonic() - begun > SHOWN_AFTER:
            bar.start()

    try:
        yield update
    finally:
        bar.stop()
