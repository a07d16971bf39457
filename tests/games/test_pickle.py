"""Pickle, clause by clause (pickle.md): the deck, the points, the deal, the call and the exchange. PICKLE-10 and what comes
after it is in test_pickle_play.py."""

from itertools import pairwise, permutations
from typing import Any

import pytest

import cutcard
from cutcard import NotYours, ParseError, RecordError, Table, game
from cutcard.core.compiling import JIT
from cutcard.core.table.record import trace
from cutcard.core.table.sentences import sentences
from cutcard.games.pickle.rulebook import chips
from cutcard.present.rules_pages import rules_page
from cutcard.present.scene import scene_of
from cutcard.terminal.decks import deck_page
from tests.games.pickle_tables import (
    CARDS,
    RANKS,
    after_trick,
    calling,
    dealer,
    dealing,
    each,
    exchanging,
    sizes,
    start,
    told,
    trick,
    zone,
)
from tests.helpers import ended, fields, notes, played, refusal, summary
from tests.shown import pots, statuses

ADJACENT = [(low.split()[0], high.split()[0]) for low, high in pairwise(RANKS)]
"""A card of each rank with one of the next."""

THREE_HANDS = "2C 4C 6C 7C 9C 10C KC, 2D 4D 6D 7D 9D 10D KD, 2H 4H 6H 7H 9H 10H KH"
BOTH = "3S 5C"
"""Who holds these two may ask for a redeal."""
HOLDER = f"2C 4C 6C 7C 9C {BOTH}, 2D 4D 6D 7D 9D 10D KD, 2H 4H 6H 7H 9H 10H KH"
"""Three hands of seven, of which seat 0 may ask for a redeal."""


def with_size(size: int, hands: str, **options: Any) -> Table:
    """A table whose next hand has just been dealt, with this many cards each; the last trick was a card of each seat."""
    return after_trick(hands, points=[size] * 16, limit=10**12, **options)


def one_each(seats: int) -> str:
    return ", ".join(CARDS.split()[:seats])


# PICKLE-1


@pytest.mark.parametrize("seats", range(2, 8))
def test_pickle_1_from_two_to_seven_seats(seats: int) -> None:
    table = game("pickle", seats=seats).start(cards=CARDS.split())
    assert sizes(table) == [7] * seats
    assert table.cards_left == table.view().hidden("deck") == 54 - 7 * seats


@pytest.mark.parametrize("seats", [1, 8])
def test_pickle_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="Pickle is for 2 to 7 seats"):
        game("pickle", seats=seats)


def test_pickle_1_one_deck_of_52_cards_with_two_jokers() -> None:
    chances = dict(game("pickle", seats=2).start(cards=[]).chance_outcomes())
    ranks = [*range(2, 11), *"JQKA"]
    assert set(chances) == {f"{rank}{suit}" for rank in ranks for suit in "CDHS"} | {"JR", "JB"}
    assert {chance * 54 for chance in chances.values()} == {1}


# PICKLE-2


@pytest.mark.parametrize(("low", "high"), ADJACENT)
def test_pickle_2_each_rank_stands_above_the_one_before(low: str, high: str) -> None:
    assert [score > 0 for score in after_trick(f"{low}, {high}").scores] == [False, True]
    assert [score > 0 for score in after_trick(f"{high}, {low}").scores] == [True, False]


@pytest.mark.parametrize(("low", "high"), ADJACENT)
def test_pickle_2_a_follower_beats_with_the_next_rank_and_not_with_the_one_before(low: str, high: str) -> None:
    table = played(trick(f"{low} 2S, {high} 2H"), f"0 play {low}")
    assert set(table.legal()) == {f"play {high}", "play 2H"}
    table = played(trick(f"{high} 2S, {low} 2H"), f"0 play {high}")
    assert table.legal() == (("play 2C", "play 2H") if low == "2C" else ("play 2H",))


@pytest.mark.parametrize("cards", [rank for rank in RANKS if " " in rank])
def test_pickle_2_cards_of_one_rank_are_equal_whatever_their_suit(cards: str) -> None:
    scores = after_trick(", ".join(cards.split())).scores
    assert len(set(scores)) == 1
    assert scores[0] > 0


def test_pickle_2_eights_stand_above_aces_and_below_jokers() -> None:
    assert after_trick("AS, 8C, KH").scores == (0, 15, 0)
    assert after_trick("JB, 8C, KH").scores == (16, 0, 0)


def test_pickle_2_the_three_of_clubs_stands_above_the_five_of_spades_and_both_above_jokers() -> None:
    assert after_trick("JR, 5S, JB, 3C").scores == (0, 0, 0, 18)
    assert after_trick("JR, 5S, JB, 3D").scores == (0, 17, 0, 0)


def test_pickle_2_the_other_threes_and_fives_are_ordinary() -> None:
    assert after_trick("3S, 4C, 3D").scores == (0, 5, 0)
    assert after_trick("5C, 6H, 5D").scores == (0, 7, 0)


def test_pickle_2_moves_write_cards_lowest_first_and_by_suit() -> None:
    table = exchanging("JB 3C 8S JR 5S AC 8C 5H 3H 2S 10D 9H 2C, 4C 4D 4H 4S 6C 6D 6H 6S 7C 7D 7H 7S QC", 13, dealer=1)
    assert table.legal() == ("stay", "trade 2C 2S 3H 5H 9H 10D AC 8C 8S JR JB 5S 3C")
    table = exchanging("JS AD KH AC JD KS 10H 9C JC QD 9S KC 10C, 2C 4C 4D 4H 4S 6C 6D 6H 6S 7C 7D 7H 7S", 13, dealer=1)
    assert table.legal() == ("stay", "trade 9C 9S 10C 10H JC JD JS QD KC KH KS AC AD")


