"""Pairs, clause by clause: pairs.md."""

from fractions import Fraction

import pytest

import cutcard
from cutcard import NotYours, ParseError
from tests.games.pairs_tables import FULL_DECK, continuous, dealt, either_game, notes, pairs, placed, stacks, without
from tests.helpers import fields, refusal

LOSING_SCORES = {2: 31, 3: 21, 4: 16, 5: 13, 6: 11, 7: 11, 8: 11}
LARGEST_TARGETS = {2: 188, 3: 122, 4: 89, 5: 69, 6: 56, 7: 47, 8: 40}


# PAIRS-1


@either_game
@pytest.mark.parametrize("seats", range(2, 9))
def test_pairs_1_two_to_eight_seats(name, seats):
    table = cutcard.game(name, seats=seats, burn=0).start(cards=[*without("1")[:seats], "9", "10"])
    assert len(table.scores) == seats
    assert set(table.to_act) < set(range(seats))


@either_game
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_pairs_1_no_other_number_of_seats(name, seats):
    with pytest.raises(ParseError, match="2 to 8 seats"):
        cutcard.game(name, seats=seats)


@pytest.mark.parametrize("seats", range(2, 9))
def test_pairs_1_one_loser_and_no_winner(seats):
    stacks_of_all = ", ".join(["3", "10", "9", "8", "7", "6", "5", "4"][:seats])
    table = placed(pairs(seats, target=3), 0, f"deck *; stacks {stacks_of_all}").play("fold 3")
    assert table.result.places == (tuple(range(1, seats)), (0,))


def test_pairs_1_points_are_bad():
    table = placed(pairs(3), 1, "deck *; stacks 10, 9, 8; scores 20 13 0").play("fold 8")
    assert table.result.places == ((0, 2), (1,))


# PAIRS-2


@either_game
@pytest.mark.parametrize(("seats", "losing_score"), LOSING_SCORES.items())
def test_pairs_2_losing_score(name, seats, losing_score):
    assert cutcard.game(name, seats=seats).options["target"] == losing_score


@either_game
@pytest.mark.parametrize(("seats", "losing_score"), LOSING_SCORES.items())
def test_pairs_2_losing_score_is_what_is_played_to(name, seats, losing_score):
    move = "fold 2" if name == "pairs" else "fold 2@0"
    game = cutcard.game(name, seats=seats, burn=0)
    for before, over in ((losing_score - 3, False), (losing_score - 2, True)):
        others = ", 10" * (seats - 1)
        table = placed(game, 0, f"deck *; stacks 2{others}; scores {before}", "9 " + "10 " * (9 - seats) + "8 7 6 5 4 3")
        assert table.play(move).is_over == over


@either_game
@pytest.mark.parametrize(("seats", "largest"), LARGEST_TARGETS.items())
def test_pairs_2_range_of_the_option_target(name, seats, largest):
    for target in (1, largest):
        assert cutcard.game(name, seats=seats, target=target).options["target"] == target
    for target in (0, -1, largest + 1):
        with pytest.raises(ParseError, match="target"):
            cutcard.game(name, seats=seats, target=target)


@pytest.mark.parametrize(("seats", "largest"), LARGEST_TARGETS.items())
def test_pairs_2_largest_target_leaves_a_round_to_deal(seats, largest):
    """The reason for the range: with everybody a point short of it, at least one card a seat is not a marker."""
    scored = seats * (largest - 1)
    cards_left = 0
    points_left = 385 - scored
    for card in reversed(FULL_DECK):
        if points_left <= 0:
            break
        points_left -= int(card)
        cards_left += 1
    assert cards_left >= seats


# PAIRS-3


@either_game
def test_pairs_3_burn_five_first(name):
    table = dealt(cutcard.game(name, seats=3), "1 2 3 4 5 10 9 8")
    assert fields(table)["burned"] == "1 2 3 4 5"
    assert stacks(table) == "8, 10, 9"
    assert table.to_act == (0,)


