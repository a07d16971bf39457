"""Continuous Pairs, clause by clause: continuous.md."""

from fractions import Fraction

import pytest

import cutcard
from cutcard.core.table.sentences import sentences
from tests.games.pairs_tables import continuous, dealt, placed, stacks, without
from tests.helpers import fields, refusal

# CONT-1


def test_cont_1_deal_with_its_ties():
    table = dealt(continuous(3), "4 4 9  4 8 6")
    assert stacks(table) == "9, 4 8, 4 6"
    assert fields(table)["discards"] == "4"
    assert table.to_act == (2,)


def test_cont_1_deal_that_reshuffles():
    """With 54 cards burned, every card of the deal takes a reshuffle."""
    script: list[str] = []
    dealt: list[str] = []
    for card in ("10", "10", "9", "8"):
        dealt.append(card)
        script += [*without(*dealt), card]
    table = cutcard.game("continuous", seats=2, burn=54).start(cards=script)
    assert stacks(table) == "8 10, 9 10"
    assert table.to_act == (0,)


@pytest.mark.parametrize(("move", "card"), [("hit", "9"), ("fold 5@1", "")])
def test_cont_1_one_long_round(move, card):
    table = placed(continuous(3), 0, "deck *; stacks 9, 5, 6", card).play(move)
    assert not table.card_is_due
    assert not table.is_over
    assert table.to_act == (1,)


# CONT-2


def test_cont_2_pair_discards_the_seats_own_cards_only():
    table = placed(continuous(3), 1, "deck *; stacks 9 3, 4 7, 3 8", "7").play("hit")
    assert stacks(table) == "3 9, -, 3 8"
    assert fields(table)["discards"] == "4 7"
    assert table.to_act == (2,)


def test_cont_2_fold_discards_the_seats_own_cards_only():
    table = placed(continuous(3), 2, "deck *; stacks 9 3, 4 7, 5 8").play("fold 5@2")
    assert stacks(table) == "3 9, 4 7, -"
    assert fields(table)["discards"] == "8"
    assert table.to_act == (0,)


def test_cont_3_a_fold_says_whose_card_it_takes():
    table = placed(continuous(3), 2, "deck *; stacks 9, 4, 5")
    assert [told_of_fold(table.play("fold 5@2"), viewer) for viewer in (2, 0)] == [
        "You fold and take the 5 from your own stack.",
        "Cy folds and takes the 5 from their own stack.",
    ]
    assert told_of_fold(table.play("fold 4@1"), 1) == "Cy folds and takes the 4 from you."


def told_of_fold(table, viewer):
    """The first thing that is told of the last move."""
    return sentences(table.game.rulebook, table.last.unfolded(viewer, table.game), ("Ann", "Bob", "Cy"), viewer)[0]


def test_cont_2_seat_stays_in_with_an_empty_stack():
    table = placed(continuous(2), 0, "deck *; stacks 5, 6", "5 9 7").play("hit").play("hit")
    assert stacks(table) == "-, 6 9"
    assert table.to_act == (0,)
    assert stacks(table.play("hit")) == "7, 6 9"


def test_cont_2_hit_that_does_not_pair():
    table = placed(continuous(3), 2, "deck *; stacks 5, 6, 7", "5").play("hit")
    assert stacks(table) == "5, 6, 5 7"
    assert table.to_act == (0,)


# CONT-3


def test_cont_3_any_one_card_in_play():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2, 9")
    assert table.legal() == ("fold 10@0", "fold 2@1", "fold 5@0", "fold 5@1", "fold 9@2", "hit")


def test_cont_3_own_card_is_kept_and_the_rest_discarded():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2 8, 9").play("fold 5@1")
    assert table.scores == (0, 5, 0)
    assert fields(table)["markers"] == "-, 5, -"
    assert fields(table)["discards"] == "2 8"
    assert stacks(table) == "5 10, -, 9"


def test_cont_3_card_of_another_leaves_its_owner():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2 8, 9").play("fold 5@0")
    assert table.scores == (0, 5, 0)
    assert fields(table)["markers"] == "-, 5, -"
    assert fields(table)["discards"] == "2 5 8"
    assert stacks(table) == "10, -, 9"


def test_cont_3_owner_may_be_left_with_nothing():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2 8, 9").play("fold 9@2")
    assert stacks(table) == "5 10, -, -"
    assert table.to_act == (2,)
    assert table.legal() == ("hit",)


def test_cont_3_card_must_be_there():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2, 9")
    for move in ("fold 9@1", "fold 1@0", "fold 5@2"):
        reason, clause = refusal(table, f"1 {move}")
        assert clause == "CONT-3"
        assert "there is no" in reason


def test_cont_3_fold_says_card_and_seat():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, 5 2, 9")
    for move in ("fold", "fold 5", "fold 5@", "fold @0", "fold 5@3", "fold 5@00", "fold 5 @0", "fold 05@0"):
        assert refusal(table, f"1 {move}")[1] == "CONT-3"


def test_cont_3_cards_are_the_rank_in_the_seats_stack():
    """The same rank before several seats makes a move each, and each takes the card it names."""
    table = placed(continuous(3), 0, "deck *; stacks 7, 7 2, 7 3")
    assert table.legal() == ("fold 2@1", "fold 3@2", "fold 7@0", "fold 7@1", "fold 7@2", "hit")
    left_over = {0: "-, 2 7, 3 7", 1: "-, 2, 3 7", 2: "-, 2 7, 3"}
    assert {seat: stacks(table.play(f"fold 7@{seat}")) for seat in range(3)} == left_over


# CONT-4


@pytest.mark.parametrize("eights", [False, True])
def test_cont_4_seat_without_cards_must_hit(eights):
    table = placed(continuous(3, eights=eights), 1, "deck *; stacks 10 5, -, 8")
    assert table.legal() == ("hit",)
    reason, clause = refusal(table, "1 fold 5@0")
    assert clause == "CONT-4"
    assert "hit" in reason


def test_cont_4_first_card_never_pairs():
    table = placed(continuous(3), 1, "deck *; stacks 10 5, -, 8", "5").play("hit")
    assert stacks(table) == "5 10, 5, 8"
    assert table.scores == (0, 0, 0)


# CONT-5


def test_cont_5_pair_scores_its_rank():
    table = placed(continuous(3), 0, "deck *; stacks 9 3 6, 4, 5; scores 2 0 0", "6").play("hit")
    assert table.scores == (8, 0, 0)


def test_cont_5_one_card_of_the_pair_is_the_marker_the_rest_is_discarded():
    table = placed(continuous(3), 0, "deck *; stacks 9 3 6, 4, 6", "6").play("hit")
    assert fields(table)["markers"] == "6, -, -"
    assert fields(table)["discards"] == "3 6 9"
    assert stacks(table) == "-, 4, 6"


def test_cont_5_discarded_card_of_the_pair_comes_back_and_the_marker_does_not():
    table = placed(continuous(2), 0, "deck 6; stacks 6, 4; markers -, *", "6").play("hit").play("hit")
    assert table.chance_outcomes() == (("6", Fraction(1)),)
