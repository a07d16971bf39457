"""The HTTP API of tables. A key, where one is needed, comes as `Authorization: Bearer KEY`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from json import dumps as json_text
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from cutcard.core.declaration.game import find
from cutcard.core.declaration.phrases import as_json, plain
from cutcard.core.errors import CutcardError, NotYours, ParseError
from cutcard.server import fair
from cutcard.server.errors import NotNow, NotPermitted, Unreadable, status_of
from cutcard.server.http.addresses import address
from cutcard.server.http.answers import in_words, of_coach
from cutcard.server.http.client_messages import FindTable, GiveSeat, Join, MakeTable, Move, Nothing, Say, SetTable, Start
from cutcard.server.http.invitation import invitation_to
from cutcard.server.http.invitation_picture import Gallery
from cutcard.server.http.scene_messages import Advice
from cutcard.server.http.server_messages import (
    Deal,
    Events,
    NewTable,
    Refusal,
    ReplayMoves,
    ReplayStep,
    Seated,
    Tables,
    Update,
)
from cutcard.server.operation.metrics import refused
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.matching import FindWish, find_seat, listed
from cutcard.server.tables.open_table import OpenTable, need_seat
from cutcard.server.tables.replay import replay_moves, replay_step
from cutcard.server.tables.state import OVER, PLAYING, hashed
from cutcard.server.tables.stored_log import log_shown

bearer = HTTPBearer(auto_error=False, description="The key of your seat, from making or joining the table.")

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal} for status in (400, 403, 404, 409, 413, 422, 429, 500, 503)
}

NO_ADVICE_YET = "Hints for this game are being made ready: ask again in a moment."

FOR_ALL_SITES = {"cache-control": "public, max-age=300", "cross-origin-resource-policy": "cross-origin"}
"""Of what messengers may show in pages of theirs, and need not fetch for each of their people."""

router = APIRouter(prefix="/api", responses=REFUSALS)


async def tables_of(request: Request) -> AllTables:
    tables: AllTables = request.app.state.tables
    return tables


async def key_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str | None:
    return credentials.credentials if credentials else None


TheTables = Annotated[AllTables, Depends(tables_of)]
Key = Annotated[str | None, Depends(key_of)]


Code = Annotated[str, Path(min_length=1, max_length=40, description="The code of the table.")]


async def table_of(tables: TheTables, request: Request, code: Code) -> OpenTable:
    open_table = await tables.find(code)
    if request.method == "GET":  # whoever has been told by another node that something is done sees it here
        await open_table.catch_up()
    return open_table


TheTable = Annotated[OpenTable, Depends(table_of)]


async def asker_of(open_table: TheTable, key: Key, request: Request) -> str | None:
    """The hash of a key that has a seat; None without one."""
    key_hash = hashed(key) if key else None
    if key_hash is not None and open_table.is_to_be_read_for(key_hash):
        await open_table.catch_up()
    open_table.state.seat_of(key_hash)
    if key_hash is not None:
        open_table.seen(key_hash)
        open_table.used_from = address(request.scope)
    return key_hash


TheAsker = Annotated[str | None, Depends(asker_of)]


def seat_now(open_table: OpenTable, asker: str | None) -> int | None:
    """The seat of who asks, which may have become another while they were waiting; None where there is none, or no more."""
    with suppress(NotPermitted):
        return open_table.state.seat_of(asker)
    return None


def needed(open_table: OpenTable, asker: str | None) -> str:
    """Who asks for what only people at the table may do."""
    need_seat(open_table, seat_now(open_table, asker))
    assert asker is not None
    return asker


def json(data: bytes, status: int = 200) -> Response:
    return Response(data, status, media_type="application/json")


def attachment(data: bytes, name: str) -> Response:
    """A file to be kept."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/json", headers=headers)


def seated(code: str, key: str, seat: int, open_table: OpenTable) -> Response:
    open_table.seen(hashed(key))
    head = orjson.dumps({"code": code, "key": key, "seat": seat})[:-1]
    return json(head + b',"update":' + open_table.update(seat, 0) + b"}")


def since_now(open_table: OpenTable, asker: str | None) -> Response:
    return json(open_table.update(seat_now(open_table, asker), open_table.state.seq))


# Tables


@router.post("/tables", response_model=Seated, summary="Make a table; you are its host")
async def create(wish: MakeTable, tables: TheTables, request: Request) -> Response:
    tables.limits.tables.take(address(request.scope))
    open_table, key = await tables.make(
        game=wish.game, options=dict(wish.options), seats=wish.seats, name=wish.name, level=wish.level, clock=wish.clock,
        listed=wish.listed, dealer=wish.dealer, penalty=wish.penalty, aids=wish.aids, identity=wish.id, person=wish.whose,
        coach=wish.coach,
    )  # fmt: skip
    open_table.used_from = address(request.scope)
    return seated(open_table.state.code, key, open_table.state.seat_by(hashed(key)), open_table)


@router.get("/tables", response_model=Tables, summary="The tables that all may see, to join or to watch")
async def list_tables(tables: TheTables) -> dict[str, Any]:
    return {"tables": await listed(tables)}


