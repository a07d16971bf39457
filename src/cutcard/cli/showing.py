"""What there is: `cutcard games`, `rules`, `deck` and `players`."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutcard.cli.parts import PLAIN_HELP, Command, Plain, PlainCommand, entries, loaded
from cutcard.core.registry import Named

if TYPE_CHECKING:
    from cutcard.cli.flags import Flag
    from cutcard.core.declaration.options import Value
    from cutcard.core.declaration.rulebook import Rulebook
    from cutcard.terminal.screen import Screen

DECK_EXAMPLES = (
    "cutcard deck pairs                       its cards, and how many of each",
    "cutcard deck pickle                      in their order, with their points",
    "cutcard deck clever-pickin --deck FILE   your own deck, to check it",
)
GAME_DECK_EXAMPLES = (
    "cutcard deck {name}",
    "cutcard deck {name} --plain | less",
)
GAMES_EXAMPLES = ("cutcard games",)
PLAYERS_EXAMPLES = ("cutcard players",)
RULES_EXAMPLES = (
    "cutcard rules pairs",
    "cutcard rules to-the-moon --plain | less",
)


JSON_HELP = "As JSON, for programs."
GAME_HELP = "The name of a game or variant, as `cutcard games` lists it."
AsJson = Annotated[bool, typer.Option("--json", help=JSON_HELP)]


def in_json(entry: Named) -> dict[str, Any]:
    """A game as programs read it; of a variant also the game it is one of, and its options."""
    return {
        "name": entry.name,
        "title": entry.title,
        "game": entry.cover.name,
        "options": dict(entry.preset),
        "least_seats": entry.cover.least_seats,
        "most_seats": entry.cover.most_seats,
        "summary": entry.summary,
        "mood": entry.cover.mood,
        "length": entry.cover.length,
    }


def page_screen(plain: bool) -> Screen:
    """For what is only read."""
    from cutcard.terminal.plain_screen import PlainScreen  # takes a moment, and a list of games does without
    from cutcard.terminal.rich_screen import RichScreen

    return PlainScreen() if plain or not sys.stdout.isatty() else RichScreen()


def list_games(plain: Plain = False, as_json: AsJson = False) -> None:
    """List the games and variants there are."""
    if as_json:
        print(json.dumps([in_json(entry) for entry in entries()], indent=2, ensure_ascii=False))
        return
    if plain or not sys.stdout.isatty():
        for entry in entries():
            print(f"{entry.name}: {entry.title}, {entry.cover.seats_in_words}. {entry.summary}")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("Name", "Game", "Seats", ""):
        table.add_column(column, no_wrap=bool(column))
    for entry in entries():
        seats = f"{entry.cover.least_seats}–{entry.cover.most_seats}"
        table.add_row(f"[bold cyan]{entry.name}", entry.title, seats, entry.summary)
    Console(highlight=False).print(table)


def show_rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=lambda: [one.name for one in entries()])
    ],
    plain: Plain = False,
) -> None:
    """Show the rules of a game, with the rulings marked where the printed rules leave something open."""
    from cutcard.present.rules_pages import rules_of
    from cutcard.terminal.screen import is_interactive

    screen, page = page_screen(plain), rules_of(loaded(game))
    with screen.paged() if is_interactive() and not plain else nullcontext():
        screen.page(page)


def show_deck(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard deck GAME`."""
    from cutcard.core.declaration.game import find
    from cutcard.terminal.decks import deck_page

    page = deck_page(book, find(book.name, None, 0, options).options)
    if flags["json"]:
        rows = [dict(zip(page.columns, row, strict=True)) for row in page.rows]
        print(json.dumps({"game": book.name, "notes": page.notes, "cards": rows}, indent=2, ensure_ascii=False))
        return
    page_screen(flags["plain"]).deck(page)


def with_rows_only(entry: Named) -> Named:
    """A game with those of its options that list cards."""
    from cutcard.core.declaration.options import NumbersBySeat, Row

    book = entry.rulebook
    rows = [option for option in book.options if isinstance(option, Row) and not isinstance(option, NumbersBySeat)]
    return replace(entry, cover=replace(book, options=tuple(rows)), preset={})


def deck_flags(_: Rulebook) -> tuple[Flag, ...]:
    from cutcard.cli.flags import switch_flag

    return (
        switch_flag("plain", "--plain", PLAIN_HELP, "Options", default=False),
        switch_flag("json", "--json", JSON_HELP, "Options", default=False),
    )


def list_players(plain: Plain = False, as_json: AsJson = False) -> None:
    """List the players that bots can be, for `--bots`."""
    from rich.console import Console
    from rich.markup import escape

    from cutcard.players import names, summary

    if as_json:
        print(json.dumps([{"name": name, "summary": summary(name)} for name in names()], indent=2, ensure_ascii=False))
        return
    for name in names():
        if plain or not sys.stdout.isatty():
            print(f"{name}: {summary(name)}")
        else:
            Console(highlight=False).print(f"[bold cyan]{name}[/]  {escape(summary(name))}")


COMMANDS = (
    PlainCommand("games", list_games, GAMES_EXAMPLES),
    PlainCommand("rules", show_rules, RULES_EXAMPLES),
    PlainCommand("players", list_players, PLAYERS_EXAMPLES),
    Command(
        name="deck", do=show_deck, flags=deck_flags, examples=GAME_DECK_EXAMPLES, help="Show the cards of a game.",
        of_one="Show the cards of {title}.", in_short="The cards of {title}.", group_examples=DECK_EXAMPLES,
        narrowed=with_rows_only,
    ),
)  # fmt: skip
