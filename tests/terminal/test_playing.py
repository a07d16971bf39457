"""Whole games in plain lines, through pipes, and all that can be typed on the way."""

import json
from pathlib import Path

import pytest

import cutcard
from cutcard.core.dealer import first_dealer
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.table.record import load, replay
from tests.terminal.driving import Cutcard, Piped, run
from tests.terminal.test_screenful import played

SHORT = {
    "pairs": ("--target", "8"),
    "continuous": ("--target", "8", "--eights"),
    "port": ("--target", "6"),
    "starboard": ("--games", "2"),
    "to-the-moon": ("--rounds", "1"),
    "pickle": ("--limit", "20"),
    "clever-pickin": ("--target", "15"),
}
"""Flags that make a game short."""

PROMPT = "Your move (h hint, ? help, q quit):"


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_piped_game_to_the_end(book: Rulebook, tmp_path: Path) -> None:
    """Always the first move listed. The record it saves is that of a finished game."""
    file = tmp_path / "game.json"
    game = Piped("play", book.name, "--plain", "--seats", "3", "--seed", "5", "--save", str(file), *SHORT.get(book.name, ()))
    assert game.play_first_moves() == 0
    table = replay(load(file))
    result = table.result
    assert result is not None
    assert "The game is over." in game.lines
    for seat, name in enumerate(("You", "Ada", "Bo")):
        place = next(i for i, place in enumerate(result.places) if seat in place)
        before = sum(map(len, result.places[:place]))
        assert f"Place {before + 1}: {name}, score {result.scores[seat]}." in game.lines


def test_everything_that_can_be_typed(tmp_path: Path) -> None:
    """`?`, an illegal move, no move at all, Enter, the rules; then `q` offers to save."""
    typed = "?\nf10\nnonsense\n\nrules\ni\nq\ny\nsaved.json\n"
    done = run("play", "pairs", "--plain", "--seats", "2", "--seed", "3", typed=typed, folder=tmp_path, fresh=True)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert "i: hit: take the top card. A pair scores its rank." in lines
    assert any(line.startswith("A fold takes the lowest card in play: fold ") and "(PAIRS-10)" in line for line in lines)
    assert any(line.startswith("'nonsense' is not a move of Pairs") for line in lines)
    assert lines.count("Your turn: hit, or fold and take the lowest card in play.") == 3
    assert "# Pairs" in lines
    assert lines[-2:] == ["The game is saved in saved.json.", "Go on with: cutcard play pairs --resume saved.json"]
    assert load(tmp_path / "saved.json")["events"].count("0 hit") == 1


def test_a_refusal_names_the_seats(command: Cutcard) -> None:
    done = command("play", "continuous", "--plain", "--seed", "3", "--seats", "2", typed="f1a\nf1y\n")
    assert "There is no 1 in the stack of Ada (CONT-3)." in done.out
    assert "There is no 1 in the stack of you (CONT-3)." in done.out


def test_the_same_seed_deals_and_plays_the_same_game(command: Cutcard) -> None:
    """But for words that a bot is thinking, which come where the machine is slow."""
    first, second = (
        command("play", "port", "--plain", "--seed", "9", "--bots", "random", typed="i\nl\n" * 3).out for _ in range(2)
    )
    told, again = ([line for line in out.splitlines() if not line.endswith(" is thinking…")] for out in (first, second))
    assert told == again
    assert first.count(PROMPT) == 7


def test_common_2_the_first_dealer_is_drawn_follows_the_seed_or_is_chosen(command: Cutcard, tmp_path: Path) -> None:
    def dealer(*flags: str) -> int:
        file = tmp_path / "game.json"
        file.unlink(missing_ok=True)
        assert command("play", "starboard", "--plain", "--seats", "3", "--save", file, *flags).status == 0
        return int(load(file)["dealer"])

    assert {dealer() for _ in range(60)} == {0, 1, 2}
    for seed in range(6):
        assert dealer("--seed", str(seed)) == first_dealer(3, seed)
    assert dealer("--seed", "1", "--dealer", "2") == 2
    assert dealer("--dealer", "0") == 0


