"""Taking tables and people away, also while servers run.

On PostgreSQL it is done here, and all nodes hear of it with the same transaction. An SQLite file is written to by its server
alone: while one runs it is asked to do it, else nobody can start one meanwhile.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, tuple_

from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.server.admin.opening import existing_file, need_current, opened, reading
from cutcard.server.errors import Unreadable
from cutcard.server.nodes.requests import Request, ask
from cutcard.server.store.database import EVENTS, HAVE_KEYS, RESULTS, SITTING, is_shared
from cutcard.server.store.erasing import Anonymise, Delete
from cutcard.server.store.one_server import AlreadyServed, claimed
from cutcard.server.store.people import ForgetPerson, ForgetSeat
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
    results: int = 0
    """So many games count for the person."""


def carry_out(database: str, task: Request) -> Any:
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


def _done(database: str, task: Request) -> Any:
    with opened(database) as engine:
        with engine.connect() as connection:
            need_current(connection)
        return task.done(engine)


def delete_table(database: str, code: str) -> None:
    if not carry_out(database, Delete(code)):
        raise NotFound(f"there is no table {code}")


def key_in(text: str) -> str:
    """The key, from itself or from the private link of a seat or of a person."""
    key = text.strip().rpartition("#key=")[2].rpartition("#secret=")[2]
    if not key or any(letter.isspace() or letter in "/#" for letter in key):
        raise ParseError("this is no key: say the key of a seat, or a private link, which ends in #key=… or #secret=…")
    return key


def belongings(database: str, key: str) -> Belongings:
    """What there is of a key, or of the secret of a person."""
    found = Belongings([], [], [])
    with reading(database) as connection:
        for code, own in sorted(_keys_at(connection, hashed(key)).items()):
            try:
                keys = seating_of(code, raw_log(connection, code).understood()).keyed
                (found.shared if {*keys} - own else found.own).append(code)
            except Unreadable:
                found.unreadable.append(code)
            except NotFound:  # it has gone meanwhile
                continue
        return found._replace(results=_count_results(connection, hashed(key)))


def _keys_at(connection: Connection, known_by: str) -> dict[str, set[str]]:
    """By the codes of tables, the hashes of the keys that somebody has there: the one that they are known by, or where that
    is the hash of their own secret, those of their seats."""
    wanted = select(EVENTS.c.code).where(EVENTS.c.kind.in_(HAVE_KEYS), EVENTS.c.data.contains(known_by)).distinct()
    found = {code: {known_by} for code in connection.scalars(wanted)}
    for row in connection.execute(select(SITTING.c.code, SITTING.c.key).where(SITTING.c.person == known_by)):
        found.setdefault(row.code, set()).add(row.key)
    return found


def _count_results(connection: Connection, known_by: str) -> int:
    seats = select(SITTING.c.code, SITTING.c.person).where(SITTING.c.key == known_by)
    theirs = (RESULTS.c.person == known_by) | tuple_(RESULTS.c.code, RESULTS.c.person).in_(seats)
    return connection.scalar(select(func.count()).select_from(RESULTS).where(theirs)) or 0


def forget(database: str, key: str) -> Belongings:
    """Take away all that belongs to a key, or to the secret of a person; gives what it was."""
    done = Belongings([], [], [], carry_out(database, ForgetSeat(hashed(key))))
    for _ in range(ROUNDS):
        found = belongings(database, key)
        if not found.own and not found.shared:
            results = done.results + carry_out(database, ForgetPerson(hashed(key)))
            return done._replace(unreadable=found.unreadable, results=results)
        with reading(database) as connection:
            keys = _keys_at(connection, hashed(key))
        done.own.extend(code for code in found.own if carry_out(database, Delete(code)))
        done.shared.extend(_anonymised(database, {code: keys.get(code, set()) for code in found.shared}))
    raise CutcardError("there is always something more of this key, as if somebody were using it just now: try again")


def _anonymised(database: str, tables: dict[str, set[str]]) -> list[str]:
    """Take somebody out of tables, at each of which they have these keys; gives the codes of those where they were."""
    strangers = [(code, key, hashed(secrets.token_urlsafe(32))) for code, keys in tables.items() for key in sorted(keys)]
    done = [code for code, key, instead in strangers if carry_out(database, Anonymise(code, key, instead))]
    time.sleep(SETTLED)
    for code, _, instead in strangers:
        carry_out(database, Anonymise(code, instead, instead))
    return list(dict.fromkeys(done))
