"""Pieces of Eight, clause by clause: pairs.md."""

from fractions import Fraction

import pytest

import cutcard
from tests.games.pairs_tables import continuous, dealt, either_game, notes, pairs, placed, stacks
from tests.helpers import fields, played, refusal

# EIGHT-1


@either_game
def test_eight_1_is_off_by_default(name):
    assert cutcard.game(name, seats=2).options["eights"] is False
    table = placed(cutcard.game(name, seats=2), 0, "deck *; stacks 8, 9")
    assert "eight" not in table.legal()
    reason, clause = refusal(table, "0 eight")
    assert clause == "EIGHT-1"
    assert "Pieces of Eight" in reason


@pytest.mark.parametrize("make", [pairs, continuous])
def test_eight_1_discard_the_8_and_take_two_cards(make):
    table = placed(make(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", "7 10").play("eight")
    assert stacks(table) == "5, 3 7 10, 9"
    assert fields(table)["discards"] == "8"
    assert table.scores == (0, 0, 0)
    assert table.to_act == (2,)
    assert table.cards_left == 0


def test_eight_1_is_one_move_in_the_record():
    table = dealt(pairs(2, eights=True), "9 8 7 10").play("eight")
    assert table.record()["events"] == ["d 9", "d 8", "0 eight", "d 7", "d 10"]


def test_eight_1_instead_of_a_hit_or_a_fold():
    game = pairs(3, eights=True)
    table = placed(game, 1, "deck *; stacks 5, 8 3, 9", "7 4 6 10")
    assert table.legal() == ("eight", "fold 3", "hit")
    assert stacks(table.play("hit")) == "5, 3 7 8, 9"
    folded = placed(game, 1, "deck *; stacks 5, 8 3, 9", "7 4 6").play("fold 3")
    assert fields(folded)["discards"] == "5 8 9"


def test_eight_1_continuous_fold_may_take_the_8():
    table = placed(continuous(3, eights=True), 1, "deck *; stacks 5, 8 3, 9")
    assert table.legal() == ("eight", "fold 3@1", "fold 5@0", "fold 8@1", "fold 9@2", "hit")
    assert fields(table.play("fold 8@1"))["markers"] == "-, 8, -"


def test_eight_1_takes_an_8_of_ones_own():
    table = placed(pairs(3, eights=True), 1, "deck *; stacks 8, 3 7, 8")
    assert table.legal() == ("fold 3", "hit")
    reason, clause = refusal(table, "1 eight")
    assert clause == "EIGHT-1"
    assert "no 8" in reason


def test_eight_1_hit_for_a_second_8_pairs_as_ever():
    table = placed(pairs(2, eights=True), 0, "deck *; stacks 8, 9", "8 7 6").play("hit")
    assert table.scores == (8, 0)


# EIGHT-2


def test_eight_2_first_card_that_pairs_is_the_last():
    table = placed(continuous(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", "3 10").play("eight")
    assert table.scores == (0, 3, 0)
    assert table.cards_left == 1
    assert fields(table)["markers"] == "-, 3, -"
    assert fields(table)["discards"] == "3 8"
    assert table.to_act == (2,)


def test_eight_2_first_card_that_pairs_ends_the_round():
    """The next card is dealt to the new round."""
    table = placed(pairs(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", "3 10 7 6").play("eight")
    assert table.scores == (0, 3, 0)
    assert stacks(table) == "6, 10, 7"
    assert fields(table)["discards"] == "3 5 8 9"


@pytest.mark.parametrize(("cards", "score"), [("7 3", 3), ("7 7", 7)])
def test_eight_2_second_card_pairs_with_the_stack_or_the_first(cards, score):
    table = placed(continuous(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", cards).play("eight")
    assert table.scores == (0, score, 0)
    assert fields(table)["markers"] == f"-, {score}, -"
    assert fields(table)["discards"] == "3 7 8"
    assert table.to_act == (2,)


@pytest.mark.parametrize("cards", ["3", "7 3"])
def test_eight_2_pair_can_lose_the_game(cards):
    table = placed(pairs(3, eights=True), 1, "deck *; stacks 5, 8 3, 9; scores 0 18 0", cards).play("eight")
    assert table.result.places == ((0, 2), (1,))


# EIGHT-3


@pytest.mark.parametrize(("cards", "stack"), [("8 7", "3 7 8"), ("7 8", "3 7 8")])
@pytest.mark.parametrize("make", [pairs, continuous])
def test_eight_3_drawn_8_does_not_pair_with_the_discarded_one(make, cards, stack):
    table = placed(make(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", cards).play("eight")
    assert stacks(table) == f"5, {stack}, 9"
    assert table.scores == (0, 0, 0)


def test_eight_3_two_drawn_8s_are_a_pair():
    table = placed(continuous(3, eights=True), 1, "deck *; stacks 5, 8 3, 9", "8 8").play("eight")
    assert table.scores == (0, 8, 0)
    assert fields(table)["discards"] == "3 8 8"


def test_eight_3_reshuffle_before_the_first_card_includes_the_8():
    table = placed(pairs(eights=True), 0, "discards 9; stacks 3 8, 6; markers *, -").play("eight")
    assert dict(table.chance_outcomes()) == {"8": Fraction(1, 2), "9": Fraction(1, 2)}
    assert stacks(table.draw("8").draw("9")) == "3 8 9, 6"


def test_eight_3_reshuffle_before_the_second_card_includes_the_8():
    table = placed(pairs(eights=True), 0, "deck 9; stacks 3 8, 6; markers *, -", "9").play("eight")
    assert table.chance_outcomes() == (("8", Fraction(1)),)
    table = table.draw("8")
    assert stacks(table) == "3 8 9, 6"
    assert table.legal(1) == ("fold 3",)


def test_eight_3_first_card_stays_out_of_the_reshuffle_before_the_second():
    table = placed(pairs(eights=True), 0, "deck 9; discards 10; stacks 3 8, 6; markers *, -", "9").play("eight")
    assert dict(table.chance_outcomes()) == {"8": Fraction(1, 2), "10": Fraction(1, 2)}


@pytest.mark.parametrize(("burned", "drawn"), [("8", "9"), ("9", "8")])
def test_eight_3_there_is_always_a_second_card(burned, drawn):
    """Of the 8 and one other card one is burned and comes second, after another reshuffle."""
    table = placed(pairs(eights=True, burn=5), 0, "discards 9; stacks 3 8, 6; markers *, -", f"{burned} {drawn} {burned}")
    table = table.play("eight")
    assert stacks(table) == "3 8 9, 6"
    assert notes(table) == ["reshuffled", "reshuffled"]
    assert table.to_act == (1,)


def test_eight_3_continuous_second_card_may_be_the_last_of_all():
    table = placed(continuous(eights=True), 0, "deck 9; stacks 8, -; markers -, *", "9 8").play("eight")
    assert stacks(table) == "8 9, -"
    assert table.to_act == (0,)
    assert table.legal() == ("fold 8@0", "fold 9@0")


@pytest.mark.parametrize("make", [pairs, continuous])
def test_eight_3_lone_8_may_be_used(make):
    table = placed(make(2, eights=True), 0, "deck *; stacks 8, 9", "8 10")
    assert "eight" in table.legal()
    table = table.play("eight")
    assert stacks(table) == "8 10, 9"
    assert fields(table)["discards"] == "8"


def test_eight_3_lone_8_the_second_card_may_pair_the_first():
    table = placed(pairs(2, eights=True), 0, "deck *; stacks 8, 9", "6 6 7 5").play("eight")
    assert table.scores == (6, 0)
    assert fields(table)["discards"] == "6 8 9"


def test_eight_3_game_from_the_deal_on():
    table = dealt(pairs(2, eights=True), "9 8 7 10  4 2 5")
    table = played(table, "0 eight", "1 hit", "0 fold 4")
    assert table.scores == (4, 0)


@either_game
def test_eight_1_a_wrong_word_offers_the_moves_there_are(name: str) -> None:
    for eights, moves in ((False, "hit, fold"), (True, "hit, fold, eight")):
        table = cutcard.game(name, seats=3, eights=eights).start(seed=1)
        with pytest.raises(cutcard.NotAllowed) as refused:
            table.play("dance")
        assert refused.value.reason.endswith(f": the moves are {moves}")
