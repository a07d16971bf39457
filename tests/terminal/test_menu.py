"""The menu: games by number, name or title, with their options."""

import io

import pytest

import cutcard
from cutcard import ParseError
from cutcard.games.pairs import PAIRS
from cutcard.games.to_the_moon import TO_THE_MOON
from cutcard.terminal.menu import Menu, options_of
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.warming import Warmer


def test_options_as_they_are_typed() -> None:
    assert options_of(PAIRS, []) == {}
    assert options_of(PAIRS, ["eights", "target=20"]) == {"eights": True, "target": 20}
    assert options_of(PAIRS, ["eights=off", "burn=0"]) == {"eights": False, "burn": 0}


@pytest.mark.parametrize("word", ["target", "target=", "target=x", "target=-1", "eights=3", "coins=3", "="])
def test_options_that_cannot_be_read(word: str) -> None:
    with pytest.raises(ParseError):
        options_of(PAIRS, [word])


def menu(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    books = cutcard.games()
    warmer = Warmer(books)
    warmer.start()
    Menu(books, PlainScreen(), warmer).run()


def test_a_game_with_options_from_the_menu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    menu(monkeypatch, "1 eights target=20\n2\nrandom\nq\nn\n")
    assert "Whoever reaches 20 points loses" in capsys.readouterr().out


def test_what_cannot_be_played_is_refused_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    menu(monkeypatch, "poker\nport coins=3\npairs target=999\n2\nsteady\nn\n")
    said = capsys.readouterr()
    assert "There is no game 'poker'" in said.out + said.err
    assert "Port has no option 'coins'" in said.out + said.err
    assert "the option target is from 1 to 188 at 2 seats, not 999" in said.out + said.err


def test_the_options_of_a_game_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    menu(monkeypatch, f"options {TO_THE_MOON.title}\nq\n")
    assert "rounds=NUMBER: How many rounds are played." in capsys.readouterr().out
