"""`cutcard tournament`: which players are better."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import typer

from cutcard.cli.flags import Flag, number_flag, players_flag, switch_flag
from cutcard.cli.lab import (
    FRAMES_HELP,
    RUNNING,
    RUNNING_FLAGS,
    STUDY,
    check_outputs,
    command_line,
    output_flag,
    play_and_print,
    player_names,
)
from cutcard.cli.parts import Command
from cutcard.cli.waiting import progress
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.lab.files import FRAME_ENDINGS, write_frame, write_whole
from cutcard.lab.tournaments.deals import play_games
from cutcard.lab.tournaments.lineups import LINEUPS
from cutcard.lab.tournaments.text import tournament_text
from cutcard.lab.tournaments.tournament import DEALS, Tournament
from cutcard.players import names

EXAMPLES = (
    "cutcard tournament {name} --players steady,random",
    "cutcard tournament {name} --players steady,random --seats 3 --report page.html",
    "cutcard tournament {name} --players search,steady --seats 4 --lineup one --processes --state search.state",
    "cutcard tournament {name} --players steady,random --confidence 1 --deals 500 --json | jq .standings",
)

PLAYERS_HELP = (
    f"Who plays: two names or more, with commas between. There are: {', '.join(names())}; "
    "a class of your own is module:name."
)
LINEUP_HELP = "Who meets whom. " + " ".join(f"{kind}: {text}." for kind, text in LINEUPS.items())
FEW_HELP = "Play a deal in no more seatings than keep it fair, instead of all."
CONFIDENCE_HELP = "Stop when the order is settled so surely. 1 plays all deals."
STATE_HELP = "Keep in this file how far it is. The same command goes on from there."
FLAGS = (
    players_flag("players", PLAYERS_HELP, STUDY),
    number_flag("seats", "How many sit at the table. The default is one seat for each player, if the game allows.", STUDY),
    Flag("lineup", str, typer.Option("even", "--lineup", metavar="KIND", help=LINEUP_HELP, rich_help_panel=STUDY)),
    switch_flag("few_seatings", "--few-seatings", FEW_HELP, STUDY, default=False),
    number_flag("deals", "How many deals are played at most.", STUDY, default=DEALS),
    Flag("confidence", float, typer.Option(0.95, "--confidence", metavar="C", help=CONFIDENCE_HELP, rich_help_panel=STUDY)),
    *RUNNING_FLAGS,
    Flag("state", Path | None, typer.Option(None, "--state", metavar="FILE", help=STATE_HELP, rich_help_panel=RUNNING)),
    output_flag("out", "FILE", f"Write every game and seat as a row, {FRAMES_HELP}."),
    output_flag("report", "FILE.html", "Write a page with tables and plots, all in one file."),
)


def tournament(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard tournament GAME`."""
    if flags["players"] is None:
        raise ParseError("say who plays: --players with two names or more, such as steady,random")
    players = player_names(flags["players"])
    usual = min(max(len(players), book.least_seats), book.most_seats)
    game = find(book.name, usual if flags["seats"] is None else flags["seats"], 0, options)
    check_outputs(flags, {"out": FRAME_ENDINGS, "report": ".html"})
    found = Tournament(
        game, players, deals=flags["deals"], confidence=flags["confidence"], lineup=flags["lineup"],
        few_seatings=flags["few_seatings"], seed=flags["seed"], state=flags["state"],
    )  # fmt: skip
    compile_rules = partial(play_games, found.schedule, 0, found.games_a_deal if found.schedule.is_compiled else 1)
    bar = progress(found.games_left, game, compile_rules, left="left at most", plain=flags["plain"])
    play_and_print(found, bar, lambda: tournament_text(found), write_files, flags)


def write_files(found: Tournament, flags: dict[str, Any]) -> None:
    if not found.deals:
        return
    if flags["out"]:
        write_frame(flags["out"], found.games)
    if flags["report"]:
        from cutcard.lab.tournaments.page import tournament_page

        write_whole(flags["report"], tournament_page(found, command_line()).encode())


COMMANDS = (
    Command(
        name="tournament", do=tournament, flags=FLAGS, examples=EXAMPLES, help="Find out which players are better.",
    ),
)  # fmt: skip
