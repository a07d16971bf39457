"""Port, clause by clause (port-starboard.md)."""

import pytest

from cutcard import NotAllowed, NotYours, ParseError, Table, game
from tests.helpers import ended, fields, notes, played, refusal
from tests.shown import statuses


def start(seats: int, cards: str, dealer: int = 0, **options: int) -> Table:
    """A new table without a burn, unless told otherwise, that is dealt these cards."""
    return game("port", seats=seats, dealer=dealer, **{"burn": 0, **options}).start(cards=cards.split())


def position(line: str, cards: str = "", **options: int) -> Table:
    """A table in the middle of a game; the line begins with its number of seats."""
    return game("port", seats=int(line[0]), **options).position(f"port/{line}", cards=cards.split())


def stacks(table: Table) -> list[str]:
    return [" ".join(table.view().cards("stacks", seat)) for seat in range(table.game.seats)]


def discards(table: Table) -> str:
    return " ".join(table.view().cards("discards"))


def status(table: Table, seat: int) -> str:
    return statuses(table)[seat]


# PORT-1


@pytest.mark.parametrize("seats", [2, 7])
def test_port_1_from_two_to_seven_seats(seats: int) -> None:
    assert start(seats, "1 2 3 4 5 6 7").to_act == (1,)


@pytest.mark.parametrize("seats", [1, 8])
def test_port_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="Port is for 2 to 7 seats"):
        game("port", seats=seats)


def test_port_1_the_first_seat_to_21_points_wins() -> None:
    table = position("2; to_act 0; deck *; stacks 10, 9; scores 19 18; playing 0 1; locked 1")
    result = ended(table, "0 lock")
    assert (result.places, result.scores, result.reason) == (((0,), (1,)), (21, 19), "target")
    assert result.utilities == (1, -1)


def test_port_1_twenty_points_are_not_enough() -> None:
    table = position("2; to_act 0; deck *; stacks 10, 9; scores 18 18; playing 0 1; locked 1")
    table = played(table, "0 lock")
    assert not table.is_over
    assert table.card_is_due


def test_port_1_the_target_is_an_option() -> None:
    table = position("2; to_act 0; deck *; stacks 10, 9; scores 3 3; playing 0 1; locked 1", target=5)
    assert played(table, "0 lock").is_over


# PORT-2


def test_port_2_five_cards_are_burned_unseen() -> None:
    table = start(2, "10 9 9 8 8 1 2", burn=5)
    assert stacks(table) == ["2", "1"]
    assert "burned 8 8 9 9 10;" in str(table)
    for seat in (0, 1, None):
        assert table.view(seat).cards("burned") == ()
        assert table.view(seat).hidden("burned") == 5
        assert table.view(seat).hidden("deck") == 48


def test_port_2_rounds_go_on_down_the_deck() -> None:
    table = played(start(2, "1 5 6 7"), "1 lock", "0 lock")
    assert stacks(table) == ["7", "6"]
    assert discards(table) == "1 5"
    assert table.view().hidden("deck") == 51
    assert table.view().hidden("burned") == 0


def test_port_2_a_card_of_an_earlier_round_is_not_in_the_deck() -> None:
    table = played(start(2, "1 5 1"), "1 lock")
    with pytest.raises(NotAllowed, match="the card 1 is not in the deck"):
        table.play("lock", 0)


def test_port_2_the_deck_may_stand_empty() -> None:
    table = position("2; to_act 0; deck 5; discards *; stacks 10, 9; playing 0 1", "5")
    table = played(table, "0 hit")
    assert table.view().hidden("deck") == 0
    assert table.view().hidden("burned") == 0
    assert table.to_act == (1,)


def test_port_2_an_empty_deck_is_reshuffled_by_the_hit_that_needs_it() -> None:
    table = position("2; to_act 0; discards *; burned 1; stacks 10, 9; playing 0 1", "8 8 8 8 8 7")
    table = played(table, "0 hit")
    assert stacks(table) == ["7 10", "9"]
    assert "burned 8 8 8 8 8;" in str(table)
    assert discards(table) == ""
    assert table.view().hidden("deck") == 55 - 5 - 3
    assert notes(table) == [("reshuffled", None, 53)]


def test_port_2_burned_cards_are_reshuffled_and_cards_in_play_are_not() -> None:
    line = "3; to_act 0; burned 1; discards *; stacks 10, 4 4, 9; playing 0 1 2; bust 1"
    chances = dict(played(position(line), "0 hit").chance_outcomes())
    assert sum(chances.values()) == 1
    assert {card: chance * 51 for card, chance in chances.items()} == {
        **{str(rank): rank for rank in range(1, 11)}, "10": 9, "4": 2, "9": 8
    }  # fmt: skip


