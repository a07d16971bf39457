"""How much one address, or one person, may do in a time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cutcard.server.errors import TooMuch

REMEMBERED = 20_000
MOST_SOCKETS = 150
"""Of one address: a hundred pages, and room for the second lines of half of them, which they open where a node hangs."""


@dataclass
class Bucket:
    """So many at once, and then so many a second."""

    size: float
    rate: float
    reason: str
    taken: Counter[str] | None = None
    """What was taken since the other nodes were told; None where there are none."""
    _levels: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        """One more; raises where that is too much."""
        if self._level(who) < 1:
            raise TooMuch(self.reason)
        self.lower(who, 1)
        if self.taken is not None:
            self.taken[who] += 1

    def lower(self, who: str, number: int) -> None:
        """So many were taken."""
        self._levels[who] = (max(self._level(who) - number, 0.0), time.monotonic())
        self._levels.move_to_end(who)
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)

    def _level(self, who: str) -> float:
        """How many there are to take now."""
        level, then = self._levels.get(who, (self.size, 0.0))
        return min(self.size, level + (time.monotonic() - then) * self.rate)


class Limits:
    """The limits of a server. Where there are several nodes they hold for all together, half a second late: each tells the
    others what was taken."""

    def __init__(self, unlimited: bool) -> None:
        much = 1e9 if unlimited else 1.0
        self.requests = Bucket(120 * much, 20 * much, "that was too fast: wait a few seconds and try again")
        self.tables = Bucket(30 * much, 30 / 600 * much, "you have made many tables: wait some minutes before the next one")
        self.messages = Bucket(40 * much, 15 * much, "that was too fast: wait a moment")
        self.chat = Bucket(5 * much, 0.5 * much, "that was a lot of chat: wait a few seconds")
        self.reactions = Bucket(5 * much, 0.5 * much, "that was a lot at once: wait a few seconds")
        self.coach = Bucket(5 * much, 0.5 * much, "your coach was called or sent away a lot: wait a few seconds")
        self.advice = Bucket(10 * much, 0.5 * much, "the hints need a rest: try again in a few seconds")
        self.what_if = Bucket(10 * much, 0.5 * much, "trying other moves needs a rest: try again in a few seconds")
        self.numbers = Bucket(30 * much, 1 * much, "you have asked for your games often: wait a few seconds")
        self._most_connections = MOST_SOCKETS * much
        self._connections: Counter[str] = Counter()
        self._connections_told: Counter[str] = Counter()
        self._elsewhere: dict[str, Counter[str]] = {}
        """Connections by other nodes, as far as they told."""

    def share(self) -> None:
        """There are other nodes."""
        for bucket in self._shared().values():
            bucket.taken = Counter()

    def _shared(self) -> dict[str, Bucket]:
        shared = {"requests": self.requests, "tables": self.tables, "chat": self.chat, "reactions": self.reactions}
        return {**shared, "coach": self.coach, "advice": self.advice, "what_if": self.what_if, "numbers": self.numbers}

    def taken_here(self) -> dict[str, Any]:
        """What was taken by this node since this was last asked, and the connections that have changed since."""
        found: dict[str, Any] = {}
        for name, bucket in self._shared().items():
            for who, number in (bucket.taken or {}).items():
                found[f"{name} {who}"] = number
            bucket.taken = Counter()
        for address in self._connections.keys() | self._connections_told.keys():
            if self._connections.get(address, 0) != self._connections_told[address]:
                found[f"connections {address}"] = self._connections.get(address, 0)
        self._connections_told = Counter(self._connections)
        return found

    def others_took(self, node: str, what: Mapping[str, int]) -> None:
        """What was taken by another node."""
        shared = self._shared()
        for key, number in what.items():
            name, _, who = key.partition(" ")
            if name in shared:
                shared[name].lower(who, number)
            elif number:
                self._elsewhere.setdefault(node, Counter())[who] = number
            else:
                self._elsewhere.setdefault(node, Counter()).pop(who, None)

    def only(self, nodes: Iterable[str]) -> None:
        """The other nodes that there are. One that is new among them has not been told anything."""
        self._connections_told = Counter(dict.fromkeys(self._connections_told.keys() | self._connections.keys(), -1))
        self._elsewhere = {node: counts for node, counts in self._elsewhere.items() if node in nodes}

    def count(self) -> int:
        """How many sockets are open by this node."""
        return self._connections.total()

    def connect(self, address: str) -> None:
        if self._connections[address] + sum(one[address] for one in self._elsewhere.values()) >= self._most_connections:
            raise TooMuch("there are too many open pages from your address: close some")
        self._connections[address] += 1

    def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]
