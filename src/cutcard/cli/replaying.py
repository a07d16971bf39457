"""`cutcard replay`: how recorded games stand, in words or as a trace."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from cutcard.cli.parts import PlainCommand
from cutcard.core.declaration.phrases import numbered
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import lines, load, read, replay, trace
from cutcard.core.table.table import Table
from cutcard.present.seats import listed
from cutcard.present.story import place_of

REPLAY_EXAMPLES = (
    "cutcard replay game.json                 how the game stands, in words",
    "cutcard replay --trace a.json b.json     every decision, as JSON lines",
    "cutcard replay games.jsonl               every game of a file with a record on each line",
)


def replay_records(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Records of games, one or more; in a .jsonl file there is one on each line."),
    ],
    trace: Annotated[bool, typer.Option("--trace", help="One JSON line before each move and one at the end.")] = False,
) -> None:
    """Replay recorded games, check every event, and print how each game stands.

    A record that does not hold is told with the index of its faulty event; the files after it are still replayed, and the
    exit status is 1 in the end."""
    faulty = False
    try:
        for path in files:
            for name, made in records_of(path):
                faulty |= _print_trace(name, made) if trace else _print_standing(name, made)
    except BrokenPipeError:  # whoever read it has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(1 if faulty else 0)


Made = Callable[[], dict[str, Any]]
"""Gives a record, or says what is wrong with it."""


def records_of(path: Path) -> Iterator[tuple[str, Made]]:
    """The records of a file, each with what it is called: one, or of a .jsonl file one for each line."""
    if path.suffix != ".jsonl":
        yield path.name, partial(load, path)
        return
    try:
        for number, line in lines(path):
            yield f"{path.name}:{number}", partial(read, line, f"{path.name}:{number}")
    except ParseError as error:
        yield path.name, partial(_refuse, error)


def _refuse(error: ParseError) -> dict[str, Any]:
    raise error


def _print_trace(name: str, made: Made) -> bool:
    """Whether the record is faulty."""
    faulty = False
    for line, is_fault in trace_lines(name, made):
        print(line, flush=True)
        faulty |= is_fault
    return faulty


def _print_standing(name: str, made: Made) -> bool:
    """Whether the record is faulty."""
    try:
        told = standing_lines(name, made())
    except CutcardError as error:
        print(f"{name}: this record is faulty: {error}", file=sys.stderr, flush=True)
        return True
    print("\n".join(told), flush=True)
    return False


def trace_lines(name: str, made: Made) -> Iterator[tuple[str, bool]]:
    """The lines of a record's trace, each with whether it tells of a fault."""
    try:
        for line in trace(made(), name):
            yield json.dumps(line), "error" in line
    except CutcardError as error:
        yield json.dumps({"record": name, "error": str(error), "event": 0}), True


def standing_lines(name: str, record: dict[str, Any]) -> list[str]:
    """How the game of a record stands, in words."""
    table = replay(record)
    game = table.game
    options = ", ".join(
        f"{option} {'of its own' if isinstance(value, tuple) else json.dumps(value)}"
        for option, value in game.given_options.items()
    )
    moves = sum(not event.startswith("d ") for event in record["events"])
    told = [
        f"{name}: {game.rulebook.title} with {numbered(game.seats, 'seat')}{f', options: {options}' if options else ''}.",
        f"  {numbered(moves, 'move')}{' so far' if table.result is None else ''}. "
        f"Scores: {', '.join(f'seat {seat} has {score}' for seat, score in enumerate(table.scores))}.",
    ]
    return [*told, *(f"  {line}" for line in _result(table))]


def _result(table: Table) -> list[str]:
    result = table.result
    if result is None:
        seats = [f"seat {seat}" for seat in table.to_act]
        return [f"The game goes on: {listed(seats)} {'is' if len(seats) == 1 else 'are'} to choose."]
    places = "; ".join(
        f"place {place_of(result, place[0])}: {listed([f'seat {seat}' for seat in place])}" for place in result.places
    )
    return [f"The game is over. {table.game.rulebook.reasons[result.reason]} {places[:1].upper()}{places[1:]}."]


COMMANDS = (PlainCommand("replay", replay_records, REPLAY_EXAMPLES),)
