"""A person at a terminal, with colours, Ctrl-C and all. In Port everybody gets a turn in every round, whatever is dealt."""

import re
from pathlib import Path

from cutcard.core.table.record import load, replay
from tests.terminal.driving import CTRL_C, CTRL_D, Terminal

PROMPT = "q quit):"
OVER = "Place 1:"
ALL_READY, DEALT_AGAIN = "Ada, Bo, Cy, Dee, Eli and Fay are ready.", "the cards are dealt again."
"""What comes of the call in Pickle: one of the others may hold both cards that force a redeal (PICKLE-7)."""


def test_a_game_with_ctrl_c_saved_resumed_and_played_to_the_end(tmp_path: Path) -> None:
    with Terminal("play", "port", "--target", "8", folder=tmp_path) as terminal:
        terminal.expect(PROMPT)
        assert "first to 8 points wins" in terminal.seen
        terminal.type("i")
        terminal.expect("You hit.")
        terminal.expect(PROMPT)
        terminal.type(CTRL_C, enter=False)
        terminal.expect("Save the game? (Y/n)")
        terminal.type("")
        terminal.expect("File name [port.json]")
        terminal.type("")
        terminal.expect("The game is saved in port.json.")
        assert terminal.finish() == 0
    saved = load(tmp_path / "port.json")
    assert saved["events"].count("0 hit") == 1
    with Terminal("play", "port", "--resume", "port.json", folder=tmp_path) as terminal:
        while terminal.expect(PROMPT, OVER) == PROMPT:
            terminal.type("l")
        assert terminal.finish() == 0
        assert "The game is saved in port.json." in terminal.seen
    after = load(tmp_path / "port.json")
    assert after["events"][: len(saved["events"])] == saved["events"]
    assert replay(after).is_over


def test_the_menu_from_enter_to_another_game(tmp_path: Path) -> None:
    """Choose by number, take the defaults, play to the end; then leave another game, which offers to save."""
    with Terminal("play", folder=tmp_path, columns=100, rows=40) as terminal:
        terminal.expect("Which game? (? explains, q leaves) [1]")
        terminal.type("10")
        terminal.expect("There is no game '10'")
        terminal.type("rules 1")
        terminal.expect("The losing score")
        terminal.type("")
        terminal.expect("How many seats, you included? 2 to 8 seats [4]")
        terminal.type("9")
        terminal.expect("Pairs is for 2 to 8 seats.")
        terminal.type("2")
        terminal.expect("Which bots? [medium]")
        terminal.type("nobody")
        terminal.expect("there is no player 'nobody'")
        terminal.type("")
        while terminal.expect(PROMPT, OVER) == PROMPT:
            terminal.type("i")
        terminal.expect("Another game? (Y/n)")
        terminal.type("")
        terminal.expect("Which game? (? explains, q leaves) [1]")
        terminal.type("2")
        terminal.expect("[4]")
        terminal.type("3")
        terminal.expect("Which bots? [medium]")
        terminal.type("")
        terminal.expect(PROMPT)
        terminal.type(CTRL_D, enter=False)
        terminal.expect("Save the game? (Y/n)")
        terminal.type("n")
        terminal.expect("Goodbye.")
        assert terminal.finish() == 0
    assert list(tmp_path.iterdir()) == []


def test_the_menu_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    with Terminal("play", "port", "--seats", "2", "--save", "port.json", folder=tmp_path) as terminal:
        terminal.expect(PROMPT)
        terminal.type("q")
        terminal.expect("Go on with: cutcard play port --resume port.json")
        assert terminal.finish() == 0
    with Terminal("--plain", folder=tmp_path) as terminal:
        terminal.expect("Which game?")
        terminal.type("port.json")
        terminal.expect("Which bots?")
        terminal.type("")
        terminal.expect("Your moves are saved in port.json.")
        terminal.expect(PROMPT)
        terminal.type("l")
        terminal.expect("You lock.")
        terminal.expect(PROMPT)
        terminal.type("q")
        assert terminal.finish() == 0
    assert "0 lock" in load(tmp_path / "port.json")["events"]


def test_a_file_that_exists_is_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_text("old")
    with Terminal("play", "port", "--save", "old.json", folder=tmp_path) as terminal:
        terminal.expect("old.json exists. Write over it? (y/N)")
        terminal.type("")
        terminal.expect("exists and is not written over")
        assert terminal.finish() == 1
    assert file.read_text() == "old"
    with Terminal("play", "port", "--save", "old.json", folder=tmp_path) as terminal:
        terminal.expect("Write over it?")
        terminal.type("y")
        terminal.expect(PROMPT)
        terminal.type("q")
        assert terminal.finish() == 0
    assert load(file)["game"] == "port"


def test_a_hand_of_pickle_in_a_small_terminal(tmp_path: Path) -> None:
    """Suits can be typed as they are shown; a move that is not allowed is refused with the reason."""
    with Terminal("play", "pickle", "--seats", "7", "--hands", "1", "--save", "game.json", folder=tmp_path) as terminal:
        terminal.expect(PROMPT)
        terminal.expect_nothing_wider(80)
        terminal.type("?")
        terminal.expect("is the king of hearts")
        terminal.expect(PROMPT)
        terminal.type("r")
        terminal.expect("You are ready.")
        while terminal.expect(ALL_READY, DEALT_AGAIN) == DEALT_AGAIN:
            terminal.expect(PROMPT)
            terminal.type("r")
        while terminal.expect(PROMPT, OVER) == PROMPT:
            hand = re.findall(r"Your hand +(.*)", terminal.seen)[-1]
            terminal.type(" ".join(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]|JR|JB", hand)[: led(terminal.seen)]))
        assert terminal.finish() == 0
        terminal.expect_nothing_wider(80)
    assert replay(load(tmp_path / "game.json")).is_over


def led(seen: str) -> int:
    """How many cards the trick in play needs."""
    task = re.findall(r"Your turn: (.*)", seen)[-1]
    return max(1, len(re.findall(r"[♣♦♥♠★]", task)))
