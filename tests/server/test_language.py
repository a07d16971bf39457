"""In which language the server answers: what the address says, else what the browser likes, else English."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cutcard.core.errors import CutcardError
from cutcard.core.languages import languages, speaking
from cutcard.server.errors import JUST_NOW, NotReady
from cutcard.server.http.language import liked_language
from tests.patience import PATIENCE


@pytest.fixture(scope="module")
def http(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE, verify=False, trust_env=False) as client:
        yield client


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0.5, en;q=0.7", "en"),
        ("de, en", "de"),
        ("en, de", "en"),
        ("fr-CH, fr;q=0.9, de;q=0.4, *;q=0.1", "de"),
        ("fr, it", "en"),
        ("de;q=0", "en"),
        ("de;q=many", "en"),
        ("german", "en"),
        (", ;q=1, -", "en"),
    ],
)
def test_the_language_that_a_browser_likes_best(accepted: str | None, language: str) -> None:
    assert liked_language(accepted) == language


def ids(page: str) -> list[str]:
    return re.findall(r'<h2 id="([^"]+)"', page)


def test_rules_come_in_the_language_that_is_wanted(http: httpx.Client) -> None:
    english, german = (http.get(f"/api/games/port/rules?language={language}").json()["html"] for language in languages())
    assert '<h2 id="your-turn">Your turn</h2>' in english
    assert '<h2 id="your-turn">Dein Zug</h2>' in german
    assert ids(german) == ids(english)
    assert "what-you-type" not in ids(english)
    for wish, header, page in (
        ("", {"accept-language": "de-AT, en;q=0.5"}, german),
        ("", {"accept-language": "en, de;q=0.5"}, english),
        ("?language=en", {"accept-language": "de"}, english),
        ("?language=xx", {"accept-language": "de"}, german),
        ("?language=xx", {}, english),
        ("", {}, english),
    ):
        answer = http.get(f"/api/games/port/rules{wish}", headers=header)
        assert answer.json()["html"] == page, (wish, header)
        assert answer.headers["vary"] == "Accept-Encoding, Accept-Language"


def test_every_game_has_its_rules_in_every_language(http: httpx.Client) -> None:
    for game in http.get("/api/games").json()["games"]:
        pages = [http.get(f"/api/games/{game['id']}/rules?language={language}").json()["html"] for language in languages()]
        assert len(set(pages)) == len(languages())
        assert len({tuple(ids(page)) for page in pages}) == 1


def test_a_lesson_comes_in_the_language_that_is_wanted(http: httpx.Client) -> None:
    lessons = []
    for language in languages():
        lesson = None
        while lesson is None:  # its rules may still have to be compiled: then one asks again
            lesson = http.get(f"/api/games/port/lesson?language={language}").json()["lesson"]
        lessons.append(lesson)
    english, german = lessons
    assert english["closing"]["wins"] != german["closing"]["wins"]
    assert "Punktestand" in german["closing"]["wins"][0]["text"]
    for one, other in zip(english["steps"], german["steps"], strict=True):
        assert (one["do"], one["stage"]) == (other["do"], other["stage"])
        assert one["say"] != other["say"]


@pytest.mark.parametrize(
    ("body", "english", "german"),
    [
        ({"name": "x" * 25}, "name: at most 24 characters", "name: höchstens 24 Zeichen"),
        ({"name": "\u200b"}, "name: say something", "name: sag etwas"),
        ({}, "name: this is missing", "name: das fehlt"),
        ({"name": "Zoe", "seats": 64}, "seats: at most 63", "seats: höchstens 63"),
        ({"name": "Zoe", "more": 1}, "more: this is not known here", "more: das ist hier nicht bekannt"),
        ({"name": "Zoe", "listed": 3}, "listed: this is yes or no", "listed: das ist ja oder nein"),
    ],
)
def test_what_cannot_be_read_is_answered_in_the_language_that_is_wanted(
    http: httpx.Client, body: dict[str, Any], english: str, german: str
) -> None:
    for language, reason in (("en", english), ("de", german)):
        answer = http.post("/api/tables", json={"game": "pairs", **body}, headers={"accept-language": language})
        assert (answer.status_code, answer.json()["reason"]) == (422, reason)
    whole = http.post("/api/tables", content=b"{", headers={"accept-language": "de", "content-type": "application/json"})
    assert whole.json()["reason"] == "1: das kann nicht gelesen werden"


def test_what_a_database_does_not_do_is_told_in_the_language_that_is_wanted() -> None:
    error = NotReady(JUST_NOW, what=CutcardError("your games cannot be read"))
    assert str(error) == "your games cannot be read just now: try again in a moment"
    with speaking("de"):
        assert str(error) == "deine Partien können nicht gelesen werden, jedenfalls gerade: Versuch es gleich noch einmal"


def test_a_language_that_is_none_is_refused_only_where_it_is_too_long(http: httpx.Client) -> None:
    assert http.get("/api/games/port/rules", params={"language": "de' --"}).status_code == 200
    assert http.get("/api/games/port/rules", params={"language": "x" * 21}).status_code == 422
