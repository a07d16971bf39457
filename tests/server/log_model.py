"""A table as its stored log makes it, worked out once more: read by plain SQL, folded here, dealt as docs/online.md says,
and shown by the games alone. Nothing of the server is used, so that what the server says can be held against it."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, create_engine, text

from cutcard.core.dealer import Stream
from cutcard.core.declaration.game import Game, find
from cutcard.core.table.table import Table
from cutcard.present.scene import own_zones, scene_of

BYTES_IN_A_WORD = 8
WORDS_IN_A_BLOCK = 4


class Row(NamedTuple):
    """An event as it is stored."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: float


class Log(NamedTuple):
    """All that is stored of a table."""

    code: str
    secret: str
    rows: tuple[Row, ...]


@contextmanager
def connected(database: str) -> Iterator[Connection]:
    """The database itself, by whatever address a server was given."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def stored(connection: Connection, code: str) -> Log:
    secret = connection.scalar(text("SELECT secret FROM tables WHERE code = :code"), {"code": code})
    assert secret is not None, f"table {code} is not stored"
    found = connection.execute(
        text("SELECT seq, kind, data, at FROM events WHERE code = :code ORDER BY seq"), {"code": code}
    )
    return Log(code, secret, tuple(Row(row.seq, row.kind, json.loads(row.data), row.at) for row in found))


class Words:
    """The random words of a deal."""

    def __init__(self, log: Log, added: dict[int, str]) -> None:
        self._key = bytes.fromhex(log.secret)
        lines = "".join(f"{seat}:{added[seat]}\n" for seat in sorted(added))
        self._head = f"cutcard deal 1\n{log.code}\n{lines}"

    def __getitem__(self, index: int) -> int:
        number, place = divmod(index, WORDS_IN_A_BLOCK)
        block = hmac.digest(self._key, f"{self._head}{number}".encode(), "sha256")
        return int.from_bytes(block[place * BYTES_IN_A_WORD :][:BYTES_IN_A_WORD], "big")


@dataclass(frozen=True)
class Stage:
    """A table after one of its events."""

    seq: int
    state: str
    game: str
    options: dict[str, Any]
    seats: tuple[dict[str, Any], ...]
    """Kind, name and level of who has each."""
    host: int
    dealer: int | None
    added: dict[int, str]
    """What each person added to the deal."""
    asked: dict[int, int]
    """For each seat that is to act the event that asked it."""
    moves: int = 0
    table: Table | None = None

    @property
    def built(self) -> Game:
        return find(self.game, len(self.seats), self.dealer or 0, self.options)


def stages_of(log: Log) -> list[Stage]:
    """The table after each event; those of kinds that are not known here change nothing that is looked at."""
    first, *rest = log.rows
    assert (first.seq, first.kind) == (1, "made"), f"table {log.code} begins with {first}"
    seats = tuple(_holder(chair["kind"], chair["name"], chair["level"]) for chair in first.data["chairs"])
    stage = Stage(
        1, "waiting", first.data["game"], first.data["options"], seats, first.data["host"], first.data["dealer"], {}, {}
    )  # fmt: skip
    stages = [stage]
    for row in rest:
        if row.kind in CHANGES:
            stage = CHANGES[row.kind](log, stage, row)
        stage = replace(stage, seq=row.seq)
        stages.append(stage)
    return stages


def _holder(kind: str, name: str, level: str | None) -> dict[str, Any]:
    return {"kind": kind, "name": name, "level": level}


def _joined(log: Log, stage: Stage, row: Row) -> Stage:
    seat, added = row.data["seat"], row.data["randomness"]
    stage = _seated(stage, seat, _holder("person", row.data["name"], None))
    return stage if added is None else replace(stage, added={**stage.added, seat: added})


def _given(log: Log, stage: Stage, row: Row) -> Stage:
    assert (row.data["to"], stage.table) == ("bot", None), f"nobody here asks for {row}"
    return _seated(stage, row.data["seat"], _holder("bot", row.data["name"], row.data["level"]))


def _seated(stage: Stage, seat: int, holder: dict[str, Any]) -> Stage:
    return replace(stage, seats=(*stage.seats[:seat], holder, *stage.seats[seat + 1 :]))


def _started(log: Log, stage: Stage, row: Row) -> Stage:
    assert stage.table is None, f"{log.code} is dealt twice: {row}"
    added = dict(stage.added)
    if row.data["randomness"] is not None:
        added[row.data.get("seat", stage.host)] = row.data["randomness"]
    begun = replace(stage, added=added, dealer=row.data.get("dealer", stage.dealer))
    return _asked(begun, Table.dealt(begun.built, Stream(Words(log, added))), row)


def _moved(log: Log, stage: Stage, row: Row) -> Stage:
    assert stage.table is not None, f"{log.code} has a move before the deal: {row}"
    seat = row.data["seat"]
    assert row.data["move"] in stage.table.legal(seat), f"{log.code} has a move that is not legal there: {row}"
    asked = {other: seq for other, seq in stage.asked.items() if other != seat}
    return _asked(
        replace(stage, moves=stage.moves + 1, asked=asked), stage.table.play(row.data["move"], seat), row
    )  # fmt: skip


def _asked(stage: Stage, table: Table, row: Row) -> Stage:
    asked = {seat: stage.asked.get(seat, row.seq) for seat in table.to_act}
    return replace(stage, table=table, asked=asked, state="over" if table.is_over else "playing")


CHANGES = {"joined": _joined, "seat": _given, "started": _started, "move": _moved}


def told(log: Log, stage: Stage, seat: int | None) -> dict[str, Any]:
    """What a seat, or one who watches, must be shown after an event; `said` picks the same out of an update."""
    table = stage.table
    game = {"code": log.code, "game": stage.game, "state": stage.state, "options": stage.built.options}
    people = {"seats": stage.seats, "host": stage.host, "dealer": stage.dealer, "randomness": stage.added}
    fair = {
        "commitment": hashlib.sha256(bytes.fromhex(log.secret)).hexdigest(),
        "secret": log.secret if stage.state == "over" else None,
    }
    shown: dict[str, Any] = {
        "seq": stage.seq, "table": {**game, **people, **fair},
        "play": None if table is None else scene_of(table.glance(None), True, stage.moves), "you": None,
    }  # fmt: skip
    if seat is not None:
        shown["you"] = {
            "seat": seat, "asked": stage.asked.get(seat, stage.seq),
            "zones": {} if table is None else own_zones(table.glance(seat), True),
            "moves": sorted(table.legal(seat)) if table is not None and seat in table.to_act else [],
        }  # fmt: skip
    return _plain(shown)


def said(update: dict[str, Any]) -> bytes:
    """The part of an update that follows from the log: not who is present, and what that allows. As a text, since there are
    very many of them."""
    table, you = update["table"], update["you"]
    names = ("code", "game", "options", "host", "dealer", "randomness", "commitment", "secret")
    shown = {
        "seq": update["seq"],
        "table": {
            **{name: table[name] for name in names},
            "state": "waiting" if table["state"] == "preparing" else table["state"],
            "seats": [_holder(seat["kind"], seat["name"], seat["level"]) for seat in table["seats"]],
        },
        "play": update["play"],
        "you": None,
    }
    if you is not None:
        shown["you"] = {
            "seat": you["seat"], "asked": you["asked"], "zones": you["zones"],
            "moves": sorted(offer["move"] for offer in you["offers"]),
        }  # fmt: skip
    return orjson.dumps(shown, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS)


def _plain(shown: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = orjson.loads(orjson.dumps(shown, option=orjson.OPT_NON_STR_KEYS))
    return plain


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two values part, for a message that can be read."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        name = next((name for name in one if one[name] != other[name]), None)
        return path if name is None else first_difference(one[name], other[name], f"{path}.{name}")
    return f"{path.lstrip('.')}: {str(one)[:300]} and {str(other)[:300]}"
