"""Who is at a table. A line that is dead for a moment takes nobody away, and neither does playing without a socket."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable


class Presence:
    """People are known by the hash of their key, and are here while they have a socket open; and for the grace after they
    closed the last one or asked for anything else. Those who watch have no key: only their sockets count."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.grace = 0.0
        """In seconds."""
        self._on_change = on_change
        """Told when a grace runs out."""
        self._sockets: Counter[str | None] = Counter()
        self._until: dict[str, float] = {}
        """Until when somebody counts as here without a socket."""
        self._have_left: set[str] = set()
        """People who said that they go: they get no grace."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def watching(self) -> int:
        return self._sockets[None]

    def is_here(self, key_hash: str) -> bool:
        return self._sockets[key_hash] > 0 or key_hash in self._until

    def is_anybody_here(self) -> bool:
        return any(self._sockets.values()) or bool(self._until)

    def enter(self, key_hash: str | None) -> None:
        """A socket was opened."""
        self._sockets[key_hash] += 1
        if key_hash is not None:
            self._have_left.discard(key_hash)

    def go(self, key_hash: str | None) -> None:
        """A socket was closed."""
        self._sockets[key_hash] -= 1
        if key_hash is not None and key_hash not in self._have_left:
            self._give_grace(key_hash)

    def seen(self, key_hash: str) -> bool:
        """Somebody has asked for something; gives whether they were away until now."""
        was_here = self.is_here(key_hash)
        self._have_left.discard(key_hash)
        self._give_grace(key_hash)
        return was_here != self.is_here(key_hash)

    def leave(self, key_hash: str) -> None:
        """Somebody says that they go."""
        self._have_left.add(key_hash)
        self._until.pop(key_hash, None)

    def _give_grace(self, key_hash: str) -> None:
        if self.grace > 0:
            self._until[key_hash] = time.monotonic() + self.grace
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(self.grace, self._look)

    def _look(self) -> None:
        """Let those go whose grace has run out, and look again when the next one's does."""
        now = time.monotonic()
        gone = [key_hash for key_hash, until in self._until.items() if until <= now]
        for key_hash in gone:
            del self._until[key_hash]
        self._timer = None
        if self._until:
            self._timer = asyncio.get_running_loop().call_later(min(self._until.values()) - now, self._look)
        if any(not self._sockets[key_hash] for key_hash in gone):
            self._on_change()
