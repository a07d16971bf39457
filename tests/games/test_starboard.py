"""Starboard, clause by clause (port-starboard.md)."""

import pytest

from cutcard import NotAllowed, NotYours, ParseError, Table, game
from tests.helpers import ended, notes, played, refusal
from tests.shown import statuses


def start(seats: int, cards: str, dealer: int = 0, **options: int) -> Table:
    """A new table without a burn, unless told otherwise, that is dealt these cards."""
    return game("starboard", seats=seats, dealer=dealer, **{"burn": 0, **options}).start(cards=cards.split())


def position(line: str, cards: str = "", **options: int) -> Table:
    """A table in the middle of a match; the line begins with its number of seats."""
    return game("starboard", seats=int(line[0]), **options).position(f"starboard/{line}", cards=cards.split())


def hand(table: Table) -> str:
    return " ".join(table.view().cards("hand"))


def discards(table: Table) -> str:
    return " ".join(table.view().cards("discards"))


def pot(table: Table) -> int:
    return table.view().number("pot")


# STAR-1


@pytest.mark.parametrize("seats", [2, 7])
def test_star_1_from_two_to_seven_seats(seats: int) -> None:
    assert pot(start(seats, "1 2")) == seats


@pytest.mark.parametrize("seats", [1, 8])
def test_star_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="Starboard is for 2 to 7 seats"):
        game("starboard", seats=seats)


def test_star_1_scores_are_coins_a_hundred_each() -> None:
    assert start(3, "3 7").scores == (99, 99, 99)
    assert start(3, "3 7", coins=5).scores == (4, 4, 4)


@pytest.mark.parametrize("seats", [2, 5])
def test_star_1_by_default_there_are_as_many_games_as_seats(seats: int) -> None:
    assert game("starboard", seats=seats).options["games"] == seats


def test_star_1_a_table_plays_as_many_games_as_it_says() -> None:
    table = played(start(2, "1 2 3 4 5 6", games=3), "1 lock", "0 lock", "0 lock", "1 lock", "1 lock")
    assert not table.is_over
    assert ended(table, "0 lock").reason == "games"


def test_star_1_each_game_starts_afresh() -> None:
    table = played(start(4, "3 7 3 9 1 2"), "1 draw", "2 lock", "3 lock", "0 draw")
    assert statuses(table) == ["in", "in", "in", "in"]
    assert [table.view().number("locked_with", seat) for seat in range(4)] == [0, 0, 0, 0]
    table = played(table, "2 lock", "3 lock", "0 lock")
    assert table.to_act == (1,)
    assert statuses(table) == ["locked with 2", "in", "locked with 2", "locked with 2"]


# STAR-2


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_star_2_the_button_starts_at_the_dealers_left_and_acts_first(dealer: int, first: int) -> None:
    table = start(3, "3 7", dealer=dealer)
    assert table.view().number("button") == first
    assert table.to_act == (first,)


def test_star_2_the_button_passes_to_the_left_after_each_game() -> None:
    table = start(3, "1 2 3 4 5 6 7 8", games=9)
    table = played(table, "1 lock", "2 lock", "0 lock")
    assert table.to_act == (2,)
    table = played(table, "2 lock", "0 lock", "1 lock")
    assert table.to_act == (0,)
    assert played(table, "0 lock", "1 lock", "2 lock").to_act == (1,)


def test_star_2_the_button_passes_over_a_seat_that_has_just_lost_its_last_coin() -> None:
    line = "4; to_act 3; deck *; hand 3 7 9; scores 5 5 0 5; pot 6; playing 0 1 2 3; bust 2; locked 0 1; button 1"
    table = played(position(line, "4 5"), "3 lock")
    assert table.scores == (6, 6, 0, 6)
    assert table.view().number("button") == 3
    assert table.to_act == (3,)
    assert statuses(table) == ["in", "in", "out of the match", "in"]


def test_star_2_the_button_passes_on_from_a_seat_that_is_out() -> None:
    line = "3; to_act 2; deck *; hand 3 7 9; scores 5 0 5; pot 6; playing 0 1 2; bust 1; locked 0; button 1"
    assert played(position(line, "4 5"), "2 lock").to_act == (2,)


def test_star_2_the_button_passes_over_several_seats_and_round_the_table() -> None:
    line = "4; to_act 2; deck *; hand 3 7 9; scores 0 5 5 0; pot 8; playing 1 2 3; bust 3; locked 1; button 2"
    assert played(position(line, "4 5"), "2 lock").to_act == (1,)


