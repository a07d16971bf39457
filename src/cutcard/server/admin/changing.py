"""Taking tables and people away, also while servers run.

On PostgreSQL it is done here, and all nodes hear of it with the same transaction. An SQLite file is written to by its server
alone: while one runs it is asked to do it, else nobody can start one meanwhile.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, NamedTuple

from sqlalchemy import select

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.admin.opening import existing_file, need_current, opened, reading
from cutcard.server.errors import Unreadable
from cutcard.server.nodes.requests import ask
from cutcard.server.store.database import EVENTS, HAVE_KEYS, is_shared
from cutcard.server.store.erasing import Anonymise, Delete
from cutcard.server.store.one_server import AlreadyServed, claimed
from cutcard.server.store.raw_log import raw_log
from cutcard.server.tables.forgotten import seating_of
from cutcard.server.tables.state import hashed

ROUNDS = 5
"""A person may come to another table, or have a rematch, while they are being forgotten: so often it is looked again."""
SETTLED = 1.0
"""Seconds after which all nodes have heard of it, and what was on its way with the old name is written."""


class Belongings(NamedTuple):
    """The tables of a key, by code."""

    own: list[str]
    """Nobody else ever sat there: they go."""
    shared: list[str]
    """With others: the person goes, and the game stays."""
    unreadable: list[str]
    """Nobody knows what of them is whose."""


def carry_out(database: str, task: Delete | Anonymise) -> Any:
    """Do it, here or by the server."""
    if is_shared(database):
        return _done(database, task)
    file = existing_file(database)
    try:
        with claimed(database):
            return _done(database, task)
    except AlreadyServed as served:
        if served.address is None:
            raise CutcardError(f"{task.trouble}: {served}") from None
        return ask(file, task)


def _done(database: str, task: Delete | Anonymise) -> Any:
    with opened(database) as engine:
        with engine.connect() as connection:
            need_current(connection)
        return task.done(engine)


def delete_table(database: str, code: str) -> None:
    if not carry_out(database, Delete(code)):
        raise NotFound(f"there is no table {code}")


def key_in(text: str) -> str:
    """The key, from itself or from the private link of a seat."""
    key = text.strip().rpartition("#key=")[2]
    if not key or any(letter.isspace() or letter in "/#" for letter in key):
        raise ParseError("this is no key: say the key of a seat, or its private link, which ends in #key=…")
    return key


def belongings(database: str, key: str) -> Belongings:
    """What there is of a key."""
    found = Belongings([], [], [])
    key_hash = hashed(key)
    wanted = select(EVENTS.c.code).where(EVENTS.c.kind.in_(HAVE_KEYS), EVENTS.c.data.contains(key_hash)).distinct()
    with reading(database) as connection:
        for code in sorted(connection.scalars(wanted)):
            try:
                keys = seating_of(code, raw_log(connection, code).understood()).keyed
                (found.shared if {*keys} - {key_hash} else found.own).append(code)
            except Unreadable:
                found.unreadable.append(code)
            except NotFound:  # it has gone meanwhile
                continue
    return found


def forget(database: str, key: str) -> Belongings:
    """Take away all that belongs to a key; gives what it was."""
    done = Belongings([], [], [])
    for _ in range(ROUNDS):
        found = belongings(database, key)
        if not found.own and not found.shared:
            return done._replace(unreadable=found.unreadable)
        done.own.extend(code for code in found.own if carry_out(database, Delete(code)))
        strangers = {code: hashed(secrets.token_urlsafe(32)) for code in found.shared}
        done.shared.extend(code for code, now in strangers.items() if carry_out(database, Anonymise(code, hashed(key), now)))
        time.sleep(SETTLED)
        for code, now in strangers.items():
            carry_out(database, Anonymise(code, now, now))
    raise CutcardError("there is always something more of this key, as if somebody were using it just now: try again")
