"""Lessons over HTTP: what the page gets of each, and that it is what a table would tell."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cutcard.server.http.lesson_messages import LessonAnswer
from cutcard.server.http.server_messages import Refusal
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def http(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False) as client:
        yield client


def lesson_for(http: httpx.Client, name: str) -> dict[str, Any]:
    """Its rules may still have to be compiled: then one asks again."""
    for _ in range(400):
        answer = http.get(f"/api/games/{name}/lesson")
        assert answer.status_code == 200, answer.text
        LessonAnswer.model_validate_json(answer.content)
        if lesson := answer.json()["lesson"]:
            return dict(lesson)
    raise AssertionError(f"the rules of {name} never became ready")


def test_every_game_of_the_catalogue_is_taught(http: httpx.Client) -> None:
    for game in http.get("/api/games").json()["games"]:
        assert game["lesson"], game["id"]
        lesson = lesson_for(http, game["id"])
        steps, stages = lesson["steps"], lesson["stages"]
        assert [stage["seq"] for stage in stages] == [stage["events"][-1]["seq"] for stage in stages]
        assert [event["kind"] for stage in stages for event in stage["events"]].count("started") == 1
        assert [step["stage"] for step in steps] == sorted(step["stage"] for step in steps)
        assert lesson["closing"]["stage"] == len(stages) - 1
        for step in steps:
            you = stages[step["stage"]]["you"]
            assert step["do"] is None or step["do"] in [offer["move"] for offer in you["offers"]], step
        assert all(stage["table"]["options"].items() >= game["preset"].items() for stage in stages)


def test_a_lesson_shows_no_hidden_card_of_another(http: httpx.Client) -> None:
    for game in http.get("/api/games").json()["games"]:
        own = [zone for zone, about in game["zones"].items() if about["sight"] == "own"]
        for stage in lesson_for(http, game["id"])["stages"]:
            plays = [
                stage["play"],
                *(one["moment"]["play"] for event in stage["events"] for one in event["told"] if one["moment"]),
            ]
            assert not [place for play in plays for zone in own for place in play["zones"][zone] if place["cards"]]


def test_a_lesson_that_is_none_is_refused(http: httpx.Client) -> None:
    for name in ("poker", "x" * 41, "..%2f..%2fetc"):
        answer = http.get(f"/api/games/{name}/lesson")
        assert answer.status_code in (404, 422), name
        Refusal.model_validate_json(answer.content)


def test_the_page_of_a_lesson_is_the_page_of_the_app(http: httpx.Client) -> None:
    assert http.get("/learn/pairs").text == http.get("/").text
