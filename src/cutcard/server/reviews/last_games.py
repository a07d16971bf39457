"""Reviews of a person's last games, one after the other, for as long as somebody asks how far they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.core.errors import NotFound
from cutcard.server.errors import NotNow, NotReady, TooLong, Unreadable
from cutcard.server.reviews.trends_told import recent, waiting
from cutcard.server.store.people import Kept, PassOver
from cutcard.server.tables.numbers import about

if TYPE_CHECKING:
    from cutcard.server.reviews.open_review import OpenReview
    from cutcard.server.tables.all_tables import AllTables

DEPTH = 1
"""How thoroughly they are reviewed."""


async def look_at_last(tables: AllTables, person: str, address: str) -> dict[str, Any]:
    """How far it is. A game whose review cannot go on just now keeps no other waiting; that it cannot is told once there is
    no other."""
    games = await tables.store.results_of(person)
    wanted, left = len(recent(games)), waiting(games)
    done, later, stuck = wanted - len(left), None, None
    for game in left:
        one, trouble = None, ""
        try:
            one = await _looked_at(tables, game.code, address)
            trouble = one.told_trouble() if one is not None else ""
        except NotReady as error:  # it is about this table: what is kept of the person could be read
            trouble = str(error)
        except NotNow:  # it is not over yet, by what is known here
            later = later or game
            continue
        if trouble:
            stuck = stuck or _told(wanted, done, game, one, trouble)
        elif one is not None and not one.is_counted:
            return _told(wanted, done, game, one)
        else:  # for a game that was counted this changes nothing
            await tables.store.carry_out(PassOver(person, game.code))
            done += 1
    return {**stuck, "done": done} if stuck is not None else _told(wanted, done, later)


async def _looked_at(tables: AllTables, code: str, address: str) -> OpenReview | None:
    """The review of a game, which goes on by that; None where there can be none."""
    try:
        open_table = await tables.find(code)
        await open_table.catch_up()  # by another node it may be over already
        return tables.reviews.look(open_table, DEPTH, address)
    except (NotFound, TooLong, Unreadable):  # it is gone, or of a game that is not here any more
        return None


def _told(
    wanted: int, done: int, game: Kept | None = None, one: OpenReview | None = None, trouble: str = ""
) -> dict[str, Any]:
    title = about(game.game).title if game else ""
    judged, decisions = (one.judged, one.state.moves) if one else (0, 0)
    numbers = {"wanted": wanted, "done": done, "judged": judged, "decisions": decisions}
    return {**numbers, "title": title, "trouble": trouble}
