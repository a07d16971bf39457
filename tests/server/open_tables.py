"""Tables of the server without the network: real open tables on a real store."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from cutcard.server.errors import NotReady
from cutcard.server.http.limits import Limits
from cutcard.server.settings import Settings
from cutcard.server.store.store import Store
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.patience import PATIENCE

ADDED = "ab" * 16
Came = TypeVar("Came")


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), PATIENCE))


async def again_and_again(work: Callable[[], Coroutine[Any, Any, Came]]) -> Came:
    """What it gives in the end. Whoever is not ready asks for another try: the process that writes is only starting, or a
    database is back and lines to it are still dead."""
    while True:
        try:
            return await work()
        except NotReady:
            await asyncio.sleep(0.05)


@asynccontextmanager
async def opened_store(database: str) -> AsyncIterator[Store]:
    """A store that writes: the process for it has started."""
    async with Store.opened(database) as store:
        await again_and_again(lambda: store.old(1.0))
        yield store


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[AllTables]:
    """All tables of a server on an SQLite file in this folder. Who goes is away at once. No bot moves, unless a test sets
    another pace: what a test looks at would change by itself."""
    database = f"sqlite:///{folder / 'tables.sqlite3'}"
    async with AllTables.opened(
        Settings(database=database, **{"pace": 3600.0, "grace": 0.0, "unlimited": True, **settings}), Limits(True)
    ) as tables:
        yield tables


async def made(
    tables: AllTables, game: str = "pairs", *, seats: int = 3, level: str | None = None, clock: Any = None, **options: Any
) -> tuple[OpenTable, str]:
    """A table, and the key of its host."""
    return await tables.make(
        game=game, options=options, seats=seats, name="Zoe", level=level, clock=clock, listed=False
    )  # fmt: skip


async def full(
    tables: AllTables, game: str = "pairs", *, seats: int = 3, clock: Any = None, **options: Any
) -> tuple[OpenTable, list[str]]:
    """A table in play with a person in every seat, and their keys."""
    open_table, key = await made(tables, game, seats=seats, clock=clock, **options)
    keys = [key, *[(await open_table.join(f"Ann {seat}", seat, None, None))[0] for seat in range(1, seats)]]
    await open_table.start(0, ADDED)
    return open_table, keys


def here(open_table: OpenTable, key: str | None) -> Callable[[], None]:
    """Somebody is connected, until the answer is called."""
    key_hash = hashed(key) if key else None
    woken = asyncio.Event()
    open_table.enter(key_hash, woken.set)
    return lambda: open_table.go(key_hash, woken.set)


def shown(open_table: OpenTable, seat: int | None, since: int = 0) -> dict[str, Any]:
    """What a seat is told."""
    told: dict[str, Any] = json.loads(open_table.update(seat, since))
    return told


def kinds(open_table: OpenTable) -> list[str]:
    return [seat["kind"] for seat in shown(open_table, None)["table"]["seats"]]


def any_move(open_table: OpenTable, seat: int, chance: random.Random) -> str:
    assert open_table.state.table is not None
    return chance.choice(open_table.state.table.legal(seat))


async def play_out(open_table: OpenTable, chance: random.Random) -> None:
    """Everybody plays any legal move until the game is over."""
    while open_table.state.asked:
        seat, seq = next(iter(open_table.state.asked.items()))
        await open_table.move(seat, any_move(open_table, seat, chance), seq, None)
