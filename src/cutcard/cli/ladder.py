"""`cutcard ladder`: how much skill a game rewards."""

from __future__ import annotations

from functools import partial
from typing import Any

from cutcard.cli.flags import number_flag
from cutcard.cli.lab import (
    FRAMES_HELP,
    RUNNING_FLAGS,
    STUDY,
    check_outputs,
    command_line,
    output_flag,
    play_and_print,
)
from cutcard.cli.parts import Command
from cutcard.cli.waiting import get_ready, progress
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.lab.files import FRAME_ENDINGS, write_frame, write_whole
from cutcard.lab.ladders.ladder import DEALS, FIRST_BUDGET, SEARCHES, SEATS, Ladder
from cutcard.lab.ladders.text import ladder_text
from cutcard.lab.tournaments.deals import play_games

EXAMPLES = (
    "cutcard ladder {name}",
    "cutcard ladder {name} --searches 0 --deals 50000",
    "cutcard ladder {name} --searches 7 --search-deals 500 --processes",
    "cutcard ladder {name} --seats 4 --json | jq .skill",
    "cutcard ladder {name} --report ladder.html",
)

SEATS_HELP = f"How many sit at the table. The default is {SEATS}, or the fewest that the game allows."
SEARCHES_HELP = (
    f"How many rungs search has: the first makes {FIRST_BUDGET} simulations a move, each one above twice as many."
)
SEARCH_DEALS_HELP = (
    "How many deals are played of each step in which one searches. The default is what takes about a minute in all."
)
FLAGS = (
    number_flag("searches", SEARCHES_HELP, STUDY, default=SEARCHES),
    number_flag("deals", "How many deals are played of each step of quick players.", STUDY, default=DEALS),
    number_flag("search_deals", SEARCH_DEALS_HELP, STUDY),
    number_flag("seats", SEATS_HELP, STUDY),
    *RUNNING_FLAGS,
    output_flag("out", "FILE", f"Write every step as a row, {FRAMES_HELP}."),
    output_flag("report", "FILE.html", "Write a page with table and plot, all in one file."),
)


def ladder(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard ladder GAME`."""
    seats = max(SEATS, book.least_seats) if flags["seats"] is None else flags["seats"]
    game = find(book.name, seats, 0, options)
    check_outputs(flags, {"out": FRAME_ENDINGS, "report": ".html"})
    said = {name: flags[name] for name in ("searches", "deals", "search_deals", "seed")}
    found = get_ready(game, partial(Ladder, game, **said), plain=flags["plain"])
    bar = progress(found.wanted, game, partial(compile_for, found), plain=flags["plain"])
    play_and_print(found, bar, lambda: ladder_text(found), write_files, flags)


def compile_for(found: Ladder) -> None:
    """A game of each kind of step: by chance and with slips, and where one searches."""
    for step in (found.played_steps[0], found.played_steps[-1]):
        play_games(step.schedule, 0, 1)


def write_files(found: Ladder, flags: dict[str, Any]) -> None:
    if flags["out"] and found.step_rows:
        write_frame(flags["out"], found.steps)
    if flags["report"] and found.step_rows:
        from cutcard.lab.ladders.page import ladder_page

        write_whole(flags["report"], ladder_page(found, command_line()).encode())


COMMANDS = (
    Command(
        name="ladder", do=ladder, flags=FLAGS, examples=EXAMPLES, help="Find out how much skill a game rewards.",
    ),
)  # fmt: skip
