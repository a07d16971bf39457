"""What is told of a table, and to whom. It is made once for all to whom it is the same."""

from __future__ import annotations

import time
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from cutcard.core.languages import language
from cutcard.core.table.table import Table
from cutcard.present.scene import Offer, risk_of, scene_of
from cutcard.server.fair import commitment
from cutcard.server.tables.presence import Presence
from cutcard.server.tables.state import BOT, OVER, PERSON, PLAYING, PREPARING, WAITING, Event, SeatHolder, TableState
from cutcard.server.tables.telling import JSON, NOTHING_OF_ITS_OWN, ToldEvent, has_nothing_of_its_own, you_shown
from cutcard.server.weak_calls import weakly

GAME_EVENTS = ("started", "move")
PAGE = 50
"""So many events are told at once, the last ones: telling one takes a tenth of a millisecond, and nobody else is answered
meanwhile. Who wants to know the earlier ones asks for them, page by page."""
FEW = 4
"""So many events are told from the table as it is; for more of them the game is gone through once."""
LONELY = 20.0
"""Seconds after which bots that have a table for themselves rest, until somebody asks for it."""
REMEMBERED = 8
"""Events that are kept as they were told: most are told to several at once, and then hardly ever again."""


ALL = -1
"""Stands for the seats of all, and for those who watch."""


class Offered(NamedTuple):
    """What a seat was offered last, and after how many moves."""

    moves: int
    seat: int
    offers: tuple[Offer, ...]


