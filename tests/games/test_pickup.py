"""Pickup, clause by clause (pickup.md)."""

from itertools import permutations

import pytest

from cutcard import NotYours, ParseError, Table, game
from cutcard.core.table.sentences import sentences
from tests.helpers import ended, notes, played, refusal
from tests.shown import statuses

TWO_HANDS = "1 2 3 4 5 6 7 2 3 4 5 6 7 8"
"""Two hands of seven, dealt in turn: 1 3 5 7 3 5 7 to the dealer's left, 2 4 6 2 4 6 8 to the dealer."""

TENS = "10 10 10 10 10"
"""A pool of which only a ten takes a card."""


def start(seats: int, cards: str, dealer: int = 0, **options: int) -> Table:
    return game("pickup", seats=seats, dealer=dealer, **options).start(cards=cards.split())


def choosing(hands: str, pool: str, more: str = "", cards: str = "", dealer: int = 0, **options: int) -> Table:
    """All seats are to choose. With one card in each hand it is the last round of the deal."""
    seats = hands.count(",") + 1
    everybody = " ".join(map(str, range(seats)))
    line = f"pickup/{seats}; to_act {everybody}; deck *; hands {hands}; pool {pool}; {more}"
    return game("pickup", seats=seats, dealer=dealer, **options).position(line, cards=cards.split())


def chosen(table: Table, *ranks: int) -> Table:
    """Everybody has chosen."""
    return played(table, *(f"{seat} choose {rank}" for seat, rank in enumerate(ranks)))


def acts(table: Table, *ranks: int) -> list[int]:
    """The seats in the order in which they act in the round in which they choose these ranks."""
    before = len(table.view().log)
    table = chosen(table, *ranks)
    while len(table.to_act) == 1:
        table = table.play(table.legal()[0])
    happenings = table.view().log[before:]
    return [happening.seat for happening in happenings if happening.text.split()[0] in ("take", "stacked")]


def zone(table: Table, name: str, seat: int | None = None) -> str:
    """The cards of a zone, as its seat sees them."""
    return " ".join(table.view(seat).cards(name, seat))


def each(table: Table, name: str) -> list[str]:
    return [zone(table, name, seat) for seat in range(table.game.seats)]


# PICKUP-1


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 6), (4, 6), (5, 5), (6, 5)])
def test_pickup_1_hands_of_seven_six_or_five_cards_and_no_burn(seats: int, size: int) -> None:
    game_of_seats = game("pickup", seats=seats)
    cards = game_of_seats.deck.cards[::-1][: seats * size + 5]
    table = game_of_seats.start(cards=cards)
    assert [len(hand.split()) for hand in each(table, "hands")] == [size] * seats
    assert table.view().hidden("deck") == 55 - seats * size - 5
    assert table.cards_left == 0


@pytest.mark.parametrize("seats", [1, 7])
def test_pickup_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="Pickup is for 2 to 6 seats"):
        game("pickup", seats=seats)


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 0)])
def test_pickup_1_dealt_one_card_at_a_time_from_the_dealers_left(dealer: int, first: int) -> None:
    table = start(2, f"{TWO_HANDS} 9 9 9 9 9", dealer=dealer)
    assert zone(table, "hands", first) == "1 3 3 5 5 7 7"
    assert zone(table, "hands", dealer) == "2 2 4 4 6 6 8"


def test_pickup_1_a_hand_is_seen_by_its_seat_only() -> None:
    table = start(2, f"{TWO_HANDS} 9 9 9 9 9")
    for viewer in (0, None):
        assert table.view(viewer).cards("hands", 1) == ()
        assert table.view(viewer).hidden("hands", 1) == 7


def test_pickup_1_points_are_good() -> None:
    result = ended(choosing("5, 9", TENS), "0 choose 5", "1 choose 9")
    assert (result.places, result.utilities) == (((1,), (0,)), (-1, 1))


# PICKUP-2


