"""Threads that read from the database, each by a connection of its own, and no longer than they may.

A thread that waits for an answer cannot be stopped. Where a database, or the way to it, has swallowed a question, the answer
never comes: then the connections are shut down, so that whoever waits by one of them gets an error, and the next read begins
with a new one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from cutcard.core.errors import CutcardError
from cutcard.server.errors import JUST_NOW, NotReady
from cutcard.server.store.database import hang_up

THREADS = 5
LONGEST_END = 3.0

log = logging.getLogger("cutcard.server")

Came = TypeVar("Came")


class Readers:
    """All that reads by one engine; `longest` is how long somebody waits for it, in seconds, and `on_silence` is told where
    they have waited for nothing."""

    def __init__(self, engine: Engine, longest: float, on_silence: Callable[[], None]) -> None:
        self._engine = engine
        self._longest = longest
        self._on_silence = on_silence
        self._threads = ThreadPoolExecutor(THREADS, "reader")
        self._reads: set[asyncio.Future[Any]] = set()
        """What is being read."""
        self._lines: WeakSet[Any] = WeakSet()
        """The connections of the driver."""
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", lambda line, _: self._lines.add(line))

    async def read(self, work: Callable[..., Came], *asked: Any) -> Came:
        """What a thread reads."""
        reading = asyncio.get_running_loop().run_in_executor(self._threads, work, *asked)
        self._reads.add(reading)
        reading.add_done_callback(self._ended)
        try:
            async with asyncio.timeout(self._longest):
                return await asyncio.shield(reading)
        except TimeoutError:
            self._hang_up()
            self._on_silence()
            raise NotReady("the database does not answer: try again in a moment") from None

    def _ended(self, reading: asyncio.Future[Any]) -> None:
        self._reads.discard(reading)
        if not reading.cancelled():
            reading.exception()  # nobody may be waiting for it any more

    @contextmanager
    def connected(self, trouble: str) -> Iterator[Connection]:
        """A connection, for the work of a thread; `trouble` is a phrase for people."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            log.warning("%s: %s", trouble, error)
            raise NotReady(JUST_NOW, what=CutcardError(trouble)) from error

    def _hang_up(self) -> None:
        log.warning("the database has not answered for %g seconds: what reads from it begins anew", self._longest)
        for line in list(self._lines):
            hang_up(line)

    async def end(self) -> None:
        """Whoever still waits for a line that is dead is not waited for."""
        if self._reads:
            _, waiting = await asyncio.wait(self._reads, timeout=LONGEST_END)
            if waiting:
                self._hang_up()
        self._threads.shutdown(wait=False, cancel_futures=True)
