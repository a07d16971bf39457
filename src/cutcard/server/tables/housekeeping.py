"""What is done now and then: tables that nobody uses leave the memory, and those that nobody has touched for long are
forgotten for good."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Container, Mapping

from cutcard.server.errors import NotReady
from cutcard.server.nodes.neighbours import Neighbours
from cutcard.server.store.store import Store
from cutcard.server.tables.open_table import OpenTable

EVERY = 60.0
"""Seconds from one look to the next."""
IDLE = 600.0
"""A table that nobody looks at leaves the memory after so many seconds."""
MOST_IDLE, SOONEST = 200, 60.0
"""Of so many such tables those that were used last stay that long; the others leave after so many seconds."""
AT_ONCE = 20
"""So many tables are forgotten in one transaction: moves wait for it."""
PAUSE = 0.5
"""Seconds between two of these, in which moves are written."""

log = logging.getLogger("cutcard.server")


async def put_away(open_tables: dict[str, OpenTable], busy: set[tuple[str, int]], neighbours: Neighbours) -> None:
    """Take tables out of the memory that nobody uses, and let other nodes have them; `busy` are seats, by code and number,
    a move is being chosen for."""
    while True:
        await asyncio.sleep(EVERY)
        for code in idle_ones(open_tables, {code for code, _ in busy}):
            del open_tables[code]
            neighbours.let_go(code)
            neighbours.tell_who_is_here(code, None)


def idle_ones(open_tables: Mapping[str, OpenTable], working: Container[str]) -> list[str]:
    """The codes of those that may leave the memory."""
    now = time.monotonic()
    unused = [
        (now - open_table.touched, code)
        for code, open_table in open_tables.items()
        if not open_table.presence.is_anybody_here() and code not in working
    ]
    return [code for place, (age, code) in enumerate(sorted(unused)) if age > (IDLE if place < MOST_IDLE else SOONEST)]


class Forgetting:
    """Forgets old tables, a few at a time, while the server runs. Which tables are old is said in `store/retention.py`."""

    def __init__(self, store: Store, keep_days: float, is_in_use: Callable[[str], bool]) -> None:
        self._store = store
        self._keep_days = keep_days
        self._is_in_use = is_in_use
        self.going: frozenset[str] = frozenset()
        """Tables that are just being forgotten, and must not be read any more."""

    async def work(self) -> None:
        while True:
            try:
                if forgotten := await self.round():
                    log.info("%d tables were forgotten at which nothing had happened for long", forgotten)
            except NotReady as error:
                log.warning("%s", error)
            await asyncio.sleep(EVERY)

    async def round(self) -> int:
        """Forget all that is old now, but no table in use; gives how many went."""
        found = await self._store.old(self._keep_days)
        forgotten = 0
        for first in range(0, len(found.codes), AT_ONCE):
            if first:
                await asyncio.sleep(PAUSE)
            self.going = frozenset(code for code in found.codes[first : first + AT_ONCE] if not self._is_in_use(code))
            try:
                forgotten += await self._store.forget(sorted(self.going), found.before) if self.going else 0
            finally:
                self.going = frozenset()
        return forgotten
