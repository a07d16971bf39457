"""What the first event of a table says: of a new one, and of a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from cutcard.core.declaration.options import plain
from cutcard.core.table.evening import Line, next_game
from cutcard.server.errors import NotNow
from cutcard.server.tables.state import BOT, PERSON, SeatHolder, TableState


def first_data(
    game: str, options: dict[str, Any], holders: Sequence[SeatHolder], dealer: int | None, host: int,
    clock: int | None = None, *, listed: bool = False, tally: Sequence[Line] = (), penalty: str | None = None,
    aids: bool = True, fill: str | None = None, coach: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    return {
        "game": game, "options": options, "chairs": [holder.stored() for holder in holders], "dealer": dealer,
        "host": host, "clock": clock, "listed": listed, "tally": [asdict(line) for line in tally],
        "penalty": penalty, "aids": aids, "fill": fill, "coach": coach,
    }  # fmt: skip


def data_of_rematch(old: TableState, host: int) -> dict[str, Any]:
    """For the people and bots of a table that is over. Practice begins at the same position again: who tries it once more
    wants to do better there."""
    assert old.table is not None
    holders = [
        SeatHolder(PERSON, holder.name, None, holder.key) if holder.key else SeatHolder(BOT, holder.name, holder.level)
        for holder in old.holders
    ]
    if old.begun is not None:
        begun = old.begun.again(old.built(), np.random.default_rng())
        data = first_data(old.game, old.options, holders, old.dealer, host, old.clock, aids=old.aids, coach=old.coach)
        return {**data, "begun": begun.stored()}
    carried, dealer = next_game(old.table, old.options)
    options = {name: plain(value) for name, value in carried.items()}
    return first_data(
        old.game, options, holders, dealer, host, old.clock, listed=old.listed, tally=old.evening(), penalty=old.penalty,
        aids=old.aids, coach=old.coach,
    )  # fmt: skip


def need_coach_here(*, has_aids: bool, is_alone: bool) -> None:
    """Whether a coach may look over somebody's shoulder."""
    if not has_aids:
        raise NotNow("a table without aids has no coach")
    if not is_alone:
        raise NotNow("a coach is for one person against bots")