def test_pairs_3_sixth_card_is_the_first_dealt():
    table = cutcard.game("pairs", seats=2).start(cards=["6"] * 5)
    assert table.card_is_due
    assert fields(table.draw("10").draw("9"))["burned"] == "6 6 6 6 6"


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_pairs_3_burned_cards_are_seen_by_nobody(viewer):
    view = dealt(cutcard.game("pairs", seats=3), "1 2 3 4 5 10 9 8").view(viewer)
    assert view.cards("burned") == ()
    assert view.hidden("burned") == 5
    burned = [happening for happening in view.log if happening.text == "burned"]
    assert [happening.card for happening in burned] == [None] * 5


def test_pairs_3_burned_cards_start_the_discard_pile():
    table = placed(pairs(), 0, "deck -; burned 9 8; stacks 5, 6; markers *, -").play("hit")
    assert dict(table.chance_outcomes()) == {"8": Fraction(1, 2), "9": Fraction(1, 2)}


def test_pairs_3_every_reshuffle_burns_five_again():
    game = cutcard.game("pairs", seats=2)
    table = placed(game, 0, "discards 8 8 8 9 9 9 10; stacks 5, 6; markers *, -", "8 8 8 9 9 10").play("hit")
    assert fields(table)["burned"] == "8 8 8 9 9"
    assert stacks(table) == "5 10, 6"


# PAIRS-4


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("lowest", range(4))
def test_pairs_4_lowest_card_goes_first(dealer, lowest):
    cards = ["9", "8", "7", "6"]
    cards[lowest] = "2"
    table = pairs(4, dealer=dealer).start(cards=cards)
    assert table.to_act == ((dealer + 1 + lowest) % 4,)


def test_pairs_4_one_card_each():
    table = dealt(pairs(4), "9 2 7 6")
    assert stacks(table) == "6, 9, 2, 7"
    assert not table.card_is_due


def test_pairs_4_every_round_starts_with_the_lowest_card():
    table = placed(pairs(3), 0, "deck *; stacks 5, 6, 7", "10 9 3").play("fold 5")
    assert stacks(table) == "3, 10, 9"
    assert table.to_act == (0,)


# PAIRS-5


def test_pairs_5_lowest_extra_card_goes_first():
    table = dealt(pairs(3), "4 4 9  8 6")
    assert stacks(table) == "9, 4 8, 4 6"
    assert table.to_act == (2,)


def test_pairs_5_extra_cards_are_compared_among_themselves():
    """Neither a lower card of a seat that is not tied, nor the card that was tied, has a say."""
    table = dealt(pairs(3), "3 4 3  10 9")
    assert stacks(table) == "3 9, 3 10, 4"
    assert table.to_act == (0,)


def test_pairs_5_no_extra_cards_for_a_tie_above_the_lowest():
    table = dealt(pairs(4), "7 7 2 7")
    assert stacks(table) == "7, 7, 7, 2"
    assert table.to_act == (3,)
    assert not table.card_is_due


@pytest.mark.parametrize(
    ("dealer", "cards", "stacks_after"),
    [
        (0, "6 8 6 6  7 10 9", "6 9, 6 7, 8, 6 10"),
        (1, "6 6 6 8  7 10 9", "6 9, 8, 6 7, 6 10"),
        (2, "6 6 8 6  7 10 9", "6 10, 8, 6 9, 6 7"),
        (3, "6 8 6 6  7 10 9", "6 7, 8, 6 10, 6 9"),
    ],
)
def test_pairs_5_extra_cards_from_the_dealers_left(dealer, cards, stacks_after):
    table = dealt(pairs(4, dealer=dealer), cards)
    assert stacks(table) == stacks_after


def test_pairs_5_three_tie_and_two_tie_again():
    table = dealt(pairs(4), "3 3 3 9  5 5 7  8 6")
    assert stacks(table) == "9, 3 5 8, 3 5 6, 3 7"
    assert table.to_act == (2,)


def test_pairs_5_last_extra_card_under_a_tie_ends_it():
    table = dealt(pairs(4), "3 3 3 9  5 5 4")
    assert table.to_act == (3,)
    assert not table.card_is_due


