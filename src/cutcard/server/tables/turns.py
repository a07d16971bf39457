"""What takes a while and is not urgent is done one after another: threads are shared with all that is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """One at a time, and every address has its turn: whoever asks for much waits behind those who ask for little."""

    def __init__(self) -> None:
        self._all = asyncio.Lock()
        self._of_addresses: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """For as long as somebody waits."""

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        own = self._of_addresses.setdefault(address, asyncio.Lock())
        async with own, self._all:
            yield
