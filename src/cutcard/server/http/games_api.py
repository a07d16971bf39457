"""The HTTP API of games, whoever plays them: what there is, the rules, and a guided first game of each."""

from __future__ import annotations

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from cutcard.core.registry import GAMES, named
from cutcard.server.http.api import REFUSALS, TheTables, json
from cutcard.server.http.catalogue import compressed_catalogue, compressed_lesson, compressed_rules
from cutcard.server.http.catalogue_messages import Catalogue
from cutcard.server.http.language import Language
from cutcard.server.http.lesson_messages import LessonAnswer
from cutcard.server.http.server_messages import Rules

NO_LESSON_YET = orjson.dumps({"lesson": None})
READY_WITHIN = 2.0
"""Seconds for which a request waits until the rules of a game are compiled; who asks then asks again. nginx takes a node for
one that hangs where such an answer needs three: there has to be time left to make it."""

router = APIRouter(prefix="/api", responses=REFUSALS)

Name = Annotated[str, Path(max_length=40)]


@router.get("/games", response_model=Catalogue, summary="Every game there is to play")
async def games(tables: TheTables, request: Request) -> Response:
    return compressed_catalogue(tuple(tables.settings.bots.items())).to(request.headers)


@router.get("/games/{name}/rules", response_model=Rules, summary="The rules of a game, as a page")
async def rules(name: Name, language: Language, request: Request) -> Response:
    return compressed_rules(name, language).to(request.headers)


@router.get("/games/{name}/lesson", response_model=LessonAnswer, summary="A guided first game, step by step")
async def lesson(name: Name, language: Language, tables: TheTables, request: Request) -> Response:
    game = named(name).cover.name
    GAMES.need_listed(game)
    try:
        async with asyncio.timeout(READY_WITHIN):
            await tables.compiler.ready(game, search=False)
    except TimeoutError:
        return json(NO_LESSON_YET)
    return (await asyncio.to_thread(compressed_lesson, name, language)).to(request.headers)
