"""Several people at one keyboard: hidden hands are covered between turns, and each is told of their own seat's view."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

import cutcard
from cutcard.core.errors import ParseError
from cutcard.core.table.record import load, replay
from cutcard.core.table.table import Table
from cutcard.present.seats import Seating, people_named, seated
from cutcard.terminal.menu import welcome
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.saving import Keeper
from cutcard.terminal.session import Session
from tests.terminal.driving import Cutcard, Terminal

COVERED = "The cards are covered."
READY = re.compile(r"(\w+), it is your turn\. Press Enter when nobody else looks\.")
MOVE = re.compile(r"(\w+), your move \(h hint")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


class Recorded(PlainScreen):
    """Keeps what is said. Everybody is ready at once, and makes the first move listed until so many were made."""

    def __init__(self, moves: int = 100_000) -> None:
        self.lines: list[str] = []
        self.moves = moves

    def say(self, *lines: str) -> None:
        self.lines += lines

    def ask(self, text: str, default: str = "") -> str:
        self.say(text)
        if not MOVE.match(text):
            return "" if READY.match(text) else "n"
        self.moves -= 1
        if self.moves < 0:
            raise EOFError
        last = max(i for i, line in enumerate(self.lines) if line == "Your moves:")
        return self.lines[last + 1].partition(":")[0].partition(" or ")[0]

    @property
    def shown(self) -> list[str]:
        """What stood on the screen at a time: the text from one cover to the next."""
        return "\n".join(self.lines).split(COVERED)


def two_people(seats: int, bots: str = "random") -> Seating:
    return seated(seats, 0, bots, None, None, ("Ann", "Ben"))


def played(table: Table, moves: int = 100_000, keep: Callable[[Table], None] | None = None) -> Recorded:
    screen = Recorded(moves)
    keeper = Keeper()
    if keep is not None:
        keeper.keep = keep  # type: ignore[method-assign]
    Session(table, two_people(table.game.seats), screen, keeper, 1).play()
    return screen


ANN, BEN = ["10", "10", "10", "9", "9", "8", "8"], ["1", "2", "2", "3", "3", "4", "4"]
OTHER_ANN = ["10", "9", "9", "9", "8", "7", "7"]
POOL, NEXT_POOL = ["5", "5", "6", "6", "7"], ["5", "5", "5", "6", "6"]


def pickup(ann: list[str]) -> Table:
    """Ann sits at the dealer's left."""
    hands = [card for pair in zip(ann, BEN, strict=True) for card in pair]
    return cutcard.game("pickup", seats=2, dealer=1).start(cards=[*hands, *POOL, *NEXT_POOL])


def test_a_hand_is_covered_before_the_next_person_looks() -> None:
    """From one cover to the next, the hand of one person alone is on the screen, and it is the one who said to be ready."""
    tables: list[Table] = []
    screen = played(cutcard.game("pickup", seats=3).start(seed=3), keep=tables.append)
    before, *turns, end = screen.shown
    assert before.strip() == ""
    assert len(turns) > 8
    looked = []
    for shown in turns:
        (name,) = READY.findall(shown)
        assert shown.index(name) < shown.index("Your hand: ")
        assert set(MOVE.findall(shown)) == {name}
        assert f"{name} (you" in shown
        looked.append(name)
    assert set(looked) == {"Ann", "Ben"}
    assert all(name != following for name, following in pairwise(looked))
    assert "Your hand" not in end
    assert tables[-1].is_over


def test_the_hand_of_one_is_nowhere_in_what_the_other_is_shown() -> None:
    """Whatever Ann holds and chooses, Ben is shown the same until both have chosen."""
    (_, ann, ben, *_), (_, other_ann, same_ben, *_) = (played(pickup(hand), moves=2).shown for hand in (ANN, OTHER_ANN))
    assert "Your hand: 8 twice, 9 twice, 10 three times." in ann
    assert "Your hand: 7 twice, 8, 9 three times, 10." in other_ann
    assert READY.findall(ben) == ["Ben"]
    assert "Your hand: 1, 2 twice, 3 twice, 4 twice." in ben
    until = ben.index("Ben, your move")
    assert ben[:until] == same_ben[:until]
    assert "Ann chooses a card." in ben


def test_each_is_told_from_their_own_seat_what_happened_since_they_looked() -> None:
    """What was chosen is told when both have chosen. Whoever has the keyboard keeps it as long as they are asked."""
    _, ann, ben, ann_again, left = (part.strip() for part in played(pickup(ANN), moves=3).shown)
    assert ann.startswith(
        "Ann, it is your turn. Press Enter when nobody else looks.\nYou are dealt 10 10 10 9 9 8 8.\nBen is dealt"
    )
    assert "\nAnn is dealt 7 cards.\nYou are dealt 1 2 2 3 3 4 4.\nThe pool: 5 5 6 6 7.\nAnn chooses a card.\n" in ben
    assert "8" not in ben
    assert "\nYou choose the 8.\nBen chooses a card.\nYou play 8.\nBen plays 1.\n" in ann_again
    assert ann_again.count("Ann, your move") == 2
    assert left == "There is no more input: the game stops here and is not saved."


