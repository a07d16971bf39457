"""To the Moon, clause by clause (to-the-moon.md)."""

import pytest

from cutcard import NotYours, ParseError, Table, game
from tests.helpers import ended, notes, played, refusal
from tests.shown import statuses

TWO_HANDS = "1 2 3 4 5 6 7 8 2 3 4 5 6 7 8 9"
"""Two hands of eight, dealt in turn: 1 3 5 7 2 4 6 8 to the dealer's left, 2 4 6 8 3 5 7 9 to the dealer."""

NINE = "1 2 3 4 5 6 7 8 9"
"""A countdown that lacks the 10."""


def start(seats: int, cards: str, dealer: int = 0, **options: int) -> Table:
    return game("to-the-moon", seats=seats, dealer=dealer, **options).start(cards=cards.split())


def position(line: str, cards: str = "", dealer: int = 0, **options: int) -> Table:
    """A table in the middle of a trick; the line begins with its number of seats. All are in unless it says who is."""
    seats = int(line[0])
    if "counting" not in line:
        line += f"; counting {' '.join(map(str, range(seats)))}"
    return game("to-the-moon", seats=seats, dealer=dealer, **options).position(f"to-the-moon/{line}", cards=cards.split())


def zone(table: Table, name: str, seat: int | None = None) -> str:
    """The cards of a zone, as its seat sees them."""
    return " ".join(table.view(seat).cards(name, seat))


def each(table: Table, name: str) -> list[str]:
    return [zone(table, name, seat) for seat in range(table.game.seats)]


# MOON-1


@pytest.mark.parametrize(("seats", "size"), [(2, 8), (3, 7), (4, 6), (5, 5), (6, 4)])
def test_moon_1_hands_of_eight_down_to_four_cards(seats: int, size: int) -> None:
    game_of_seats = game("to-the-moon", seats=seats)
    table = game_of_seats.start(cards=game_of_seats.deck.cards[: seats * size + 1])
    assert [len(hand.split()) for hand in each(table, "hands")] == [size] * seats
    assert table.cards_left == 0


@pytest.mark.parametrize("seats", [1, 7])
def test_moon_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="To the Moon is for 2 to 6 seats"):
        game("to-the-moon", seats=seats)


def test_moon_1_there_are_six_rounds_by_default() -> None:
    line = "2; to_act 0; spent *; hands 5, 6; trick 7; scores 4 8; finished"
    assert not played(position(f"{line} 4"), "0 withdraw").is_over
    assert played(position(f"{line} 5"), "0 withdraw").is_over


def test_moon_1_points_are_good() -> None:
    result = ended(position("2; to_act 0; spent *; hands 5, 6; trick 7; scores 4 8", rounds=1), "0 withdraw")
    assert (result.places, result.scores, result.utilities) == (((1,), (0,)), (4, 9), (-1, 1))


# MOON-2


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_moon_2_dealt_one_card_at_a_time_from_the_dealers_left(dealer: int, first: int) -> None:
    table = start(2, f"{TWO_HANDS} 10", dealer)
    assert zone(table, "hands", first) == "1 2 3 4 5 6 7 8"
    assert zone(table, "hands", dealer) == "2 3 4 5 6 7 8 9"


def test_moon_2_nothing_is_burned() -> None:
    table = start(2, f"{TWO_HANDS} 10")
    assert zone(table, "trick") == "10"
    assert table.view().hidden("deck") == 55 - 16 - 1


def test_moon_2_a_hand_is_seen_by_its_seat_only() -> None:
    table = start(2, f"{TWO_HANDS} 10")
    for viewer in (0, None):
        assert table.view(viewer).cards("hands", 1) == ()
        assert table.view(viewer).hidden("hands", 1) == 8


def test_moon_2_each_round_all_55_cards_are_shuffled() -> None:
    table = played(position("2; to_act 0; spent *; hands 5 3, 6; known 9, 8; trick 7"), "0 withdraw")
    assert {card: chance * 55 for card, chance in table.chance_outcomes()} == {str(rank): rank for rank in range(1, 11)}


