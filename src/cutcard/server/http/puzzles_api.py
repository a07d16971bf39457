"""The HTTP API of puzzles: the one of the day, those of each game, and what is said to an answer. Nothing is kept of who
solved what: that is the browser's."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from cutcard.core.errors import ParseError
from cutcard.core.registry import GAMES, named
from cutcard.puzzles import daily
from cutcard.puzzles.puzzle import shipped
from cutcard.server.http.api import REFUSALS, TheTables, json
from cutcard.server.http.compressed import CompressedAnswer
from cutcard.server.http.games_api import READY_WITHIN, Name
from cutcard.server.http.language import Language
from cutcard.server.http.puzzle_messages import PuzzleAnswer, PuzzleOfADay, Puzzles, Solve, SolvedAnswer
from cutcard.server.tables.puzzles import puzzle_at, puzzle_told

NOT_YET = orjson.dumps({"puzzle": None})
NOT_SOLVED_YET = orjson.dumps({"solved": None})

router = APIRouter(prefix="/api", responses=REFUSALS)

Number = Annotated[int, Path(ge=1, le=1_000_000)]
Day = Annotated[
    str | None,
    Query(
        pattern=r"^\d{4}-\d\d-\d\d$",
        description="Which day, by UTC; today where nothing is said, or where it is yet to come.",
    ),
]


@router.get("/puzzles", response_model=Puzzles, summary="The puzzles there are, and which is that of the day")
async def puzzles(day: Day = None) -> Response:
    told = await asyncio.to_thread(_day_told, day)
    return json(orjson.dumps({"today": told, "sets": await asyncio.to_thread(_sets)}))


@router.get("/puzzles/today", response_model=PuzzleOfADay, summary="Which puzzle is that of the day")
async def today(day: Day = None) -> Response:
    return json(orjson.dumps(await asyncio.to_thread(_day_told, day)))


@router.get("/puzzles/{name}/{number}", response_model=PuzzleAnswer, summary="A puzzle, as the seat that is to move sees it")
async def puzzle(name: Name, number: Number, language: Language, tables: TheTables, request: Request) -> Response:
    if not await _is_ready(name, number, tables):
        return json(NOT_YET)
    return (await asyncio.to_thread(_compressed_puzzle, name, number, language)).to(request.headers)


@router.post(
    "/puzzles/{name}/{number}/answer", response_model=SolvedAnswer, summary="Whether a move is the right one, and why"
)
async def answer(name: Name, number: Number, language: Language, tables: TheTables, given: Solve) -> Response:
    if not await _is_ready(name, number, tables):
        return json(NOT_SOLVED_YET)
    told = await asyncio.to_thread(puzzle_told, name, number, language)
    return json(orjson.dumps({"solved": told.answered(given.move)}))


async def _is_ready(name: str, number: int, tables: Any) -> bool:
    """Whether the rules of a game are compiled. A puzzle that is none is refused."""
    game = named(name).cover.name
    GAMES.need_listed(game)
    await asyncio.to_thread(puzzle_at, name, number)
    try:
        async with asyncio.timeout(READY_WITHIN):
            await tables.compiler.ready(game, search=False)
    except TimeoutError:
        return False
    return True


@cache
def _compressed_puzzle(name: str, number: int, language: str) -> CompressedAnswer:
    return CompressedAnswer(orjson.dumps({"puzzle": puzzle_told(name, number, language).question}))


@cache
def _sets() -> list[dict[str, Any]]:
    """By game how hard each puzzle is."""
    return [{"game": name, "levels": [one.level for one in shipped(name)]} for name in daily.sets()]


def _day_told(asked: str | None) -> dict[str, Any]:
    """The puzzle of a day; of one that is further off than a clock that is wrong, that of today."""
    now = daily.today()
    try:
        day = min(date.fromisoformat(asked), now + timedelta(days=1)) if asked else now
    except ValueError:
        raise ParseError("{day} is not a day", day=repr(asked)) from None
    name, number = daily.puzzle_of(day)
    return {"day": day.isoformat(), "next_at": daily.ends(day), "game": name, "number": number}
