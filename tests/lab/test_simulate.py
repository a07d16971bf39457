"""`cutcard simulate`: the same numbers however the work is shared, and what is told of them."""

from __future__ import annotations

import json
import math
import re
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import scipy

import cutcard
from cutcard.lab import Study, simulate
from cutcard.lab.reports.page import study_page
from cutcard.lab.reports.text import mean
from cutcard.lab.running import chunks
from cutcard.lab.running.chunks import Plan, play_game
from cutcard.lab.running.work import FIRST_CHUNK, Chunks
from cutcard.lab.statistics.intervals import mean_of, share_of, student
from cutcard.lab.studies.leads import notes_of
from cutcard.lab.studies.tally import Tally
from tests.docs.test_docs import ROOT, blocks
from tests.docs.test_docs import run as run_block
from tests.lab.choosers import LOWEST, Lowest
from tests.patience import PATIENCE
from tests.soak import soaked
from tests.terminal.driving import Cutcard, Terminal, started

MIXED = ["steady", "random", "random"]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def told(study: Study) -> str:
    """All that a study says, to the last digit."""
    return json.dumps(study.json())


# The same, however the work is shared


@pytest.mark.parametrize("name", ["pairs", "starboard", "pickle"])
def test_threads_and_chunks_make_no_difference(name: str) -> None:
    game = cutcard.game(name, seats=3)
    games = soaked(300, 1500)
    once = told(simulate(game, MIXED, games=games, seed=4, workers=1, chunk=games))
    assert told(simulate(game, MIXED, games=games, seed=4, workers=1, chunk=7)) == once
    assert told(simulate(game, MIXED, games=games, seed=4, workers=3, chunk=20)) == once
    assert told(simulate(game, MIXED, games=games, seed=4)) == once
    assert told(simulate(game, MIXED, games=games, seed=5)) != once


