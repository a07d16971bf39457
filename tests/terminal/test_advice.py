"""The key `h`: what a search makes of the moves, in words and bars, and nothing else happens."""

import io
import math
import re
import threading
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

import cutcard
from cutcard.core.declaration.figures import Figures
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.table.table import Table
from cutcard.core.table.view import View, redeal
from cutcard.players.search.search import Advice, Budget, advise
from cutcard.present import advice
from cutcard.present.advice import Counsel, Rated, advice_for
from cutcard.present.keys import keys
from cutcard.present.screenful import Screenful
from cutcard.present.seats import seated
from cutcard.terminal import WORKER
from cutcard.terminal.compile_wait import BackgroundCompiler
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.rich_screen import RichScreen
from cutcard.terminal.saving import Keeper
from cutcard.terminal.session import Session
from tests.shown import sentence, words
from tests.terminal.test_screenful import SEATING, played

SMALL = Budget(simulations=60)

TWO_MOVES = "pairs/3; to_act 0; stacks 2 7, 10, 3; discards 5 9 9 10 10 10; burned 1; deck *"


def pairs(line: str = TWO_MOVES) -> View:
    return cutcard.game("pairs", seats=3).position(line).view(0)


def told(monkeypatch: pytest.MonkeyPatch, view: View, *found: tuple[str, float, float]) -> Counsel:
    """The counsel where the search finds these moves, with utility and error, each in a thousand simulations."""
    moves = tuple(Advice(move, utility, error, 1000) for move, utility, error in found)
    monkeypatch.setattr(advice, "advise", lambda view, budget: moves)
    return advice_for(view, seated(view.game.seats, view.seat or 0, None, None), SMALL)


def drawn(counsel: Counsel, width: int, colours: bool = False) -> str:
    console = Console(
        width=width,
        file=io.StringIO(),
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        highlight=False,
    )
    RichScreen(console).advise(counsel)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# Words


def test_the_best_move_and_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """At three seats a utility of u is a chance to lose of (1 - 2 u) / 3."""
    counsel = told(monkeypatch, pairs(), ("hit", 0.155, 0.003), ("fold 2", 0.095, 0.003))
    assert (
        words(counsel, counsel.sentence)
        == "Hit looks best: you lose about 23% of games this way, 27% if you fold and take the 2."
    )
    assert counsel.heading == "Games you lose"
    assert [(one.key, words(counsel, one.words), one.shown, one.give_or_take) for one in counsel.rated] == [
        ("i", "Hit", "23.0%", "0.2"),
        ("f", "Fold and take the 2", "27.0%", "0.2"),
    ]
    assert counsel.remark == ""


def test_moves_within_the_error_are_about_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    counsel = told(monkeypatch, pairs(), ("hit", 0.155, 0.03), ("fold 2", 0.095, 0.03))
    assert (
        words(counsel, counsel.sentence)
        == "Hit, or fold and take the 2: about equal. You lose about 23% of games either way."
    )


