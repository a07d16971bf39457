"""`cutcard ladder`: the rating gained by each step, recomputed in plain Python, and how many games it takes to see it."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy

import cutcard
from cutcard.core.errors import ParseError
from cutcard.lab import Ladder, ladder
from cutcard.lab.ladders.ladder import added, rungs, usual_search_deals
from cutcard.lab.ladders.steps import Step, games_for, points_of, rating_of
from cutcard.lab.ladders.text import games_text
from cutcard.lab.statistics.intervals import Estimate
from cutcard.lab.tournaments.deals import play_games
from tests.soak import soaked
from tests.terminal.driving import Cutcard


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def test_the_rungs_search_twice_as_long_each_time() -> None:
    assert rungs(3) == ["random", "easy", "medium", "steady", "search@25", "search@50", "search@100"]


# The numbers


def test_points_are_how_often_a_seat_comes_in_ahead() -> None:
    standings = np.array([[3, 1, 1], [0, 0, 0], [1, 2, 3]])
    better = np.array([[True, False, False], [False, True, True], [True, False, True]])
    assert points_of(standings, better).tolist() == [1.0, 0.5, 0.5]


def test_a_step_is_what_its_games_say() -> None:
    """Played once more one by one, and counted in plain Python."""
    game, deals, seed = cutcard.game("port", seats=2), 40, 3
    step = Step(game, "medium", "easy", deals, seed)
    step.add(play_games(step.schedule, 0, 30).found)
    step.add(play_games(step.schedule, 30, 2 * deals - 30).found)
    by_deal = []
    for deal in range(deals):
        points = 0.0
        for seated in (["medium", "easy"], ["easy", "medium"]):
            stood = game.simulate(1, seed=seed, first=deal, players=seated).standings[0].tolist()
            mine, other = stood[seated.index("medium")], stood[seated.index("easy")]
            points += 1.0 if mine > other else 0.5 if mine == other else 0.0
        by_deal.append(points / 2)
    share = sum(by_deal) / deals
    row = step.row()
    assert (row["deals"], row["games"]) == (deals, 2 * deals)
    assert row["ahead"] == pytest.approx(share, abs=1e-12)  # sums of 40 numbers of few bits
    assert row["gain"] == pytest.approx(400 * math.log10(share / (1 - share)), abs=1e-9)
    assert row["gain_low"] == pytest.approx(rating_of(row["ahead_low"]))
    assert row["ahead_low"] < share < row["ahead_high"]


def test_neighbours_alone_give_the_likeliest_ratings_of_all() -> None:
    """On a ladder the likelihood of Bradley and Terry is largest where each step is the rating of its own share: compared
    with a search for the largest likelihood of all rungs at once, to within what that search leaves open."""
    shares = [0.9, 0.62, 0.45]
    games = [400, 300, 100]

    def unlikeliness(ratings: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        gains = np.diff(np.concatenate([[0.0], ratings])) * math.log(10) / 400
        chance = 1 / (1 + np.exp(-gains))
        return -float(
            sum(n * (s * math.log(p) + (1 - s) * math.log(1 - p)) for n, s, p in zip(games, shares, chance, strict=True))
        )

    found = scipy.optimize.minimize(unlikeliness, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    assert np.cumsum([rating_of(share) for share in shares]).tolist() == pytest.approx(found.x.tolist(), abs=0.01)


def test_steps_add_up_with_their_errors() -> None:
    assert added([Estimate(100, 97, 106), Estimate(50, 46, 58)]) == Estimate(150, 145, 160)
    assert added([Estimate(math.inf, 97, math.inf)]).mean == math.inf
    assert rating_of(1.0) == math.inf
    assert rating_of(0.0) == -math.inf
    assert rating_of(0.5) == 0


@pytest.mark.parametrize("share", [0.55, 0.62, 0.7, 0.85])
def test_after_so_many_games_the_better_one_is_in_front_95_times_in_100(share: float) -> None:
    """By the binomial distribution, a tie after an even number of games counted half: the normal one that is used differs
    from it by less than one game's step."""
    games = int(games_for(share, share * (1 - share), share))

    def in_front(number: int) -> float:
        half = number / 2
        return float(
            scipy.stats.binom.sf(math.floor(half), number, share)
            + (scipy.stats.binom.pmf(half, number, share) / 2 if number % 2 == 0 else 0)
        )

    step = float(scipy.stats.binom.pmf(games // 2, games, share))
    assert in_front(games) == pytest.approx(0.95, abs=step)


def test_games_to_tell_are_open_where_nobody_is_better() -> None:
    assert games_for(0.5, 0.25, 0.5) == math.inf
    assert games_for(0.49, 0.25, 0.51) == math.inf
    assert games_for(0.4, 0.24, 0.4) == games_for(0.6, 0.24, 0.6)
    assert games_for(1.0, 0.0, 1.0) == 1
    ends = ("", "_low", "_high")
    for numbers, text in (((38, 30, 51), "38 (30–51)"), ((38, 30, math.inf), "30 or more"), ((math.inf,) * 3, "–")):
        assert games_text({f"games_to_tell{end}": number for end, number in zip(ends, numbers, strict=True)}) == text


def test_the_interval_of_a_gain_covers_the_truth_as_often_as_it_says() -> None:
    """100 small ladders against a large one, whose own error is a twelfth of theirs; 95% should cover, give or take."""
    game = cutcard.game("port", seats=2)
    truth = played(Step(game, "steady", "medium", soaked(20_000, 60_000), 99)).gain.mean
    covered = sum(low <= truth <= high for low, high in (
        played(Step(game, "steady", "medium", 150, seed)).gain[1:] for seed in range(100)
    ))  # fmt: skip
    assert scipy.stats.binom.cdf(covered, 100, 0.95) > 1e-3, covered


def played(step: Step) -> Step:
    step.add(play_games(step.schedule, 0, step.games_wanted).found)
    return step


# The ladder


def test_the_work_can_be_shared_in_any_way() -> None:
    said = {
        json.dumps(ladder("pairs", searches=1, deals=60, search_deals=2, workers=workers, chunk=chunk).json())
        for workers, chunk in ((1, None), (2, 3))
    }
    assert len(said) == 1


def test_each_rung_of_the_quick_ones_is_above_the_one_below() -> None:
    found = ladder(cutcard.game("port", seats=2), searches=0, deals=2000, seed=1)
    assert all(row["gain_low"] > 0 for row in found.step_rows)
    ratings = [row["rating"] for row in found.rating_rows]
    assert ratings == sorted(ratings)
    assert found.skill.mean == ratings[-1] == found.ratings["rating"][-1]
    assert found.steps["player"].to_list() == ["easy", "medium", "steady"]
    json.dumps(found.json(), allow_nan=False)


def test_a_ladder_that_is_stopped_tells_of_the_steps_it_has() -> None:
    found = Ladder(cutcard.game("port", seats=2), searches=1, deals=20, search_deals=2, seed=0)

    def stop(games: int) -> None:
        if found.played >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.play(on_progress=stop)
    assert [row["player"] for row in found.step_rows] == ["easy"]
    assert found.json()["skill"] is None
    assert not found.is_complete


def test_longer_games_are_searched_in_fewer_deals() -> None:
    short, long = (usual_search_deals(cutcard.game(name, seats=2), 0) for name in ("starboard", "port"))
    assert 2 <= long < short <= 1000


def test_bad_numbers_are_refused() -> None:
    game = cutcard.game("port", seats=2)
    for said in ({"searches": 13}, {"searches": -1}, {"deals": 1}, {"search_deals": 0}, {"deals": True}):
        with pytest.raises(ParseError, match="the number of"):
            ladder(game, **said)  # type: ignore[arg-type]


# The command


def test_the_command_tells_of_every_rung(command: Cutcard, tmp_path: Path) -> None:
    out = tmp_path / "steps.csv"
    line = ("ladder", "port", "--searches", "1", "--deals", "300", "--search-deals", "3")
    said = command(*line, "--out", out)
    assert (said.status, said.errors) == (0, "")
    for text in ("Port, 2 seats", "random", "easy", "medium", "steady", "search@25", "Skill: "):
        assert text in said.out, text
    found = json.loads(command(*line, "--json").out)
    assert found["rungs"][-1] == "search@25"
    assert pl.read_csv(out)["gain"].to_list() == pytest.approx([row["gain"] for row in found["steps"]])
    assert command("ladder", "port", "--deals", "0").status == 2


def test_the_report_has_every_rung_and_the_one_number(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "ladder.html"
    said = command("ladder", "pairs", "--searches", "0", "--deals", "40", "--report", path)
    assert said.status == 0
    page = path.read_text()
    for text in ("random", "easy", "medium", "steady", "From rung to rung", "<svg"):
        assert text in page, text
    assert said.out.splitlines()[-1] in page
    assert "ladder.htm" in command("ladder", "pairs", "--report", tmp_path / "ladder.htm").errors


def test_a_step_that_is_always_won_and_one_that_is_always_lost_leave_the_sum_open() -> None:
    won, lost = Estimate(math.inf, 200.0, math.inf), Estimate(-math.inf, -math.inf, -200.0)
    assert all(math.isnan(number) for number in added([won, lost]))
    assert added([won, Estimate(10.0, 0.0, 20.0)]).mean == math.inf
