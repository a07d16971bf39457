"""Records on disk: written so that a crash at any moment leaves a whole one, and read to go on with."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cutcard.core.dealer import Chance, seeded
from cutcard.core.declaration.options import Value
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import game_of, load, replay
from cutcard.core.table.table import Table


class Keeper:
    """Writes the record of a table to a file after every move, once it has one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    def keep(self, table: Table) -> None:
        if self.path is not None:
            write(self.path, table)


def write(path: Path, table: Table) -> None:
    """The whole record or, if anything goes wrong, the file as it was."""
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            json.dump(table.record(), file)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CutcardError(f"the game cannot be saved in {path}: {error.strerror}") from None
        raise


def resumed(path: Path, rulebook: Rulebook | None, given: Mapping[str, Value], seed: int | None) -> Table:
    """The table that a record leads to. What was said of the game besides must be what the record says."""
    record = load(path)
    game = game_of(record)
    if rulebook is not None and game.name != rulebook.name:
        raise ParseError(
            f"{path} is a game of {game.rulebook.title}, not of {rulebook.title}: "
            f"try cutcard play {game.name} --resume {path}"
        )
    recorded: dict[str, Any] = {"seats": game.seats, "dealer": game.dealer, **game.options}
    for name, value in given.items():
        if recorded[name] != value:
            other = f"{name} {_shown(recorded[name])}, so it cannot go on with {_shown(value)}"
            if isinstance(value, tuple):
                other = f"other values of {name}, so it cannot go on with these"
            raise ParseError(
                f"{path} was begun with {other}: leave that option out, as in cutcard play {game.name} --resume {path}"
            )
    try:
        return replay(record, Chance(seeded(seed)) if seed is not None else None)
    except CutcardError as error:
        raise CutcardError(f"{path} is not a record of a game: {error}") from None


def _shown(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