@router.post("/tables/find", response_model=Seated, summary="A seat at a listed table that waits, or at a new one")
async def find_table(wish: FindTable, tables: TheTables, request: Request) -> Response:
    where = address(request.scope)
    wished = FindWish(wish.game, wish.any_game, wish.name, wish.fill, wish.id, wish.whose)
    open_table, key, seat = await find_seat(tables, wished, lambda: tables.limits.tables.take(where))
    open_table.used_from = where
    return seated(open_table.state.code, key, seat, open_table)


@router.get("/tables/{code}", response_model=Update, summary="Look at a table: with a key as your seat sees it")
async def look(open_table: TheTable, asker: TheAsker, since: Annotated[int, Query(ge=0, le=2**31)] = 0) -> Response:
    return json(open_table.update(seat_now(open_table, asker), since))


@router.get("/tables/{code}/events", response_model=Events, summary="What happened before: fifty events at a time")
async def events(open_table: TheTable, asker: TheAsker, before: Annotated[int, Query(ge=1, le=2**31)]) -> Response:
    return json(open_table.earlier(seat_now(open_table, asker), before))


@router.get(
    "/tables/{code}/invitation.png", summary="A picture of the table, for previews of its link",
    response_class=Response, responses={200: {"content": {"image/png": {}}}},
)  # fmt: skip
async def picture(open_table: TheTable, request: Request) -> Response:
    gallery: Gallery = request.app.state.gallery
    return Response(await gallery.picture(invitation_to(open_table.state)), media_type="image/png", headers=FOR_ALL_SITES)


@router.post("/tables/{code}/join", response_model=Seated, summary="Sit down; with your key, add to the deal")
async def join(wish: Join, open_table: TheTable, key: Key) -> Response:
    await open_table.catch_up()  # this may have been asked for before, by another node
    own, seat = await open_table.join(wish.name, wish.seat, wish.randomness, key, wish.id, wish.whose)
    return seated(open_table.state.code, own, seat, open_table)


@router.post("/tables/{code}/seats", response_model=Update, summary="The host gives a seat to a bot, or opens it")
async def give_seat(wish: GiveSeat, open_table: TheTable, asker: TheAsker, tables: TheTables) -> Response:
    level = None
    if wish.to == "bot":
        level = wish.level or "medium"
        tables.need_player(level, open_table.state.game)
    seen = open_table.state.seq if wish.seq is None else wish.seq
    await open_table.give(asker, wish.seat, wish.to, level, seen)
    return since_now(open_table, asker)


@router.post("/tables/{code}/set", response_model=Update, summary="The host changes options, seats, the clock, …")
async def set_table(wish: SetTable, open_table: TheTable, asker: TheAsker, tables: TheTables) -> Response:
    given = {name: getattr(wish, name) for name in wish.model_fields_set}
    may_be_null = ("clock", "dealer", "penalty", "fill", "coach")
    wishes = {name: value for name, value in given.items() if value is not None or name in may_be_null}
    if not wishes:
        raise ParseError("say what to change: options, seats, clock, listed, dealer, penalty, aids, coach or fill")
    if "options" in wishes:
        seats = wishes.get("seats") or len(open_table.state.holders)
        tables.need_bounded(find(open_table.state.game, seats, 0, wishes["options"]))
    seat = seat_now(open_table, asker)
    if open_table.state.phase == PLAYING and seat is not None:  # nothing but the coach is changed then, and all is kept
        tables.limits.coach.take(f"{open_table.state.code} {seat}")
    await open_table.set(asker, wishes)
    return since_now(open_table, asker)


@router.post("/tables/{code}/start", response_model=Update, summary="The host has the cards dealt")
async def start(wish: Start, open_table: TheTable, asker: TheAsker, tables: TheTables) -> Response:
    await tables.start(open_table, asker, wish.randomness)
    return since_now(open_table, asker)


@router.post("/tables/{code}/move", response_model=Update, summary="Play a move")
async def move(wish: Move, open_table: TheTable, asker: TheAsker) -> Response:
    try:
        own = needed(open_table, asker)
        await open_table.move_with_coach(own, wish.move, wish.seq, wish.id, despite_coach=wish.despite_coach)
    except CutcardError as error:
        refused(error)
        reason, clause = in_words(error)
        head = orjson.dumps({"reason": reason, "clause": clause, **of_coach(error)})[:-1]
        update = open_table.update(seat_now(open_table, asker), wish.seq)
        return json(head + b',"update":' + update + b"}", status_of(error))
    return json(open_table.update(seat_now(open_table, asker), wish.seq))


@router.post("/tables/{code}/chat", response_model=Update, summary="Say something to everybody at the table")
async def chat(wish: Say, open_table: TheTable, asker: TheAsker, tables: TheTables) -> Response:
    own = needed(open_table, asker)
    tables.limits.chat.take(f"{open_table.state.code} {open_table.state.seat_by(own)}")
    await open_table.chat(own, wish.text, wish.id)
    return since_now(open_table, asker)


