"""What commands are declared by: those that are the same for all games, and those that have one of their own for each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from cutcard.core import registry
from cutcard.core.declaration.cover import Cover
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.registry import Named

if TYPE_CHECKING:
    from cutcard.cli.flags import Flag
    from cutcard.core.declaration.options import Value
    from cutcard.core.declaration.rulebook import Rulebook

PLAIN_HELP = "Line by line, for screen readers and pipes: no colours, no boxes."
Plain = Annotated[bool, typer.Option("--plain", help=PLAIN_HELP)]


class Style(NamedTuple):
    """How help is written."""

    mode: Literal["rich"] | None
    """In boxes; None is plain text."""

    def examples(self, lines: Sequence[str]) -> str:
        """What stands below a help text."""
        if self.mode:
            return "\n\n".join(["Examples:", *lines])
        return "\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])


class _QuickHelp:
    """Where `--help` is not said it is off. Typer would have pydantic read that it is nothing, and to import that takes
    longer than all else that a list of games takes."""

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.default = False
        return option


class QuickCommand(_QuickHelp, TyperCommand):
    """A command that is there at once."""


class QuickGroup(_QuickHelp, TyperGroup):
    """Commands that are there at once."""


class PlainCommand(NamedTuple):
    """A command that is the same for all games."""

    name: str
    do: Callable[..., None]
    examples: Sequence[str]

    def declare(self, app: typer.Typer, short_help: str, style: Style, game: str) -> None:
        app.command(self.name, cls=QuickCommand, epilog=style.examples(self.examples), short_help=short_help)(self.do)


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command with one of its own for every game."""

    name: str
    do: Callable[[Rulebook, dict[str, Any], dict[str, Value]], None]
    flags: Callable[[Rulebook], Sequence[Flag]] | Sequence[Flag]
    """Those that are no options of the game."""
    examples: Sequence[str]
    """With `{name}` for a game."""
    help: str
    of_one: str = ""
    """The help of one game, with `{title}`, `{seats}` and `{summary}`; by default what the command does, and the title."""
    in_short: str = "{title}."
    """What a list of the games says of one."""
    group_examples: Sequence[str] = ()
    """What stands below that list, where it is not the same as of a game."""
    without: Callable[..., None] | None = None
    """What is done where no game is named; by default that is help."""
    narrowed: Callable[[Named], Named] = lambda entry: entry
    """A game with those of its options only that matter here."""

    def declare(self, app: typer.Typer, short_help: str, style: Style, game: str) -> None:
        """Only the game that is asked for is opened: of the others a list has what stands on their covers."""
        known = entries()
        first = known[0].name if known else "GAME"
        examples = self.group_examples or [line.format(name=first) for line in self.examples]
        group = typer.Typer(
            cls=GamesGroup, rich_markup_mode=style.mode, subcommand_metavar="GAME [OPTIONS]", help=self.help,
            short_help=short_help, epilog=style.examples(examples),
            no_args_is_help=self.without is None, invoke_without_command=self.without is not None,
        )  # fmt: skip
        if self.without is not None:
            group.callback()(self.without)
        for entry in known:
            said = {"title": entry.title, "summary": entry.summary, "seats": entry.cover.seats_in_words}
            declare = group.command(
                entry.name, help=(self.of_one or f"{self.help[:-1]}: {{title}}.").format(**said),
                short_help=self.in_short.format(**said),
                epilog=style.examples([line.format(name=entry.name) for line in self.examples]),
            )  # fmt: skip
            if entry.name == game:
                from cutcard.cli.flags import command_for  # with the rulebook comes the compiler

                declare(command_for(self.narrowed(entry), self.do, self.flags))
            else:
                declare(not_asked_for)
        app.add_typer(group, name=self.name)


class GamesGroup(QuickGroup):
    """A group of commands that says which games there are when it is asked for another."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            loaded(args[0])
        if len(args) > 1 and args[1] in self.commands:
            listed = ", ".join(entry.name for entry in entries())
            raise ParseError(f"{args[0]} and {args[1]} are two games: say one; the games are: {listed}")
        return super().resolve_command(ctx, args)


def not_asked_for() -> None:
    """What is behind a name that is only listed."""


# The games there are


def loaded(name: str) -> Named:
    """A game by its name or a variant's. What another package gets wrong is said as any other refusal."""
    with said_plainly(name):
        return registry.named(name)


@cache
def covers() -> tuple[Cover, ...]:
    """Of every game that can be loaded; one that cannot does not stop the others."""
    found: list[Cover] = []
    for name in registry.GAMES.names():
        try:
            with said_plainly(name):
                found.append(registry.cover(name))
        except CutcardError as error:
            print(f"cutcard: {error}", file=sys.stderr)
    return tuple(found)


@contextmanager
def said_plainly(name: str) -> Iterator[None]:
    """Whatever goes wrong with a game, as a refusal."""
    try:
        yield
    except CutcardError:
        raise
    except Exception as error:
        raise CutcardError(f"the game {name} cannot be loaded: {error}") from error


def entries() -> list[Named]:
    """Every name that a game or a variant goes by."""
    return registry.callings(covers())
