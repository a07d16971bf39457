"""What is told of a table, and to whom: the only place that makes what leaves the server."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from typing import Any

import orjson

from cutcard.core.table.table import Table
from cutcard.server.fair import commitment
from cutcard.server.tables.seat_views import nothing_for, play_shown, told_of, you_shown
from cutcard.server.tables.state import BOT, OVER, PREPARING, WAITING, Event, SeatHolder, TableState

SHOWN: dict[str, frozenset[str]] = {
    "made": frozenset(),
    "set": frozenset(),
    "joined": frozenset({"seat", "name"}),
    "seat": frozenset({"seat", "to", "level"}),
    "left": frozenset({"seat"}),
    "started": frozenset(),
    "move": frozenset({"seat", "late"}),
    "chat": frozenset({"seat", "text"}),
    "rematch": frozenset({"code", "seat"}),
}
"""What of an event's own data is told to everybody; what happened in the game comes from views."""
GAME_EVENTS = ("started", "move")
FEW = 4
"""So many events are told from the table as it is; for more of them the game is gone through once."""
REMEMBERED = 8
"""Events that are kept as they were told: most are told to several at once, and then hardly ever again."""


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


class ToldEvent:
    """An event as those who look on are told of it; made once for all to whom it is the same."""

    def __init__(self, event: Event, table: Table | None, step: int, aids: bool) -> None:
        self._event = event
        self._table = table
        """After an event of the game."""
        self._step = step
        """How many moves had been played then."""
        self._aids = aids
        self._is_open = table is None or table.tells_all_the_same
        self._made: dict[int | None, bytes] = {}

    def to(self, seat: int | None) -> bytes:
        whose = None if self._is_open else seat
        if whose not in self._made:
            event, table = self._event, self._table
            public = {key: value for key, value in event.data.items() if key in SHOWN[event.kind]}
            story = {"told": told_of(table, whose, self._step, self._aids)} if table is not None else {}
            self._made[whose] = orjson.dumps(
                {"seq": event.seq, "kind": event.kind, **public, **story, "at": round(event.at, 3)}
            )
        return self._made[whose]


