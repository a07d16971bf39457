"""A database that the first release wrote, with games in play: made once by running it, and kept as SQL."""

import json
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, text

from cutcard.server.store.database import engine_for

FOLDER = Path(__file__).parent / "old_databases"
KEYS: dict[str, list[str]] = json.loads((FOLDER / "first_release.keys.json").read_text())
"""For each table the keys of the people in its first seats."""
OVER, WAITING, REMATCH = "YWN3RRJD", "Z24AM7MJ", "ZGB788FY"
"""Tables of which the game is over, or has not begun. The last is the rematch of the first. All others are in play."""
PORT = "EG49BX5K"
"""A short game in play."""


def rows() -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(":memory:") as connection:
        connection.executescript((FOLDER / "first_release.sqlite.sql").read_text())
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY {order}").fetchall()
            for name, order in (("tables", "code"), ("events", "code, seq"))
        }


def write_first_release(database: str) -> None:
    """Fill an empty database with what the first release wrote."""
    engine = engine_for(database)
    if engine.dialect.name == "sqlite":
        with sqlite3.connect(str(engine.url.database)) as connection:
            connection.executescript((FOLDER / "first_release.sqlite.sql").read_text())
        connection.close()
    else:
        with engine.begin() as connection_:
            connection_.execute(text((FOLDER / "first_release.postgresql.sql").read_text()))
            for code, secret, state, listed, changed in rows()["tables"]:
                values = {"code": code, "secret": secret, "state": state, "listed": bool(listed), "changed": changed}
                connection_.execute(text("INSERT INTO tables VALUES (:code, :secret, :state, :listed, :changed)"), values)
            for event in rows()["events"]:
                values = dict(zip(("code", "seq", "kind", "data", "at"), event, strict=True))
                connection_.execute(text("INSERT INTO events VALUES (:code, :seq, :kind, :data, :at)"), values)
    engine.dispose()


def stored_events(engine: Engine) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        found = connection.execute(text("SELECT code, seq, kind, data, at FROM events"))
        return sorted(tuple(row) for row in found)