def test_common_2_a_game_that_goes_on_keeps_its_dealer(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command("play", "port", "--plain", "--dealer", "2", "--save", file)
    said = command("play", "port", "--plain", "--resume", file, "--seed", "1", typed="l\n")
    assert "Bo (dealer): score 0 of 21." in said.out
    assert load(file)["dealer"] == 2
    assert "begun with dealer 2" in command("play", "port", "--plain", "--resume", file, "--dealer", "1").errors


def test_the_end_of_the_input_saves_and_resumes(command: Cutcard, tmp_path: Path) -> None:
    """Save to a file, stop, go on: the record grows in the same file, and leads to the table that was played."""
    file = tmp_path / "game.json"
    arguments = ("play", "port", "--plain", "--seat", "1", "--name", "Kim", "--bots", "random,steady,random")
    done = command(*arguments, "--seed", "4", "--save", file, typed="i\n")
    assert done.status == 0
    assert f"The game is saved in {file} after every move." in done.out
    assert done.out.splitlines()[-2:] == [
        f"The game is saved in {file}.",
        f"Go on with: cutcard play port --resume {file} --seat 1 --bots random,steady,random",
    ]
    assert "Kim (you): score 0 of 21." in done.out
    before = load(file)
    done = command(*arguments, "--resume", file, typed="l\n")
    assert done.status == 0
    assert f"The game is saved in {file} after every move." in done.out
    after = load(file)
    assert after["events"][: len(before["events"])] == before["events"]
    assert after["events"][len(before["events"])] == "1 lock"
    assert 1 in replay(after).to_act


def test_a_game_that_is_not_saved_says_so(command: Cutcard) -> None:
    done = command("play", "port", "--plain", "--seed", "4")
    assert done.status == 0
    assert done.out.splitlines()[-1] == "There is no more input: the game stops here and is not saved."


def test_a_finished_record_shows_its_result(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    table = played("pairs", 10_000)
    file.write_text(json.dumps(table.record()))
    done = command("play", "pairs", "--plain", "--resume", file)
    assert done.status == 0
    assert "The game is over." in done.out
    assert PROMPT not in done.out
    assert load(file) == table.record()


def test_no_file_is_written_over_unasked(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    done = command("play", "pairs", "--plain", "--save", file, typed="i\n")
    assert (done.status, done.out) == (1, "")
    assert "exists and is not written over" in done.errors
    assert len(done.errors.splitlines()) == 1
    assert file.read_text() == "precious"


def test_flags_that_contradict_a_record_are_an_error(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played("pairs", 3).record()))
    done = command("play", "pairs", "--plain", "--resume", file, "--seats", "4", typed="i\n")
    assert done.status == 2
    assert "begun with seats 3, so it cannot go on with 4: leave that option out" in done.errors


BOTS = """
class Clumsy:
    def choose(self, view, legal, rng):
        raise ValueError("I have lost my cards")

class Cheat:
    def choose(self, view, legal, rng):
        return "fly"

class Mute:
    def choose(self, view, legal, rng):
        return None
"""


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (
            "Clumsy",
            "Ada, the bot failing_bots:Clumsy, cannot go on: ValueError: I have lost my cards (failing_bots.py, line 4).",
        ),
        ("Cheat", "Ada, the bot failing_bots:Cheat, made a move that is not allowed: 'fly' is not a move of Port"),
        ("Mute", "Ada, the bot failing_bots:Mute, made a move that is not allowed: "),
    ],
)
def test_a_bot_that_fails_ends_the_game_in_one_line(
    bot: str, said: str, command: Cutcard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost: the game is saved up to the bot's turn, or one is asked."""
    (tmp_path / "failing_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "game.json"
    arguments = ("play", "port", "--plain", "--seed", "3", "--seats", "2", "--bots", f"failing_bots:{bot}")
    done = command(*arguments, "--save", file, typed="l\nl\n")
    assert (done.status, done.errors) == (1, "")
    assert sum(line.startswith(said) for line in done.out.splitlines()) == 1
    assert done.out.splitlines()[-2] == f"The game is saved in {file}."
    assert replay(load(file)).to_act == (1,)
    unsaved = command(*arguments, typed="l\n" * done.out.count(PROMPT) + "n\n")
    assert unsaved.status == 1
    assert unsaved.out.splitlines()[-1] == "Save the game? (Y/n)"
