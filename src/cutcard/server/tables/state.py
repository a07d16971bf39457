"""A table online, as its log of events makes it: who sits where, and the game. Folding the same events gives the same table,
so the log is all that has to be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cutcard.core.declaration.game import Game, find
from cutcard.core.declaration.options import NumbersBySeat
from cutcard.core.errors import CutcardError, NotFound, ParseError
from cutcard.core.table.evening import Line, counted
from cutcard.core.table.table import Table
from cutcard.present.seats import NAMES
from cutcard.server import fair
from cutcard.server.errors import NotNow, NotPermitted, Unreadable
from cutcard.server.tables.practice import Beginning

PERSON, BOT, OPEN = "person", "bot", "open"
WAITING, PREPARING, PLAYING, OVER = "waiting", "preparing", "playing", "over"


KINDS = frozenset({"made", "practice", "set", "joined", "seat", "left", "started", "move", "chat", "rematch"})
"""Of events."""


class Event(NamedTuple):
    """One entry of the log."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


@dataclass
class SeatHolder:
    """Who has a seat: a person, a bot, or nobody while it is open. The log keeps it by these names."""

    kind: str = OPEN
    name: str = ""
    level: str | None = None
    key: str = ""
    """The hash of the secret of the person to whom the seat belongs; a bot may sit there for them."""

    def stored(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "level": self.level, "key": self.key}

    @property
    def who(self) -> str:
        """By what the tally of an evening knows them: the hash of a key never leaves the server."""
        return self.key or f"bot {self.name}"


def hashed(key: str) -> str:
    """Keys are long and random, so that one round of SHA-256 hides them."""
    return hashlib.sha256(key.encode()).hexdigest()


