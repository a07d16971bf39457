"""`cutcard replay`: how recorded games stand, in words or as a trace."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cutcard.core.errors import CutcardError
from cutcard.core.table.record import load, replay, trace
from cutcard.core.table.table import Table
from cutcard.present.seats import listed
from cutcard.present.story import place_of

REPLAY_EXAMPLES = (
    "cutcard replay game.json                 how the game stands, in words",
    "cutcard replay --trace a.json b.json     every decision, as JSON lines",
)


def replay_records(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of games, one or more.")],
    trace: Annotated[bool, typer.Option("--trace", help="One JSON line before each move and one at the end.")] = False,
) -> None:
    """Replay recorded games, check every event, and print how each game stands.

    A record that does not hold is told with the index of its faulty event; the files after it are still replayed, and the
    exit status is 1 in the end."""
    faulty = False
    try:
        for path in files:
            faulty |= _print_trace(path) if trace else _print_standing(path)
    except BrokenPipeError:  # whoever read it has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(1 if faulty else 0)


def _print_trace(path: Path) -> bool:
    """Whether the record is faulty."""
    faulty = False
    for line, is_fault in trace_lines(path):
        print(line, flush=True)
        faulty |= is_fault
    return faulty


def _print_standing(path: Path) -> bool:
    """Whether the record is faulty."""
    try:
        lines = standing_lines(path)
    except CutcardError as error:
        print(f"{path.name}: this record is faulty: {error}", file=sys.stderr, flush=True)
        return True
    print("\n".join(lines), flush=True)
    return False


def trace_lines(path: Path) -> Iterator[tuple[str, bool]]:
    """The lines of a record's trace, each with whether it tells of a fault."""
    try:
        for line in trace(load(path), path.name):
            yield json.dumps(line), "error" in line
    except CutcardError as error:
        yield json.dumps({"record": path.name, "error": str(error), "event": 0}), True


def standing_lines(path: Path) -> list[str]:
    """How the game of a record stands, in words."""
    record = load(path)
    table = replay(record)
    game = table.game
    options = ", ".join(
        f"{name} {'of its own' if isinstance(value, tuple) else json.dumps(value)}"
        for name, value in game.given_options.items()
    )
    moves = sum(not event.startswith("d ") for event in record["events"])
    lines = [
        f"{path.name}: {game.rulebook.title} with {game.seats} seats{f', options: {options}' if options else ''}.",
        f"  {moves} move{'s' if moves != 1 else ''}{' so far' if table.result is None else ''}. "
        f"Scores: {', '.join(f'seat {seat} has {score}' for seat, score in enumerate(table.scores))}.",
    ]
    return [*lines, *(f"  {line}" for line in _result(table))]


def _result(table: Table) -> list[str]:
    result = table.result
    if result is None:
        seats = [f"seat {seat}" for seat in table.to_act]
        return [f"The game goes on: {listed(seats)} {'is' if len(seats) == 1 else 'are'} to choose."]
    places = "; ".join(
        f"place {place_of(result, place[0])}: {listed([f'seat {seat}' for seat in place])}" for place in result.places
    )
    return [f"The game is over. {table.game.rulebook.reasons[result.reason]} {places[:1].upper()}{places[1:]}."]
