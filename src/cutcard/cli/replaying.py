"""`cutcard replay`: how recorded games stand, in words or as a trace."""

import json
from collections.abc import Iterator
from pathlib import Path

from cutcard.core.errors import CutcardError
from cutcard.core.table.record import load, replay, trace
from cutcard.core.table.table import Table
from cutcard.present.seats import listed
from cutcard.present.story import place_of


def traced(path: Path) -> Iterator[tuple[str, bool]]:
    """The lines of a record's trace, each with whether it tells of a fault."""
    try:
        for line in trace(load(path), path.name):
            yield json.dumps(line), "error" in line
    except CutcardError as error:
        yield json.dumps({"record": path.name, "error": str(error), "event": 0}), True


def standing(path: Path) -> list[str]:
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
