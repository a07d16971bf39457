"""A scene as a terminal shows it."""

import numpy as np
import pytest

import cutcard
from cutcard.core.declaration.phrases import Sentence, spoken
from cutcard.core.declaration.rulebook import Rulebook
from cutcard.core.table.history import CARD, MOVE
from cutcard.core.table.table import Table
from cutcard.core.table.view import redeal
from cutcard.players import player
from cutcard.present.screenful import Screenful, screenful
from cutcard.present.seats import seated
from cutcard.present.story import instants, last_told, outcome, story

SEATING = seated(3, 0, None, None)


def said(sentence: Sentence, you: int | None = 0) -> str:
    return spoken(sentence, ("You", "Ada", "Bo"), you)


def played(name: str, moves: int, **options: bool | int) -> Table:
    """A table of three after some moves of steady players."""
    table = cutcard.game(name, seats=3, **options).start(seed=11)
    for _ in range(moves):
        if not table.is_over:
            seat = table.to_act[0]
            view = table.view(seat)
            table = table.play(player("steady").choose(view, view.legal, np.random.default_rng(1)), seat)
    return table


def seen(table: Table) -> Screenful:
    view = table.view(0)
    return screenful(view, SEATING, story(view, 0))


def test_the_seats_of_pairs() -> None:
    table = cutcard.game("pairs", seats=3).position(
        "pairs/3; to_act 0; stacks 2 7, 10, 3; markers -, 5, -; deck *; scores 0 5 0"
    )
    shown = screenful(table.view(0), SEATING)
    you, ada, bo = shown.seats
    assert (you.name, you.tags, you.yours, you.acting) == ("You", ("dealer",), True, True)
    assert (ada.name, ada.tags, ada.yours, ada.acting) == ("Ada", (), False, False)
    assert (ada.score, ada.target) == (5, 21)
    assert [(pile.title, pile.cards) for pile in ada.piles] == [("Stack", ("10",)), ("Scored", ("5",))]
    assert bo.piles[0].cards == ("3",)
    assert said(shown.headline) == "Your turn: hit, or fold and take the lowest card in play"
    assert [(choice.key, choice.move, said(choice.words)) for choice in shown.choices] == [
        ("i", "hit", "Hit"),
        ("f", "fold 2", "Fold and take the 2"),
    ]
    assert said(shown.choices[0].odds) == "14% to pair"
    assert [(pile.title, pile.hidden) for pile in shown.aside] == [("Deck", 50), ("Discards", 0)]


def test_a_fold_says_from_whom() -> None:
    table = cutcard.game("continuous", seats=3).position("continuous/3; to_act 0; stacks 2, 10, 3; deck *")
    assert {choice.key: said(choice.words) for choice in screenful(table.view(0), SEATING).choices} == {
        "i": "Hit",
        "f2y": "Fold and take the 2 from your own stack",
        "f3b": "Fold and take the 3 from Bo",
        "f10a": "Fold and take the 10 from Ada",
    }


def test_the_hands_of_others_are_counted() -> None:
    shown = seen(played("to-the-moon", 0))
    assert [pile.hidden for seat in shown.seats for pile in seat.piles if pile.title == "Hand"] == [7, 7, 7]
    assert all(pile.cards == () for seat in shown.seats for pile in seat.piles if pile.title == "Hand")
    assert len(shown.hand[0].cards) == 7
    assert [pile.title for pile in shown.middle] == ["Countdown"]


def test_a_target_is_shown_only_where_it_counts() -> None:
    assert seen(played("pickup", 0)).seats[0].target is None
    assert seen(played("pickup", 0, long=True)).seats[0].target == 100
    assert seen(played("starboard", 0)).seats[0].target is None
    assert seen(played("port", 0, target=30)).seats[0].target == 30


def test_common_2_the_dealer_and_the_button_are_marked() -> None:
    assert [seat.tags for seat in seen(played("starboard", 0)).seats] == [("dealer",), ("button",), ()]
    table = cutcard.game("starboard", seats=3, dealer=1).position(
        "starboard/3; deck *; to_act 1; dealer 1; button 1; playing 0 1 2; scores 50 50 50; hand 3 5"
    )
    assert [seat.tags for seat in seen(table).seats] == [(), ("dealer", "button"), ()]


def test_bots_that_are_all_alike_are_not_told_apart() -> None:
    view = played("starboard", 0).view(0)
    mixed = screenful(view, seated(3, 0, "steady,random", None))
    assert [seat.tags for seat in mixed.seats] == [("dealer",), ("steady", "button"), ("random",)]


