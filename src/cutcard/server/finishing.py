"""What is begun is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

RUNNING: set[asyncio.Task[Any]] = set()
"""The loop itself does not hold on to its tasks."""


def to_its_end(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Whoever asked may go in the middle of it. What was begun is finished all the same: else an event could be written
    that the table in memory does not know of."""

    @wraps(method)
    async def finished(*arguments: P.args, **named: P.kwargs) -> T:
        task = asyncio.ensure_future(method(*arguments, **named))
        RUNNING.add(task)
        task.add_done_callback(RUNNING.discard)
        return await asyncio.shield(task)

    return finished
