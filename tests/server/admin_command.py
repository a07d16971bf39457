"""`cutcard admin`, as somebody runs it for one database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cutcard.server.store.database import check_database, engine_for
from cutcard.server.store.writing import Row, write
from cutcard.server.tables.state import hashed
from tests.terminal.driving import Cutcard, Said

CODE, KEY = "ABCD2345", "k" * 43


class Admin:
    """The command, for one database."""

    def __init__(self, command: Cutcard, database: str) -> None:
        self._command = command
        self.database = database

    def __call__(self, *words: str | Path, typed: str = "") -> Said:
        said = self._command("admin", *words, "--database", self.database, typed=typed)
        lines = said.errors.splitlines(keepends=True)  # on a busy machine anything can take long
        return said._replace(errors="".join(line for line in lines if not line.endswith(": this takes a moment\n")))

    def does(self, *words: str | Path, typed: str = "") -> str:
        said = self(*words, typed=typed)
        assert (said.status, said.errors) == (0, ""), said
        return said.out

    def json(self, *words: str | Path) -> Any:
        return json.loads(self.does(*words))


def store_table(database: str, *more: Row) -> None:
    """A table for one person, made without a server; with more events."""
    check_database(database)
    chairs = [{"kind": "person", "name": "Zoe", "level": None, "key": hashed(KEY)}]
    chairs += [{"kind": "open", "name": "", "level": None, "key": ""}]
    data = {"game": "pairs", "options": {}, "chairs": chairs, "dealer": None, "host": 0, "clock": None, "listed": False}
    entry = {"code": CODE, "secret": "ab" * 32, "state": "waiting", "listed": False, "changed": 1.0}
    engine = engine_for(database)
    write(engine, [Row(CODE, 1, "made", data, 1.0, made=entry), *more])
    engine.dispose()
