"""`cutcard tournament` as a command: it goes on where it stopped, and says what it was told wrong."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cutcard
from cutcard.core.errors import CutcardError, ParseError
from cutcard.lab import tournament
from tests.lab.choosers import SLOW, Lowest
from tests.lab.test_tournament import told
from tests.patience import PATIENCE
from tests.terminal.driving import Cutcard, Terminal, run, started

FOLDER = Path(__file__).parents[2]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


# Going on


class Stop(Exception):
    """In place of Ctrl-C."""


@pytest.mark.parametrize("players", [["steady", "random"], [Lowest(), "random"]], ids=["compiled", "through views"])
def test_a_stopped_tournament_goes_on_from_its_file(players: list[Any], tmp_path: Path) -> None:
    game = cutcard.game("pairs", seats=3)
    path = tmp_path / "pairs.state"
    whole = tournament(game, players, deals=12, confidence=1, seed=6)
    played: list[int] = []

    def stop_soon(games: int) -> None:
        played.append(games)
        if sum(played) >= 20:
            raise Stop

    for _ in range(2):
        played.clear()
        with pytest.raises(Stop):
            tournament(game, players, deals=12, confidence=1, seed=6, state=path, workers=1, chunk=4, on_progress=stop_soon)
    played.clear()
    resumed = tournament(
        game, players, deals=12, confidence=1, seed=6, state=str(path), workers=1, on_progress=played.append
    )
    assert told(resumed) == told(whole)
    assert resumed.games.equals(whole.games)
    assert 0 < sum(played) <= 72 - 36
    untouched = path.read_bytes()
    again = tournament(game, players, deals=12, confidence=1, seed=6, state=path)
    assert told(again) == told(whole)
    assert path.read_bytes() == untouched
    fewer = tournament(game, players, deals=5, confidence=1, seed=6, state=path)
    assert told(fewer) == told(tournament(game, players, deals=5, confidence=1, seed=6))
    assert path.read_bytes() == untouched
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.state"]


def test_kill_9_loses_nothing_that_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, slow, deals = tmp_path / "pairs.state", SLOW, 40
    tournament(cutcard.game("pairs", seats=2), [slow, "random"], deals=1, confidence=1)  # so that nothing is left to compile
    line = ["tournament", "pairs", "--players", f"{slow},random", "--deals", str(deals), "--confidence", "1", "--json"]
    with started(*line, "--state", str(path), stdout=subprocess.PIPE, cwd=FOLDER) as process:
        deadline = time.monotonic() + PATIENCE
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    with np.load(path) as state:
        assert 0 < len(state["decisions"]) < 2 * deals
    resumed = run(*line, "--state", str(path), folder=FOLDER)
    assert resumed.returncode == 0
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    whole = tournament(cutcard.game("pairs", seats=2), [slow, "random"], deals=deals, confidence=1)
    assert json.loads(resumed.stdout) == json.loads(told(whole))


def test_the_file_of_another_tournament_is_refused(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "pairs.state"
    line = ["tournament", "pairs", "--players", "steady,random", "--deals", "20", "--state", str(path)]
    assert command(*line).status == 0
    before = path.read_bytes()
    for more, text in (
        (["--seed", "1"], "seed: 0 there, 1 here"),
        (["--seats", "3"], "seats: 2 there, 3 here"),
        (["--target", "20"], "options: {"),
        (["--players", "steady,champ"], 'players: ["steady", "random"] there'),
        (["--lineup", "one"], "lineup: even there, one here"),
    ):
        said = command(*line, *more)
        assert said.status == 2
        assert "is of another tournament" in said.errors
        assert text in said.errors
        assert said.out == ""
        assert len(said.errors.splitlines()) == 1
        assert path.read_bytes() == before
    assert command(*line, "--deals", "30").status == 0
    with np.load(path) as state:
        assert len(state["gains"]) >= 20


@pytest.mark.parametrize("how", ["cut", "empty", "changed", "text"])
def test_a_damaged_file_is_said(how: str, command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "pairs.state"
    line = ["tournament", "pairs", "--players", "steady,random", "--deals", "20", "--state", str(path)]
    assert command(*line).status == 0
    content = path.read_bytes()
    at = content.index(b"gains.npy") + 200
    damaged = {
        "cut": content[:-100],
        "empty": b"",
        "changed": content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :],
        "text": b"no state at all",
    }[how]
    path.write_bytes(damaged)
    said = command(*line)
    assert said.status == 2
    assert "is damaged" in said.errors
    assert len(said.errors.splitlines()) == 1
    assert path.read_bytes() == damaged


# The command


def test_the_command_tells_the_order(command: Cutcard) -> None:
    said = command("tournament", "pairs", "--players", "random,steady,champ", "--seats", "3", "--deals", "60")
    assert said.status == 0
    assert said.errors == ""
    for text in ("Pairs, 3 seats", "60 deals in 6 seatings, 360 games", "losses", "rating", "95%", "Not settled at 95%: "):
        assert text in said.out, text
    assert re.search(r"^3 +random", said.out, re.MULTILINE)
    assert "Settled at 95%: steady > random" in command("tournament", "port", "--players", "random,steady").out


def test_json_is_what_python_has(command: Cutcard) -> None:
    line = ["--lineup", "one", "--seats", "3", "--deals", "40", "--seed", "3", "--confidence", "0.99"]
    said = command("tournament", "port", "--players", "steady,random", *line, "--json")
    game = cutcard.game("port", seats=3)
    found = tournament(game, ["steady", "random"], lineup="one", deals=40, seed=3, confidence=0.99)
    assert json.loads(said.out) == json.loads(told(found))


def test_parquet_and_report(command: Cutcard, tmp_path: Path) -> None:
    out, report = tmp_path / "games.parquet", tmp_path / "page.html"
    line = ["--players", "steady,random", "--seats", "3", "--deals", "30", "--confidence", "1"]
    said = command("tournament", "pairs", *line, "--out", out, "--report", report)
    assert said.status == 0
    frame = pl.read_parquet(out)
    assert frame.columns == ["deal", "seating", "seat", "player", "score", "utility", "place", "decisions"]
    assert len(frame) == 30 * 6 * 3
    page = report.read_text()
    assert "http" not in page
    assert "<script" not in page
    assert page.count("<svg") == 2
    for number in re.findall(r"\d+\.\d ± [\d.]+", said.out):
        assert number in page, number


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "say who plays"),
        (["--players", "steady"], "two players or more"),
        (["--players", "steady,stedy"], "there is no player 'stedy'"),
        (["--players", "steady,steady"], "the player steady is named twice"),
        (["--players", "steady,random", "--deals", "0"], "the number of deals is 1 or more"),
        (["--players", "steady,random", "--confidence", "0.2"], "the confidence is from 0.5 to 1"),
        (["--players", "steady,random", "--confidence", "nan"], "the confidence is from 0.5 to 1"),
        (["--players", "steady,random", "--lineup", "two"], "there is no line-up 'two'; there are: even, one"),
        (["--players", "steady,random", "--workers", "0"], "the number of workers is 1 or more"),
        (["--players", "steady,random", "--seats", "99"], "is for 2 to 8 seats"),
        (["--players", "steady,random", "--seats", "0"], "is for 2 to 8 seats"),
        (["--players", "steady,random", "--state", "/nowhere/a.state"], "cannot be written"),
        (["--players", "steady,random", "--report", "page.txt"], ".html"),
    ],
)
def test_bad_input_is_one_line_and_status_2(command: Cutcard, arguments: list[str], text: str) -> None:
    said = command("tournament", "pairs", *arguments)
    assert said.status == 2
    assert text in said.errors
    assert said.out == ""
    assert len(said.errors.splitlines()) == 1


def test_bad_input_from_python() -> None:
    with pytest.raises(ParseError, match="two players or more"):
        tournament("pairs", "steady")
    with pytest.raises(ParseError, match="is neither"):
        tournament("pairs", ["steady", 3])  # type: ignore[list-item]
    with pytest.raises(ParseError, match="more than 10,000 games"):
        tournament(cutcard.game("pairs", seats=8), [Lowest() for _ in range(30)])


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch, command: Cutcard) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    monkeypatch.setitem(sys.modules, "openskill", None)
    said = command("tournament", "pairs", "--players", "steady,random", "--deals", "20")
    assert said.status == 0
    assert "Ratings need OpenSkill: pip install 'cutcard[lab]'" in said.out
    found = tournament(cutcard.game("pairs", seats=2), ["steady", "random"], deals=20)
    assert found.json()["ratings"] is None
    with pytest.raises(CutcardError, match="Ratings need OpenSkill"):
        found.ratings  # noqa: B018


def test_a_terminal_sees_how_far_it_is_and_ctrl_c_tells_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "pairs.state"
    line = ["--players", "steady,random", "--deals", "100000000", "--confidence", "1", "--state", str(path)]
    with Terminal("tournament", "pairs", *line, columns=120) as terminal:
        terminal.expect("/s ")
        terminal.expect("left at most (Ctrl-C stops)")
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("(stopped;")
        terminal.expect("at a confidence of 1")
        assert terminal.finish() == 130
    with np.load(path) as state:
        assert len(state["gains"]) > 0
