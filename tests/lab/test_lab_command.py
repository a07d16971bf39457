"""What the commands of the lab say, and that they stop when they are told to."""

import json
import math
import os
import re
import threading
from pathlib import Path

import pytest

import cutcard
from cutcard.cli.lab import first_game, player_names
from cutcard.cli.waiting import progress
from cutcard.core.errors import CutcardError, ParseError
from cutcard.games.clever_pickin.deck import STAND_IN
from cutcard.lab import simulate
from cutcard.lab.reports.text import heading, measure_lines, sweep_text
from cutcard.lab.running.chunks import Plan
from cutcard.lab.running.cluster import cluster
from cutcard.lab.sweeps.sweep import Sweep
from tests.terminal.driving import CTRL_C, Cutcard, Terminal

MOST = str(2**53 - 1)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def test_a_game_that_never_ends_is_stopped_by_ctrl_c() -> None:
    """The first game is played before all others, to compile what they need: that one is endless here."""
    line = ("simulate", "port", "--seats", "2", "--games", "1", "--rounds", MOST, "--target", MOST)
    with Terminal(*line) as terminal:
        terminal.expect("Getting the rules of Port ready")
        os.write(terminal.master, CTRL_C.encode())
        assert terminal.finish() == 130
    assert "0 games (stopped; 1 wanted)" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_compiled_code_runs_beside_the_thread_that_hears_ctrl_c() -> None:
    seen: list[threading.Thread] = []
    game = cutcard.game("port", seats=2)
    with progress(1, game, lambda: seen.append(threading.current_thread())):
        assert seen != [threading.main_thread()]
    with pytest.raises(ZeroDivisionError), progress(1, game, lambda: 1 / 0):
        pass
    assert first_game(Plan.of(game, "steady", 0))()


def test_who_waited_long_is_told_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("cutcard.cli.waiting.LONG", -1.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("cutcard.cli.waiting.Console.print", lambda _, text="", **__: said.append(str(text)))
    with progress(1, cutcard.game("port"), lambda: None):
        pass
    text = r"The rules were ready after \d+ seconds; what was compiled is kept for the next time\."
    assert sum(bool(re.fullmatch(text, line)) for line in said) == 1


def test_headings_tell_of_rows_that_were_given(tmp_path: Path) -> None:
    points = tuple(range(1, 17))
    assert "points of its own" in heading(cutcard.game("pickle", points=points))
    assert "points" not in heading(cutcard.game("pickle"))
    assert "deck of its own" in heading(cutcard.game("clever-pickin", deck=STAND_IN[::-1]))


def test_no_heading_names_another_target(command: Cutcard) -> None:
    said = command("play", "port", "--target", "30", "--seed", "1", typed="q\n").out
    assert "first to 30 points wins" in said
    assert "21" not in said.partition("Your moves")[0]


def test_what_one_game_cannot_tell_is_not_told() -> None:
    study = simulate(cutcard.game("port", seats=2), games=1)
    assert math.isnan(study.summary_row["decisions_sd"])
    assert "nan" not in " ".join(measure_lines(study))
    found = Sweep(cutcard.game("port", seats=2), {"burn": [5]}, "steady", 1, 0, 0, 0)
    found.play(None, 1)
    assert not any("nan" in str(cell) for part in sweep_text(found) for cell in getattr(part, "columns", [part]))


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "pairs", "--games", "10"),
        ("sweep", "pairs", "--option", "burn=5", "--games", "10", "--skill-games", "0"),
        ("tournament", "pairs", "--players", "steady,random", "--deals", "10"),
        ("ladder", "pairs", "--searches", "0", "--deals", "10"),
    ],
    ids=lambda words: words[0],
)
def test_plain_has_no_colours_no_lines_and_no_bar(words: tuple[str, ...]) -> None:
    """Before the command as behind it."""
    seen = []
    for line in (("--plain", *words), (*words, "--plain"), words):
        with Terminal(*line, columns=150) as terminal:
            terminal.is_raw = True
            assert terminal.finish() == 0
        seen.append(terminal.seen)
    assert seen[0] == seen[1] != seen[2]
    assert not re.search("[\x1b\r\u2500-\u259f]", seen[0])
    assert re.search("[\x1b\r\u2500-\u259f]", seen[2])


ONE_OF_SEVERAL = re.compile(r"(?<![.,\d])1 (games|deals|moves|seats|seatings|combinations)\b")


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "pairs", "--games", "1"),
        ("sweep", "pairs", "--option", "burn=5", "--games", "1", "--skill-games", "0"),
        ("tournament", "pairs", "--players", "steady,random", "--deals", "1"),
        ("replay", "game.json"),
    ],
    ids=lambda words: words[0],
)
def test_one_is_not_several(
    words: tuple[str, ...], command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cutcard.game("port").start(seed=1)
    (tmp_path / "game.json").write_text(json.dumps(table.play(table.legal()[0]).record()))
    monkeypatch.chdir(tmp_path)
    said = command(*words)
    assert said.errors == ""
    assert re.search(r"\b1 (game|deal|move)\b", said.out)
    assert not ONE_OF_SEVERAL.search(said.out)


@pytest.mark.parametrize("text", ["", " ", "steady,", ",random"])
def test_players_without_a_name_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="--players is a name, or one for each with commas between"):
        player_names(text)
    assert player_names(None) == ["steady"]


def test_large_numbers_may_be_written_short(command: Cutcard) -> None:
    assert '"games": 100,' in command("simulate", "port", "--games", "1e2", "--json").out
    said = command("simulate", "port", "--games", "1e-2")
    assert said.status == 2
    assert "'1e-2' is not a whole number" in said.errors


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("address", ["", "nonsense", "foo://bar", "tcp://", "127.0.0.1:port"])
def test_an_address_that_is_none_is_refused_before_anybody_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that was given such an address says so once more when Python ends, with a traceback."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "Client", None)
    with pytest.raises(CutcardError, match="there is no Dask cluster at"), cluster(address):
        pass
