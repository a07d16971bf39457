"""The command `cutcard`."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from typer.core import TyperGroup

from cutcard import __version__
from cutcard.cli import lab, replaying, serve, tournament
from cutcard.cli.flags import DECK_FLAGS, PLAIN_HELP, command_for, table_flags
from cutcard.cli.playing import PlayFlags, begin
from cutcard.core import registry
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import NumbersBySeat, Row, Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError, NotFound, ParseError, RecordError
from cutcard.core.registry import Named
from cutcard.players import names, summary
from cutcard.present.rules_pages import rules_of
from cutcard.terminal.compile_wait import BackgroundCompiler
from cutcard.terminal.decks import deck_page
from cutcard.terminal.menu import Menu
from cutcard.terminal.patience import WORKER
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.screen import Screen, is_interactive, seats_in_words

EXAMPLES = (
    "cutcard                                  play in the browser",
    "cutcard play                             choose a game from a menu, in the terminal",
    "cutcard play pairs --seats 4             play Pairs with three bots, in the terminal",
    "cutcard serve --host 0.0.0.0             let others play in their browsers",
    "cutcard rules pickup                     read the rules of Pickup",
    "cutcard deck clever-pickin               see the cards of a game",
    "cutcard replay game.json                 how a recorded game stands",
    "cutcard simulate port --games 100000     who wins how often",
    "cutcard tournament pairs --players steady,champ    who is better",
)
PLAY_EXAMPLES = (
    "cutcard play pairs                       four seats, three bots of medium strength",
    "cutcard play port --bots hard            easy, medium, hard or expert",
    "cutcard play pickup --people Ann,Ben     two people at one keyboard, the rest are bots",
    "cutcard play pickup --save evening.json  saved after every move",
    "cutcard play pickup --resume evening.json",
    "cutcard play continuous --help           all that can be said of it",
)
GAME_EXAMPLES = (
    "cutcard play {name}",
    "cutcard play {name} --seats 3 --bots random",
    "cutcard play {name} --seed 7 --save evening.json",
    "cutcard play {name} --resume evening.json",
)
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

Plain = Annotated[bool, typer.Option("--plain", help=PLAIN_HELP)]


class MainGroup(TyperGroup):
    """The commands, those to begin with first."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=lambda name: name not in ("play", "serve"))


class GamesGroup(TyperGroup):
    """A group of commands that says which games there are when it is asked for another."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            loaded(args[0])
        if len(args) > 1 and args[1] in self.commands:
            listed = ", ".join(entry.name for entry in entries())
            raise ParseError(f"{args[0]} and {args[1]} are two games: say one; the games are: {listed}")
        return super().resolve_command(ctx, args)


def screen_for(plain: bool) -> Screen:
    """In colour where there is a person at a terminal who did not ask for plain lines."""
    wants_plain = plain or not is_interactive() or os.environ.get("TERM") == "dumb"
    return PlainScreen() if wants_plain else RichScreen()


def page_screen(plain: bool) -> Screen:
    """For what is only read."""
    return PlainScreen() if plain or not sys.stdout.isatty() else RichScreen()


def loaded(name: str) -> Named:
    """A game by its name or a variant's. What another package gets wrong is said as any other refusal."""
    try:
        return registry.named(name)
    except CutcardError:
        raise
    except Exception as error:
        raise CutcardError(f"the game {name} cannot be loaded: {error}") from error


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """Every game that can be loaded; one that cannot does not stop the others."""
    found: list[Rulebook] = []
    for name in registry.GAMES.names():
        try:
            found.append(loaded(name).rulebook)
        except CutcardError as error:
            print(f"cutcard: {error}", file=sys.stderr)
    return tuple(found)


def entries() -> list[Named]:
    """Every name that a game or a variant goes by."""
    return registry.callings(rulebooks())


def open_menu(plain: bool) -> None:
    """The menu of games, while their rules are compiled in the background."""
    books = rulebooks()
    compiler = BackgroundCompiler(books)
    compiler.start()
    Menu(books, screen_for(plain), compiler).run()


# Commands


def list_games(plain: Plain = False) -> None:
    """List the games and variants there are."""
    if plain or not sys.stdout.isatty():
        for entry in entries():
            print(f"{entry.name}: {entry.title}, {seats_in_words(entry.rulebook.seat_range)}. {entry.summary}")
        return
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("Name", "Game", "Seats", ""):
        table.add_column(column, no_wrap=bool(column))
    for entry in entries():
        seats = f"{entry.rulebook.least_seats}–{entry.rulebook.most_seats}"
        table.add_row(f"[bold cyan]{entry.name}", entry.title, seats, entry.summary)
    Console(highlight=False).print(table)


def show_rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game or variant, as `cutcard games` lists it.")],
    plain: Plain = False,
) -> None:
    """Show the rules of a game, with the rulings marked where the printed rules leave something open."""
    page_screen(plain).page(rules_of(loaded(game)))