def test_port_2_a_reshuffle_in_the_middle_of_the_deal() -> None:
    line = "3; to_act 0; deck 9; discards *; stacks 10, 6, 5; playing 0 1 2; locked 1 2; scores 1 2 3"
    table = played(position(line, "9 1 2 2 3 3 10 8"), "0 lock")
    assert stacks(table) == ["8", "9", "10"]
    assert "burned 1 2 2 3 3;" in str(table)
    assert table.to_act == (0,)


def test_port_2_a_burn_stops_when_one_card_is_left() -> None:
    line = "2; to_act 0; discards 10 10 10; stacks 1 2, *; playing 0 1; bust 1"
    table = played(position(line, "10 10 10"), "0 hit")
    assert stacks(table)[0] == "1 2 10"
    assert "burned 10 10;" in str(table)
    assert table.cards_left == 0


# PORT-3


def test_port_3_one_card_each_from_the_dealers_left_and_the_lowest_goes_first() -> None:
    table = start(3, "5 3 4")
    assert stacks(table) == ["4", "5", "3"]
    assert table.to_act == (2,)


def test_port_3_cards_lie_face_up() -> None:
    table = start(3, "5 3 4")
    assert all(table.view(seat).cards("stacks", 2) == ("3",) for seat in (0, 1, 2, None))


def test_port_3_tied_seats_get_an_extra_card_from_the_dealers_left() -> None:
    table = start(3, "3 7 3 8 6")
    assert stacks(table) == ["3 6", "3 8", "7"]
    assert table.to_act == (0,)


def test_port_3_a_high_extra_card_goes_second_even_where_its_stack_was_first() -> None:
    assert start(3, "3 7 3 6 8").to_act == (1,)


def test_port_3_seats_that_tie_again_repeat_it_among_themselves() -> None:
    table = start(3, "3 3 3 5 5 9 8 7")
    assert stacks(table) == ["3 9", "3 5 8", "3 5 7"]
    assert table.to_act == (2,)
    assert notes(table) == [("tied", None, 3), ("tied", None, 2), ("first", 2, 0)]


def test_port_3_a_tie_of_high_cards_needs_no_extra_card() -> None:
    table = start(3, "9 9 2")
    assert stacks(table) == ["2", "9", "9"]
    assert table.to_act == (0,)


def test_port_3_a_pair_in_the_tie_break_is_replaced_as_often_as_needed() -> None:
    table = start(2, "4 4 4 4 9 8")
    assert stacks(table) == ["4 8", "4 9"]
    assert discards(table) == "4 4"
    assert table.to_act == (0,)
    assert status(table, 1) == "13 on the table"


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_port_3_where_no_card_can_break_the_tie_the_first_from_the_dealers_left_goes_first(dealer: int, first: int) -> None:
    table = start(2, "2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 1", dealer)
    assert stacks(table)[first] == "1 2 3 4 5 6 7 8 9 10"
    assert stacks(table)[dealer] == "2 3 4 5 6 7 8 9 10"
    assert table.to_act == (first,)
    assert notes(table)[-2:] == [("dry", None, 0), ("first", first, 0)]


def test_port_3_the_dealer_stays_the_same_in_every_round() -> None:
    table = start(3, "8 9 10 5 6 7", dealer=1)
    assert stacks(table) == ["9", "10", "8"]
    table = played(table, "2 lock", "0 lock", "1 lock")
    assert stacks(table) == ["6", "7", "5"]


def test_port_3_the_deal_passes_to_the_left_after_each_round() -> None:
    table = start(3, "8 9 10 5 6 7", dealer=1, deal_passes=True)
    table = played(table, "2 lock", "0 lock", "1 lock")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("2", ["5", "6", "7"], (0,))


def test_port_3_a_tie_is_broken_from_the_left_of_the_new_dealer() -> None:
    table = played(start(3, "8 9 10 4 4 9 8 7", deal_passes=True), "1 lock", "2 lock", "0 lock")
    assert (fields(table)["dealer"], stacks(table), table.to_act) == ("1", ["4 7", "9", "4 8"], (0,))