def test_star_2_a_seat_whose_last_coin_comes_back_with_the_pot_stays() -> None:
    line = "3; to_act 1; deck *; hand 3 7; scores 5 0 5; pot 3; playing 0 1 2; locked 0 2; button 2"
    table = played(position(line, "4 5"), "1 lock")
    assert table.scores == (5, 0, 5)
    assert table.to_act == (0,)
    assert statuses(table) == ["in", "in", "in"]


# STAR-3


def test_star_3_each_seat_antes_one_coin() -> None:
    table = start(4, "3 7", coins=1)
    assert table.scores == (0, 0, 0, 0)
    assert pot(table) == 4


def test_star_3_a_seat_out_of_the_match_neither_antes_nor_plays() -> None:
    line = "3; to_act 2; deck *; hand 3 7 9; scores 5 0 5; pot 6; playing 0 1 2; bust 1; locked 0; button 1"
    table = played(position(line, "4 5"), "2 lock")
    assert table.scores == (7, 0, 7)
    assert pot(table) == 2
    table = played(table, "2 lock")
    assert table.to_act == (0,)


def test_star_3_a_seat_out_of_the_match_has_no_share() -> None:
    line = "3; to_act 2; deck *; hand 3 7; scores 4 0 4; pot 2; playing 0 2; locked 0; button 0; finished 2"
    assert ended(position(line, games=3), "2 lock").scores == (5, 0, 5)


def test_star_3_with_one_seat_left_the_match_is_over_and_no_ante_is_taken() -> None:
    line = "2; to_act 0; deck *; hand 3 7; scores 5 0; pot 2; playing 0 1; locked 1; locked_with 0 2; button 1"
    table = played(position(line, "9", games=5), "0 draw")
    assert ended(table).scores == (7, 0)
    assert ended(table).places == ((0,), (1,))
    assert ended(table).reason == "coins"
    assert pot(table) == 0
    assert table.cards_left == 0
    assert notes(table) == [("knocked", 1, 2), ("shared", 0, 3), ("out", 1, 0), ("won", 0, 7)]


def test_star_3_with_two_seats_left_the_match_goes_on() -> None:
    line = "3; to_act 0; deck *; hand 3 7; scores 5 0 2; pot 3; playing 0 1 2; locked 1 2; button 1"
    table = played(position(line, "9 4 5", games=5), "0 draw")
    assert table.scores == (7, 0, 1)
    assert pot(table) == 2


# STAR-4


def test_star_4_the_first_game_begins_with_a_burn_of_five() -> None:
    table = start(2, "10 9 9 8 8 3 7", burn=5)
    assert hand(table) == "3 7"
    assert "burned 8 8 9 9 10;" in str(table)
    for seat in (0, 1, None):
        assert table.view(seat).cards("burned") == ()
        assert table.view(seat).cards("hand") == ("3", "7")


def test_star_4_later_games_go_on_down_the_deck_without_a_burn() -> None:
    table = played(start(2, "10 9 9 8 8 1 7 2 6", burn=5), "1 lock", "0 lock")
    assert hand(table) == "2 6"
    assert table.view().hidden("burned") == 5
    assert table.view().hidden("deck") == 55 - 9
    assert discards(table) == "1 7"


def test_star_4_a_card_of_an_earlier_game_is_not_in_the_deck() -> None:
    table = played(start(2, "1 7 1"), "1 lock")
    with pytest.raises(NotAllowed, match="the card 1 is not in the deck"):
        table.play("lock", 0)


def test_star_4_a_second_card_that_pairs_is_replaced_as_often_as_needed() -> None:
    table = start(2, "7 7 7 7 4")
    assert hand(table) == "4 7"
    assert discards(table) == "7 7 7"
    assert table.scores == (99, 99)
    assert table.to_act == (1,)


def test_star_4_a_reshuffle_between_the_two_cards_keeps_the_first_out() -> None:
    line = "2; to_act 0; deck 1; discards *; hand 3 7; scores 9 9; pot 2; playing 0 1; locked 1; button 1"
    table = played(position(line, "1 10 10 10 10 10"), "0 lock")
    assert "1" not in dict(table.chance_outcomes())
    table = table.draw("4")
    assert hand(table) == "1 4"
    assert "burned 10 10 10 10 10;" in str(table)
    assert discards(table) == ""


