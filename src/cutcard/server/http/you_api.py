"""The HTTP API of a person's own games. They are known by a secret that their browser has made, of which a hash is kept; it
comes as `Authorization: Bearer SECRET`, and whoever has it sees these games and nobody else does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from cutcard.server.errors import NotPermitted
from cutcard.server.http.addresses import address
from cutcard.server.http.api import REFUSALS, TheTables, attachment
from cutcard.server.http.client_messages import PERSON_SECRET, Nothing, PutTogether
from cutcard.server.http.you_messages import Changed, Looking, Numbers, Trends
from cutcard.server.reviews.last_games import look_at_last
from cutcard.server.reviews.trends_told import trends_told
from cutcard.server.store import people
from cutcard.server.tables.numbers import all_played, numbers_of
from cutcard.server.tables.state import hashed

secret = HTTPBearer(auto_error=False, scheme_name="Person", description="The secret of your browser.")

router = APIRouter(prefix="/api", responses=REFUSALS)


async def person_of(
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(secret)], tables: TheTables, request: Request
) -> str:
    """The hash of their secret."""
    if credentials is None or not re.fullmatch(PERSON_SECRET, credentials.credentials):
        raise NotPermitted("say whose games: send the secret of your browser")
    tables.limits.numbers.take(address(request.scope))
    return hashed(credentials.credentials)


ThePerson = Annotated[str, Depends(person_of)]


@router.get("/you", response_model=Numbers, summary="Your games, counted up")
async def you(person: ThePerson, tables: TheTables) -> dict[str, Any]:
    return await asyncio.to_thread(numbers_of, await tables.store.results_of(person))


@router.get("/you/trends", response_model=Trends, summary="Where you lose most, by the reviews of your games")
async def trends(person: ThePerson, tables: TheTables) -> dict[str, Any]:
    return await asyncio.to_thread(trends_told, await tables.store.results_of(person))


@router.post("/you/review", response_model=Looking, summary="Review your last games: ask again until all are done")
async def review(wish: Nothing, person: ThePerson, tables: TheTables, request: Request) -> dict[str, Any]:
    return await look_at_last(tables, person, address(request.scope))


@router.get("/you/export", summary="All that is kept of you, as a file")
async def export(person: ThePerson, tables: TheTables, request: Request) -> Response:
    results = await tables.store.results_of(person)
    place = str(request.base_url).rstrip("/")
    return attachment(await asyncio.to_thread(_exported, results, place), "cutcard-games.json")


def _exported(results: Sequence[people.Kept], place: str) -> bytes:
    played = [
        {**one, "replay": f"{place}/r/{one['code']}" if one["has_replay"] else None} for one in all_played(results)
    ]  # fmt: skip
    return orjson.dumps({"numbers": numbers_of(results), "played": played}, option=orjson.OPT_INDENT_2)


@router.delete("/you", response_model=Changed, summary="Delete all that is kept of you")
async def delete(person: ThePerson, tables: TheTables) -> dict[str, int]:
    return {"games": await tables.store.carry_out(people.ForgetPerson(person))}


@router.post("/you/merge", response_model=Changed, summary="Put the games of another browser of yours to these")
async def merge(wish: PutTogether, person: ThePerson, tables: TheTables) -> dict[str, int]:
    return {"games": await tables.store.carry_out(people.PutTogether(person, hashed(wish.other)))}