def test_port_3_the_deal_passes_in_play_offs_too_also_to_a_seat_that_is_not_in_them() -> None:
    table = played(position(TIED, "5 6 5 6 9 7", deal_passes=True), "1 lock")
    assert (fields(table)["dealer"], stacks(table)) == ("1", ["6", "", "5"])
    table = played(table, "2 hit", "0 hit")
    assert (fields(table)["dealer"], stacks(table)) == ("2", ["9", "", "7"])


# PORT-4


def test_port_4_hit_or_lock_from_the_first_card_on() -> None:
    table = start(2, "1 2 10")
    assert table.legal() == ("hit", "lock")
    assert played(table, "1 hit", "0 lock").legal() == ("hit", "lock")


def test_port_4_a_locked_seat_gets_no_more_cards() -> None:
    table = played(start(3, "1 2 3 9 10 8"), "1 lock", "2 hit", "0 hit", "2 hit")
    assert stacks(table) == ["3 10", "1", "2 8 9"]
    assert table.to_act == (0,)
    assert status(table, 1) == "locked, 1 on the table"


def test_port_4_one_card_is_enough_to_lock_and_to_score() -> None:
    assert played(start(2, "3 7 5 6"), "1 lock", "0 lock").scores == (2, 1)


# PORT-5


def test_port_5_a_hit_that_pairs_busts() -> None:
    table = played(start(3, "2 3 4 2", rounds=1), "1 hit")
    assert status(table, 1) == "bust"
    table = played(table, "2 lock", "0 lock")
    assert table.scores == (3, 0, 2)


def test_port_5_a_bust_seat_takes_no_more_turns() -> None:
    table = played(start(3, "2 3 4 2 7 8 9"), "1 hit", "2 hit", "0 hit")
    assert table.to_act == (2,)
    assert table.legal(1) == ()


def test_port_5_the_cards_stay_on_the_table_until_the_round_ends() -> None:
    table = played(start(2, "2 3 8 9 2", rounds=1), "1 hit", "0 hit", "1 hit")
    assert stacks(table) == ["3 9", "2 2 8"]
    assert discards(table) == ""
    assert discards(played(table, "0 lock")) == "2 2 3 8 9"


def test_port_5_a_pair_of_any_card_of_the_stack_counts() -> None:
    table = position("2; to_act 0; deck *; stacks 3 8 10, 9; playing 0 1", "8")
    assert status(played(table, "0 hit"), 0) == "bust"


def test_port_5_a_card_of_another_stack_does_not_pair() -> None:
    table = position("2; to_act 0; deck *; stacks 3 8, 9; playing 0 1", "9")
    table = played(table, "0 hit")
    assert status(table, 0) == "20 on the table"


# PORT-6


def test_port_6_play_passes_left_and_skips_locked_and_bust_seats() -> None:
    table = position("5; to_act 3; deck *; stacks 5, 6 6, 7, 8, 9; playing 0 1 2 3 4; bust 1; locked 4", "10 10 10")
    table = played(table, "3 hit", "0 hit", "2 hit")
    assert table.to_act == (3,)


def test_port_6_the_last_seat_in_may_go_on_hitting() -> None:
    table = position("3; to_act 2; deck *; stacks 5, 6 6, 1; playing 0 1 2; bust 1; locked 0", "2 3 4 5 6")
    table = played(table, "2 hit", "2 hit", "2 hit", "2 hit", "2 hit")
    assert stacks(table)[2] == "1 2 3 4 5 6"
    assert table.legal() == ("hit", "lock")
    assert table.scores == (0, 0, 0)


def test_port_6_the_last_seat_in_may_lock_with_a_lower_stack() -> None:
    table = position("3; to_act 2; deck *; stacks 5, 6 6, 1; playing 0 1 2; bust 1; locked 0", rounds=1)
    assert played(table, "2 lock").scores == (3, 0, 2)


def test_port_6_only_lock_is_legal_when_no_card_can_be_drawn() -> None:
    table = position("2; to_act 0; stacks 1 2, *; playing 0 1; bust 1")
    assert table.legal() == ("lock",)
    assert refusal(table, "0 hit") == ("no card can be drawn any more, so you must lock", "PORT-6")


@pytest.mark.parametrize("zone", ["deck", "burned", "discards"])
def test_port_6_one_card_in_deck_or_discard_pile_is_enough_to_hit(zone: str) -> None:
    table = position(f"2; to_act 0; {zone} 10; stacks 1 2, *; playing 0 1; bust 1", "10")
    assert table.legal() == ("hit", "lock")
    assert stacks(played(table, "0 hit"))[0] == "1 2 10"