def test_star_4_a_paired_second_card_is_discarded_before_the_reshuffle() -> None:
    line = "2; to_act 0; deck 2 2; discards *; hand 3 7; scores 9 9; pot 2; playing 0 1; locked 1; button 1"
    table = played(position(line, "2 2"), "0 lock")
    assert dict(table.chance_outcomes())["2"] * 54 == 1
    for card in ("10", "10", "10", "10", "10", "2", "9"):
        table = table.draw(card)
    assert hand(table) == "2 9"
    assert discards(table) == "2"


# STAR-5


def test_star_5_a_draw_costs_a_coin_and_the_card_joins_the_hand() -> None:
    table = played(start(3, "3 7 9"), "1 draw")
    assert table.scores == (99, 98, 99)
    assert pot(table) == 4
    assert hand(table) == "3 7 9"


@pytest.mark.parametrize("card", ["3", "7"])
def test_star_5_a_pair_busts_and_the_paired_card_is_discarded(card: str) -> None:
    table = played(start(3, f"3 7 {card}"), "1 draw")
    assert statuses(table) == ["in", "bust", "in"]
    assert table.scores == (99, 98, 99)
    assert pot(table) == 4
    assert hand(table) == "3 7"
    assert discards(table) == card


def test_star_5_a_bust_seat_is_out_of_this_game_only() -> None:
    table = played(start(3, "3 7 3 9 1 2"), "1 draw", "2 draw", "0 lock")
    assert table.to_act == (2,)
    assert statuses(played(table, "2 lock")) == ["in", "in", "in"]


def test_star_5_without_a_coin_only_lock_is_legal() -> None:
    table = start(2, "3 7", coins=1)
    assert table.legal() == ("lock",)
    assert refusal(table, "1 draw") == ("you have no coin to pay for a card, so you must lock", "STAR-5")


def test_star_5_the_last_coin_pays_for_a_card() -> None:
    table = start(2, "3 7 8 9", coins=2)
    assert table.legal() == ("draw", "lock")
    table = played(table, "1 draw", "0 draw")
    assert table.scores == (0, 0)
    assert table.to_act == (1,)
    assert table.legal() == ("lock",)


def test_star_5_with_no_card_to_draw_only_lock_is_legal() -> None:
    table = position("2; to_act 1; hand *; scores 9 9; pot 2; playing 0 1; button 1")
    assert table.legal() == ("lock",)
    assert refusal(table, "1 draw") == ("no card can be drawn any more, so you must lock", "STAR-5")


def test_star_5_a_draw_from_an_empty_deck_reshuffles_first() -> None:
    line = "2; to_act 1; burned 1; discards *; hand 3 7; scores 9 9; pot 2; playing 0 1; button 1"
    table = played(position(line, "1 2 2 3 3 8"), "1 draw")
    assert hand(table) == "3 7 8"
    assert "burned 1 2 2 3 3;" in str(table)
    assert discards(table) == ""
    assert table.view().hidden("deck") == 55 - 3 - 5


# STAR-6


def test_star_6_the_turn_passes_to_the_left_after_every_draw_and_lock() -> None:
    table = played(start(3, "3 7 8 9 10"), "1 draw", "2 draw", "0 lock")
    assert table.to_act == (1,)
    assert played(table, "1 lock").to_act == (2,)


def test_star_6_a_lock_counts_the_cards_of_the_hand() -> None:
    table = played(start(4, "3 7 8"), "1 draw", "2 lock", "3 lock")
    assert statuses(table) == ["in", "in", "locked with 3", "locked with 3"]
    assert table.scores == (99, 98, 99, 99)


def test_star_6_a_locked_seat_takes_no_more_turns() -> None:
    table = played(start(3, "3 7 3"), "1 lock", "2 draw")
    assert table.to_act == (0,)
    assert table.legal(1) == ()


def test_star_6_bust_locked_and_knocked_out_seats_are_skipped() -> None:
    line = "6; to_act 1; deck *; hand 3 7 9; scores 5 5 5 5 5 5; pot 6; playing 0 1 2 4 5; button 1"
    table = position(f"{line}; bust 2; locked 4 5; knocked 4; locked_with 0 0 0 0 2 3", "3")
    table = played(table, "1 draw")
    assert table.to_act == (0,)


