"""Reviews that cannot go on, or be kept: they are tried again, and keep no others waiting."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from cutcard.core.compiling import JIT
from cutcard.core.languages import speaking
from cutcard.reviews.pieces import Piece
from cutcard.server.bots.pool import BotPool
from cutcard.server.bots.shared_workers import Owner
from cutcard.server.bots.worker_process import BotFailed
from cutcard.server.errors import NotReady
from cutcard.server.http.you_messages import Looking
from cutcard.server.reviews import all_reviews, open_review
from cutcard.server.reviews.last_games import look_at_last
from cutcard.server.reviews.open_review import DONE
from cutcard.server.store.erasing import Anonymise
from cutcard.server.store.people import KeepJudged
from cutcard.server.store.tasks import Task
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import OVER, PLAYING, hashed
from tests.server.open_tables import opened, play_out, run
from tests.server.test_coach import CARDS, WISH
from tests.server.test_reviews import SHORT, finished, in_the_way, reviewed, told
from tests.server.wiretap import listening

pytestmark = pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")


def test_what_fails_is_said_and_tried_again_only_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(piece: Piece) -> Any:
        raise BotFailed("it took too long")

    async def story() -> None:
        asked = in_the_way(monkeypatch, fail)
        monkeypatch.setattr(all_reviews, "TRYING_AGAIN", 0.2)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            one = tables.reviews.look(open_table, 1, "a")
            while one.trouble is None:
                await asyncio.sleep(0.01)
            assert tables.reviews.look(open_table, 1, "a") is one
            assert told(one)["trouble"] == "this review could not go on: it took too long"
            with speaking("de"):
                assert told(one)["trouble"].startswith("diese Analyse kam nicht weiter: ")
            assert len(asked) == 1
            while one.work is not None:
                await asyncio.sleep(0.01)
            assert told(tables.reviews.look(open_table, 1, "a"))["trouble"] == ""

    run(story)


def test_one_review_that_fails_takes_no_node_out_of_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """nginx counts a node that answers 503 as one that has failed, and passes it over for everybody."""

    def fail(piece: Piece) -> Any:
        raise BotFailed("it took too long")

    async def story() -> None:
        in_the_way(monkeypatch, fail)
        monkeypatch.setattr(all_reviews, "TRYING_AGAIN", 3600.0)
        async with listening(tmp_path, monkeypatch) as server:
            server.script[:] = [CARDS]
            seat = (await server.http.post("/api/tables", json={**WISH, "person": "z" * 43})).json()
            path, key = f"/api/tables/{seat['code']}", {"Authorization": f"Bearer {seat['key']}"}
            await server.http.post(f"{path}/start", json={}, headers=key)
            asked = (await server.http.get(path, headers=key)).json()["you"]["asked"]
            await server.http.post(f"{path}/move", json={"seq": asked, "move": "fold 3", "id": "m1"}, headers=key)
            while not (answer := await server.http.get(f"{path}/review")).json()["trouble"]:
                assert answer.status_code == 200
            person = {"Authorization": f"Bearer {'z' * 43}"}
            looking = (await server.http.post("/api/you/review", json={}, headers=person)).json()
            assert Looking.model_validate(looking).trouble == answer.json()["trouble"]
            tried = await server.http.get(f"{path}/review/what-if?decision=0&move=hit")
            assert (tried.status_code, tried.json()["reason"]) == (500, "this move could not be tried: it took too long")

    run(story)


def test_a_fault_that_nobody_thought_of_is_said_too_but_not_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(piece: Piece) -> Any:
        raise OSError("/a/path of this machine")

    async def story() -> None:
        asked = in_the_way(monkeypatch, fail)
        monkeypatch.setattr(all_reviews, "TRYING_AGAIN", 3600.0)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            one = tables.reviews.look(open_table, 1, "a")
            while one.trouble is None and one.work is not None:
                await asyncio.sleep(0.01)
            trouble = told(tables.reviews.look(open_table, 1, "a"))["trouble"]
            assert "could not go on: something went wrong on our side" in trouble
            assert "path" not in trouble
            assert len(asked) == 1
            assert "/a/path of this machine" in caplog.text

    run(story)


def test_what_could_not_be_counted_is_when_somebody_looks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        failures, counted = [NotReady("not now")], []
        async with opened(tmp_path) as tables:
            real = tables.store.carry_out

            async def carry_out(task: Task) -> Any:
                if isinstance(task, KeepJudged):
                    if failures:
                        raise failures.pop()
                    counted.append(task.code)
                return await real(task)

            monkeypatch.setattr(tables.store, "carry_out", carry_out)
            open_table = await finished(tables)
            one = await reviewed(tables, open_table)
            assert one.stage == DONE
            assert not failures
            for _ in range(2):  # once more, and that is all
                await reviewed(tables, open_table)
                assert counted == [open_table.state.code]

    run(story)


# The last games of a person

ZOE = hashed("zoe")


async def game_of_zoe(tables: AllTables) -> tuple[OpenTable, str]:
    """One that is over, and the key of her seat."""
    wish: dict[str, Any] = {"game": "pairs", "options": {"target": SHORT["target"]}, "seats": SHORT["seats"]}
    open_table, key = await tables.make(**wish, name="Zoe", level=None, clock=None, listed=False, person=ZOE)
    await open_table.join("Ann", None, None, None)
    await open_table.start(0, None)
    await play_out(open_table, random.Random(1))
    return open_table, key


async def waiting_for(tables: AllTables) -> set[str]:
    """The games of hers that nobody has looked at."""
    return {one.code for one in await tables.store.results_of(ZOE) if one.judged is None}


def test_a_game_whose_review_fails_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failing = BotPool.review, []

    async def fails_for_some(pool: BotPool, pieces: list[Piece], owner: Owner) -> list[Any]:
        if owner.table.removeprefix("review ") in failing:
            raise BotFailed("it took too long")
        return await real(pool, pieces, owner)

    async def story() -> None:
        monkeypatch.setattr(BotPool, "review", fails_for_some)
        monkeypatch.setattr(all_reviews, "TRYING_AGAIN", 3600.0)
        async with opened(tmp_path) as tables:
            (older, _), (newer, _) = await game_of_zoe(tables), await game_of_zoe(tables)
            failing.append(newer.state.code)
            one = tables.reviews.look(newer, 1, "a")
            while one.trouble is None:
                await asyncio.sleep(0.01)
            found = await look_at_last(tables, ZOE, "a")
            assert (found["wanted"], found["done"], found["decisions"]) == (2, 0, older.state.moves)
            assert found["trouble"] == "", "there is another to look at"
            while older.state.code in await waiting_for(tables):
                await look_at_last(tables, ZOE, "a")
                await asyncio.sleep(0.02)
            found = await look_at_last(tables, ZOE, "a")
            assert (found["done"], found["decisions"]) == (1, newer.state.moves)
            assert found["trouble"] == "this review could not go on: it took too long"
            assert await waiting_for(tables) == {newer.state.code}, "it is not given up"

    run(story)


def test_who_was_taken_out_of_a_table_is_not_waited_for_there(tmp_path: Path) -> None:
    """Whose seat it was is written nowhere any more: the review of it says nothing of them."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, key = await game_of_zoe(tables)
            assert await tables.store.carry_out(Anonymise(open_table.state.code, hashed(key), hashed("nobody")))
            while (found := await look_at_last(tables, ZOE, "a"))["done"] < found["wanted"]:
                await asyncio.sleep(0.02)
            assert await waiting_for(tables) == set()

    run(story)


def test_a_game_that_another_node_has_just_ended_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is still played, until it is read what the other has written."""

    async def read(open_table: OpenTable, seq: int = 0) -> None:
        open_table.state.phase = OVER

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await game_of_zoe(tables)
            monkeypatch.setattr(OpenTable, "catch_up", read)
            open_table.state.phase = PLAYING
            found = await look_at_last(tables, ZOE, "a")
            assert (found["done"], found["decisions"]) == (0, open_table.state.moves)
            assert await waiting_for(tables) == {open_table.state.code}

    run(story)


def test_only_what_can_never_be_reviewed_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table, _ = await game_of_zoe(tables)
            monkeypatch.setattr(open_table.state, "phase", PLAYING)
            found = await look_at_last(tables, ZOE, "a")
            assert found == {"wanted": 1, "done": 0, "title": "Pairs", "judged": 0, "decisions": 0, "trouble": ""}
            assert await waiting_for(tables) == {open_table.state.code}
            monkeypatch.setattr(open_table.state, "phase", OVER)
            monkeypatch.setattr(open_review, "MOST_DECISIONS", 0)
            assert (await look_at_last(tables, ZOE, "a"))["done"] == 1
            assert await waiting_for(tables) == set()

    run(story)
