"""A terminal without aids: no hints, no odds, and of the cards out of play only how many they are."""

import io
from pathlib import Path

import pytest
from rich.console import Console

import cutcard
from cutcard import ParseError, Table
from cutcard.present.seats import seated
from cutcard.terminal.evening import play_evening
from cutcard.terminal.menu import aids_of, welcome
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.saving import Keeper
from cutcard.terminal.session import PROMPT, PROMPT_WITHOUT_AIDS, WITHOUT_AIDS, Session
from tests.terminal.driving import Cutcard
from tests.unaided import every_kind, two_tables


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Shown":
    return Shown(monkeypatch, capsys)


class Shown:
    """All that a session writes for the one who is to act, when this is typed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, table: Table, typed: str, *, aids: bool = False, rich: bool = False) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        self.capsys.readouterr()
        screen = RichScreen(Console(highlight=False, width=120)) if rich else PlainScreen()
        seating = seated(table.game.seats, table.to_act[0], "steady", "Zoe")
        Session(table, seating, screen, Keeper(), 1, aids=aids).play()
        return self.capsys.readouterr().out


def pairs(line: str = "discards 10 10 9", cards: str = "6") -> Table:
    line = f"pairs/2; to_act 0; deck *; stacks 5 3, 7; {line}"
    return cutcard.game("pairs", seats=2).position(line, cards=cards.split())


@every_kind
@pytest.mark.parametrize("rich", [False, True])
def test_no_letter_tells_what_lies_face_down(name: str, rich: bool, shown: Shown) -> None:
    typed = "\nh\n?\nnonsense\nq\nn\n"
    one, other = (shown(table, typed, rich=rich) for table in two_tables(name))
    assert one == other
    with_aids = [shown(table, "q\nn\n", aids=True, rich=rich) for table in two_tables(name)]
    assert with_aids[0] != with_aids[1]


def test_only_how_many_cards_lie_there(shown: Shown) -> None:
    lines = shown(pairs(), "q\nn\n").splitlines()
    assert "Discards: 3 cards." in lines
    assert "1 or i: Hit." in lines
    assert PROMPT_WITHOUT_AIDS in lines
    with_aids = shown(pairs(), "q\nn\n", aids=True).splitlines()
    assert "Discards: 9, 10 twice." in with_aids
    assert "1 or i: Hit." not in with_aids
    assert PROMPT in with_aids
    assert "Discards  3 cards" in shown(pairs(), "q\nn\n", rich=True)


def test_a_hint_is_refused_and_the_help_says_what_bots_know(shown: Shown) -> None:
    assert WITHOUT_AIDS in shown(pairs(), "h\nq\nn\n").splitlines()
    assert f"h: {WITHOUT_AIDS}" in shown(pairs(), "?\nq\nn\n").splitlines()
    assert "Bots know what they saw" in WITHOUT_AIDS
    game = cutcard.game("pairs", seats=2)
    with_aids, without = (welcome(game, seated(2, 0, None, None), aids) for aids in (True, False))
    assert "h for advice" in with_aids[2]
    assert "h for advice" not in without[2]
    assert WITHOUT_AIDS in without


def test_at_the_end_all_is_shown(shown: Shown) -> None:
    table = cutcard.game("pairs", seats=2, target=3).position(
        "pairs/2 target=3; to_act 0; deck *; stacks 5 3, 7; discards 10 10 9", cards=[]
    )
    said = shown(table, "f\n")
    assert "Discards: 3 cards." in said
    assert "Discards: 5, 7, 9, 10 twice." in said


def test_the_next_game_of_an_evening_is_without_them_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = cutcard.game("pairs", seats=2, target=3).position(
        "pairs/2 target=3; to_act 0; deck *; stacks 5 3, 7", cards=[]
    ).play("fold 3", 0)  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("y\nq\nn\n"))
    monkeypatch.setattr("cutcard.terminal.evening.is_interactive", lambda: True)
    session = Session(table, seated(2, 0, "steady", "Zoe"), PlainScreen(), Keeper(), 1, aids=False)
    assert play_evening(session, {"target": 3}, 1, None)
    assert PROMPT_WITHOUT_AIDS in capsys.readouterr().out.partition("Again with the same people?")[2]


def test_the_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = Cutcard(capsys, monkeypatch)
    file = tmp_path / "game.json"
    arguments = ("play", "pairs", "--seats", "2", "--bots", "steady", "--seed", "3", "--dealer", "1", "--plain")
    said = command(*arguments, "--no-aids", "--save", file, typed="h\nq\n").out
    assert said.count(WITHOUT_AIDS) == 2
    assert f"--resume {file} --bots steady --no-aids" in said
    assert "aids" not in file.read_text()
    assert WITHOUT_AIDS not in command(*arguments, "--aids", typed="q\n").out
    help_page = " ".join(command("play", "pairs", "--help").out.split())
    assert "--no-aids" in help_page
    assert "say it again with --resume" in help_page
    assert "bots know what they saw" in help_page


def test_in_the_menu_it_stands_beside_the_options() -> None:
    assert aids_of([]) == (True, [])
    assert aids_of(["eights", "aids=off", "target=20"]) == (False, ["eights", "target=20"])
    assert aids_of(["AIDS=on"]) == (True, [])
    with pytest.raises(ParseError, match="say aids or aids=off"):
        aids_of(["aids=perhaps"])
