"""The HTTP API of practice: going on from a position of a game that is over."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from cutcard.server.http.addresses import address
from cutcard.server.http.api import REFUSALS, TheAsker, TheTable, TheTables, seat_now, seated
from cutcard.server.http.client_messages import PlayOn
from cutcard.server.http.server_messages import Seated
from cutcard.server.tables.playing_on import PlayOnWish, play_on
from cutcard.server.tables.state import hashed

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/tables/{code}/play-on", response_model=Seated, summary="Go on from a position, at a table against bots")
async def go_on(wish: PlayOn, open_table: TheTable, asker: TheAsker, tables: TheTables, request: Request) -> Response:
    tables.limits.tables.take(address(request.scope))
    seat = seat_now(open_table, asker) if wish.seat is None else wish.seat
    wished = PlayOnWish(wish.name, wish.step, seat, wish.hidden, wish.level, wish.aids, wish.coach, wish.id)
    new, key = await play_on(tables, open_table, wished, address(request.scope))
    new.used_from = address(request.scope)
    return seated(new.state.code, key, new.state.seat_by(hashed(key)), new)
