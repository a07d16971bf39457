"""All commands of `cutcard`. Each is imported when it is asked for: a list of them is there at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer

from cutcard import __version__
from cutcard.cli.parts import Plain, QuickCommand, QuickGroup, Style, entries, not_asked_for

EXAMPLES = (
    "cutcard                                  play in the browser",
    "cutcard play                             choose a game from a menu, in the terminal",
    "cutcard play pairs --seats 4             play Pairs with three bots, in the terminal",
    "cutcard serve --host 0.0.0.0             let others play in their browsers",
    "cutcard admin backup tables.backup       keep a copy of all tables of a server, while it runs",
    "cutcard rules pickup                     read the rules of Pickup",
    "cutcard deck clever-pickin               see the cards of a game",
    "cutcard replay game.json                 how a recorded game stands",
    "cutcard review game.json                 what every decision of it was worth, and what was luck",
    "cutcard puzzles pairs --count 100        positions in which one move is right, not obvious, and proven",
    "cutcard simulate port --games 100000     who wins how often",
    "cutcard tournament pairs --players steady,champ    who is better",
)


COMPLETE = "_CUTCARD_COMPLETE"
"""The variable by which a shell asks; `cutcard --install-completion` has it do so."""


class Listed(NamedTuple):
    """A command as a list of them has it, and the module that has the rest of it in its `COMMANDS`."""

    module: str
    help: str


COMMANDS = {
    "play": Listed("playing", "Play a game against bots in the terminal; without a game, choose one from a menu."),
    "games": Listed("showing", "List the games and variants there are."),
    "rules": Listed("showing", "Show the rules of a game."),
    "deck": Listed("showing", "Show the cards of a game."),
    "players": Listed("showing", "List the players that bots can be, for `--bots`."),
    "replay": Listed("replaying", "Say how recorded games stand."),
    "review": Listed("reviewing", "Judge every decision of a recorded game: the best move, its cost, and what was luck."),
    "puzzles": Listed("puzzling", "Find positions in which one move is right, not obvious, and proven."),
    "serve": Listed("serve", "Play in the browser, alone or with others."),
    "admin": Listed(
        "admin",
        "Look after the tables of a server: list, show, export and delete them, forget a person, back up and restore.",
    ),
    "verify": Listed("serve", "Check the deal of a game in the browser."),
    "simulate": Listed("lab", "Play many games and measure them."),
    "sweep": Listed("lab", "Measure a game with many values of its options."),
    "ladder": Listed("ladder", "Find out how much skill a game rewards."),
    "tournament": Listed("tournament", "Find out which players are better."),
}


class MainGroup(QuickGroup):
    """The commands, those to begin with first."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=lambda name: name not in ("play", "serve"))


def completed_words() -> list[str]:
    """What is typed so far, where a shell asks how it could go on; shells say it in variables of their own."""
    if COMPLETE not in os.environ:
        return []
    return (os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS") or "").split()[1:]


def application(rich: bool, words: Sequence[str] = ()) -> typer.Typer:
    """The command, its help in boxes or as plain text. Of its parts it has the one that these words ask for, and with it the
    game that they name; where they ask for none it has a list of all."""
    style = Style("rich" if rich else None)
    words = completed_words() or words
    asked, game, *_ = (*(word for word in words if not word.startswith("-")), "", "")
    app = typer.Typer(
        name="cutcard", cls=MainGroup, rich_markup_mode=style.mode, invoke_without_command=True,
        add_completion=asked not in COMMANDS or COMPLETE in os.environ,  # its flags take a moment to read
        epilog=style.examples(EXAMPLES), pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip
    app.callback()(start)
    if asked in COMMANDS:
        module, short_help = COMMANDS[asked]
        parts = {one.name: one for one in import_module(f"cutcard.cli.{module}").COMMANDS}
        parts[asked].declare(app, short_help, style, game)
    else:
        for name, listed in COMMANDS.items():
            app.command(name, cls=QuickCommand, short_help=listed.help)(not_asked_for)
    return app


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
        if plain:  # as if it were said behind the command
            said = {"plain": True}
            context.default_map = {name: {**said, **{entry.name: said for entry in entries()}} for name in COMMANDS}
        return
    if plain:
        from cutcard.cli.playing import open_menu

        open_menu(plain)
    else:
        from cutcard.cli.serve import play_here

        play_here()