@pytest.mark.parametrize(
    ("move", "right"),
    [
        ("trade 4C 2C", "trade 2C 4C"), ("trade JB JR", "trade JR JB"), ("trade 5S 8C", "trade 8C 5S"),
        ("trade 8D 8C", "trade 8C 8D"), ("trade 8C AH", "trade AH 8C"), ("trade 3C 3D", "trade 3D 3C"),
    ],
)  # fmt: skip
def test_pickle_2_cards_in_another_order_are_refused(move: str, right: str) -> None:
    table = exchanging("2C 4C JR JB 5S 8C 8D AH 3C 3D, 6C 6D 6H 6S 7C 7D 7H 7S 9C 9D", 2, dealer=1)
    assert refusal(table, f"0 {move}") == (f"cards are named from the lowest up: {right}", "PICKLE-2")
    assert right in table.legal()
    played(table, f"0 {right}")


def test_pickle_2_a_set_that_is_played_is_written_lowest_first_too() -> None:
    table = trick("JR JB KC, 2C 2D 2H")
    assert refusal(table, "0 play JB JR") == ("cards are named from the lowest up: play JR JB", "PICKLE-2")
    table = trick("3C 3D 4H, 2C 2D 2H")
    assert refusal(table, "0 play 3C 3D") == ("cards are named from the lowest up: play 3D 3C", "PICKLE-2")
    table = played(trick("4C 4D 4H, 8H AH 2H"), "0 play 4C 4D")
    assert refusal(table, "1 play 8H AH") == ("cards are named from the lowest up: play AH 8H", "PICKLE-2")
    assert table.legal() == ("play 2H AH", "play AH 8H")


def test_pickle_2_a_record_with_cards_in_another_order_is_faulty_there() -> None:
    table = played(start(THREE_HANDS, CARDS), "2 set 2", "0 ready", "1 ready", "2 ready")
    record = table.record()
    record["events"].append("1 trade 4D 2D")
    with pytest.raises(RecordError, match=f"event {len(record['events']) - 1}: cards are named from the lowest up"):
        cutcard.replay(record)


# PICKLE-3


@pytest.mark.parametrize(("cards", "points"), list(zip(RANKS, range(3, 19), strict=True)))
def test_pickle_3_from_three_points_for_a_two_to_eighteen_for_the_three_of_clubs(cards: str, points: int) -> None:
    lower = "2D" if cards.startswith("2C") else "2C"
    scores = after_trick(f"{cards.split()[0]}, {lower}").scores
    assert scores == ((3, 3) if points == 3 else (points, 0))


@pytest.mark.parametrize("place", range(16))
def test_pickle_3_the_option_replaces_the_points_in_the_order_of_the_ranks(place: int) -> None:
    points = [901, 88, 7, 66, 55, 404, 33, 22, 11, 1, 909, 808, 70, 606, 505, 4]
    card, lower = RANKS[place].split()[0], "2D" if place == 0 else "2C"
    assert after_trick(f"{card}, {lower}", points=points, limit=1000).scores[0] == points[place]


def test_pickle_3_the_option_sets_the_size_of_the_next_hand_too() -> None:
    table = after_trick("KS, 2C", points=[9] * 10 + [12] + [9] * 5)
    assert sizes(table) == [12, 12]


def test_pickle_3_a_record_holds_the_option_as_a_list() -> None:
    points = list(range(16, 0, -1))
    table = start(THREE_HANDS, points=points)
    record = table.record()
    assert record["options"] == {"points": points}
    assert cutcard.replay(record) == table
    assert start(THREE_HANDS, points=list(range(3, 19))).record()["options"] == {}


@pytest.mark.parametrize(
    "points",
    [
        [3] * 15, [3] * 17, [], [0] + [3] * 15, [3] * 15 + [0], [-1] + [3] * 15, [True] + [3] * 15, [3] * 15 + [False],
        [3.0] + [3] * 15, ["3"] + [3] * 15, [None] + [3] * 15, [[3]] * 16, 3, "3333333333333333", None, True, {"2": 3},
    ],
    ids=str,
)  # fmt: skip
def test_pickle_3_other_points_are_an_error_before_anything_is_dealt(points: object) -> None:
    with pytest.raises(ParseError, match="the option points is"):
        game("pickle", seats=3, points=points)
    record = {"cutcard": 1, "game": "pickle", "seats": 3, "options": {"points": points}, "events": ["d 2C"]}
    with pytest.raises(RecordError, match="event 0: the option points is"):
        cutcard.replay(record)


def test_pickle_3_the_points_are_called_reconstructed() -> None:
    (option,) = [option for option in game("pickle").rulebook.options if option.name == "points"]
    assert "reconstructed" in option.help
    assert "| points (reconstructed) |" in rules_page(game("pickle").rulebook)
    page = deck_page(game("pickle").rulebook, game("pickle").options)
    assert page.columns[-1] == "Points (reconstructed)"
    assert any("reconstructed" in note for note in page.notes)
    assert option.default == tuple(range(3, 19))


def test_pickle_3_the_chart_of_a_table_says_that_it_is_reconstructed() -> None:
    chart = scene_of(start(THREE_HANDS).view()).chart
    assert chart is not None
    assert "reconstructed" in chart.note
    assert [entry.number for entry in chart.entries] == list(range(3, 19))
    joker = chart.entries[13]
    assert (joker.label, joker.cards, joker.number) == ("Joker", ("JR", "JB"), 16)
    own = scene_of(game("pickle", seats=2, points=list(range(1, 17))).start(seed=1).view()).chart
    assert own is not None
    assert own.note == ""


# PICKLE-4


def test_pickle_4_a_game_is_to_36_points_and_35_are_not_enough() -> None:
    table = after_trick("KS, 2C, 4D", more="scores 23 0 0")
    assert table.scores == (36, 0, 0)
    assert fields(table)["remaining"] == "1 2"
    table = after_trick("KS, 2C, 4D", more="scores 22 0 0")
    assert table.scores == (35, 0, 0)
    assert fields(table)["remaining"] == "0 1 2"


def test_pickle_4_more_than_36_points_are_kept_as_they_are() -> None:
    table = after_trick("3C, 2C, 4D", more="scores 35 0 0")
    assert table.scores == (53, 0, 0)
    assert told(table, "assessed") == [(0, 18)]
    assert told(table, "out") == [(0, 0)]