def test_hidden_choices_are_told_together() -> None:
    table = cutcard.game("pickup", seats=3).start(seed=2)
    mine = table.legal(0)[0]
    before = len(table.view(0).log)
    for seat, move in ((0, mine), (1, table.legal(1)[0]), (2, table.legal(2)[0])):
        table = table.play(move, seat)
    told = [[said(one) for one in paragraph] for paragraph in story(table.view(0), before)]
    assert told[0] == [f"You choose the {mine.split()[1]}."]
    assert told[1][0] == "Ada and Bo choose a card."
    assert told[1][1].startswith("You play")


def test_what_lay_there_for_a_moment_is_told_where_it_was_seen() -> None:
    table = cutcard.game("pairs", seats=3).position(
        "pairs/3; to_act 0; stacks 2 7, 10, 3; deck *", cards=["7", "1", "5", "9"]
    )
    after = table.play("hit")
    told = [said(one) for paragraph in story(after.view(0), 0, instants(after, 0)) for one in paragraph]
    assert told[:4] == ["You hit.", "You draw a second 7: a pair.", "Stack: you 2 7 7, Ada 10, Bo 3.", "You score 7."]


def test_a_moment_shows_no_hand_of_another() -> None:
    table = cutcard.game("pickup", seats=2).position(
        "pickup/2; to_act 0 1; hands 3 5, 4 6; pool 10 10 10 10 9; deck *", cards=["1", "2", "2", "7", "8"]
    )
    after = table.play("choose 5", 0).play("choose 6", 1)
    lines = [said(line) for told in instants(after, 0).values() for line in told]
    assert lines[0] == "Played this round: you 5, Ada 6."
    assert not any("4" in line for line in lines)


def test_somebody_who_comes_back_is_told_from_their_last_move_on() -> None:
    view = played("pairs", 9).view(0)
    first = view.log[last_told(view)]
    assert (first.kind, first.seat) == (MOVE, 0)
    assert not any(happening.kind == MOVE and happening.seat == 0 for happening in view.log[last_told(view) + 1 :])
    assert last_told(cutcard.game("pairs").start(seed=1).view(0)) == 0


@pytest.mark.parametrize("book", cutcard.games(), ids=lambda book: book.name)
def test_a_scene_holds_nothing_that_is_hidden(book: Rulebook) -> None:
    """Two tables that differ only in what seat 0 cannot see look the same, at many moments."""
    for moves in (0, 3, 8, 20):
        table = played(book.name, moves)
        other = redeal(table.view(0), np.random.default_rng(moves))
        assert screenful(table.view(0), SEATING) == screenful(other.view(0), SEATING)
        for happening in table.view(0).log:
            if happening.kind == CARD and happening.card is None:
                assert happening.text != "hands" or happening.seat != 0


def ending(table: Table, seat: int) -> list[str]:
    """The end as the terminal tells it to this seat."""
    result = table.result
    assert result is not None
    return [said(line, seat) for line in outcome(table.view(seat), result)]


def test_common_7_a_loser_is_told_as_one_and_ties_are_listed_by_score() -> None:
    table = cutcard.game("pairs", seats=3, target=3).position(
        "pairs/3 target=3; to_act 0; stacks 3, 10, 9; scores 0 2 1; deck *", cards=()
    )
    assert ending(table.play("fold 3"), 0) == [
        "The losing score was reached.",
        "You lose.",
        "You have 3 points, just what it takes to lose.",
        "Place 1: Bo, score 1.",
        "Place 1: Ada, score 2.",
        "Place 3: You, score 3.",
    ]


@pytest.mark.parametrize(("name", "fold"), [("pairs", "fold 3"), ("continuous", "fold 3@0")])
def test_common_7_pairs_has_no_winner_at_two_seats_either(name: str, fold: str) -> None:
    table = cutcard.game(name, seats=2, target=3).position(f"{name}/2 target=3; to_act 0; stacks 3, 10; deck *", cards=())
    over = table.play(fold)
    names = ("Ann", "Ben")
    assert over.result is not None
    told = [[spoken(line, names, seat) for line in outcome(over.view(seat), over.result)][1] for seat in (0, 1)]
    assert told == ["You lose.", "Ann loses."]


def test_common_7_a_shared_win_is_told_as_one() -> None:
    table = cutcard.game("pickup", seats=3).position(
        "pickup/3; to_act 2; acting 1; hands -, -, -; played -, -, 2; piles 9, 9, 3; pool 1; deck *; discards -"
    )
    over = table.play("take 1", 2)
    assert over.result is not None
    names = ("Ann", "Ben", "Cy")
    told = [[spoken(line, names, seat) for line in outcome(over.view(seat), over.result)][1] for seat in range(3)]
    assert told == ["You and Ben share the win.", "Ann and you share the win.", "Ann and Ben share the win."]
