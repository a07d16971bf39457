"""In the terminal: again with the same people, the tally, and the loser's penalty."""

import io
from typing import Any

import pytest

import cutcard
from cutcard import ParseError, Table
from cutcard.core.table.evening import Line
from cutcard.present.seats import seated
from cutcard.terminal.evening import cleaned, play_evening, told
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.saving import Keeper
from cutcard.terminal.session import Session
from tests.terminal.driving import Cutcard


def evening(monkeypatch: pytest.MonkeyPatch, table: Table, typed: str, penalty: str | None = None) -> bool:
    """An evening that begins with a game that is over."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setattr("cutcard.terminal.evening.is_interactive", lambda: True)
    session = Session(table, seated(table.game.seats, 0, "steady", "Zoe"), PlainScreen(), Keeper(), 1)
    return play_evening(session, table.game.given_options, 1, penalty)


def over(name: str, line: str, move: str, seat: int, **options: Any) -> Table:
    table = cutcard.game(name, seats=2, **options).position(f"{name}/2; {line}", cards=["7"]).play(move, seat)
    assert table.is_over
    return table


def test_again_with_the_same_people_and_their_coins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "to_act 1; deck *; hand 3 7; scores 6 2; pot 3; playing 0 1; locked 0; button 1"
    assert evening(monkeypatch, over("starboard", line, "lock", 1, games=1, coins=6), "y\nq\nn\n")
    after = capsys.readouterr().out.partition("Again with the same people?")[2]
    assert "3 coins in the pot" in after  # the odd coin and two antes
    assert "Zoe (you, button): score 6." in after


def test_the_evening_ends_with_a_no(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = "to_act 1; deck *; hand 3 7; scores 6 2; pot 3; playing 0 1; locked 0; button 1"
    assert evening(monkeypatch, over("starboard", line, "lock", 1, games=1), "\n")
    assert capsys.readouterr().out.rstrip().endswith("(y/N)")


def test_the_tally_is_told_from_the_second_game_on() -> None:
    assert told([Line("a", "Ann", 1, 1, 0, 5)]) == []
    lines = told([Line("a", "Ann", 2, 1, 0, 5), Line("b", "Bo", 2, 0, 0, -5)])
    assert lines == ["", "This evening:", "  Ann: won 1 of 2, points 5", "  Bo: won 0 of 2, points -5"]
    assert told([Line("a", "Ann", 2, 0, 2, 9), Line("b", "Bo", 2)])[2:] == [
        "  Ann: lost 2 of 2, points 9",
        "  Bo: lost 0 of 2, points 0",
    ]


@pytest.mark.parametrize(("seat", "loser"), [(0, "Zoe"), (1, "Ada")])
def test_the_penalty_is_said_to_the_loser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seat: int, loser: str
) -> None:
    stacks = "7, 5" if seat == 0 else "5, 7"
    evening(monkeypatch, over("pairs", f"to_act {seat}; deck *; stacks {stacks}", "hit", seat, target=7), "n\n", "wash up")
    assert f"{loser}, your penalty: wash up." in capsys.readouterr().out.splitlines()


def test_a_penalty_is_cleaned() -> None:
    assert cleaned(None) is None
    assert cleaned(" \n ") is None
    assert cleaned(" wash\n up\x07 ") == "wash up"
    with pytest.raises(ParseError, match="at most 80 characters, not 81"):
        cleaned("x" * 81)


def test_only_a_game_with_a_loser_has_the_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command = Cutcard(capsys, monkeypatch)
    assert "--penalty" in command("play", "pairs", "--help").out
    assert "--penalty" not in command("play", "port", "--help").out
    assert command("play", "port", "--penalty", "wash up").status == 2
