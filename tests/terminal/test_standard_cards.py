"""The tables of Pickle and Clever Pickin', whose cards have suits, and whose moves can be thousands."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest

import cutcard
from cutcard.core.declaration.phrases import Card, Sentence, said, spoken
from cutcard.core.table import moves
from cutcard.core.table.table import Table
from cutcard.players import LegalMoves, player
from cutcard.present.keys import keys
from cutcard.present.scene import Faces
from cutcard.present.screenful import screenful
from cutcard.present.seats import seated
from cutcard.present.story import LEFT_OUT, Paragraph, abridged, story
from cutcard.terminal.painting import FAINT_INK, CardPainter
from cutcard.terminal.plain_screen import PlainScreen
from cutcard.terminal.saving import Keeper
from cutcard.terminal.session import Session
from tests.shown import sentence, statuses, words
from tests.terminal.driving import Cutcard
from tests.terminal.test_screens import drawn

SEATING = seated(2, 0, None, None)
THREE = seated(3, 0, None, None)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cutcard:
    return Cutcard(capsys, monkeypatch)


def pickle(line: str, seats: int = 2) -> Table:
    return cutcard.game("pickle", seats=seats).position(f"pickle/{seats}; {line}")


def clever(line: str, seats: int = 2) -> Table:
    return cutcard.game("clever-pickin", seats=seats).position(f"clever-pickin/{seats}; {line}")


def exchange(cards: int) -> Table:
    """Two seats of 18 cards, so many of which are traded."""
    hand = "2C 2D 2H 3D 3H 4C 5C 5D 6C 7C 9C 10C JC QC KC AC 8C JB"
    other = "2S 3S 4D 5H 6D 7D 9D 10D JD QD KD AD 8D JR 4H 6H 7H 9H"
    line = f"phase 2; to_act 0; remaining 0 1; hand_size 18; exchange {cards}; hands {hand}, {other}; deck *"
    return pickle(line)


FOLLOW = pickle("phase 3; to_act 0; remaining 0 1; leader 1; highest 1; hands 3D 7C JH AS 3C, 2C; played -, 9D 9S; deck *")
TRICK = clever(
    "phase 2; to_act 0; trick 2; leader 1; winning 1; bids 2 1; trump QH; "
    "hands 6C QC, 2D; known AC, KS; played -, 7D; deck *"
)


def headline(table: Table) -> str:
    shown = screenful(table.view(0), SEATING)
    return words(shown, shown.headline)


# Tens of thousands of moves


def test_where_there_are_too_many_moves_an_example_is_shown() -> None:
    shown = screenful(exchange(9).view(0), SEATING)
    assert shown.ways == 48621
    assert words(shown, shown.headline) == "Your turn: trade 9 of your 18 cards, or stay"
    assert [(choice.key, choice.move, words(shown, choice.odds)) for choice in shown.choices] == [
        ("s", "stay", ""),
        ("2c 2d 2h 3d 3h 4c 5c 5d 6c", "trade 2C 2D 2H 3D 3H 4C 5C 5D 6C", "for instance"),
    ]
    assert "There are 48,621 moves in all: type your cards in any order." in " ".join(drawn(shown, 80).split())


def test_few_moves_are_listed() -> None:
    shown = screenful(exchange(1).view(0), SEATING)
    assert shown.ways == 0
    assert len(shown.choices) == 19


def test_no_turn_names_thousands_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the table that is shown, nor a typed move, its refusal, or a steady bot."""

    def named(*given: object) -> None:
        raise AssertionError("all moves were named")

    monkeypatch.setattr(moves, "all_named", named)
    table = exchange(9)
    view = table.view(0)
    screenful(view, SEATING)
    known = keys(view, SEATING)
    assert known.meaning("jb ac 2d kc qc 5c 5d 3d 3h") == "trade 2D 3D 3H 5C 5D QC KC AC JB"
    after = table.play(known.meaning("trade jb ac 2d kc qc 5c 5d 3d 3h"))
    assert after.to_act != table.to_act or after.view(0).cards("traded", 0)
    with pytest.raises(cutcard.NotAllowed, match="the exchange is 9 cards, no more and no fewer"):
        table.play(known.meaning("jb ac"))
    with pytest.raises(cutcard.NotAllowed, match="you hold no KD"):
        table.play(known.meaning("kd"))
    assert table.play(player("steady").choose(view, LegalMoves(view), np.random.default_rng(1)))