def test_pairs_5_all_tie_twice():
    table = dealt(pairs(3), "8 8 8  9 9 9  10 7 10")
    assert stacks(table) == "8 9 10, 8 9 10, 7 8 9"
    assert table.to_act == (2,)


# PAIRS-6


def test_pairs_6_paired_card_is_replaced_before_the_next_seat():
    table = dealt(pairs(2), "5 5  5 9 7")
    assert stacks(table) == "5 7, 5 9"
    assert fields(table)["discards"] == "5"
    assert table.to_act == (0,)


def test_pairs_6_as_often_as_needed():
    table = dealt(pairs(2), "5 5  5 5 9  5 7")
    assert stacks(table) == "5 7, 5 9"
    assert fields(table)["discards"] == "5 5 5"


def test_pairs_6_replacement_is_the_card_compared():
    table = dealt(pairs(2), "5 5  5 10 9")
    assert table.to_act == (0,)


def test_pairs_6_any_card_of_the_stack_pairs():
    table = dealt(pairs(2), "5 5  8 8  8 5 10 7")
    assert stacks(table) == "5 7 8, 5 8 10"
    assert fields(table)["discards"] == "5 8"


def test_pairs_6_a_card_of_another_stack_does_not_pair():
    table = dealt(pairs(3), "4 4 9  9 8")
    assert stacks(table) == "9, 4 9, 4 8"
    assert "discards" not in fields(table)


def test_pairs_6_pair_on_the_deal_scores_nothing():
    table = dealt(pairs(2, target=1), "5 5  5 9 7")
    assert table.scores == (0, 0)
    assert "markers" not in fields(table)
    assert not table.is_over


def test_pairs_6_paired_card_is_reshuffled_before_the_replacement():
    table = placed(pairs(), 0, "deck 5 5 5; stacks 4, 6; markers *, -", "5 5 5").play("fold 4")
    assert dict(table.chance_outcomes()) == {"5": Fraction(1, 2), "6": Fraction(1, 2)}


def test_pairs_6_paired_card_comes_again_after_the_reshuffle():
    cards = "5 5 5  5 6 7"
    table = placed(pairs(), 0, "deck 5 5 5; discards 7; stacks 4, 6; markers *, -", cards).play("fold 4")
    assert stacks(table) == "5 7, 5 6"
    assert fields(table)["discards"] == "5"
    assert table.to_act == (1,)


def test_pairs_6_reshuffle_for_a_replacement_burns_too():
    cards = "5 5 5  5 6 7"
    table = placed(pairs(burn=2), 0, "deck 5 5 5; discards 7 8 9; stacks 4, 6; markers *, -", cards).play("fold 4")
    assert table.card_is_due
    assert dict(table.chance_outcomes()) == {"8": Fraction(1, 2), "9": Fraction(1, 2)}


# PAIRS-7


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_pairs_7_tie_break_that_runs_dry_with_no_card_left(dealer, first):
    table = placed(pairs(dealer=dealer), 0, "deck 6; stacks 4, 6; markers *, -", "6 6").play("fold 4")
    assert table.to_act == (first,)
    assert stacks(table) == "6, 6"
    assert table.legal() == ("fold 6",)


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_pairs_7_tie_break_that_runs_dry_by_the_ranks_held(dealer, first):
    table = placed(pairs(dealer=dealer), 0, "deck 6 6 6; stacks 4, 6; markers *, -", "6 6").play("fold 4")
    assert table.to_act == (first,)
    assert stacks(table) == "6, 6"
    assert fields(table)["deck"] == "6"
    assert fields(table)["discards"] == "6"


def test_pairs_7_any_rank_held_counts():
    """The seat to get a card holds 6 and 8, and nothing but 6 and 8 is left."""
    table = placed(pairs(), 0, "deck 6 6 8 8 8; stacks 4, 6; markers *, -", "6 6 8 8").play("fold 4")
    assert table.to_act == (1,)
    assert stacks(table) == "6 8, 6 8"


def test_pairs_7_burned_cards_can_still_break_the_tie():
    table = placed(pairs(), 0, "deck 6 6 6; burned 9; stacks 4, 6; markers *, -", "6 6 6").play("fold 4")
    assert dict(table.chance_outcomes()) == {"6": Fraction(2, 3), "9": Fraction(1, 3)}