def test_where_all_see_the_same_nothing_is_covered() -> None:
    table = cutcard.game("pairs", seats=3, target=12).start(seed=2)
    screen = played(table)
    said = "\n".join(screen.lines)
    assert COVERED not in said
    assert not READY.search(said)
    assert set(MOVE.findall(said)) == {"Ann", "Ben"}
    assert "Ann (you" in said
    assert "Ben (you" in said
    assert "Ann, your turn: hit, or fold and take the lowest card in play." in screen.lines


def test_the_end_is_shown_once_for_all() -> None:
    tables: list[Table] = []
    screen = played(cutcard.game("port", seats=3, rounds=1).start(seed=2), keep=tables.append)
    result = tables[-1].result
    assert result is not None
    assert screen.lines.count("The game is over.") == 1
    end = screen.lines[screen.lines.index("The game is over.") :]
    assert not re.search(r"\b[Yy]ou\b", "\n".join(end))
    for seat, name in enumerate(("Ann", "Ben", "Ada")):
        assert any(f"{name}, score {result.scores[seat]}." in line for line in end)


def test_what_is_told_at_the_end_begins_where_somebody_looked_last() -> None:
    """Ann locks first, and Ben after her: at the end she is told of both."""
    table = cutcard.game("port", seats=2, rounds=1, dealer=1, burn=0).start(cards=["3", "5"])

    class Locks(Recorded):
        def ask(self, text: str, default: str = "") -> str:
            super().ask(text, default)
            return "l"

    screen = Locks()
    Session(table, two_people(2), screen, Keeper()).play()
    last = max(i for i, line in enumerate(screen.lines) if MOVE.match(line))
    assert "Ann and Ben lock." in screen.lines[last:]


def test_who_leaves_leaves_no_hand_behind() -> None:
    screen = played(pickup(ANN), moves=1)
    assert "Your hand" not in screen.shown[-1]


def test_only_enter_alone_uncovers() -> None:
    class Hasty(Recorded):
        asked = 0

        def ask(self, text: str, default: str = "") -> str:
            if READY.match(text):
                self.say(text)
                self.asked += 1
                return ("5", "c 5", "")[self.asked - 1]
            raise EOFError

    screen = Hasty()
    Session(pickup(ANN), two_people(2), screen, Keeper()).play()
    assert screen.asked == 3
    assert screen.lines.count("Ann, it is your turn. Press Enter when nobody else looks.") == 3