@pytest.mark.parametrize(("limit", "remaining"), [(1, "1 2"), (13, "1 2"), (14, "0 1 2"), (1000, "0 1 2")])
def test_pickle_4_the_limit_is_an_option(limit: int, remaining: str) -> None:
    assert fields(after_trick("KS, 2C, 4D", limit=limit))["remaining"] == remaining


@pytest.mark.parametrize("name", ["limit", "hands"])
@pytest.mark.parametrize("value", [0, -1, True, "36", 3.5, None, [36]])
def test_pickle_4_the_limit_and_the_hands_are_whole_numbers_of_one_or_more(name: str, value: Any) -> None:
    with pytest.raises(ParseError, match=f"the option {name} is"):
        game("pickle", seats=3, **{name: value})


def test_pickle_4_one_point_and_one_hand_are_enough() -> None:
    assert game("pickle", seats=3, limit=1, hands=1).options["limit"] == 1
    assert ended(after_trick("KS, 2C, 4D", limit=1, hands=1)).places == ((1, 2), (0,))


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_pickle_4_must_beat_is_a_switch(value: Any) -> None:
    with pytest.raises(ParseError, match="the option must_beat is either true or false"):
        game("pickle", seats=3, must_beat=value)


def test_pickle_4_the_defaults_and_no_other_options() -> None:
    options = game("pickle", seats=3).options
    assert options == {"limit": 36, "must_beat": False, "hands": 1000, "points": tuple(range(3, 19))}
    with pytest.raises(ParseError, match="there is no option 'burn'"):
        game("pickle", seats=3, burn=5)


def test_pickle_4_several_can_go_at_once() -> None:
    table = after_trick("KS, KC, 4D, 2H", more="scores 23 30 0 0")
    assert table.scores == (36, 43, 0, 0)
    assert fields(table)["remaining"] == "2 3"
    assert told(table, "assessed") == [(0, 13), (1, 13)]
    assert told(table, "out") == [(0, 0), (1, 0)]


def test_pickle_4_of_two_assessed_only_the_one_at_the_limit_goes() -> None:
    table = after_trick("KS, KC, 4D, 2H", more="scores 22 30 0 0")
    assert fields(table)["remaining"] == "0 2 3"
    assert [status == "out" for status in statuses(table)] == [False, True, False, False]


def test_pickle_4_the_last_seat_left_wins() -> None:
    table = after_trick("KS, 2C, -", more="scores 30 35 40")
    result = ended(table)
    assert (result.places[0], result.reason, result.scores) == ((1,), "last", (43, 35, 40))
    assert (table.to_act, table.legal(1)) == ((), ())


def test_pickle_4_with_two_seats_left_the_game_goes_on() -> None:
    assert not after_trick("KS, 2C, 4D", more="scores 30 35 0").is_over


@pytest.mark.parametrize(
    ("limit", "score", "shown"),
    [
        (36, 0, (6, 6)), (36, 1, (6, 5)), (36, 6, (6, 0)), (36, 7, (5, 4)), (36, 18, (3, 3)), (36, 31, (1, 0)),
        (36, 32, (0, 4)), (36, 35, (0, 1)), (36, 36, (0, 0)), (36, 50, (0, 0)), (50, 0, (6, 20)), (10, 3, (1, 2)),
        (1, 0, (0, 1)),
    ],
)  # fmt: skip
def test_pickle_4_what_is_left_is_shown_in_at_most_six_large_chips_and_small_ones(
    limit: int, score: int, shown: tuple[int, int]
) -> None:
    table = trick("KS 4C, 2C 5D", more=f"scores {score} 0", limit=limit)
    assert [(chip.worth, chip.count) for chip in chips(table.view().reading, 0)] == [(5, shown[0]), (1, shown[1])]
    assert f"{shown[0]}×5" in statuses(table)[0]
    assert f"{shown[1]}×1" in statuses(table)[0]


def test_pickle_4_the_pot_shows_what_was_surrendered_which_is_never_more_than_a_seat_had() -> None:
    def pot(table: Table) -> int:
        return pots(table)[0]

    assert pot(start(THREE_HANDS)) == 0
    table = after_trick("KS, KC, 4D", more="scores 1 20 30")
    assert (pot(table), table.scores) == (77, (14, 33, 30))
    over = after_trick("KS, 2C, -", more="scores 30 35 40")
    assert (pot(over), over.scores) == (107, (43, 35, 40)), "36, 35 and 36: there are no more chips than 36 for a seat"
    assert pot(trick("KS 4C, 2C 5D", more="scores 19 3", limit=10)) == 13


def test_pickle_4_the_display_says_who_is_out_and_whose_set_is_the_highest() -> None:
    table = played(trick("KS 4C, 2C 5D, 2D 2H, -", more="scores 6 30 0 40"), "0 play 4C")
    assert ["highest" in status for status in statuses(table)] == [True, False, False, False]
    table = played(table, "1 play 5D")
    assert ["highest" in status for status in statuses(table)] == [False, True, False, False]
    assert [status == "out" for status in statuses(table)] == [False, False, False, True]


# PICKLE-5


