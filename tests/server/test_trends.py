"""Where a person loses most, through the API: reviews of their last games, of which every number is worked out again from
the records, by plain Python; and nobody else gets to see any."""

import time
from collections import defaultdict
from math import sqrt
from typing import Any, NamedTuple

import pytest

import cutcard
from cutcard.core.compiling import JIT
from cutcard.reviews.trends import LEAST_GAMES
from tests.patience import PATIENCE
from tests.server.client import Visitor, join, make_table, play_out
from tests.server.test_you import asked, new_secret, status

pytestmark = pytest.mark.skipif(not JIT, reason="too many playouts to be done without compiled code")

GAMES = 6
PAIRS: dict[str, Any] = {"game": "pairs", "options": {"target": 5}, "seats": 2}


class Played(NamedTuple):
    me: str
    ann: str
    mine: list[Visitor]
    """Seats at the games, the oldest first; Ann has the other seat at the last."""


@pytest.fixture(scope="module")
def played(url: str) -> Played:
    me, ann = new_secret(), new_secret()
    mine = [make_table(url, **PAIRS, person=me, level="easy") for _ in range(GAMES - 1)]
    for host in mine:
        host.start()
        play_out([host])
    host = make_table(url, **PAIRS, person=me)
    other = join(host, person=ann)
    host.start()
    play_out([host, other])
    return Played(me, ann, [*mine, host])


def look(url: str, secret: str) -> list[dict[str, Any]]:
    """Ask until all is done; gives what was answered."""
    answers, end = [], time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answers.append(asked(url, secret, "POST", "/you/review", {}))
        if answers[-1]["done"] == answers[-1]["wanted"]:
            return answers
        time.sleep(0.3)
    raise AssertionError(f"it was never done: {answers[-3:]}")


def own_decisions(seat: Visitor) -> list[dict[str, Any]]:
    """From the record of a game, reviewed here."""
    review = cutcard.review(seat.ask("GET", f"/tables/{seat.code}/record"))
    return [one for one in review.json()["decisions"] if one["seat"] == seat.seat and not one["forced"]]


def reckoned(games: list[list[dict[str, Any]]]) -> dict[frozenset[str], dict[str, Any]]:
    """By the verbs that were open, what those decisions came to in games of a hundred."""
    by_kind: defaultdict[frozenset[str], list[list[dict[str, Any]]]] = defaultdict(lambda: [[] for _ in games])
    for at, game in enumerate(games):
        for one in game:
            by_kind[frozenset(move["move"].split()[0] for move in one["judged"])][at].append(one)
    found = {}
    for kind, theirs in by_kind.items():
        costs = [100 * sum(one["cost_shown"] for one in game) for game in theirs]
        mean, words = sum(costs) / len(costs), [one["word"] for game in theirs for one in game]
        error = sqrt(sum((cost - mean) ** 2 for cost in costs) / (len(costs) - 1) / len(costs))
        shares = [words.count(word) / len(words) for word in ("a slip", "a mistake", "a blunder")]
        found[kind] = {"decisions": len(words), "cost": mean, "error": error, "slips": shares}
    return found


def accuracy(game: list[dict[str, Any]]) -> int | None:
    careless = sum(sum(move["cost_shown"] for move in one["judged"]) / len(one["judged"]) for one in game)
    cost = sum(one["cost_shown"] for one in game)
    return round(100 * min(max(1 - cost / careless, 0), 1)) if careless > 1e-6 else None


def test_what_the_reviews_say_is_counted_up_for_whose_decisions_they_were(url: str, played: Played) -> None:
    before = asked(url, played.me, path="/you/trends")
    assert before == {"waiting": GAMES, "games": []}, "nothing is done unasked"
    answers = look(url, played.me)
    assert {one["wanted"] for one in answers} == {GAMES}
    assert all(one["title"] == "Pairs" for one in answers[:-1])
    assert [one["done"] for one in answers] == sorted(one["done"] for one in answers)

    told = asked(url, played.me, path="/you/trends")
    assert told["waiting"] == 0
    (pairs,) = told["games"]
    games = [own_decisions(seat) for seat in played.mine]
    games = [game for game in games if game]  # in one that was over at once there was nothing to choose
    assert (pairs["title"], pairs["reviewed"], pairs["is_counted"]) == ("Pairs", len(games), False)
    for kind, own in reckoned(games).items():
        (found,) = [one for one in pairs["kinds"] if {*one["name"].lower().split(" or ")} == kind]
        assert found["decisions"] == own["decisions"]
        assert found["cost"] == pytest.approx(own["cost"], abs=0.006)  # two places are told
        assert found["error"] == pytest.approx(own["error"], abs=0.006)
        assert found["slips"] == pytest.approx(own["slips"], abs=0.0001)
    assert [one["cost"] for one in pairs["kinds"]] == sorted((one["cost"] for one in pairs["kinds"]), reverse=True)
    known = [one for one in map(accuracy, games) if one is not None]
    assert [one["accuracy"] for one in pairs["accuracies"]] == pytest.approx(known, abs=1)
    assert pairs["said"]
    if len(games) < LEAST_GAMES:
        assert "more" in pairs["said"][0]

    saved = {one["code"]: one["judged"] for one in asked(url, played.me, path="/you/export")["played"]}
    for seat, own_game in zip(played.mine, map(own_decisions, played.mine), strict=True):
        assert sum(kind["decisions"] for kind in saved[seat.code]["kinds"]) == len(own_game)


def test_who_sat_at_the_same_table_has_what_they_chose_themselves(url: str, played: Played) -> None:
    look(url, played.me)
    told = asked(url, played.ann, path="/you/trends")
    assert told["waiting"] == 0, "the review of a game counts for everybody who sat there"
    theirs = own_decisions(Visitor(url, played.mine[-1].code, seat=1))
    found = sum(kind["decisions"] for game in told["games"] for kind in game["kinds"])
    assert found == len(theirs)


def test_nobody_else_sees_it_and_it_goes_where_the_results_go(url: str, played: Played) -> None:
    look(url, played.me)
    mine = asked(url, played.me, path="/you/trends")
    assert asked(url, new_secret(), path="/you/trends") == {"waiting": 0, "games": []}
    for method, path in (("GET", "/you/trends"), ("POST", "/you/review")):
        assert {status(url, method, path, secret) for secret in (None, "short", "x" * 65)} == {403}
    key = played.mine[0].key  # of a seat: as a secret it stands for nothing
    assert key is not None
    assert status(url, "GET", "/you/trends", key) == 403 or asked(url, key, path="/you/trends")["games"] == []

    another = new_secret()
    assert asked(url, another, "POST", "/you/merge", {"other": played.me})["games"] == GAMES
    assert asked(url, another, path="/you/trends") == mine
    assert asked(url, played.me, path="/you/trends")["games"] == []
    asked(url, another, "DELETE")
    assert asked(url, another, path="/you/trends") == {"waiting": 0, "games": []}


def test_it_is_told_in_german(url: str) -> None:
    me = new_secret()
    host = make_table(url, **PAIRS, person=me, level="easy")
    host.start()
    play_out([host])
    look(url, me)
    told = Visitor(url, key=me).ask("GET", "/you/trends", language="de")
    for game in told["games"]:
        assert game["heading"] == "Partien von hundert, die dadurch verloren gehen"
        assert game["said"] == ["Es müssen noch 4 Partien analysiert werden, bevor sich etwas sagen lässt."]
        assert {kind["name"] for kind in game["kinds"]} == {"Ziehen oder Passen"}
