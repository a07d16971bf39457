"""A log without one of its people: the same table, the same game, and nothing that they are known by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.server.errors import Unreadable
from cutcard.server.tables.seating import Seating
from cutcard.server.tables.state import Event

NOBODY = "Somebody"
"""What a person is called who was forgotten; a second one at the same table has a number."""
UNSAID = "(deleted)"
"""What stands where they said something."""


def seating_of(code: str, events: Sequence[Event]) -> Seating:
    """Who has come to a table, and who sits where now. A log that is not understood is `Unreadable`."""
    seating = Seating(code, "")
    for _ in _before_each(seating, events):
        pass
    return seating


def without(code: str, events: Sequence[Event], key_hash: str, instead: str) -> dict[int, dict[str, Any]]:
    """The data of all events that have something of the person with this key, by number, without it. Moves and what was
    added to the deal stay: the game of the others is made of them. Of the key there is another hash, `instead`."""
    person = _Stranger(key_hash, _free_name(events, key_hash), instead)
    seating = Seating(code, "")
    changed: dict[int, dict[str, Any]] = {}
    for event in _before_each(seating, events):
        seat = event.data.get("seat")
        is_theirs = isinstance(seat, int) and seat < len(seating.holders) and seating.holders[seat].key == key_hash
        data = person.instead(event, is_theirs)
        if data != event.data:
            changed[event.seq] = data
    return changed


def _before_each(seating: Seating, events: Sequence[Event]) -> Any:
    """The events, with the seats as each finds them."""
    for event in events:
        yield event
        try:
            seating.apply(event)
        except Exception as error:  # whatever is in it
            raise Unreadable(seating.code, f"its event {event.seq} is not understood: {error!r}") from error


def _free_name(events: Sequence[Event], key_hash: str) -> str:
    """Who was forgotten already keeps the name that they got."""
    named_in = [named for event in events for named in (event.data, *_lines(event.data)) if "name" in named]
    for named in named_in:
        if key_hash in (named.get("key"), named.get("who")) and str(named["name"]).startswith(NOBODY):
            return str(named["name"])
    taken = {str(named["name"]) for named in named_in}
    number, name = 2, NOBODY
    while name in taken:
        name, number = f"{NOBODY} {number}", number + 1
    return name


def _lines(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for name in ("chairs", "tally") for line in data.get(name, ()) if isinstance(line, dict)]


class _Stranger:
    """Takes somebody's place in the log."""

    def __init__(self, key_hash: str, name: str, instead: str) -> None:
        self._key_hash = key_hash
        self._name = name
        self._instead = instead

    def instead(self, event: Event, is_theirs: bool) -> dict[str, Any]:
        """The data of an event; `is_theirs` where it is of their seat."""
        data = {
            name: [self._line(line) for line in value] if name in ("chairs", "tally") else value
            for name, value in event.data.items()
        }
        if event.kind == "joined" and data.get("key") == self._key_hash:
            return {**data, "name": self._name, "key": self._instead}
        if not is_theirs:
            return data
        data.pop("id", None)  # only they could send it again
        named = {"chat": "text", "left": "name", "seat": "person"}.get(event.kind)
        if named in data:
            data[named] = UNSAID if event.kind == "chat" else self._name
        return data

    def _line(self, line: Any) -> Any:
        """A chair or a line of the tally."""
        for known_by in ("key", "who"):
            if isinstance(line, dict) and line.get(known_by) == self._key_hash:
                return {**line, known_by: self._instead, "name": self._name}
        return line
