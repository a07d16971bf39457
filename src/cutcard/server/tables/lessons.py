"""A lesson as the page gets it: all its steps at once, each with the table that it speaks of, as a table online tells it."""

from __future__ import annotations

from typing import Any

import orjson

from cutcard.core.languages import ENGLISH, speaking
from cutcard.core.registry import Named
from cutcard.core.table.table import Table
from cutcard.present.lessons import YOU, Lesson, lesson_of, played
from cutcard.present.scene import risk_of, scene_of
from cutcard.server.tables.imagined import table_info
from cutcard.server.tables.state import OVER, PLAYING, Event
from cutcard.server.tables.telling import ToldEvent, you_shown


def lesson_told(entry: Named, language: str = ENGLISH) -> dict[str, Any]:
    """The lesson, played through by the rules. Steps that speak of the same table name the same stage."""
    with speaking(language):
        return _told(lesson_of(entry, language))


def _told(lesson: Lesson) -> dict[str, Any]:
    stages: list[dict[str, Any]] = []
    speaks_of: list[int] = []
    moves = 0
    for tables in played(lesson):
        if tables:
            stages.append(_stage(lesson, tables, moves))
            moves += len(tables)
        speaks_of.append(len(stages) - 1)
    steps = [
        {"say": step.say, "do": step.do or None, "otherwise": step.otherwise, "stage": stage}
        for step, stage in zip(lesson.steps, speaks_of[:-1], strict=True)
    ]
    closing = {"stage": speaks_of[-1], "stops": lesson.stops, "ends": lesson.ends, "wins": lesson.wins}
    return {"steps": steps, "closing": closing, "stages": stages}


def _stage(lesson: Lesson, tables: tuple[Table, ...], before: int) -> dict[str, Any]:
    """A table after one or several moves, of which `before` are told already; the deal counts as the first."""
    table, seq = tables[-1], before + len(tables)
    return {
        "type": "update",
        "seq": seq,
        "events": [_event(table, before + place) for place, table in enumerate(tables)],
        "table": table_info(lesson.game, lesson.names, OVER if table.is_over else PLAYING),
        "play": scene_of(table.glance(None), step=seq - 1),
        "you": you_shown(table, YOU, seq),
    }


def _event(table: Table, step: int) -> orjson.Fragment:
    """What happened after so many moves, as you know it."""
    assert table.last is not None
    kind, data = ("move", {"seat": table.last.seat}) if step else ("started", {})
    told = ToldEvent(Event(step + 1, kind, data, 0.0), table, step, risk=risk_of(table))
    return orjson.Fragment(told.to(YOU))