def test_openings_are_a_legal_move_for_every_way_to_begin() -> None:
    view = exchange(3).view(0)
    assert set(view.openings()) <= set(view.legal)
    assert {move.split(" ")[1] for move in view.openings() if " " in move} == {
        move.split(" ")[1] for move in view.legal if " " in move
    }
    assert view.openings()[-1] == "stay"
    assert cutcard.game("pickle").start(seed=1).view(0).openings() == ()
    assert cutcard.game("pickle").start(seed=1).view().openings() == ()


def test_moves_are_named_when_a_player_asks_for_them() -> None:
    view = exchange(3).view(0)
    legal = LegalMoves(view)
    assert len(legal) == 817
    assert not view._legal
    assert (legal[0], legal[-1], legal[1:3]) == (view.legal[0], view.legal[-1], view.legal[1:3])
    assert player("random").choose(view, legal, np.random.default_rng(1)) in view.legal


# What is to be done


@pytest.mark.parametrize(
    ("line", "task"),
    [
        ("phase 0; hand_size 7; hands 2C 3D 4C 5C 6C 7C 9C, 2D 3H 4D 5D 6D 7D 9D", "say how many cards each may trade"),
        ("phase 1; hands 2C 3D, 2D 3H", "say that you are ready"),
        ("phase 1; hands 3S 5C, 2D 3H", "ready, or a redeal with your 3S and 5C"),
        ("phase 3; leader 0; hands 2C 3D, 2D 3H", "lead a card, or several of the same face value"),
        ("phase 3; leader 0; hands 2C, 2D", "play your last card"),
        ("phase 3; leader 1; highest 1; hands 2C 9S, 2D; played -, 9D", "match or beat 9D; or give up your lowest"),
        ("phase 3; leader 1; highest 1; hands 2C 7S, 2D; played -, 9D", "you cannot match 9D, so give up your lowest"),
        (
            "phase 3; leader 1; highest 1; hands 2C 9S KD, 2D; played -, 9C 9D",
            "match or beat 9C 9D, card for card; or give up your 2 lowest",
        ),
        (
            "phase 3; leader 1; highest 1; hands JR JB 3C, 2D; played -, 5H 5S",
            "nothing matches 5H 5S, so give up your 2 lowest",
        ),
    ],
)
def test_the_task_in_pickle(line: str, task: str) -> None:
    assert headline(pickle(f"to_act 0; remaining 0 1; {line}; deck *")) == f"Your turn: {task}"


def test_the_task_where_you_must_beat() -> None:
    line = "phase 3; to_act 0; remaining 0 1; leader 1; highest 1; hands 2C 9S, 2D; played -, 9D; deck *"
    table = cutcard.game("pickle", seats=2, must_beat=True).position(f"pickle/2 must_beat=true; {line}")
    assert headline(table) == "Your turn: match or beat 9D"


@pytest.mark.parametrize(
    ("line", "task"),
    [
        ("phase 0; picks 1; center 2C 3C; hands 4C, 5C", "pick a card from the table"),
        ("phase 1; bids -1 -1; trump QH; hands 4C, 5C", "bid how many tricks you will take"),
        ("phase 1; bids -1 5; trump QH; hands 4C, 5C", "bid how many tricks you will take, but not 2"),
        ("phase 2; trick 1; leader 0; trump QH; bids 1 1; hands 4C, 5C", "lead a card"),
        ("phase 2; trick 1; leader 0; trump QH; bids 1 1; hands 4C 4H, 5C 5D", "lead a card, but no trump yet"),
        ("phase 2; trick 1; leader 0; trump QH; bids 1 1; broken 1; hands 4C 4H, 5C 5D", "lead a card"),
        ("phase 2; trick 1; leader 1; trump QH; bids 1 1; hands 4C 4H, 5C; played -, 7C", "follow solid clubs"),
        (
            "phase 2; trick 2; leader 1; trump QH; bids 1 1; hands 4C 2C, 5C; played -, 7D",
            "you have no hollow hearts, so play any card",
        ),
    ],
)
def test_the_task_in_clever_pickin(line: str, task: str) -> None:
    assert headline(clever(f"to_act 0; {line}; deck *")) == f"Your turn: {task}"


def test_who_led_and_who_is_ahead() -> None:
    assert statuses(FOLLOW) == ["chips 6×5 6×1", "chips 6×5 6×1, highest"]
    assert statuses(TRICK) == ["bid 2, took 0", "bid 1, took 0, winning"]
    line = "phase 3; to_act 0; remaining 0 1 2; leader 1; highest 2; hands 3D, 2C, 4C; played -, 9D, 10D; deck *"
    marks = [status.partition(", ")[2] for status in statuses(pickle(line, seats=3))]
    assert marks == ["", "led", "highest"]


