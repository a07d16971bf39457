"""What whoever runs a server has taken away: a table, or at a table one of its people. On PostgreSQL all nodes are told to
read it anew; for an SQLite file the journal of its server does it, or nobody else has the file."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, Engine, delete, func, select, update

from cutcard.core.errors import NotFound
from cutcard.server.nodes.notices import ANEW, CHANNEL, notices
from cutcard.server.store.database import EVENTS, PRESENT, SITTING, TABLES
from cutcard.server.store.raw_log import raw_log
from cutcard.server.store.retention import give_back
from cutcard.server.tables.forgotten import without


class Delete(NamedTuple):
    """A table goes, with all that happened at it; gives whether it was there. Whoever would write to it afterwards cannot,
    since no event is without its table."""

    code: str
    trouble: str = "the table cannot be deleted"

    def done(self, engine: Engine) -> bool:
        with engine.begin() as connection:
            _have_alone(connection, self.code)
            connection.execute(delete(PRESENT).where(PRESENT.c.code == self.code))
            connection.execute(delete(EVENTS).where(EVENTS.c.code == self.code))
            was_there = connection.execute(delete(TABLES).where(TABLES.c.code == self.code)).rowcount > 0
            _tell(connection, self.code)
        if engine.dialect.name == "sqlite":  # PostgreSQL does so by itself
            give_back(engine)
        return was_there


class Anonymise(NamedTuple):
    """Somebody is taken out of a table, by the hash of their key; gives whether anything of them was there. From then on
    their hash is `instead`, of a key that nobody has; where it is that already, what has been written of them since is taken
    out. The table may have gone meanwhile."""

    code: str
    key_hash: str
    instead: str
    trouble: str = "a person cannot be forgotten"

    def done(self, engine: Engine) -> bool:
        with engine.begin() as connection:
            _have_alone(connection, self.code)
            try:
                changed = without(self.code, raw_log(connection, self.code).understood(), self.key_hash, self.instead)
            except NotFound:
                return False
            for seq, data in changed.items():
                event = (EVENTS.c.code == self.code) & (EVENTS.c.seq == seq)
                connection.execute(update(EVENTS).where(event).values(data=json.dumps(data)))
            if changed:
                seat = (SITTING.c.code == self.code) & (SITTING.c.key == self.key_hash)
                connection.execute(delete(SITTING).where(seat))
                connection.execute(delete(PRESENT).where(PRESENT.c.code == self.code))  # whoever is there says so again
                _tell(connection, self.code)
        return bool(changed)


def _have_alone(connection: Connection, code: str) -> None:
    """Wait for what is being written to a table; from then on others wait. An SQLite file has one writer in any case."""
    connection.execute(select(TABLES.c.code).where(TABLES.c.code == code).with_for_update())


def _tell(connection: Connection, code: str) -> None:
    if connection.dialect.name == "postgresql":
        for text in notices(ANEW, "", {code: 1}):
            connection.execute(select(func.pg_notify(CHANNEL, text)))
