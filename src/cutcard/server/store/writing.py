"""How events are written: those of many tables in one transaction, with all that follows from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Engine, func, insert, select, update

from cutcard.server.nodes.notices import CHANNEL, LOG, notices
from cutcard.server.store.database import EVENTS, TABLES
from cutcard.server.store.people import Result, count, seat_again, seat_people

INSERT_EVENT = {
    style: f"INSERT INTO {EVENTS.name} ({', '.join(EVENTS.c.keys())}) VALUES ({', '.join([mark] * len(EVENTS.c))})"
    for style, mark in (("qmark", "?"), ("pyformat", "%s"))
}
"""How each driver is told to write an event: SQLAlchemy would go through the values of every row."""


class ForPeople(NamedTuple):
    """What an event means for the people of whom results are kept."""

    sits: Mapping[str, str] = {}
    """Who sits down: the hash of the person's secret, by that of the key of their seat."""
    follows: str = ""
    """The table whose people sit at this one again."""
    results: Sequence[Result] = ()
    """How everybody did, where the event ends the game."""


class Row(NamedTuple):
    """An event as it is written."""

    code: str
    seq: int
    kind: str
    data: dict[str, Any]
    at: float
    change: dict[str, Any] | None = None
    """What it changes of its table's own row."""
    made: dict[str, Any] | None = None
    """The row of a table that begins with it."""
    people: ForPeople | None = None


def write(engine: Engine, rows: Sequence[Row], node: str = "") -> None:
    """Events of many tables in one transaction, with what they change of the tables. Other nodes hear of it. All write in
    the same order: two that wait for each other would do so for good."""
    rows = sorted(rows, key=lambda row: (row.code, row.seq))
    events = [(row.code, row.seq, row.kind, json.dumps(row.data), row.at) for row in rows]
    changes = {row.code: {"changed": row.at, **row.change} for row in rows if row.change is not None}
    with engine.begin() as connection:
        for made in (row.made for row in rows if row.made is not None):
            connection.execute(insert(TABLES).values(**made))
        connection.exec_driver_sql(INSERT_EVENT[engine.dialect.paramstyle], events)
        for code, change in changes.items():
            connection.execute(update(TABLES).where(TABLES.c.code == code).values(**change))
        for row in rows:
            if row.people is not None:
                seat_people(connection, row.code, row.people.sits)
                seat_again(connection, row.people.follows, row.code)
        count(connection, {row.code: (row.at, row.people.results) for row in rows if row.people and row.people.results})
        if engine.dialect.name == "postgresql":
            for text in notices(LOG, node, {row.code: row.seq for row in rows}):
                connection.execute(select(func.pg_notify(CHANNEL, text)))