@pytest.mark.parametrize(("first_dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_pickle_5_dealt_one_card_at_a_time_from_the_dealers_left(first_dealer: int, first: int) -> None:
    table = game("pickle", seats=3, dealer=first_dealer).start(cards=CARDS.split())
    assert zone(table, "hands", first) == "2C 2S 3S 4H 5D 6D 7C"
    assert zone(table, "hands", (first + 1) % 3) == "2D 3D 4C 4S 5H 6H 7D"
    assert zone(table, "hands", first_dealer) == "2H 3H 4D 5C 6C 6S 7H"


def test_pickle_5_a_hand_is_seen_by_its_seat_only() -> None:
    table = start(THREE_HANDS)
    for viewer in (0, 2, None):
        assert table.view(viewer).cards("hands", 1) == ()
        assert table.view(viewer).hidden("hands", 1) == 7
    assert table.view(1).cards("hands", 1) == ("2D", "4D", "6D", "7D", "9D", "10D", "KD")


@pytest.mark.parametrize(("cards", "points"), list(zip(RANKS, range(3, 19), strict=True)))
def test_pickle_5_a_later_hand_has_as_many_cards_as_the_points_just_assessed(cards: str, points: int) -> None:
    lower = "2D, 2H" if cards.startswith("2C") else "2C, 2D"
    assert sizes(after_trick(f"{cards.split()[0]}, {lower}")) == [points] * 3


@pytest.mark.parametrize(("seats", "most"), [(2, 27), (3, 18), (4, 13), (5, 10), (6, 9), (7, 7)])
def test_pickle_5_but_at_most_what_the_deck_gives_every_seat(seats: int, most: int) -> None:
    for size in (most - 1, most):
        assert sizes(with_size(size, one_each(seats))) == [size] * seats
    for size in (most + 1, 40, 10**9):
        assert sizes(with_size(size, one_each(seats))) == [most] * seats


def test_pickle_5_the_deck_is_divided_by_the_remaining_seats() -> None:
    table = after_trick("2C, 3C, 2D, 2H, -", more="scores 0 20 0 0 36")
    assert sizes(table) == [18, 0, 18, 18, 0]
    table = after_trick("2C, 3C, 2D, 2H, -", more="scores 0 0 0 0 36")
    assert sizes(table) == [13, 13, 13, 13, 0]


def test_pickle_5_what_several_are_assessed_is_not_added_up() -> None:
    assert sizes(after_trick("6C, 6D, 6H")) == [7, 7, 7]


def test_pickle_5_seats_that_are_out_are_skipped_in_the_deal() -> None:
    table = after_trick("2C, -, 4C, -", more="scores 0 36 0 36")
    assert dealer(table) == 2
    assert each(table, "hands") == ["2C 2H 3D 3S 4D", "", "2D 2S 3H 4C 4H", ""]
    assert notes(table)[-1] == ("hand", 2, 5)


def test_pickle_5_all_54_are_shuffled_for_every_hand() -> None:
    table = after_trick("KS, 2C, 4D", more="traded 6C, 7C, 9C; spent 10C 10D 10H JR; deck *", cards="")
    assert {card: chance * 54 for card, chance in table.chance_outcomes()} == dict.fromkeys(CARDS.split(), 1)


def test_pickle_5_nothing_of_the_last_hand_is_left_on_the_table() -> None:
    table = after_trick("KS, 2C, 4D", more="traded 6C, 7C, 9C; spent 10C 10D 10H JR; floors 3 0 5; deck *")
    assert {"traded", "played", "spent", "floors", "exchange"} & set(fields(table)) == set()
    assert fields(table)["finished"] == "1"


def test_pickle_5_a_hand_of_one_card() -> None:
    table = played(with_size(1, "KS, 2C"), "1 set 0", "0 ready", "1 ready")
    assert each(table, "hands") == ["2D", "2C"]
    assert table.to_act == (1,)
    assert table.legal() == ("play 2C",)
    assert played(table, "1 play 2C", "0 play 2D").scores == (2, 1)


# PICKLE-6


@pytest.mark.parametrize(("first_dealer", "seat"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_pickle_6_the_seat_to_the_right_of_the_dealer_sets_the_exchange(first_dealer: int, seat: int) -> None:
    table = game("pickle", seats=4, dealer=first_dealer).start(cards=CARDS.split())
    assert table.to_act == (seat,)
    with pytest.raises(NotYours, match=f"seat {first_dealer} is not to act: waiting for {seat}"):
        table.play("set 1", first_dealer)


@pytest.mark.parametrize(
    ("hands", "setter"), [("2C, 2D, 4C, -", 1), ("4C, 2D, 2C, -", 2), ("4C, 2D, -, -", 1), ("-, 2D, 4C, -", 1)]
)
def test_pickle_6_seats_that_are_out_do_not_set_it(hands: str, setter: int) -> None:
    assert after_trick(hands, leader=1).to_act == (setter,)


LIMITS = {
    2: {1: 1, 3: 3, 7: 7, 13: 13, 14: 13, 15: 12, 18: 9, 25: 2, 26: 1, 27: 0},
    3: {3: 3, 7: 7, 9: 9, 10: 8, 11: 7, 16: 2, 17: 1, 18: 0},
    4: {3: 3, 6: 6, 7: 6, 8: 5, 11: 2, 12: 1, 13: 0},
    5: {1: 1, 3: 3, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1, 10: 0},
    6: {3: 3, 4: 4, 5: 4, 6: 3, 7: 2, 8: 1, 9: 0},
    7: {2: 2, 3: 3, 4: 3, 5: 2, 6: 1, 7: 0},
}
"""At each number of seats, for some sizes of hands, the largest exchange."""


@pytest.mark.parametrize(
    ("seats", "size", "most"), [(seats, size, most) for seats, of in LIMITS.items() for size, most in of.items()]
)
def test_pickle_6_at_most_the_hand_and_what_the_deck_gives_every_seat(seats: int, size: int, most: int) -> None:
    table = with_size(size, one_each(seats))
    assert sizes(table) == [size] * seats
    if most:
        assert table.legal() == tuple(sorted(f"set {number}" for number in range(most + 1)))
        seat = table.to_act[0]
        assert refusal(table, f"{seat} set {most + 1}") == (f"an exchange is from 0 to {most} cards here", "PICKLE-6")
    else:
        assert table.to_act == tuple(range(seats))
        assert table.legal(0) == ("ready",)


def test_pickle_6_moves_are_sorted_as_texts() -> None:
    table = with_size(16, "KS, 2C, -")
    assert table.legal() == tuple(f"set {number}" for number in (0, 1, 10, 11, *range(2, 10)))


def test_pickle_6_the_undealt_cards_are_divided_by_the_remaining_seats() -> None:
    table = with_size(9, "KS, 2C, -, -, -, -, 2D")
    assert table.legal() == tuple(f"set {number}" for number in range(10))


def test_pickle_6_where_only_none_is_possible_no_set_is_asked_and_no_trade_offered() -> None:
    table = game("pickle", seats=7).start(cards=CARDS.split())
    assert table.to_act == (0, 1, 2, 3, 4, 5, 6)
    assert notes(table) == [("no-exchange", None, 0)]
    assert refusal(table, "6 set 0")[1] == "PICKLE-7"
    table = played(table, *(f"{seat} ready" for seat in range(7)))
    assert table.to_act == (1,)
    assert all(move.startswith("play ") for move in table.legal())


@pytest.mark.parametrize("move", ["set", "set 8", "set -1", "set 01", "set 1 1", "set 2C", "set K"])
def test_pickle_6_no_other_number_is_accepted(move: str) -> None:
    assert refusal(start(THREE_HANDS), f"2 {move}") == ("an exchange is from 0 to 7 cards here", "PICKLE-6")


@pytest.mark.parametrize("move", ["ready", "redeal", "stay", "trade 2H", "play 2H"])
def test_pickle_6_nothing_else_is_said_before_the_exchange_is_set(move: str) -> None:
    assert refusal(start(HOLDER, dealer=1), f"0 {move}") == ("now the exchange is set: set K", "PICKLE-6")


def test_pickle_6_everybody_hears_the_number() -> None:
    table = played(start(THREE_HANDS), "2 set 3")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).number("exchange") == 3
        assert table.view(viewer).log[-1].text == "set 3"
    assert "exchange of 3" in summary(table)


# PICKLE-7


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_pickle_7_all_are_asked_at_once_and_answer_in_any_order(order: tuple[int, ...]) -> None:
    table = played(start(THREE_HANDS), "2 set 1")
    for i, seat in enumerate(order):
        assert table.to_act == tuple(sorted(order[i:]))
        table = played(table, f"{seat} ready")
    assert table.to_act == (1,)
    assert table.legal()[0] == "stay"


def test_pickle_7_an_answer_cannot_be_changed() -> None:
    table = played(start(HOLDER), "2 set 1", "0 ready")
    assert table.legal(0) == ()
    with pytest.raises(NotYours, match="seat 0 is not to act: waiting for 1, 2"):
        played(table, "0 redeal")


def test_pickle_7_only_who_holds_both_cards_may_ask_for_a_redeal() -> None:
    table = played(start(HOLDER), "2 set 1")
    assert [table.legal(seat) for seat in range(3)] == [("ready", "redeal"), ("ready",), ("ready",)]
    assert refusal(table, "1 redeal") == ("a redeal is for who holds the 3S and the 5C", "PICKLE-7")


@pytest.mark.parametrize("pair", ["3S 5S", "3C 5C", "3C 5S", "3H 5C", "3S 5D", "3D 5H"])
def test_pickle_7_the_two_cards_are_the_three_of_spades_and_the_five_of_clubs(pair: str) -> None:
    table = calling(f"{pair} 7C, 6D 7D 9D", 1)
    assert table.legal(0) == ("ready",)
    assert refusal(table, "0 redeal") == ("a redeal is for who holds the 3S and the 5C", "PICKLE-7")


def test_pickle_7_both_cards_in_one_hand() -> None:
    table = calling("3S 7C, 5C 7D, 2C 9D", 1)
    assert [table.legal(seat) for seat in range(3)] == [("ready",)] * 3


@pytest.mark.parametrize("before", [(), (1,), (1, 2), (2,)])
def test_pickle_7_the_call_ends_at_a_redeal(before: tuple[int, ...]) -> None:
    table = played(start(HOLDER, " ".join(dealing(THREE_HANDS))), "2 set 2", *(f"{seat} ready" for seat in before))
    table = played(table, "0 redeal")
    assert each(table, "hands") == [hand.strip() for hand in THREE_HANDS.split(",")]
    assert table.to_act == (2,)
    assert table.legal()[:2] == ("set 0", "set 1")


def test_pickle_7_who_holds_both_cards_need_not_ask() -> None:
    table = played(start(HOLDER), "2 set 1", "0 ready", "1 ready", "2 ready")
    assert zone(table, "hands", 0) == "2C 3S 4C 5C 6C 7C 9C"
    assert table.to_act == (1,)


def test_pickle_7_the_call_is_held_with_an_exchange_of_none() -> None:
    table = played(start(HOLDER), "2 set 0")
    assert table.to_act == (0, 1, 2)
    assert table.legal(0) == ("ready", "redeal")
    table = played(table, "2 ready", "0 ready", "1 ready")
    assert table.to_act == (1,)
    assert table.legal()[0] == "play 10D"


def test_pickle_7_the_call_is_held_where_no_exchange_is_possible() -> None:
    sevens = "3S 5C 2C 4C 6C 7C 9C, 2D 4D 6D 7D 9D 10D JD, 2H 4H 6H 7H 9H 10H JH, 2S 4S 6S 7S 9S 10S JS"
    hands = f"{sevens}, 10C JC QC KC AC 8C 3C, 5D QD KD AD 8D 3D JR, 5H QH KH AH 8H 3H JB"
    table = start(hands, CARDS, dealer=6)
    assert table.to_act == (0, 1, 2, 3, 4, 5, 6)
    assert table.legal(0) == ("ready", "redeal")
    table = played(table, "4 ready", "0 redeal")
    assert table.to_act == (0, 1, 2, 3, 4, 5, 6)
    assert zone(table, "hands", 0) == "2C 4C 6C 7S 10H QD AC"
    assert dealer(table) == 6


def test_pickle_7_seats_that_are_out_are_not_asked() -> None:
    table = played(after_trick("KS, -, 2C, -", more="scores 0 36 0 36"), "2 set 0")
    assert table.to_act == (0, 2)
    table = played(table, "0 ready", "2 ready")
    assert table.to_act == (2,)
    assert table.legal()[0].startswith("play ")


def test_pickle_7_the_call_shows_nobody_who_holds_the_cards() -> None:
    one = calling(f"{BOTH} 7C, 6D 7D 9D, 2H 2S 9H", 1)
    other = calling("4S 6C 7C, 6D 7D 9D, 2H 2S 9H", 1)
    for moves in ([], ["0 ready"], ["1 ready", "0 ready"]):
        for viewer in (1, 2, None):
            views = [played(table, *moves).view(viewer) for table in (one, other)]
            assert views[0].json() == views[1].json()
            assert views[0].state.tobytes() == views[1].state.tobytes()


@pytest.mark.parametrize("move", ["set 1", "stay", "trade 2C", "play 2C"])
def test_pickle_7_nothing_else_is_said_in_the_call(move: str) -> None:
    reason = "now everybody says ready, or redeal holding the 3S and the 5C"
    assert refusal(calling("2C 4C, 2D 4D", 1), f"0 {move}") == (reason, "PICKLE-7")


def test_pickle_7_with_several_to_act_a_move_needs_its_seat() -> None:
    with pytest.raises(NotYours, match="seats 0, 1 choose at once: say which one you mean"):
        calling("2C 4C, 2D 4D", 1).play("ready")


# PICKLE-8


@pytest.mark.parametrize(("first_dealer", "order"), [(0, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])])
def test_pickle_8_from_the_dealers_left_and_the_dealer_last(first_dealer: int, order: list[int]) -> None:
    table = exchanging("2C 4C, 2D 4D, 2H 4H, 2S 4S", 1, dealer=first_dealer)
    for seat in order:
        assert table.to_act == (seat,)
        table = played(table, f"{seat} stay")
    assert table.to_act == (order[0],)
    assert table.legal()[0].startswith("play ")


@pytest.mark.parametrize(
    ("hands", "first_dealer", "order"),
    [("2C 4C, -, 2H 4H, 2S 4S", 0, [2, 3, 0]), ("2C 4C, -, 2H 4H, -", 2, [0, 2]), ("-, 2D 4D, -, 2S 4S", 3, [1, 3])],
)
def test_pickle_8_seats_that_are_out_are_skipped(hands: str, first_dealer: int, order: list[int]) -> None:
    table = exchanging(hands, 1, dealer=first_dealer)
    for seat in order:
        assert table.to_act == (seat,)
        table = played(table, f"{seat} stay")
    assert table.to_act == (order[0],)


def test_pickle_8_stay_or_exactly_so_many_cards() -> None:
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 2, dealer=1)
    trades = ("trade 2C 4C", "trade 2C 8H", "trade 2C JR", "trade 4C 8H", "trade 4C JR", "trade 8H JR")
    assert table.legal() == ("stay", *trades)
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 1, dealer=1)
    assert table.legal() == ("stay", "trade 2C", "trade 4C", "trade 8H", "trade JR")
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 4, dealer=1)
    assert table.legal() == ("stay", "trade 2C 4C 8H JR")


