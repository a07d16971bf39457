"""Files with a record on each line, as `simulate` writes them: read as frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any

from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import game_of, lines, read, replay
from cutcard.lab.extras import polars

if TYPE_CHECKING:
    import polars as pl


def read_records(path: str | PathLike[str]) -> pl.DataFrame:
    """A row for each game, with everything that happened in it: `game` is its number, counted from 0, `options` are those
    that differ from their default, as JSON, and `events` are as docs/records.md has them. Nothing is replayed."""
    pl = polars()
    rows = [
        {
            "game": number,
            "name": record["game"],
            "seats": record["seats"],
            "dealer": record.get("dealer", 0),
            "options": json.dumps(record.get("options", {})),
            "decisions": sum(not event.startswith("d ") for event in record["events"]),
            "events": record["events"],
        }
        for number, record in _records(path)
    ]
    kinds = {"game": pl.Int64, "name": pl.String, "seats": pl.Int64, "dealer": pl.Int64, "options": pl.String,
             "decisions": pl.Int64, "events": pl.List(pl.String)}  # fmt: skip
    return pl.DataFrame(rows, schema=kinds)


def read_results(path: str | PathLike[str]) -> pl.DataFrame:
    """A row for each game and seat, as `Study.games` has it but for the player, which a record does not name. Each game is
    replayed and checked; of one that goes on there are scores only."""
    pl = polars()
    rows = [row for number, record in _records(path) for row in _results(number, record, path)]
    kinds = {"game": pl.Int64, "seat": pl.Int8, "score": pl.Int64, "utility": pl.Float64, "place": pl.Int8,
             "decisions": pl.Int64}  # fmt: skip
    return pl.DataFrame(rows, schema=kinds)


def _records(path: str | PathLike[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, (line, text) in enumerate(lines(path)):
        record = read(text, f"{path}:{line}")
        try:
            game_of(record)
        except CutcardError as error:
            raise ParseError(f"{path}:{line}: {error}") from None
        yield number, record


def _results(number: int, record: dict[str, Any], path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    try:
        table = replay(record)
    except CutcardError as error:
        raise ParseError(f"{path}: the record of game {number} does not hold: {error}") from None
    result = table.result
    decisions = sum(not event.startswith("d ") for event in record["events"])
    better = 0
    placed: dict[int, int] = {}
    for together in result.places if result else ():
        placed |= dict.fromkeys(together, better + 1)
        better += len(together)
    for seat, score in enumerate(table.scores):
        yield {
            "game": number, "seat": seat, "score": score, "utility": result.utilities[seat] if result else None,
            "place": placed.get(seat), "decisions": decisions,
        }  # fmt: skip
