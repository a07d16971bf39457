"""A process of the server that does one job after another, with a deadline: the event loop never waits, and one that hangs
is ended.

A library's pool ends the process that hangs but not what a bot began in it, and imports the server's main module there.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.server.bots.worker import FAILED, READY
from cutcard.server.framing import framed, has_ended, received

PREPARING = 180.0
"""How long a worker may take until it begins to think: it may have to compile."""


class BotFailed(CutcardError):
    """A bot that did not choose: it took too long, or could not go on."""


class WorkerProcess:
    """A process that does one job after another. What a bot begins there belongs to it, and ends with it."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, job: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The answer to a job; one that does not come in time ends the process, and the next job begins another."""
        try:
            process = await self._started()
            assert process.stdin is not None
            process.stdin.write(framed((job, arguments)))
            await process.stdin.drain()
            # wait_for would at times swallow that whoever waits is cancelled
            async with asyncio.timeout(PREPARING):
                kind, answer = await received(process.stdout)
            if kind == READY:
                async with asyncio.timeout(seconds):
                    kind, answer = await received(process.stdout)
        except asyncio.CancelledError:
            await self.end()
            raise
        except (OSError, EOFError, RuntimeError) as error:  # uvloop's word for a closed pipe is RuntimeError
            await self.end()
            raise BotFailed("it took too long" if isinstance(error, TimeoutError) else "it stopped") from None
        if kind == FAILED:
            raise BotFailed(answer)
        return answer

    async def begin(self) -> None:
        await self._started()

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "cutcard.server.bots.worker", stdin=pipe, stdout=pipe, start_new_session=True,
            )  # fmt: skip
        return self._process

    async def end(self) -> None:
        if (process := self.kill()) is not None:
            await has_ended(process)

    def kill(self) -> Process | None:
        """Have it end, at once; the next job begins another. Gives what there was, to be waited for."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        return process