def test_moon_2_each_round_is_dealt_afresh() -> None:
    table = position("2; to_act 0; spent *; hands 10 10, 10; known 9, 9; trick 7", f"{TWO_HANDS} 10")
    table = played(table, "0 withdraw")
    assert each(table, "hands") == ["1 2 3 4 5 6 7 8", "2 3 4 5 6 7 8 9"]
    assert each(table, "known") == ["", ""]
    assert zone(table, "spent") == ""
    assert zone(table, "trick") == "10"


@pytest.mark.parametrize(("dealer", "first"), [(0, 2), (1, 0), (2, 1)])
def test_moon_2_the_deal_passes_to_the_left_and_the_new_dealer_starts(dealer: int, first: int) -> None:
    cards = f"1 {6 * '8 '} {8 * '9 '} {6 * '10 '} 7"
    table = position("3; to_act 0; spent *; hands 5, 6, 4; trick 7; counting 0 1", cards, dealer)
    table = played(table, "0 withdraw")
    assert [seat for seat in range(3) if zone(table, "hands", seat).startswith("1 ")] == [first]
    assert table.to_act == (first,)
    started = [happening.seat for happening in table.view().log if happening.text == "started"]
    assert started == [(dealer + 1) % 3]


# MOON-3


def test_moon_3_the_top_card_starts_and_the_dealers_left_acts_first() -> None:
    table = start(2, f"{TWO_HANDS} 10", dealer=1)
    assert zone(table, "trick") == "10"
    assert all(table.view(viewer).cards("trick") == ("10",) for viewer in (0, 1, None))
    assert table.to_act == (0,)


def test_moon_3_the_seat_that_started_is_in_and_acts_last_in_the_first_turn_round() -> None:
    cards = f"{7 * '8 '} {7 * '9 '} {7 * '10 '} 1"
    table = start(3, cards, dealer=1)
    assert statuses(table) == ["", "", ""]
    assert table.to_act == (2,)
    table = played(table, "2 build 8")
    assert table.to_act == (0,)
    table = played(table, "0 build 9")
    assert table.to_act == (1,)
    assert played(table, "1 build 10").to_act == (2,)


def test_moon_3_seats_that_are_out_are_skipped() -> None:
    line = "5; to_act 3; deck *; hands 5, 5, 5, 6, 5; trick 7; counting 1 3 4"
    table = played(position(line, "8 9"), "3 build 6", "4 test", "1 test")
    assert table.to_act == (3,)


# MOON-4


def test_moon_4_a_rank_that_the_trick_has_cannot_be_built() -> None:
    table = position("2; to_act 0; deck *; hands 5 6 8, 5; trick 5 7 8")
    assert table.legal() == ("build 6", "test", "withdraw 5", "withdraw 7", "withdraw 8")
    assert refusal(table, "0 build 5") == ("the countdown has its 5 already", "MOON-4")


def test_moon_4_a_rank_that_was_withdrawn_can_be_built_again() -> None:
    table = position("3; to_act 0; deck *; hands 5 6, 5, 8; trick 5 7")
    assert "build 5" in played(table, "0 withdraw 5").legal()


# MOON-5


def test_moon_5_build_plays_a_card_of_the_hand() -> None:
    table = played(position("2; to_act 0; deck *; hands 5 6 6, 5; trick 7"), "0 build 6")
    assert zone(table, "trick") == "6 7"
    assert zone(table, "hands", 0) == "5 6"
    assert statuses(table) == ["", ""]
    assert table.to_act == (1,)


def test_moon_5_the_card_leaves_the_hand_of_its_builder_only() -> None:
    table = played(position("2; to_act 1; deck *; hands 9 9, 9 5; trick 7"), "1 build 9")
    assert each(table, "hands") == ["9 9", "5"]
    assert zone(table, "trick") == "7 9"


def test_moon_5_a_builder_gets_another_turn() -> None:
    table = position("3; to_act 0; deck *; hands 5 6, 8, 3; trick 7")
    assert played(table, "0 build 6", "1 build 8", "2 build 3").to_act == (0,)