def test_pairs_7_in_the_middle_of_a_repetition_the_first_seat_from_the_dealers_left():
    """Seats 1, 2 and 3 are tied; 1 and 2 have their extra card, 2 the lower one, when nothing but 6s is left for 3."""
    table = placed(pairs(4), 0, "deck 6 6 6 7 9 10; stacks 4, 6, 6, 6; markers *", "6 6 6 7 10 9").play("fold 4")
    assert stacks(table) == "7, 6 10, 6 9, 6"
    assert table.to_act == (1,)


def test_pairs_7_in_the_middle_counts_from_the_dealers_left():
    game = pairs(4, dealer=2)
    table = placed(game, 0, "deck 6 6 6 7 9 10; stacks 4, 6, 6, 6; markers *", "6 6 7 6 10 9").play("fold 4")
    assert stacks(table) == "6 9, 7, 6, 6 10"
    assert table.to_act == (3,)


def test_pairs_7_only_seats_tied_when_this_repetition_began():
    """Seat 1 was tied at first, but lost to 2 and 3, who tie again; then the tie-break runs dry."""
    table = placed(pairs(4), 0, "deck 6 6 6 10 9 8 8; stacks 4, 6, 6, 6; markers *", "6 6 6 10  9 8 8").play("fold 4")
    assert stacks(table) == "10, 6 9, 6 8, 6 8"
    assert table.to_act == (2,)


def test_pairs_7_dry_in_the_middle_of_a_later_repetition():
    """Seats 2 and 3 tie twice; 2 gets its second extra card, for 3 there is none."""
    table = placed(pairs(4), 0, "deck 6 6 6 10 9 8 8 7; stacks 4, 6, 6, 6; markers *", "6 6 6 10  9 8 8  7").play("fold 4")
    assert stacks(table) == "10, 6 9, 6 7 8, 6 8"
    assert table.to_act == (2,)


def test_pairs_7_is_asked_for_each_seat_by_its_own_cards():
    """Seat 1 can have the 7, and has it; for seat 0 only 6s are left."""
    table = placed(pairs(), 0, "deck 6 6 6 7; stacks 4, 6; markers *, -", "6 6 7").play("fold 4")
    assert stacks(table) == "6, 6 7"
    assert table.to_act == (1,)


# PAIRS-8


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_pairs_8_play_passes_to_the_left(seat, following):
    table = placed(pairs(3), seat, "deck *; stacks 5, 6, 7", "10")
    assert table.legal() == ("fold 5", "hit")
    assert table.play("hit").to_act == (following,)


def test_pairs_8_only_the_seat_whose_turn_it_is():
    table = placed(pairs(3), 1, "deck *; stacks 5, 6, 7", "10")
    assert table.legal(0) == table.legal(2) == ()
    with pytest.raises(NotYours):
        table.play("hit", 0)


# PAIRS-9


def test_pairs_9_hit_takes_the_top_card():
    table = placed(pairs(3), 1, "deck *; stacks 5, 6 2, 7", "10").play("hit")
    assert stacks(table) == "5, 2 6 10, 7"
    assert table.scores == (0, 0, 0)


@pytest.mark.parametrize("rank", ["3", "5", "8"])
def test_pairs_9_pair_with_any_card_of_the_stack_scores_its_rank(rank):
    table = placed(pairs(3), 2, "deck *; stacks 9, 10, 3 5 8; scores 1 2 4", f"{rank} 7 6 2").play("hit")
    assert table.scores == (1, 2, 4 + int(rank))


def test_pairs_9_one_card_of_the_pair_is_the_marker():
    table = placed(pairs(3), 2, "deck *; stacks 9, 10, 3 5 8", "5 7 6 2").play("hit")
    assert fields(table)["markers"] == "-, -, 5"
    assert fields(table)["discards"] == "3 5 8 9 10"


def test_pairs_9_round_ends_with_a_pair():
    table = placed(pairs(3), 2, "deck *; stacks 9, 10, 3 5 8", "5 7 6 2").play("hit")
    assert stacks(table) == "2, 7, 6"
    assert table.to_act == (0,)


