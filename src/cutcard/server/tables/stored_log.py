"""What is stored of a table, for people to keep: of one that is over, and of one that cannot be read any more. Nothing that
is hidden in a game which may still be played, and never what people are known by."""

from __future__ import annotations

import json
from typing import Any

from cutcard.core import registry
from cutcard.core.errors import NotFound
from cutcard.server import fair
from cutcard.server.errors import Unreadable
from cutcard.server.store.raw_log import RawLog
from cutcard.server.tables.state import OVER

QUIET = 3600.0
"""So long nothing has happened at a table that is at its end here, in seconds. Before that, a server of an earlier version
may be playing it."""

SETTINGS = ("options", "chairs", "clock", "listed", "dealer", "penalty", "aids", "coach")
GIVEN: dict[str, tuple[str, ...]] = {
    "made": ("game", "host", "tally", *SETTINGS),
    "practice": ("game", "host", "tally", *SETTINGS),
    "set": SETTINGS,
    "joined": ("seat", "from", "name", "randomness"),
    "seat": ("seat", "to", "level", "name", "person"),
    "left": ("seat", "host", "name"),
    "started": ("seat", "dealer", "randomness"),
    "move": ("seat", "late"),
    "chat": ("seat", "text"),
    "rematch": ("seat", "code"),
}
"""What is given of an event's data. Everybody at the table was told it."""
HIDDEN = {"practice": ("begun",), "move": ("move",)}
"""What is given besides where nothing is hidden any more."""
OF_LINES: dict[str, tuple[str, ...]] = {
    "chairs": ("kind", "name", "level"),
    "tally": ("name", "played", "won", "lost", "points"),
}
"""Of data that are lists, what is given of each entry: not the hashes of keys."""


def with_rules(error: Unreadable, then: str | None) -> Unreadable:
    """An error that says so where a game was begun under other rules than those that refuse it now; `then` names them."""
    if error.game is None:
        return error
    book = registry.GAMES.load(error.game)
    if then == book.rules.digest:
        return error
    why = f"it was begun under other rules of {book.title}, and its moves are no longer possible: {error.why}"
    return Unreadable(error.code, why, game=error.game, is_at_its_end=True)


def log_shown(stored: RawLog, problem: Unreadable | None, now: float) -> dict[str, Any]:
    """A table that is over, or has a problem, as it is stored."""
    entry = stored.entry
    events = [(seq, kind, at, _object(data)) for seq, kind, data, at in stored.events]
    last = max((at for _, _, at, _ in events), default=0.0)
    is_open = entry["state"] == OVER or (problem is not None and problem.is_at_its_end and now - last > QUIET)
    said = [data for _, kind, _, data in events if kind in ("made", "practice", "set") and data]
    game = next((data["game"] for data in said if "game" in data), None)
    return {
        "code": entry["code"],
        "game": game,
        "options": next((data["options"] for data in reversed(said) if "options" in data), None),
        "state": entry["state"],
        "unreadable": problem and problem.why,
        "is_complete": is_open,
        "rules": {"then": entry["rules"], "now": _rules_now(game)},
        "commitment": fair.commitment(entry["secret"]),
        "secret": entry["secret"] if is_open else None,
        "events": [
            {"seq": seq, "kind": kind, "at": at, "data": _given(kind, data, is_open)} for seq, kind, at, data in events
        ],
    }


def _given(kind: str, data: dict[str, Any] | None, is_open: bool) -> dict[str, Any] | None:
    if data is None:
        return None
    names = GIVEN.get(kind, ()) + (HIDDEN.get(kind, ()) if is_open else ())
    return {name: _lines(name, data[name]) for name in names if name in data}


def _lines(name: str, value: Any) -> Any:
    if name not in OF_LINES:
        return value
    lines = [line for line in value if isinstance(line, dict)] if isinstance(value, list) else []
    return [{part: line.get(part) for part in OF_LINES[name]} for line in lines]


def _object(text: str) -> dict[str, Any] | None:
    """The data of an event; None where it is no object."""
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _rules_now(game: Any) -> str | None:
    try:
        digest: str = registry.GAMES.load(game).rules.digest
    except (NotFound, TypeError):  # a game that is not installed, or no name at all
        return None
    return digest
