"""The HTTP API of reviews. Everybody who may see the replay of a game may see its review."""

from __future__ import annotations

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cutcard.core.errors import ParseError
from cutcard.server.http.addresses import address
from cutcard.server.http.api import REFUSALS, TheTable, TheTables, json
from cutcard.server.http.review_messages import ReviewTold, Tried
from cutcard.server.reviews.told import review_told, tried_told

router = APIRouter(prefix="/api", responses=REFUSALS)

DEPTHS = (1, 4)

Depth = Annotated[int, Query(description="1, or 4: each decision is thought over for four times as long.")]
Number = Annotated[int, Query(ge=0, le=2**31)]
Move = Annotated[str, Query(min_length=1, max_length=200)]


def known(depth: int) -> int:
    if depth not in DEPTHS:
        raise ParseError("the depth of a review is 1 or 4")
    return depth


@router.get("/tables/{code}/review", response_model=ReviewTold, summary="A game that is over, judged move by move")
async def review(
    open_table: TheTable, tables: TheTables, request: Request, since: Number = 0, depth: Depth = 1
) -> Response:  # fmt: skip
    found = tables.reviews.look(open_table, known(depth), address(request.scope))
    return json(orjson.dumps(await asyncio.to_thread(review_told, found, since)))


@router.get("/tables/{code}/review/what-if", response_model=Tried, summary="Another move at a decision of it")
async def what_if(
    open_table: TheTable, tables: TheTables, request: Request, decision: Number, move: Move, depth: Depth = 1
) -> Response:
    found, one = await tables.reviews.what_if(open_table, known(depth), decision, move, address(request.scope))
    return json(orjson.dumps(tried_told(found, decision, one)))
