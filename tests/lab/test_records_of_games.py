"""`simulate --records`: the games themselves in a file, and `--out` in every form."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

import cutcard
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import header
from cutcard.lab import read_records, read_results, simulate
from cutcard.lab.files import growing_file
from tests.lab.choosers import LOWEST
from tests.soak import soaked
from tests.terminal.driving import Cutcard

MIXED = ["steady", "random", "easy"]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.mark.parametrize(
    ("name", "players", "games"), [(soaked("pairs", "pickle"), MIXED, 8), ("port", ["steady", LOWEST, "random"], 4)]
)
def test_records_are_of_the_games_that_were_measured(name: str, players: list[str], games: int, tmp_path: Path) -> None:
    game, path = cutcard.game(name, seats=3, dealer=1), tmp_path / "games.jsonl"
    study = simulate(game, players, games=games, seed=3, records=path)
    assert read_results(path).equals(study.games.drop("player"))
    frame = read_records(path)
    assert frame["game"].to_list() == list(range(games))
    assert frame["decisions"].to_list() == study.games["decisions"].to_list()[::3]
    first = {**header(game), "events": frame["events"][0].to_list()}
    assert json.loads(path.read_text().splitlines()[0]) == first
    assert cutcard.replay(first).is_over


def test_the_bytes_are_the_same_however_the_work_is_shared(tmp_path: Path) -> None:
    game = cutcard.game("pairs", seats=3)
    found = set()
    for workers, chunk in ((1, 40), (1, 7), (3, 5), (2, None)):
        path = tmp_path / f"{workers}-{chunk}.jsonl"
        simulate(game, MIXED, games=40, seed=4, workers=workers, chunk=chunk, records=path)
        found.add(path.read_bytes())
    assert len(found) == 1
    assert len(found.pop().splitlines()) == 40


@pytest.mark.parametrize("name", ["pairs", "port"])
def test_measures_follow_from_the_records(name: str, tmp_path: Path) -> None:
    """In plain Python: shares of first places and of losses, utilities and lengths, by replaying what was written."""
    games, seats, path = 60, 3, tmp_path / "games.jsonl"
    study = simulate(cutcard.game(name, seats=seats), "steady", games=games, seed=8, records=path)
    first, last, utility, decisions = Counter[int](), Counter[int](), Counter[int](), 0
    for line in path.read_text().splitlines():
        record = json.loads(line)
        decisions += sum(not event.startswith("d ") for event in record["events"])
        result = cutcard.replay(record).result
        assert result is not None
        for seat in result.places[0]:
            first[seat] += 1 / len(result.places[0])  # type: ignore[assignment]
        for seat in result.places[-1] if len(result.places) > 1 else ():
            last[seat] += 1 / len(result.places[-1])  # type: ignore[assignment]
        for seat in range(seats):
            utility[seat] += result.utilities[seat]  # type: ignore[assignment]
    # sums of 60 numbers below 1, rounded to a part of 2**53 each, and utilities counted in parts of 2**-40
    for row in study.seat_rows:
        assert row["first"] == pytest.approx(first[row["seat"]] / games, abs=1e-12)
        assert row["last"] == pytest.approx(last[row["seat"]] / games, abs=1e-12)
        assert row["utility"] == pytest.approx(utility[row["seat"]] / games, abs=2**-39)
    assert study.summary_row["decisions"] == pytest.approx(decisions / games, abs=1e-12)


# The command


def test_the_command_writes_them_and_replays_them(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    said = command("simulate", "pairs", "--seats", "2", "--games", "3", "--records", path)
    assert (said.status, said.errors) == (0, "")
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    told = command("replay", path)
    assert told.status == 0
    assert [line.split(" ")[0] for line in told.out.splitlines() if not line.startswith(" ")] == [
        "games.jsonl:1:", "games.jsonl:2:", "games.jsonl:3:"
    ]  # fmt: skip
    lines = [json.loads(line) for line in command("replay", "--trace", path).out.splitlines()]
    assert [line["record"] for line in lines if line["over"]] == ["games.jsonl:1", "games.jsonl:2", "games.jsonl:3"]


@pytest.mark.parametrize("players", soaked(["steady,search@5"], ["steady,random", "steady,search@5"]))
def test_processes_write_the_same_bytes(players: str, command: Cutcard, tmp_path: Path) -> None:
    """Where one looks at views, and in `make soak` in compiled code too. Chunks come back in any order."""
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    line = ("simulate", "port", "--rounds", "3", "--games", "60" if "@" not in players else "6", "--players", players)
    for file, flags in zip(files, (["--workers", "1"], ["--workers", "2", "--processes"]), strict=True):
        assert command(*line, *flags, "--records", file).status == 0
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.count(b"\n") == (60 if "@" not in players else 6)


def test_a_faulty_line_is_told_and_the_others_are_replayed(command: Cutcard, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command("simulate", "pairs", "--seats", "2", "--games", "2", "--records", path)
    good, other = path.read_text().splitlines()
    path.write_text(f"{good}\n{{]\n\n[]\n{other.replace('d ', 'd x', 1)}\n{other}\n")
    told = command("replay", path)
    assert told.status == 1
    for text in ("games.jsonl:2 is not JSON", "games.jsonl:4 is not a record", "games.jsonl:5: this record is faulty"):
        assert text in told.errors, text
    assert "games.jsonl:1: Pairs" in told.out
    assert "games.jsonl:6: Pairs" in told.out
    with pytest.raises(ParseError, match=r"games\.jsonl:2 is not JSON"):
        read_records(path)
    path.write_text(other.replace("d ", "d x", 1))
    with pytest.raises(ParseError, match="the record of game 0 does not hold"):
        read_results(path)
    assert "cannot read" in command("replay", tmp_path / "none.jsonl").errors


def test_a_full_disk_is_said(command: Cutcard) -> None:
    said = command("simulate", "pairs", "--games", "20", "--records", "/dev/full")
    assert said.status == 1
    assert said.errors == "cutcard: /dev/full cannot be written: No space left on device\n"
    assert Path("/dev/full").is_char_device()  # and it is still there


def test_a_pipe_that_is_closed_is_said(command: Cutcard, tmp_path: Path) -> None:
    pipe = tmp_path / "games.pipe"
    os.mkfifo(pipe)

    def read_one() -> None:
        with pipe.open("rb") as file:
            file.read(1)

    reader = threading.Thread(target=read_one)
    reader.start()
    said = command("simulate", "pairs", "--games", "100000", "--records", pipe)
    reader.join()
    assert said.status == 1
    assert said.errors == f"cutcard: {pipe} cannot be written: whoever read it has closed it\n"


def stopped(path: Path, counted: int, error: BaseException, *lines: bytes) -> None:
    """Lines that are added to a file until something stops it."""
    with pytest.raises(type(error)), growing_file(path, lambda: counted) as add:  # noqa: PT012
        for line in lines:
            add(line, line.count(b"\n"))
        raise error


def test_after_ctrl_c_the_lines_are_those_that_count(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    stopped(path, 2, KeyboardInterrupt(), b"1\n2\n", b"3\n")
    assert path.read_bytes() == b"1\n2\n"
    stopped(path, 0, KeyboardInterrupt(), b"4\n")
    stopped(path, 1, ZeroDivisionError(), b"4\n")
    assert path.read_bytes() == b"1\n2\n"
    with pytest.raises(CutcardError, match="cannot be written"), growing_file(tmp_path / "no" / "file", lambda: 0):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_frame_is_the_same_in_every_form(command: Cutcard, tmp_path: Path) -> None:
    paths = [tmp_path / f"games.{ending}" for ending in ("parquet", "csv", "json")]
    for path in paths:
        assert command("simulate", "port", "--seats", "2", "--games", "30", "--out", path).status == 0
    kept = pl.read_parquet(paths[0]).cast({"player": pl.String})
    assert kept.height == 60
    assert pl.read_csv(paths[1], schema=kept.schema).equals(kept)
    assert json.loads(paths[2].read_text()) == kept.to_dicts()
    swept = tmp_path / "sweep.csv"
    line = ("sweep", "pairs", "--option", "target=11,16", "--games", "20", "--skill-games", "20", "--out", swept)
    assert command(*line).status == 0
    assert pl.read_csv(swept)["target"].to_list() == [11, 16]
