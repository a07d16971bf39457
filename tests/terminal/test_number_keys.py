"""Moves by their number: a line through a pipe, a single key at a terminal."""

import os
import pty
import re
from pathlib import Path

import pytest

from cutcard.core.table.record import load
from cutcard.terminal import keyboard
from cutcard.terminal.keyboard import Keyboard
from tests.terminal.driving import CTRL_C, Cutcard, Terminal

PROMPT = "q quit):"


def moves(file: Path, seat: int = 0) -> list[str]:
    """What a seat has played."""
    return [event[2:] for event in load(file)["events"] if event.startswith(f"{seat} ")]


def test_a_number_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command, file = Cutcard(capsys, monkeypatch), tmp_path / "game.json"
    done = command("play", "port", "--plain", "--seats", "2", "--seed", "1", "--save", file, typed="3\n?\n2\n")
    assert "1 or i: Hit" in done.out
    assert "2 or l: Lock." in done.out.splitlines()
    assert "'3' is not a move of Port" in done.out
    assert any(line.startswith("1, 2, 3 …: makes the move with that number") for line in done.out.splitlines())
    assert moves(file) == ["lock"]


@pytest.mark.parametrize("columns", [80, 30])
def test_a_single_key_at_a_terminal(tmp_path: Path, columns: int) -> None:
    """It needs no Enter, and one that comes all the same does not show the table again. What begins with another key is a
    line as ever: it can be edited, brought back and left. In 30 columns the question takes two lines."""
    file = tmp_path / "game.json"
    flags = ("--seats", "2", "--seed", "1", "--save", "game.json")
    with Terminal("play", "port", *flags, folder=tmp_path, columns=columns) as terminal:
        terminal.expect(PROMPT)
        assert re.search(r"^ +1  i  Hit", terminal.seen, re.MULTILINE)
        terminal.type("2", enter=False)
        terminal.expect("You lock.")
        terminal.expect(PROMPT)
        terminal.type("1")
        terminal.expect("You hit.")
        terminal.expect(PROMPT)
        terminal.type("garbage\x15\x7f\x1b[Dhit")
        terminal.expect("You hit.")
        terminal.expect(PROMPT)
        terminal.type("\x1b[A")
        terminal.expect("You hit.")
        terminal.expect(PROMPT)
        assert moves(file) == ["lock", "hit", "hit", "hit"]
        assert terminal.seen.count("Your turn: hit") == 5
        terminal.type(CTRL_C, enter=False)
        terminal.expect("The game is saved in")
        assert terminal.finish() == 0


def test_where_a_digit_may_begin_a_card_enter_is_waited_for(tmp_path: Path) -> None:
    """The second to pick has three cards to choose from: 2 and Enter is the second of them."""
    flags = ("--seats", "4", "--dealer", "2", "--seed", "1", "--save", "game.json")
    with Terminal("play", "clever-pickin", *flags, folder=tmp_path) as terminal:
        terminal.expect(PROMPT)
        listed = re.findall(r"^ +(\d)  +(\w+)  Pick the", terminal.seen, re.MULTILINE)
        assert [number for number, _ in listed] == ["1", "2", "3"]
        terminal.type("2")
        terminal.expect("You pick the")
        terminal.expect(PROMPT)
        assert moves(tmp_path / "game.json") == [f"pick {listed[1][1].upper()}"]


# Enter after a number


class Desk:
    """A terminal in this process, with somebody who presses keys as soon as a question stands there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *keys: bytes) -> None:
        self.keys = list(keys)
        self.written = ""
        self.monkeypatch = monkeypatch

    def __enter__(self) -> Keyboard:
        self.master, slave = pty.openpty()
        self.stdin = os.fdopen(slave, "r")
        self.monkeypatch.setattr("sys.stdin", self.stdin)
        self.monkeypatch.setattr("sys.stdout", self)
        return Keyboard()

    def __exit__(self, *raised: object) -> None:
        self.monkeypatch.undo()
        self.stdin.close()
        os.close(self.master)

    def write(self, text: str) -> int:
        self.written += text
        if text == "?" and self.keys:
            os.write(self.master, self.keys.pop(0))
        return len(text)

    def flush(self) -> None:
        pass


def test_enter_right_after_a_number_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would uncover the cards of whoever is next: also where the next question takes no numbers."""
    monkeypatch.setattr(keyboard, "HABIT", float("inf"))
    with Desk(monkeypatch, b"1", b"\r2", b"\r\r") as typed:
        assert typed.line("?", 0, "12") == "1"
        assert typed.line("?", 0, "12") == "2"
        assert typed.line("?", 0) == ""


def test_enter_a_while_after_a_number_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "HABIT", 0.0)
    with Desk(monkeypatch, b"1", b"\r") as typed:
        assert typed.line("?", 0, "1") == "1"
        assert typed.line("?", 0, "1") == ""


def test_enter_that_was_pressed_before_the_question_belongs_to_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "HABIT", 0.0)
    with Desk(monkeypatch, b"1\r", b"2") as typed:
        assert typed.line("?", 0, "12") == "1"
        assert typed.line("?", 0, "12") == "2"


def test_the_end_of_the_input_at_a_single_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """After keys that do nothing in an empty line: Tab, and the arrow down."""
    desk = Desk(monkeypatch, b"\x09\x1bOB\x04")
    with desk as typed, pytest.raises(EOFError):
        typed.line("?", 0, "1")
    assert desk.written == "?\n"