def test_processes_make_no_difference(processes: Executor) -> None:
    game = cutcard.game("port", seats=3, burn=0)
    for players, games in ((MIXED, 1000), ([Lowest(), "steady", "random"], 6)):
        shared = simulate(game, players, games=games, seed=1, executor=processes, workers=2, chunk=max(1, games // 5))
        assert told(shared) == told(simulate(game, players, games=games, seed=1, workers=1))


def test_any_executor_will_do() -> None:
    game = cutcard.game("pairs", seats=2)
    with ThreadPoolExecutor(2) as threads:
        assert told(simulate(game, games=500, executor=threads)) == told(simulate(game, games=500, workers=1))


def test_games_that_are_only_counted_come_to_what_kept_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are played in the same room, one lot after the other: here in lots that no number of games is a multiple of."""
    monkeypatch.setattr(chunks, "AT_ONCE", 7)
    plan = Plan.of(cutcard.game("port", seats=3, burn=0), ["steady", "random", "random"], 4)
    for first, games, watched in ((0, 40, 0), (5, 41, 12), (3, 5, 5)):
        kept, counted = (chunks.play_chunk(plan, first, games, watched, keep) for keep in (True, False))
        assert counted.games is None
        for one, other, names in ((kept.tally, counted.tally, Tally), (kept.sample, counted.sample, chunks.Sample)):
            for name in names.__slots__:
                assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


def test_the_last_games_are_shared_out_in_smaller_lots() -> None:
    def lots(games: int, workers: int, size: int | None = None) -> list[int]:
        cut = Chunks(Plan.of(cutcard.game("pairs", seats=2), "random", 1), games, False, size, workers=workers)
        if size is None:
            cut.sizes.size = 10_000
        return [lot[2] for lot in cut]

    assert lots(25_000, 1) == [10_000, 10_000, 5_000]
    shared = lots(100_000, 2)
    assert sum(shared) == 100_000
    assert shared == sorted(shared, reverse=True)
    assert shared[0] == 10_000
    assert shared[-1] <= FIRST_CHUNK
    assert lots(25, 2, size=10) == [10, 10, 5]


# The numbers


def test_the_games_are_those_of_the_compiled_loop() -> None:
    game = cutcard.game("pairs", seats=3)
    bare = game.simulate(400, seed=9, players="steady")
    study = simulate(game, "steady", games=400, seed=9)
    frame = study.games
    assert frame["score"].to_numpy().reshape(-1, 3).tolist() == bare.scores.tolist()
    assert frame["utility"].to_numpy().reshape(-1, 3).tolist() == bare.utilities.tolist()
    assert frame["decisions"].to_numpy()[::3].tolist() == bare.decisions.tolist()
    assert study.summary["decisions"][0] == pytest.approx(bare.decisions.mean(), abs=1e-12)
    assert study.summary["decisions_sd"][0] == pytest.approx(bare.decisions.std(ddof=1), abs=1e-9)
    assert study.by_seat["score"].to_list() == pytest.approx(bare.scores.mean(axis=0).tolist(), abs=1e-12)
    assert study.by_seat["score_sd"].to_list() == pytest.approx(bare.scores.std(axis=0, ddof=1).tolist(), abs=1e-9)
    assert study.by_seat["utility"].to_list() == pytest.approx(bare.utilities.mean(axis=0).tolist(), abs=1e-9)


def test_players_that_differ_change_seats_by_the_number_of_the_game() -> None:
    game = cutcard.game("port", seats=3)
    study = simulate(game, ["steady", "random", "random"], games=12, seed=2)
    for number in range(12):
        seated = ["random"] * 3
        seated[number % 3] = "steady"
        rows = study.games.filter(pl.col("game") == number)
        assert rows["player"].to_list() == seated
        assert rows["score"].to_list() == game.simulate(1, seed=2, first=number, players=seated).scores[0].tolist()


@pytest.mark.parametrize("name", ["pairs", "port", "starboard"])
def test_the_measures_are_those_of_the_frame(name: str) -> None:
    study = simulate(cutcard.game(name, seats=3), MIXED, games=900, seed=3)
    frame = study.games.with_columns(
        (pl.col("place") == 1).sum().over("game").alias("winners"), pl.col("place").max().over("game").alias("lowest")
    ).with_columns(
        pl.when(pl.col("place") == 1).then(1 / pl.col("winners")).otherwise(0.0).alias("first"),
        ((pl.col("place") == pl.col("lowest")) & (pl.col("lowest") > 1)).alias("is_last"),
    )
    frame = frame.with_columns((pl.col("is_last") / pl.col("is_last").sum().over("game")).fill_nan(0.0).alias("last"))
    for row in study.by_player.iter_rows(named=True):
        mine = frame.filter(pl.col("player") == row["player"])
        for measure in ("first", "last", "utility", "score"):
            assert row[measure] == pytest.approx(mine[measure].mean(), abs=1e-9), measure
        games = mine.group_by("game", maintain_order=True).agg(pl.col("utility").mean())["utility"].to_numpy()
        within = np.concatenate([games[seating::3] - games[seating::3].mean() for seating in range(3)])  # in three seatings
        error = math.sqrt((within**2).sum() / (len(games) - 3) / len(games))
        low, high = scipy.stats.t.interval(0.95, len(games) - 1, games.mean(), error)
        width = row["utility_high"] - row["utility_low"]
        if name == "starboard":
            assert (row["utility_low"], row["utility_high"]) == pytest.approx((low, high), abs=1e-9)
        else:  # of the share of first places, or of losses
            assert width == pytest.approx(high - low, rel=0.1)
    for row in study.by_seat.iter_rows(named=True):
        assert row["first"] == pytest.approx(frame.filter(pl.col("seat") == row["seat"])["first"].mean(), abs=1e-9)
    for row in study.by_player_and_seat.iter_rows(named=True):
        mine = frame.filter((pl.col("player") == row["player"]) & (pl.col("seat") == row["seat"]))
        assert row["games"] == len(mine)
        assert row["utility"] == pytest.approx(mine["utility"].mean(), abs=1e-9)


def test_games_with_one_loser_tell_of_losses() -> None:
    assert simulate("pairs", games=300).one_loses
    assert simulate("continuous", games=300).one_loses
    assert not simulate("port", games=300).one_loses


def test_players_through_the_surface_have_the_cards_of_the_compiled_loop() -> None:
    """The same player seen from both sides: `steady` is compiled, and plays through views too."""
    game = cutcard.game("port", seats=3)
    compiled = simulate(game, "steady", games=5, seed=6)
    for number in range(5):
        end, tables = play_game(Plan.of(game, "steady", 6), number)
        rows = compiled.games.filter(pl.col("game") == number)
        assert list(end.scores) == rows["score"].to_list()
        assert len(tables) == rows["decisions"][0]
        assert notes_of(game.rulebook.rules, tables).tolist() == compiled.sample.notes[number].tolist()


def test_a_player_of_ones_own_is_played_through_views() -> None:
    game = cutcard.game("pairs", seats=2)
    study = simulate(game, [Lowest(), "random"], games=8, seed=1)
    assert study.by_player["player"].to_list() == ["Lowest", "random"]
    assert study.games["game"].n_unique() == 8
    assert told(simulate(game, [Lowest(), "random"], games=8, seed=1, chunk=3)) == told(study)


# Leads


def test_half_time_counts_who_leads_alone() -> None:
    row = simulate("port", games=2000).summary_row
    assert row["watched"] == 2000
    assert 0 < row["half_time_leads"] <= 2000
    assert row["half_time_by_chance"] < row["half_time_leader_first_low"]


# Intervals


def test_the_share_interval_is_wilsons() -> None:
    for wins, games in ((0, 40), (1, 40), (17, 40), (40, 40)):
        found = share_of(wins, wins, games)
        wilson = scipy.stats.binomtest(wins, games).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=1e-9)


def test_students_point() -> None:
    """The table has nine decimals; the first term that the expansion leaves out is 1.59 / freedom⁴, the rest adds little."""
    for freedom in range(1, 10):
        assert student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), abs=1e-9)
    for freedom in (*range(10, 100), 1000, 10**6):
        assert student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), abs=2 / freedom**4, rel=1e-12)
    assert math.isnan(mean_of(0, 0, 0).mean)
    assert mean_of(3, 9, 1).high == math.inf


@pytest.mark.parametrize("name", ["port", "pairs"])
def test_intervals_cover_the_truth_as_often_as_they_say(name: str) -> None:
    """120 small studies, each held against one large one; 95% of the intervals should cover, give or take."""
    game = cutcard.game(name, seats=3)
    truth = simulate(game, MIXED, games=soaked(100_000, 400_000), seed=99)
    sides = [("player_rows", "first"), ("player_rows", "last"), ("player_rows", "utility"), ("seat_rows", "first"),
             ("cell_rows", "utility")]  # fmt: skip
    for part, measure in sides:
        true = getattr(truth, part)[0][measure]
        covered = 0
        for seed in range(120):
            row = getattr(small_study(name, seed), part)[0]
            covered += row[f"{measure}_low"] <= true <= row[f"{measure}_high"]
        assert scipy.stats.binom.cdf(covered, 120, 0.95) > 1e-3, (part, measure, covered)
        assert covered >= 104, (part, measure, covered)


_small: dict[tuple[str, int], Study] = {}


def small_study(name: str, seed: int) -> Study:
    if (name, seed) not in _small:
        _small[name, seed] = simulate(cutcard.game(name, seats=3), MIXED, games=240, seed=seed, workers=1)
    return _small[name, seed]


# The command


def test_the_command_tells_of_players_and_seats(command: Cutcard) -> None:
    said = command("simulate", "pairs", "--players", "steady,random,random", "--games", "3000", "--target", "11")
    assert said.status == 0
    assert said.errors == ""
    for text in ("Pairs, 3 seats", "target 11", "3,000 games", "losses", "Seat advantage of steady", "half-time", "95%"):
        assert text in said.out, text


def test_json_is_what_python_has(command: Cutcard) -> None:
    said = command("simulate", "port", "--seats", "2", "--games", "500", "--seed", "3", "--json")
    study = simulate(cutcard.game("port", seats=2), games=500, seed=3)
    assert json.loads(said.out) == json.loads(told(study))


def test_parquet_holds_every_game_and_seat(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    assert command("simulate", "port", "--seats", "3", "--games", "700", "--out", path).status == 0
    frame = pl.read_parquet(path)
    assert frame.equals(simulate(cutcard.game("port", seats=3), games=700).games.cast({"player": frame["player"].dtype}))
    assert frame.columns == ["game", "seat", "player", "score", "utility", "place", "decisions"]
    assert len(frame) == 2100
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


def test_the_report_is_one_page_with_the_numbers(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    said = command("simulate", "pairs", "--players", "steady,random", "--games", "2000", "--report", path)
    page = path.read_text()
    assert "http" not in page
    assert "<script" not in page
    assert "<link" not in page
    assert not re.search(r"(src|href)=\"[^#]", page)
    assert "url(#" in page or "url(" not in page
    assert page.count("<svg") == 5
    assert "prefers-color-scheme: dark" in page
    for number in re.findall(r"\d+\.\d% \([\d.–]+\)", said.out)[:6]:
        assert number in page, number
    assert "cutcard" in page


def test_the_report_is_written_though_nobody_reads_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    line = ("simulate", "pairs", "--games", "100", "--report", str(path))
    process = started(*line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    process.stdout.close()  # as `| head` does
    assert process.communicate(timeout=PATIENCE)[1] == ""
    page = path.read_text()
    assert page.endswith("</html>\n")
    assert "<span>report.html</span>" in page
    assert str(tmp_path) not in page


def test_a_small_interval_is_not_shown_as_0() -> None:
    assert mean({"gain": 0.00341, "gain_low": 0.0030, "gain_high": 0.0038}, "gain", "+.2f") == "+0.0034 ± 0.0004"
    assert mean({"gain": 0.5, "gain_low": 0.4, "gain_high": 0.6}, "gain", ".2f") == "0.50 ± 0.10"
    assert mean({"gain": 0.0, "gain_low": 0.0, "gain_high": 0.0}, "gain", ".2f") == "0.00 ± 0.00"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--players", "stedy"], "there is no player 'stedy'"),
        (["--players", "steady,random", "--seats", "4"], "2 players for 4 seats"),
        (["--games", "0"], "the number of games is 1 or more"),
        (["--workers", "0"], "the number of workers is 1 or more"),
        (["--out", "/nowhere/games.parquet"], "cannot be written"),
        (["--out", "games.txt"], ".parquet or .csv or .json"),
        (["--records", "games.json"], ".jsonl"),
        (["--report", "/nowhere/page.html"], "cannot be written"),
        (["--seats", "99"], "is for 2 to 8 seats"),
        (["--target", "0"], "the option target"),
    ],
)
def test_bad_input_is_one_line_and_status_2(command: Cutcard, arguments: list[str], text: str) -> None:
    said = command("simulate", "pairs", *arguments)
    assert said.status == 2
    assert text in said.errors
    assert said.out == ""
    assert len(said.errors.splitlines()) == 1


def test_an_unknown_game_is_said(command: Cutcard) -> None:
    assert "no game 'pears'" in command("simulate", "pears").errors


def test_an_option_called_as_a_flag_has_a_longer_name(command: Cutcard) -> None:
    said = command("simulate", "starboard", "--games", "50", "--game-games", "2", "--json")
    assert json.loads(said.out)["options"]["games"] == 2


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, command: Cutcard, tmp_path: Path) -> None:
    for name in ("polars", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    for flag, file in (("--out", "a.parquet"), ("--report", "a.html")):
        said = command("simulate", "pairs", "--games", "5", flag, tmp_path / file)
        assert "pip install 'cutcard[lab]'" in said.errors
        assert said.status
    assert command("simulate", "pairs", "--games", "5").status == 0


def test_a_report_needs_jinja2(monkeypatch: pytest.MonkeyPatch, command: Cutcard, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    said = command("simulate", "pairs", "--games", "5", "--report", tmp_path / "a.html")
    assert "Reports need Jinja2: pip install 'cutcard[lab]'" in said.errors
    assert said.out == ""


def test_a_report_escapes_what_it_is_given() -> None:
    text = study_page(simulate("pairs", games=5), "cutcard simulate 'a <b> & c'")
    assert "<b>" not in text
    assert "&lt;b&gt;" in text


def test_ctrl_c_tells_what_there_is() -> None:
    with Terminal("simulate", "pairs", "--games", "1000000000", "--seed", "8", "--json", columns=120) as terminal:
        terminal.expect("/s ")  # so the first games are over
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.finish() == 130
        found = json.loads(terminal.seen[terminal.seen.index("{") :])  # and nothing comes after it
    assert 0 < found["games"] < 1_000_000_000
    assert not found["complete"]
    shorter = json.loads(told(simulate("pairs", games=found["games"], seed=8)))
    assert {**shorter, "complete": False} == found


def test_a_terminal_sees_how_far_it_is() -> None:
    with Terminal("simulate", "pairs", "--games", "1000000000", columns=120) as terminal:
        terminal.expect("/s ")
        terminal.expect("left (Ctrl-C stops)")
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("(stopped;")
        terminal.expect("Intervals are 95%.")
        assert terminal.finish() == 130


def test_the_examples_of_the_docs_page_run() -> None:
    namespace: dict[str, Any] = {}
    assert sum(run_block(block, namespace) for block in blocks(ROOT / "docs" / "lab.md")) == 14


def test_only_compiled_players_go_the_compiled_way() -> None:
    game = cutcard.game("pairs", seats=2)
    assert Plan.of(game, ["random", "steady"], 0).is_compiled
    assert Plan.of(game, ["champ", "steady"], 0).is_compiled
    assert not Plan.of(game, [Lowest(), "steady"], 0).is_compiled
    assert not Plan.of(game, [LOWEST, "steady"], 0).is_compiled
