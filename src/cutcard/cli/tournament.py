"""`cutcard tournament`: which players are better."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import typer

from cutcard.cli.flags import Flag, number, switch, words
from cutcard.cli.lab import (
    RUNNING,
    RUNNING_FLAGS,
    STOPPED,
    STUDY,
    Command,
    check_outputs,
    command_line,
    file,
    listed,
    shared_work,
    tell,
    write_frame,
)
from cutcard.core.declaration.game import Rulebook, find
from cutcard.core.declaration.options import Value
from cutcard.core.errors import ParseError
from cutcard.lab import extras
from cutcard.lab.tournaments.deals import play_games
from cutcard.lab.tournaments.in_words import tournament_in_words
from cutcard.lab.tournaments.lineups import LINEUPS
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
    words("players", "NAMES", PLAYERS_HELP, STUDY),
    number("seats", "How many sit at the table. The default is one seat for each player, if the game allows.", STUDY),
    Flag("lineup", str, typer.Option("even", "--lineup", metavar="KIND", help=LINEUP_HELP, rich_help_panel=STUDY)),
    switch("few_seatings", "--few-seatings", FEW_HELP, STUDY, default=False),
    number("deals", "How many deals are played at most.", STUDY, default=DEALS),
    Flag("confidence", float, typer.Option(0.95, "--confidence", metavar="C", help=CONFIDENCE_HELP, rich_help_panel=STUDY)),
    *RUNNING_FLAGS,
    Flag("state", Path | None, typer.Option(None, "--state", metavar="FILE", help=STATE_HELP, rich_help_panel=RUNNING)),
    file("out", "FILE.parquet", "Write every game and seat as a row."),
    file("report", "FILE.html", "Write a page with tables and plots, all in one file."),
)


def tournament(book: Rulebook, table: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard tournament GAME`."""
    if table["players"] is None:
        raise ParseError("say who plays: --players with two names or more, such as steady,random")
    players = listed(table["players"])
    usual = min(max(len(players), book.least_seats), book.most_seats)
    game = find(book.name, usual if table["seats"] is None else table["seats"], 0, options)
    check_outputs(table, {"out": ".parquet", "report": ".html"})
    found = Tournament(
        game, players, deals=table["deals"], confidence=table["confidence"], lineup=table["lineup"],
        few_seatings=table["few_seatings"], seed=table["seed"], state=table["state"],
    )  # fmt: skip
    ready = partial(play_games, found.schedule, 0, found.games_a_deal if found.schedule.is_compiled else 1)
    stopped = False
    try:
        with shared_work(table, found.games_left, game, ready, left="left at most") as (executor, workers, told):
            found.play(executor, workers, told=told)
    except KeyboardInterrupt:
        stopped = True
    try:
        tell(found.json, tournament_in_words(found), table)
    finally:
        if found.deals:
            write_files(found, table)
    if stopped:
        raise typer.Exit(STOPPED)


def write_files(found: Tournament, table: dict[str, Any]) -> None:
    if table["out"]:
        write_frame(table["out"], found.games)
    if table["report"]:
        from cutcard.lab.tournaments.page import tournament_page

        extras.write(table["report"], tournament_page(found, command_line()).encode())


COMMANDS = (Command("tournament", tournament, FLAGS, EXAMPLES, "Find out which players are better."),)