@router.post("/tables/{code}/leave", response_model=Update, summary="Leave; during a game your seat waits for you")
async def leave(wish: Nothing, open_table: TheTable, asker: TheAsker) -> Response:
    await open_table.leave(needed(open_table, asker))
    return since_now(open_table, asker if open_table.state.phase == PLAYING else None)


@router.post("/tables/{code}/back", response_model=Update, summary="Take your seat back from the bot that has it")
async def take_back(wish: Nothing, open_table: TheTable, asker: TheAsker) -> Response:
    if asker is None:
        need_seat(open_table, None)
    else:
        await open_table.take_back(asker)
    return since_now(open_table, asker)


@router.post("/tables/{code}/hasten", response_model=Update, summary="Run on a game in which no person has a say any more")
async def hasten(wish: Nothing, open_table: TheTable, asker: TheAsker) -> Response:
    open_table.hasten(seat_now(open_table, asker))
    return since_now(open_table, asker)


@router.post("/tables/{code}/rematch", response_model=NewTable, summary="A new table for the same people")
async def rematch(
    wish: Nothing, open_table: TheTable, asker: TheAsker, tables: TheTables, request: Request
) -> dict[str, str]:  # fmt: skip
    tables.limits.tables.take(address(request.scope))
    return {"code": await tables.rematch(open_table, need_seat(open_table, seat_now(open_table, asker)))}


@router.get("/tables/{code}/advice", response_model=Advice, summary="What the moves you have are worth")
async def advice(open_table: TheTable, asker: TheAsker, tables: TheTables) -> dict[str, Any]:
    own = need_seat(open_table, seat_now(open_table, asker))
    table = open_table.state.table
    open_table.state.need_phase(PLAYING)
    assert table is not None
    if not open_table.state.aids:
        raise NotPermitted("this table plays without aids: there are no hints")
    if own not in table.to_act:
        raise NotYours("it is not your turn: there is nothing to advise")
    if not tables.compiler.is_ready(open_table.state.game, search=True):
        nothing: dict[str, Any] = {"heading": "", "rated": [], "remark": "", "facts": [], "left": None}
        return {"is_ready": False, "sentence": as_json(plain(NO_ADVICE_YET)), **nothing}
    tables.limits.advice.take(f"{open_table.state.code} {own}")
    counsel = await tables.caretaker.bots.advise(table.view(own), tuple(open_table.state.names), open_table.owner)
    left = counsel.figures.left
    return {
        "is_ready": True,
        "sentence": as_json(counsel.sentence),
        "heading": counsel.heading,
        "rated": [
            {"move": one.move, "words": as_json(one.words), "shown": one.shown, "give_or_take": one.give_or_take}
            for one in counsel.rated
        ],
        "remark": counsel.remark,
        "facts": [(as_json(plain(label)), value) for label, value in counsel.figures.facts],
        "left": left and {"title": left.title, "counts": left.counts},
    }


@router.get("/tables/{code}/record", summary="The record of a game that is over, as `cutcard replay` reads it")
async def record(open_table: TheTable) -> Response:
    state = open_table.state
    whole = await asyncio.to_thread(state.record)
    data = await asyncio.to_thread(orjson.dumps, whole, option=orjson.OPT_INDENT_2)
    return attachment(data, f"{state.game}-{state.code}.json")


@router.get("/tables/{code}/deal", response_model=Deal, summary="Every card of a game that is over, to be checked")
async def deal(open_table: TheTable) -> Response:
    state = open_table.state
    state.need_phase(OVER)
    assert state.table is not None
    if state.begun is not None:
        raise NotNow("this table went on from a position, whose cards were known: there is no deal to check")
    found = await asyncio.to_thread(fair.draws, state.table)
    how = fair.DRAWN if state.is_dealer_drawn else fair.CHOSEN
    return json(orjson.dumps({"faces": state.table.game.deck.faces, "draws": found, "dealer": how}))


@router.get("/tables/{code}/log", summary="All events of a table that is over, or that cannot be read any more")
async def log(tables: TheTables, code: Code) -> Response:
    try:
        (await tables.find(code)).state.need_phase(OVER)
        problem = None
    except Unreadable as error:
        problem = error
    data = await asyncio.to_thread(log_shown, await tables.store.raw_log(code.upper()), problem, tables.store.now())
    text = await asyncio.to_thread(json_text, data, indent=2)
    return attachment(text.encode(), f"log-{data['code']}.json")


ReplayNumber = Annotated[int, Query(ge=0, le=2**31)]
Eyes = Annotated[int | None, Query(ge=0, le=63, description="As this seat saw it; without one all hands are open.")]


@router.get("/tables/{code}/replay", response_model=ReplayStep, summary="A game that is over, after so many moves")
async def replay(open_table: TheTable, step: ReplayNumber = 0, seat: Eyes = None) -> Response:
    return json(replay_step(open_table, step, seat))


@router.get("/tables/{code}/replay/moves", response_model=ReplayMoves, summary="Its moves in words, from a step on")
async def moves_of_replay(open_table: TheTable, first: ReplayNumber = 0, seat: Eyes = None) -> Response:
    return json(await asyncio.to_thread(replay_moves, open_table, first, seat))