@pytest.mark.parametrize("move", ["trade 2C", "trade 2C 4C 8H", "trade 2C 4C 8H JR"])
def test_pickle_8_fewer_or_more_are_refused(move: str) -> None:
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 2, dealer=1)
    assert refusal(table, f"0 {move}") == ("the exchange is 2 cards, no more and no fewer", "PICKLE-8")


def test_pickle_8_a_card_that_is_not_in_the_hand_is_refused() -> None:
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 2, dealer=1)
    assert refusal(table, "0 trade 2C 9D") == ("you hold no 9D", "PICKLE-8")
    assert refusal(table, "0 trade 2C JB") == ("you hold no JB", "PICKLE-8")


def test_pickle_8_new_cards_are_drawn_before_the_next_seat_is_asked() -> None:
    table = exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 2, cards="KC KD KH KS", dealer=1)
    table = played(table, "0 trade 2C 8H")
    assert each(table, "hands") == ["4C KC KD JR", "2D 4D 9D 10D"]
    assert each(table, "traded") == ["2C 8H", ""]
    assert table.to_act == (1,)
    table = played(table, "1 trade 9D 10D")
    assert each(table, "hands") == ["4C KC KD JR", "2D 4D KH KS"]
    assert each(table, "traded") == ["2C 8H", "9D 10D"]
    assert table.to_act == (0,)


