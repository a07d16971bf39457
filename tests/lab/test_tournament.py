"""`cutcard tournament`: duplicate deals, what they come to, and that it stops when the order is settled."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest
import scipy

import cutcard
from cutcard.lab import Tournament, tournament
from cutcard.lab.statistics.sequential import FIRST_LOOK, doubt, looks
from cutcard.lab.tournaments.lineups import arrangements, balanced, lineups, seatings, ways
from tests.lab.choosers import LOWEST, Lowest


class Listening:
    """Plays at random, and notes all it sees."""

    seen: ClassVar[list[str]] = []

    def choose(self, view: cutcard.View, legal: Any, rng: np.random.Generator) -> str:
        Listening.seen.append(json.dumps(view.json()))
        return legal[int(rng.integers(len(legal)))]


def told(found: Tournament) -> str:
    """All that a tournament says, to the last digit."""
    return json.dumps(found.json())


# Line-ups and seatings


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_even_lineups_favour_nobody(players: int, seats: int) -> None:
    found = lineups(players, seats, "even")
    assert all(len(lineup) == seats for lineup in found)
    assert len(set(found)) == len(found)
    assert len(set(Counter(player for lineup in found for player in lineup).values())) == 1
    for lineup in found:
        held = [lineup.count(player) for player in range(players)]
        assert max(held) - min(held) <= 1


def test_one_against_the_rest() -> None:
    assert lineups(2, 4, "one") == [(0, 1, 1, 1)]
    assert seatings(2, 4, "one", False) == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert lineups(3, 4, "one") == [(0, 1, 1, 2), (0, 1, 2, 2)]
    assert lineups(3, 2, "one") == [(0, 1), (0, 2)]
    assert len(seatings(2, 8, "one", False)) == 8


@pytest.mark.parametrize("lineup", [(0, 1), (0, 1, 2), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3)])
def test_all_seatings_are_all_there_are(lineup: tuple[int, ...]) -> None:
    found = list(arrangements(lineup))
    assert len(found) == len(set(found)) == ways(lineup)
    assert all(tuple(sorted(row)) == lineup for row in found)


@pytest.mark.parametrize(
    "lineup",
    [tuple(range(n)) for n in range(2, 9)]
    + [(0, 0, 1, 1, 1), (0, 0, 0, 0, 1, 1, 1, 1), (0, 0, 1, 2, 2), (0, 0, 1, 1, 2, 2, 2)],
)
def test_few_seatings_have_everybody_in_every_seat(lineup: tuple[int, ...]) -> None:
    found = balanced(lineup)
    assert len(set(found)) == len(found) <= 2 * len(lineup)
    for player in set(lineup):
        counts = {sum(row[seat] == player for row in found) for seat in range(len(lineup))}
        assert len(counts) == 1, player


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_few_seatings_mix_the_neighbours(seats: int) -> None:
    """Everybody has everybody else to the left; when players only rotate, it is always the same one."""
    found = balanced(tuple(range(seats)))
    beside = Counter((row[seat], row[(seat + 1) % seats]) for row in found for seat in range(seats))
    assert len(beside) == seats * (seats - 1)
    assert max(beside.values()) <= 2 * min(beside.values())


# Duplicate deals


def test_a_deal_has_the_same_cards_in_all_seatings() -> None:
    """What is seen first has been dealt, and nothing more: it is the same whoever sits there, and another in every deal."""
    first: list[str] = []

    def note_first(games: int) -> None:
        first.extend(Listening.seen[:games])
        Listening.seen.clear()

    Listening.seen.clear()
    game = cutcard.game("port", seats=3)
    tournament(game, [Listening(), Listening()], deals=4, confidence=1, seed=3, workers=1, chunk=1, on_progress=note_first)
    assert [len(set(first[deal * 6 : deal * 6 + 6])) for deal in range(4)] == [1, 1, 1, 1]
    assert len(set(first)) == 4


def test_the_games_are_those_of_the_compiled_loop() -> None:
    game = cutcard.game("pairs", seats=3)
    found = tournament(game, ["steady", "random"], deals=20, confidence=1, seed=7)
    for row in found.games.filter(pl.col("seat") == 0).iter_rows(named=True):
        seated = [found.schedule.names[player] for player in found.schedule.seatings[row["seating"]]]
        mine = found.games.filter((pl.col("deal") == row["deal"]) & (pl.col("seating") == row["seating"]))
        assert mine["player"].to_list() == seated
        assert mine["score"].to_list() == game.simulate(1, seed=7, first=row["deal"], players=seated).scores[0].tolist()


def test_a_player_through_views_has_the_cards_of_the_compiled_one() -> None:
    """`steady` by another name is played through views: the same deals, and the same outcome to the digit."""
    game = cutcard.game("pairs", seats=3)
    by_views, compiled = (
        tournament(game, [name, "champ"], deals=6, confidence=1, seed=1)
        for name in ("cutcard.players:SteadyPlayer", "steady")
    )
    assert compiled.schedule.is_compiled
    assert not by_views.schedule.is_compiled
    assert by_views.games.drop("player").equals(compiled.games.drop("player"))


# What the deals come to


def test_the_measures_are_those_of_the_frame() -> None:
    found = tournament(cutcard.game("port", seats=3), ["steady", "random"], deals=150, confidence=1, seed=2)
    frame = found.games.with_columns((pl.col("place") == 1).sum().over("deal", "seating").alias("winners")).with_columns(
        pl.when(pl.col("place") == 1).then(1 / pl.col("winners")).otherwise(0.0).alias("first")
    )
    for row in found.standings.iter_rows(named=True):
        mine = frame.filter(pl.col("player") == row["player"])
        deals = mine.group_by("deal").agg(pl.col("utility").mean(), pl.col("first").mean())
        for measure in ("utility", "first"):
            values = deals[measure].to_numpy()
            low, high = scipy.stats.t.interval(0.95, len(values) - 1, values.mean(), scipy.stats.sem(values))
            assert row[measure] == pytest.approx(values.mean(), abs=1e-9)
            assert row[f"{measure}_high"] - row[f"{measure}_low"] == pytest.approx(high - low, rel=0.06)
    wide = frame.pivot(on="player", index="deal", values="utility", aggregate_function="mean")
    values = (wide["steady"] - wide["random"]).to_numpy()
    row = found.crosstable.row(0, named=True)
    interval = scipy.stats.t.interval(0.95, len(values) - 1, values.mean(), scipy.stats.sem(values))
    assert (row["difference_low"], row["difference_high"]) == pytest.approx(interval, rel=1e-3)


def test_the_crosstable_sums_to_one() -> None:
    found = tournament(cutcard.game("pairs", seats=3), ["steady", "random", "champ"], deals=40, confidence=1)
    assert found.one_loses
    cells = {(row["player"], row["against"]): row for row in found.crosstable_rows}
    assert len(cells) == 6
    for (player, other), row in cells.items():
        assert row["meetings"] == 40 * 6
        assert row["ahead"] + cells[other, player]["ahead"] == pytest.approx(1, abs=1e-12)
        assert row["ahead_low"] <= row["ahead"] <= row["ahead_high"]
        assert row["difference"] == pytest.approx(-cells[other, player]["difference"], abs=1e-12)
        utility = {name["player"]: name["utility"] for name in found.standing_rows}
        assert row["difference"] == pytest.approx(utility[player] - utility[other], abs=1e-9)
    assert sum(row["first"] for row in found.standing_rows) == pytest.approx(1, abs=1e-9)
    assert sum(row["last"] for row in found.standing_rows) == pytest.approx(1, abs=1e-9)


def test_players_that_never_meet_have_no_cell() -> None:
    found = tournament(cutcard.game("pairs", seats=2), ["steady", "random", "champ"], lineup="one", deals=10, confidence=1)
    row = found.crosstable.filter((pl.col("player") == "random") & (pl.col("against") == "champ")).row(0, named=True)
    assert row["meetings"] == 0
    assert np.isnan(row["ahead"])
    assert json.loads(told(found))["crosstable"][0]["ahead"] is not None


def test_duplicate_deals_say_more_than_single_games() -> None:
    """What the cards give to both players alike cancels out."""
    found = tournament(cutcard.game("pairs", seats=2), ["steady", "champ"], deals=2000, confidence=1)
    row = found.crosstable.row(0, named=True)
    games = found.games.filter(pl.col("player") == row["player"])["utility"].to_numpy()
    alone = 2 * 1.96 * 2 * games.std() / np.sqrt(len(games))
    assert row["difference_high"] - row["difference_low"] < 0.7 * alone


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    game = cutcard.game("port", seats=3)
    players = ["steady", "random"]
    truth = tournament(game, players, deals=20_000, confidence=1, seed=999)
    rows = [tournament(game, players, deals=30, confidence=1, seed=seed, workers=1) for seed in range(120)]
    for part, measure in (("standing_rows", "utility"), ("standing_rows", "first"), ("crosstable_rows", "ahead"),
                          ("crosstable_rows", "difference")):  # fmt: skip
        true = getattr(truth, part)[0][measure]
        found = [next(r for r in getattr(one, part) if r["player"] == "steady") for one in rows]
        covered = sum(row[f"{measure}_low"] <= true <= row[f"{measure}_high"] for row in found)
        assert covered >= 104, (measure, covered)


# When it stops


def test_it_stops_when_the_order_is_settled() -> None:
    found = tournament("port", ["random", "steady"], deals=100_000)
    assert found.settled_at == found.deals < 200
    assert found.deals in list(looks(100_000))
    assert found.standings["player"].to_list() == ["steady", "random"]
    assert found.unsettled == []
    assert found.games["deal"].n_unique() == found.deals
    surer = tournament("port", ["random", "steady"], deals=100_000, confidence=0.9999)
    assert surer.deals > found.deals


def test_at_a_confidence_of_1_all_deals_are_played() -> None:
    found = tournament(cutcard.game("port", seats=2), ["random", "steady"], deals=300, confidence=1)
    assert found.deals == 300
    assert found.settled_at is None
    assert found.is_complete


def test_equal_players_come_out_level_and_are_not_settled() -> None:
    game = cutcard.game("pairs", seats=2)
    found = tournament(game, ["steady", "cutcard.players:SteadyPlayer"], deals=20)
    assert found.standings["utility"].to_list() == [0.0, 0.0]
    assert found.crosstable["ahead"].to_list() == [0.5, 0.5]
    assert found.unsettled == [("steady", "cutcard.players:SteadyPlayer")]
    first, second = found.rating_rows
    assert first["rating"] == pytest.approx(second["rating"], abs=1.5)


def test_looks_are_at_the_same_deals_whatever_the_limit() -> None:
    assert list(looks(10)) == [10]
    long, short = list(looks(1000)), list(looks(100))
    assert long[0] == FIRST_LOOK
    assert long[-1] == 1000
    assert short[:-1] == long[: len(short) - 1]


@pytest.mark.parametrize("kind", ["normal", "coins", "rare", "one loser in 4"])
def test_equal_players_are_seldom_settled_however_often_one_looks(kind: str) -> None:
    rng = np.random.default_rng(5)
    runs, most = 600, 300

    def drawn() -> Any:
        if kind == "normal":
            return rng.normal(size=most)
        if kind == "coins":
            return rng.choice([-1.0, 1.0], most)
        if kind == "rare":
            return rng.choice([-1.0, 0.0, 1.0], most, p=[0.05, 0.9, 0.05])
        return rng.choice([1 / 3, -1.0], (most, 4), p=[0.75, 0.25]).mean(axis=1)

    wrong = sum(any(doubt(values[:look]) <= 0.05 for look in looks(most)) for values in (drawn() for _ in range(runs)))
    assert scipy.stats.binom.sf(wrong - 1, runs, 0.05) > 1e-3, wrong


def test_a_test_for_one_look_would_err_too_often() -> None:
    """Why a plain t-test will not do: with as many looks it finds differences where there are none."""
    rng = np.random.default_rng(5)
    wrong = 0
    for _ in range(60):
        values = rng.normal(size=300)
        wrong += any(scipy.stats.ttest_1samp(values[:look], 0).pvalue <= 0.05 for look in looks(300))
    assert wrong / 60 > 0.1


# Ratings


def test_ratings_are_in_order_and_within_their_intervals() -> None:
    found = tournament(cutcard.game("port", seats=3), ["random", "steady"], deals=60, confidence=1)
    assert found.ratings["player"].to_list() == ["steady", "random"]
    steady, random = found.rating_rows
    assert steady["rating_low"] < steady["rating"] < steady["rating_high"]
    assert steady["rating_low"] > random["rating_high"]
    assert found.ratings["games"].to_list() == [360, 360]


def test_ratings_are_openskills() -> None:
    from openskill.models import PlackettLuce

    found = tournament(cutcard.game("port", seats=2), ["random", "steady"], deals=5, confidence=1)
    model = PlackettLuce(tau=0.0)
    known = {name: model.rating() for name in ("random", "steady")}
    for _, rows in found.games.group_by(["deal", "seating"], maintain_order=True):
        after = model.rate([[known[name]] for name in rows["player"]], ranks=rows["place"].to_list())
        known = {name: one[0] for name, one in zip(rows["player"], after, strict=True)}
    for row in found.rating_rows:
        assert row["rating"] == pytest.approx(known[row["player"]].mu, abs=1e-9)


# The same, however the work is shared


def test_threads_and_chunks_make_no_difference() -> None:
    game = cutcard.game("pairs", seats=3)
    players = ["steady", "random", "champ"]
    once = told(tournament(game, players, deals=40, seed=4, workers=1, chunk=500))
    for workers, chunk in ((1, 7), (3, 50), (2, None)):
        assert told(tournament(game, players, deals=40, seed=4, workers=workers, chunk=chunk)) == once
    assert told(tournament(game, players, deals=40, seed=5)) != once


def test_processes_make_no_difference(processes: Executor) -> None:
    game = cutcard.game("pairs", seats=3)
    for players, deals in ((["steady", "random"], 30), ([Lowest(), "steady", "random", LOWEST], 2)):
        shared = tournament(game, players, deals=deals, seed=1, executor=processes, workers=2)
        with ThreadPoolExecutor(3) as threads:
            again = tournament(game, players, deals=deals, seed=1, executor=threads, workers=3, chunk=5)
        assert told(shared) == told(again)
        assert shared.games.equals(again.games)
