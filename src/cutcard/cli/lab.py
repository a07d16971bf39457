"""The commands of the lab: `cutcard simulate` and `cutcard sweep`."""

from __future__ import annotations

import json
import multiprocessing
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich.console import RenderableType
from rich.measure import Measurement
from rich.table import Table

from cutcard.cli.flags import Flag, number_flag, players_flag, switch_flag, text_flag
from cutcard.cli.parts import PLAIN_HELP, Command
from cutcard.cli.waiting import progress
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.early import STOPPED
from cutcard.lab import extras
from cutcard.lab.files import FRAME_ENDINGS, check_writable, is_stream, write_frame, write_whole
from cutcard.lab.reports.text import results_console, study_text, sweep_text
from cutcard.lab.running.chunks import Plan, play_chunk
from cutcard.lab.running.work import OnProgress, cores
from cutcard.lab.studies.study import Study
from cutcard.lab.sweeps.sweep import LINE_UP, PLAYERS, SEATS, Sweep, read_options
from cutcard.players import names
from cutcard.terminal import WORKER

SIMULATE_EXAMPLES = (
    "cutcard simulate {name} --players steady,random --games 100000",
    "cutcard simulate {name} --seats 3 --out games.parquet",
    "cutcard simulate {name} --players random --json | jq .by_seat",
    "cutcard simulate {name} --report report.html",
    "cutcard simulate {name} --games 500 --records games.jsonl",
)

SWEEP_EXAMPLES = (
    "cutcard sweep {name} --option burn=0,5,10",
    "cutcard sweep {name} --option burn=0..20:5 --plot sweep.png",
    "cutcard sweep {name} --option burn=0,10 --seats 3 --report sweep.html",
    "cutcard sweep {name} --option seats=2..4 --option players=steady,random",
)

STUDY, OUTPUT, RUNNING = "The games", "Where the results go", "How it is run"

WIDEST = 400
"""Of a table, in characters."""


def output_flag(name: str, form: str, help_text: str) -> Flag:
    """A flag that takes the name of a file for results."""
    return Flag(name, Path | None, typer.Option(None, f"--{name}", metavar=form, help=help_text, rich_help_panel=OUTPUT))


FRAMES_HELP = "as .parquet, .csv or .json"
PROCESSES_HELP = "Use processes: quicker where players are not compiled."
DASK_HELP = "Have the games played by the workers of a Dask cluster, such as tcp://host:8786."
RUNNING_FLAGS = (
    number_flag("seed", "Games are dealt from this number: the same number gives the same games.", STUDY, default=0),
    number_flag("workers", "How many threads or processes share the work. The default is one for each core.", RUNNING),
    switch_flag("processes", "--processes", PROCESSES_HELP, RUNNING, default=False),
    text_flag("dask", "ADDRESS", DASK_HELP, RUNNING),
    switch_flag("json", "--json", "Print the results as JSON.", OUTPUT, default=False),
    switch_flag("plain", "--plain", PLAIN_HELP, OUTPUT, default=False),
)
PLAYERS_HELP = (
    "Who plays: one name for all seats, or one for each with commas between. Players that differ change seats and "
    f"neighbours from game to game. There are: {', '.join(names())}; a class of your own is module:name. The default is "
    "steady."
)
SIMULATE_FLAGS = (
    players_flag("players", PLAYERS_HELP, STUDY),
    number_flag("games", "How many games are played. The default is 10000.", STUDY, default=10_000),
    number_flag("seats", "How many sit at the table. The default is as many as there are players named, or 4.", STUDY),
    *RUNNING_FLAGS,
    output_flag("out", "FILE", f"Write every game and seat as a row, {FRAMES_HELP}."),
    output_flag("records", "FILE.jsonl", "Write the games themselves, a record on each line, for cutcard replay."),
    output_flag("report", "FILE.html", "Write a page with plots, all in one file."),
)

