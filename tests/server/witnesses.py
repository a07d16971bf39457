"""People at a server to which things happen: how they behave, and what they write down of what they are told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
import websockets


class ComeAgain(Exception):
    """The server cannot do it just now."""


GONE = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError, ComeAgain)
"""What a client meets when something happens to the server."""


class Tally:
    """What happened to the server and its clients."""

    def __init__(self) -> None:
        self.answers = self.kills = self.resent = self.twice = self.events = self.busy = self.refused = 0
        self.more = asyncio.Event()

    def __str__(self) -> str:
        return (
            f"{self.answers} answers, {self.resent} sent again, {self.twice} answered twice, {self.events} events told, "
            f"{self.busy} times busy, {self.refused} refused"
        )

    def answered(self) -> None:
        self.answers += 1
        self.more.set()


@dataclass
class House:
    """Where the tables are, and how the people there behave."""

    url: str
    http: httpx.AsyncClient
    tally: Tally = field(default_factory=Tally)
    thinks: tuple[float, float] = (0.0, 0.0)
    """How long somebody thinks before a move, at least and at most, in seconds."""
    late: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when nobody thinks any more: all games are to come to their end."""
    writes: bool = False
    """Whether some play by requests alone, without a socket."""
    polls: float = 0.1
    """How often those look who have no socket, in seconds."""
    may_refuse: bool = False
    """Whether a move that was asked for may be refused, as one may that another server has overtaken."""
    longest: float = 3600.0
    """Seconds in which a game must be over."""


@dataclass
class Journal:
    """What one client was told, in the order of events; a key is its seat's, without one it watches."""

    seat: int | None
    key: str | None
    told: dict[int, bytes] = field(default_factory=dict)
    """Every event, byte for byte."""
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Everything that was ever sent, by its id."""
    done: dict[str, int] = field(default_factory=dict)
    """The event that it became, as it was acknowledged."""
    refused: dict[str, str] = field(default_factory=dict)
    """Why it was not done."""
    shown: int = 0
    """The last event of the newest update."""
    asked: int | None = None
    """Which event asks for a move, by that update."""
    thinking: set[int] = field(default_factory=set)
    """Events that ask for moves which are being thought of."""
    has_left: bool = False
    """Whether nothing more is sent, as the game is over and everything is answered."""

    @property
    def seq(self) -> int:
        return max(self.told, default=0)

    def new_id(self) -> str:
        return f"s{self.seat}-{len(self.sent)}"

    def thought_of(self) -> set[int]:
        """Events that asked for moves which were sent and not refused, or are being thought of."""
        return self.thinking | {message.get("seq", 0) for name, message in self.sent.items() if name not in self.refused}

    def waiting(self) -> list[dict[str, Any]]:
        return [message for name, message in self.sent.items() if name not in self.done and name not in self.refused]

    def hear(self, events: list[dict[str, Any]], tally: Tally) -> None:
        for event in events:
            data, seq = orjson.dumps(event), event["seq"]
            assert self.told.setdefault(seq, data) == data, f"event {seq} was {self.told[seq]!r} and is {data!r}"
            tally.events += 1

    def answer(self, identity: str, seq: int, tally: Tally) -> None:
        assert identity not in self.refused, f"{identity} is done, and was refused before: {self.refused[identity]}"
        if identity in self.done:
            tally.twice += 1
        assert self.done.setdefault(identity, seq) == seq, f"{identity} was event {self.done[identity]} and is {seq}"
        tally.answered()

    def refuse(self, identity: str, reason: str, house: House) -> None:
        assert house.may_refuse, f"{self.sent.get(identity)} was refused: {reason}"
        assert identity not in self.done, f"{identity} was event {self.done[identity]} and is refused: {reason}"
        self.refused[identity] = reason
        house.tally.refused += 1
