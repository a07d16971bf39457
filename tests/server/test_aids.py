"""A table without aids: nobody is sent odds, hints or what lies face down, only how many cards lie there."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import orjson
import pytest

import cutcard
from cutcard import CutcardError, Table
from cutcard.core.dealer import Script
from cutcard.server.errors import NotPermitted
from cutcard.server.tables import telling, updates
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.replay import replay_step
from cutcard.server.tables.state import PERSON, Event, SeatHolder, TableState
from cutcard.server.tables.telling import told_of
from cutcard.server.tables.updates import TableUpdates
from tests.contract.cases import random_game
from tests.server import open_tables
from tests.server.open_tables import any_move, made, opened, play_out, run
from tests.server.test_wire_leaks import CASES, LONGEST, story
from tests.server.wiretap import listening
from tests.unaided import every_kind, face_down, moves_of, told_too_much, two_tables

UNAIDED = {
    "pairs": {"target": 11},
    "continuous": {"eights": True, "target": 11},
    "port": {"target": 7},
    "starboard": {"games": 2},
    "pickup": {},
    "to-the-moon": {"rounds": 1},
    "pickle": {"hands": 2},
    "clever-pickin": {"hands": 1},
}


def test_every_game_has_something_face_down() -> None:
    assert {book.name for book in cutcard.games() if face_down(book)} == set(UNAIDED)


# What is sent


def updates_of(table: Table, aids: bool) -> TableUpdates:
    """A table of the server that stands so."""
    holders = [SeatHolder(PERSON, name, None, name) for name in ("Ann", "Ben", "Cy")]
    state = TableState("ABCDEFGH", "00" * 32, holders, table.game.name, dict(table.game.given_options), 0, aids=aids)
    state.table = table
    state.asked = dict.fromkeys(table.to_act, 0)
    return TableUpdates(state, [])


@every_kind
def test_no_byte_tells_what_lies_face_down(name: str) -> None:
    tables = two_tables(name)
    for seat in (None, 0, 1, 2):
        one, other = (updates_of(table, aids=False).update(seat, 0) for table in tables)
        assert one == other, seat
    mover = tables[0].to_act[0]
    with_aids = [updates_of(table, aids=True).update(mover, 0) for table in tables]
    assert with_aids[0] != with_aids[1]


@every_kind
def test_no_byte_of_a_move_does(name: str) -> None:
    for move in moves_of(name):
        after = [table.play(move, table.to_act[0]) for table in two_tables(name)]
        for seat in (None, 0, 1, 2):
            one, other = (told_of(table, seat, 1, aids=False) for table in after)
            assert one == other, (move, seat)
        if after[0].is_over:  # nothing is hidden any more
            continue
        for seat in (None, 0, 1, 2):
            assert updates_of(after[0], aids=False).update(seat, 0) == updates_of(after[1], aids=False).update(seat, 0)


@every_kind
def test_no_refusal_does(name: str) -> None:
    tables = two_tables(name)
    words = [
        [verb, *faces]
        for verb in tables[0].game.rulebook.verbs.all
        for faces in ([], *([f] for f in tables[0].game.deck.faces))
    ]
    for word in words:
        one, other = (refused(table, " ".join(word)) for table in tables)
        assert one == other


def refused(table: Table, move: str) -> str:
    try:
        table.play(move, table.to_act[0])
    except CutcardError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", UNAIDED)
def test_in_a_whole_game_nobody_is_sent_it(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            dark, chance, has_lain = face_down(cutcard.game(game, seats=3).rulebook), random.Random(game), False
            while not has_lain:  # now and then a short game is over before anything has come to lie there
                open_table = await unaided(tables, game, UNAIDED[game])
                seen = await everything(open_table, chance)
                assert [found for told in seen for found in told_too_much(told, dark)] == []
                has_lain = any(lying(told["play"], dark) for told in seen)
            assert open_table.state.phase == "over"
            assert list(
                told_too_much(open_tables.shown(open_table, None), dark)
            )  # the game is over, and the record tells all

    run(story)


async def unaided(tables: AllTables, game: str, options: dict[str, Any]) -> OpenTable:
    open_table, _ = await tables.make(
        game=game, options=options, seats=3, name="Zoe", level=None, clock=None, listed=False, aids=False
    )
    for seat in (1, 2):
        await open_table.join("Ann", seat, None, None)
    await open_table.start(0, None)
    return open_table


async def everything(open_table: OpenTable, chance: random.Random) -> list[Any]:
    """Play it out; all that everybody was sent until then, with all that happened, anew after every move."""
    seen: list[Any] = []
    while open_table.state.asked:
        seen += [
            open_tables.shown(open_table, seat, chance.choice([0, open_table.state.seq - 1])) for seat in (None, 0, 1, 2)
        ]
        seat, seq = next(iter(open_table.state.asked.items()))
        await open_table.move(seat, any_move(open_table, seat, chance), seq, None)
    return seen


def lying(play: Any, zones: set[str]) -> bool:
    """Whether cards lie there at all."""
    piles = [play["zones"][zone] for zone in zones]
    return any(pile["hidden"] for some in piles for pile in (some if isinstance(some, list) else [some]))


@pytest.mark.parametrize("name", ["pairs-8", "pickup-6", "pickle-4"])
def test_nor_over_the_wire(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that people ask besides: advice, another look, coming back."""
    game, seats, options = CASES[name]
    tables = list(random_game(cutcard.game(game, seats=seats, **options), 1, LONGEST))
    tables = [table for table in tables if not table.is_over]
    cards = [event[2:] for event in tables[-1].record()["events"] if event.startswith("d ")]

    async def listen() -> list[bytes]:
        async with listening(tmp_path, monkeypatch) as server:
            tap = await server.sit_down(game, seats, options, cards, aids=False)
            try:
                await tap.run(story(tables, random.Random(name)))
            finally:
                await tap.close()
            assert server.advised == []
            return [message for person in tap.people for message in person.told]

    told = [
        json.loads(message[message.index(b"{") if message[:1] == b"{" else message.index(b"\n") + 1 :])
        for message in asyncio.run(listen())
    ]
    assert len(told) > 100
    assert [found for one in told for found in told_too_much(one, face_down(tables[0].game.rulebook))] == []