def test_pickup_2_a_pool_of_five_face_up_after_the_hands() -> None:
    table = start(2, f"{TWO_HANDS} 8 9 9 10 10")
    assert all(table.view(viewer).cards("pool") == ("8", "9", "9", "10", "10") for viewer in (0, 1, None))


def test_pickup_2_every_round_has_a_new_pool_of_five() -> None:
    table = chosen(choosing("3 5, 3 9", TENS, cards="1 2 2 8 8"), 5, 9)
    assert zone(table, "pool") == "1 2 2 8 8"
    assert table.to_act == (0, 1)
    assert table.legal(0) == ("choose 3",)


# PICKUP-3


def test_pickup_3_legal_are_the_distinct_ranks_of_the_hand() -> None:
    table = choosing("5 5 10 2, 3 3 4 4", TENS)
    assert table.legal(0) == ("choose 10", "choose 2", "choose 5")
    assert table.legal(1) == ("choose 3", "choose 4")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_pickup_3_choices_arrive_in_any_order(order: tuple[int, ...]) -> None:
    table = choosing("4, 5, 6", "10 10 10 10 1")
    for i, seat in enumerate(order):
        assert table.to_act == tuple(sorted(order[i:]))
        table = played(table, f"{seat} choose {seat + 4}")
    assert each(table, "played") == ["4", "5", "6"]
    assert table.to_act == (0,)


def test_pickup_3_a_choice_cannot_be_changed() -> None:
    table = played(choosing("4 5, 5 6", TENS), "0 choose 4")
    assert table.legal(0) == ()
    with pytest.raises(NotYours, match="seat 0 is not to act: waiting for 1"):
        played(table, "0 choose 5")


def test_pickup_3_with_several_to_act_a_move_needs_its_seat() -> None:
    table = choosing("4 5, 5 6", TENS)
    with pytest.raises(NotYours, match="seats 0, 1 choose at once: say which one you mean"):
        table.play("choose 5")
    with pytest.raises(NotYours, match="seats 0, 1 choose at once: say which one you mean"):
        table.legal()


def test_pickup_3_nobody_else_sees_a_choice_before_all_are_made() -> None:
    table = choosing("3 5 9, 4 6 8, 2 7 10", TENS)
    one, other = (played(table, "1 choose 6", f"0 choose {rank}") for rank in (3, 9))
    for viewer in (1, 2, None):
        assert one.view(viewer).json() == other.view(viewer).json()
        assert one.view(viewer).state.tobytes() == other.view(viewer).state.tobytes()
        assert one.view(viewer).hidden("choices", 0) == 1
        assert one.view(viewer).hidden("hands", 0) == 2


def test_pickup_3_a_view_after_all_choices_differs_where_the_choice_does() -> None:
    table = played(choosing("3 5 9, 4 6 8", "10 10 10 10 1"), "1 choose 6")
    assert played(table, "0 choose 3").view(1).json() != played(table, "0 choose 9").view(1).json()


def test_pickup_3_the_chooser_sees_its_own_choice() -> None:
    table = played(choosing("3 5 9, 4 6 8", TENS), "0 choose 9")
    assert zone(table, "choices", 0) == "9"
    assert zone(table, "hands", 0) == "3 5"


def test_pickup_3_the_log_names_the_choice_to_the_chooser_only() -> None:
    table = played(choosing("3 5 9, 4 6 8", TENS), "0 choose 9")
    said = [sentences(table.game.rulebook, table.view(seat).log, ("Ann", "Bob"), seat) for seat in (0, 1, None)]
    assert said == [["You choose the 9."], ["Ann chooses a card."], ["Ann chooses a card."]]


