"""What leaves the server of a game: the open scene for everybody, and of a seat's own view what only it may know. Made from
views, never from the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.languages import by_language
from cutcard.core.table.history import MOVE, Happening
from cutcard.core.table.sentences import REMEMBERED, ToldHappening, told
from cutcard.core.table.table import Table
from cutcard.present.scene import Scene, offers_of, own_zones, pick_of, scene_of, task_of
from cutcard.server.tables.state import Event

SHOWN: dict[str, frozenset[str]] = {
    "made": frozenset(),
    "practice": frozenset(),
    "set": frozenset(),
    "joined": frozenset({"seat", "name"}),
    "seat": frozenset({"seat", "to", "level", "person"}),
    "left": frozenset({"seat", "name"}),
    "started": frozenset(),
    "move": frozenset({"seat", "late"}),
    "chat": frozenset({"seat", "text"}),
    "rematch": frozenset({"code", "seat"}),
}
"""What of an event's own data is told to everybody; what happened in the game comes from views."""
TOLD_AS = {"person": "name"}
"""Data of an event that is told by another name: in the log the `name` of a seat is that of the bot."""


class ToldEvent:
    """An event as those who look on are told of it; made once for all to whom it is the same."""

    def __init__(
        self, event: Event, table: Table | None, step: int = 0, aids: bool = True, risk: float | None = None
    ) -> None:
        self._event = event
        self._table = table
        """After an event of the game."""
        self._step = step
        """How many moves had been played then."""
        self._aids = aids
        self._risk = risk
        self.is_open = table is None or table.last is None or not table.last.hides(table.game)
        """Whether everybody is told the same."""
        self._made: dict[int | None, bytes] = {}

    def to(self, seat: int | None) -> bytes:
        whose = None if self.is_open else seat
        if whose not in self._made:
            table = self._table
            told = None if table is None else told_of(table, whose, self._step, self._aids, self._risk)
            self._made[whose] = self._with(told)
        return self._made[whose]

    def with_all_hands(self) -> bytes:
        """Of a game that is over: as all seats together know it."""
        return self._with(None if self._table is None else told_with_all_hands(self._table, self._step, self._risk))

    def _with(self, told: bytes | None) -> bytes:
        event = self._event
        public = {TOLD_AS.get(key, key): value for key, value in event.data.items() if key in SHOWN[event.kind]}
        plain = orjson.dumps({"seq": event.seq, "kind": event.kind, **public, "at": round(event.at, 3)})
        return plain if told is None else b'%b,"told":%b}' % (plain[:-1], told)


JSON = (b"false", b"true")
"""What is not so and what is."""
NOTHING_OF_ITS_OWN = b'{"seat":%d,"asked":%d,"zones":{},"task":[],"offers":[],"pick":null,"may_host":%b,"can_hasten":%b}'
"""What a seat is shown that `has_nothing_of_its_own`: most are, with every move of the others."""


def has_nothing_of_its_own(table: Table | None, seat: int) -> bool:
    """Whether a seat has nothing to see that not all see, and nothing to do."""
    return table is None or (table.game.layout.all_alike and seat not in table.to_act)


def you_shown(table: Table | None, seat: int, asked: int, aids: bool = True) -> dict[str, Any]:
    """What only this seat may know: its own cards, and while it is to act its moves."""
    shown: dict[str, Any] = {"seat": seat, "asked": asked, "zones": {}, "task": (), "offers": (), "pick": None}
    shown |= {"may_host": False, "can_hasten": False}
    if table is None or has_nothing_of_its_own(table, seat):
        return shown
    view = table.glance(seat)
    shown["zones"] = own_zones(view, aids)
    if seat in view.to_act:
        shown["pick"] = pick = pick_of(view)
        moves = [move for move in view.openings() if " " not in move] if pick else view.legal
        shown["task"], shown["offers"] = task_of(view), offers_of(view, moves, aids)
    return shown


def told_of(table: Table, seat: int | None, step: int, aids: bool = True, risk: float | None = None) -> bytes:
    """What happened in the last move, as a seat or a spectator knows it: sentences, and moments to be seen between them;
    with `risk`, what the move risked."""
    assert table.last is not None
    words = _in_words(table.game.rulebook, table.last.unfolded(seat, table.game), seat)
    return _with_moments(words, risk, lambda at: moment_shown(table.moments[at], seat, step, aids))


def _with_moments(words: Iterable[InWords], risk: float | None, shown: Callable[[int], dict[str, Any]]) -> bytes:
    risked, parts = b"null" if risk is None else orjson.dumps(risk), []
    for begin, is_move, moment in words:
        seen = orjson.dumps(shown(moment)) if moment >= 0 else b"null"
        parts.append(b'%b,"risk":%b,"moment":%b}' % (begin, risked if is_move else b"null", seen))
    return b"[%b]" % b",".join(parts)


class InWords(NamedTuple):
    """What is told of one thing that happened, as far as it does not hang on the table."""

    begin: bytes
    is_move: bool
    moment: int
    """Which moment of its move it is; -1 where it is none."""


@by_language(REMEMBERED)
def _in_words(book: Rulebook, happened: tuple[Happening, ...], viewer: int | None) -> tuple[InWords, ...]:
    """What happened in a move: the same few thousand come again and again at the tables of a game."""
    return tuple(_words_of(one) for one in told(book, happened, viewer))


@lru_cache(maxsize=REMEMBERED)
def _words_of(one: ToldHappening) -> InWords:
    words = {"kind": one.kind, "seat": one.seat, "sentence": one.sentence, "brief": one.brief, "mood": one.mood}
    return InWords(orjson.dumps(words)[:-1], one.kind == MOVE, one.moment)


def moment_shown(table: Table, seat: int | None, step: int, aids: bool) -> dict[str, Any]:
    """An instant on the way, as this seat saw it."""
    zones = own_zones(table.glance(seat), aids) if not table.game.layout.all_alike else {}
    return {"play": scene_of(table.glance(None), aids, step), "zones": zones}


# A game that is over, with all hands open: put together from what each seat sees, so that nothing shows that nobody saw


def known_together(table: Table) -> list[ToldHappening]:
    """What happened in the last move, each thing as the seat knows it that it is about."""
    assert table.last is not None
    book, step = table.game.rulebook, table.last
    by_seat = [told(book, step.unfolded(seat, table.game), seat) for seat in range(table.game.seats)]
    return [one if one.seat is None else by_seat[one.seat][at] for at, one in enumerate(by_seat[0])]


def scene_with_all_hands(table: Table, step: int) -> Scene:
    """What everybody sees, and in the zones of which each seat sees its own only, what that seat sees."""
    scene = scene_of(table.glance(None), step=step)
    if table.game.layout.all_alike:
        return scene
    own = [own_zones(table.glance(seat)) for seat in range(table.game.seats)]
    return replace(scene, zones={**scene.zones, **{name: tuple(zones[name] for zones in own) for name in own[0]}})


def told_with_all_hands(table: Table, step: int, risk: float | None = None) -> bytes:
    """What happened in the last move, and the moments on the way."""
    words = [_words_of(one) for one in known_together(table)]
    return _with_moments(words, risk, lambda at: {"play": scene_with_all_hands(table.moments[at], step), "zones": {}})