class TableUpdates:
    """A table as those who look on are told of it. What is told is made once for all to whom it is the same."""

    def __init__(self, state: TableState, log: list[Event]) -> None:
        self.state = state
        self.log = log
        self.preparing = False
        self.began: Callable[[], float] = lambda: 0.0
        """Since when there has been a server, by the database's clock. Of those who were asked before, nobody's time is up
        before they have had a moment to come back."""
        self.waiting = 0.0
        """Seconds that it waits for people before bots take the free seats, where that is wished."""
        self._hastened_by: int | None = None
        """The seat that has the game run on by this node."""
        self.touched = self.asked_for = time.monotonic()
        """When it last changed, and when somebody last asked for it."""
        self._steps: list[int] = []
        """The events after which the game stood otherwise: the deal, and every move."""
        self.presence = Presence(weakly(TableUpdates.changed, self), weakref.ref(self))
        self._lookers: list[Callable[[], None]] = []
        """Those who look on, each by what is called when there is something new."""
        self.hearers: list[Callable[[bytes], None]] = []
        """Those who look on, each by what takes a message for the moment."""
        self.tell_reaction: Callable[[int, str], None] = lambda seat, reaction: None
        """Told when other nodes are to hear of a reaction."""
        self._info: dict[bool, bytes] = {}
        """For one who is counted among those who watch, and for all others."""
        self._play: dict[str, bytes] = {}
        """By language, as all that has words in it."""
        self._gone: set[int] = set()
        """Seats that have nothing more to decide in this game."""
        self._you: dict[tuple[str, int], bytes] = {}
        self._offered: Offered | None = None
        self._told: dict[tuple[str, int, bool], ToldEvent] = {}
        self._shared: dict[tuple[str, int, bool, int | None], bytes] = {}
        """An update up to what is of one seat alone: by its language, the event before the first that it tells, whether it
        is for one who is counted, and whose it is; `ALL` where everybody is told the same."""
        self.on_change: Callable[[], None] = lambda: None
        """What `AllTables` does after every change: have bots think and clocks run."""

    # Who is there

    def enter(self, key_hash: str | None, wake: Callable[[], None]) -> None:
        """Somebody looks on, and is woken whenever there is something new."""
        self._lookers.append(wake)
        self.presence.enter(key_hash)
        self.changed()

    def go(self, key_hash: str | None, wake: Callable[[], None]) -> None:
        self._lookers.remove(wake)
        self.presence.go(key_hash)
        self.touched = time.monotonic()
        self.changed()

    def seen(self, key_hash: str) -> None:
        """Somebody has asked for something by a request, and so is here."""
        if self.presence.seen(key_hash):
            self.changed()

    def expect_people(self) -> None:
        """All people who sit here are about to come back, and have the grace for it."""
        for seat in self.state.people():
            self.seen(self.state.holders[seat].key)

    @property
    def hastened_by(self) -> int | None:
        """The seat for which bots no longer pause, until somebody has something to decide again."""
        said = (self._hastened_by, *(other.hastened_by for other in self.presence.elsewhere.values()))
        return next((seat for seat in said if seat is not None), None)

    def by_this_node(self) -> dict[str, Any] | None:
        """What other nodes are to know of who is here by this one; None where that is nobody."""
        if self._hastened_by is None and not self.presence.is_anybody_by_this_node():
            return None
        return {**self.presence.by_this_node(), "hastened_by": self._hastened_by}

    def is_here(self, seat: int) -> bool:
        key = self.state.holders[seat].key
        return bool(key) and self.presence.is_here(key)

    def may_host(self, seat: int | None) -> bool:
        """Whether a seat may do what the host may. While the host is away everybody at the table may; before the game only
        those who are here themselves."""
        state = self.state
        if seat is None or seat == state.host:
            return seat is not None
        return not self.is_here(state.host) and (state.phase != WAITING or self.is_here(seat))

    def keeps_pace(self, by: int) -> int | None:
        """For whom bots take their time, where this seat would run the game on: a person who may still have to decide, or
        who is here while a bot plays for them. None where there is nobody."""
        self.look()
        for seat, holder in enumerate(self.state.holders):
            is_watching = seat != by and self.is_here(seat)
            if seat not in self._gone and (holder.kind == PERSON or is_watching):
                return seat
        return None

    def can_hasten(self, seat: int) -> bool:
        """Whether this seat may run the game on to its end."""
        state = self.state
        if state.phase != PLAYING:
            return False
        for at in state.asked:
            if state.holders[at].kind == PERSON:
                return False
        return self.hastened_by is None and self.keeps_pace(seat) is None

    @property
    def is_forsaken(self) -> bool:
        """Whether only bots are left, and nobody looks on."""
        if self._lookers or self.state.people() or time.monotonic() - self.asked_for <= LONELY:
            return False
        return not self.presence.is_anybody_here()

    def changed(self) -> None:
        """Tell everybody who looks on."""
        self._info = {}
        self._went_on()

    def _went_on(self) -> None:
        """Tell everybody who looks on of a game that has gone on, where nothing else has changed."""
        self._play, self._you, self._shared = {}, {}, {}
        if self._hastened_by is not None and self.keeps_pace(self._hastened_by) is not None:  # somebody is back
            self._hastened_by, self._info = None, {}
            self.presence.tell()
        for wake in self._lookers:
            wake()
        self.on_change()

    def react(self, seat: int, reaction: str) -> int:
        """Somebody reacts to what happens. It is kept nowhere; gives the last event."""
        self.tell_reaction(seat, reaction)
        self.reacted(seat, reaction)
        return self.state.seq

    def reacted(self, seat: int, reaction: str) -> None:
        said = orjson.dumps({"type": "reaction", "seat": seat, "reaction": reaction})
        for hear in self.hearers:
            hear(said)

    # What they are told

    def update(self, seat: int | None, since: int, *, is_counted: bool = False) -> bytes:
        """The table for a seat, or for those who watch, with the events after `since`, of many the last ones. One who
        `is_counted` among those who watch is told of the others."""
        spoken, known = language(), self._shared
        shared = known.get((spoken, since, is_counted, ALL)) or known.get((spoken, since, is_counted, seat))
        if shared is None:
            is_same = since == len(self.log) - 1 and self._told_event(self.log[since]).is_open
            shared = known[spoken, since, is_counted, ALL if is_same else seat] = self._begun(seat, since, is_counted)
        return b"%b%b}" % (shared, b"null" if seat is None else self._you.get((spoken, seat)) or self._yours(seat))

    def _begun(self, seat: int | None, since: int, is_counted: bool) -> bytes:
        """An update up to what is of one seat alone."""
        if is_counted not in self._info:
            self._info[is_counted] = orjson.dumps(self.table_info(is_counted))
        self.look()
        events = self._told_to(seat, self.log[max(since, len(self.log) - PAGE, 0) :])
        return b'{"type":"update","seq":%d,"events":[%b],"table":%b,"play":%b,"you":' % (
            self.state.seq, events, self._info[is_counted], self._play[language()],
        )  # fmt: skip

    def earlier(self, seat: int | None, before: int) -> bytes:
        """The last events before this one."""
        end = min(max(before - 1, 0), len(self.log))
        return b'{"events":[%b]}' % self._told_to(seat, self.log[max(end - PAGE, 0) : end])

    def _told_to(self, seat: int | None, events: list[Event]) -> bytes:
        stages = self._stages(events) if len(events) > FEW else None
        return b",".join(self.event_told(event, seat, stages) for event in events)

    def look(self) -> None:
        """Make what everybody sees of the game, where that is due."""
        if language() in self._play:
            return
        state = self.state
        scene = scene_of(state.table.glance(None), state.shows_aids, state.moves) if state.table is not None else None
        self._gone = {seat for seat, one in enumerate(scene.seats) if one.is_gone} if scene else set()
        self._play[language()] = orjson.dumps(scene)

    def _yours(self, seat: int) -> bytes:
        state = self.state
        asked, may_host, can_hasten = state.asked.get(seat, state.seq), self.may_host(seat), self.can_hasten(seat)
        if has_nothing_of_its_own(state.table, seat):
            yours = NOTHING_OF_ITS_OWN % (seat, asked, JSON[may_host], JSON[can_hasten])
        else:
            shown = you_shown(state.table, seat, asked, state.shows_aids)
            if shown["offers"] and state.shows_aids:
                self._offered = Offered(state.moves, seat, shown["offers"])
            shown["may_host"], shown["can_hasten"] = may_host, can_hasten
            yours = orjson.dumps(shown)
        self._you[language(), seat] = yours
        return yours

    def event_told(self, event: Event, seat: int | None, stages: dict[int, Table] | None = None) -> bytes:
        """An event as a seat, or one who watches, may know it."""
        return self._told_event(event, stages).to(seat)

    def event_with_all_hands(self, event: Event) -> bytes:
        """An event of a game that is over, as all seats together know it."""
        self.state.need_phase(OVER)
        return self._told_event(event).with_all_hands()

    def _told_event(self, event: Event, stages: dict[int, Table] | None = None) -> ToldEvent:
        aids = self.state.shows_aids
        key = language(), event.seq, aids
        if (known := self._told.get(key)) is None:
            if len(self._told) == REMEMBERED:
                self._told.clear()
            table = None
            if event.kind in GAME_EVENTS:
                is_last = event.seq == self._steps[-1]
                table = self.state.table if is_last else (stages or self._stages([event]))[event.seq]
            step = bisect_left(self._steps, event.seq)
            last = self._offered
            offered = last.offers if last is not None and last[:2] == (step - 1, event.data.get("seat")) else ()
            risk = risk_of(table, offered) if aids and table is not None else None
            known = self._told[key] = ToldEvent(event, table, step, aids, risk)
        return known

    def _stages(self, events: list[Event]) -> dict[int, Table]:
        """The table after each of these events, as far as they are events of the game."""
        first, end = bisect_left(self._steps, events[0].seq), bisect_right(self._steps, events[-1].seq)
        table = self.state.table
        return dict(zip(self._steps[first:end], table.stages(first, end), strict=True)) if table is not None else {}

    def table_info(self, is_counted: bool = False) -> dict[str, Any]:
        """All but the game itself; `is_counted` where it is for one of those who watch."""
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
            **{name: getattr(state, name) for name in ("clock", "listed", "penalty", "aids", "coach")},
            "practice": state.begun and state.begun.told,
            "commitment": commitment(state.secret),
            "secret": state.secret if phase == OVER else None,
            "randomness": {str(seat): text for seat, text in sorted(state.randomness.items())},
            "rematch": state.rematch,
            "evening": self._evening(),
            "hastened": self.hastened_by is not None and phase == PLAYING,
            "watching": self.presence.watching - is_counted,
            "deadline": self._deadline(),
            "fills_at": self.fills_at,
        }

    def _evening(self) -> list[dict[str, Any]]:
        """The tally by name: what people are known by stays here."""
        seats, counts = self.state.seats_by_who(), ("played", "won", "lost", "points")
        return [
            {"name": line.name, "seat": seats.get(line.who), **{count: getattr(line, count) for count in counts}}
            for line in self.state.evening()
        ]

    def deadline_of(self, seat: int) -> float | None:
        """When the time of a person who is to act is up, by the times in the log."""
        state = self.state
        if state.clock is None or seat not in state.asked or state.holders[seat].kind != PERSON:
            return None
        asked, began = self.log[state.asked[seat] - 1].at, self.began()
        return max(asked + state.clock, began + self.presence.grace if asked < began else 0.0)

    def _deadline(self) -> float | None:
        ends = [end for seat in self.state.asked if (end := self.deadline_of(seat)) is not None]
        return round(min(ends), 1) if ends else None

    @property
    def fills_at(self) -> float | None:
        """When bots take the free seats and the game begins, by the times in the log: so long after the first of those who
        sit here came. None where nobody wants that, or nobody is here to play."""
        state = self.state
        if state.fill is None or state.phase != WAITING:
            return None
        people = state.people()
        if not any(self.is_here(seat) for seat in people):
            return None
        came = min(state.keyed.get(state.holders[seat].key, 1) for seat in people)
        return round(self.log[came - 1].at + self.waiting, 1)

    def _seat(self, seat: int, holder: SeatHolder) -> dict[str, Any]:
        present = holder.kind == BOT or self.is_here(seat)
        return {"kind": holder.kind, "name": holder.name, "level": holder.level, "present": present}

    def step_event(self, step: int) -> Event:
        """The event after which so many moves had been played."""
        return self.log[self._steps[step] - 1]

    @property
    def title(self) -> str:
        """Of the game, or of the variant that its options make of it."""
        return self.state.built().called.title

    def listing(self) -> dict[str, Any]:
        """A line of the list of tables."""
        table = self.table_info()
        return {key: table[key] for key in ("code", "game", "title", "state", "seats", "watching")}