def test_pairs_9_the_rank_of_another_stack_is_no_pair():
    table = placed(pairs(3), 2, "deck *; stacks 9, 10, 3", "9").play("hit")
    assert stacks(table) == "9, 10, 3 9"
    assert table.scores == (0, 0, 0)


# PAIRS-10


@pytest.mark.parametrize("seat", range(3))
def test_pairs_10_lowest_card_in_play_from_any_stack(seat):
    table = placed(pairs(3), seat, "deck *; stacks 9 10, 4 7, 3 8", "2 6 5").play("fold 3")
    assert table.scores[seat] == 3
    assert sum(table.scores) == 3
    markers = ["-"] * 3
    markers[seat] = "3"
    assert fields(table)["markers"] == ", ".join(markers)
    assert fields(table)["discards"] == "4 7 8 9 10"


def test_pairs_10_round_ends_with_a_fold():
    table = placed(pairs(3), 0, "deck *; stacks 9, 4, 3", "8 2 5").play("fold 3")
    assert stacks(table) == "5, 8, 2"
    assert table.to_act == (2,)


def test_pairs_10_no_other_card_can_be_taken():
    table = placed(pairs(3), 0, "deck *; stacks 9, 4, 3")
    assert table.legal() == ("fold 3", "hit")
    for move in ("fold 4", "fold 9", "fold 1", "fold", "fold 3@2"):
        assert refusal(table, f"0 {move}")[1] == "PAIRS-10"


def test_pairs_10_one_move_where_several_stacks_have_the_lowest():
    table = placed(pairs(3), 0, "deck *; stacks 4 9, 4, 4 8", "8 2 5")
    assert table.legal() == ("fold 4", "hit")
    assert fields(table.play("fold 4"))["discards"] == "4 4 8 9"


def test_pairs_10_fold_on_the_first_turn():
    table = dealt(pairs(2), "7 6  9 8")
    assert table.legal() == ("fold 6", "hit")
    assert table.play("fold 6").scores == (6, 0)


# PAIRS-11


def test_pairs_11_all_cards_in_play_are_discarded():
    table = placed(pairs(3), 0, "deck *; discards 10 10; stacks 9 2, 4, 3", "8 5 7").play("fold 2")
    assert fields(table)["discards"] == "3 4 9 10 10"


def test_pairs_11_markers_stay_out_of_the_deck():
    table = placed(pairs(3, dealer=1), 0, "discards 6 7; stacks 9 3, 4, 5; markers 8, *, 10", "4 5").play("fold 3")
    assert table.card_is_due
    assert dict(table.chance_outcomes()) == {card: Fraction(1, 3) for card in ("6", "7", "9")}


@pytest.mark.parametrize("dealer", range(3))
def test_pairs_11_dealer_stays_the_same(dealer):
    table = dealt(pairs(3, dealer=dealer), "2 5 6  3 7 8  4 9 10")
    first = (dealer + 1) % 3
    for lowest in ("2", "3"):
        assert table.to_act == (first,)
        table = table.play(f"fold {lowest}")
    stacks_now = dict(zip([first, (first + 1) % 3, dealer], ["4", "9", "10"], strict=True))
    assert stacks(table) == ", ".join(stacks_now[seat] for seat in range(3))


def test_pairs_11_the_deal_passes_to_the_left_when_a_round_ends():
    table = dealt(pairs(3, deal_passes=True), "2 5 6  3 7 8  4 9 10  1 9 10")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("0", "6, 2, 5", (1,))
    table = table.play("fold 2")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("1", "7, 8, 3", (2,))
    table = table.play("fold 3")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("2", "4, 9, 10", (0,))
    assert fields(table.play("fold 4"))["dealer"] == "0"


def test_pairs_11_the_deal_passes_after_a_pair_too():
    table = dealt(pairs(2, deal_passes=True, dealer=1), "3 7  3  5 9")
    table = table.play("hit")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("0", "9, 5", (1,))


