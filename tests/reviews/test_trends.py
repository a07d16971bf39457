"""Where somebody loses most: sums of many reviews, each worked out again from the decisions by plain Python."""

import json
from collections import defaultdict
from math import sqrt
from pathlib import Path

import pytest

import cutcard
from cutcard import Review
from cutcard.reviews.trends import LEAST_DECISIONS, LEAST_GAMES, Cost, GameSums, KindSums, sums_of, trend_of
from cutcard.reviews.words import ERRORS
from tests.reviews.games import SHALLOW, SHORT, played
from tests.soak import soaked
from tests.terminal.driving import Cutcard

GAMES = soaked(("pairs", "starboard", "clever-pickin"), tuple(SHORT))
MOST = 24
"""Moves of a game that are judged here."""


@pytest.fixture(scope="module", params=GAMES)
def reviewed(request: pytest.FixtureRequest) -> Review:
    record = played(request.param, "random", 3, most=MOST, **SHORT[request.param]).record()
    return cutcard.review(record, depth=SHALLOW)


def test_sums_are_those_of_the_decisions(reviewed: Review) -> None:
    rows = [json.loads(json.dumps(one)) for one in reviewed.json()["decisions"]]
    for seat in range(reviewed.game.seats):
        sums = sums_of(reviewed, seat)
        mine = [row for row in rows if row["seat"] == seat and not row["forced"]]
        by_kind = defaultdict(list)
        for row in mine:
            by_kind[frozenset(judged["move"].split()[0] for judged in row["judged"])].append(row)
        assert {frozenset(verbs) for verbs in sums.kinds} == by_kind.keys()
        for verbs, one in sums.kinds.items():
            theirs = by_kind[frozenset(verbs)]
            assert list(verbs) == [verb for verb in reviewed.game.rulebook.verbs.all if verb in verbs]
            assert one.decisions == len(theirs)
            assert one.cost == pytest.approx(sum(row["cost_shown"] for row in theirs))
            assert one.variance == pytest.approx(sum(row["error_shown"] ** 2 for row in theirs))
            assert one.errors == {word: sum(row["word"] == word for row in theirs) for word in ERRORS}
            worse = [row for row in theirs if row["move"] != row["judged"][0]["move"]]
            for (was, best), cost in one.instead.items():
                same = [row for row in worse if (row["move"].split()[0], row["judged"][0]["move"].split()[0]) == (was, best)]
                assert (cost.decisions, cost.cost) == (len(same), pytest.approx(sum(row["cost_shown"] for row in same)))
            assert sum(cost.decisions for cost in one.instead.values()) == len(worse)
        accuracy = reviewed.accuracy(seat)
        assert sums.accuracy == (None if accuracy is None else pytest.approx(accuracy))


def test_moves_of_a_clock_or_a_bot_do_not_count(reviewed: Review) -> None:
    seat = reviewed.decisions[0].seat
    own = {one.number for one in reviewed.decisions if one.seat == seat and not one.judgement.is_forced}
    some = set(sorted(own)[1:])
    assert sum(one.decisions for one in sums_of(reviewed, seat, some).kinds.values()) == len(some)
    assert sums_of(reviewed, seat, set()).kinds == {}
    assert sums_of(reviewed, seat, set()).accuracy is None


def test_what_is_written_down_is_read_again(reviewed: Review) -> None:
    sums = sums_of(reviewed, 0)
    assert GameSums.from_json(json.loads(json.dumps(sums.as_json()))) == sums


def test_the_command_says_it_of_many_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Cutcard(capsys, monkeypatch)
    monkeypatch.setattr("cutcard.reviews.values.STEPS", 2000)  # of little work
    monkeypatch.setattr("cutcard.reviews.values.OUTLOOKS", 8)
    files = []
    for seed in range(2):
        files.append(str(tmp_path / f"{seed}.json"))
        Path(files[-1]).write_text(json.dumps(played("pairs", "random", seed, target=3).record()))
    said = command("review", *files, "--trends", "--seat", "1", "--json")
    assert (said.status, said.errors) == (0, "")
    (trend,) = json.loads(said.out).values()
    reviews = [cutcard.review(file) for file in files]
    own = [[one for one in review.json()["decisions"] if one["seat"] == 1 and not one["forced"]] for review in reviews]
    own = [game for game in own if game]
    assert trend["games"] == len(own)
    assert sum(kind["decisions"] for kind in trend["kinds"]) == sum(map(len, own))
    cost = sum(one["cost_shown"] for game in own for one in game) / len(own)
    assert sum(kind["cost"] for kind in trend["kinds"]) == pytest.approx(cost)
    table = command("review", *files, "--trends", "--plain").out
    assert "hit or fold" in table
    assert command("review", *files).status == 2, "without --trends one game is reviewed at a time"


