"""The menu: games by number, name or title, with their options."""

import io
import json
import re
from pathlib import Path

import pytest

import cutcard
from cutcard import ParseError, Rulebook
from cutcard.games.clever_pickin.deck import STAND_IN
from cutcard.games.clever_pickin.rulebook import CLEVER_PICKIN
from cutcard.games.pairs.rulebook import PAIRS
from cutcard.games.pickle.rulebook import PICKLE
from cutcard.games.starboard.rulebook import STARBOARD
from cutcard.games.to_the_moon.rulebook import TO_THE_MOON
from cutcard.terminal.compile_wait import BackgroundCompiler
from cutcard.terminal.menu import Menu, options_of
from cutcard.terminal.plain_screen import PlainScreen


def test_options_as_they_are_typed() -> None:
    assert options_of(PAIRS, []) == {}
    assert options_of(PAIRS, ["eights", "target=20"]) == {"eights": True, "target": 20}
    assert options_of(STARBOARD, ["purses=5,0,7", "pot=1"]) == {"purses": (5, 0, 7), "pot": 1}
    assert options_of(PAIRS, ["eights=off", "burn=0"]) == {"eights": False, "burn": 0}


def test_options_that_are_rows(tmp_path: Path) -> None:
    points = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"
    assert options_of(PICKLE, [f"points={points}", "must-beat"]) == {"points": tuple(range(1, 17)), "must_beat": True}
    file = tmp_path / "My Deck.JSON"
    file.write_text(json.dumps(STAND_IN[::-1]))
    assert options_of(CLEVER_PICKIN, [f"deck={file}"]) == {"deck": STAND_IN[::-1]}


@pytest.mark.parametrize(
    ("book", "word", "reason"),
    [
        (PICKLE, "points", "say points=N,N,… with 16 numbers"),
        (PICKLE, "points=1,x", "say points=N,N,… with 16 numbers"),
        (PICKLE, "points=1,2", "the option points is a list of 16, not 2 of them"),
        (PICKLE, "points=0" + ",1" * 15, "whole numbers from 1 on"),
        (CLEVER_PICKIN, "deck=nothing.csv", "cannot read nothing.csv"),
        (CLEVER_PICKIN, "deck", "cannot read"),
    ],
)
def test_rows_that_cannot_be_read(book: Rulebook, word: str, reason: str) -> None:
    with pytest.raises(ParseError, match=re.escape(reason)):
        options_of(book, [word])


@pytest.mark.parametrize("word", ["target", "target=", "target=x", "target=-1", "eights=3", "coins=3", "="])
def test_options_that_cannot_be_read(word: str) -> None:
    with pytest.raises(ParseError):
        options_of(PAIRS, [word])


def menu(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    books = cutcard.games()
    compiler = BackgroundCompiler(books)
    compiler.start()
    Menu(books, PlainScreen(), compiler).run()


def test_a_game_with_options_from_the_menu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    menu(monkeypatch, "1 eights target=20\n2\nrandom\nq\nn\n")
    assert "Whoever reaches 20 points loses" in capsys.readouterr().out


def test_a_variant_from_the_menu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    menu(monkeypatch, "pieces-of-eight target=20\n2\nrandom\nq\n")
    said = capsys.readouterr().out
    assert "9: Pieces of Eight, 2 to 8 seats." in said
    assert "Pieces of Eight: Whoever reaches 20 points loses." in said
    menu(monkeypatch, "9 eights=off\nrules pieces of eight\nq\n")
    said = capsys.readouterr().out
    assert "Pieces of Eight is Pairs with the option eights" in said
    assert "**Pieces of Eight** is Pairs with" in said


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
    menu(monkeypatch, "options pickle\noptions clever pickin\nq\n")
    said = capsys.readouterr().out
    assert "points=N,N,…: What the final high card costs" in said
    assert "must_beat: Whoever can match" in said
    assert "deck=FILE: A file with the solid and hollow values" in said


def test_the_deck_of_a_game_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    menu(monkeypatch, "deck pairs\nq\n")
    assert "The Pairs deck has 55 cards" in capsys.readouterr().out


def test_a_file_keeps_the_case_and_the_spaces_of_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "My Deck.csv"
    file.write_text("solid,hollow\n" + "\n".join(f"{a},{b}" for a, b in zip(STAND_IN, STAND_IN[::-1], strict=True)))
    menu(monkeypatch, f'Clever Pickin\' deck="{file}" Target=9\n2\n\nquit\nn\n')
    said = capsys.readouterr().out
    assert "Clever Pickin': Hand 1; 9 points win; round 1 of picking." in said
    assert "stand-in" not in said