def test_pairs_11_a_tie_is_broken_from_the_left_of_the_new_dealer():
    """Seat 1 deals the second round: seat 2 gets its card and its extra card first, then seat 0."""
    table = dealt(pairs(3, deal_passes=True), "2 5 6  4 4 9  8 7").play("fold 2")
    assert (stacks(table), table.to_act) == ("4 7, 9, 4 8", (0,))


def test_pairs_11_a_tie_that_runs_dry_is_won_from_the_left_of_the_new_dealer():
    """PAIRS-7: only a 3 is left, and both hold one."""
    line = "stacks 2, 3; discards 3 3; markers *, -"
    for passes, first in ((False, 1), (True, 0)):
        table = placed(pairs(2, deal_passes=passes, target=188), 0, line, "3 3").play("fold 2")
        assert (notes(table)[-2:], table.to_act) == (["dry", "first"], (first,))


def test_pairs_11_the_deal_passes_in_the_record_and_its_replay():
    table = dealt(pairs(3, deal_passes=True), "2 5 6  3 7 8").play("fold 2")
    assert table.record()["options"] == {"burn": 0, "deal_passes": True}
    assert table.record()["dealer"] == 0
    assert cutcard.replay(table.record()) == table


def test_pairs_11_pieces_of_eight_passes_the_deal_too():
    table = cutcard.game("pieces-of-eight", seats=2, burn=0, deal_passes=True).start(cards=["8", "9", "9", "8", "7", "6"])
    table = table.play("eight").play("fold 8")
    assert fields(table)["dealer"] == "1"


def test_pairs_11_continuous_has_one_deal_and_no_such_option():
    with pytest.raises(ParseError, match="there is no option 'deal_passes'"):
        continuous(3, deal_passes=True)


# PAIRS-12


def test_pairs_12_deck_stands_empty_until_a_card_is_drawn():
    table = placed(pairs(), 0, "deck 9; discards 7 8; stacks 5, 6; markers *, -", "9").play("hit")
    assert "deck" not in fields(table)
    assert fields(table)["discards"] == "7 8"
    assert table.to_act == (1,)
    assert table.legal() == ("fold 5", "hit")


def test_pairs_12_reshuffle_after_the_move_that_asks_for_a_card():
    table = placed(pairs(), 0, "discards 7 8; stacks 5, 6; markers *, -", "7").play("hit")
    assert fields(table)["deck"] == "8"
    assert "discards" not in fields(table)
    happened = [happening.text for happening in table.view().log]
    assert happened == ["hit", "reshuffled", "stacks"]


def test_pairs_12_log_tells_where_a_reshuffle_interrupted_the_deal():
    table = placed(pairs(3), 0, "deck 8; stacks 2, 6, 7; markers *, -, -", "8 6 7").play("fold 2")
    happened = [happening.text for happening in table.view().log]
    assert happened == ["fold 2", "scored", "round", "stacks", "reshuffled", "stacks", "stacks", "first"]


def test_pairs_12_cards_in_play_and_markers_stay_out():
    table = placed(pairs(), 0, "discards 7 7 7 8; stacks 5 9, 6 10; markers *, 1", "").play("hit")
    assert dict(table.chance_outcomes()) == {"7": Fraction(3, 4), "8": Fraction(1, 4)}


def test_pairs_12_burned_cards_go_back_in():
    table = placed(pairs(), 0, "burned 10 10; discards 9; stacks 5, 6; markers *, -").play("hit")
    assert dict(table.chance_outcomes()) == {"9": Fraction(1, 3), "10": Fraction(2, 3)}


def test_pairs_12_burned_cards_are_drawn_before_the_card():
    table = placed(pairs(burn=2), 0, "discards 7 8 9 10; stacks 5, 6; markers *, -", "9 7 10").play("hit")
    assert fields(table)["burned"] == "7 9"
    assert stacks(table) == "5 10, 6"
    assert fields(table)["deck"] == "8"


def test_pairs_12_burned_cards_are_drawn_without_replacement():
    table = placed(pairs(burn=2), 0, "discards 7 8 9 10; stacks 5, 6; markers *, -", "9 7").play("hit")
    assert dict(table.chance_outcomes()) == {"8": Fraction(1, 2), "10": Fraction(1, 2)}