# PORT-7


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        ("5; to_act 3; stacks 10 8 5, 9 7 6, 10 9 3, 10 7, 4 4; locked 0 1 2; bust 4", (5, 4, 4, 2, 0)),
        ("5; to_act 0; stacks 10 7, 10 9 3, 4 4, 9 7 6, 10 8 5; locked 1 3 4; bust 2", (2, 4, 0, 4, 5)),
    ],
)
def test_port_7_the_example_of_the_sheet(line: str, scores: tuple[int, ...]) -> None:
    table = position(f"{line}; deck *; playing 0 1 2 3 4", rounds=1)
    assert played(table, f"{table.to_act[0]} lock").scores == scores


@pytest.mark.parametrize(
    ("stacks", "scores"),
    [
        ("10, 9, 8, 7", (4, 3, 2, 1)),
        ("10, 8 2, 8, 7", (4, 4, 2, 1)),
        ("10, 9, 9, 7", (4, 3, 3, 1)),
        ("10, 9, 8, 8", (4, 3, 2, 2)),
        ("6, 5 1, 4 2, 6", (4, 4, 4, 4)),
        ("6, 5 1, 4 2, 10", (3, 3, 3, 4)),
        ("1, 9, 9, 10", (1, 3, 3, 4)),
    ],
)
def test_port_7_ties_get_the_higher_amount(stacks: str, scores: tuple[int, ...]) -> None:
    table = position(f"4; to_act 0; deck *; stacks {stacks}; playing 0 1 2 3; locked 1 2 3", rounds=1)
    assert played(table, "0 lock").scores == scores


def test_port_7_a_bust_stack_is_not_higher_than_anybody() -> None:
    table = position("3; to_act 0; deck *; stacks 2, 10 10, 3; playing 0 1 2; bust 1; locked 2", rounds=1)
    assert played(table, "0 lock").scores == (2, 0, 3)


def test_port_7_nobody_scores_when_all_bust() -> None:
    table = position("3; to_act 2; deck *; stacks 2 2, 10 10, 3; playing 0 1 2; bust 0 1; scores 4 5 6", "3", rounds=1)
    assert played(table, "2 hit").scores == (4, 5, 6)


def test_port_7_scores_add_up_and_are_counted_when_the_round_ends() -> None:
    table = position("2; to_act 0; deck *; stacks 10, 9; playing 0 1; scores 4 7", "3 8 7")
    table = played(table, "0 lock")
    assert table.scores == (4, 7)
    table = played(table, "1 hit", "1 lock")
    assert table.scores == (5, 9)


# PORT-8


def test_port_8_all_cards_are_discarded_and_everybody_is_dealt_in_again() -> None:
    table = position("3; to_act 0; deck *; stacks 10 8, 4 4, 7; playing 0 1 2; bust 1; locked 2; scores 1 0 2", "5 6 9")
    table = played(table, "0 lock")
    assert discards(table) == "4 4 7 8 10"
    assert stacks(table) == ["9", "5", "6"]
    assert [status(table, seat) for seat in range(3)] == ["9 on the table", "5 on the table", "6 on the table"]
    assert table.to_act == (1,)


def test_port_8_discards_lie_where_everybody_can_know_them() -> None:
    table = played(start(2, "1 5 6 7"), "1 lock", "0 lock")
    assert all(table.view(seat).cards("discards") == ("1", "5") for seat in (0, 1, None))


# PORT-9

TIED = "3; to_act 1; deck *; stacks 10, 2, 8 2; playing 0 1 2; locked 0 2; scores 19 20 19"
"""Seats 0 and 2 get to 22 when seat 1, which gets to 21, locks."""


def test_port_9_of_several_at_the_target_the_highest_score_wins() -> None:
    table = position("3; to_act 0; deck *; stacks 9, 10, 2; playing 0 1 2; locked 1 2; scores 20 20 20")
    result = ended(table, "0 lock")
    assert (result.places, result.scores, result.reason) == (((1,), (0,), (2,)), (22, 23, 21), "target")


def test_port_9_a_seat_at_the_target_with_a_lower_stack_can_win() -> None:
    table = position("2; to_act 0; deck *; stacks 9, 10; playing 0 1; locked 1; scores 20 17")
    result = ended(table, "0 lock")
    assert (result.places, result.scores) == (((0,), (1,)), (21, 19))


def test_port_9_any_seat_can_be_the_one_that_wins() -> None:
    table = position("3; to_act 0; deck *; stacks 2, 10, 9; playing 0 1 2; locked 1 2; scores 3 18 5")
    result = ended(table, "0 lock")
    assert (result.places, result.scores) == (((1,), (2,), (0,)), (4, 21, 7))


