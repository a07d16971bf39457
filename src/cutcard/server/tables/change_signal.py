"""How a client hears that there is something new at its table."""

from __future__ import annotations

import asyncio


class ChangeSignal:
    """Wakes the one task that tells a client of changes, as an asyncio.Event would. It is set at every move."""

    def __init__(self) -> None:
        self._is_set = True
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Until it is set; then it is to be set anew."""
        if not self._is_set:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._is_set = False