def test_pairs_12_burn_stops_when_one_card_is_left():
    table = placed(pairs(burn=5), 0, "discards 7 8 9; stacks 5, 6; markers *, -", "9 7").play("hit")
    assert table.chance_outcomes() == (("8", Fraction(1)),)
    table = table.draw("8")
    assert fields(table)["burned"] == "7 9"
    assert stacks(table) == "5 8, 6"


def test_pairs_12_exactly_one_more_card_than_the_burn():
    table = placed(pairs(burn=3), 0, "discards 7 8 9 10; stacks 5, 6; markers *, -", "9 7 8 10").play("hit")
    assert fields(table)["burned"] == "7 8 9"
    assert stacks(table) == "5 10, 6"


def test_pairs_12_single_card_is_not_burned():
    table = placed(pairs(burn=5), 0, "discards 7; stacks 5, 6; markers *, -", "7").play("hit")
    assert stacks(table) == "5 7, 6"
    assert "burned" not in fields(table)


def test_pairs_12_reshuffle_in_the_middle_of_the_deal():
    """Seat 1 has its card when the deck runs out; the cards of the round before are shuffled, one is burned."""
    game = pairs(3, burn=1)
    table = placed(game, 0, "deck 8; burned 9; stacks 2, 6, 7 10; markers *, -, -", "8  6 10 7").play("fold 2")
    assert stacks(table) == "7, 8, 10"
    assert fields(table)["burned"] == "6"
    assert fields(table)["deck"] == "9"
    assert table.to_act == (0,)


def test_pairs_12_reshuffle_for_an_extra_card():
    table = placed(pairs(), 0, "deck 8 8; stacks 2, 7 9; markers *, -", "8 8  9 7").play("fold 2")
    assert stacks(table) == "7 8, 8 9"
    assert table.to_act == (0,)


def test_pairs_12_two_reshuffles_in_one_deal():
    """Burning all but one card, every draw of the deal reshuffles."""
    game = pairs(3, burn=54)
    table = placed(game, 0, "discards 8; stacks 2, 6, 7; markers *, -, -", "6 7 8  6 7  6").play("fold 2")
    assert stacks(table) == "6, 8, 7"
    assert notes(table).count("reshuffled") == 3


def test_pairs_12_burn_of_none():
    table = dealt(cutcard.game("pairs", seats=2, burn=0), "9 8")
    assert stacks(table) == "8, 9"
    assert "burned" not in fields(table)
    assert table.record()["events"] == ["d 9", "d 8"]


def test_pairs_12_burn_of_54_leaves_one_card_each_time():
    script = [*without("10"), "10", *without("10", "1"), "1"]
    table = cutcard.game("pairs", seats=2, burn=54).start(cards=script)
    assert stacks(table) == "1, 10"
    assert fields(table)["burned"] == " ".join(without("10", "1"))
    assert "deck" not in fields(table)
    assert len(table.record()["events"]) == 54 + 1 + 53 + 1


def test_pairs_12_first_burn_never_reshuffles():
    table = cutcard.game("pairs", seats=2, burn=54).start(cards=without("10"))
    assert table.chance_outcomes() == (("10", Fraction(1)),)


# PAIRS-13


def test_pairs_13_only_fold_is_legal():
    table = placed(pairs(), 0, "stacks 5, 6; markers *, -")
    assert table.legal() == ("fold 5",)
    reason, clause = refusal(table, "0 hit")
    assert clause == "PAIRS-13"
    assert "empty" in reason


def test_pairs_13_no_eight_either():
    table = placed(pairs(eights=True), 0, "stacks 5 8, 6; markers *, -")
    assert table.legal() == ("fold 5",)
    assert refusal(table, "0 eight")[1] == "PAIRS-13"


@pytest.mark.parametrize("zone", ["deck", "discards", "burned"])
def test_pairs_13_one_card_anywhere_is_enough_to_hit(zone):
    table = placed(pairs(eights=True), 0, f"{zone} 9; stacks 5 8, 6; markers *, -")
    assert table.legal() == ("eight", "fold 5", "hit")


