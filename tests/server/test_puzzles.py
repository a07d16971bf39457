"""Puzzles over HTTP: what is sent before an answer, and what after one."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import httpx
import numpy as np
import orjson
import pytest

from cutcard.core.compiling import JIT
from cutcard.core.table.view import redeal
from cutcard.puzzles import daily
from cutcard.puzzles.puzzle import shipped
from cutcard.server.http.puzzle_messages import PuzzleAnswer, PuzzleOfADay, Puzzles, SolvedAnswer
from cutcard.server.http.server_messages import Refusal
from cutcard.server.tables import puzzles
from tests.patience import PATIENCE
from tests.soak import soaked

SETS = soaked(("pairs", "pickup", "clever-pickin"), daily.sets())


@pytest.fixture(scope="module")
def http(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False) as client:
        yield client


def asked(http: httpx.Client, name: str, number: int) -> dict[str, Any]:
    """Its rules may still have to be compiled: then one asks again."""
    for _ in range(400):
        answer = http.get(f"/api/puzzles/{name}/{number}")
        assert answer.status_code == 200, answer.text
        PuzzleAnswer.model_validate_json(answer.content)
        if puzzle := answer.json()["puzzle"]:
            return dict(puzzle)
    raise AssertionError(f"the rules of {name} never became ready")


def answered(http: httpx.Client, name: str, number: int, move: str | None) -> dict[str, Any]:
    answer = http.post(f"/api/puzzles/{name}/{number}/answer", json={"move": move})
    assert answer.status_code == 200, answer.text
    SolvedAnswer.model_validate_json(answer.content)
    return dict(answer.json()["solved"])


@pytest.mark.parametrize("name", SETS)
def test_a_puzzle_is_asked_and_answered(http: httpx.Client, name: str) -> None:
    one = shipped(name)[0]
    puzzle = asked(http, name, 1)
    offered = [offer["move"] for offer in puzzle["table"]["you"]["offers"]]
    assert sorted(offered) == sorted(one.view.legal)
    assert puzzle["table"]["you"]["seat"] == one.seat
    wrong = answered(http, name, 1, one.moves[-1].move)
    assert (wrong["is_right"], wrong["solution"]) == (False, None)
    assert wrong["tried"]["cost"] > 0
    for move in (one.answer, *(move for move, other in one.same.items() if other == one.answer)):
        right = answered(http, name, 1, move)
        assert right["is_right"], move
        assert [weighed["move"] for weighed in right["solution"]["moves"]] == [weighed.move for weighed in one.moves]
    looked = answered(http, name, 1, None)
    assert not looked["is_right"]
    assert looked["solution"] == right["solution"]
    assert looked["solution"]["steady"] == one.steady
    if not right["solution"]["unit"]:
        assert all(0 <= weighed["value"] <= 1 for weighed in right["solution"]["moves"])


def test_what_is_asked_has_nothing_of_the_answer() -> None:
    """Whatever the answer were, the same would be sent."""
    for name in SETS:
        one = shipped(name)[1]
        moves = tuple(replace(weighed, utility=0.5, cost=0.1 * place) for place, weighed in enumerate(reversed(one.moves)))
        proof = replace(one.proof, exact=not one.proof.exact, worlds=1)
        other = replace(one, moves=moves, steady=one.answer, proof=proof, seed=7, number=8, same={})
        sent = [orjson.dumps(puzzles.question(puzzle, name, 2)) for puzzle in (one, other)]
        assert sent[0] == sent[1], name


@pytest.mark.skipif(not JIT, reason="the shipped games are long for plain Python, which deals the same")
def test_the_table_is_the_same_wherever_the_hidden_cards_lie() -> None:
    for name in daily.sets():
        one = shipped(name)[2]
        other = redeal(one.view, np.random.default_rng(1))
        assert one.seat in other.to_act
        sent = [orjson.dumps(puzzles.seen(table, one.seat, 9)) for table in (one.table, other)]
        assert sent[0] == sent[1], name


def test_the_puzzle_of_the_day_is_the_same_everywhere(http: httpx.Client) -> None:
    """This process and that of the server agree, with nothing between them but the date."""
    for number in range(12):
        day = daily.today() - timedelta(days=number)
        told = PuzzleOfADay.model_validate_json(http.get(f"/api/puzzles/today?day={day}").content)
        assert (told.game, told.number) == daily.puzzle_of(day)
        assert (told.day, told.next_at) == (day.isoformat(), daily.ends(day))


def test_a_day_that_is_yet_to_come_has_no_puzzle(http: httpx.Client) -> None:
    """But for the next one: a browser's clock may be ahead."""
    for asked_for in ("2999-01-01", (daily.today() + timedelta(days=2)).isoformat()):
        told = http.get(f"/api/puzzles/today?day={asked_for}").json()
        assert date.fromisoformat(told["day"]) <= daily.today() + timedelta(days=1)
    for wrong in ("2026-13-01", "2026-02-30", "yesterday"):
        answer = http.get(f"/api/puzzles/today?day={wrong}")
        assert answer.status_code in (400, 422), wrong
        Refusal.model_validate_json(answer.content)


def test_the_list_has_every_set(http: httpx.Client) -> None:
    told = Puzzles.model_validate_json(http.get("/api/puzzles").content)
    assert tuple(one.game for one in told.sets) == daily.sets()
    for one in told.sets:
        assert one.levels == [puzzle.level for puzzle in shipped(one.game)]
    games = {game["id"]: game["puzzles"] for game in http.get("/api/games").json()["games"]}
    assert {name for name, has_some in games.items() if has_some} == set(daily.sets())


def test_puzzles_and_moves_that_are_none_are_refused(http: httpx.Client) -> None:
    asked(http, "pairs", 1)
    for path in ("poker/1", "pairs/0", "pairs/9999", "pairs/-1", "pairs-tiny/1", "x" * 41 + "/1"):
        for answer in (http.get(f"/api/puzzles/{path}"), http.post(f"/api/puzzles/{path}/answer", json={"move": "hit"})):
            assert answer.status_code in (404, 422), path
            Refusal.model_validate_json(answer.content)
    for body in ({"move": "win"}, {"move": ""}, {"move": "hit" * 99}, {"move": 3}, {"seat": 0}):
        answer = http.post("/api/puzzles/pairs/1/answer", json=body)
        assert answer.status_code in (403, 409, 422), (body, answer.text)
        Refusal.model_validate_json(answer.content)


def test_it_is_told_in_the_language_that_is_asked_for(http: httpx.Client) -> None:
    headers = {"accept-language": "de"}
    asked(http, "pairs", 1)
    story = http.get("/api/puzzles/pairs/1", headers=headers).json()["puzzle"]["story"]
    assert story != asked(http, "pairs", 1)["story"]


def test_the_pages_are_the_page_of_the_app(http: httpx.Client) -> None:
    home = http.get("/").text
    for path in ("/puzzles", "/puzzle/today", "/puzzle/pairs/3"):
        assert http.get(path).text == home
