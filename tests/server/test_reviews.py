"""Reviews on a server: they fill in by weight, are the same as from the record, are kept, and are only of games that are
over."""

import asyncio
import itertools
import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard.core.compiling import JIT
from cutcard.core.dealer import Script
from cutcard.core.errors import NotAllowed, NotFound
from cutcard.core.languages import speaking
from cutcard.reviews.chances import Split
from cutcard.reviews.judging import Judgement
from cutcard.reviews.kept import graph_text
from cutcard.reviews.pieces import Piece
from cutcard.reviews.review import Decision, Review
from cutcard.server.bots.compile_games import GameCompiler
from cutcard.server.bots.pool import BotPool
from cutcard.server.bots.shared_workers import Owner
from cutcard.server.errors import NotNow, NotWorkedOut, TooMuch
from cutcard.server.http.review_messages import ReviewTold, Tried
from cutcard.server.reviews import all_reviews, open_review
from cutcard.server.reviews.open_review import DONE, GRAPH, PREPARING, OpenReview
from cutcard.server.reviews.told import review_told, tried_told
from cutcard.server.store.erasing import Delete
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable
from tests.patience import PATIENCE
from tests.server.open_tables import full, opened, play_out, run
from tests.server.wiretap import listening

pytestmark = pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")

SHORT = {"target": 12, "seats": 2}
LEAST = 5
"""Moves that there are to be something to review."""


async def finished(tables: AllTables, seed: int = 1) -> OpenTable:
    while True:
        open_table, _ = await full(tables, "pairs", **SHORT)  # type: ignore[arg-type]
        await play_out(open_table, random.Random(seed))
        if open_table.state.moves >= LEAST:
            return open_table


async def reviewed(tables: AllTables, open_table: OpenTable, depth: int = 1, where: str = "a") -> OpenReview:
    """The whole review, looked at until it is done and written down."""
    while (one := tables.reviews.look(open_table, depth, where)).stage != DONE or one.work is not None:
        await asyncio.sleep(0.02)
    return one


def told(one: OpenReview, since: int = 0) -> dict[str, Any]:
    found = json.loads(json.dumps(review_told(one, since)))
    ReviewTold.model_validate(found)
    return found


def nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(pool: BotPool, pieces: list[Piece], owner: Owner) -> list[Any]:
        raise AssertionError("it was known already")

    monkeypatch.setattr(BotPool, "review", refuse)


# What it is


def test_a_review_fills_in_by_weight_is_that_of_the_record_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Piece] = []
    real = BotPool.review

    async def noted(pool: BotPool, pieces: list[Piece], owner: Owner) -> list[Any]:
        done.extend(pieces)
        return await real(pool, pieces, owner)

    async def story() -> None:
        monkeypatch.setattr(BotPool, "review", noted)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            one = await reviewed(tables, open_table)
            assert one.review is not None
            assert json.dumps(one.review.json()) == json.dumps(cutcard.review(open_table.state.record()).json())
            moves = open_table.state.moves
            assert len(done) == 2 * moves + 1, "each point of the graph but the last, and each decision, once"
            whole = told(one)
            swings = [
                max(map(abs, (a - b for a, b in zip(*pair, strict=True)))) for pair in itertools.pairwise(whole["graph"])
            ]
            weights = [swings[decision["decision"] + 1] for decision in whole["decisions"]]
            assert weights == sorted(weights, reverse=True)
            assert [decision["step"] for decision in told(one, 2)["decisions"]] == [
                decision["step"] for decision in whole["decisions"]
            ][2:]
            assert told(one, moves)["decisions"] == []
            deeper = await reviewed(tables, open_table, 4)
            assert told(deeper)["depth"] == 4
            assert told(deeper)["graph"] != whole["graph"]
        nothing_is_done(monkeypatch)
        async with opened(tmp_path) as tables:  # after a stop all of it is there
            again = await tables.find(open_table.state.code)
            for depth, before in ((1, whole), (4, told(deeper))):
                assert told(await reviewed(tables, again, depth)) == before

    run(story)


def test_what_was_judged_before_a_stop_is_not_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(all_reviews, "WRITING", 0.0)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            while (one := tables.reviews.look(open_table, 1, "a")).judged < 2:
                await asyncio.sleep(0)
            monkeypatch.setattr(open_review, "LOOKED_AT", -1.0)  # nobody looks any more
            while one.work is not None:
                await asyncio.sleep(0.01)
            assert 2 <= (stopped := one.judged) < open_table.state.moves
        monkeypatch.setattr(open_review, "LOOKED_AT", 20.0)
        async with opened(tmp_path) as tables:
            again = await tables.find(open_table.state.code)
            one = tables.reviews.look(again, 1, "a")
            while one.review is None:
                await asyncio.sleep(0)
            assert one.judged >= stopped
            assert one.review.has_graph
            one = await reviewed(tables, again)
            assert one.review is not None
            assert one.review.json() == cutcard.review(again.state.record()).json()

    run(story)


