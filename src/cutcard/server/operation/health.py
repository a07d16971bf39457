"""Whether a server is alive, and whether it is ready to be sent people: for load balancers, and for whoever runs it."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.server.tables.all_tables import AllTables

FRESH = 1.0
"""Seconds for which an answer is good: asking again and again costs nothing."""
LONGEST_WAIT = 60.0
"""Seconds after which bots that wait for a worker wait in vain."""
OK = "ok"


@dataclass
class Readiness:
    """Each part: `ok`, or what is wrong with it."""

    database: str
    journal: str
    workers: str
    taking_tables: str

    @property
    def is_ready(self) -> bool:
        return all(said == OK for said in asdict(self).values())


class Health:
    """Asks the parts of a server how they are."""

    def __init__(self) -> None:
        self._found: Readiness | None = None
        self._asked = 0.0

    async def readiness(self, tables: AllTables) -> Readiness:
        if self._found is None or time.monotonic() - self._asked > FRESH:
            self._found = await _asked(tables)
            self._asked = time.monotonic()
        return self._found


async def _asked(tables: AllTables) -> Readiness:
    database = OK
    try:
        await tables.store.need_answer()
    except CutcardError as error:
        database = str(error)
    if tables.neighbours.is_cut_off:
        database = "the line to the other nodes is cut"
    waited = tables.caretaker.bots.longest_wait()
    return Readiness(
        database,
        OK if tables.store.is_writing else "nothing is written any more",
        OK if waited < LONGEST_WAIT else f"a bot has waited for a worker for {waited:.0f} seconds",
        "the server is about to stop" if tables.caretaker.is_closing else OK,
    )


def told(found: Readiness) -> dict[str, Any]:
    return {"ready": found.is_ready, **asdict(found)}