def test_star_6_the_turn_comes_back_to_a_seat_that_waits() -> None:
    table = played(start(3, "3 7 3 8"), "1 draw", "2 draw", "0 lock")
    assert table.to_act == (2,)


# STAR-7


def test_star_7_a_draw_that_does_not_pair_knocks_out_every_locked_seat() -> None:
    table = played(start(4, "3 7 9"), "1 lock", "2 lock", "3 draw")
    assert statuses(table) == ["in", "knocked out", "knocked out", "in"]


def test_star_7_a_draw_that_pairs_knocks_out_nobody() -> None:
    table = played(start(4, "3 7 7"), "1 lock", "2 lock", "3 draw")
    assert statuses(table) == ["in", "locked with 2", "locked with 2", "bust"]


def test_star_7_a_knocked_out_seat_has_no_share() -> None:
    table = played(start(3, "3 7 9", games=1), "1 lock", "2 draw")
    assert ended(table, "0 lock", "2 lock").scores == (101, 99, 100)


def test_star_7_each_seat_is_knocked_out_once() -> None:
    table = played(start(4, "3 7 9 10"), "1 lock", "2 draw", "3 lock", "0 draw")
    assert statuses(table) == ["in", "knocked out", "in", "knocked out"]
    told = [happening.seat for happening in table.view().log if happening.text == "knocked"]
    assert told == [1, 3]


# STAR-8


def test_star_8_last_seat_left_wins_unasked_even_if_it_has_not_acted() -> None:
    result = ended(start(3, "3 7 3 7", games=1), "1 draw", "2 draw")
    assert result.scores == (104, 98, 98)
    assert result.places == ((0,), (1, 2))


def test_star_8_a_seat_that_knocks_out_the_last_others_wins_at_once() -> None:
    result = ended(start(3, "3 7 9", games=1), "1 lock", "2 lock", "0 draw")
    assert result.scores == (102, 99, 99)


def test_star_8_a_locked_seat_wins_when_the_last_other_busts() -> None:
    result = ended(start(2, "3 7 3", games=1), "1 lock", "0 draw")
    assert result.scores == (98, 102)


def test_star_8_the_next_game_begins_at_once() -> None:
    table = played(start(2, "3 7 3 1 2"), "1 draw")
    assert hand(table) == "1 2"
    assert table.scores == (101, 97)
    assert table.to_act == (0,)


def test_star_8_the_last_seat_to_act_may_share_or_go_for_the_whole_pot() -> None:
    table = played(start(3, "3 7", games=1), "1 lock", "2 lock")
    assert table.to_act == (0,)
    assert table.legal() == ("draw", "lock")
    assert ended(table, "0 lock").scores == (100, 100, 100)
    assert ended(played(table, "0 draw").draw("9")).scores == (102, 99, 99)
    assert ended(played(table, "0 draw").draw("7")).scores == (98, 101, 101)


def test_star_8_two_seats_that_are_in_are_both_left() -> None:
    table = played(start(3, "3 7 3"), "1 draw")
    assert table.to_act == (2,)


def test_star_8_a_seat_without_a_coin_can_be_the_last_left() -> None:
    table = position("2; to_act 1; deck *; hand 3 7; scores 0 4; pot 2; playing 0 1; button 1; finished 1", "3")
    assert ended(table, "1 draw").scores == (3, 3)


# STAR-9


def test_star_9_the_pot_is_split_evenly_among_those_locked_with_most() -> None:
    table = played(start(4, "3 7 9", games=1), "1 lock", "2 draw", "3 lock", "0 lock")
    assert not table.is_over
    assert ended(table, "2 lock").scores == (100, 99, 99, 100)


def test_star_9_a_game_of_bust_and_locked_seats_ends_with_the_last_of_them() -> None:
    table = played(start(3, "3 7 3", games=1), "1 lock", "2 draw")
    assert ended(table, "0 lock").scores == (101, 101, 98)


def test_star_9_odd_coins_stay_for_the_next_pot() -> None:
    table = played(start(3, "3 7 9 1 2"), "1 draw", "2 lock", "0 lock", "1 lock")
    assert table.scores == (99, 98, 99)
    assert pot(table) == 1 + 3


def test_star_9_the_next_winner_takes_the_odd_coins_too() -> None:
    table = played(start(3, "3 7 9 4 5 4 5", games=2), "1 draw", "2 lock", "0 lock", "1 lock")
    assert ended(table, "2 draw", "0 draw").scores == (98, 98 + 6, 98)


