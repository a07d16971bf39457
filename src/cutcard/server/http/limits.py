"""How much one address, or one person, may do in a time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from cutcard.server.errors import TooMuch

REMEMBERED = 20_000


@dataclass
class Bucket:
    """So many at once, and then so many a second."""

    size: float
    rate: float
    reason: str
    _levels: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        """One more; raises where that is too much."""
        now = time.monotonic()
        level, then = self._levels.pop(who, (self.size, now))
        level = min(self.size, level + (now - then) * self.rate)
        taken = level >= 1
        self._levels[who] = (level - 1 if taken else level, now)
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)
        if not taken:
            raise TooMuch(self.reason)


class Limits:
    """The limits of a server."""

    def __init__(self, unlimited: bool) -> None:
        much = 1e9 if unlimited else 1.0
        self.requests = Bucket(120 * much, 20 * much, "that was too fast: wait a few seconds and try again")
        self.tables = Bucket(30 * much, 30 / 600 * much, "you have made many tables: wait some minutes before the next one")
        self.messages = Bucket(40 * much, 15 * much, "that was too fast: wait a moment")
        self.chat = Bucket(5 * much, 0.5 * much, "that was a lot of chat: wait a few seconds")
        self.advice = Bucket(10 * much, 0.5 * much, "the hints need a rest: try again in a few seconds")
        self._most_connections = 100 * much
        self._connections: Counter[str] = Counter()

    def connect(self, address: str) -> None:
        if self._connections[address] >= self._most_connections:
            raise TooMuch("there are too many open pages from your address: close some")
        self._connections[address] += 1

    def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]
