"""Played games replay to the traces of a correct implementation: our own, and those of another where they lie beside."""

import json
from pathlib import Path
from typing import Any

import pytest

import cutcard
from cutcard import ParseError
from cutcard.core.compiling import JIT
from cutcard.core.table.record import load, trace
from tests.soak import SOAKING

GOLDEN = Path(__file__).parents[1] / "golden"
SHARED = Path(__file__).parents[3] / "shared" / "records"
SHORT = 1_500
"""Of a record, in bytes."""
GAMES = {book.name for book in cutcard.games()}
SEVERAL_CARDS = {book.name for book in cutcard.games() if book.rules.longest > 1}


def records(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [file for file in sorted(folder.glob("*.json")) if json.loads(file.read_text())["game"] in GAMES]


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def told(folder: Path) -> list[Path]:
    """With JIT off a few, and only short ones of games in which moves of several cards are listed: it takes seconds."""
    if JIT or SOAKING:
        return records(folder)
    few = records(folder) if folder == GOLDEN else records(folder)[::3]
    return [file for file in few if not of_several_cards(file) or file.stat().st_size < SHORT]


def of_several_cards(file: Path) -> bool:
    return json.loads(file.read_text())["game"] in SEVERAL_CARDS


@pytest.mark.parametrize("file", [*told(GOLDEN), *told(SHARED)], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_replays_to_its_trace(file: Path) -> None:
    found = [json.loads(json.dumps(line)) for line in trace(load(file), file.name)]
    assert found == lines(file.with_suffix(".trace"))


@pytest.mark.parametrize("file", told(SHARED / "faulty"), ids=lambda file: file.stem)
def test_a_faulty_record_is_refused_at_the_right_event(file: Path) -> None:
    *before, last = trace(load(file), file.name)
    assert last["event"] == json.loads(file.with_suffix(".error").read_text())["index"]
    assert last["error"]
    assert all("error" not in line for line in before)


def test_there_are_golden_records_of_every_game() -> None:
    assert {json.loads(file.read_text())["game"] for file in records(GOLDEN)} == GAMES


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON"),
        ("[1]", "a record is a JSON object"),
        ('{"cutcard": 1, "cutcard": 1}', "'cutcard' stands there twice"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_a_file_that_is_no_record(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(ParseError, match=reason):
        load(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="cannot read"):
        load(tmp_path / "none.json")


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps(cutcard.game("pairs").start(seed=1).record()), encoding="utf-8-sig")
    assert cutcard.replay(load(file)) == cutcard.game("pairs").start(seed=1)
