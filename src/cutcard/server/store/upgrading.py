"""Bringing a database to the revision that this version of Cutcard works with: see `migrations`."""

from __future__ import annotations

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from cutcard.core.errors import CutcardError
from cutcard.server.store.database import FIRST, STEPS

LOCK = int.from_bytes(b"cutcard", "big")
"""Held in PostgreSQL by the server that upgrades: others that start at the same moment wait, and find it done."""
NEWER = (
    "a newer version of Cutcard has used this database, and this version does not know what it changed: install that version"
    " again, or name another database with --database"
)


def upgrade(connection: Connection) -> None:
    """Run the steps that are missing, all of them or none: in the transaction of this connection, which it begins."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("BEGIN"))  # Python's own begin is later: a half of the steps could stay
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    context, steps = MigrationContext.configure(connection), ScriptDirectory(STEPS, version_locations=[STEPS])
    known = [step.revision for step in steps.walk_revisions()]
    current = context.get_current_revision()
    if current is None and inspect(connection).has_table("tables"):
        current = FIRST
    if current not in (None, *known):
        raise CutcardError(NEWER)
    if current == known[0]:
        return
    missing = list(steps.iterate_revisions("head", current or "base"))
    with Operations.context(context):
        for step in reversed(missing):
            step.module.upgrade()
    context.stamp(steps, known[0])