OPTION_HELP = (
    "What to vary: an option with a range (target=11..41:5), a list (burn=0,5) or both; seats=2..4 and "
    "players=steady,steady+random too. Can be said several times."
)
SWEEP_FLAGS = (
    Flag("option", list[str], typer.Option([], "--option", metavar="NAME=VALUES", help=OPTION_HELP, rich_help_panel=STUDY)),
    players_flag("players", PLAYERS_HELP, STUDY),
    number_flag("games", "How many games are played of each combination. The default is 5000.", STUDY, default=5_000),
    number_flag(
        "skill_games", "How many games of each step of the ladder, for skill; 0 leaves it out.", STUDY, default=2_000
    ),
    number_flag("search_games", "How many of each step in which one searches, which takes long.", STUDY, default=0),
    number_flag("seats", "How many sit at the table. The default is as many as there are players named, or 4.", STUDY),
    *RUNNING_FLAGS,
    output_flag("out", "FILE", f"Write every combination as a row, {FRAMES_HELP}."),
    output_flag("plot", "FILE", "Draw the measures against the options, as .svg or .png."),
    output_flag("report", "FILE.html", "Write a page with plot and table, all in one file."),
)


def simulate(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard simulate GAME`."""
    players = player_names(flags["players"])
    game = seated_game(book, players, flags["seats"], options)
    plan, kept = Plan.of(game, players, flags["seed"]), flags["out"] is not None
    study = Study(plan, flags["games"], keep=kept, records=flags["records"])
    check_outputs(flags, {"out": FRAME_ENDINGS, "records": ".jsonl", "report": ".html"})
    bar = progress(study.wanted, game, first_game(study.plan), plain=flags["plain"])
    play_and_print(study, bar, lambda: study_text(study), write_study, flags)


def play_and_print(
    found: Any, bar: AbstractContextManager[OnProgress], text: Callable[[], Iterable[RenderableType]],
    write: Callable[[Any, dict[str, Any]], None], flags: dict[str, Any],
) -> None:  # fmt: skip
    """Play a study, a sweep or a tournament, print what it found and write its files; after Ctrl-C with what there is."""
    stopped = False
    try:
        with bar as on_progress, executor_for(flags) as (executor, workers):
            found.play(executor, workers, on_progress=on_progress)
    except KeyboardInterrupt:
        stopped = True
    try:
        print_results(found.json, text(), flags)
    finally:
        write(found, flags)
    if stopped:  # what was played up to then is told and written all the same
        raise typer.Exit(STOPPED)


def write_study(study: Study, flags: dict[str, Any]) -> None:
    if not study.played:
        return
    if flags["out"]:
        write_frame(flags["out"], study.games)
    if flags["report"]:
        from cutcard.lab.reports.page import study_page

        write_whole(flags["report"], study_page(study, command_line()).encode())


def sweep(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard sweep GAME`."""
    varied = read_options(book, flags["option"])
    for name in varied:
        if name in options or flags.get(name if name in (SEATS, PLAYERS) else "") is not None:
            raise ParseError(f"the option {name} is both varied and set: say it once")
    players = player_names(flags["players"])
    line_ups = [str(value).split(LINE_UP) for value in varied.get(PLAYERS, ())]
    game = seated_game(book, max([players, *line_ups], key=len), flags["seats"], options)
    found = Sweep(game, varied, players, flags["games"], flags["skill_games"], flags["search_games"], flags["seed"])
    check_outputs(flags, {"out": FRAME_ENDINGS, "plot": ".svg .png", "report": ".html"})
    bar = progress(found.wanted, game, first_game(found.points[0].study.plan), plain=flags["plain"])
    play_and_print(found, bar, lambda: sweep_text(found), write_sweep, flags)


def write_sweep(found: Sweep, flags: dict[str, Any]) -> None:
    if flags["out"] and found.rows:
        write_frame(flags["out"], found.frame)
    if flags["plot"] and found.rows:
        from cutcard.lab.reports.drawing import image_bytes
        from cutcard.lab.sweeps.drawing import sweep_figure

        write_whole(flags["plot"], image_bytes(sweep_figure(found), flags["plot"].suffix[1:]))
    if flags["report"] and found.rows:
        from cutcard.lab.reports.page import sweep_page

        write_whole(flags["report"], sweep_page(found, command_line()).encode())


# What the commands share


def player_names(text: str | None) -> list[str]:
    found = [name.strip() for name in ("steady" if text is None else text).split(",")]
    if not all(found):
        raise ParseError(f"--players is a name, or one for each with commas between, not {text!r}")
    return found


def seated_game(book: Rulebook, players: Sequence[str], seats: int | None, options: dict[str, Value]) -> Game:
    """The game at as many seats as was said, or as there are players."""
    return find(book.name, seats if seats is not None or len(players) == 1 else len(players), 0, options)


def check_outputs(flags: dict[str, Any], endings: dict[str, str]) -> None:
    """What would only fail after the work is said before it."""
    for name, ending in endings.items():
        path: Path | None = flags.get(name)
        if path is None:
            continue
        if path.suffix not in ending.split() and not (name == "records" and is_stream(path)):
            raise ParseError(f"--{name} writes {' or '.join(ending.split())} files: {path} is named otherwise")
        if name == "out":
            extras.polars()
        elif name != "records":
            extras.matplotlib("figure")
        if name == "report":
            extras.jinja2()
        check_writable(path)


def print_results(as_json: Callable[[], object], parts: Iterable[RenderableType], flags: dict[str, Any]) -> None:
    """Print what was found, part by part; a table wider than the terminal runs over, so that no digit is cut off. That may
    fail, as in a pipe to `head`, so files are written whatever comes of it."""
    if flags["json"]:
        print(json.dumps(as_json(), indent=2), flush=True)
        return
    out = results_console(flags["plain"])
    usual = out.width
    for part in parts:
        if isinstance(part, Table):
            part.box = None if flags["plain"] else part.box
            out.width = max(usual, Measurement.get(out, out.options.update_width(WIDEST), part).maximum)
        out.print(part)
        out.width = usual


def command_line() -> str:
    """The command as it was typed, less the folders of its files: a report is for others to see."""
    return shlex.join(["cutcard", *map(without_folders, sys.argv[1:])])


def without_folders(word: str) -> str:
    flag, equals, value = word.rpartition("=")
    return f"{flag}{equals}{Path(value).name}" if Path(value).is_absolute() else word


def first_game(plan: Plan) -> Callable[[], object]:
    """What plays one game, so that everything is compiled."""
    return partial(play_chunk, plan, 0, 1, 1, False)


@contextmanager
def executor_for(flags: dict[str, Any]) -> Iterator[tuple[Executor, int]]:
    """Who does the work, and how many they are: threads, processes or a cluster, as was said. After Ctrl-C nobody
    waits for what is still under way."""
    count = flags["workers"]
    if count is not None and count < 1:
        raise ParseError(f"the number of workers is 1 or more, not {count}")
    count = count or cores()
    if flags["dask"] is not None:
        from cutcard.lab.running.cluster import cluster

        with cluster(flags["dask"]) as found:
            yield found
        return
    pool: Executor
    if flags["processes"]:
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=leave_ctrl_c_to_the_parent)
    else:
        pool = ThreadPoolExecutor(count, thread_name_prefix=WORKER)
    try:
        yield pool, count
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    pool.shutdown()


def leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


COMMANDS = (
    Command(
        name="simulate", do=simulate, flags=SIMULATE_FLAGS, examples=SIMULATE_EXAMPLES,
        help="Play many games and measure them.",
    ),
    Command(
        name="sweep", do=sweep, flags=SWEEP_FLAGS, examples=SWEEP_EXAMPLES,
        help="Measure a game with many values of its options.",
    ),
)  # fmt: skip
