"""`cutcard sweep`: combinations of options on the same seeds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cutcard
from cutcard.core.errors import ParseError
from cutcard.lab import ladder, simulate, sweep
from cutcard.lab.reports.page import sweep_page
from cutcard.lab.reports.text import sweep_columns, sweep_text
from cutcard.lab.sweeps.drawing import panel_figure, panels
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
    assert [row.pop("option_rounds") for row in rows] == [500, 1000]  # `rounds` is how many a game has
    assert rows[0] == rows[1]


def test_workers_make_no_difference() -> None:
    one, two = (sweep("pairs", {"burn": [0, 5]}, games=400, skill_games=200, workers=workers) for workers in (1, 2))
    assert json.dumps(one.json()) == json.dumps(two.json())


def test_skill_is_the_height_of_the_ladder() -> None:
    game = cutcard.game("port", seats=3, burn=5)
    row = sweep(game, {"rounds": [6]}, games=50, skill_games=900).rows[0]
    alone = ladder(cutcard.game("port", seats=3, burn=5, rounds=6), searches=0, deals=150)  # of 6 seatings each
    assert (row["skill"], row["skill_low"], row["skill_high"]) == tuple(alone.skill)
    assert row["skill_games"] == 2700
    assert 0 < row["skill_low"] < row["skill"] < row["skill_high"]


def test_the_command_prints_a_table_and_writes_files(command: Cutcard, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("s.parquet", "s.svg", "s.html")]
    said = command("sweep", "pairs", "--option", "target=11..21:5", "--option", "burn=0,5", "--games", "200",
                   "--skill-games", "100", "--seats", "3", "--out", files[0], "--plot", files[1],
                   "--report", files[2])  # fmt: skip
    assert (said.status, said.errors) == (0, "")
    for text in ("fairness", "Skill: the rating of steady over random", "Pairs, 3 seats", "Half-time", "200 games each"):
        assert text in said.out, text
    frame = pl.read_parquet(files[0])
    assert frame["target"].to_list() == [11, 11, 16, 16, 21, 21]
    assert {"seat_spread", "seat_spread_low", "skill", "decisions", "lead_changes"} <= set(frame.columns)
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
    assert found.points[0].ladder
    found.points[0].ladder.play()
    said = [str(part) for part in sweep_text(found)]
    assert "complete: 1 of 6 combinations" in said[0]
    page = sweep_page(found, "cutcard sweep")
    assert "complete: 1 of 6 combinations" in page
    assert page.count("<svg") == 9  # in Pairs nobody ever is out and waits
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


def test_an_option_called_as_a_measure_keeps_its_values(command: Cutcard, tmp_path: Path) -> None:
    """Starboard's option `games` is how many games make a match; the column `games` is how many matches were played."""
    plot = tmp_path / "s.svg"
    said = command("sweep", "starboard", "--option", "games=1,3", "--games", "50", "--skill-games", "0", "--seats", "2",
                   "--plot", plot, "--json")  # fmt: skip
    assert (said.status, said.errors) == (0, "")
    points = json.loads(said.out)["points"]
    assert [(point["option_games"], point["games"]) for point in points] == [(1, 50), (3, 50)]
    assert plot.exists()
    table = sweep("starboard", {"games": [1, 3]}, games=50, skill_games=0)
    assert [cells for head, cells in sweep_columns(table, table.rows) if head == "games"] == [["1", "3"]]


def test_seats_and_players_can_be_varied(command: Cutcard) -> None:
    said = command("sweep", "port", "--option", "seats=2,3", "--option", "players=steady,random", "--games", "60",
                   "--skill-games", "0", "--json")  # fmt: skip
    assert (said.status, said.errors) == (0, "")
    found = json.loads(said.out)
    assert (found["seats"], found["players"]) == (None, None)
    assert [(point["seats"], point["players"]) for point in found["points"]] == [
        (2, "steady"), (2, "random"), (3, "steady"), (3, "random"),
    ]  # fmt: skip
    alone = simulate(cutcard.game("port", seats=3), "random", games=60)
    assert found["points"][3]["decisions"] == pytest.approx(alone.summary_row["decisions"])
    text = command(
        "sweep", "port", "--option", "players=steady+random,steady+steady", "--games", "60", "--skill-games", "0"
    ).out
    assert "Port, 2 seats" in text
    assert "steady+random" in text
    text = command("sweep", "port", "--option", "seats=2,3", "--games", "60", "--skill-games", "0").out
    assert not re.search(r"Port, \d seats", text), "the heading says what all have in common"
    for flag, value in (("--seats", "2"), ("--players", "steady")):
        said = command("sweep", "port", "--option", f"{flag[2:]}={value}", flag, value)
        assert f"the option {flag[2:]} is both varied and set" in said.errors


def drawn(found: Sweep) -> list[Any]:
    """The lines of the first panel, each with its points."""
    return [container.lines[0] for container in panel_figure(found, panels(found)[0]).axes[0].containers]


def test_on_and_off_are_not_joined_by_a_line() -> None:
    switch = Sweep(cutcard.game("pairs", seats=2), {"eights": [True, False]}, "steady", 20, 0, 0, 0)
    numbers = Sweep(cutcard.game("pairs", seats=2), {"burn": [0, 5]}, "steady", 20, 0, 0, 0)
    for found, style in ((switch, "None"), (numbers, "-")):
        found.play(None, 1)
        assert [line.get_linestyle() for line in drawn(found)] == [style]


def test_points_of_many_lines_stand_at_their_values() -> None:
    burns = list(range(13))
    found = Sweep(cutcard.game("port", seats=2), {"burn": burns, "target": [5, 6, 7, 8, 9, 10]}, "steady", 2, 0, 0, 0)
    found.play(None, 1)
    lines = drawn(found)
    assert len(lines) == 6
    for line in lines:
        # a fifth of the way to the next value is for all lines together, so each stands at most a tenth beside its value
        assert line.get_xdata() == pytest.approx(burns, abs=0.1 + 1e-9)


def test_the_base_rate_stands_beside_half_time() -> None:
    """In the table behind the share of who leads, in the plot as a dashed line."""
    found = Sweep(cutcard.game("port", seats=2), {"burn": [0, 5]}, "steady", 40, 0, 0, 1)
    found.play(None, 1)
    cells = dict(sweep_columns(found, found.rows))["half-time"]
    assert [cell.partition(" (")[2] for cell in cells] == [f"{row['half_time_by_chance'] * 100:.1f})" for row in found.rows]
    panel = next(panel for panel in panels(found) if panel[0] == "half_time_leader_first")
    dashed = [line for line in panel_figure(found, panel).axes[0].lines if line.get_linestyle() == "--"]
    assert dashed[0].get_ydata().tolist() == [row["half_time_by_chance"] * 100 for row in found.rows]


def test_measures_that_a_game_lacks_are_not_drawn() -> None:
    """Where one loses nobody leads for good."""
    for name, has_it in (("pairs", False), ("port", True)):
        found = Sweep(cutcard.game(name, seats=3), {"burn": [0, 5]}, "steady", 10, 0, 0, 1)
        found.play(None, 1)
        drawn = [panel[0] for panel in panels(found)]
        assert {"minutes", "rounds", "margin"} <= set(drawn)
        assert ("decided" in drawn) == has_it
        assert ("waiting" in drawn) == has_it  # in Pairs nobody is ever out of a round that goes on
