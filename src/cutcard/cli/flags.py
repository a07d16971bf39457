"""The flags of `cutcard play GAME`: those of every table, and one for each option that the game's rulebook declares."""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cutcard.cli.parts import PLAIN_HELP
from cutcard.core.declaration.options import LARGEST, AnyOption, Option, Row, Value, at
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import ParseError
from cutcard.core.registry import Named
from cutcard.core.table.outcome import PENALTIES
from cutcard.players import names
from cutcard.present.seats import USUAL_BOTS

TABLE, SAVING, GAME = "The table", "Saving and going on", "Options of the game"


@dataclass(frozen=True)
class Flag:
    """A flag as it is declared to Typer: the parameter of a function."""

    parameter: str
    kind: Any
    declaration: Any


def whole_number(text: str | int) -> int:
    """As people write it, `1e6` too."""
    try:
        return int(text)
    except ValueError:
        found = re.fullmatch(r"([+-]?\d+)[eE]\+?(\d{1,2})", str(text))
        if found is None:
            raise typer.BadParameter(f"{text!r} is not a whole number.") from None
        return int(found[1]) * 10 ** int(found[2])


def number_flag(name: str, text: str, panel: str, default: int | None = None) -> Flag:
    """A flag that takes a whole number."""
    kind = int | None if default is None else int
    return Flag(name, kind, typer.Option(default, metavar="N", help=text, rich_help_panel=panel, parser=whole_number))


def text_flag(name: str, metavar: str, text: str, panel: str) -> Flag:
    """A flag that takes a text."""
    return Flag(name, str | None, typer.Option(None, metavar=metavar, help=text, rich_help_panel=panel))


def players_flag(name: str, text: str, panel: str) -> Flag:
    """A flag that takes names of players."""
    option = typer.Option(None, metavar="NAMES", help=text, rich_help_panel=panel, autocompletion=player_names_from)
    return Flag(name, str | None, option)