def game_of(fold: float, bid: float, off: float = 0.001, decisions: int = 5) -> GameSums:
    """A game with so many decisions to hit or fold, of which one was wrong and cost so much, and as many bids."""
    chosen = KindSums(decisions, fold, off**2, 1.0, dict.fromkeys(ERRORS, 0), {("fold", "hit"): Cost(1, fold, off**2)})
    chosen.errors["a slip"] = 1
    bids = KindSums(decisions, bid, off**2, 1.0, dict.fromkeys(ERRORS, 0), {("bid", "bid"): Cost(1, bid, off**2)})
    return GameSums("", True, 1, {("hit", "fold"): chosen, ("bid",): bids})


def test_where_most_is_lost_and_how_sure_that_is() -> None:
    folds, bids = [0.05, 0.04, 0.06, 0.03, 0.07], [0.01, 0.02, 0.01, 0.03, 0.01]
    trend = trend_of([game_of(fold, bid) for fold, bid in zip(folds, bids, strict=True)])
    most = trend.most
    assert most is not None
    assert (most.verbs, most.instead, trend.is_clear, trend.lacking) == (("hit", "fold"), ("fold", "hit"), True, 0)
    assert most.cost == most.instead_cost == pytest.approx(0.05)
    assert most.error == pytest.approx(sqrt(sum((one - 0.05) ** 2 for one in folds) / 4 / 5))
    assert (most.decisions, most.slips, most.mistakes) == (25, 0.2, 0.0)
    second = trend.kinds[1]
    assert (second.verbs, second.instead) == (("bid",), None), "which bid it was is no other verb"
    assert trend.accuracies == tuple(
        pytest.approx(100 * (1 - (fold + bid) / 2)) for fold, bid in zip(folds, bids, strict=True)
    )


def test_of_few_games_or_decisions_nothing_is_said() -> None:
    few = trend_of([game_of(0.05 + one / 100, 0.01) for one in range(LEAST_GAMES - 1)])
    assert (few.most, few.lacking, few.is_clear) == (None, 1, False)
    assert few.kinds[0].cost > 0, "the numbers are there all the same"
    assert trend_of([game_of(0.05, 0.01)]).most is None
    rare = [game_of(0.05 + one / 100, 0.01, decisions=(LEAST_DECISIONS - 1) // LEAST_GAMES) for one in range(LEAST_GAMES)]
    assert trend_of(rare).most is None


def test_what_may_be_chance_is_not_called_known() -> None:
    one_bad_game = trend_of([game_of(cost, 0.0) for cost in (0.0, 0.0, 0.0, 0.0, 0.5)])
    assert one_bad_game.most is None, "all of it was lost in one game"
    vague = trend_of([game_of(0.05 + one / 100, 0.0, off=0.2) for one in range(LEAST_GAMES)])
    assert vague.most is None, "estimates are off by more"
    close = trend_of([game_of(a, b) for a, b in ((0.05, 0.05), (0.06, 0.04), (0.04, 0.06), (0.06, 0.05), (0.05, 0.05))])
    assert close.most is not None
    assert close.is_clear is False, "the other kind costs about as much"


def test_a_kind_that_did_not_come_up_cost_nothing_in_that_game() -> None:
    games = [game_of(0.05, 0.01) for _ in range(LEAST_GAMES)]
    games.append(GameSums("", True, 1, {("bid",): games[0].kinds["bid",]}))
    trend = trend_of(games)
    found = {one.verbs: one for one in trend.kinds}
    assert found["hit", "fold"].cost == pytest.approx(0.05 * LEAST_GAMES / (LEAST_GAMES + 1))
    assert found["bid",].cost == pytest.approx(0.01)
