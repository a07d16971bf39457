"""A thread beside the caller's, for work that comes in pieces of less than a millisecond."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

A_MOMENT = 1e-4
"""How long a wait for the end of something small sleeps, in seconds."""

Job = tuple[Callable[..., Any], tuple[Any, ...]]


class Helper:
    """Does one thing after another. To wake it costs the caller some microseconds, a tenth of what an executor and its
    futures take. The thread ends when nobody has the helper any more."""

    def __init__(self) -> None:
        self._log = _Log()
        self._asked = 0
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        threading.Thread(target=_serve, args=(self._jobs, self._log), daemon=True).start()
        self.close = weakref.finalize(self, self._jobs.put, None)
        """Ends the thread, once it has done what it was given."""

    @property
    def is_free(self) -> bool:
        """Whether it has begun all that it was given."""
        return self._jobs.empty()

    def begin(self, do: Callable[..., Any], *given: Any) -> None:
        """Have it done; what it returns is not kept."""
        self._asked += 1
        self._jobs.put((do, given))

    def check(self) -> None:
        """Raise what was raised first, if anything was."""
        fault, self._log.fault = self._log.fault, None
        if fault is not None:
            raise fault

    def finish(self) -> None:
        """Wait until all is done, and check."""
        while self._log.done < self._asked:
            time.sleep(A_MOMENT)
        self.check()


class _Log:
    """What the thread writes down."""

    def __init__(self) -> None:
        self.done = 0
        self.fault: BaseException | None = None


def _serve(jobs: SimpleQueue[Job | None], log: _Log) -> None:
    """It knows nothing of the helper, so that this one can be forgotten."""
    while (job := jobs.get()) is not None:
        do, given = job
        try:
            do(*given)
        except BaseException as fault:  # it is raised where the work is waited for
            log.fault = log.fault or fault
        del job, do, given
        log.done += 1