def test_pairs_13_next_round_is_dealt_from_the_cards_of_the_last():
    table = placed(pairs(), 0, "stacks 5 7, 6; markers *, -", "7 6").play("fold 5")
    assert stacks(table) == "6, 7"


def test_pairs_13_continuous_only_fold_is_legal():
    table = placed(continuous(), 0, "stacks 5 7, 6; markers *, -")
    assert table.legal() == ("fold 5@0", "fold 6@1", "fold 7@0")
    assert refusal(table, "0 hit")[1] == "PAIRS-13"


def test_pairs_13_continuous_seat_without_cards_passes():
    table = placed(continuous(4, target=60), 0, "stacks 5, -, 6, 7; markers -, *, -, -").play("fold 5@0")
    assert table.to_act == (2,)
    assert table.legal() == ("fold 6@2", "fold 7@3")
    assert [(happening.text, happening.seat) for happening in table.view().log] == [
        ("fold 5@0", 0), ("scored", 0), ("passed", 1),
    ]  # fmt: skip


def test_pairs_13_continuous_several_seats_pass():
    table = placed(continuous(4, target=60), 2, "stacks -, 6, 5, -; markers -, *, -, -").play("fold 5@2")
    assert table.to_act == (1,)


def test_pairs_13_continuous_all_others_pass():
    table = placed(continuous(3), 0, "deck 7; stacks 4, -, -; markers -, *, -", "7").play("hit")
    assert table.to_act == (0,)
    assert table.legal() == ("fold 4@0", "fold 7@0")


def test_pairs_13_continuous_seat_without_cards_hits_where_a_card_can_be_drawn():
    """The fold discards the rest of the folder's stack: now there is a card to hit for."""
    table = placed(continuous(3, target=60), 0, "stacks 5 9, -, 6; markers -, *, -", "9").play("fold 5@0")
    assert table.to_act == (1,)
    assert table.legal() == ("hit",)
    assert stacks(table.play("hit")) == "-, 9, 6"


def test_pairs_13_continuous_seat_that_lost_its_only_card_is_passed_over():
    """Seat 0 draws the last card, so nothing is left to draw for seat 1, which was folded empty before."""
    table = placed(continuous(3), 0, "deck 9; stacks 5, -, 6; markers -, *, -", "9").play("hit")
    assert table.to_act == (2,)


# PAIRS-14


def test_pairs_14_reaching_the_losing_score_exactly():
    table = placed(pairs(3), 1, "deck *; stacks 9, 4, 5; scores 20 17 3").play("fold 4")
    assert table.is_over
    assert table.result.scores == (20, 21, 3)
    assert table.result.places == ((0, 2), (1,))
    assert table.result.reason == "target"


def test_pairs_14_going_over_the_losing_score():
    table = placed(pairs(3), 1, "deck *; stacks 9, 4 10, 5; scores 20 17 3", "10").play("hit")
    assert table.result.scores == (20, 27, 3)
    assert table.result.places == ((0, 2), (1,))


def test_pairs_14_one_point_short_goes_on():
    table = placed(pairs(3), 1, "deck *; stacks 9, 4, 5; scores 20 16 3", "3 6 7").play("fold 4")
    assert not table.is_over
    assert table.result is None
    assert table.scores == (20, 20, 3)


def test_pairs_14_at_once():
    """No card of another round is dealt, and nothing more can be played."""
    table = placed(pairs(3), 1, "deck *; stacks 9, 4, 5; scores 0 17 0", "3 6 7").play("fold 4")
    assert table.cards_left == 3
    assert table.to_act == ()
    assert table.legal() == ()
    assert "stacks" not in fields(table)
    with pytest.raises(NotYours, match="over"):
        table.play("hit")


def test_pairs_14_continuous_ends_at_once_too():
    table = placed(continuous(3), 1, "deck *; stacks 9, 4, 5; scores 20 16 3", "3").play("fold 5@2")
    assert table.result.places == ((0, 2), (1,))
    assert table.result.reason == "target"
    assert table.to_act == ()
    assert table.cards_left == 1