def test_pickle_8_who_stays_keeps_the_hand_and_draws_nothing() -> None:
    table = played(exchanging("2C 4C, 2D 4D", 1, cards="KC", dealer=1), "0 stay")
    assert zone(table, "hands", 0) == "2C 4C"
    assert table.cards_left == 1
    assert table.view().hidden("deck") == 50


def test_pickle_8_a_traded_card_is_not_drawn_again() -> None:
    table = played(exchanging("2C 4C 8H JR, 2D 4D 9D 10D", 2, dealer=1), "0 trade 2C 8H")
    undealt = set(CARDS.split()) - {"2C", "4C", "8H", "JR", "2D", "4D", "9D", "10D"}
    assert {card: chance * 46 for card, chance in table.chance_outcomes()} == dict.fromkeys(undealt, 1)
    table = played(table.draw("KC").draw("KD"), "1 trade 2D 4D")
    assert {card: chance * 44 for card, chance in table.chance_outcomes()} == dict.fromkeys(undealt - {"KC", "KD"}, 1)


def test_pickle_8_traded_cards_are_out_until_the_hand_is_over() -> None:
    table = exchanging("2C 4C, 2D 4D", 1, cards=f"KC KD {CARDS}", dealer=1)
    table = played(table, "0 trade 2C", "1 trade 2D", "0 play 4C", "1 play 4D")
    assert each(table, "traded") == ["2C", "2D"]
    table = played(table, "1 play KD")
    assert each(table, "traded") == ["2C", "2D"]
    table = played(table, "0 play KC")
    assert each(table, "traded") == ["", ""]
    assert "2C" in zone(table, "hands", 1)