def test_port_9_any_seats_can_be_those_that_play_on() -> None:
    table = position("3; to_act 0; deck *; stacks 2, 10, 8 2; playing 0 1 2; locked 1 2; scores 5 19 19", "5 6")
    table = played(table, "0 lock")
    assert table.scores == (6, 22, 22)
    assert stacks(table) == ["", "5", "6"]


def test_port_9_only_those_that_share_the_highest_score_play_on() -> None:
    table = played(position(TIED, "5 6"), "1 lock")
    assert table.scores == (22, 21, 22)
    assert stacks(table) == ["6", "", "5"]
    assert table.to_act == (2,)
    assert status(table, 1) == "not in this round"
    table = played(table, "2 lock")
    assert table.to_act == (0,)


def test_port_9_in_a_play_off_n_is_the_number_of_its_seats() -> None:
    result = ended(position(TIED, "5 6"), "1 lock", "2 lock", "0 lock")
    assert (result.places, result.scores, result.reason) == (((0,), (2,), (1,)), (24, 21, 23), "target")


def test_port_9_a_play_off_where_all_bust_is_played_again() -> None:
    table = played(position(TIED, "5 6 5 6 9 7"), "1 lock", "2 hit", "0 hit")
    assert table.scores == (22, 21, 22)
    assert stacks(table) == ["7", "", "9"]
    result = ended(table, "0 lock", "2 lock")
    assert (result.places, result.scores) == (((2,), (0,), (1,)), (23, 21, 24))


def test_port_9_a_play_off_that_ties_is_followed_by_another() -> None:
    table = played(position(TIED, "5 6 1 3 4"), "1 lock", "2 hit", "0 lock", "2 lock")
    assert table.scores == (24, 21, 24)
    assert stacks(table) == ["4", "", "3"]
    result = ended(table, "2 lock", "0 lock")
    assert result.scores == (26, 21, 25)


def test_port_9_a_tie_for_low_card_in_a_play_off_is_broken_among_its_seats() -> None:
    table = played(position(TIED, "5 5 9 7"), "1 lock")
    assert stacks(table) == ["5 7", "", "5 9"]
    assert table.to_act == (0,)


def test_port_9_a_play_off_of_three_seats_is_scored_from_three_down() -> None:
    line = "4; to_act 0; deck *; stacks 10, 10, 10, 5; playing 0 1 2 3; locked 1 2 3; scores 17 17 17 2"
    table = played(position(line, "3 3 4 8 9 9 5"), "0 lock")
    assert table.scores == (21, 21, 21, 3)
    assert stacks(table) == ["4", "3 8", "3 9", ""]
    result = ended(table, "1 lock", "2 hit", "0 hit", "0 lock")
    assert (result.places, result.scores) == (((1,), (0,), (2,), (3,)), (23, 24, 21, 3))


def test_port_9_a_play_off_narrows_from_three_seats_to_two() -> None:
    line = "4; to_act 0; deck *; stacks 10, 10, 10, 5; playing 0 1 2 3; locked 1 2 3; scores 17 17 17 2"
    table = played(position(line, "4 6 2 4 7 8"), "0 lock", "0 hit", "1 lock", "2 lock", "0 lock")
    assert table.scores == (24, 22, 24, 3)
    assert stacks(table) == ["8", "", "7", ""]
    result = ended(table, "2 lock", "0 lock")
    assert (result.places, result.scores) == (((0,), (2,), (1,), (3,)), (26, 22, 25, 3))


def test_port_9_a_bust_in_a_play_off_leaves_the_other_ahead() -> None:
    result = ended(position(TIED, "5 6 5"), "1 lock", "2 hit", "0 lock")
    assert (result.places, result.scores) == (((0,), (2,), (1,)), (24, 21, 22))


def test_port_9_equal_scores_below_the_highest_share_their_place() -> None:
    table = position("3; to_act 0; deck *; stacks 10, 9, 9; playing 0 1 2; locked 1 2; scores 20 4 4")
    result = ended(table, "0 lock")
    assert result.places == ((0,), (1, 2))
    assert result.utilities == (1, -0.5, -0.5)


def test_port_9_the_log_tells_the_play_off_and_its_winner() -> None:
    table = played(position(TIED, "5 6 5"), "1 lock", "2 hit", "0 lock")
    assert notes(table) == [
        ("scored", 0, 3),
        ("scored", 1, 1),
        ("scored", 2, 3),
        ("play-off", None, 2),
        ("first", 2, 0),
        ("bust", 2, 5),
        ("scored", 0, 2),
        ("won", 0, 24),
    ]