def test_moon_5_each_rank_is_listed_once() -> None:
    table = position("2; to_act 0; deck *; hands 10 10 2, 5; known 10 2, -; trick 7")
    assert table.legal() == ("build 10", "build 2", "test", "withdraw")


def test_moon_5_a_card_that_is_not_in_the_hand_is_refused() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; known -, 3; trick 7")
    assert refusal(table, "0 build 6") == ("you hold no 6", "MOON-5")
    assert refusal(table, "0 build 3") == ("you hold no 3", "MOON-5")


def test_moon_5_a_built_card_scores_nothing_before_the_trick_is_won() -> None:
    table = played(position("2; to_act 0; deck *; hands 5 6, 5; trick 7; scores 3 4"), "0 build 6")
    assert table.scores == (3, 4)


# MOON-6


def test_moon_6_the_tenth_rank_built_wins_the_trick_at_once() -> None:
    table = position(f"3; to_act 1; deck *; hands 5, 10 4, 6; trick {NINE}; scores 1 2 3", "8")
    table = played(table, "1 build 10")
    assert table.scores == (1, 12, 3)
    assert zone(table, "trick") == "8"
    assert zone(table, "spent") == f"{NINE} 10"
    assert notes(table) == [("perfect", 1, 0), ("trick", 1, 10), ("started", 1, 0)]
    assert table.to_act == (2,)


def test_moon_6_the_tenth_rank_by_a_test_wins_too() -> None:
    table = position(f"3; to_act 1; deck *; hands 5, 4, 6; trick {NINE}; scores 1 2 3", "10 8")
    table = played(table, "1 test")
    assert table.scores == (1, 12, 3)
    assert zone(table, "trick") == "8"
    assert table.to_act == (2,)


def test_moon_6_nine_ranks_do_not_win() -> None:
    table = position("3; to_act 1; deck *; hands 5, 10 4, 6; trick 1 2 3 4 5 6 7 8")
    table = played(table, "1 build 10")
    assert table.scores == (0, 0, 0)
    assert table.to_act == (2,)


def test_moon_6_a_perfect_countdown_with_an_empty_deck_ends_the_round() -> None:
    table = position(f"3; to_act 1; spent *; hands 5, 10 4, 6; trick {NINE}", rounds=1)
    assert ended(table, "1 build 10").scores == (0, 10, 0)


# MOON-7


def test_moon_7_a_test_of_a_rank_that_lacks_stays_and_you_are_still_in() -> None:
    table = played(position("2; to_act 0; deck *; hands 5, 6; trick 7 8", "9"), "0 test")
    assert zone(table, "trick") == "7 8 9"
    assert each(table, "known") == ["", ""]
    assert statuses(table) == ["", ""]
    assert table.to_act == (1,)


