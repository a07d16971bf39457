"""`cutcard sweep`: combinations of options on the same seeds."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import cutcard
from cutcard.core.errors import ParseError
from cutcard.lab import simulate, sweep
from cutcard.lab.reports.page import sweep_page
from cutcard.lab.reports.text import sweep_text
from cutcard.lab.sweeps.sweep import Sweep, read_options
from tests.terminal.driving import Cutcard

PAIRS = cutcard.game("pairs").rulebook


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def test_ranges_lists_and_switches_are_read() -> None:
    assert read_options(PAIRS, ["target=11..41:10"]) == {"target": [11, 21, 31, 41]}
    assert read_options(PAIRS, ["burn=0,5", "eights=true,false"]) == {"burn": [0, 5], "eights": [True, False]}
    assert read_options(PAIRS, ["target=5,8..10"]) == {"target": [5, 8, 9, 10]}


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["target"], "NAME=VALUES"),
        (["aim=3"], "no option 'aim'"),
        (["target=41..11"], "is empty"),
        (["target=1..9:0"], "is empty"),
        (["target=1..99999"], "larger steps"),
        (["target=x"], "target=NUMBER"),
        (["target="], "no value"),
        (["eights=1..2"], "eights=off"),
        (["target=3", "target=4"], "named twice"),
    ],
)
def test_ranges_that_make_no_sense_are_refused(texts: list[str], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read_options(PAIRS, texts)


def test_values_out_of_range_are_refused_before_anything_is_played() -> None:
    with pytest.raises(ParseError, match="burn is from 0 to"):
        sweep("pairs", {"burn": [0, 99]}, games=10)
    with pytest.raises(ParseError, match="same value twice"):
        sweep("pairs", {"burn": [0, 0]}, games=10)
    with pytest.raises(ParseError, match="combinations"):
        sweep("pairs", {"burn": range(50), "target": range(1, 50)}, games=10)
    with pytest.raises(ParseError, match="the option eights is both varied and set: pieces-of-eight stands for one value"):
        sweep("pieces-of-eight", {"eights": [True, False]}, games=10)


def test_every_point_has_the_same_seeds() -> None:
    """A point of a sweep is what `simulate` finds with those options: game g has the same cards in all of them."""
    found = sweep("pairs", {"target": [11, 16], "burn": [0, 5]}, games=300, skill_games=0, seed=7)
    for point in found.points:
        alone = simulate(cutcard.game("pairs", **point.options), games=300, seed=7)
        assert point.study.json() == alone.json()
    # 16 and 5 are the defaults: the very same games
    assert found.points[3].study.games.equals(simulate("pairs", games=300, seed=7).games)
    assert [row["target"] for row in found.rows] == [11, 11, 16, 16]


def test_an_option_that_does_nothing_changes_nothing() -> None:
    """With common random numbers a rule without effect shows none, not even noise."""
    rows = sweep(cutcard.game("port", seats=2), {"rounds": [500, 1000]}, games=300, skill_games=200).rows
    assert {key: value for key, value in rows[0].items() if key != "rounds"} == {
        key: value for key, value in rows[1].items() if key != "rounds"
    }


def test_workers_make_no_difference() -> None:
    one, two = (sweep("pairs", {"burn": [0, 5]}, games=400, skill_games=200, workers=workers) for workers in (1, 2))
    assert json.dumps(one.json()) == json.dumps(two.json())


def test_skill_is_how_far_the_better_player_is_ahead() -> None:
    row = sweep(cutcard.game("pairs", seats=3), {"burn": [5]}, games=50, skill_games=3000).rows[0]
    assert 0.8 < row["skill_steady_low"] < row["skill_steady"] < row["skill_steady_high"] <= 1
    duel = simulate(cutcard.game("port", seats=3), ["steady", "random", "random"], games=900)
    row = sweep(cutcard.game("port", seats=3), {"burn": [5]}, games=50, skill_games=900).rows[0]
    assert row["skill_steady"] == pytest.approx(duel.by_player["utility"][0], abs=1e-9)  # what COMMON-8 calls utility


def test_the_command_prints_a_table_and_writes_files(command: Cutcard, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("s.parquet", "s.svg", "s.html")]
    said = command("sweep", "pairs", "--option", "target=11..21:5", "--option", "burn=0,5", "--games", "200",
                   "--skill-games", "100", "--seats", "3", "--out", files[0], "--plot", files[1],
                   "--report", files[2])  # fmt: skip
    assert (said.status, said.errors) == (0, "")
    for text in ("fairness", "skill of steady", "Pairs, 3 seats", "Half-time", "200 games each"):
        assert text in said.out, text
    frame = pl.read_parquet(files[0])
    assert frame["target"].to_list() == [11, 11, 16, 16, 21, 21]
    assert {"seat_spread", "seat_spread_low", "skill_steady", "decisions", "lead_changes"} <= set(frame.columns)
    picture = files[1].read_text()
    assert "<svg" in picture
    assert "Length" in picture
    page = files[2].read_text()
    assert "http" not in page
    assert f"{frame['decisions'][0]:.1f}" in page
    assert len(list(tmp_path.iterdir())) == 3


def test_a_sweep_that_was_stopped_says_how_far_it_is() -> None:
    found = Sweep(cutcard.game("pairs", seats=2), {"burn": [0, 5], "target": [11, 16, 21]}, "steady", 50, 20, 0, 0)
    for point in found.points[:2]:
        point.study.play()
    found.points[0].duels["steady"].play()
    said = [str(part) for part in sweep_text(found)]
    assert "complete: 1 of 6 combinations" in said[0]
    page = sweep_page(found, "cutcard sweep")
    assert "complete: 1 of 6 combinations" in page
    assert page.count("<svg") == 5
    assert ">target<" in page  # the option with most values is the axis, and the other makes the lines
    assert "</b> burn 0</span>" in page


def test_a_switch_can_be_drawn(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "s.png"
    assert command("sweep", "pairs", "--option", "eights=true,false", "--games", "100", "--plot", path).status == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_players_that_differ_are_shown(command: Cutcard) -> None:
    said = command("sweep", "port", "--option", "burn=0,5", "--games", "100", "--players", "steady,random", "--json")
    point = json.loads(said.out)["points"][0]
    assert point["first_steady"] + point["first_random"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "needs an option to vary"),
        (["--option", "burn=0,5", "--burn", "5"], "both varied and set"),
        (["--option", "burn=0,5", "--plot", "plot.gif"], ".svg or .png"),
        (["--option", "burn=0,5", "--games", "-1"], "1 or more"),
        (["--option", "burn=0,5", "--skill-games", "-1"], "0 or more"),
    ],
)
def test_bad_input_is_one_line_and_status_2(command: Cutcard, arguments: list[str], text: str) -> None:
    said = command("sweep", "pairs", *arguments)
    assert said.status == 2
    assert text in said.errors
    assert len(said.errors.splitlines()) == 1