@pytest.mark.parametrize("leak", ["moments", "offers", "piles"])
def test_a_server_that_forgets_it_is_caught(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak == "moments":
        monkeypatch.setattr(telling, "told_of", lambda table, seat, step, aids, risk: told_of(table, seat, step, risk=risk))
    elif leak == "offers":
        monkeypatch.setattr(telling, "offers_of", lambda view, moves, aids, make=telling.offers_of: make(view, moves))
    else:
        monkeypatch.setattr(updates, "scene_of", lambda view, aids, step, make=updates.scene_of: make(view, step=step))

    async def story() -> None:
        async with opened(tmp_path) as tables:
            seen = await everything(await unaided(tables, "pairs", {}), random.Random(1))
            assert [found for told in seen for found in told_too_much(told, {"discards"})]

    run(story)


# The setting


def test_the_host_sets_it_and_a_rematch_keeps_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await made(tables, seats=2)
            await open_table.join("Ann", 1, None, None)
            assert open_tables.shown(open_table, None)["table"]["aids"] is True
            with pytest.raises(NotPermitted):
                await open_table.set(1, {"aids": False})
            await open_table.set(0, {"aids": False})
            await open_table.set(0, {"clock": 60})
            assert open_tables.shown(open_table, None)["table"]["aids"] is False
            await open_table.start(0, None)
            await play_out(open_table, random.Random(1))
            following = await tables.find(await tables.rematch(open_table, 0))
            assert open_tables.shown(following, None)["table"]["aids"] is False
        async with opened(tmp_path) as tables:  # and so does the store
            assert (await tables.find(following.state.code)).state.aids is False

    run(story)


def test_a_log_from_before_has_them() -> None:
    state = TableState("ABCDEFGH", "00" * 32)
    data = {"game": "pairs", "options": {}, "chairs": [], "dealer": None, "host": 0, "clock": None, "listed": False}
    state.apply(Event(1, "made", data, 0.0))
    assert state.aids


def test_a_replay_shows_all_though_it_was_told_otherwise(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table = await unaided(tables, "pairs", UNAIDED["pairs"])
            await everything(open_table, random.Random(1))
            steps = range(open_table.state.moves + 1)
            told = [
                found
                for step in steps
                for found in told_too_much(orjson.loads(replay_step(open_table, step, 0)), {"discards"})
            ]
            assert told

    run(story)


def test_there_is_no_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> list[Any]:
        async with listening(tmp_path, monkeypatch) as server:
            wish = {"game": "pairs", "name": "Zoe", "seats": 2, "level": "easy", "aids": False, "dealer": 1}
            seat = (await server.http.post("/api/tables", json=wish)).json()
            key, path = {"Authorization": f"Bearer {seat['key']}"}, f"/api/tables/{seat['code']}"
            server.script[:] = [Script(("10", "10", "10", "10", "10", "2", "3"))]
            started = await server.http.post(f"{path}/start", json={"randomness": None}, headers=key)
            answer = await server.http.get(f"{path}/advice", headers=key)
            wrong = await server.http.post("/api/tables", json={**wish, "aids": "no"})
            return [started.status_code, answer.status_code, answer.json()["reason"], wrong.status_code]

    assert asyncio.run(ask()) == [200, 403, "this table plays without aids: there are no hints", 422]
