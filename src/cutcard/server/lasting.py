"""Work that goes on for as long as the server does. Where it fails all the same, that is said and it begins anew: a task
that ends in silence would leave a server that looks well and does half of what it should."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

PAUSE = 1.0
"""Seconds before it begins anew."""

log = logging.getLogger("cutcard.server")


async def lasting(what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Until the work is done, or cancelled."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("%s has failed and begins anew", what)
        await asyncio.sleep(PAUSE)
