"""What leaves the server of a game: the open scene for everybody, and of a seat's own view what only it may know. Both are
made from views, never from the table."""

from __future__ import annotations

from typing import Any

from cutcard.core.declaration.phrases import as_json
from cutcard.core.table.sentences import told
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.present.scene import offers_of, own_zones, pick_of, pile, scene_of, task_of
from cutcard.present.scene_json import offer_json, pile_json, scene_json


def play_shown(view: View, step: int, aids: bool = True) -> dict[str, Any]:
    """The game as a spectator sees it, after so many moves."""
    return scene_json(scene_of(view, aids), step)


def you_shown(view: View, seat: int, asked: int, aids: bool = True) -> dict[str, Any]:
    """What only this seat may know: its own cards, and while it is to act its moves."""
    shown = {**nothing_for(seat, asked), "zones": zones_shown(view, seat, aids)}
    if seat not in view.to_act:
        return shown
    pick = pick_of(view)
    moves = [move for move in view.openings() if " " not in move] if pick else view.legal
    return {
        **shown,
        "task": as_json(task_of(view)),
        "offers": [offer_json(offer) for offer in offers_of(view, moves, aids)],
        "pick": pick and {"verb": pick.verb, "cards": pick.cards, "count": pick.count},
    }


def zones_shown(view: View, seat: int | None, aids: bool) -> dict[str, Any]:
    """The zones of which a seat sees its own only."""
    return {name: pile_json(pile(view, name, seat, aids)) for name in own_zones(view.game)} if seat is not None else {}


def nothing_for(seat: int, asked: int) -> dict[str, Any]:
    """A seat that has nothing of its own to see, and nothing to do."""
    return {"seat": seat, "asked": asked, "zones": {}, "task": [], "offers": [], "pick": None}


def told_of(table: Table, seat: int | None, step: int, aids: bool = True) -> list[dict[str, Any]]:
    """What happened in the last move, as a seat or a spectator knows it: sentences, and moments to be seen between them."""
    moments = table.moments
    return [
        {
            "kind": one.kind,
            "seat": one.seat,
            "sentence": as_json(one.sentence),
            "brief": as_json(one.brief),
            "mood": one.mood,
            "moment": moment_shown(moments[one.moment], seat, step, aids) if one.moment >= 0 else None,
        }
        for one in told(table.game.rulebook, table.unfolded(seat), seat)
    ]


def moment_shown(table: Table, seat: int | None, step: int, aids: bool) -> dict[str, Any]:
    """An instant on the way, as this seat saw it."""
    zones = zones_shown(table.glance(seat), seat, aids) if not table.game.layout.all_alike else {}
    return {"play": play_shown(table.glance(None), step, aids), "zones": zones}