def test_pickle_8_traded_cards_are_known_to_who_traded_them_only() -> None:
    table = exchanging("2C 4C 8H, 2D 4D 9D, 2H 4H 9H", 2, cards="KC KD", dealer=2)
    one, other = played(table, "0 trade 2C 8H"), played(table, "0 trade 2C 4C")
    assert one.view(0).cards("traded", 0) == ("2C", "8H")
    for viewer in (1, 2, None):
        assert one.view(viewer).cards("traded", 0) == ()
        assert one.view(viewer).hidden("traded", 0) == 2
        assert one.view(viewer).json() == other.view(viewer).json()
        assert one.view(viewer).state.tobytes() == other.view(viewer).state.tobytes()


def test_pickle_8_the_new_cards_are_seen_by_who_drew_them_only() -> None:
    hands = "2C 4C 8H, 2D 4D 9D, 2H 4H 9H"
    one, other = (played(exchanging(hands, 2, cards=cards, dealer=2), "0 trade 2C 8H") for cards in ("KC KD", "AC QD"))
    assert [one.view(0).cards("hands", 0), other.view(0).cards("hands", 0)] == [("4C", "KC", "KD"), ("4C", "QD", "AC")]
    for viewer in (1, 2, None):
        assert one.view(viewer).json() == other.view(viewer).json()
        assert one.view(viewer).state.tobytes() == other.view(viewer).state.tobytes()


def test_pickle_8_the_log_names_the_traded_cards_to_who_traded_them_only() -> None:
    before = exchanging("2C 4C 8H, 2D 4D 9D", 2, cards="KC KD", dealer=1)
    table = played(before, "0 trade 2C 8H")

    def said(viewer: int | None) -> list[str]:
        happenings = table.view(viewer).log[len(before.view(viewer).log) :]
        return sentences(table.game.rulebook, happenings, ("Ann", "Bob"), viewer)

    assert said(0) == ["You trade 2C 8H.", "You get KC KD."]
    assert said(1) == said(None) == ["Ann trades cards.", "Ann gets 2 cards."]


def test_pickle_8_with_an_exchange_of_none_no_trade_is_offered() -> None:
    table = exchanging("2C 4C, 2D 4D", 0, dealer=1)
    assert table.legal() == ("play 2C", "play 4C")


def test_pickle_8_a_seat_asked_while_nobody_has_traded_may_say_redeal() -> None:
    table = exchanging(f"2C 4C, 2D 4D, {BOTH}", 1, dealer=2, cards=CARDS)
    table = played(table, "0 stay", "1 stay")
    assert table.to_act == (2,)
    assert table.legal() == ("redeal", "stay", "trade 3S", "trade 5C")
    table = played(table, "2 redeal")
    assert each(table, "hands") == ["2C 2S", "2D 3D", "2H 3H"]
    assert table.to_act == (1,)
    assert table.legal() == ("set 0", "set 1", "set 2")


def test_pickle_8_the_first_seat_may_say_redeal_though_it_was_ready() -> None:
    table = exchanging(f"{BOTH}, 2D 4D, 2C 4C", 1, dealer=2)
    assert table.legal() == ("redeal", "stay", "trade 3S", "trade 5C")


@pytest.mark.parametrize("moves", [["0 trade 2C", "1 stay"], ["0 stay", "1 trade 4D"], ["0 trade 2C", "1 trade 4D"]])
def test_pickle_8_after_a_trade_there_is_no_redeal(moves: list[str]) -> None:
    table = played(exchanging(f"2C 4C, 2D 4D, {BOTH}", 1, dealer=2, cards="KC KD"), *moves)
    assert table.legal() == ("stay", "trade 3S", "trade 5C")
    reason = "cards have been traded already, so there is no redeal any more"
    assert refusal(table, "2 redeal") == (reason, "PICKLE-8")


def test_pickle_8_only_the_seat_that_is_asked_may_say_redeal() -> None:
    table = exchanging(f"2C 4C, 2D 4D, {BOTH}", 1, dealer=2)
    with pytest.raises(NotYours, match="seat 2 is not to act: waiting for 0"):
        table.play("redeal", 2)
    assert refusal(table, "0 redeal") == ("a redeal is for who holds the 3S and the 5C", "PICKLE-7")


def test_pickle_8_the_cards_drawn_in_a_trade_give_no_redeal() -> None:
    table = exchanging("2C 4C, 2D 4D", 2, dealer=1, cards=BOTH)
    table = played(table, "0 trade 2C 4C")
    assert zone(table, "hands", 0) == BOTH
    assert table.to_act == (1,)
    table = played(table, "1 stay")
    assert table.legal() == ("play 3S", "play 5C")
    assert refusal(table, "0 redeal")[1] == "PICKLE-12"


@pytest.mark.parametrize("move", ["set 1", "ready", "play 2C"])
def test_pickle_8_nothing_else_is_said_in_the_exchange(move: str) -> None:
    table = exchanging("2C 4C, 2D 4D", 1, dealer=1)
    assert refusal(table, f"0 {move}") == ("now you stay, or trade cards: trade C C …", "PICKLE-8")


COUNTS = {1: 19, 2: 154} | ({5: 8_569, 6: 18_565, 9: 48_621} if JIT else {})
"""How many moves there are with 18 cards in hand, by the cards of the exchange: each set, and `stay`."""


@pytest.mark.parametrize("exchange", COUNTS)
def test_pickle_8_each_set_of_cards_is_a_move(exchange: int) -> None:
    low = "2C 2D 2H 2S 3D 3H 3S 4C 4D 4H 4S 5D 5H 6C 6D 6H 6S 7C"
    high = "9C 9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD QH QS KC KD"
    table = exchanging(f"{low}, {high}", exchange, dealer=1)
    assert table.count_legal(0) == table.view(0).count_legal() == COUNTS[exchange]
    assert played(table, "0 stay").count_legal(1) == COUNTS[exchange]
    holder = exchanging(f"{low.replace('5D', '5C')}, {high}", exchange, dealer=1)
    assert holder.count_legal(0) == COUNTS[exchange] + 1


