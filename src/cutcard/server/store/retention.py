"""Which tables are old, and how they go.

A table is old when nothing has happened at it for so many days. A clock that is wrong must not take games with it, so only
such time counts in which servers were seen running. While one runs it writes down every minute that it does, by the clock
of the database: PostgreSQL's own, and for an SQLite file that of its machine. A stop of up to a day counts as if it had
run. A longer one counts for nothing, and a clock that jumps ahead looks just like it. Where the clock is put back, what was
written down after that moment is taken back too; a clock that is behind everything changes nothing.

So a jump forgets no table, however far it goes, and a server that runs only now and then keeps its tables for longer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, update

from cutcard.server.store.database import EVENTS, PEOPLE, PRESENT, RUNNING, TABLES

DAY = 86400.0
LONGEST_STOP = DAY
"""So long nobody need have seen a server, and it counts as running."""
MOST_FOUND = 10_000
PEOPLE_KEPT = 730 * DAY
"""So long it is kept what somebody's games came to, after the last of them."""
MOST_PEOPLE = 100
"""So many people are forgotten at once: moves wait for it."""
PAGES_FREED = 2000
"""So much of an SQLite file is given back at once."""


class Period(NamedTuple):
    """From when until when servers were seen running."""

    began: float
    seen: float


class Old(NamedTuple):
    """What was found."""

    now: float
    """The clock of the database."""
    seen: float
    """The last time that servers were seen running."""
    before: float
    """Tables at which nothing has happened since then are old."""
    codes: list[str]


class FindOld(NamedTuple):
    """For the journal: write down that a server runs, and find what is old. People who have not played for years are
    forgotten."""

    keep: float
    trouble: str = "old tables cannot be forgotten"

    def done(self, engine: Engine) -> Old:
        with engine.begin() as connection:
            now = now_of(connection)
            periods = _seen_running(connection, now)
            before = cutoff(periods, self.keep)
            gone = select(PEOPLE.c.person).where(PEOPLE.c.seen < cutoff(periods, PEOPLE_KEPT)).limit(MOST_PEOPLE)
            connection.execute(delete(PEOPLE).where(PEOPLE.c.person.in_(gone)))
            return Old(now, periods[-1].seen, before, list(connection.scalars(_old(before).limit(MOST_FOUND))))


class Forget(NamedTuple):
    """For the journal: forget these tables, where they are still old, and give the space back; gives how many went."""

    codes: Sequence[str]
    before: float
    trouble: str = "old tables cannot be forgotten"

    def done(self, engine: Engine) -> int:
        with engine.begin() as connection:
            by_other_nodes = select(PRESENT.c.code)
            still_old = _old(self.before).where(TABLES.c.code.in_(self.codes), TABLES.c.code.not_in(by_other_nodes))
            codes = list(connection.scalars(still_old))
            connection.execute(delete(EVENTS).where(EVENTS.c.code.in_(codes)))
            connection.execute(delete(TABLES).where(TABLES.c.code.in_(codes)))
        if engine.dialect.name == "sqlite":  # PostgreSQL does so by itself
            give_back(engine)
        return len(codes)


def give_back(engine: Engine) -> None:
    """Cut free pages off an SQLite file. Each step of the statement frees one, and only a script is gone through to its
    end."""
    with closing(engine.raw_connection()) as connection:
        own: Any = connection.driver_connection
        own.executescript(f"PRAGMA incremental_vacuum({PAGES_FREED})")


def now_of(connection: Connection) -> float:
    """The clock of the database."""
    if connection.dialect.name == "sqlite":
        return time.time()
    return float(connection.scalar(select(func.extract("epoch", func.clock_timestamp()))) or 0.0)


def last_seen(connection: Connection) -> float:
    """When servers were last seen running; 0 if they never were."""
    return float(connection.scalar(select(func.max(RUNNING.c.seen))) or 0.0)


def _old(before: float) -> Select[tuple[str]]:
    """The codes of old tables. Of each the last event is looked at, by the key of the events: `changed` does not count
    every move."""
    last = select(EVENTS.c.at).where(EVENTS.c.code == TABLES.c.code).order_by(EVENTS.c.seq.desc()).limit(1)
    return select(TABLES.c.code).where(TABLES.c.changed < before, last.scalar_subquery() < before)


def _seen_running(connection: Connection, now: float) -> list[Period]:
    """Write down that a server runs now; gives all that is written down. A database that is new to this begins with what
    happened last in it, as far as its clock has come."""
    written = [Period(*row) for row in connection.execute(select(RUNNING.c.began, RUNNING.c.seen).order_by(RUNNING.c.began))]
    known = written
    if not known:
        newest = connection.scalar(select(func.max(TABLES.c.changed)).where(TABLES.c.changed <= now)) or now
        known = [Period(newest, newest)]
    periods = with_now(known, now)
    changed = [period for period in periods if period not in written]
    gone = {period.began for period in written} - {period.began for period in periods}
    connection.execute(delete(RUNNING).where(RUNNING.c.began.in_(gone)))
    for began, seen in changed:
        if not connection.execute(update(RUNNING).where(RUNNING.c.began == began).values(seen=seen)).rowcount:
            connection.execute(insert(RUNNING).values(began=began, seen=seen))
    return periods


def with_now(periods: Sequence[Period], now: float) -> list[Period]:
    """The periods, of which there is one at least, with this moment."""
    before = [period for period in periods if period.began <= now]
    if not before:  # the clock is behind everything
        return list(periods)
    *others, last = before
    if now - last.seen > LONGEST_STOP:
        return [*before, Period(now, now)]
    return [*others, Period(last.began, max(last.seen, now))]


def cutoff(periods: Sequence[Period], keep: float) -> float:
    """The time since when servers have been running for `keep` seconds. Before the first period all time counts."""
    for began, seen in reversed(periods):
        if seen - began >= keep:
            return seen - keep
        keep -= seen - began
    return periods[0].began - keep
