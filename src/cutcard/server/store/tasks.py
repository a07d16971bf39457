"""What the journal can be asked for beside writing events: each is done in a transaction of its own."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from sqlalchemy import Engine, update

from cutcard.server.store.database import TABLES


class Task(Protocol):
    @property
    def trouble(self) -> str:
        """What to say where it cannot be done."""

    def done(self, engine: Engine) -> Any:
        """Do it; what came of it."""


class StopClock(NamedTuple):
    """No turn clock runs at a table any more, as was seen at a time; one that was set since then runs on."""

    code: str
    at: float
    trouble: str = "a clock cannot be stopped"

    def done(self, engine: Engine) -> None:
        with engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.code == self.code, TABLES.c.due < self.at).values(due=None))
