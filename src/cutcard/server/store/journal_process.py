"""The server's end of the journal, the process that writes (`journal.py`)."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any

from cutcard.server.framing import framed, has_ended, received
from cutcard.server.store.tasks import Task
from cutcard.server.store.writing import Row

STARTING = 120.0
"""How long it may take until it reads what it is given, in seconds. Who has something to write does not wait so long; but on
a machine that is very busy, one that is ended for being slow to start would never start."""


class JournalProcess:
    """One process at a time, asked for one thing after another. `longest` is how long a transaction may take, in seconds."""

    def __init__(self, database: str, node: str, longest: float) -> None:
        self._opening = framed((database, node))
        self._longest = longest
        self.process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[Exception | None] | None = None
        """Waits until it says that it reads; gives what has come between."""
        self._talking = asyncio.Lock()
        """Held by whoever has asked something, until it is answered."""

    async def ask(self, asked: list[Row] | Task) -> Any:
        """What it answers. One that has not answered is of no use any more."""
        async with self._talking:
            await self._need()
            assert self.process is not None
            assert self.process.stdin is not None
            try:
                # wait_for would at times swallow that whoever waits is cancelled
                async with asyncio.timeout(self._longest):
                    self.process.stdin.write(framed(asked))
                    await self.process.stdin.drain()
                    return await received(self.process.stdout)
            except BaseException:
                await self.end()
                raise

    async def _need(self) -> None:
        """One that reads. Whoever has waited long enough for one that is starting leaves it alone."""
        if self.process is None or self.process.returncode is not None:
            await self.begin()
        assert self._starting is not None
        async with asyncio.timeout(self._longest):
            trouble = await asyncio.shield(self._starting)
        if trouble is not None:
            await self.end()
            raise trouble

    async def begin(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "cutcard.server.store.journal", stdin=pipe, stdout=pipe, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(self._opening)
        self._starting = asyncio.create_task(_trouble_at_start(self.process), name="journal starts")

    async def end(self) -> None:
        """It has answered all it was given, or is broken."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
        if self._starting is not None:
            await self._starting  # it is told of its end
        if process is not None:
            await has_ended(process)

    def renew(self) -> None:
        """The database has not answered: its line may be dead too, and the next event is not to find that out. Where
        something is being written it has a time limit of its own, and one that is starting has no line yet."""
        is_reading = self._starting is not None and self._starting.done()
        if self.process is not None and is_reading and not self._talking.locked():
            with suppress(ProcessLookupError):
                self.process.kill()  # another one is begun when there is something to write


async def _trouble_at_start(journal: asyncio.subprocess.Process) -> Exception | None:
    """None once it reads what it is given."""
    try:
        async with asyncio.timeout(STARTING):
            await received(journal.stdout)
    except Exception as error:  # whoever needs the journal raises it
        return error
    return None
