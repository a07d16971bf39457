"""A table as it is written, read back: its row and its events."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from cutcard.core.errors import NotFound
from cutcard.server.errors import Unreadable
from cutcard.server.store.database import EVENTS, TABLES
from cutcard.server.tables.state import Event


class RawLog(NamedTuple):
    """All that is kept of a table, whether it can be read or not."""

    entry: dict[str, Any]
    """Its row, by the names of the columns."""
    events: list[tuple[int, str, str, float]]
    """Number, kind, data as it is written, and time."""

    def understood(self) -> list[Event]:
        """The events. A table whose data are none is `Unreadable`."""
        code = self.entry["code"]
        if not self.events:
            raise Unreadable(code, "it has no events")
        return [Event(seq, kind, data_of(code, seq, data), at) for seq, kind, data, at in self.events]


def raw_log(connection: Connection, code: str) -> RawLog:
    wanted = select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at)
    wanted = wanted.where(EVENTS.c.code == code).order_by(EVENTS.c.seq)
    entry = connection.execute(select(TABLES).where(TABLES.c.code == code)).mappings().one_or_none()
    if entry is None:
        raise NotFound("there is no table {code}", code=code)
    return RawLog(dict(entry), [(seq, kind, data, at) for seq, kind, data, at in connection.execute(wanted)])


def data_of(code: str, seq: int, text: str) -> dict[str, Any]:
    """The data of an event."""
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise Unreadable(code, f"its event {seq} is no JSON object")
    return data