def test_pickup_3_choices_are_revealed_together() -> None:
    table = played(choosing("3 5 9, 4 6 8, 2 7 10", "10 10 10 10 1"), "2 choose 7", "0 choose 9")
    assert all(table.view(viewer).cards("played", seat) == () for viewer in (0, 1, 2, None) for seat in range(3))
    table = played(table, "1 choose 8")
    for viewer in (0, 1, 2, None):
        assert [table.view(viewer).cards("played", seat) for seat in range(3)] == [("9",), ("8",), ("7",)]
        assert [table.view(viewer).hidden("choices", seat) for seat in range(3)] == [0, 0, 0]
    assert notes(table) == [("revealed", 0, 9), ("revealed", 1, 8), ("revealed", 2, 7)]


def test_pickup_3_the_display_shows_who_has_chosen_and_then_what_is_played() -> None:
    table = played(choosing("3 5 9, 4 6 8", "10 10 10 10 1"), "1 choose 8")
    assert statuses(table) == ["to choose", "chosen"]
    table = played(table, "0 choose 9")
    assert statuses(table) == ["played 9", "played 8"]


def test_pickup_3_another_card_of_the_chosen_rank_stays_in_the_hand() -> None:
    table = played(choosing("5 5, 4 6", TENS), "0 choose 5")
    assert zone(table, "hands", 0) == "5"


# PICKUP-4


def test_pickup_4_the_seats_act_from_the_lowest_card_to_the_highest() -> None:
    assert acts(choosing("7, 9, 5, 8", "1 2 3 4 5"), 7, 9, 5, 8) == [2, 0, 3, 1]


def test_pickup_4_a_ten_is_higher_than_a_two() -> None:
    assert acts(choosing("10, 2", "1 2 3 4 5"), 10, 2) == [1, 0]


def test_pickup_4_a_seat_that_stacks_does_so_in_its_turn() -> None:
    table = chosen(choosing("4, 6, 8", "5 7 9 9 9"), 4, 6, 8)
    assert each(table, "piles") == ["4", "", ""]
    assert table.to_act == (1,)
    assert acts(choosing("6, 4, 8, 5", "5 9 9 9 9"), 6, 4, 8, 5) == [1, 3, 0, 2]


def test_pickup_4_one_seat_acts_at_a_time() -> None:
    table = chosen(choosing("7, 9, 5", "1 2 3 4 5"), 7, 9, 5)
    assert table.to_act == (2,)
    with pytest.raises(NotYours, match="seat 0 is not to act: waiting for 2"):
        played(table, "0 take 1")


# PICKUP-5


@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (3, [0, 1, 2, 3])])
def test_pickup_5_in_the_first_round_ties_go_left_from_the_dealer(dealer: int, order: list[int]) -> None:
    hands = "8 8 8 8" + 9 * " 9" + 10 * " 10" + " 7"
    table = start(4, f"{hands} 1 2 3 4 5 4 4 5 5 5", dealer=dealer)
    assert acts(table, 8, 8, 8, 8) == order