@pytest.mark.parametrize("exchange", COUNTS)
def test_pickle_8_the_trace_lists_up_to_ten_thousand_moves_and_counts_more(exchange: int) -> None:
    """Seat 0 keeps the 3C for the final trick, so that the next hand has 18 cards. Each trick before is a pair of equals."""
    table = start("2C 4C 6C 7C 9C 10C 3C, 2D 4D 6D 7D 9D 10D KD", CARDS, dealer=1)
    table = played(table, "0 set 0", "0 ready", "1 ready", "0 play 2C", "1 play 2D", "1 play 4D", "0 play 4C", "0 play 6C")
    table = played(table, "1 play 6D", "1 play 7D", "0 play 7C", "0 play 9C", "1 play 9D", "1 play 10D", "0 play 10C")
    table = played(table, "0 play 3C", "1 play KD", f"1 set {exchange}", "0 ready", "1 ready")
    record = table.record()
    line = list(trace(record, "a.json"))[-1]
    assert (line["event"], line["to_act"], line["scores"]) == (len(record["events"]), [1], [18, 0])
    if COUNTS[exchange] > 10_000:
        assert line["legal"] == {"1": COUNTS[exchange]}
        assert table.view(1).json()["legal"] == COUNTS[exchange]
    else:
        assert line["legal"] == {"1": list(table.legal())}
        assert len(set(table.legal())) == COUNTS[exchange]
        assert table.view(1).json()["legal"] == list(table.legal())


@pytest.mark.skipif(not JIT, reason="counts tens of thousands of sets")
def test_pickle_8_one_of_very_many_trades_is_found_and_carried_out() -> None:
    low = "2C 2D 2H 2S 3D 3H 3S 4C 4D 4H 4S 5D 5H 6C 6D 6H 6S 7C"
    high = "9C 9D 9H 9S 10C 10D 10H 10S JC JD JH JS QC QD QH QS KC KD"
    table = exchanging(f"{low}, {high}", 9, cards="AC AD AH AS 8C 8D 8H 8S JR", dealer=1)
    assert refusal(table, "0 trade 2C 2D 2H 2S 3D 3H 3S 4C")[1] == "PICKLE-8"
    assert refusal(table, "0 trade 2C 2D 2H 2S 3D 3H 3S 4D 4C")[1] == "PICKLE-2"
    table = played(table, "0 trade 2C 2H 3D 3S 4D 4S 5H 6D 6S")
    assert zone(table, "hands", 0) == "2D 2S 3H 4C 4H 5D 6C 6H 7C AC AD AH AS 8C 8D 8H 8S JR"


# PICKLE-9


@pytest.mark.parametrize("exchange", [0, 1, 2])
def test_pickle_9_all_54_cards_are_shuffled(exchange: int) -> None:
    table = played(calling(f"{BOTH} 7C, 2D 4D 9D, 2H 4H 9H", exchange), "1 ready", "0 redeal")
    assert {card: chance * 54 for card, chance in table.chance_outcomes()} == dict.fromkeys(CARDS.split(), 1)


def test_pickle_9_the_same_dealer_deals_the_same_number_again() -> None:
    table = calling(f"{BOTH} 7C 9C, 2D 4D 9D 10D, 2H 4H 9H 10H", 3, dealer=1, cards=CARDS, more="finished 4; scores 5 6 7")
    table = played(table, "2 ready", "0 redeal")
    assert sizes(table) == [4, 4, 4]
    assert dealer(table) == 1
    assert zone(table, "hands", 2) == "2C 2S 3S 4H"
    assert table.to_act == (0,)
    assert table.legal() == ("set 0", "set 1", "set 2", "set 3", "set 4")
    assert (fields(table)["finished"], table.scores) == ("4", (5, 6, 7))
    assert "exchange" not in fields(table)
    assert [key for key, _, _ in notes(table)] == ["redealt"]


def test_pickle_9_everybody_is_asked_again_after_a_redeal() -> None:
    table = played(start(HOLDER, CARDS), "2 set 0", "1 ready", "2 ready", "0 redeal", "2 set 1")
    assert table.to_act == (0, 1, 2)
    assert table.view().number("exchange") == 1


def test_pickle_9_a_redeal_skips_seats_that_are_out() -> None:
    table = played(calling(f"{BOTH}, -, 2D 4D, -", 1, cards=CARDS, more="scores 0 36 0 40"), "0 redeal")
    assert each(table, "hands") == ["2D 2S", "", "2C 2H", ""]
    assert table.to_act == (2,)


def test_pickle_9_a_redeal_can_be_followed_by_another() -> None:
    cards = f"{' '.join(dealing(HOLDER))} {CARDS}"
    table = played(start(HOLDER, cards), "2 set 0", "0 redeal", "2 set 1", "0 redeal")
    assert each(table, "hands")[1] == "2C 2S 3S 4H 5D 6D 7C"
    assert table.to_act == (2,)


def test_pickle_9_a_redeal_is_no_hand() -> None:
    table = calling(f"{BOTH}, 2D 4D", 0, cards="2C 2D 2H KS", dealer=1, hands=1, points=[2] * 16)
    table = played(table, "0 redeal", "0 set 0", "0 ready", "1 ready", "0 play 2C")
    assert not table.is_over
    assert ended(table, "1 play 2D", "1 play KS", "0 play 2H").reason == "limit"


def test_pickle_9_everybody_is_shown_the_redeal() -> None:
    table = played(calling(f"{BOTH} 7C, 2D 4D 9D", 1, cards=CARDS), "0 redeal")
    for viewer in (0, 1, None):
        said = sentences(table.game.rulebook, table.view(viewer).log, ("Ann", "Bob"), viewer)
        assert said[0].endswith("the 3S and the 5C: the cards are dealt again.")


def test_pickle_9_a_record_has_the_redeal_and_the_new_cards() -> None:
    table = played(start(HOLDER, " ".join(dealing(THREE_HANDS))), "2 set 2", "1 ready", "0 redeal")
    record = table.record()
    assert record["events"][21:24] == ["2 set 2", "1 ready", "0 redeal"]
    assert record["events"][24:] == [f"d {card}" for card in dealing(THREE_HANDS)]
    assert cutcard.replay(record) == table
