"""Records of games: read, replayed event by event, and traced, as docs/records.md says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutcard.core.dealer import Script, Source, fresh_chance
from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import plain
from cutcard.core.errors import CutcardError, NotAllowed, NotInDeck, ParseError, RecordError
from cutcard.core.table.moves import LISTED_AT_MOST
from cutcard.core.table.table import Table

if TYPE_CHECKING:
    from os import PathLike

VERSION = 1

_KEYS = {"cutcard", "game", "seats", "dealer", "options", "events", "fair"}


def header(game: Game) -> dict[str, Any]:
    """A record without its events."""
    return {
        "cutcard": VERSION,
        "game": game.name,
        "seats": game.seats,
        "dealer": game.dealer,
        "options": {name: plain(value) for name, value in game.given_options.items()},
    }


def load(path: str | PathLike[str]) -> dict[str, Any]:
    """A record from a file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ParseError(f"{path} is not JSON: {error}") from None
    return read(text, str(path))


def read(text: str, name: str) -> dict[str, Any]:
    """A record from what stands in a file, or in a line of one; `name` is what it is called where it is none."""
    try:
        record = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise ParseError(f"{name} is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise ParseError(f"{name} is not a record: a record is a JSON object")
    return record


def lines(path: str | PathLike[str]) -> Iterator[tuple[int, str]]:
    """The lines of a file of records, each with its number, counted from 1; empty ones are passed over."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ParseError(f"{path} is not JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for i, (key, _) in enumerate(pairs):
        if any(key == other for other, _ in pairs[:i]):
            raise ValueError(f"{key!r} stands there twice")
    return dict(pairs)


def game_of(record: dict[str, Any]) -> Game:
    """The game of a record, its header checked (COMMON-10)."""
    if not isinstance(record, dict):
        raise ParseError("a record is a JSON object")
    for key in record:
        if key not in _KEYS:
            raise ParseError(f"a record has no {key!r}")
    for key in ("cutcard", "game", "seats", "events"):
        if key not in record:
            raise ParseError(f"the record does not say its {key!r}")
    if type(record["cutcard"]) is not int or record["cutcard"] != VERSION:
        raise ParseError(f"the record is of format {record['cutcard']!r}; this reads format {VERSION}")
    if not isinstance(record["game"], str):
        raise ParseError(f"the game is a name, not {record['game']!r}")
    options = record.get("options", {})
    if not isinstance(options, dict):
        raise ParseError("the options of a record are a JSON object")
    if not isinstance(record["events"], list):
        raise ParseError("the events of a record are a list")
    if not isinstance(record.get("fair", {}), dict):  # how the cards came about: replaying needs the cards alone
        raise ParseError("what a record says under 'fair' is a JSON object")
    if record["seats"] is None:
        raise ParseError("the record does not say its 'seats'")
    return find(record["game"], record["seats"], record.get("dealer", 0), options)


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at a decision (or at the end), and the index of the event that comes next."""

    event: int
    table: Table


def moments(record: dict[str, Any]) -> Iterator[Moment]:
    """Every decision of a record and its end. A fault raises RecordError when it is reached."""
    try:
        game = game_of(record)
    except CutcardError as error:
        raise RecordError(0, str(error)) from None
    events = record["events"]
    faces = game.deck.masks
    table, at = _dealt(lambda script: Table.dealt(game, script), events, 0, faces)
    while True:
        yield Moment(at, table)
        if at == len(events):
            return
        seat, move = _move_of(events[at], at, table)
        before = table
        try:
            table, at = _dealt(lambda script: before.dealt_by(script).play(move, seat), events, at + 1, faces)  # noqa: B023
        except NotAllowed as error:
            raise RecordError(at, str(error)) from None


def _dealt(make: Callable[[Script], Table], events: list[object], first: int, faces: dict[str, int]) -> tuple[Table, int]:
    """The table that `make` makes with the cards from `first` on, and the index of the first event it did not use."""
    cards: list[str] = []
    for index in range(first, len(events)):
        event = events[index]
        if not isinstance(event, str) or not event.startswith("d ") or event[2:] not in faces:
            break
        cards.append(event[2:])
    due = first + len(cards)
    try:
        table = make(Script(tuple(cards)))
    except NotInDeck as error:
        raise RecordError(first + error.used, str(error)) from None
    if not table.due:
        return table, due - table.cards_left
    if due == len(events):
        raise RecordError(due, "the record stops where a card is due")
    kind, text = _parted(events[due], due)
    if kind == "d":
        raise RecordError(due, f"{text!r} is not a card of this deck")
    raise RecordError(due, "a card is due, not a move")


def _parted(event: object, index: int) -> tuple[str, str]:
    """What stands before the first space of an event, and what after it."""
    if not isinstance(event, str):
        raise RecordError(index, f"an event is a text, not {event!r}")
    kind, _, text = event.partition(" ")
    return kind, text


def _move_of(event: object, index: int, table: Table) -> tuple[int, str]:
    """The seat and the move of an event, if that seat may choose now."""
    if table.is_over:
        raise RecordError(index, "the game is over")
    seat, move = _parted(event, index)
    if seat == "d":
        raise RecordError(index, "a move is due, not a card")
    if seat not in {str(number) for number in table.to_act}:
        waiting = ", ".join(map(str, table.to_act))
        raise RecordError(index, f"{seat!r} is not a seat that is to act: waiting for {waiting}")
    return int(seat), move


def replay(record: dict[str, Any], source: Source | None = None) -> Table:
    """The table a record leads to. What comes after it is dealt by chance, or from `source`."""
    for moment in moments(record):
        table = moment.table
    return table.dealt_by(source or fresh_chance())


def trace(record: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The lines of `cutcard replay --trace`: one before each move and one at the end, or an `error` line."""
    try:
        for moment in moments(record):
            yield _line(moment, name)
    except RecordError as error:
        yield {"record": name, "error": error.reason, "event": error.event}


def _line(moment: Moment, name: str) -> dict[str, Any]:
    table = moment.table
    legal: dict[str, list[str] | int] = {}
    for seat in table.to_act:
        number = table.count_legal(seat)
        legal[str(seat)] = list(table.legal(seat)) if number <= LISTED_AT_MOST else number
    result = table.result
    return {
        "record": name,
        "event": moment.event,
        "to_act": list(table.to_act),
        "legal": legal,
        "scores": list(table.scores),
        "over": result is not None,
        **({"places": [list(place) for place in result.places]} if result else {}),
    }