def test_a_move_that_was_hardly_tried_is_not_about_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own error is large because it looked worse from the start."""
    counsel = told(monkeypatch, pairs(), ("hit", 0.155, 0.001), ("fold 2", 0.05, 0.08))
    assert (
        words(counsel, counsel.sentence)
        == "Hit looks best: you lose about 23% of games this way, 30% if you fold and take the 2."
    )


def test_moves_that_round_to_the_same_are_about_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    counsel = told(monkeypatch, pairs(), ("hit", 0.155, 0.0001), ("fold 2", 0.154, 0.0001))
    assert (
        words(counsel, counsel.sentence)
        == "Hit, or fold and take the 2: about equal. You lose about 23% of games either way."
    )


def test_several_equal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """At three seats a utility of u is a chance to win of (1 + 2 u) / 3."""
    view = (
        cutcard.game("to-the-moon", seats=3).position("to-the-moon/3; to_act 0; hands 3 5 9, -, -; trick 4; deck *").view(0)
    )
    found = [(move, 0.1, 0.02) for move in ("build 3", "build 5", "build 9")]
    counsel = told(monkeypatch, view, *found, ("test", -0.4, 0.02))
    assert words(counsel, counsel.sentence) == ("The best 3 are about equal. You win about 40% of games with any of them.")
    counsel = told(monkeypatch, view, *found)
    assert words(counsel, counsel.sentence) == ("All are about equal. You win about 40% of games with any of them.")


def test_hardly_ever_and_nearly_always(monkeypatch: pytest.MonkeyPatch) -> None:
    counsel = told(monkeypatch, pairs(), ("hit", 0.4999, 0.0), ("fold 2", -1.0, 0.0))
    assert (
        words(counsel, counsel.sentence)
        == "Hit looks best: you hardly ever lose this way, nearly always if you fold and take the 2."
    )


def test_few_games_that_all_ended_alike_prove_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten games lost out of ten have no spread; a tenth of them is still in doubt, and at three seats that is 2/30."""
    found = (Advice("hit", 0.1, 0.001, 9000), Advice("fold 2", -1.0, 0.0, 10))
    monkeypatch.setattr(advice, "advise", lambda view, budget: found)
    hit, fold = advice_for(pairs(), SEATING, SMALL).rated
    assert (hit.give_or_take, fold.give_or_take) == ("0.1", "6.7")