def test_what_is_kept_is_taken_in_beside_the_loop_and_seen_once_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are answered meanwhile: of a long game it is much."""
    begun, let_go = threading.Event(), threading.Event()
    real = Review.put_judgement

    def held(review: Review, number: int, judgement: Judgement) -> Decision:
        begun.set()
        assert threading.current_thread() is not threading.main_thread()
        assert let_go.wait(PATIENCE)
        return real(review, number, judgement)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            await reviewed(tables, open_table)
        monkeypatch.setattr(Review, "put_judgement", held)
        async with opened(tmp_path) as tables:
            one = tables.reviews.look(await tables.find(open_table.state.code), 1, "a")
            while not begun.is_set():
                await asyncio.sleep(0.01)
            assert (one.stage, one.judged) == (PREPARING, 0)
            let_go.set()
            while one.review is None and one.work is not None:
                await asyncio.sleep(0)
            assert (one.stage, one.judged) == (DONE, open_table.state.moves)

    run(story)


def test_who_asks_again_has_the_game_summed_up_once_for_what_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed: list[int] = []
    real = Review.split

    def split(review: Review, seat: int) -> Split:
        summed.append(len(review.decisions))
        return real(review, seat)

    async def story() -> None:
        async with opened(tmp_path) as tables:
            one = await reviewed(tables, await finished(tables))
            monkeypatch.setattr(Review, "split", split)
            assert told(one)["seats"] == told(one)["seats"] == told(one, 3)["seats"]
            assert summed == [one.state.moves] * SHORT["seats"]
            assert one.review is not None
            again = OpenReview(one.state, 1, one.log)
            again.take_in(*again.read(), {GRAPH: graph_text(one.review.graph)})
            for number in one.review.order:
                told(again)
                again.is_judged(number, one.review.decision(number).judgement)
            assert summed[SHORT["seats"] :: SHORT["seats"]] == list(range(one.state.moves))
            assert told(again) == told(one)

    run(story)


def test_it_is_told_in_the_language_of_who_asks(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            english: dict[str, Any] = {}
            while not any(decision["is_error"] for decision in english.get("decisions", ())):
                one = await reviewed(tables, await finished(tables, 3))
                english = told(one)
            with speaking("de"):
                german = told(one)
            assert (english["heading"], german["heading"]) == ("Chance to lose", "Wahrscheinlichkeit zu verlieren")
            slip = next(i for i, decision in enumerate(english["decisions"]) if decision["is_error"])
            texts = [
                "".join(part.get("text", "") for part in page["decisions"][slip]["sentence"]) for page in (english, german)
            ]
            assert " was better: this way " in texts[0]
            assert "“ war besser: So " in texts[1]
            assert english["decisions"][slip]["grade"] == german["decisions"][slip]["grade"]

    run(story)


# What if


def test_another_move_is_tried_at_a_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            reviews = tables.reviews
            review, fresh = await reviews.what_if(open_table, 1, 0, "hit", "a")
            assert fresh == cutcard.review(open_table.state.record()).what_if(0, "hit")
            Tried.model_validate(tried_told(review, 0, fresh))
            for number, move, kind in ((0, "jump", NotAllowed), (999, "hit", NotFound)):
                with pytest.raises(kind):
                    await reviews.what_if(open_table, 1, number, move, "a")
            one = await reviewed(tables, open_table)
            assert one.review is not None
            nothing_is_done(monkeypatch)
            for decision in one.review.decisions:
                for move in decision.judgement.moves:
                    assert await reviews.what_if(open_table, 1, decision.number, move.move, "a") == (one.review, move)

    run(story)


def test_who_tries_a_move_is_answered_before_a_web_server_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        in_the_way(monkeypatch)
        monkeypatch.setattr(all_reviews, "TRIED_WITHIN", 0.1)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            with pytest.raises(NotWorkedOut, match="could not be tried: it took too long"):
                await tables.reviews.what_if(open_table, 1, 0, "hit", "a")

    run(story)


def begun_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, compiles: bool) -> None:
    """What takes long, to compile or to work out, comes to its end though whoever asked is told that it takes too long."""
    done = asyncio.Event()

    async def long() -> None:
        await asyncio.sleep(0.3)
        done.set()

    async def ready(compiler: GameCompiler, game: str) -> None:
        if compiles:
            await long()

    async def work(pool: BotPool, pieces: list[Piece], owner: Owner) -> list[Any]:
        await long()
        return []

    async def story() -> None:
        monkeypatch.setattr(GameCompiler, "review_ready", ready)
        monkeypatch.setattr(BotPool, "review", work)
        monkeypatch.setattr(all_reviews, "TRIED_WITHIN", 0.1)
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            with pytest.raises(NotWorkedOut):
                await tables.reviews.what_if(open_table, 1, 0, "hit", "a")
            await done.wait()

    run(story)


def test_what_a_tried_move_needs_is_compiled_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_and_gone_on_with(tmp_path, monkeypatch, compiles=True)


def test_a_tried_move_that_takes_too_long_is_worked_out_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has to load its code first would be ended again and again, and never be ready."""
    begun_and_gone_on_with(tmp_path, monkeypatch, compiles=False)


