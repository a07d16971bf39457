"""A table in the memory of the server: what people ask of it, one thing after another.

Everything that happens is an event. It is tried out first, then written, and only then does the table change and is
anybody told. Whoever asked may go in the middle of it: what was begun is finished all the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from cutcard.core.declaration.game import find
from cutcard.core.errors import NotYours, ParseError
from cutcard.core.table.evening import anew
from cutcard.core.table.outcome import need_loser
from cutcard.server import fair
from cutcard.server.bots.shared_workers import Owner
from cutcard.server.errors import NotNow, NotPermitted
from cutcard.server.store.store import Store
from cutcard.server.store.writing import ForPeople
from cutcard.server.tables.coach import Coach
from cutcard.server.tables.first_event import need_coach_here
from cutcard.server.tables.keys import key_for
from cutcard.server.tables.logged_table import LoggedTable, one_at_a_time
from cutcard.server.tables.state import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Event, SeatHolder, TableState, hashed

log = logging.getLogger("cutcard.server")

SETTINGS = ("options", "clock", "listed", "dealer", "penalty", "aids", "fill", "coach")
"""What the host may change before the start, beside the number of seats."""

Asker = int | str
"""Who asks: a seat, or the hash of a key. The key's seat is looked up when its turn has come, by the table as it is then: by
another node the person may have gone to another seat, and somebody else to theirs."""

USED_BEFORE = "you have used this id for something else: each table that you make, and each seat, has its own"


class OpenTable(LoggedTable):
    """One table. Its methods that begin something raise where it is refused, and then nothing has changed."""

    used_from = ""
    """The address from which somebody who sits here has last used it."""

    def __init__(self, state: TableState, store: Store) -> None:
        super().__init__(state, store)
        self.coach = Coach(self)

    @property
    def owner(self) -> Owner:
        """For whom its bots think."""
        return Owner(self.used_from or self.state.code, self.state.code)

    # What people ask

    @one_at_a_time
    async def join(
        self,
        name: str,
        seat: int | None,
        randomness: str | None,
        key: str | None,
        identity: str | None = None,
        person: str | None = None,
    ) -> tuple[str, int]:
        """Sit down; sent again with the same id, it counts once. With a key that has a seat here: move to another one, or
        add what the browser adds to the deal. What the game comes to is kept for `person`, the hash of a secret."""
        state = self.state
        new_key = key_for(state.code, identity)
        if key is None and (event := self._keyed(new_key, "joined")) is not None:
            if seat not in (None, event.data["seat"]):
                raise NotNow(USED_BEFORE)
            return new_key, state.seat_by(hashed(new_key))
        state.need_phase(WAITING)
        self._need_no_practice()
        mine = state.seat_of(hashed(key) if key else None)
        free = [at for at, holder in enumerate(state.holders) if holder.kind == OPEN]
        if seat is not None and seat != mine and seat not in free:
            raise NotNow("that seat is taken: choose another one")
        if mine is None or key is None:
            if not free:
                raise NotNow("all seats are taken: you can watch")
            seat = free[0] if seat is None else seat
            data = {"seat": seat, "name": self._unique(name), "key": hashed(new_key), "randomness": randomness}
            await self._happen("joined", data, people=ForPeople({hashed(new_key): person}) if person else None)
            return new_key, seat
        seat = mine if seat is None else seat
        if randomness is not None and mine in state.randomness:
            randomness = None
        if randomness is not None or seat != mine:
            await self._happen("joined", {"seat": seat, "from": mine, "randomness": randomness})
        return key, seat

    def made_with(self, key: str, data: dict[str, Any]) -> bool:
        """Whether this is the table that came of making one of this game, or of going on from this position, with an id from
        which this key follows."""
        event = self._keyed(key, "practice" if "begun" in data else "made")
        if event is not None and made_of(event.data) != made_of(data):
            raise NotNow(USED_BEFORE)
        return event is not None

    def _keyed(self, key: str, kind: str) -> Event | None:
        """The event by which a key came to this table; None where it never did. One of another kind is refused."""
        seq = self.state.keyed.get(hashed(key))
        event = self.log[seq - 1] if seq is not None else None
        if event is not None and event.kind != kind:
            raise NotNow(USED_BEFORE)
        return event

    @one_at_a_time
    async def give(self, by: Asker | None, seat: int, to: str, level: str | None, seen: int | None = None) -> None:
        """The host gives a seat to a bot, or opens it; `seen` is the last event that the host knew of. A seat that has
        changed hands since then is not meant."""
        state = self.state
        by = self._need_host(by)
        if seat not in range(len(state.holders)):
            raise NotNow("there is no seat {n} at this table", n=seat)
        state.need_phase(WAITING, PLAYING)
        self._need_no_practice()
        if seen is not None and seen < state.sat.get(seat, 0):
            if (state.holders[seat].kind, state.holders[seat].level) == (to, level):  # this was sent twice
                return
            raise NotNow("this seat has changed hands meanwhile: look again")
        if state.phase == PLAYING:
            self._may_hand_over(seat, to)
        elif seat == state.host:
            if by == seat:
                raise NotPermitted("this is your own seat: leave it first")
            theirs = "this is the seat of {name}, the host: start, and give it to a bot then"
            raise NotPermitted(theirs, name=state.names[seat])
        data = {"seat": seat, "to": to, "level": level, "name": state.free_name()}
        holder = state.holders[seat]
        await self._happen("seat", {**data, "person": holder.name} if holder.kind == PERSON else data)

    def _may_hand_over(self, seat: int, to: str) -> None:
        holder = self.state.holders[seat]
        if to != BOT:
            raise NotNow("during a game a seat can only be given to a bot")
        if holder.kind == PERSON and self.is_here(seat):
            raise NotPermitted(
                "{name} is here: only the seat of somebody who is away can be given to a bot", name=holder.name
            )

    @one_at_a_time
    async def take_back(self, by: Asker) -> None:
        """A person comes back to the seat that a bot kept for them."""
        self.state.need_phase(PLAYING)
        by = self._seat_of(by)
        holder = self.state.holders[by]
        if holder.kind == BOT:
            await self._happen("seat", {"seat": by, "to": PERSON, "level": None, "name": "", "person": holder.name})

    @one_at_a_time
    async def set(self, by: Asker | None, wishes: dict[str, Any]) -> None:
        """The host changes options, the number of seats, the clock, who deals first (None: it is drawn), the loser's
        penalty, whether there are aids or a coach, whether bots come by themselves, or whether all may see the table in the
        list; the coach alone during the game too. What is so already is no event."""
        state = self.state
        self._need_host(by)
        if set(wishes) != {"coach"}:
            state.need_phase(WAITING)
            self._need_no_practice()
        state.need_phase(WAITING, PLAYING)
        if wishes.get("coach") is not None:
            is_alone = len(state.people()) < 2
            need_coach_here(has_aids=wishes.get("aids", state.aids), is_alone=is_alone)
        data: dict[str, Any] = {name: wishes[name] for name in SETTINGS if name in wishes}
        holders = state.holders
        if "seats" in wishes:
            holders = self._resized(wishes["seats"])
            data["chairs"] = [holder.stored() for holder in holders]
            if len(holders) != len(state.holders):  # what was carried over was for other seats
                data.setdefault("options", anew(state.built().rulebook, state.options))
        if "dealer" not in data and (state.dealer or 0) >= len(holders):
            data["dealer"] = None  # the seat that was to deal goes
        dealer = data.get("dealer", state.dealer) or 0
        game = find(state.game, len(holders), dealer, data.get("options", state.options))  # raises where it cannot be
        if data.get("penalty") is not None:
            need_loser(game.rulebook)
        is_new = holders != state.holders or any(data[name] != getattr(state, name) for name in SETTINGS if name in data)
        if is_new:
            change = {"listed": data["listed"]} if "listed" in data else None
            await self._happen("set", data, change)

    def _resized(self, seats: int) -> list[SeatHolder]:
        holders = self.state.holders
        if any(holder.kind == PERSON for holder in holders[seats:]):
            raise NotNow("somebody sits in a seat that would go: open it first")
        level = next((holder.level for holder in holders if holder.kind == BOT), None)
        while len(holders) < seats:
            holders = [*holders, SeatHolder()]
            if level:
                taken = TableState("", "", holders)
                holders[-1] = SeatHolder(BOT, taken.free_name(), level)
        return holders[:seats]

    def check_start(self, by: Asker | None) -> int:
        """Who starts, where that may be."""
        seat = self._need_host(by)
        self.state.need_phase(WAITING)
        empty = [seat + 1 for seat, holder in enumerate(self.state.holders) if holder.kind == OPEN]
        if empty:
            raise NotNow("seat {n} is still open: wait for somebody, or give it to a bot", n=empty[0])
        return seat

    @one_at_a_time
    async def start(self, by: Asker | None, randomness: str | None) -> None:
        by = self.check_start(by)
        state = self.state
        if by in state.randomness:
            randomness = None
        data: dict[str, Any] = {"randomness": randomness}
        if by != state.host:  # who is away
            data["seat"] = by
        if state.dealer is None:
            added = state.all_randomness(randomness, by)
            data["dealer"] = fair.first_dealer(state.secret, state.code, added, len(state.holders))
        await self._happen("started", data, {"state": PLAYING, "rules": state.built().rulebook.rules.digest})

    @one_at_a_time
    async def move(self, by: Asker, move: str, seq: int, identity: str | None, *, late: bool = False) -> int:
        """Play a move that answers event `seq`; gives the event that it became."""
        state, seat = self.state, self._acting(by)
        if identity is not None and (seq_before := self._answered(seat, identity, "move", move)) is not None:
            return seq_before
        if state.table is None:
            raise NotYours("the game has not started yet")
        if seq > state.seq:
            raise ParseError(f"a move answers an event that you have seen: there is no event {seq} yet")
        if seq < state.asked.get(seat, seq):
            raise NotYours("the table has gone on since then: look again")
        after = state.table.play(move, seat)  # raises where it is not allowed
        data: dict[str, Any] = {"seat": seat, "move": move}
        if identity is not None:
            data["id"] = identity
        if late:
            data["late"] = True
        event = Event(state.seq + 1, "move", data, self._store.now())
        await self._write(event, {"state": OVER} if after.is_over else None, after)
        return event.seq

    async def move_with_coach(self, by: str, move: str, seq: int, identity: str | None, *, despite_coach: bool) -> int:
        """A move that a person plays: the coach may have something to say first."""
        if not despite_coach and self.state.coach is not None:
            await self.coach.heed(self._acting(by), move, seq, identity)
        return await self.move(by, move, seq, identity)

    def hasten(self, by: int | None) -> int:
        """Have bots play on without pauses, where all people are out of the game; gives the last event."""
        self.state.need_phase(PLAYING)
        if by is None:
            raise NotPermitted("you have no seat at this table")
        waiting = self.keeps_pace(by)
        if waiting is not None:
            if waiting == by:
                raise NotNow("you are still in the game: it can be run on once all people are out of it")
            still = "{name} is still in the game: it can be run on once all people are out of it"
            raise NotNow(still, name=self.state.names[waiting])
        if self.hastened_by is None:
            self._hastened_by = by
            self.presence.tell()
            self.changed()
        return self.state.seq

    async def pause_until(self, end: float) -> None:
        """A bot's pause, so that people can follow; it is over at once where the game is run on."""
        while self.hastened_by is None and (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 0.1))

    @one_at_a_time
    async def chat(self, by: Asker, text: str, identity: str) -> int:
        seat = self._acting(by)
        if (seq_before := self._answered(seat, identity, "chat", text)) is not None:
            return seq_before
        return await self._happen("chat", {"seat": seat, "text": text, "id": identity})

    def _answered(self, seat: int, identity: str, kind: str, said: str) -> int | None:
        """The event that came of this when it was sent before; None if it was not. An id that was used for something else
        is refused: who sends it believes that this was done."""
        seq = self.state.answered.get((seat, identity))
        if seq is None:
            return None
        event = self.log[seq - 1]
        if event.kind != kind or said != event.data["move" if kind == "move" else "text"]:
            raise NotNow(f"you have used the id {identity!r} for something else: each move and each message has its own")
        return seq

    @one_at_a_time
    async def leave(self, by: Asker) -> None:
        """Before the game the seat is free again; during it the seat waits for the person."""
        state, by = self.state, self._acting(by)
        others = [seat for seat in state.people() if seat != by]
        here = [seat for seat in others if self.is_here(seat)] or others
        host = state.host if by != state.host or not here else here[0]
        await self._happen("left", {"seat": by, "host": host, "name": state.holders[by].name})

    @one_at_a_time
    async def rematch(self, by: int, make: Callable[[], Awaitable[str]]) -> str:
        """The next table of these people, which is made once, whoever asks."""
        if self.state.rematch is None:
            await self._happen("rematch", {"code": await make(), "seat": by})
        assert self.state.rematch is not None
        return self.state.rematch

    def _need_no_practice(self) -> None:
        if self.state.begun is not None:
            raise NotNow("this table goes on from a position: its seats and settings are what they were there")

    def _seat_of(self, by: Asker) -> int:
        return self.state.seat_by(by) if isinstance(by, str) else by

    def _acting(self, by: Asker) -> int:
        """The seat of a person who is to have it themselves."""
        return need_seat(self, self.state.seat_by(by)) if isinstance(by, str) else by

    def _need_host(self, by: Asker | None) -> int:
        seat = None if by is None else self._seat_of(by)
        if seat is None or not self.may_host(seat):
            raise NotPermitted("only {name}, the host, can do that", name=self.state.names[self.state.host])
        return seat

    def _unique(self, name: str) -> str:
        """Two people of the same name are told apart."""
        taken = {holder.name.lower() for holder in self.state.holders}
        number = 2
        unique = name
        while unique.lower() in taken:
            unique, number = f"{name} {number}", number + 1
        return unique


def made_of(data: dict[str, Any]) -> tuple[Any, ...]:
    """What somebody wished for who made a table."""
    begun = data.get("begun", {})
    return data["game"], *(begun.get(name) for name in ("of", "step", "seat", "hidden"))


def need_seat(open_table: OpenTable, seat: int | None) -> int:
    """For what only people at the table may do."""
    if seat is None:
        raise NotPermitted("you have no seat at this table")
    if open_table.state.phase == PLAYING and open_table.state.holders[seat].kind == BOT:
        raise NotNow("a bot has your seat: take it back first")
    return seat