@pytest.mark.parametrize(("last", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_pickup_5_the_seat_that_acted_last_comes_last(last: int, order: list[int]) -> None:
    assert acts(choosing("5, 5, 5", "1 2 3 4 6", f"acted_last {last}"), 5, 5, 5) == order


def test_pickup_5_of_two_seats_the_other_one_comes_first() -> None:
    assert acts(choosing("5, 5", "1 2 3 4 5", "acted_last 0"), 5, 5) == [1, 0]
    assert acts(choosing("5, 5", "1 2 3 4 5", "acted_last 1"), 5, 5) == [0, 1]


def test_pickup_5_only_the_tied_seats_are_compared() -> None:
    assert acts(choosing("5, 9, 5, 8", "1 2 3 4 5", "acted_last 0"), 5, 9, 5, 8) == [2, 0, 3, 1]


def test_pickup_5_a_tie_is_looked_up_afresh_for_each_act() -> None:
    assert acts(choosing("8, 5, 3, 5", "1 2 3 4 5", "acted_last 0"), 8, 5, 3, 5) == [2, 3, 1, 0]


def test_pickup_5_every_tie_of_a_round_is_looked_up() -> None:
    assert acts(choosing("8, 5, 8, 5", "1 2 3 4 5", "acted_last 0"), 8, 5, 8, 5) == [1, 3, 0, 2]
    assert acts(choosing("8, 5, 8, 5", "1 2 3 4 5", "acted_last 1"), 8, 5, 8, 5) == [3, 1, 2, 0]


def test_pickup_5_another_act_takes_the_last_place_from_the_seat_that_acted_last() -> None:
    assert acts(choosing("3, 5, 5, 5", "1 2 3 4 6", "acted_last 2"), 3, 5, 5, 5) == [0, 1, 2, 3]


def test_pickup_5_stacking_counts_as_an_act() -> None:
    assert acts(choosing("8, 5, 3, 5", "4 5 9 9 9", "acted_last 0"), 8, 5, 3, 5) == [2, 3, 1, 0]


def test_pickup_5_the_next_round_goes_on_from_the_seat_that_acted_last() -> None:
    table = choosing("8 5, 9 5, 7 5", "1 2 3 4 4", "acted_last 0", "2 3 3 4 6")
    table = played(chosen(table, 8, 9, 7), "2 take 1", "0 take 2", "1 take 3")
    assert acts(table, 5, 5, 5) == [2, 0, 1]


def test_pickup_5_the_next_round_goes_on_from_a_seat_that_stacked_last() -> None:
    table = chosen(choosing("8 5, 7 5, 9 5", TENS, "acted_last 0", "2 3 3 4 6"), 8, 7, 9)
    assert acts(table, 5, 5, 5) == [0, 1, 2]


# PICKUP-6


def test_pickup_6_any_rank_of_the_pool_up_to_the_played_card_may_be_taken() -> None:
    table = chosen(choosing("7, 10", "3 3 7 8 10"), 7, 10)
    assert table.legal() == ("take 3", "take 7")
    table = played(table, "0 take 3")
    assert table.legal() == ("take 10", "take 7", "take 8")


def test_pickup_6_the_played_card_is_discarded_and_the_taken_one_scored() -> None:
    table = played(chosen(choosing("7, 10", "3 4 8 8 9"), 7, 10), "0 take 4")
    assert each(table, "piles") == ["4", ""]
    assert zone(table, "discards") == "7"
    assert zone(table, "pool") == "3 8 8 9"
    assert table.scores == (4, 0)
    assert notes(table)[2:] == []
    assert all(table.view(viewer).cards("piles", 0) == ("4",) for viewer in (0, 1, None))


def test_pickup_6_a_played_card_counts_nothing_before_it_is_stacked() -> None:
    assert chosen(choosing("7, 10", "3 4 8 8 9"), 7, 10).scores == (0, 0)


def test_pickup_6_with_one_rank_to_take_there_is_still_a_move() -> None:
    table = chosen(choosing("7, 10", "3 8 8 9 9"), 7, 10)
    assert table.to_act == (0,)
    assert table.legal() == ("take 3",)


# PICKUP-7


def test_pickup_7_a_pick_up_knocks_out_its_rank_in_other_piles_and_in_the_pool() -> None:
    table = choosing("8, 9, 10", "8 8 8 9 10", "piles 7, 8 8 6, 8 5; discards 1")
    table = played(chosen(table, 8, 9, 10), "0 take 8")
    assert notes(table)[3:] == [("cleared", None, 2), ("knocked", 1, 2), ("knocked", 2, 1)]
    assert each(table, "piles") == ["7 8", "6", "5"]
    assert zone(table, "pool") == "9 10"
    assert zone(table, "discards") == "1 8 8 8 8 8 8"
    assert table.scores == (15, 6, 5)


def test_pickup_7_your_own_pile_keeps_its_cards_of_that_rank() -> None:
    table = choosing("8, 10", "8 8 9 10 10", "piles 8 8 3, 8 2")
    table = played(chosen(table, 8, 10), "0 take 8")
    assert each(table, "piles") == ["3 8 8 8", "2"]


def test_pickup_7_cards_of_other_ranks_stay() -> None:
    table = choosing("8, 10", "7 8 9 10 10", "piles 1, 8 9 7")
    table = played(chosen(table, 8, 10), "0 take 7")
    assert each(table, "piles") == ["1 7", "8 9"]
    assert notes(table)[2:] == [("knocked", 1, 1)]
    assert zone(table, "pool") == "8 9 10 10"


def test_pickup_7_cards_in_hands_and_played_cards_are_not_knocked_out() -> None:
    table = choosing("8 8, 8 8", "8 9 10 10 10", "acted_last 1", "1 2 2 3 3")
    table = played(chosen(table, 8, 8), "0 take 8")
    assert each(table, "piles") == ["8", "8"]
    assert each(table, "hands") == ["8", "8"]


# PICKUP-8


def test_pickup_8_with_only_higher_cards_in_the_pool_the_played_card_is_stacked_unasked() -> None:
    table = chosen(choosing("4, 9", "5 6 7 10 10"), 4, 9)
    assert each(table, "piles") == ["4", ""]
    assert zone(table, "pool") == "5 6 7 10 10"
    assert zone(table, "discards") == ""
    assert table.to_act == (1,)
    assert table.scores == (4, 0)


def test_pickup_8_with_an_empty_pool_the_played_card_is_stacked() -> None:
    table = chosen(choosing("5, 9, 10", "3 3 3"), 5, 9, 10)
    assert ended(table, "0 take 3").scores == (3, 9, 10)
    assert each(played(table, "0 take 3"), "piles") == ["3", "9", "10"]


def test_pickup_8_an_equal_card_in_the_pool_must_be_taken() -> None:
    table = chosen(choosing("5, 9", "5 10 10 10 10"), 5, 9)
    assert table.legal() == ("take 5",)


def test_pickup_8_stacking_knocks_nothing_out() -> None:
    table = chosen(choosing("5, 9, 5", TENS, "piles 5, 5 5, 9"), 5, 9, 5)
    assert each(table, "piles") == ["5 5", "5 5 9", "5 9"]


def test_pickup_8_a_round_in_which_all_stack_asks_no_move() -> None:
    table = chosen(choosing("5 1, 9 2, 7 3", TENS, cards="4 4 4 4 6"), 5, 9, 7)
    assert table.to_act == (0, 1, 2)
    assert each(table, "piles") == ["5", "9", "7"]


def test_pickup_8_the_example_of_the_sheet() -> None:
    table = choosing("8, 8", "10 9 8 8", "acted_last 1; piles 3, 8")
    table = chosen(table, 8, 8)
    assert table.to_act == (0,)
    assert table.legal() == ("take 8",)
    table = played(table, "0 take 8")
    assert each(table, "piles") == ["3 8", "8"]
    assert zone(table, "discards") == "8 8 8 9 10"
    assert ended(table).scores == (11, 8)


# PICKUP-9


def test_pickup_9_the_rest_of_the_pool_is_discarded() -> None:
    table = choosing("4 1, 6 3", "4 6 9 10 10", cards="7 7 7 7 7")
    table = played(chosen(table, 4, 6), "0 take 4", "1 take 6")
    assert zone(table, "discards") == "4 6 9 10 10"
    assert zone(table, "pool") == "7 7 7 7 7"
    assert notes(table)[2:] == [("pool", None, 0)]
    assert table.view().hidden("deck") == 55 - 2 - 2 - 5 - 5


def test_pickup_9_the_game_is_over_when_the_hands_are_played_out() -> None:
    table = chosen(choosing("4, 6", "4 6 9 10 10"), 4, 6)
    result = ended(table, "0 take 4", "1 take 6")
    assert (result.places, result.scores, result.reason) == (((1,), (0,)), (4, 6), "hands")


def test_pickup_9_no_pool_is_dealt_after_the_last_card() -> None:
    table = chosen(choosing("4, 6", TENS, cards="1 2 2 3 3"), 4, 6)
    assert table.is_over
    assert table.cards_left == 5
    assert zone(table, "pool") == ""


def test_pickup_9_each_card_counts_its_rank_and_most_points_win() -> None:
    table = choosing("4, 6, 5", TENS, "piles 1 2 2, 7 10, 10 10")
    result = ended(table, "0 choose 4", "1 choose 6", "2 choose 5")
    assert (result.places, result.scores) == (((2,), (1,), (0,)), (9, 23, 25))


def test_pickup_9_equal_points_share_the_place() -> None:
    table = chosen(choosing("5, 6, 5", TENS, "piles 1, 7, 8"), 5, 6, 5)
    result = ended(table)
    assert (result.places, result.scores, result.utilities) == (((1, 2), (0,)), (6, 13, 13), (-0.5, 0.25, 0.25))
    assert notes(table)[-2:] == [("won", 1, 13), ("won", 2, 13)]
    assert [note[0] for note in notes(table)].count("won") == 2


@pytest.mark.parametrize(("seats", "rounds", "left"), [(2, 7, 6), (3, 6, 7), (4, 6, 1), (5, 5, 5), (6, 5, 0)])
def test_pickup_9_a_whole_game_has_a_round_for_each_card_of_a_hand(seats: int, rounds: int, left: int) -> None:
    game_of_seats = game("pickup", seats=seats)
    table = game_of_seats.start(cards=game_of_seats.deck.cards)
    choices = 0
    while not table.is_over:
        seat = table.to_act[0]
        move = table.legal(seat)[0]
        choices += move.startswith("choose")
        table = table.play(move, seat)
    assert choices == seats * rounds
    assert table.cards_left == table.view().hidden("deck") == left


# PICKUP-10


def last_round(banked: str, dealer: int = 0, cards: str = "", **options: int) -> Table:
    """The last round of a deal of a long game: three seats stack 4, 6 and 5."""
    table = choosing("4, 6, 5", TENS, f"banked {banked}", cards, dealer, long=True, **options)
    return chosen(table, 4, 6, 5)


@pytest.mark.parametrize(("seats", "target"), [(2, 150), (3, 100), (4, 100), (5, 75), (6, 75)])
def test_pickup_10_the_target_depends_on_the_seats(seats: int, target: int) -> None:
    assert game("pickup", seats=seats, long=True).options["target"] == target


def test_pickup_10_a_seat_at_the_target_after_a_deal_ends_the_game() -> None:
    result = ended(last_round("96 3 0"))
    assert (result.places, result.scores, result.reason) == (((0,), (1,), (2,)), (100, 9, 5), "target")


def test_pickup_10_the_target_is_an_option() -> None:
    assert ended(last_round("0 3 0", target=9)).scores == (4, 9, 5)


def test_pickup_10_the_highest_total_wins() -> None:
    result = ended(last_round("96 97 10"))
    assert (result.places, result.scores) == (((1,), (0,), (2,)), (100, 103, 15))


def test_pickup_10_equal_highest_totals_share_the_place() -> None:
    result = ended(last_round("98 90 97"))
    assert (result.places, result.scores) == (((0, 2), (1,)), (102, 96, 102))


def test_pickup_10_the_target_counts_at_the_end_of_a_deal_only() -> None:
    table = choosing("9 2, 6 2, 5 3", TENS, "banked 95 0 0", "7 7 7 7 8", long=True)
    table = chosen(table, 9, 6, 5)
    assert table.scores == (104, 6, 5)
    assert table.to_act == (0, 1, 2)


def test_pickup_10_below_the_target_all_55_cards_are_shuffled_and_dealt() -> None:
    table = last_round("90 3 0")
    assert not table.is_over
    assert {card: chance * 55 for card, chance in table.chance_outcomes()} == {str(rank): rank for rank in range(1, 11)}


NEXT_DEAL = "8 8 8 9 9 9 9 9 9 10 10 10 10 10 10 7 7 7 1 2 3 4 5 2 3 3 4 4"
"""Hands of six for three seats, an 8 first; then the pools of two rounds."""


def test_pickup_10_scores_add_up_over_the_deals() -> None:
    table = last_round("90 3 0", cards=NEXT_DEAL)
    assert table.scores == (94, 9, 5)
    assert notes(table)[-1] == ("deal", None, 0)
    assert each(table, "piles") == ["", "", ""]
    assert zone(table, "discards") == ""
    table = chosen(table, 8, 8, 8)
    assert played(table, "2 take 5").scores == (94, 9, 10)


@pytest.mark.parametrize(("dealer", "first"), [(0, 2), (1, 0), (2, 1)])
def test_pickup_10_the_deal_passes_to_the_left(dealer: int, first: int) -> None:
    cards = NEXT_DEAL.replace("8", "1", 1).replace(" 1 2 3", " 8 2 3")
    table = last_round("90 3 0", dealer, cards)
    assert [seat for seat in range(3) if "1" in zone(table, "hands", seat).split()] == [first]


@pytest.mark.parametrize(("dealer", "order"), [(0, [2, 0, 1]), (1, [0, 1, 2]), (2, [1, 2, 0])])
def test_pickup_10_the_new_dealer_counts_as_the_seat_that_acted_last(dealer: int, order: list[int]) -> None:
    table = last_round("90 3 0", dealer, NEXT_DEAL)
    assert acts(table, 8, 8, 8) == order


def test_pickup_10_without_long_the_target_has_no_effect() -> None:
    table = chosen(choosing("9 2, 6 2", TENS, cards="7 7 7 7 8", target=1), 9, 6)
    assert table.to_act == (0, 1)
    result = ended(choosing("5, 9", TENS, target=1000), "0 choose 5", "1 choose 9")
    assert (result.scores, result.reason) == ((5, 9), "hands")


# Refusals


def test_pickup_3_a_card_that_is_not_in_the_hand_is_refused() -> None:
    table = choosing("4 5, 5 6", TENS)
    assert refusal(table, "0 choose 6") == ("you hold no 6", "PICKUP-3")


def test_pickup_3_taking_before_all_have_chosen_is_refused() -> None:
    table = choosing("4 5, 5 6", TENS)
    reason = "first everybody chooses a card from their hand: choose R"
    assert refusal(table, "0 take 4") == (reason, "PICKUP-3")


def test_pickup_6_choosing_while_the_seats_act_is_refused() -> None:
    table = chosen(choosing("4 5, 5 6", "1 2 3 4 5"), 4, 5)
    reason = "the cards are chosen; now you take one from the pool: take R"
    assert refusal(table, "0 choose 5") == (reason, "PICKUP-6")


def test_pickup_6_a_higher_card_than_the_played_one_is_refused() -> None:
    table = chosen(choosing("4 5, 5 6", "1 2 3 4 5"), 4, 5)
    assert refusal(table, "0 take 5") == ("the 5 is higher than the 4 you played", "PICKUP-6")


def test_pickup_6_a_card_that_is_not_in_the_pool_is_refused() -> None:
    table = chosen(choosing("4 5, 5 6", "1 2 3 5 5"), 4, 5)
    assert refusal(table, "0 take 4") == ("there is no 4 in the pool", "PICKUP-6")


@pytest.mark.parametrize("move", ["Choose 4", "stack 4", ""])
def test_pickup_3_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of Pickup: the moves are choose, take"
    assert refusal(choosing("4 5, 5 6", TENS), f"0 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize("move", ["choose", "choose 11", "choose 04", "choose 4 5", "take"])
def test_pickup_3_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(choosing("4 5, 5 6", TENS), f"0 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: {move.split()[0]}")
    assert clause == "COMMON-6"


def test_pickup_9_no_move_is_accepted_after_the_end() -> None:
    table = chosen(choosing("5, 9", TENS), 5, 9)
    assert table.to_act == ()
    with pytest.raises(NotYours, match="the game is over"):
        table.play("choose 5", 0)