def show_deck(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard deck GAME`."""
    page_screen(flags["plain"]).deck(deck_page(book, find(book.name, None, 0, options).options))


def list_players(plain: Plain = False) -> None:
    """List the players that bots can be, for `--bots`."""
    for name in names():
        if plain or not sys.stdout.isatty():
            print(f"{name}: {summary(name)}")
        else:
            Console(highlight=False).print(f"[bold cyan]{name}[/]  {escape(summary(name))}")


def play_game(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard play GAME`."""
    screen = screen_for(flags.pop("plain"))
    if not begin(book, PlayFlags(**flags, options=options), screen):
        raise typer.Exit(1)


# The command


Examples = Callable[[Sequence[str]], str]
"""Puts examples below a help text."""


def application(rich: bool, asked: str | None = None) -> typer.Typer:
    """The command with all its parts; its help in boxes, or as plain text. Where one of them is asked for, only that one is
    declared, and where it is none of them, none has a part for each game: to declare them all takes longer than most
    commands do."""
    mode: Any = "rich" if rich else None
    examples = examples_in_boxes if rich else examples_as_text
    app = typer.Typer(
        name="cutcard", cls=MainGroup, rich_markup_mode=mode, add_completion=False, invoke_without_command=True,
        epilog=examples(EXAMPLES), pretty_exceptions_enable=False,
    )  # fmt: skip
    app.callback()(start)
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        command = COMMANDS[name]
        if isinstance(command, PlainCommand):
            app.command(name, epilog=examples(command.examples), short_help=command.short_help)(command.do)
        else:
            app.add_typer(command(entries() if asked in (None, name) else [], mode, examples), name=name)
    return app


def play_commands(entries: Sequence[Named], mode: Any, examples: Examples) -> typer.Typer:
    """`cutcard play`, with a command for each game."""
    games = typer.Typer(
        cls=GamesGroup, rich_markup_mode=mode, invoke_without_command=True, subcommand_metavar="GAME [OPTIONS]",
        epilog=examples(PLAY_EXAMPLES),
        help="Play a game against bots in the terminal; without a game, choose one from a menu.",
    )  # fmt: skip
    games.callback()(choose_and_play)
    for entry in entries:
        seats = seats_in_words(entry.rulebook.seat_range)
        declare = games.command(
            entry.name, help=f"Play {entry.title}, for {seats}. {entry.summary}", short_help=f"{entry.title}, {seats}.",
            epilog=examples([line.format(name=entry.name) for line in GAME_EXAMPLES]),
        )  # fmt: skip
        declare(command_for(entry, play_game, table_flags(entry.rulebook)))
    return games


def deck_commands(entries: Sequence[Named], mode: Any, examples: Examples) -> typer.Typer:
    """`cutcard deck`, with a command for each game; of its options it takes those that list cards."""
    decks = typer.Typer(
        cls=GamesGroup, rich_markup_mode=mode, no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]",
        epilog=examples(DECK_EXAMPLES), help="Show the cards of a game.",
    )  # fmt: skip
    for entry in entries:
        book = entry.rulebook
        declare = decks.command(
            entry.name, help=f"Show the cards of {entry.title}.", short_help=f"The cards of {entry.title}.",
            epilog=examples([line.format(name=entry.name) for line in GAME_DECK_EXAMPLES]),
        )  # fmt: skip
        rows = [option for option in book.options if isinstance(option, Row) and not isinstance(option, NumbersBySeat)]
        entry = replace(entry, rulebook=replace(book, options=tuple(rows)), preset={})
        declare(command_for(entry, show_deck, DECK_FLAGS))
    return decks


class PlainCommand(NamedTuple):
    """A command that is the same for all games."""

    do: Callable[..., None]
    examples: Sequence[str]
    short_help: str | None = None


COMMANDS: dict[str, PlainCommand | Callable[[Sequence[Named], Any, Examples], typer.Typer]] = {
    "play": play_commands,
    "games": PlainCommand(list_games, GAMES_EXAMPLES),
    "rules": PlainCommand(show_rules, RULES_EXAMPLES, "Show the rules of a game."),
    "deck": deck_commands,
    "players": PlainCommand(list_players, PLAYERS_EXAMPLES),
    "replay": PlainCommand(replaying.replay_records, replaying.REPLAY_EXAMPLES, "Say how recorded games stand."),
    "serve": PlainCommand(serve.serve, serve.SERVE_EXAMPLES, "Play in the browser, alone or with others."),
    "verify": PlainCommand(serve.verify, serve.VERIFY_EXAMPLES, "Check the deal of a game in the browser."),
    **{one.name: partial(lab.commands, one, GamesGroup) for one in (*lab.COMMANDS, *tournament.COMMANDS)},
}
"""All commands; those that are not the same for all games as what declares them for some."""


def examples_in_boxes(lines: Sequence[str]) -> str:
    return "\n\n".join(["Examples:", *lines])


def examples_as_text(lines: Sequence[str]) -> str:
    return "\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])


def start(
    context: typer.Context,
    plain: Plain = False,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Card games for the Pairs deck and others, to play with friends and against bots.

    Without a command it starts a server for this machine and opens the browser. With --plain alone it opens the menu of
    `cutcard play`, line by line, also for a pipe."""
    if version:
        print(f"cutcard {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if plain:
        open_menu(plain)
    else:
        serve.play_here()


def choose_and_play(context: typer.Context, plain: Plain = False) -> None:
    """Without a command: the menu for a person, and for a pipe that asks for lines; else help."""
    if context.invoked_subcommand is not None:
        return
    if plain or sys.stdin.isatty():
        open_menu(plain)
    else:
        typer.echo(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command and give its exit status. Whatever is refused is said in one line."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        asked = next((word for word in words if not word.startswith("-")), "")
        application(sys.stdout.isatty(), asked)(words, prog_name="cutcard")
    except CutcardError as error:
        print(f"cutcard: {error}", file=sys.stderr)
        return 2 if isinstance(error, ParseError | NotFound) and not isinstance(error, RecordError) else 1
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 0 if finished.code is None else 1
    return 0


def main() -> None:
    """The command in a process of its own."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.path.append(str(Path.cwd()))  # for players as `module:attribute`; last, so that it hides nothing
    status = run()
    if any(thread.name.startswith(WORKER) for thread in threading.enumerate()):
        # A thread still compiles: waiting for it, or taking the compiler from under it, helps nobody.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    raise SystemExit(status)