def test_q_leaves_while_the_cards_are_covered(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = command("play", "pickup", "--plain", "--people", "Ann,Ben", "--save", file, typed="q\n")
    assert said.status == 0
    assert "Your hand" not in said.out
    assert said.out.splitlines()[-2:] == [
        f"The game is saved in {file}.",
        f"Go on with: cutcard play pickup --resume {file} --people Ann,Ben",
    ]


def test_pickle_7_all_are_asked_one_after_another_and_covered() -> None:
    screen = played(cutcard.game("pickle", seats=3).start(seed=4), moves=2)
    _, ann, ben, *_ = screen.shown
    assert (READY.findall(ann), READY.findall(ben)) == (["Ann"], ["Ben"])
    hand = re.findall(r"Your hand: (.*)\.", ann)[0]
    assert hand not in ben


# Saving and going on


def test_a_game_of_several_people_goes_on(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    flags = ("--people", "Ann,Ben Bo", "--seats", "3", "--bots", "random")
    said = command("play", "port", "--plain", *flags, "--seed", "4", "--save", file, typed="l\n")
    assert said.out.splitlines()[-1] == (
        f"Go on with: cutcard play port --resume {file} --bots random --people 'Ann,Ben Bo'"
    )
    before = load(file)["events"]
    said = command("play", "port", "--plain", "--people", "Cleo,Dan", "--resume", file, typed="l\n")
    assert said.status == 0
    after = load(file)["events"]
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert "Cleo and Dan play with Ada." in said.out
    assert {"Cleo", "Dan"} & set(MOVE.findall(said.out))
    assert replay(load(file)).game.seats == 3


def test_a_finished_game_shows_its_result_to_all(command: Cutcard, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    tables: list[Table] = []
    played(cutcard.game("port", seats=3, rounds=1).start(seed=2), keep=tables.append)
    file.write_text(json.dumps(tables[-1].record()))
    said = command("play", "port", "--plain", "--people", "Ann,Ben", "--resume", file)
    assert said.status == 0
    assert said.out.count("The game is over.") == 1
    assert not MOVE.search(said.out)


# Who sits where


def test_people_sit_side_by_side_and_bots_have_the_other_seats() -> None:
    seating = seated(4, 2, "steady,random", None, None, ("Ann", "Ada", "Ben")[:2])
    assert seating.names == ("Bo", "Cy", "Ann", "Ada")
    assert seating.kinds == ("steady", "random", "", "")
    assert seating.people == (2, 3)
    assert seating.bots == "steady,random"
    around = seated(3, 2, None, None, None, ("Ann", "Ben"))
    assert (around.names, around.people) == (("Ben", "Ada", "Ann"), (2, 0))


def test_one_person_is_you_by_name() -> None:
    assert seated(3, 1, None, None, None, ("Ann",)) == seated(3, 1, None, "Ann")


def test_the_welcome_names_all() -> None:
    pairs, pickup = cutcard.game("pairs"), cutcard.game("pickup")
    assert welcome(pairs, two_people(4))[2].startswith("Ann and Ben play with Ada and Bo. Type h")
    assert welcome(pairs, two_people(2))[2].startswith("Ann and Ben play. Type h")
    assert not any("covered" in line for line in welcome(pairs, two_people(2)))
    assert any("covered" in line for line in welcome(pickup, two_people(2)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ann,,Ben", "a name in --people 'Ann,,Ben' is empty"),
        ("", "is empty"),
        (" , ", "is empty"),
        ("Ann,ben,ANN", "--people names ANN twice"),
        ("Ann,you", "nobody can be called You"),
    ],
)
def test_names_that_cannot_be(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        people_named(text)


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (("--people", "A,B,C,D,E,F,G,H,I"), "Pairs has 8 seats at most, too few for 9 people"),
        (("--people", "Ann,Ben,Cleo", "--seats", "2"), "--people names 3 people, but there are 2 seats"),
        (("--people", "Ann,Ann"), "--people names Ann twice"),
        (("--people", "Ann,"), "a name in --people 'Ann,' is empty"),
        (("--people", "Ann,Ben", "--name", "Ann"), "say who plays with --people or with --name, not with both"),
        (("--people", "Ann,Ben", "--seats", "3", "--bots", "easy,hard"), "--bots names 2 bots, but there are 1"),
        (("--people", "Ann,Ben", "--seats", "3", "--seat", "3"), "there is no seat 3"),
    ],
)
def test_flags_that_cannot_be(command: Cutcard, flags: tuple[str, ...], reason: str) -> None:
    said = command("play", "pairs", "--plain", *flags)
    assert (said.status, said.out) == (2, "")
    assert reason in said.errors
    assert len(said.errors.splitlines()) == 1


@pytest.mark.parametrize(
    ("flags", "seats"),
    [
        (("--people", "Ann,Ben"), 4),
        (("--people", "Ann,Ben,Cleo,Dan,Eve"), 5),
        (("--people", "Ann,Ben", "--seats", "2"), 2),
        (("--people", "Ann"), 4),
    ],
)
def test_the_usual_seats_or_one_for_each(command: Cutcard, tmp_path: Path, flags: tuple[str, ...], seats: int) -> None:
    file = tmp_path / "game.json"
    assert command("play", "pairs", "--plain", "--save", file, *flags).status == 0
    assert load(file)["seats"] == seats


# The screen in colour


def test_a_terminal_is_cleared_with_all_that_has_left_it() -> None:
    out = io.StringIO()
    RichScreen(Console(file=out, force_terminal=True, width=80, height=24, legacy_windows=False, _environ={})).cover()
    assert out.getvalue() == "\x1b[2J\x1b[H\x1b[3J"


def test_what_cannot_be_cleared_is_pushed_away() -> None:
    for height in (24, 90):
        out = io.StringIO()
        dumb = {"TERM": "dumb"}
        RichScreen(Console(file=out, force_terminal=True, width=80, height=height, _environ=dumb)).cover()
        assert out.getvalue().strip() == ""
        assert out.getvalue().count("\n") >= max(60, height)


def test_two_people_in_a_terminal(tmp_path: Path) -> None:
    """Keys pressed before the question do not uncover anything."""
    with Terminal(
        "play", "pickup", "--people", "Ann,Ben", "--seats", "2", "--save", "game.json", folder=tmp_path
    ) as terminal:
        terminal.expect("Ann, it is your turn.")
        terminal.type("")
        terminal.expect("q quit):")
        assert "Ann, your turn" in terminal.seen
        terminal.type("?")
        terminal.expect("Ann, your move")
        terminal.expect("q quit):")
        terminal.type(re.findall(r"^ +(\w+)  Choose", terminal.seen, re.MULTILINE)[0] + "\r")
        terminal.expect("Ben, it is your turn.")
        terminal.type("5")  # were the cards uncovered, this would be a move
        terminal.expect("Ben, it is your turn.")
        terminal.type("")
        terminal.expect("Ben, your move")
        terminal.expect("q quit):")
        terminal.type("q")
        terminal.expect("--people Ann,Ben")
        assert terminal.finish() == 0
    assert load(tmp_path / "game.json")["events"][-1].startswith("0 ")
