"""`cutcard play`: the menu, and from what the flags say to a game."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cutcard.cli.flags import table_flags
from cutcard.cli.parts import Command, Plain, covers, said_plainly
from cutcard.core.declaration.game import find
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.table import Table
from cutcard.present.seats import Seating, people_named, seated, with_dealer_drawn
from cutcard.terminal.compile_wait import BackgroundCompiler, getting_ready
from cutcard.terminal.evening import cleaned, play_evening
from cutcard.terminal.menu import Menu, welcome
from cutcard.terminal.patience import patiently
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.saving import Keeper, resumed
from cutcard.terminal.screen import Screen, agreed, is_interactive
from cutcard.terminal.session import Session

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


@dataclass(frozen=True)
class PlayFlags:
    """What the flags said; None where they said nothing."""

    seats: int | None
    bots: str | None
    seat: int
    name: str | None
    people: str | None
    dealer: int | None
    seed: int | None
    save: Path | None
    resume: Path | None
    options: Mapping[str, Value]
    penalty: str | None = None
    aids: bool = True

    @property
    def given(self) -> dict[str, Value]:
        """What was said of the game itself."""
        table = {"seats": self.seats, "dealer": self.dealer}
        return {name: value for name, value in {**table, **self.options}.items() if value is not None}

    def names(self) -> tuple[str, ...]:
        """Of those at this keyboard; none where `--people` does not say."""
        if self.people is None:
            return ()
        if self.name is not None:
            raise ParseError("say who plays with --people or with --name, not with both")
        return people_named(self.people)

    def seating(self, rulebook: Rulebook, seats: int) -> Seating:
        return seated(seats, self.seat, self.bots, self.name, rulebook.name, self.names())

    def number_of_seats(self, rulebook: Rulebook) -> int | None:
        """As many as were asked for; else the usual number, or a seat for each where there are more people."""
        people, usual = len(self.names()), min(max(4, rulebook.least_seats), rulebook.most_seats)
        if people > rulebook.most_seats:
            raise ParseError(f"{rulebook.title} has {rulebook.most_seats} seats at most, too few for {people} people")
        return max(usual, people) if self.seats is None else self.seats


def begin(rulebook: Rulebook, flags: PlayFlags, screen: Screen) -> bool:
    """Sit down and play; False if a bot could not go on."""
    compiler = BackgroundCompiler([rulebook])
    penalty = cleaned(flags.penalty)
    path = save_path(flags, screen)
    if flags.resume:
        from_file = flags.resume
        ready = getting_ready(rulebook.title)
        table = patiently(lambda: resumed(from_file, rulebook, flags.given, flags.seed), screen, ready)
    else:
        table = dealt(rulebook, flags, compiler, screen)
    seating = flags.seating(rulebook, table.game.seats)
    screen.say(*welcome(table.game, seating, flags.aids))
    if path and not table.is_over:
        screen.say(f"The game is saved in {path} after every move.")
    if flags.aids:
        compiler.get_advice_ready(rulebook)
    keeper = Keeper(path if not table.is_over else None)
    session = Session(table, seating, screen, keeper, flags.seed, aids=flags.aids)
    return play_evening(session, flags.options, flags.seed, penalty)


def dealt(rulebook: Rulebook, flags: PlayFlags, compiler: BackgroundCompiler, screen: Screen) -> Table:
    """A new table; what the flags say is checked before anybody waits."""
    game = find(rulebook.name, flags.number_of_seats(rulebook), flags.dealer or 0, flags.options)
    flags.seating(rulebook, game.seats)
    compiler.start()
    compiler.want(rulebook.name, rulebook.title, screen)
    if flags.dealer is None:
        game = with_dealer_drawn(game, flags.seed)
    return game.start(seed=flags.seed)


def save_path(flags: PlayFlags, screen: Screen) -> Path | None:
    """Where to save. A file that is there already is written over only if it is the one to go on with."""
    path = flags.save or flags.resume
    if path is None or path == flags.resume:
        return path
    if flags.resume and path.exists() and flags.resume.exists() and path.samefile(flags.resume):
        return path
    if path.is_dir():
        raise ParseError(f"{path} is a folder: say the name of a file to save in")
    if not path.parent.is_dir():
        raise ParseError(f"there is no folder {path.parent} to save in")
    if path.exists() and not (is_interactive() and agreed(screen, f"{path} exists. Write over it?", False)):
        raise CutcardError(
            f"{path} exists and is not written over: choose another name for --save, or go on with it by --resume {path}"
        )
    return path


# The commands


def screen_for(plain: bool) -> Screen:
    """In colour where there is a person at a terminal who did not ask for plain lines."""
    wants_plain = plain or not is_interactive() or os.environ.get("TERM") == "dumb"
    return PlainScreen() if wants_plain else RichScreen()


def open_menu(plain: bool) -> None:
    """The menu of games, while their rules are compiled in the background."""
    books: list[Rulebook] = []
    for cover in covers():
        with said_plainly(cover.name):
            books.append(cover.opened())
    compiler = BackgroundCompiler(books)
    compiler.start()
    Menu(books, screen_for(plain), compiler).run()


def choose_and_play(context: typer.Context, plain: Plain = False) -> None:
    """Without a command: the menu for a person, and for a pipe that asks for lines; else help."""
    if context.invoked_subcommand is not None:
        return
    if plain or sys.stdin.isatty():
        open_menu(plain)
    else:
        typer.echo(context.get_help())


def play_game(book: Rulebook, flags: dict[str, Any], options: dict[str, Value]) -> None:
    """`cutcard play GAME`."""
    screen = screen_for(flags.pop("plain"))
    if not begin(book, PlayFlags(**flags, options=options), screen):
        raise typer.Exit(1)


COMMANDS = (
    Command(
        name="play", do=play_game, flags=table_flags, examples=GAME_EXAMPLES, group_examples=PLAY_EXAMPLES,
        help="Play a game against bots in the terminal; without a game, choose one from a menu.",
        of_one="Play {title}, for {seats}. {summary}", in_short="{title}, {seats}.", without=choose_and_play,
    ),
)  # fmt: skip