# What the table shows


def test_a_hand_of_two_zones_is_one() -> None:
    shown = screenful(TRICK.view(0), SEATING)
    assert [(pile.title, pile.cards) for pile in shown.hand] == [("Your hand", ("6C", "QC", "AC"))]
    you, ada = shown.seats
    assert [(pile.title, pile.cards, pile.hidden) for pile in you.piles] == [
        ("Hand", (), 3), ("Seen", (), 0), ("Played", (), 0),
    ]  # fmt: skip
    assert [(pile.title, pile.cards, pile.hidden) for pile in ada.piles] == [
        ("Hand", (), 1), ("Seen", ("KS",), 0), ("Played", ("7D",), 0),
    ]  # fmt: skip
    assert [(pile.title, pile.cards) for pile in shown.middle] == [("Trump card", ("QH",))]


def test_suits_are_symbols_in_colour_and_what_is_typed_are_letters() -> None:
    text = drawn(screenful(FOLLOW.view(0), SEATING), 80)
    assert "Your hand  [3♦] [7♣] [J♥] [A♠] [3♣]" in text
    assert "low to high: 2 3 4 5 6 7 9 10 J Q K A 8 Joker 5♠ 3♣" in text
    assert "Your turn: match or beat 9♦ 9♠, card for card; or give up your 2 lowest" in text
    assert re.search(r"jh as +Play J♥ A♠", text)
    assert re.search(r"3d 7c +Play 3♦ 7♣ +gives up", text)


def test_both_values_are_shown_and_the_one_that_counts_stands_out() -> None:
    shown = screenful(TRICK.view(0), SEATING)
    text = drawn(shown, 80)
    assert "Your hand  [6♣/J♥] [Q♣/A♦] [A♣/2♠]" in text
    assert "Trump card  [Q♥/A♠]" in text
    assert re.search(r"6c +Play the 6♣ +counts as J♥", text)
    slip = CardPainter(shown.faces, ("▐", "▌"))(["QC"])
    assert slip.plain == "▐Q♣/A♦▌"
    assert [FAINT_INK in str(span.style) for span in slip.spans] == [False, True, False, False]
    both = CardPainter(Faces(shown.faces.all, shown.faces.values, shown.faces.called), ("▐", "▌"))(["QC"])
    assert not any(FAINT_INK in str(span.style) for span in both.spans)


def test_plain_says_both_values_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    shown = screenful(TRICK.view(0), SEATING, ((sentence("Ada is dealt QC 10H."), sentence("Ada plays the 7D.")),))
    PlainScreen().show(shown)
    lines = capsys.readouterr().out.splitlines()
    assert "Ada is dealt QC hollow AD, 10H hollow KH." in lines
    assert "Ada plays the 7D hollow 5H." in lines
    assert "Your hand: 6C hollow JH, QC hollow AD, AC hollow 2S." in lines
    assert "Ada: played 7D hollow 5H." in lines
    assert "1 or 6c: Play the 6C, counts as JH." in lines


def test_what_was_played_before_is_told_by_rank_or_by_suit() -> None:
    spent = pickle("phase 3; to_act 0; remaining 0 1; leader 0; hands 3D, 2C; spent 4C 4D 10H JR JB 5S 3C; deck *")
    shown = screenful(spent.view(0), SEATING)
    assert shown.aside[1].cards == ("4", "4", "10", "Joker", "Joker", "5S", "3C")
    assert "Played before  4×2 10 Joker×2 5♠ 3♣" in drawn(shown, 80)
    dual = clever("phase 2; to_act 0; trick 1; leader 0; trump QH; bids 1 1; hands 4C, 5C; spent 2C KC 10H AS; deck *")
    assert "Played before  ♣ 2 K  ♥ 10  ♠ A" in drawn(screenful(dual.view(0), SEATING), 80)


def test_a_table_that_is_too_wide_is_drawn_closer() -> None:
    hands = ", ".join(["3D 4D 5D 6D 7D"] + [f"{card}S" for card in ("2", "3", "4", "6", "7", "9")])
    played = "leader 1; highest 1; traded -, 2C, -, -, -, -, -; played -, 10C 10D 10H 10S, -, -, -, -, -"
    line = f"phase 3; to_act 0; remaining 0 1 2 3 4 5 6; exchange 1; hands {hands}; {played}; deck *"
    shown = screenful(pickle(line, seats=7).view(0), seated(7, 0, None, None))
    assert "1 card " in drawn(shown, 100)
    assert "1 card " not in drawn(shown, 80)
    assert "[10♣] [10♦] [10♥] [10♠]" in drawn(shown, 80)