@dataclass
class TableState:
    """The table after all its events so far."""

    code: str
    secret: str
    holders: list[SeatHolder] = field(default_factory=list)
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    dealer: int | None = None
    """The first dealer; None while it is to be drawn."""
    is_dealer_drawn: bool = False
    host: int = 0
    clock: int | None = None
    listed: bool = False
    penalty: str | None = None
    """What the loser is to do."""
    aids: bool = True
    """Whether people are shown odds, hints and what lies face down."""
    coach: str | None = None
    """From which cost on the person is warned before a move, as in `present/coaching.py`; None where there is no coach."""
    begun: Beginning | None = None
    """Where the game goes on from, at a practice table."""
    fill: str | None = None
    """The level of bots that take the free seats after a while; None where people are waited for."""
    tally: tuple[Line, ...] = ()
    """How people did at the tables that this one is a rematch of."""
    randomness: dict[int, str] = field(default_factory=dict)
    rematch: str | None = None
    table: Table | None = None
    moves: int = 0
    asked: dict[int, int] = field(default_factory=dict)
    """For each seat that is to act the event that asked it to."""
    answered: dict[tuple[int, str], int] = field(default_factory=dict)
    """The events that came of what people sent, by seat and id: sent twice, it counts once."""
    keyed: dict[str, int] = field(default_factory=dict)
    """The event by which each key came to this table, by its hash, whether it still has a seat or not."""
    sat: dict[int, int] = field(default_factory=dict)
    """The event by which a seat last changed hands."""
    phase: str = WAITING
    """`waiting`, `playing` or `over`."""
    seq: int = 0

    # What can be asked of it

    @property
    def shows_aids(self) -> bool:
        """A game that is over has nothing to hide: its record and its replay tell all."""
        return self.aids or self.phase == OVER

    @property
    def names(self) -> list[str]:
        return [holder.name or f"Seat {seat + 1}" for seat, holder in enumerate(self.holders)]

    def built(self) -> Game:
        """The game with its seats and options, all checked."""
        return find(self.game, len(self.holders), (self.dealer or 0) % len(self.holders), self.options)

    def seat_of(self, key_hash: str | None) -> int | None:
        """Whose key it is, by its hash; None without one. A wrong one raises."""
        return None if key_hash is None else self.seat_by(key_hash)

    def seat_by(self, key_hash: str) -> int:
        for seat, holder in enumerate(self.holders):
            if holder.key == key_hash:
                return seat
        raise NotPermitted("this key has no seat at this table any more")

    @property
    def coached(self) -> int | None:
        """The seat of the person whom the coach looks after, who is alone among bots; None where there is none."""
        people = [] if self.coach is None else self.people()
        return people[0] if len(people) == 1 else None

    def people(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if holder.kind == PERSON]

    def free_name(self) -> str:
        """A name for a bot that nobody at the table has."""
        taken = {holder.name.lower() for holder in self.holders}
        return next((name for name in NAMES if name.lower() not in taken), f"Bot {len(taken)}")

    def need_phase(self, *phases: str) -> None:
        if self.phase in phases:
            return
        if self.phase == PLAYING:
            raise NotNow("the game is not over yet" if OVER in phases else "the game has started already")
        raise NotNow("the game has not started yet" if self.phase == WAITING else "the game is over")

    def evening(self) -> tuple[Line, ...]:
        """The tally with the game of this table, once it is over."""
        if self.table is None or not self.table.is_over:
            return self.tally
        return counted(
            self.tally, self.table, [(holder.who, name) for holder, name in zip(self.holders, self.names, strict=True)]
        )

    def seats_by_who(self) -> dict[str, int]:
        return {holder.who: seat for seat, holder in enumerate(self.holders) if holder.kind != OPEN}

    def proof(self) -> dict[str, Any]:
        return fair.proof(self.secret, self.code, self.randomness, is_dealer_drawn=self.is_dealer_drawn)

    def record(self) -> dict[str, Any]:
        """The record of a game that is over, with what proves its deal."""
        self.need_phase(OVER)
        assert self.table is not None
        if self.begun is not None:
            return self.begun.record(self.table)
        return {**self.table.record(), "fair": self.proof()}

    def first_table(self) -> Table:
        """The table as it is dealt, or as it goes on from a position."""
        game, cards = self.built(), fair.stream(self.secret, self.code, self.randomness)
        return self.begun.table(game, cards) if self.begun is not None else Table.dealt(game, cards)

    def asked_as_before(self, mover: int, after: Table) -> dict[int, int]:
        """The seats for which the question is the same after a move as before it, each with the event that asked it. A hand
        that is dealt anew is another question: its clock begins anew."""
        before, others = self.table, [seat for seat in self.asked if seat != mover]
        assert before is not None
        return {seat: self.asked[seat] for seat in others if seat in after.to_act and after.asks_as(before, seat)}

    def all_randomness(self, last: str | None, by: int | None) -> dict[int, str]:
        """What everybody added, who starts the game at the start too."""
        return {**self.randomness, **({by: last} if last is not None and by is not None else {})}

    # What events do

    def follow(self, events: Sequence[Event], go_on: Callable[[Event], None] | None = None) -> None:
        """Go on by events that are stored, one by one. What is not understood is `Unreadable`."""
        at = events[0]
        try:
            for at in events:
                (go_on or self.apply)(at)
            self.built()
        except Exception as error:  # whatever is in it: others have their tables
            in_words = isinstance(error, CutcardError)
            why = f"at event {at.seq}: {error}" if in_words else f"its event {at.seq} is not understood: {error!r}"
            is_played = at.kind == "started" or (at.kind == "move" and self.table is not None)
            raise Unreadable(self.code, why, game=self.game if is_played else None) from error

    def apply(self, event: Event, after: Table | None = None) -> None:
        """Go on by an event; `after` is the table after its move, where that has been tried out already."""
        if event.kind not in KINDS:
            raise ParseError(f"events of the kind {event.kind!r} are not known")
        if after is None:
            getattr(self, f"_{event.kind}")(event.seq, event.data)
        else:
            self._moved(event.seq, event.data, after)
        if event.data.get("id"):
            self.answered[event.data["seat"], event.data["id"]] = event.seq
        self.seq = event.seq

    def _made(self, seq: int, data: Mapping[str, Any]) -> None:
        self.game, self.options = data["game"], data["options"]
        self.holders = [SeatHolder(**stored) for stored in data["chairs"]]
        self.dealer, self.host = data["dealer"], data["host"]
        self.clock, self.listed = data["clock"], data["listed"]
        self.penalty = data.get("penalty")
        self.aids = data.get("aids", True)
        self.coach = data.get("coach")
        self.fill = data.get("fill")
        self.tally = tuple(Line(**line) for line in data.get("tally", ()))
        self.keyed = {holder.key: seq for holder in self.holders if holder.key}

    def _practice(self, seq: int, data: Mapping[str, Any]) -> None:
        """A table is made that goes on from a position. It is an event of its own, so that a server which knows nothing of
        such tables does not deal one."""
        self._made(seq, data)
        self.begun = Beginning.read(data["begun"])

    def _set(self, seq: int, data: Mapping[str, Any]) -> None:
        self.options = data.get("options", self.options)
        self.clock = data.get("clock", self.clock)
        self.listed = data.get("listed", self.listed)
        self.dealer = data.get("dealer", self.dealer)
        self.penalty = data.get("penalty", self.penalty)
        self.aids = data.get("aids", self.aids)
        self.coach = data.get("coach", self.coach) if self.aids else None
        self.fill = data.get("fill", self.fill)
        if "chairs" in data:
            before, self.holders = self.holders, [SeatHolder(**stored) for stored in data["chairs"]]
            self.sat |= {seat: seq for seat, holder in enumerate(self.holders) if holder not in before[seat : seat + 1]}
            self.randomness = {seat: text for seat, text in self.randomness.items() if seat < len(self.holders)}

    def _joined(self, seq: int, data: Mapping[str, Any]) -> None:
        seat = data["seat"]
        if data.get("from") != seat:
            self.sat |= {seat: seq, data.get("from", seat): seq}
        if "from" not in data:
            if self.holders[self.host].kind != PERSON:  # all had left: the table is for who comes
                self.host = seat
            self.holders[seat] = SeatHolder(PERSON, data["name"], None, data["key"])
            self.keyed[data["key"]] = seq
            if len(self.people()) > 1:
                self.coach = None
            if self.holders[self.host].kind != PERSON:  # the host has left, and nobody was there to follow
                self.host = seat
        elif data["from"] != seat:
            before = data["from"]
            self.holders[seat], self.holders[before] = self.holders[before], SeatHolder()
            self._swap_what_they_have(seat, before)
            self.host = seat if self.host == before else self.host
            if before in self.randomness:
                self.randomness[seat] = self.randomness.pop(before)
        if data["randomness"] is not None:
            self.randomness[seat] = data["randomness"]

    def _swap_what_they_have(self, seat: int, before: int) -> None:
        """What the options give to each seat, such as coins from the last game, goes along with who moves."""
        for option in self.built().rulebook.options:
            if isinstance(option, NumbersBySeat) and self.options.get(option.name):
                row = list(self.options[option.name])
                row[seat], row[before] = row[before], row[seat]
                self.options = {**self.options, option.name: row}

    def _seat(self, seq: int, data: Mapping[str, Any]) -> None:
        seat, holder = data["seat"], self.holders[data["seat"]]
        if data["to"] == BOT:
            # During a game the seat still belongs to the person, who may take it back.
            key = holder.key if self.phase != WAITING else ""
            name = holder.name if holder.kind != OPEN and key else data["name"]
            self.holders[seat] = SeatHolder(BOT, name, data["level"], key)
        elif data["to"] == PERSON:
            self.holders[seat] = SeatHolder(PERSON, holder.name, None, holder.key)
        else:
            self.holders[seat] = SeatHolder()
        self.sat[seat] = seq
        if self.phase == WAITING:
            self.randomness.pop(seat, None)

    def _left(self, seq: int, data: Mapping[str, Any]) -> None:
        seat = data["seat"]
        if self.phase == WAITING:
            self.holders[seat] = SeatHolder()
            self.sat[seat] = seq
            self.randomness.pop(seat, None)
        self.host = data["host"]

    def _started(self, seq: int, data: Mapping[str, Any]) -> None:
        self.randomness = self.all_randomness(data["randomness"], data.get("seat", self.host))
        if "dealer" in data:  # it was drawn; else it is the one that the table was made with, or that the host chose
            self.dealer, self.is_dealer_drawn = data["dealer"], True
        self.table = self.first_table()
        self._ask(seq)

    def _move(self, seq: int, data: Mapping[str, Any]) -> None:
        if self.table is None:
            raise NotFound("a move before the start")
        self._moved(seq, data, self.table.play(data["move"], data["seat"]))

    def _moved(self, seq: int, data: Mapping[str, Any], table: Table) -> None:
        self.asked, self.table = self.asked_as_before(data["seat"], table), table
        self.moves += 1
        self._ask(seq)

    def _chat(self, seq: int, data: Mapping[str, Any]) -> None:
        """It is in the log, and changes nothing."""

    def _rematch(self, seq: int, data: Mapping[str, Any]) -> None:
        self.rematch = data["code"]

    def _ask(self, seq: int) -> None:
        """Wait for the seats that are to act, or for nobody any more."""
        assert self.table is not None
        self.asked = {seat: self.asked.get(seat, seq) for seat in self.table.to_act}
        self.phase = OVER if self.table.is_over else PLAYING
