"""A game that is over, step by step: as any seat saw it, or with all hands open. While it is played there is no replay."""

from __future__ import annotations

from typing import Any

import orjson

from cutcard.core.errors import ParseError
from cutcard.core.table.sentences import ToldHappening, told
from cutcard.core.table.table import Table
from cutcard.present.scene import scene_of
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import OVER
from cutcard.server.tables.telling import known_together, scene_with_all_hands, you_shown

MOVES_AT_ONCE = 300
"""So many moves are listed in one answer; a thread puts it together, so that others are answered meanwhile."""


def replay_step(open_table: OpenTable, step: int, seat: int | None) -> bytes:
    """The table after so many moves, with what happened in the last of them. Without a seat all hands are open."""
    table = _over(open_table, step, seat)
    state = open_table.state
    (at,) = table.stages(step, step + 1)
    event = open_table.step_event(step)
    told_then = open_table.event_with_all_hands(event) if seat is None else open_table.event_told(event, seat)
    update = {
        "type": "update",
        "seq": event.seq,
        "events": [orjson.Fragment(told_then)],
        "table": open_table.table_info(),
        "play": scene_with_all_hands(at, step) if seat is None else scene_of(at.glance(None), step=step),
        "you": None if seat is None else you_shown(at, seat, event.seq),
    }
    return orjson.dumps({"steps": state.moves, "step": step, "update": update})


def replay_moves(open_table: OpenTable, first: int, seat: int | None) -> bytes:
    """What happened in the steps from `first` on, in words: of many some hundred."""
    table = _over(open_table, first, seat)
    moves = [_move(first + number, at, seat) for number, at in enumerate(table.stages(first, first + MOVES_AT_ONCE))]
    return orjson.dumps({"steps": open_table.state.moves, "moves": moves})


def _move(step: int, at: Table, seat: int | None) -> dict[str, Any]:
    assert at.last is not None
    happened: list[ToldHappening] = (
        known_together(at) if seat is None else told(at.game.rulebook, at.last.unfolded(seat, at.game), seat)
    )
    return {
        "step": step,
        "seat": at.last.seat if at.last.move else None,
        "told": [one.sentence for one in happened if one.sentence],
    }


def _over(open_table: OpenTable, step: int, seat: int | None) -> Table:
    """The table of a game that is over and has this step and this seat."""
    state = open_table.state
    state.need_phase(OVER)
    assert state.table is not None
    if step > state.moves:
        raise ParseError(f"this game has {state.moves} moves, so there is no step {step}")
    if seat is not None and seat >= len(state.holders):
        raise ParseError(f"there is no seat {seat} at this table")
    return state.table
