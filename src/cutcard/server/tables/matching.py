"""Tables for those who come alone: the list that all may see, and a seat at one of them.

Two people who ask at the same moment, by one node or two, are to meet. Both may find nothing, and each would open a table.
So the code of a table that is opened follows from the game and the time: both try the same one, the database lets one of
them have it, and the other sits down there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from cutcard.core.declaration.game import find
from cutcard.core.errors import CutcardError, NotFound
from cutcard.server.errors import NotNow, NotReady
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.keys import codes_for, key_for
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import OPEN, WAITING, hashed

MOST_LISTED = 50
MEETING = 20
"""Seconds in which all who open a table of a game try the same codes."""
FRESH = 15.0
"""A table at which something happened so many seconds ago has somebody: their page may still be on its way."""


class FindWish(NamedTuple):
    """What somebody who comes alone would like."""

    game: str
    any_game: bool
    name: str
    fill: str | None
    identity: str
    person: str | None = None
    """For whom it is kept what the game comes to."""


class Seat(NamedTuple):
    """What they get."""

    open_table: OpenTable
    key: str
    seat: int


async def listed(tables: AllTables) -> list[dict[str, Any]]:
    """A line for each table that all may see. What cannot be read is left out, and takes nobody's place."""
    lines: list[dict[str, Any]] = []
    for open_table in await _listed(tables):
        with suppress(Exception):
            lines.append(open_table.listing())
    return lines


async def _listed(tables: AllTables) -> list[OpenTable]:
    found: list[OpenTable] = []
    for code in await tables.store.listed(MOST_LISTED + tables.count_unreadable()):
        with suppress(Exception):  # it is told where the table itself is asked for
            found.append(tables.kept_in_memory(code) or await tables.find(code))
    return found[:MOST_LISTED]


async def find_seat(tables: AllTables, wish: FindWish, on_make: Callable[[], None]) -> Seat:
    """A seat at a table that waits for people, the fullest first; or at a new one. `on_make` is called before one is made,
    and may refuse."""
    game = find(wish.game, None, 0, {})
    tables.need_bounded(game)
    if wish.fill is not None:
        tables.need_player(wish.fill, game.name)
    async with tables.finding:  # of two who ask this node at once, the second finds the table of the first
        return await _found(tables, game.called.title, wish, on_make)


async def _found(tables: AllTables, title: str, wish: FindWish, on_make: Callable[[], None]) -> Seat:
    all_listed = await _listed(tables)
    for open_table in all_listed:  # this may have been asked for before
        if (found := _seat_before(open_table, wish)) is not None:
            return found
    now = tables.store.now()
    fitting = [one for one in all_listed if _has_room(one, now) and (wish.any_game or one.title == title)]
    for open_table in sorted(fitting, key=lambda one: (one.title != title, _free(one), one.log[0].at)):
        if (found := await _sat_down(open_table, wish)) is not None:
            return found
    on_make()
    for code in _meeting_codes(title, now):
        if (found := await _opened(tables, code, title, wish)) is not None:
            return found
    raise NotNow("no table was free for you: try again")


def _seat_before(open_table: OpenTable, wish: FindWish) -> Seat | None:
    """The seat that came of the same wish."""
    key = key_for(open_table.state.code, wish.identity)
    with suppress(CutcardError):
        return Seat(open_table, key, open_table.state.seat_by(hashed(key)))
    return None


def _free(open_table: OpenTable) -> int:
    return sum(holder.kind == OPEN for holder in open_table.state.holders)


def _has_room(open_table: OpenTable, now: float) -> bool:
    """Whether somebody waits there, and a seat is free."""
    if open_table.state.phase != WAITING or not open_table.state.listed or open_table.preparing:
        return False
    people = open_table.state.people()
    is_anybody_there = now - open_table.log[-1].at < FRESH or any(open_table.is_here(seat) for seat in people)
    return bool(people) and is_anybody_there and _free(open_table) > 0


async def _sat_down(open_table: OpenTable, wish: FindWish) -> Seat | None:
    """A seat there; None where somebody was quicker."""
    with suppress(NotNow):
        await open_table.catch_up()
        return Seat(open_table, *(await open_table.join(wish.name, None, None, None, wish.identity, wish.person)))
    return None


def _meeting_codes(title: str, now: float) -> Iterator[str]:
    """Where all who come now and find nothing try to open a table, one after the other."""
    return codes_for(f"{title} {now // MEETING:.0f}")


async def _opened(tables: AllTables, code: str, title: str, wish: FindWish) -> Seat | None:
    """A seat at the table of this code: a new one, or that of who was quicker. None where there is none to be had."""
    try:
        open_table, key = await tables.make(
            game=wish.game, options={}, seats=None, name=wish.name, level=None, clock=None, listed=True,
            identity=wish.identity, codes=(code,), fill=wish.fill, person=wish.person,
        )  # fmt: skip
        return Seat(open_table, key, open_table.state.seat_by(hashed(key)))
    except NotReady:  # the code is taken, or nothing can be made: that is found out by who looks
        with suppress(NotFound):
            open_table = await tables.find(code)
            await open_table.catch_up()
            if open_table.title == title and _has_room(open_table, tables.store.now()):
                return await _sat_down(open_table, wish)
            return None
        raise
