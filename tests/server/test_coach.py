"""A coach at a table of one person against bots: what it holds back, once, and that nobody has to wait for it."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.dealer import Script
from cutcard.reviews.judging import Judgement
from cutcard.server.errors import HeldBack, NotNow, NotPermitted
from cutcard.server.http.client_messages import MakeTable
from cutcard.server.http.server_messages import SERVER_MESSAGE, Refusal
from cutcard.server.tables import coach
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import hashed
from tests.server.deployed import NGINX, ROOT
from tests.server.open_tables import opened, run, shown
from tests.server.wiretap import Person, listening

WISH: dict[str, Any] = {
    "game": "pairs", "seats": 2, "options": {"target": 3, "burn": 0}, "name": "Zoe", "level": "easy", "dealer": 1,
}  # fmt: skip
CARDS = Script(("3", "9", "5", "6", "7", "8", "9", "10", "10", "10", "10", "9", "9", "8"))
"""Zoe has a 3, and whoever folds it has lost; the bot has a 9."""
ELSE = 0.3
"""Seconds for all else that the answer to a move needs, the way to the page among it."""


@asynccontextmanager
async def coached(
    folder: Path, patch: pytest.MonkeyPatch, level: str | None = "gentle"
) -> AsyncIterator[tuple[AllTables, OpenTable, str]]:
    """A table at which Zoe is asked, and the hash of her key."""
    patch.setattr("cutcard.server.fair.stream", lambda *_: CARDS)
    async with opened(folder) as tables:
        open_table, key = await tables.make(**WISH, clock=None, listed=False, coach=level)
        while not open_table.coach.is_ready():  # it may have to be compiled, once on a machine
            await asyncio.sleep(0.01)
        await open_table.start(0, None)
        yield tables, open_table, hashed(key)


async def played(open_table: OpenTable, key: str, move: str, identity: str, *, despite: bool = False) -> str:
    """What came of it."""
    asked = open_table.state.asked.get(0, 1)
    try:
        await open_table.move_with_coach(key, move, asked, identity, despite_coach=despite)
    except HeldBack:
        return "held back"
    return "played"


def test_a_costly_move_is_held_back_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with coached(tmp_path, monkeypatch) as (_, open_table, key):
            monkeypatch.setattr(coach, "WAITS", 600.0)
            before = open_table.state.seq
            assert await played(open_table, key, "fold 3", "m1") == "held back"
            assert await played(open_table, key, "fold 3", "m1") == "held back", "sent again, as the answer was lost"
            assert open_table.state.seq == before, "nothing of it is in the log"
            assert await played(open_table, key, "fold 3", "m2") == "played"
            assert open_table.state.phase == "over"
            assert await played(open_table, key, "fold 3", "m2") == "played", "an answer that was lost"

    run(story)


def test_not_where_it_is_overruled_nor_a_good_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with coached(tmp_path, monkeypatch, "strict") as (tables, open_table, key):
            monkeypatch.setattr(coach, "WAITS", 600.0)
            assert await played(open_table, key, "hit", "m1") == "played"
            other, secret = await tables.make(**WISH, clock=None, listed=False, coach="strict")
            await other.start(0, None)
            assert await played(other, hashed(secret), "fold 3", "m1", despite=True) == "played"

    run(story)


def test_nobody_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bots' workers are busy the move is played, and meanwhile the table goes on."""

    async def story() -> None:
        async with coached(tmp_path, monkeypatch) as (tables, open_table, key):
            never = asyncio.Event()
            asked = []

            async def judge(view: Any, move: str | None, owner: Any) -> None:
                asked.append(move)
                await never.wait()

            monkeypatch.setattr(tables.caretaker.bots, "judge", judge)
            monkeypatch.setattr(coach, "WAITS", 600.0)
            waits = asyncio.create_task(played(open_table, key, "fold 3", "m1"))
            while not asked and not waits.done():
                await asyncio.sleep(0)
            await open_table.chat(0, "hm", "c1")
            monkeypatch.setattr(coach, "WAITS", 0.0)
            assert await played(open_table, key, "fold 3", "m2") == "played"
            assert asked == [None], "one thing at a time, for each decision"
            waits.cancel()
            never.set()

    run(story)