def test_star_9_odd_coins_after_the_last_game_belong_to_nobody() -> None:
    table = played(start(3, "3 7 9", games=1), "1 draw", "2 lock", "0 lock", "1 lock")
    assert ended(table).scores == (100, 99, 100)
    assert pot(table) == 1
    assert table.view().hidden("deck") == 52


def test_star_9_the_log_tells_who_is_bust_knocked_out_and_paid() -> None:
    table = played(start(3, "3 7 3 9 1 2"), "1 lock", "2 draw", "0 draw")
    assert notes(table) == [
        ("ante", None, 3),
        ("bust", 2, 3),
        ("knocked", 1, 2),
        ("shared", 0, 5),
        ("next", 2, 2),
        ("ante", None, 3),
    ]


# STAR-10


def test_star_10_after_each_game_the_hand_is_discarded() -> None:
    table = played(start(2, "3 7 9 1 2"), "1 draw", "0 lock", "1 lock")
    assert discards(table) == "3 7 9"
    assert hand(table) == "1 2"


def test_star_10_after_the_last_game_too() -> None:
    table = played(start(2, "3 7 9", games=1), "1 draw", "0 lock", "1 lock")
    assert hand(table) == ""
    assert discards(table) == "3 7 9"


def test_star_10_places_are_by_coins_and_equals_share() -> None:
    line = "4; to_act 3; deck *; hand 3 7; scores 5 8 1 4; pot 4; playing 0 1 2 3; locked 0 1 2; button 0; finished 3"
    result = ended(position(line, coins=5), "3 lock")
    assert result.scores == (6, 9, 2, 5)
    assert result.places == ((1,), (0,), (3,), (2,))
    line = "4; to_act 3; deck *; hand 3 7; scores 5 8 1 5; pot 4; playing 0 1 2 3; locked 0 1 2; button 0; finished 3"
    assert ended(position(line, coins=5), "3 lock").places == ((1,), (0, 3), (2,))


def test_star_10_the_reason_is_games_after_the_last_game_even_with_one_seat_left() -> None:
    line = "2; to_act 0; deck *; hand 3 7; scores 5 0; pot 2; playing 0 1; locked 1; button 1; finished 4"
    assert ended(position(line, "9", games=5), "0 draw").reason == "games"
    assert ended(position(line, "9", games=6), "0 draw").reason == "coins"


def test_star_10_the_result_is_worth_coins_over_the_mean() -> None:
    result = ended(start(2, "3 7 3", games=1), "1 lock", "0 draw")
    assert result.utilities == pytest.approx((-0.02, 0.02))


def test_star_10_coins_that_belong_to_nobody_leave_the_worth_of_a_result_at_zero_in_all() -> None:
    result = ended(start(3, "3 7 9", games=1, coins=10), "1 draw", "2 lock", "0 lock", "1 lock")
    assert result.scores == (10, 9, 10)
    assert result.utilities == pytest.approx((1 / 30, -2 / 30, 1 / 30))


def test_star_10_every_state_of_a_seat_is_shown() -> None:
    line = "6; to_act 1; deck *; hand 3 7 9; scores 5 5 5 0 5 5; pot 6; playing 0 1 2 4 5; button 1"
    table = position(f"{line}; bust 2; locked 4 5; knocked 4; locked_with 0 0 0 0 2 3")
    assert statuses(table) == ["in", "in", "bust", "out of the match", "knocked out", "locked with 3"]


# Refusals


@pytest.mark.parametrize("move", ["hit", "Lock", ""])
def test_star_6_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of Starboard: the moves are draw, lock"
    assert refusal(start(2, "1 2"), f"1 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize("move", ["draw 3", "lock "])
def test_star_6_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(start(2, "1 2"), f"1 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: {move.split()[0]}")
    assert clause == "COMMON-6"


def test_star_6_a_seat_that_is_not_to_act_is_refused() -> None:
    with pytest.raises(NotYours, match="seat 0 is not to act: waiting for 1"):
        start(2, "1 2").play("draw", 0)


def test_star_10_no_move_is_accepted_after_the_end() -> None:
    table = played(start(2, "1 2", games=1), "1 lock", "0 lock")
    assert table.to_act == ()
    assert table.legal() == ()
    with pytest.raises(NotYours, match="the game is over"):
        table.play("lock", 1)