# What happened


def in_words(paragraphs: tuple[Paragraph, ...], names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(spoken(one, names, 0) for one in paragraph) for paragraph in paragraphs)


def told(table: Table, *said: str) -> tuple[tuple[str, ...], ...]:
    before = len(table.view(0).log)
    for move in said:
        seat, _, words = move.partition(" ")
        table = table.play(words, int(seat))
    return in_words(story(table.view(0), before), seated(table.game.seats, 0, None, None).names)


def test_others_who_do_the_same_are_told_of_together() -> None:
    hands = "2C 3D, 2D 3H, 2H 4C, 2S 4D"
    table = pickle(f"phase 1; to_act 0 1 2 3; remaining 0 1 2 3; hand_size 2; hands {hands}; deck *", seats=4)
    assert told(table, "0 ready", "1 ready", "2 ready", "3 ready") == (("You are ready.",), ("Ada, Bo and Cy are ready.",))
    assert told(table, "1 ready", "0 ready", "2 ready") == (("Ada is ready.",), ("You are ready.",), ("Bo is ready.",))


def test_trades_are_told_of_together_and_never_what_was_traded() -> None:
    table = pickle("phase 2; to_act 1; remaining 0 1 2; hand_size 2; exchange 1; hands 2C 3D, 2D 3H, 2H 4C; deck *", seats=3)
    assert told(table, "1 trade 2D", "2 trade 4C") == (("Ada and Bo trade cards.", "They get a card."),)
    assert told(table, "1 stay", "2 stay") == (("Ada and Bo keep their cards.",),)


def test_cards_that_others_are_dealt_are_told_of_together() -> None:
    first = in_words(story(cutcard.game("pickle", seats=3).start(seed=1).view(0), 0), THREE.names)[0]
    assert first[0] == "Ada and Bo get 7 cards."
    assert first[1].startswith("You get ")


def test_a_long_story_is_abridged() -> None:
    short = tuple((sentence(f"Ada plays {i}."),) for i in range(40))
    assert abridged(short) == short
    long = (*short, tuple(map(sentence, ("Ada plays.", "Bo takes it.", "Bo is out.", "A new hand."))), *short)
    assert abridged(long) == (*short[:8], LEFT_OUT, long[40], LEFT_OUT, *short[-8:])


def test_many_short_paragraphs_share_lines_but_for_a_new_trick() -> None:
    table = FOLLOW.view(0)
    seating = seated(6, 0, None, None)

    def plays(seat: int, card: str) -> Sentence:
        return said("{You} {play|plays} {card}.", seat, card=Card(card))

    before = tuple((plays(seat, "2C"),) for seat in (1, 2, 3, 4))
    after = (plays(5, "2D"), said("{You} {take|takes} the trick.", 1))
    shown = replace(screenful(table, SEATING, (*before, after, (plays(1, "3C"),))), names=seating.names)
    lines = [line.rstrip() for line in drawn(shown, 80).splitlines()[:4]]
    assert lines == [
        "",
        "· Ada plays 2♣. · Bo plays 2♣. · Cy plays 2♣. · Dee plays 2♣.",
        "· Eli plays 2♦. Ada takes the trick.",
        "· Ada plays 3♣.",
    ]


# Playing


def test_a_hand_of_pickle_however_it_is_typed(command: Cutcard) -> None:
    typed = "?\nr\nk\njb 5h 6♠\ndeck\nquit\nn\n"
    said = command("play", "pickle", "--plain", "--seats", "3", "--seed", "2", "--dealer", "0", typed=typed)
    lines = said.out.splitlines()
    assert "r: ready: go on with this deal." in lines
    assert any(line.startswith("cards: kh, KH or K♥ is the king of hearts") and "jokers" in line for line in lines)
    assert "There are 36 moves in all: type your cards in any order." in lines
    assert "'trade k' is not how it is said: trade C C …" in said.out
    assert "You trade 5H 6S JB." in lines
    assert "Joker  JR JB            16" in lines


def test_q_is_asked_about_where_it_may_be_a_queen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = clever("phase 0; picks 1; to_act 0; center QC 2C; hands 4C, 5C; deck *")
    for typed, asked in (("q\nn\nq\ny\nn\n", 2), ("quit\nn\n", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert not Session(table, SEATING, PlainScreen(), Keeper()).play()
        assert capsys.readouterr().out.count("Leave the game? If you meant a queen") == asked