def player_names_from(incomplete: str) -> list[str]:
    """How names with commas between could go on."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names()]


def file_flag(name: str, text: str) -> Flag:
    """A flag that takes the name of a file."""
    return Flag(name, Path | None, typer.Option(None, metavar="FILE", help=text, rich_help_panel=SAVING))


def switch_flag(name: str, how: str, text: str, panel: str, default: bool | None = None) -> Flag:
    """A flag that is said or not."""
    kind = bool | None if default is None else bool
    return Flag(name, kind, typer.Option(default, how, help=text, rich_help_panel=panel))


BOTS_HELP = (
    "Who you play against: one name for all bots, or one for each with commas between, from your left on. "
    f"There are: {', '.join(names())}; a class of your own is module:name. The default is {USUAL_BOTS}."
)
SEED_HELP = "A number to deal from: the same number deals the same game. With --resume it deals what comes next."
PEOPLE_HELP = (
    "Several people at this keyboard, as NAME,NAME: they sit side by side, the first in your seat, and bots have the other "
    "seats. Without --seats the table has its usual number of seats, or one for each where there are more people. "
    "Hidden hands are covered until the next one is ready."
)
DEALER_HELP = "Which seat deals first. If you do not say it is drawn by chance, or follows from --seed."
AIDS_HELP = (
    "Whether you are shown odds, hints (h) and which cards are out of play. Without them you see only how many cards lie "
    "there; bots know what they saw in any case. It is not saved with a game: say it again with --resume."
)

TABLE_FLAGS = (
    number_flag("seats", "How many sit at the table, you included.", TABLE),
    players_flag("bots", BOTS_HELP, TABLE),
    number_flag("seat", "Which seat is yours; they are counted from 0.", TABLE, default=0),
    text_flag("name", "NAME", "What you are called at the table.", TABLE),
    text_flag("people", "NAMES", PEOPLE_HELP, TABLE),
    number_flag("dealer", DEALER_HELP, TABLE),
    number_flag("seed", SEED_HELP, TABLE),
    switch_flag("aids", "--aids/--no-aids", AIDS_HELP, TABLE, default=True),
    switch_flag("plain", "--plain", PLAIN_HELP, TABLE, default=False),
    file_flag("save", "Save the game in this file after every move."),
    file_flag("resume", "Go on with a saved game. It is saved in the same file, unless --save says another."),
)
"""The flags that every game has."""

PENALTY_HELP = f"What the loser is to do, shown at the end: {PENALTIES[0]!r}, or whatever you write."


def table_flags(rulebook: Rulebook) -> tuple[Flag, ...]:
    """The flags of a table of this game; one more where it has a loser."""
    losing = rulebook.words.stake.losing
    return (*TABLE_FLAGS, text_flag("penalty", "TEXT", PENALTY_HELP, TABLE)) if losing else TABLE_FLAGS


def game_flags(rulebook: Rulebook, table: Sequence[Flag]) -> dict[str, Flag]:
    """A flag for each option of a game. An option that is called as a flag of every game gets a longer name."""
    taken = {flag.parameter for flag in (*TABLE_FLAGS, *table)}
    flags: dict[str, Flag] = {}
    for option in rulebook.options:
        name = option.name if option.name not in taken else f"game_{option.name}"
        if isinstance(option, Row):
            flags[option.name] = text_flag(name, option.form, option.help, GAME)
            continue
        text = f"{option.help} {limits(rulebook, option)}"
        if option.is_switch:
            typed = name.replace("_", "-")
            flags[option.name] = switch_flag(name, f"--{typed}/--no-{typed}", text, GAME)
        else:
            flags[option.name] = number_flag(name, text, GAME)
    return flags


def limits(rulebook: Rulebook, option: Option) -> str:
    """The default of an option and how far it goes, by seats where that matters."""
    if option.is_switch:
        return f"The default is {'on' if option.default else 'off'}."
    default = _by_seats(rulebook, [at(option.default, seats) for seats in rulebook.seat_range])
    most = [at(option.most, seats) for seats in rulebook.seat_range]
    at_most = f", at most {_by_seats(rulebook, most)}" if max(most) < LARGEST else ""
    return f"The default is {default}. At least {option.least}{at_most}."


def command_for(
    entry: Named, do: Callable[[Rulebook, dict[str, Any], dict[str, Value]], None],
    table: Callable[[Rulebook], Sequence[Flag]] | Sequence[Flag] = TABLE_FLAGS,
) -> Callable[..., None]:  # fmt: skip
    """A function for Typer that does something with a game, by any of its names, with a parameter for each flag. `do` gets
    what was said of the table and of the game, and the options of a variant too."""
    book = entry.rulebook
    table = table(book) if callable(table) else table
    known = {option.name: option for option in book.options}
    flags = game_flags(book, table)

    def command(**given: Any) -> None:
        said = {name: given.pop(flag.parameter) for name, flag in flags.items()}
        options = {name: _value(known[name], flags[name], said[name]) for name in flags if said[name] is not None}
        do(book, given, entry.with_preset(options))

    parameters = [
        inspect.Parameter(flag.parameter, inspect.Parameter.KEYWORD_ONLY, default=flag.declaration, annotation=flag.kind)
        for flag in (*table, *flags.values())
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def _value(option: AnyOption, flag: Flag, said: Any) -> Value:
    """Typer reads switches and numbers; a row is read by its option."""
    if not isinstance(option, Row):
        return said
    try:
        return option.read(said)
    except ParseError as error:
        raise ParseError(str(error).replace(f"{option.name}=", f"--{flag.parameter.replace('_', '-')} ")) from None


def _by_seats(rulebook: Rulebook, values: Sequence[Value]) -> str:
    """`5`, or `31, 21, 16 for 2 to 4 seats`."""
    if len(set(values)) == 1:
        return str(values[0])
    return f"{', '.join(map(str, values))} for {rulebook.seat_range[0]} to {rulebook.seat_range[-1]} seats"
