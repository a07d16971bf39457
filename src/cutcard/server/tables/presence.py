"""Who is at a table, by this node or another. A line that is dead for a moment takes nobody away, and neither does playing
without a socket."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from cutcard.server.nodes.neighbours import Elsewhere


class Presence:
    """People are known by the hash of their key, and are here while they have a socket open; and for the grace after they
    closed the last one or asked for anything else. Those who watch have no key: only their sockets count."""

    def __init__(self, on_change: Callable[[], None], whose: Callable[[], object]) -> None:
        self.grace = 0.0
        """In seconds."""
        self.now: Callable[[], float] = time.time
        """The clock that all nodes share."""
        self.elsewhere: Mapping[str, Elsewhere] = {}
        """Who is here by other nodes."""
        self.tell: Callable[[], None] = lambda: None
        """Told when those nodes are to hear who is here by this one."""
        self._on_change = on_change
        """Told when a grace runs out."""
        self._whose = whose
        """Gives the table, which has this, and is not to go before the last grace has run out: the other nodes are told."""
        self._sockets: Counter[str | None] = Counter()
        self._until: dict[str, float] = {}
        """Until when somebody counts as here without a socket."""
        self._told: dict[str, float] = {}
        """What the other nodes know of that."""
        self._have_left: set[str] = set()
        """People who said that they go: they get no grace."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def watching(self) -> int:
        return self._sockets[None] + sum(other.watching for other in self.elsewhere.values())

    def is_here(self, key_hash: str) -> bool:
        return self.is_by_this_node(key_hash) or any(
            other.until.get(key_hash, 0.0) > self.now() for other in self.elsewhere.values()
        )

    def is_by_this_node(self, key_hash: str) -> bool:
        return self._sockets[key_hash] > 0 or key_hash in self._until

    def is_anybody_here(self) -> bool:
        now = self.now()
        return self.is_anybody_by_this_node() or any(
            other.watching or any(end > now for end in other.until.values()) for other in self.elsewhere.values()
        )

    def is_anybody_by_this_node(self) -> bool:
        return any(self._sockets.values()) or bool(self._until)

    def enter(self, key_hash: str | None) -> None:
        """A socket was opened."""
        self._sockets[key_hash] += 1
        if key_hash is not None:
            self._have_left.discard(key_hash)
        self.tell()

    def go(self, key_hash: str | None) -> None:
        """A socket was closed."""
        self._sockets[key_hash] -= 1
        if key_hash is not None and key_hash not in self._have_left:
            self._give_grace(key_hash)
        self.tell()

    def seen(self, key_hash: str) -> bool:
        """Somebody has asked for something; gives whether they were away until now. Other nodes hear of it before half the
        grace is over that they know of."""
        was_here = self.is_here(key_hash)
        self._have_left.discard(key_hash)
        self._give_grace(key_hash)
        if self.grace > 0 and self._told.get(key_hash, 0.0) < self.now() + self.grace / 2:
            self.tell()
        return was_here != self.is_here(key_hash)

    def leave(self, key_hash: str) -> None:
        """Somebody says that they go."""
        self._have_left.add(key_hash)
        self._until.pop(key_hash, None)
        self.tell()

    def by_this_node(self) -> dict[str, Any]:
        """Who is here by this node, for the others."""
        self._told = {**self._until, **{key: math.inf for key, number in self._sockets.items() if key and number > 0}}
        until = {key: None if end == math.inf else end for key, end in self._told.items()}
        return {"until": until, "watching": self._sockets[None]}

    def are_elsewhere(self, elsewhere: Mapping[str, Elsewhere]) -> None:
        """Who is here by other nodes has changed."""
        self.elsewhere = elsewhere
        self._look_later()

    def _give_grace(self, key_hash: str) -> None:
        if self.grace > 0:
            self._until[key_hash] = self.now() + self.grace
            if self._timer is None:
                self._look_later()

    def _look_later(self) -> None:
        """Look again when the next grace runs out."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self.now()
        ends = [*self._until.values(), *(end for other in self.elsewhere.values() for end in other.until.values())]
        if (next_end := min((end for end in ends if now < end < math.inf), default=None)) is not None or self._until:
            wait = 0.0 if next_end is None else next_end - now
            self._timer = asyncio.get_running_loop().call_later(wait, self._look, self._whose())

    def _look(self, _: object = None) -> None:
        """Let those go whose grace has run out."""
        self._timer = None
        now = self.now()
        gone = [key_hash for key_hash, until in self._until.items() if until <= now]
        for key_hash in gone:
            del self._until[key_hash]
        if gone:
            self.tell()
        self._look_later()
        if self.elsewhere or any(not self._sockets[key_hash] for key_hash in gone):
            self._on_change()