def test_coins_instead_of_a_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Starboard utility is coins above the average, in starting stakes (COMMON-8)."""
    view = cutcard.game("starboard", seats=3, coins=50).start(seed=1).view(1)
    counsel = told(monkeypatch, view, ("lock", 0.064, 0.001), ("draw", -0.008, 0.001))
    assert counsel.heading == "Coins above the average"
    assert words(counsel, counsel.sentence) == (
        "Lock looks best: you end about 3.2 coins above the average this way, 0.4 below if you pay a coin and draw."
    )
    assert [one.shown for one in counsel.rated] == ["+3.2", "-0.4"]


def test_the_chances_are_those_of_common_8() -> None:
    """Won alone, shared by two of four, lost; and in a game with one loser."""
    winner, shared, beaten = (Advice("hit", utility, 0.0, 1) for utility in (1.0, 1 / 3, -1 / 3))
    assert [one.chance(4) for one in (winner, shared, beaten)] == pytest.approx([1.0, 0.5, 0.0])
    assert [Advice("hit", u, 0.0, 1).chance(4, losing=True) for u in (-1.0, 1 / 3)] == pytest.approx([1.0, 0.0])


def test_nothing_to_decide() -> None:
    """One move; or several that differ in the name of a card alone."""
    game = cutcard.game("port", seats=2, burn=0)
    only = game.position("port/2 burn=0; to_act 0; stacks *, 3; playing 0 1; deck -").view(0)
    assert only.legal == ("lock",)
    counsel = advice_for(only, seated(2, 0, None, None), SMALL)
    assert words(counsel, counsel.sentence) == "There is nothing to decide. Your only move: lock."
    assert counsel.rated == ()
    line = "to_act 0; phase 3; remaining 0 1; hand_size 2; hands 7C 7D, 4C 5C; played -, KC; leader 1; highest 1; deck *"
    same = cutcard.game("pickle", seats=2).position(f"pickle/2; {line}").view(0)
    assert same.count_legal() > 1
    counsel = advice_for(same, seated(2, 0, None, None), SMALL)
    assert words(counsel, counsel.sentence) == (
        "There is nothing to decide: your moves all come to the same. For instance: play 7C."
    )


def test_of_many_moves_the_best_are_shown() -> None:
    """A trade of three cards out of thirteen can be made in 286 ways, and one can stay."""
    line = "to_act 0; phase 2; exchange 3; remaining 0 1; hand_size 13; deck *"
    hands = "hands 2C 3D 4C 5C 6C 7C 9C 10C JC QC KC AC 8C, 2D 4D 5D 6D 7D 9D 10D JD QD KD AD 8D JR"
    view = cutcard.game("pickle", seats=2).position(f"pickle/2; {line}; {hands}").view(0)
    seating = seated(2, 0, None, None)
    counsel = advice_for(view, seating, Budget(simulations=400))
    assert len(counsel.rated) == 8
    assert re.fullmatch(r"The best 8 of 1[0-2] that were looked at, of 287 moves there are\.", counsel.remark)
    moves = [keys(view, seating).meaning(one.key) for one in counsel.rated]
    assert all(move in view.legal for move in moves)


# Both screens, every game


def at_choices(book: Rulebook) -> list[View]:
    """Some decisions of seat 0 in the middle of a game."""
    views = []
    for moves in (4, 9, 17, 30):
        table = played(book.name, moves)
        while not table.is_over and 0 not in table.to_act:
            seat = table.to_act[0]
            table = table.play(table.legal(seat)[0], seat)
        views += [table.view(0)] if not table.is_over else []
    return views


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_every_game_advises_at_any_width_and_line_by_line(book: Rulebook, capsys: pytest.CaptureFixture[str]) -> None:
    views = at_choices(book)
    assert views
    for view in views:
        counsel = advice_for(view, SEATING, SMALL)
        assert counsel.figures.left
        assert len(counsel.rated) != 1
        assert [keys(view, SEATING).meaning(one.key) for one in counsel.rated] == [
            one.move for one in advise(view, SMALL)[: len(counsel.rated)]
        ]
        for width in (32, 40, 80, 120):
            text = drawn(counsel, width)
            assert all(cell_len(line) <= width for line in text.splitlines())
            for one in counsel.rated:
                assert re.search(rf"\b{re.escape(one.key)}\b", text)
                assert one.shown in text
        assert "\x1b[" in drawn(counsel, 80, colours=True)
        PlainScreen().advise(counsel)
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == words(counsel, counsel.sentence)
        assert not re.search(r"[\x1b─-▟]", "\n".join(lines))
        for one in counsel.rated:
            assert any(line.startswith(f"{one.key}: {words(counsel, one.words)}, {one.shown}") for line in lines)


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_advice_knows_nothing_that_is_hidden(book: Rulebook) -> None:
    for view in at_choices(book)[:2]:
        other = redeal(view, np.random.default_rng(3)).view(0)
        assert advice_for(other, SEATING, SMALL) == advice_for(view, SEATING, SMALL)


def test_bars_begin_at_zero_and_the_longest_is_full() -> None:
    def bars(*values: float) -> list[str]:
        rated = tuple(Rated("move", "k", sentence("Move"), sentence("you move"), value, 0.1, f"{value}") for value in values)
        text = drawn(Counsel(sentence("So it is."), "Coins", rated), 80)
        return [re.split(r"Move ", line)[1][1:25] for line in text.splitlines() if "Move" in line]

    assert bars(20.0, 10.0, 0.0) == ["━" * 24, "━" * 12 + " " * 12, " " * 24]
    assert bars(6.0, -2.0) == [" " * 6 + "━" * 18, "━" * 6 + " " * 18]
    assert bars(24.0, 1.5)[1] == "━╸".ljust(24)
    assert bars(18.0, -6.0, -1.5)[2] == "    ╺━".ljust(24)


def test_a_move_tried_once_has_no_error() -> None:
    counsel = Counsel(
        sentence("So it is."),
        "Games you win",
        (Rated("move", "k", sentence("Move"), sentence("you move"), 20.0, math.inf, "20.0%"),) * 2,
    )
    assert "±" not in drawn(counsel, 80)


def test_cards_left_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    PlainScreen().advise(Counsel(sentence("So it is."), figures=pairs().game.rulebook.words.figures(pairs())))
    assert capsys.readouterr().out.splitlines() == [
        "So it is.",
        "Chance to pair: 16%.",
        "Expected cost of a hit: 1.0 points.",
        "Cheapest fold: 2 points.",
        "45 cards that you have not seen: 44 in the deck, 1 burned.",
        "Left are: one 1, one 2, two 3s, four 4s, four 5s, six 6s, six 7s, eight 8s, seven 9s, six 10s.",
    ]


def test_without_figures_nothing_is_made_up(capsys: pytest.CaptureFixture[str]) -> None:
    PlainScreen().advise(Counsel(sentence("So it is."), figures=Figures()))
    assert capsys.readouterr().out == "So it is.\n"


# At the table


class Asking(PlainScreen):
    """Somebody who asks for advice before every move, or never, and plays the first move listed; they leave after some."""

    def __init__(self, asks: bool, moves: int) -> None:
        self.asks = asks
        self.moves = moves
        self.key = ""
        self.counsels = 0
        self.asked = False

    def show(self, scene: Screenful) -> None:
        self.key = scene.choices[0].key if scene.choices else ""

    def advise(self, counsel: Counsel) -> None:
        self.counsels += 1

    def ask(self, text: str, default: str = "") -> str:
        self.asked = self.asks and not self.asked
        if self.asked:
            return "h"
        if self.moves == 0:
            raise EOFError
        self.moves -= 1
        return self.key


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_asking_changes_nothing(book: Rulebook, tmp_path: Path) -> None:
    """The same game with and without advice, to the card: bots at random, cards from a seed."""
    tables: list[Table] = []
    for asks in (False, True):
        screen = Asking(asks, 4)
        table = cutcard.game(book.name, seats=3).start(seed=8)
        session = Session(table, seated(3, 0, "random", None), screen, Keeper(tmp_path / "game.json"), 8, thinking=SMALL)
        session.play()
        assert screen.counsels == (0 if not asks else 5 if not session.table.is_over else 4)
        tables.append(session.table)
    assert tables[0].record() == tables[1].record()


def test_ctrl_c_while_it_thinks_goes_back_to_the_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(*arguments: object, **others: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cutcard.terminal.session.patiently", interrupted)
    screen = Asking(True, 0)
    table = pairs_table()
    session = Session(table, SEATING, screen, Keeper(tmp_path / "game.json"), 1, thinking=SMALL)
    session.play()
    assert "No advice, then. It is still your turn." in capsys.readouterr().out
    assert screen.counsels == 0
    assert session.table is table


def pairs_table() -> Table:
    """Seat 0 is to act."""
    return cutcard.game("pairs", seats=3).start(cards=["1", "2", "3", "4", "5", "10", "9", "6"])


def test_what_is_typed_for_advice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nHINT\nhit\n"))
    session = Session(pairs_table(), SEATING, PlainScreen(), Keeper(), 1, thinking=SMALL)
    monkeypatch.setattr(session, "_play", lambda move, seat: (_ for _ in ()).throw(EOFError(move)))
    session.play()
    lines = capsys.readouterr().out.splitlines()
    assert lines.count("Cheapest fold: 6 points.") == 2


def test_advice_is_got_ready_only_where_somebody_can_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    book = pairs_table().game.rulebook
    prepared: list[str] = []
    monkeypatch.setattr("cutcard.terminal.compile_wait.prepare", lambda rules, name: prepared.append(name))
    for interactive in (False, True):
        monkeypatch.setattr("cutcard.terminal.compile_wait.is_interactive", lambda interactive=interactive: interactive)
        compiler = BackgroundCompiler([book])
        compiler.start()
        compiler.want(book.name, book.title, PlainScreen())
        compiler.get_advice_ready(book)
        for thread in threading.enumerate():
            if thread.name == WORKER:
                thread.join()
        assert prepared == ["pairs"] * interactive
