"""The two screens: what they write, and at what width."""

import io
import re
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import cutcard
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.present.cards import pictured
from cutcard.present.plain_text import Voice
from cutcard.present.screenful import Screenful, screenful
from cutcard.present.seats import seated
from cutcard.present.story import story
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.screen import Screen, agreed
from tests.shown import words
from tests.soak import soaked
from tests.terminal.test_screenful import played

SEATING = seated(3, 0, None, None)


@cache
def scenes(name: str) -> list[Screenful]:
    """Of one game, from its start to its end."""
    views = [played(name, moves).view(0) for moves in (0, 7, 30, 10_000)]
    return [screenful(view, SEATING, story(view, 0)) for view in views]


def drawn(shown: Screenful, width: int, colours: bool = False) -> str:
    console = Console(
        width=width,
        file=io.StringIO(),
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        highlight=False,
    )
    RichScreen(console).show(shown)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", soaked([32, 80], [32, 40, 60, 80, 100]))
@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_rich_fits_the_width_and_says_everything(book: Rulebook, width: int) -> None:
    for shown in scenes(book.name):
        text = drawn(shown, width)
        assert all(cell_len(line) <= width for line in text.splitlines())
        lines = " ".join(text.split())
        headline = words(shown, shown.headline)
        assert (pictured(headline) if shown.faces.are_standard else headline) in lines
        for seat in shown.seats:
            assert seat.name in lines
        for choice in shown.choices:
            assert re.search(rf"\b{re.escape(choice.key)}\b", lines)


def test_without_colour_cards_stand_in_brackets() -> None:
    table = cutcard.game("pairs", seats=3).position("pairs/3; to_act 0; stacks 2 7, 10, 3; deck *")
    shown = screenful(table.view(0), SEATING)
    assert "[2] [7]" in drawn(shown, 80)
    assert "▐" in drawn(shown, 80, colours=True)


def test_whose_turn_it_is_has_a_mark() -> None:
    table = cutcard.game("pairs", seats=3).position("pairs/3; to_act 1; stacks 2 7, 10, 3; deck *")
    text = drawn(screenful(table.view(0), SEATING), 80)
    assert re.search(r"^▶ +Ada", text, re.MULTILINE)
    assert "Ada to play" in text


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_plain_has_no_boxes_and_a_line_for_each_fact(book: Rulebook, capsys: pytest.CaptureFixture[str]) -> None:
    for shown in scenes(book.name):
        PlainScreen().show(shown)
        text = capsys.readouterr().out
        assert not re.search(r"[\x1b\r\b─-▟]", text)
        assert f"{words(shown, shown.headline)}." in text.splitlines()
        for choice in shown.choices:
            odds = f", {words(shown, choice.odds)}" if choice.odds else ""
            number = f"{choice.number} or " if choice.number else ""
            assert f"{number}{choice.key}: {words(shown, choice.words)}{odds}." in text.splitlines()
        for paragraph in shown.story:
            for sentence in paragraph:
                assert Voice(shown.faces, shown.names, shown.you)(sentence) in text.splitlines()


def test_plain_counts_equal_cards_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    table = cutcard.game("pairs", seats=3).position(
        "pairs/3; to_act 0; stacks 2 7, 10, 3; discards 5 9 9 10 10 10; burned 1; deck *"
    )
    PlainScreen().show(screenful(table.view(0), SEATING))
    lines = capsys.readouterr().out.splitlines()
    assert "Discards: 5, 9 twice, 10 three times." in lines
    assert "You: stack 2, 7." in lines
    assert "Ada: score 0 of 21." in lines


@pytest.mark.parametrize(("typed", "answer"), [("\n", True), ("n\n", False), ("maybe\nYES\n", True)])
def test_a_question_for_yes_or_no(typed: str, answer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    screens: list[Screen] = [PlainScreen()]
    assert agreed(screens[0], "Sure?", True) is answer