# What is refused


def test_a_running_game_has_no_review_and_nothing_of_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        nothing_is_done(monkeypatch)
        async with listening(tmp_path, monkeypatch) as server:
            wish = {"game": "pairs", "name": "Zoe", "seats": 2, "level": "easy", "dealer": 1}
            server.script[:] = [Script(("10", "10", "10", "10", "10", "2", "3"))]
            seat = (await server.http.post("/api/tables", json=wish)).json()
            path, headers = f"/api/tables/{seat['code']}", {"Authorization": f"Bearer {seat['key']}"}
            for state in ("has not started", "is not over"):
                for asked in ("review", "review?since=0&depth=4", "review/what-if?decision=0&move=hit"):
                    answer = await server.http.get(f"{path}/{asked}", headers=headers)
                    assert answer.status_code == 409
                    assert answer.json().keys() == {"reason", "clause", "update"}
                    assert state in answer.json()["reason"]
                    assert answer.json()["update"] is None
                await server.http.post(f"{path}/start", json={"randomness": None}, headers=headers)
            for wrong in ("review?depth=2", "review?depth=1000000"):
                assert (await server.http.get(f"{path}/{wrong}")).status_code == 400
            assert (await server.http.get("/api/tables/ZZZZ2222/review")).status_code == 404

    run(story)


def test_games_that_are_too_long_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            monkeypatch.setattr(open_review, "MOST_DECISIONS", open_table.state.moves - 1)
            with pytest.raises(NotNow, match="too long"):
                tables.reviews.look(open_table, 1, "a")

    run(story)


# Nobody slows others down


def in_the_way(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Piece], Any] | None = None) -> list[Owner]:
    """Workers that never come to an end with a review, or give this; for whom they are asked is noted."""
    asked: list[Owner] = []

    async def held(pool: BotPool, pieces: list[Piece], owner: Owner) -> list[Any]:
        asked.append(owner)
        if answer is None:
            await asyncio.Event().wait()
        return [answer(piece) for piece in pieces] if answer else []

    monkeypatch.setattr(BotPool, "review", held)
    return asked


def test_one_address_has_so_many_reviews_on_their_way_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        asked = in_the_way(monkeypatch)
        async with opened(tmp_path) as tables:
            games = [await finished(tables, seed) for seed in range(5)]
            for open_table in games[:4]:
                tables.reviews.look(open_table, 1, "a")
            with pytest.raises(TooMuch, match="many reviews"):
                tables.reviews.look(games[4], 1, "a")
            with pytest.raises(TooMuch):
                tables.reviews.look(games[0], 4, "a")
            tables.reviews.look(games[0], 1, "a")  # to look at one that goes on is no other one
            tables.reviews.look(games[4], 1, "b")
            while len(asked) < 5:
                await asyncio.sleep(0.01)
            assert {owner.address for owner in asked} == {"review a", "review b"}
            assert len({owner.table for owner in asked}) == 5

    run(story)


@pytest.mark.parametrize("bound", ["MOST_OPEN", "MOST_DECISIONS_OPEN"])
def test_memory_is_bounded(bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By how many reviews there are, and by how long they are; those that were looked at last stay."""

    async def story() -> None:
        async with opened(tmp_path) as tables:
            games = [await finished(tables, seed) for seed in range(3)]
            most = 2 if bound == "MOST_OPEN" else sum(open_table.state.moves for open_table in games[1:])
            monkeypatch.setattr(all_reviews, bound, most)
            for open_table in games:
                await reviewed(tables, open_table)
            assert [code for code, _ in tables.reviews._open] == [open_table.state.code for open_table in games[1:]]
            nothing_is_done(monkeypatch)
            await reviewed(tables, games[0])

    run(story)


def test_what_is_being_made_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        in_the_way(monkeypatch)
        monkeypatch.setattr(all_reviews, "MOST_DECISIONS_OPEN", 0)
        async with opened(tmp_path) as tables:
            games = [await finished(tables, seed) for seed in range(2)]
            found = [tables.reviews.look(open_table, 1, "a") for open_table in games]
            assert tables.reviews.look(games[0], 1, "a") is found[0]

    run(story)


def test_a_review_goes_with_its_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as tables:
            open_table = await finished(tables)
            one = await reviewed(tables, open_table)
            assert one.known is not None
            assert len(await tables.store.pieces_of(one.known)) == open_table.state.moves + 1
            assert await tables.store.carry_out(Delete(open_table.state.code))
            assert await tables.store.pieces_of(one.known) == {}
            one.unkept = {1: "late"}
            await tables.reviews._keep(one)  # a piece that comes too late leaves nothing behind
            assert await tables.store.pieces_of(one.known) == {}

    run(story)