def test_port_9_when_it_is_over_nobody_has_anything_on_the_table() -> None:
    table = played(position(TIED, "5 6 5"), "1 lock", "2 hit", "0 lock")
    assert table.is_over
    assert [status(table, seat) for seat in range(3)] == ["", "", ""]


# PORT-10


def test_port_10_after_the_last_round_places_are_by_score() -> None:
    result = ended(start(3, "5 6 7", rounds=1), "1 lock", "2 lock", "0 lock")
    assert (result.places, result.scores, result.reason) == (((0,), (2,), (1,)), (3, 1, 2), "limit")


def test_port_10_all_rounds_are_played() -> None:
    table = played(start(2, "5 6 7 8 9 10", rounds=3), "1 lock", "0 lock", "1 lock", "0 lock")
    assert not table.is_over
    result = ended(table, "1 lock", "0 lock")
    assert (result.scores, result.reason) == ((6, 3), "limit")


def test_port_10_the_log_counts_the_rounds_and_names_all_winners() -> None:
    table = played(start(2, "2 5 7 6", rounds=2), "1 lock", "0 lock", "0 lock", "1 lock")
    told = [note for note in notes(table) if note[0] in ("round", "won")]
    assert told == [("round", None, 2), ("won", 0, 3), ("won", 1, 3)]


def test_port_10_seats_that_always_bust_share_the_place() -> None:
    result = ended(start(2, "5 6 5 6", rounds=1), "1 hit", "0 hit")
    assert (result.places, result.scores, result.reason, result.utilities) == (((0, 1),), (0, 0), "limit", (0, 0))


def test_port_10_there_are_a_hundred_rounds_by_default() -> None:
    line = "2; to_act 0; deck *; stacks 10, 9; playing 0 1; locked 1; finished"
    assert not played(position(f"{line} 98"), "0 lock").is_over
    assert played(position(f"{line} 99"), "0 lock").is_over


def test_port_10_play_offs_are_counted_as_rounds() -> None:
    table = played(start(2, "2 2 3 4 1 5 6 5 6", rounds=2, target=2), "1 hit", "0 lock", "1 lock")
    assert table.scores == (2, 2)
    result = ended(table, "1 hit", "0 hit")
    assert (result.places, result.scores, result.reason) == (((0, 1),), (2, 2), "limit")


def test_port_10_the_limit_in_a_play_off_of_some_seats_places_all_by_score() -> None:
    table = position(f"{TIED}; finished 8", "5 6 1", rounds=10)
    result = ended(table, "1 lock", "2 hit", "0 lock", "2 lock")
    assert (result.places, result.scores, result.reason) == (((0, 2), (1,)), (24, 21, 24), "limit")
    assert result.utilities == (0.25, -0.5, 0.25)


def test_port_10_a_tie_at_the_target_in_the_last_round_is_not_played_off() -> None:
    result = ended(position(f"{TIED}; finished 9", rounds=10), "1 lock")
    assert (result.places, result.reason) == (((0, 2), (1,)), "limit")


def test_port_10_a_seat_alone_at_the_target_in_the_last_round_wins_by_the_target() -> None:
    line = "2; to_act 0; deck *; stacks 10, 9; scores 19 18; playing 0 1; locked 1; finished 4"
    result = ended(position(line, rounds=5), "0 lock")
    assert result.reason == "target"


# Refusals


@pytest.mark.parametrize("move", ["fold", "Hit", ""])
def test_port_4_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of Port: the moves are hit, lock"
    assert refusal(start(2, "1 2"), f"1 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize("move", ["hit 3", "lock ", "lock lock"])
def test_port_4_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(start(2, "1 2"), f"1 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: {move.split()[0]}")
    assert clause == "COMMON-6"


def test_port_6_a_seat_that_is_not_to_act_is_refused() -> None:
    table = start(3, "1 2 3")
    with pytest.raises(NotYours, match="seat 2 is not to act: waiting for 1"):
        table.play("lock", 2)


def test_port_9_no_move_is_accepted_after_the_end() -> None:
    table = played(start(2, "5 6", target=2), "1 lock", "0 lock")
    assert table.to_act == ()
    assert table.legal() == ()
    with pytest.raises(NotYours, match="the game is over"):
        table.play("lock", 0)