def test_the_next_decision_is_judged_as_soon_as_a_closer_look_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when the next move is sent: then the coach would have all its time still to come."""

    async def story() -> None:
        async with coached(tmp_path, monkeypatch) as (tables, open_table, key):
            real, asked, let_go = tables.caretaker.bots.judge, [], asyncio.Event()

            async def judge(view: Any, move: str | None, owner: Any) -> Judgement:
                asked.append(move)
                if move is not None:  # a closer look
                    await let_go.wait()
                found = await real(view, None, owner)
                return replace(found, moves=tuple(one for one in found.moves if one.move != "hit"))

            monkeypatch.setattr(tables.caretaker.bots, "judge", judge)
            monkeypatch.setattr(coach, "WAITS", 600.0)
            waits = asyncio.create_task(played(open_table, key, "hit", "m1"))
            while len(asked) < 2:
                await asyncio.sleep(0.01)
            assert await played(open_table, key, "hit", "m2", despite=True) == "played"
            await open_table.move(1, "hit", open_table.state.asked[1], None)
            open_table.enter(key, lambda: None)
            open_table.coach.look()
            assert asked == [None, "hit"], "one thing at a time"
            let_go.set()
            while len(asked) < 3:
                await asyncio.sleep(0.01)
            assert asked == [None, "hit", None]
            waits.cancel()

    run(story)


def test_it_answers_before_page_or_nginx_take_the_node_for_one_that_hangs() -> None:
    """A page opens a second line after its patience, and nginx passes over a node that owes the answer to a move."""
    waits = (ROOT / "web" / "src" / "net" / "waits.ts").read_text()
    (patience,) = re.findall(r"const PATIENCE = ([\d_]+)", waits)
    (moves,) = re.findall(r"/\(move\|chat\)\$ \{[^}]*proxy_read_timeout (\d+)ms;", NGINX.read_text())
    assert coach.WAITS + ELSE <= int(patience) / 1000 <= int(moves) / 1000


def test_it_is_for_one_person_with_aids_and_goes_when_another_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            alone = {**WISH, "clock": None, "listed": False, "coach": "gentle"}
            for wrong in ({"level": None}, {"aids": False}):
                with pytest.raises(NotNow):
                    await tables.make(**{**alone, **wrong})
            open_table, _ = await tables.make(**alone)
            assert shown(open_table, 0)["table"]["coach"] == "gentle"
            await open_table.set(0, {"aids": False})
            assert open_table.state.coach is None
            with pytest.raises(NotNow):
                await open_table.set(0, {"coach": "strict"})
            await open_table.set(0, {"aids": True, "coach": "strict"})
            await open_table.give(0, 1, "open", None)
            await open_table.join("Ann", None, None, None)
            assert open_table.state.coach is None
            with pytest.raises(NotNow):
                await open_table.set(0, {"coach": "gentle"})
            with pytest.raises(NotPermitted):
                await open_table.set(1, {"coach": None})

    run(story)


def test_it_is_sent_away_and_called_during_the_game_and_stays_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with coached(tmp_path, monkeypatch, None) as (tables, open_table, key):
            with pytest.raises(NotNow):
                await open_table.set(0, {"coach": "gentle", "clock": 30})
            await open_table.set(0, {"coach": "strict"})
            await open_table.set(0, {"coach": None})
            assert await played(open_table, key, "fold 3", "m1") == "played"
            await open_table.rematch(0, lambda: asyncio.sleep(0, "unused"))
            other, _ = await tables.make(**WISH, clock=None, listed=False, coach="gentle")
            await other.start(0, None)
            await other.move(0, "fold 3", other.state.asked[0], None)
            following = await tables.find(await tables.rematch(other, 0))
            assert following.state.coach == "gentle"

    run(story)


def test_over_http_and_the_socket_it_is_a_refusal_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "WAITS", 600.0)

    async def story() -> None:
        async with listening(tmp_path, monkeypatch) as server:
            answers = []
            for answer in (by_http, by_socket):
                server.script[:] = [CARDS]
                seat = (await server.http.post("/api/tables", json={**WISH, "coach": "gentle"})).json()
                key, path = {"Authorization": f"Bearer {seat['key']}"}, f"/api/tables/{seat['code']}"
                await server.http.post(f"{path}/start", json={}, headers=key)
                answers.append(await answer(server, path, seat["key"]))
                server._forget()
            assert answers[0] == answers[1]
            assert answers[0]["compared"][0]["move"] == "hit"

    run(story)


async def by_http(server: Any, path: str, key: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"}
    asked = (await server.http.get(path, headers=headers)).json()["you"]["asked"]
    sent = {"seq": asked, "move": "fold 3"}
    refused = await server.http.post(f"{path}/move", json={**sent, "id": "m1"}, headers=headers)
    assert refused.status_code == 409
    Refusal.model_validate(refused.json())
    assert refused.json()["update"]["table"]["state"] == "playing"
    done = await server.http.post(f"{path}/move", json={**sent, "id": "m2"}, headers=headers)
    assert done.status_code == 200
    told: dict[str, Any] = refused.json()["coach"]
    return told


async def by_socket(server: Any, path: str, key: str) -> dict[str, Any]:
    import websockets

    me = Person(0, key)
    async with websockets.connect(f"{server.live}{path}/live", compression=None) as me.socket:
        await me.send(type="hello", key=key, since=0)
        await me.hear(lambda: bool(me.update))
        await me.send(type="move", id="m1", seq=me.asked, move="fold 3")
        await me.hear(lambda: bool(me.answer))
        SERVER_MESSAGE.validate_python(me.answer)
        assert me.answer["type"] == "refused"
        told: dict[str, Any] = me.answer["coach"]
        me.answer = {}
        await me.send(type="move", id="m2", seq=me.asked, move="fold 3", despite_coach=True)
        await me.hear(lambda: bool(me.answer))
        assert me.answer["type"] == "done"
    return told


def test_what_a_script_sends_is_checked() -> None:
    with pytest.raises(ValueError, match="coach"):
        MakeTable.model_validate({**WISH, "coach": "harsh"})
