"""A game that is over, step by step, as any seat saw it."""

from __future__ import annotations

import orjson

from cutcard.core.errors import ParseError
from cutcard.present.scene import scene_of
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.telling import you_shown


def replay_step(open_table: OpenTable, step: int, seat: int | None) -> bytes:
    """The table after so many moves, with what happened in the last of them."""
    state = open_table.state
    assert state.table is not None
    if step > state.moves:
        raise ParseError(f"this game has {state.moves} moves, so there is no step {step}")
    if seat is not None and seat >= len(state.holders):
        raise ParseError(f"there is no seat {seat} at this table")
    (at,) = state.table.stages(step, step + 1)
    event = open_table.step_event(step)
    update = {
        "type": "update",
        "seq": event.seq,
        "events": [orjson.Fragment(open_table.event_told(event, seat))],
        "table": open_table.table_info(),
        "play": scene_of(at.glance(None), step=step),
        "you": None if seat is None else you_shown(at, seat, event.seq),
    }
    return orjson.dumps({"steps": state.moves, "step": step, "update": update})
