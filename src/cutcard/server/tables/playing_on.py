"""From any position of a game that is over to a table of one's own, to try it again against bots."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.core.errors import NotFound
from cutcard.present.seats import USUAL_BOTS
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.first_event import first_data, need_coach_here
from cutcard.server.tables.keys import codes_for, key_for
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.practice import beginning
from cutcard.server.tables.state import BOT, OVER, PERSON, SeatHolder, TableState


@dataclass(frozen=True)
class PlayOnWish:
    """What somebody wants to try."""

    name: str
    step: int
    seat: int | None
    """Without it the first that is to act."""
    hidden: str
    level: str | None
    aids: bool
    coach: str | None
    identity: str | None


async def play_on(
    tables: AllTables, open_table: OpenTable, wish: PlayOnWish, address: str = ""
) -> tuple[OpenTable, str]:  # fmt: skip
    """A table that goes on from there, and the key of who asked. Only a game that is over has positions to go on from: who
    plays one can learn nothing of it."""
    old = open_table.state
    old.need_phase(OVER)
    if wish.coach is not None:
        need_coach_here(has_aids=wish.aids, is_alone=True)
    if (before := await _made_before(tables, old, wish)) is not None:
        return before
    async with tables.replaying.of(address):
        begun = await asyncio.to_thread(beginning, old, wish.step, wish.seat, wish.hidden, np.random.default_rng())
    holders = _holders(old, begun.seat, wish)
    for level in {holder.level for holder in holders if holder.level is not None}:
        tables.need_player(level, old.game)
    data: dict[str, Any] = first_data(
        old.game, old.options, holders, old.dealer, begun.seat, aids=wish.aids, coach=wish.coach
    )  # fmt: skip
    data["begun"] = begun.stored()
    return await tables.first_of(codes_for(wish.identity), wish.identity, data, begun.seat)


async def _made_before(tables: AllTables, old: TableState, wish: PlayOnWish) -> tuple[OpenTable, str] | None:
    """The table that this id stands for already, without going through the game again."""
    for code in codes_for(wish.identity) if wish.identity is not None else ():
        try:
            open_table = await tables.find(code)
        except NotFound:
            return None
        key, begun = key_for(code, wish.identity), open_table.state.begun
        seat = begun.seat if begun is not None and wish.seat is None else wish.seat
        position = {"of": old.code, "step": wish.step, "seat": seat, "hidden": wish.hidden}
        if open_table.made_with(key, {"game": old.game, "begun": position}):
            return open_table, key
    return None


def _holders(old: TableState, seat: int, wish: PlayOnWish) -> list[SeatHolder]:
    """Who sits where: the person, and everywhere else a bot. Those that were there keep their names."""
    found = TableState("", "", [SeatHolder(PERSON, wish.name)])
    by_seat: dict[int, SeatHolder] = {seat: found.holders[0]}
    bots = {at: one for at, one in enumerate(old.holders) if one.kind == BOT and not one.key and at != seat}
    for at in sorted(set(range(len(old.holders))) - {seat}, key=lambda at: at not in bots):  # names that are kept first
        before = bots.get(at)
        is_taken = before is None or before.name.lower() in {one.name.lower() for one in found.holders}
        name = found.free_name() if is_taken or before is None else before.name
        by_seat[at] = SeatHolder(BOT, name, wish.level or (before.level if before else None) or USUAL_BOTS)
        found.holders.append(by_seat[at])
    return [by_seat[at] for at in range(len(old.holders))]