@pytest.mark.parametrize("card", ["7", "8"])
def test_moon_7_a_test_of_a_rank_that_is_there_puts_you_out_with_the_card(card: str) -> None:
    table = played(position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8", card), "0 test")
    assert zone(table, "trick") == "7 8"
    assert zone(table, "known", 0) == card
    assert zone(table, "hands", 0) == "5"
    assert statuses(table) == [f"out, took the {card}", "", ""]


def test_moon_7_the_card_is_off_the_deck() -> None:
    table = played(position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8", "7"), "0 test")
    assert table.view().hidden("deck") == 55 - 6


# MOON-8


def test_moon_8_withdraw_takes_the_card_of_your_choice_and_you_are_out() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; trick 3 7 10")
    assert table.legal() == ("build 5", "test", "withdraw 10", "withdraw 3", "withdraw 7")
    table = played(table, "0 withdraw 3")
    assert zone(table, "trick") == "7 10"
    assert zone(table, "known", 0) == "3"
    assert statuses(table) == ["out, took the 3", "", ""]


def test_moon_8_from_a_table_of_one_card_nothing_is_taken() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; trick 7")
    assert table.legal() == ("build 5", "test", "withdraw")
    table = played(table, "0 withdraw")
    assert zone(table, "trick") == "7"
    assert zone(table, "known", 0) == ""
    assert zone(table, "hands", 0) == "5"
    assert statuses(table) == ["out", "", ""]


def test_moon_8_of_two_cards_one_is_taken_and_then_there_is_one() -> None:
    table = played(position("4; to_act 0; deck *; hands 5, 6, 4, 3; trick 7 9"), "0 withdraw 9")
    assert table.legal() == ("build 6", "test", "withdraw")


def test_moon_8_taking_is_not_optional() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 7 8")
    reason = "you must take a card from the table when you withdraw: withdraw R"
    assert refusal(table, "0 withdraw") == (reason, "MOON-8")


def test_moon_8_the_only_card_cannot_be_taken() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 7")
    reason = "there is only one card on the table, so you withdraw without one: withdraw"
    assert refusal(table, "0 withdraw 7") == (reason, "MOON-8")


def test_moon_8_a_card_that_is_not_on_the_table_is_refused() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 7 8")
    assert refusal(table, "0 withdraw 9") == ("there is no 9 on the table", "MOON-8")


# MOON-9


@pytest.mark.parametrize(("move", "card"), [("withdraw 7", "7"), ("test", "8")])
def test_moon_9_a_card_taken_is_known_to_everybody(move: str, card: str) -> None:
    table = played(position("3; to_act 0; deck *; hands 5 7 8, 6, 4; trick 7 8", "8"), f"0 {move}")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).cards("known", 0) == (card,)
    for viewer in (1, 2, None):
        assert table.view(viewer).cards("hands", 0) == ()
        assert table.view(viewer).hidden("hands", 0) == 3


def test_moon_9_the_display_shows_the_card_just_taken_until_the_next_trick() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; known 9, -, -; trick 3 7", "10")
    table = played(table, "0 withdraw 7")
    assert statuses(table) == ["out, took the 7", "", ""]
    assert statuses(played(table, "1 withdraw")) == ["", "", ""]


def test_moon_9_it_stays_known_for_as_long_as_it_is_held() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8; counting 0 1", "9")
    table = played(table, "0 withdraw 7", "2 build 4")
    assert zone(table, "trick") == "4 9"
    assert table.legal() == ("build 5", "build 7", "test", "withdraw 4", "withdraw 9")
    assert table.view(2).cards("known", 0) == ("7",)
    table = played(table, "0 build 7")
    assert table.view(2).cards("known", 0) == ()


def test_moon_9_the_known_card_is_played_before_a_hidden_one_of_its_rank() -> None:
    table = position("3; to_act 0; deck *; hands 9 9 5, 6, 4; known 9 3, -, -; trick 7")
    table = played(table, "0 build 9")
    assert zone(table, "hands", 0) == "5 9 9"
    assert zone(table, "known", 0) == "3"
    for viewer in (1, 2, None):
        assert table.view(viewer).cards("known", 0) == ("3",)
        assert table.view(viewer).hidden("hands", 0) == 3


def test_moon_9_of_two_known_cards_one_stays_known() -> None:
    table = played(position("3; to_act 0; deck *; hands 9 5, 6, 4; known 9 9, -, -; trick 7"), "0 build 9")
    assert zone(table, "known", 0) == "9"
    assert zone(table, "hands", 0) == "5 9"


def test_moon_9_a_hidden_card_is_played_where_no_known_one_has_its_rank() -> None:
    table = played(position("3; to_act 0; deck *; hands 9 5, 6, 4; known 8, -, -; trick 7"), "0 build 9")
    assert zone(table, "known", 0) == "8"
    assert zone(table, "hands", 0) == "5"


def test_moon_9_a_known_card_can_be_built() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; known 9, -, -; trick 7")
    assert table.legal() == ("build 5", "build 9", "test", "withdraw")


def test_moon_9_what_others_see_does_not_depend_on_hidden_cards() -> None:
    one = position("3; to_act 0; deck *; hands 9 5, 6, 4; known 9, -, -; trick 7")
    other = position("3; to_act 0; deck *; hands 8 3, 6, 4; known 9, -, -; trick 7")
    views = [played(table, "0 build 9").view(1) for table in (one, other)]
    assert views[0].json() == views[1].json()
    assert views[0].state.tobytes() == views[1].state.tobytes()


# MOON-10


def test_moon_10_the_last_seat_in_wins_a_point_for_each_card() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8 9; counting 0 2; scores 1 2 3", "10")
    table = played(table, "0 withdraw 9")
    assert table.scores == (1, 2, 5)
    assert zone(table, "spent") == "7 8"


def test_moon_10_a_failed_test_can_leave_the_winner_alone() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 7 8 9", "8 10")
    table = played(table, "0 test")
    assert table.scores == (0, 3)
    assert zone(table, "known", 0) == "8"
    assert notes(table) == [("failed", 0, 8), ("trick", 1, 3), ("started", 1, 0)]


def test_moon_10_the_winner_is_not_asked_even_if_it_has_not_acted() -> None:
    cards = f"{7 * '8 '} {7 * '9 '} {7 * '10 '} 1"
    table = start(3, f"{cards} 2")
    table = played(table, "1 withdraw", "2 withdraw")
    assert table.scores == (1, 0, 0)
    assert zone(table, "spent") == "1"
    assert table.to_act == (1,)


def test_moon_10_with_two_seats_in_nobody_has_won() -> None:
    table = played(position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8 9"), "0 withdraw 9")
    assert table.scores == (0, 0, 0)
    assert table.to_act == (1,)


def test_moon_10_the_cards_are_out_of_play_for_the_rest_of_the_round() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 1 8; spent 2 2", "8 10")
    table = played(table, "0 test")
    assert zone(table, "spent") == "1 2 2 8"
    chances = dict(played(table, "0 test").chance_outcomes())
    assert "1" not in chances
    assert "2" not in chances


# MOON-11


def test_moon_11_all_are_in_again_and_the_winner_starts_the_next_trick() -> None:
    table = position("4; to_act 0; deck *; hands 5, 6, 4, 3; trick 7 8 9; counting 0 2", "10")
    table = played(table, "0 withdraw 9")
    assert statuses(table) == ["", "", "", ""]
    assert zone(table, "trick") == "10"
    assert table.to_act == (3,)
    assert [happening.seat for happening in table.view().log if happening.text == "started"] == [2]


def test_moon_11_hands_are_kept_for_the_next_trick() -> None:
    table = position("3; to_act 0; deck *; hands 5, 6, 4; trick 7 8 9; counting 0 2", "10")
    table = played(table, "0 withdraw 9")
    assert each(table, "hands") == ["5", "6", "4"]
    assert zone(table, "known", 0) == "9"


def test_moon_11_the_round_is_over_when_the_deck_is_empty_between_tricks() -> None:
    table = position("2; to_act 0; spent *; hands 5, 6; trick 7 8", f"{TWO_HANDS} 10")
    table = played(table, "0 withdraw 8")
    assert table.scores == (0, 1)
    assert table.view().number("finished") == 1
    assert notes(table) == [("trick", 1, 1), ("round", None, 2), ("started", 1, 0)]
    assert table.view().hidden("deck") == 55 - 17


def test_moon_11_the_last_card_of_the_deck_can_start_a_trick() -> None:
    table = position("2; to_act 0; deck 9; spent *; hands 5, 6; trick 7 8", "9")
    table = played(table, "0 withdraw 8")
    assert zone(table, "trick") == "9"
    assert table.view().number("finished") == 0
    assert table.to_act == (0,)


def test_moon_11_cards_in_hand_count_nothing() -> None:
    table = position("2; to_act 0; spent *; hands 5 10 10, 6; known 9, -; trick 7 8; scores 3 3", rounds=1)
    assert ended(table, "0 withdraw 8").scores == (3, 4)


# MOON-12


def test_moon_12_with_an_empty_deck_a_test_is_not_legal() -> None:
    table = position("2; to_act 0; spent *; hands 5 7, 6; trick 7 8")
    assert table.legal() == ("build 5", "withdraw 7", "withdraw 8")
    assert refusal(table, "0 test") == ("the deck is empty, so there is nothing to test", "MOON-12")


def test_moon_12_the_trick_is_played_to_its_end() -> None:
    table = position("3; to_act 0; deck 9; spent *; hands 5, 6, 4; trick 7 8", "9", rounds=1)
    table = played(table, "0 test", "1 build 6")
    assert table.to_act == (2,)
    assert table.legal() == ("build 4", "withdraw 6", "withdraw 7", "withdraw 8", "withdraw 9")
    result = ended(table, "2 build 4", "0 withdraw 9", "1 withdraw 8")
    assert result.scores == (0, 0, 3)


def test_moon_12_a_seat_that_can_neither_build_nor_test_can_withdraw() -> None:
    table = position("2; to_act 0; spent *; hands 7, 6; known 8, -; trick 7 8")
    assert table.legal() == ("withdraw 7", "withdraw 8")
    table = position("3; to_act 0; spent *; hands -, 6, 4; trick 7")
    assert table.legal() == ("withdraw",)
    assert played(table, "0 withdraw").to_act == (1,)


def test_moon_12_a_failed_test_of_the_last_card_can_end_the_round() -> None:
    table = position("2; to_act 0; deck 8; spent *; hands 5, 6; trick 7 8", "8", rounds=1)
    assert ended(table, "0 test").scores == (0, 2)


# MOON-13


def test_moon_13_after_the_last_round_the_highest_total_wins() -> None:
    table = position("3; to_act 0; spent *; hands 5, 6, 4; trick 7 8; counting 0 1; scores 20 8 15; finished 5")
    result = ended(table, "0 withdraw 8")
    assert (result.places, result.scores, result.reason) == (((0,), (2,), (1,)), (20, 9, 15), "rounds")


def test_moon_13_equal_totals_share_the_place() -> None:
    table = position("3; to_act 0; spent *; hands 5, 6, 4; trick 7 8; counting 0 1; scores 20 19 15; finished 5")
    table = played(table, "0 withdraw 8")
    assert (ended(table).places, ended(table).utilities) == (((0, 1), (2,)), (0.25, 0.25, -0.5))
    assert notes(table) == [("trick", 1, 1), ("won", 0, 20), ("won", 1, 20)]


def test_moon_13_the_number_of_rounds_is_an_option() -> None:
    line = "2; to_act 0; spent *; hands 5, 6; trick 7; finished 1"
    assert played(position(line, rounds=2), "0 withdraw").is_over
    assert not played(position(line, rounds=3), "0 withdraw").is_over


# Refusals


@pytest.mark.parametrize("move", ["Test", "fold 5", ""])
def test_moon_5_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of To the Moon: the moves are build, test, withdraw"
    assert refusal(position("2; to_act 0; deck *; hands 5, 6; trick 7 8"), f"0 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize("move", ["build", "build 11", "build 5 6", "test 5", "withdraw 7 8"])
def test_moon_5_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(position("2; to_act 0; deck *; hands 5, 6; trick 7 8"), f"0 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: {move.split()[0]}")
    assert clause == "COMMON-6"


def test_moon_3_a_seat_that_is_not_to_act_is_refused() -> None:
    table = position("2; to_act 0; deck *; hands 5, 6; trick 7 8")
    with pytest.raises(NotYours, match="seat 1 is not to act: waiting for 0"):
        table.play("build 6", 1)


def test_moon_13_no_move_is_accepted_after_the_end() -> None:
    table = played(position("2; to_act 0; spent *; hands 5, 6; trick 7", rounds=1), "0 withdraw")
    assert table.to_act == ()
    assert zone(table, "trick") == ""
    with pytest.raises(NotYours, match="the game is over"):
        table.play("build 5", 0)
