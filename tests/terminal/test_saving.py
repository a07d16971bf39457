"""Records on disk."""

import json
from pathlib import Path

import pytest

import cutcard
from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.table.record import load
from cutcard.core.table.table import Table
from cutcard.terminal.saving import Keeper, resumed, write
from tests.terminal.driving import Cutcard
from tests.terminal.test_screenful import played


def test_a_saved_game_goes_on_from_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table = played("continuous", 9, eights=True)
    write(file, table)
    again = resumed(file, table.game.rulebook, {"seats": 3, "eights": True}, seed=4)
    assert again == table
    assert again.record() == table.record()
    assert again.play(again.legal()[0]) == resumed(file, None, {}, seed=4).play(again.legal()[0])
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_keeper_writes_after_every_move_if_it_has_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table = played("port", 2)
    Keeper().keep(table)
    Keeper(file).keep(table)
    Keeper(file).keep(table.play("lock"))
    assert load(file) == table.play("lock").record()


def test_a_game_that_cannot_be_saved_says_so_and_leaves_the_file(tmp_path: Path) -> None:
    with pytest.raises(CutcardError, match="cannot be saved"):
        write(tmp_path / "no folder" / "game.json", played("pairs", 1))
    (tmp_path / "game.json").mkdir()
    with pytest.raises(CutcardError, match="cannot be saved"):
        write(tmp_path / "game.json", played("pairs", 1))
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_game_that_ends_on_a_full_disk_is_not_called_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(path: Path, _: Table) -> None:
        raise CutcardError(f"the game cannot be saved in {path}: No space left on device")

    monkeypatch.setattr("cutcard.terminal.saving.write", no_room)
    line = ("play", "port", "--seats", "2", "--rounds", "1", "--seed", "1", "--save", tmp_path / "game.json")
    said = Cutcard(capsys, monkeypatch)(*line, typed="lock\n" * 9)
    assert "No space left on device. The game goes on." in said.out
    assert said.out.splitlines()[-1] == f"The end of the game could not be saved in {tmp_path / 'game.json'}."


def test_what_contradicts_the_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write(file, played("pairs", 3, eights=True))
    pairs, port = cutcard.game("pairs").rulebook, cutcard.game("port").rulebook
    with pytest.raises(ParseError, match="is a game of Pairs, not of Port: try cutcard play pairs"):
        resumed(file, port, {}, None)
    with pytest.raises(ParseError, match="begun with seats 3, so it cannot go on with 4"):
        resumed(file, pairs, {"seats": 4}, None)
    with pytest.raises(ParseError, match="begun with eights on, so it cannot go on with off"):
        resumed(file, pairs, {"eights": False}, None)


def test_a_faulty_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = played("pairs", 3).record()
    file.write_text(json.dumps({**record, "events": [*record["events"], "9 hit"]}))
    with pytest.raises(CutcardError, match=r"game\.json is not a record of a game: event \d+"):
        resumed(file, None, {}, None)
    with pytest.raises(ParseError, match="cannot read"):
        resumed(tmp_path / "nothing.json", None, {}, None)
