"""Looking at tables: which there are, what is known of one, and all of it to keep. Never keys, nor what is hidden in a game
that is still played."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import func, select

from cutcard.core.errors import ParseError
from cutcard.server.admin.opening import reading
from cutcard.server.errors import Unreadable
from cutcard.server.store.database import EVENTS, TABLES
from cutcard.server.store.raw_log import RawLog, raw_log
from cutcard.server.store.retention import DAY, now_of
from cutcard.server.tables.forgotten import seating_of
from cutcard.server.tables.keys import CODE_LENGTH, is_code
from cutcard.server.tables.state import OVER, TableState
from cutcard.server.tables.stored_log import log_shown, with_rules

AT_ONCE = 500
"""Rows that are read from the database at a time."""


class Line(NamedTuple):
    """A table in a list."""

    code: str
    game: str
    seats: int
    state: str
    events: int
    made: float
    last: float
    """When something last happened."""
    listed: bool


def checked_code(text: str) -> str:
    code = text.upper()
    if not is_code(code):
        raise ParseError(f"{text!r} is no code of a table: it has {CODE_LENGTH} letters and digits")
    return code


def lines(database: str, *, game: str | None, state: str | None, idle_days: float, limit: int | None) -> list[Line]:
    """The tables, that at which something happened last first, and of many the first ones."""
    first, last = EVENTS.alias("first_events"), EVENTS.alias("last_events")
    ends = select(EVENTS.c.code, func.max(EVENTS.c.seq).label("seq")).group_by(EVENTS.c.code).subquery()
    wanted = (
        select(TABLES.c.code, TABLES.c.state, TABLES.c.listed, first.c.data, first.c.at, last.c.seq, last.c.at)
        .join(ends, ends.c.code == TABLES.c.code)
        .join(last, (last.c.code == TABLES.c.code) & (last.c.seq == ends.c.seq))
        .join(first, (first.c.code == TABLES.c.code) & (first.c.seq == 1))
        .order_by(last.c.at.desc(), TABLES.c.code)
    )
    if state is not None:
        wanted = wanted.where(TABLES.c.state == state)
    with reading(database) as connection:
        if idle_days:
            wanted = wanted.where(last.c.at < now_of(connection) - idle_days * DAY)
        with connection.execution_options(yield_per=AT_ONCE).execute(wanted) as rows:
            found = (
                Line(code, *_begun_as(data), phase, events, made, at, listed)
                for code, phase, listed, data, made, events, at in rows
            )
            return list(islice((line for line in found if game in (None, line.game)), limit))


def _begun_as(data: str) -> tuple[str, int]:
    """The game and the number of seats that a table was made with; of one that cannot be read, nothing."""
    try:
        made = json.loads(data)
        return str(made["game"]), len(made["chairs"])
    except (ValueError, LookupError, TypeError):
        return "?", 0


def shown(database: str, code: str) -> dict[str, Any]:
    """What is known of a table, from its log alone."""
    with reading(database) as connection:
        stored = raw_log(connection, checked_code(code))
    log = log_shown(stored, None, 0.0)
    entry, events = stored.entry, stored.events
    facts = {name: log[name] for name in ("code", "game", "options", "state", "rules", "commitment")}
    times = {"made": events[0][3], "last": events[-1][3]} if events else {}
    facts |= {"listed": entry["listed"], "due": entry["due"], "events": len(events), **times}
    try:
        seating = seating_of(entry["code"], stored.understood())
    except Unreadable as error:
        return {**facts, "unreadable": error.why}
    seats = [{"kind": one.kind, "name": one.name, "level": one.level} for one in seating.holders]
    names = ("host", "dealer", "clock", "penalty", "aids", "moves", "rematch")
    return {**facts, **{name: getattr(seating, name) for name in names}, "seats": seats}


def exported(database: str, code: str) -> dict[str, Any]:
    """The log of a table, as `GET /api/tables/CODE/log` gives it; of one that is still played, without its moves."""
    with reading(database) as connection:
        stored, now = raw_log(connection, checked_code(code)), now_of(connection)
    problem = None
    try:
        _folded(stored)
    except Unreadable as error:
        problem = with_rules(error, stored.entry["rules"])
    return log_shown(stored, problem, now)


def record_of(database: str, code: str) -> dict[str, Any]:
    """The record of a game that is over."""
    with reading(database) as connection:
        stored = raw_log(connection, checked_code(code))
    if stored.entry["state"] != OVER:
        raise ParseError(f"the game of table {stored.entry['code']} is not over: there is no record of it yet")
    return _folded(stored).record()


def _folded(stored: RawLog) -> TableState:
    state = TableState(stored.entry["code"], stored.entry["secret"])
    state.follow(stored.understood())
    return state