class TableUpdates:
    """A table as those who look on are told of it. What is told is made once for all to whom it is the same."""

    def __init__(self, state: TableState, log: list[Event]) -> None:
        self.state = state
        self.log = log
        self.preparing = False
        self.deadlines: dict[int, tuple[int, float]] = {}
        """For a seat whose clock runs: the event that asked it, and when its time is up."""
        self.touched = time.monotonic()
        self._steps: list[int] = []
        """The events after which the game stood otherwise: the deal, and every move."""
        self._here: Counter[str | None] = Counter()
        """Connections by the hash of their key; None are those who watch."""
        self._signals: set[ChangeSignal] = set()
        self._info = b""
        self._play = b""
        self._you: dict[int, bytes] = {}
        self._told: dict[tuple[int, bool], ToldEvent] = {}

    # Who is there

    def enter(self, key_hash: str | None) -> ChangeSignal:
        """Somebody looks on, and is woken whenever there is something new."""
        signal = ChangeSignal()
        self._signals.add(signal)
        self._here[key_hash] += 1
        self.changed()
        return signal

    def go(self, key_hash: str | None, signal: ChangeSignal) -> None:
        self._signals.discard(signal)
        self._here[key_hash] -= 1
        self.touched = time.monotonic()
        self.changed()

    def is_here(self, seat: int) -> bool:
        key = self.state.holders[seat].key
        return bool(key) and self._here[key] > 0

    @property
    def is_empty(self) -> bool:
        return not self._signals

    def changed(self) -> None:
        """Tell everybody who looks on."""
        self._info = b""
        self._went_on()

    def _went_on(self) -> None:
        """Tell everybody who looks on of a game that has gone on, where nothing else has changed."""
        self._play, self._you = b"", {}
        for signal in self._signals:
            signal.set()

    # What they are told

    def update(self, seat: int | None, since: int) -> bytes:
        """The table for a seat, or for those who watch, with all events after `since`."""
        if not self._info:
            self._info = orjson.dumps(self.table_info())
        if not self._play:
            self._play = self._played()
        unseen = self.log[max(since, 0) :]
        stages = self._stages() if len(unseen) > FEW else None
        events = b",".join(self.event_told(event, seat, stages) for event in unseen)
        return b'{"type":"update","seq":%d,"events":[%b],"table":%b,"play":%b,"you":%b}' % (
            self.state.seq, events, self._info, self._play, b"null" if seat is None else self._yours(seat),
        )  # fmt: skip

    def _played(self) -> bytes:
        state = self.state
        if state.table is None:
            return b"null"
        return orjson.dumps(play_shown(state.table.glance(None), state.moves, state.shows_aids))

    def _yours(self, seat: int) -> bytes:
        if seat not in self._you:
            state = self.state
            table, asked = state.table, state.asked.get(seat, state.seq)
            if table is None or (seat not in state.asked and table.game.layout.all_alike):
                self._you[seat] = orjson.dumps(nothing_for(seat, asked))
            else:
                self._you[seat] = orjson.dumps(you_shown(table.glance(seat), seat, asked, state.shows_aids))
        return self._you[seat]

    def event_told(self, event: Event, seat: int | None, stages: dict[int, Table] | None = None) -> bytes:
        """An event as a seat, or one who watches, may know it."""
        aids = self.state.shows_aids
        if (event.seq, aids) not in self._told:
            if len(self._told) == REMEMBERED:
                self._told.clear()
            step = bisect_left(self._steps, event.seq)
            self._told[event.seq, aids] = ToldEvent(event, self._table_after(event, stages), step, aids)
        return self._told[event.seq, aids].to(seat)

    def _table_after(self, event: Event, stages: dict[int, Table] | None) -> Table | None:
        if event.kind not in GAME_EVENTS:
            return None
        if event.seq == self._steps[-1]:
            return self.state.table
        return (self._stages() if stages is None else stages)[event.seq]

    def _stages(self) -> dict[int, Table]:
        """The table after each event of the game."""
        table = self.state.table
        return dict(zip(self._steps, table.stages(), strict=True)) if table is not None else {}

    def table_info(self) -> dict[str, Any]:
        """All but the game itself."""
        state = self.state
        phase = PREPARING if self.preparing and state.phase == WAITING else state.phase
        game = state.built()
        return {
            "code": state.code,
            "game": state.game,
            "title": game.called.title,
            "options": game.options,
            "state": phase,
            "seats": [self._seat(seat, holder) for seat, holder in enumerate(state.holders)],
            "host": state.host,
            "dealer": state.dealer,
            "clock": state.clock,
            "listed": state.listed,
            "penalty": state.penalty,
            "aids": state.aids,
            "commitment": commitment(state.secret),
            "secret": state.secret if phase == OVER else None,
            "randomness": {str(seat): text for seat, text in sorted(state.randomness.items())},
            "rematch": state.rematch,
            "evening": self._evening(),
            "watching": self._here[None],
            "deadline": self._deadline(),
        }

    def _evening(self) -> list[dict[str, Any]]:
        """The tally by name: what people are known by stays here."""
        seats = self.state.seats_by_who()
        return [
            {
                "name": line.name, "seat": seats.get(line.who), "played": line.played, "won": line.won, "lost": line.lost,
                "points": line.points,
            }
            for line in self.state.evening()
        ]  # fmt: skip

    def _deadline(self) -> float | None:
        asked = self.state.asked
        return min((end for seat, (seq, end) in self.deadlines.items() if asked.get(seat) == seq), default=None)

    def _seat(self, seat: int, holder: SeatHolder) -> dict[str, Any]:
        return {
            "kind": holder.kind,
            "name": holder.name,
            "level": holder.level,
            "present": holder.kind == BOT or self.is_here(seat),
        }

    def step_event(self, step: int) -> Event:
        """The event after which so many moves had been played."""
        return self.log[self._steps[step] - 1]

    def listing(self) -> dict[str, Any]:
        """A line of the list of tables."""
        table = self.table_info()
        return {key: table[key] for key in ("code", "game", "title", "state", "seats", "watching")}
