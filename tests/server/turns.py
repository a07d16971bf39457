"""How long a table stands still, although whoever is to move has made up their mind.

A turn begins when anybody at the table first sees that a seat is to act. A person has to hear of it, and thinks; then it
takes until somebody sees the move. What a person thinks is no fault of the server, and neither is the pause of one who asks
now and then: the rest is the time for which the table waits.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

LONG = 0.5
"""Seconds."""


@dataclass
class Turn:
    """When, by the clock of the test."""

    seq: int
    """After which event."""
    known: float
    """When the server had told it to anybody; for one without a socket, or asked first."""
    heard: float | None = None
    """When whoever is to move had heard of it."""
    decided: float | None = None
    """When they sent their move."""
    done: float | None = None
    """When anybody had heard of it."""

    def waited(self, since: float, until: float) -> float:
        """For how long the table stood still in this time."""
        done = until if self.done is None else min(self.done, until)
        hearing = (done if self.heard is None else min(self.heard, done)) - max(self.known, since)
        moving = 0.0 if self.decided is None else done - max(self.decided, since)
        return max(hearing, 0.0) + max(moving, 0.0)


class Turns:
    """Of one table."""

    def __init__(self) -> None:
        self.all: list[Turn] = []
        self._open: dict[int, Turn] = {}
        self._last = 0
        self._asking: set[int] = set()
        """Seats of people without a socket who are just now asking."""
        self._unasked: set[int] = set()
        """Seats of people without a socket who have not asked since their turn began."""
        self._without_sockets: set[int] = set()

    def waited(self, since: float, until: float) -> float | None:
        """The longest that the table stood still in this time; None where nobody was to move."""
        turns = [turn for turn in self.all if turn.known < until and (turn.done is None or turn.done > since)]
        return max((turn.waited(since, until) for turn in turns), default=None)

    @property
    def is_waited_for(self) -> bool:
        """Whether the table has stood still for longer than it does when all is well."""
        now = time.monotonic()
        return any(turn.waited(0.0, now) > LONG for turn in self._open.values())

    def has_no_socket(self, seat: int) -> None:
        self._without_sockets.add(seat)

    def asks(self, seat: int) -> None:
        """A person without a socket sends a request."""
        self._asking.add(seat)
        if seat in self._unasked:
            self._unasked.discard(seat)
            self._open[seat].known = time.monotonic()

    def is_answered(self, seat: int) -> None:
        self._asking.discard(seat)

    def heard(self, seat: int | None, update: dict[str, Any], now: float) -> None:
        """A client has heard an update."""
        self._moved(update["events"], now)
        play, seq = update["play"], update["seq"]
        if play is None:
            return
        if seq > self._last:
            self._last = seq
            for other in self._open.keys() - set(play["to_act"]):  # its move is told later, or nobody waits for one any more
                self._end(other, now)
            for other in play["to_act"]:
                if other not in self._open:
                    self._begin(other, seq, now, update["table"]["seats"][other]["kind"] == "bot")
        turn = self._open.get(seat) if seat is not None else None
        if turn is not None and turn.heard is None and seq >= turn.seq:
            self._unasked.discard(seat or 0)
            turn.heard = now

    def _begin(self, seat: int, seq: int, now: float, is_bot: bool) -> None:
        turn = Turn(seq, now, *([now, now] if is_bot else []))
        self._open[seat] = turn
        self.all.append(turn)
        if seat in self._without_sockets - self._asking:
            self._unasked.add(seat)

    def _moved(self, events: Iterable[dict[str, Any]], now: float) -> None:
        for event in events:
            if event["kind"] == "move" and (turn := self._open.get(event["seat"])) and event["seq"] > turn.seq:
                self._end(event["seat"], now)

    def _end(self, seat: int, now: float) -> None:
        turn = self._open.pop(seat)
        turn.done = now
        turn.heard = now if turn.heard is None else turn.heard
        self._unasked.discard(seat)

    def decided(self, seat: int) -> None:
        if (turn := self._open.get(seat)) is not None and turn.decided is None:
            turn.decided = time.monotonic()
