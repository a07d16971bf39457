"""Sees to it that the server's loop goes round. Where it stands still that is said, with what it is doing; and where it does
not go on at all the process ends, so that whatever started it can start another."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import time

from cutcard.server.operation.metrics import LATE_LOOP

BEAT = 1.0
LATE = 5.0
"""Seconds after which it is said that the loop stands still."""
LOST = 60.0
"""Seconds after which nobody believes any more that it goes on."""

log = logging.getLogger("cutcard.server")


class Watchdog:
    """A thread that looks at when the loop last went round."""

    def __init__(self, late: float = LATE, lost: float = LOST) -> None:
        self._late = late
        self._lost = lost
        self._beat = time.monotonic()
        self._is_told = False
        self._end = threading.Event()

    async def work(self) -> None:
        """The loop's part of it, for as long as the server runs."""
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()
        try:
            while True:
                self._beat = time.monotonic()
                await asyncio.sleep(BEAT)
                LATE_LOOP.observe(max(time.monotonic() - self._beat - BEAT, 0.0))
        finally:
            self._end.set()

    def _watch(self) -> None:
        """A process that was stopped as a whole, and goes on, has not stood still: only what this thread saw counts."""
        pause = min(BEAT, self._late / 2)
        still, beat = 0.0, self._beat
        while not self._end.wait(pause):
            still = still + pause if beat == self._beat else 0.0
            beat = self._beat
            if still > self._lost:
                log.critical("the loop has stood still for %.0f seconds: this process ends", still)
                os._exit(1)
            if still > self._late and not self._is_told:
                log.error("the loop has stood still for %.1f seconds; what every thread is doing follows", still)
                faulthandler.dump_traceback(sys.stderr)
            self._is_told = still > self._late
