"""Pickle, clause by clause (pickle.md), from PICKLE-10 on: the tricks, the points and the end. What comes before is in
test_pickle.py."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import cutcard
from cutcard import NotYours, Table, View, redeal
from cutcard.core.table.record import trace
from tests.contract.cases import scaled
from tests.games.pickle_tables import (
    CARDS,
    RANKS,
    after_trick,
    calling,
    dealer,
    dealing,
    each,
    sizes,
    start,
    told,
    trick,
    zone,
)
from tests.helpers import ended, fields, played, refusal
from tests.shown import statuses

ALL_OR_NOTHING = "match or beat every card of the highest set, or play your lowest cards"

NINES = ["9C", "9D", "9H", "9S"]

STRENGTH = {card: strength for strength, cards in enumerate(RANKS) for card in cards.split()}


def plays(*sets: str) -> tuple[str, ...]:
    """These sets as the sorted list of legal moves."""
    return tuple(sorted(f"play {cards}" for cards in sets))


def worlds(view: View, name: str, seat: int) -> set[str]:
    """What the seat's zone holds in some of the tables that this view could be a view of."""
    return {zone(redeal(view, np.random.default_rng(i)), name, seat) for i in range(40)}


def hand_of_one(table: Table, *cards: str) -> Table:
    """After a hand of one card each without an exchange, in which the seats play these, from the dealer's left."""
    table = played(table, f"{table.to_act[0]} set 0")
    table = played(table, *(f"{seat} ready" for seat in table.to_act))
    for card in cards:
        assert table.legal() == (f"play {card}",)
        table = table.play(f"play {card}")
    return table


def whole_hand(**options: int) -> Table:
    """Two seats play a hand in which seat 0 keeps the 3C to the end. Each trick before that is a pair of equals."""
    table = start("2C 4C 6C 7C 9C 10C 3C, 2D 4D 6D 7D 9D 10D KD", CARDS, dealer=1, **options)
    table = played(table, "0 set 0", "0 ready", "1 ready", "0 play 2C", "1 play 2D", "1 play 4D", "0 play 4C", "0 play 6C")
    table = played(table, "1 play 6D", "1 play 7D", "0 play 7C", "0 play 9C", "1 play 9D", "1 play 10D", "0 play 10C")
    return played(table, "0 play 3C", "1 play KD")


# PICKLE-10


@pytest.mark.parametrize(
    ("hands", "first_dealer", "leader"),
    [
        ("2C 4C, 2D 4D, 2H 4H", 0, 1), ("2C 4C, 2D 4D, 2H 4H", 2, 0), ("2C 4C, -, 2H 4H", 0, 2), ("-, 2D 4D, 2H 4H", 2, 1),
        ("2C 4C, -, -, 2H 4H", 0, 3), ("2C 4C, -, -, 2H 4H", 3, 0),
    ],
)  # fmt: skip
def test_pickle_10_the_first_remaining_seat_from_the_dealers_left_leads(hands: str, first_dealer: int, leader: int) -> None:
    table = calling(hands, 0, dealer=first_dealer)
    table = played(table, *(f"{seat} ready" for seat in table.to_act))
    assert table.to_act == (leader,)
    assert table.legal() == plays(*zone(table, "hands", leader).split())


def test_pickle_10_a_lead_is_one_card_or_several_of_one_face_value() -> None:
    table = trick("4C 4D KH 8S 2C, 6C 6D 6H 6S 7C")
    assert table.legal() == plays("2C", "4C", "4D", "4C 4D", "KH", "8S")


def test_pickle_10_not_all_cards_of_a_face_value_need_be_led() -> None:
    table = trick("10C 10D 10S KH, 6C 6D 6H 6S")
    assert table.legal() == plays("10C", "10D", "10S", "10C 10D", "10C 10S", "10D 10S", "10C 10D 10S", "KH")


def test_pickle_10_up_to_four_cards_are_led() -> None:
    table = trick("9C 9D 9H 9S KH, 6C 6D 6H 6S 7C")
    sets = [" ".join(cards) for size in range(1, 5) for cards in combinations(NINES, size)]
    assert table.legal() == plays("KH", *sets)
    assert zone(played(table, "0 play 9C 9D 9H 9S"), "played", 0) == "9C 9D 9H 9S"


def test_pickle_10_one_card_is_kept_back_for_the_final_trick() -> None:
    table = trick("9C 9D 9H 9S, 6C 6D 6H 6S")
    sets = [" ".join(cards) for size in range(1, 4) for cards in combinations(NINES, size)]
    assert table.legal() == plays(*sets)
    assert refusal(table, "0 play 9C 9D 9H 9S") == ("one card is kept back for the final trick", "PICKLE-10")
    table = trick("9C 9D, 6C 6D")
    assert table.legal() == plays("9C", "9D")
    assert refusal(table, "0 play 9C 9D") == ("one card is kept back for the final trick", "PICKLE-10")


def test_pickle_10_with_one_card_in_hand_that_card_is_led() -> None:
    assert trick("9C, 6C").legal() == ("play 9C",)


def test_pickle_10_the_two_jokers_are_one_face_value() -> None:
    assert trick("JR JB 4C, 6C 6D 6H").legal() == plays("4C", "JR", "JB", "JR JB")
    assert trick("JR JB, 6C 6D").legal() == plays("JR", "JB")


def test_pickle_10_a_jack_is_not_led_with_a_joker() -> None:
    table = trick("JC JD JR JB 4C, 6C 6D 6H 6S 7C")
    assert table.legal() == plays("4C", "JC", "JD", "JC JD", "JR", "JB", "JR JB")
    reason = "cards that are led together have the same face value"
    assert refusal(table, "0 play JC JR") == (reason, "PICKLE-10")


def test_pickle_10_the_three_of_clubs_is_a_three_and_the_five_of_spades_a_five() -> None:
    assert trick("3C 3D 5S 5D, 6C 6D 6H 6S").legal() == plays("3D", "3C", "3D 3C", "5D", "5S", "5D 5S")


@pytest.mark.parametrize("cards", ["4C 6C", "AC 8C", "6C 8C", "8C 5S", "JB 5S", "5S 3C", "4C JB"])
def test_pickle_10_cards_of_several_face_values_are_not_led_together(cards: str) -> None:
    table = trick("4C 6C AC 8C JB 5S 3C, 7C 7D 7H 7S 9C 9D 9H")
    reason = "cards that are led together have the same face value"
    assert refusal(table, f"0 play {cards}") == (reason, "PICKLE-10")


def test_pickle_10_a_card_that_is_not_in_the_hand_is_not_led() -> None:
    assert refusal(trick("4C 6C, 7C 7D"), "0 play 7C")[0] == "you hold no 7C"


def test_pickle_10_one_seat_plays_at_a_time() -> None:
    table = trick("4C 6C, 7C 7D, 9C 9D")
    with pytest.raises(NotYours, match="seat 1 is not to act: waiting for 0"):
        table.play("play 7C", 1)


# PICKLE-11


def test_pickle_11_with_the_three_of_clubs_all_threes_have_its_strength() -> None:
    table = played(trick("3D 3C 4C, 8C JB 5S"), "0 play 3D 3C")
    assert table.legal() == ("play 8C JB",)
    assert refusal(table, "1 play JB 5S") == (ALL_OR_NOTHING, "PICKLE-12")
    assert played(table, "1 play 8C JB").to_act == (0,)


def test_pickle_11_with_the_five_of_spades_all_fives_have_its_strength() -> None:
    table = played(trick("5C 5S 4C, 8C JB 3C"), "0 play 5C 5S")
    assert table.legal() == ("play 8C JB",)
    assert refusal(table, "1 play JB 3C") == (ALL_OR_NOTHING, "PICKLE-12")
    assert played(table, "1 play 8C JB").to_act == (0,)


@pytest.mark.parametrize("led", ["3D 3H 3S 3C", "5C 5D 5H 5S"])
def test_pickle_11_all_four_of_them_too(led: str) -> None:
    table = played(trick(f"{led} KC, 8C 8D 8H JR JB"), f"0 play {led}")
    assert table.legal() == plays("8C 8D 8H JR", "8C 8D 8H JB")


@pytest.mark.parametrize("led", ["3D 3S 3C", "5C 5H 5S"])
def test_pickle_11_three_of_them_too(led: str) -> None:
    table = played(trick(f"{led} KC, AC 8C JR JB"), f"0 play {led}")
    assert table.legal() == plays("AC 8C JR", "AC 8C JB")


def test_pickle_11_must_beat_asks_nothing_that_cannot_be() -> None:
    assert played(trick("5C 5S 4C, 8C JB 3C", must_beat=True), "0 play 5C 5S").legal() == ("play 8C JB",)


def test_pickle_11_threes_and_fives_led_without_them_are_ordinary() -> None:
    assert played(trick("3D 3H 3C, 4C 4D 2C"), "0 play 3D 3H").legal() == plays("4C 4D", "2C 4C", "2C 4D")
    assert played(trick("5C 5D 5S, 6C 6D 2C"), "0 play 5C 5D").legal() == plays("6C 6D", "2C 6C", "2C 6D")


def test_pickle_11_led_alone_each_has_its_own_strength() -> None:
    assert played(trick("3D 3C, 4C 2C"), "0 play 3D").legal() == plays("4C", "2C")
    assert played(trick("3D 3C, 5S 2C"), "0 play 3C").legal() == plays("2C")
    assert played(trick("5D 5S, 6C 2C"), "0 play 5D").legal() == plays("6C", "2C")
    assert played(trick("5D 5S, JR 3C 2C"), "0 play 5S").legal() == plays("3C", "2C")


def test_pickle_11_a_followers_cards_count_each_for_itself() -> None:
    assert played(trick("4C 4D KC, 3D 3C 2C"), "0 play 4C 4D").legal() == ("play 2C 3D",)
    assert played(trick("6C 6D KC, 5D 5S 2C"), "0 play 6C 6D").legal() == ("play 2C 5D",)


def test_pickle_11_a_followers_set_can_be_matched_by_its_own_strengths() -> None:
    table = played(trick("2C 2D KC, 5D 5S 4D, 6C 3C 4C"), "0 play 2C 2D", "1 play 5D 5S")
    assert table.legal() == plays("6C 3C", "4C 6C")
    assert played(table, "2 play 6C 3C").to_act == (2,)
    table = played(trick("2C 2D KC, 5D 5S 4D, JR 3C 5C"), "0 play 2C 2D", "1 play 5D 5S")
    assert table.legal() == plays("5C JR", "5C 3C", "JR 3C")


def test_pickle_11_a_three_of_clubs_among_threes_that_follow_raises_none_of_them() -> None:
    table = played(trick("2C 2D KC, 3D 3C 4D, 6C 5S 4C"), "0 play 2C 2D", "1 play 3D 3C")
    assert table.legal() == ("play 4C 6C",)
    assert played(table, "2 play 4C 6C").to_act == (1,)


# PICKLE-12


def test_pickle_12_match_or_beat_or_give_up_the_lowest() -> None:
    table = played(trick("9H 2D 2H 2S, 2C 4D 9C KH"), "0 play 9H")
    assert table.legal() == plays("2C", "9C", "KH")
    assert refusal(table, "1 play 4D") == (ALL_OR_NOTHING, "PICKLE-12")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_pickle_12_each_seat_plays_as_many_cards_as_were_led(number: int) -> None:
    led = NINES[:number]
    table = played(trick("9C 9D 9H 9S 2C, 4C 6D 7D 10D QD"), f"0 play {' '.join(led)}")
    assert {len(move.split()) - 1 for move in table.legal()} == {number}
    for other in {number - 1, number + 1} - {0}:
        reason, clause = refusal(table, f"1 play {' '.join(['4C', '6D', '7D', '10D', 'QD'][:other])}")
        assert reason.startswith(f"{number} card")
        assert clause == "PICKLE-12"


def test_pickle_12_matching_suffices() -> None:
    assert played(trick("9H 4C, 9C 2C 4D"), "0 play 9H").legal() == plays("9C", "2C")
    assert played(trick("9H 9S 4C, 9C 9D 2C"), "0 play 9H 9S").legal() == plays("9C 9D", "2C 9C", "2C 9D")
    assert played(trick("JR 4C, JB 2C"), "0 play JR").legal() == plays("JB", "2C")


def test_pickle_12_the_ranks_may_be_mixed() -> None:
    table = played(trick("9H 9S 4C 4D, 10C QD 8H 2C"), "0 play 9H 9S")
    assert table.legal() == plays("10C QD", "10C 8H", "QD 8H", "2C 10C")


def test_pickle_12_mixed_set_matches_card_by_card() -> None:
    table = trick("4C 4D 2C 2D 2S, 5H KD AH 7S 7H, 6C 6D QC KC 2H")
    table = played(table, "0 play 4C 4D", "1 play 5H KD")
    assert table.legal() == plays("6C KC", "6D KC", "QC KC", "2H 6C", "2H 6D")
    assert refusal(table, "2 play 6C QC") == (ALL_OR_NOTHING, "PICKLE-12")
    assert refusal(table, "2 play 2H KC") == (ALL_OR_NOTHING, "PICKLE-12")


def test_pickle_12_the_lower_card_of_a_mixed_set_is_matched_by_the_lower_card() -> None:
    table = trick("4C 4D 2C 2D, 5H KD AH 7S, 3D AC 8C KC")
    table = played(table, "0 play 4C 4D", "1 play 5H KD")
    assert table.legal() == plays("KC AC", "KC 8C", "AC 8C", "3D KC")


def test_pickle_12_three_cards_are_compared_one_by_one() -> None:
    table = trick("4C 4D 4H 2C, 5H 9D KD 2D, 6C 9C 10C AC")
    table = played(table, "0 play 4C 4D 4H", "1 play 5H 9D KD")
    assert table.legal() == plays("6C 9C AC", "6C 10C AC", "9C 10C AC", "6C 9C 10C")
    table = trick("4C 4D 4H 2C, 5H 9D KD 2D, 6C 7C KC AC")
    table = played(table, "0 play 4C 4D 4H", "1 play 5H 9D KD")
    assert table.legal() == plays("6C KC AC", "7C KC AC", "6C 7C KC")


def test_pickle_12_what_counts_is_the_highest_set_so_far_and_not_the_lead() -> None:
    table = played(trick("9H 2C, KD 2D, 10C 2H"), "0 play 9H", "1 play KD")
    assert table.legal() == ("play 2H",)
    assert refusal(table, "2 play 10C") == (ALL_OR_NOTHING, "PICKLE-12")


def test_pickle_12_what_was_given_up_before_does_not_count() -> None:
    table = played(trick("9H 2C, 4D 7D, 10C 6H"), "0 play 9H", "1 play 4D")
    assert table.legal() == plays("10C", "6H")
    assert played(table, "2 play 10C").to_act == (2,)


@pytest.mark.parametrize("cards", ["2D 10C QS", "2D 4H 10C", "4H 6D 10C", "2D 10C KS", "10C QS KS"])
def test_pickle_12_beating_one_and_giving_up_two_is_not_allowed(cards: str) -> None:
    table = played(trick("JC JD JH 2C 2H 2S, 2D 4H 6D 10C QS KS"), "0 play JC JD JH")
    assert table.legal() == ("play 2D 4H 6D",)
    assert refusal(table, f"1 play {cards}") == (ALL_OR_NOTHING, "PICKLE-12")


def test_pickle_12_among_equals_the_choice_of_suit_is_free() -> None:
    assert played(trick("AH 2C 2D 2H, 4C 4D 9S KH"), "0 play AH").legal() == plays("4C", "4D")
    assert played(trick("AH AS 2C 2D, 4C 4D 4H KH"), "0 play AH AS").legal() == plays("4C 4D", "4C 4H", "4D 4H")
    table = played(trick("AH AS 2C 2D 2H, 3S 4C 4D 4H KH"), "0 play AH AS")
    assert table.legal() == plays("3S 4C", "3S 4D", "3S 4H")
    table = played(trick("AC AH AS 2C 2D 2H, 3H 3S 4C 4D 4H KH"), "0 play AC AH AS")
    assert table.legal() == plays("3H 3S 4C", "3H 3S 4D", "3H 3S 4H")


def test_pickle_12_jokers_are_equals_too() -> None:
    assert played(trick("3C 2D 2H, JB 5S JR"), "0 play 3C").legal() == plays("JR", "JB")
    assert played(trick("3C 2D 2H, JB 8C JR"), "0 play 3C").legal() == plays("8C")


@pytest.mark.parametrize(
    ("led", "hand", "lowest"),
    [
        ("3D 3C", "8C AC KC", "KC AC"), ("3D 3C", "8H JR 5S", "8H JR"), ("3D 3C", "5S 5D 6C", "5D 6C"),
        ("3D 3C", "9C 10C 7C", "7C 9C"), ("3D 3C", "AC JC QC", "JC QC"), ("3D 3C", "8C 9C KC", "9C KC"),
        ("5C 5S", "3C AC KC", "KC AC"), ("5C 5S", "3C 9D 2D", "2D 9D"), ("5C 5S", "3C 3D 4C", "3D 4C"),
    ],
)  # fmt: skip
def test_pickle_12_the_lowest_is_by_the_order_of_the_ranks(led: str, hand: str, lowest: str) -> None:
    assert played(trick(f"{led} 2C, {hand}"), f"0 play {led}").legal() == (f"play {lowest}",)


def test_pickle_12_a_lowest_set_that_matches_is_listed_once() -> None:
    table = played(trick("2C 3D 3H, 4C 4D KH"), "0 play 2C")
    assert table.legal() == plays("4C", "4D", "KH")
    assert table.count_legal() == 3
    table = played(trick("2C 2D 3H, 4C 4D KH"), "0 play 2C 2D")
    assert table.legal() == plays("4C 4D", "4C KH", "4D KH")
    assert table.count_legal() == 3


def test_pickle_12_seats_that_are_out_are_skipped() -> None:
    table = played(trick("9H 2C, -, 10C 6H, -", more="scores 0 36 0 36"), "0 play 9H")
    assert table.to_act == (2,)
    table = played(table, "2 play 10C")
    assert table.to_act == (2,)
    assert table.legal() == ("play 6H",)


def test_pickle_12_a_card_that_is_not_in_the_hand_is_refused() -> None:
    table = played(trick("9H 4C, 10C 2C"), "0 play 9H")
    assert refusal(table, "1 play 10D") == ("you hold no 10D", "PICKLE-12")


def test_pickle_12_played_cards_are_seen_by_everybody() -> None:
    table = played(trick("9H 9S 4C, 10C 10D 2C, 2D 2H 2S"), "0 play 9H 9S", "1 play 10C 10D")
    for viewer in (0, 1, 2, None):
        assert [table.view(viewer).cards("played", seat) for seat in range(3)] == [("9H", "9S"), ("10C", "10D"), ()]
        assert table.view(viewer).hidden("hands", 1) == (0 if viewer == 1 else 1)
    table = played(table, "2 play 2D 2H")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).cards("spent") == ("2D", "2H", "9H", "9S", "10C", "10D")
        assert [table.view(viewer).cards("played", seat) for seat in range(3)] == [(), (), ()]


def allowed(hand: list[str], highest: list[int], must_beat: bool) -> list[str]:
    """PICKLE-12 and PICKLE-13 word by word: the sets that may follow, each tried."""
    sets = list(combinations(sorted(hand, key=CARDS.split().index), len(highest)))
    strengths = {cards: sorted(STRENGTH[card] for card in cards) for cards in sets}
    matching = [cards for cards in sets if all(own >= other for own, other in zip(strengths[cards], highest, strict=True))]
    lowest = [cards for cards in sets if strengths[cards] == sorted(STRENGTH[card] for card in hand)[: len(highest)]]
    return [" ".join(cards) for cards in (matching if must_beat and matching else {*matching, *lowest})]


@hypothesis_settings(max_examples=scaled(150, 30))
@given(st.permutations(CARDS.split()), st.integers(1, 4), st.integers(0, 5), st.booleans())
def test_pickle_12_whatever_the_hands_each_set_is_allowed_or_not_as_the_page_says(
    cards: list[str], number: int, spare: int, must_beat: bool
) -> None:
    """Seat 1 gets cards that match a low lead, so that the set seat 2 has to match is mixed."""
    size = number + spare + 1
    twos = RANKS[0].split()
    pool = [card for card in cards if card not in twos]
    led = twos[:number]
    hands = [[*led, *pool[: size - number]], pool[10 : 10 + size], pool[25 : 25 + size]]
    table = trick(", ".join(map(" ".join, hands)), must_beat=must_beat)
    table = played(table, f"0 play {' '.join(led)}")
    assert table.legal() == plays(*allowed(hands[1], [0] * number, must_beat))
    second = sorted(hands[1][:number], key=CARDS.split().index)
    table = played(table, f"1 play {' '.join(second)}")
    assert table.legal() == plays(*allowed(hands[2], sorted(STRENGTH[card] for card in second), must_beat))


# PICKLE-13


def test_pickle_13_a_seat_that_could_beat_may_give_up_its_lowest() -> None:
    table = played(trick("9H 2C, KD 4D, 10C 6H"), "0 play 9H")
    assert table.legal() == plays("4D", "KD")
    table = played(table, "1 play 4D", "2 play 6H")
    assert table.to_act == (0,)


def test_pickle_13_with_must_beat_it_must() -> None:
    table = played(trick("9H 2C 2D, KD 4D 9C", must_beat=True), "0 play 9H")
    assert table.legal() == plays("9C", "KD")
    reason = "match or beat every card of the highest set if you can, or else play your lowest"
    assert refusal(table, "1 play 4D") == (reason, "PICKLE-13")


def test_pickle_13_with_must_beat_who_cannot_gives_up_the_lowest() -> None:
    table = played(trick("9H 2C 2D, 7D 4D 6C", must_beat=True), "0 play 9H")
    assert table.legal() == plays("4D")
    table = played(trick("9H 9S 2D 2H, 7D KD 4D 4C", must_beat=True), "0 play 9H 9S")
    assert table.legal() == plays("4C 4D")
    assert refusal(table, "1 play 7D KD")[1] in ("PICKLE-12", "PICKLE-13")


def test_pickle_13_with_must_beat_every_set_that_matches_will_do() -> None:
    table = played(trick("9H 9S 2C 2D, 9C 10D KD 4D", must_beat=True), "0 play 9H 9S")
    assert table.legal() == plays("9C 10D", "9C KD", "10D KD")


def test_pickle_13_with_must_beat_the_lowest_may_be_played_where_they_match() -> None:
    table = played(trick("4H 2C, 4D KD", must_beat=True), "0 play 4H")
    assert table.legal() == plays("4D", "KD")


def test_pickle_13_must_beat_leaves_the_lead_free() -> None:
    assert trick("4H 4C 9D, 6D KD 2D", must_beat=True).legal() == plays("4C", "4H", "4C 4H", "9D")


def test_pickle_13_a_seat_that_must_beat_has_the_highest_set_to_beat() -> None:
    table = played(trick("9H 2C, KD 2D, 10C 4H", must_beat=True), "0 play 9H", "1 play KD")
    assert table.legal() == ("play 4H",)


# PICKLE-14


def test_pickle_14_the_highest_set_takes_the_trick_and_leads_the_next() -> None:
    table = played(trick("9H 2C, KD 2D, 10C 2H"), "0 play 9H", "1 play KD", "2 play 2H")
    assert table.to_act == (1,)
    assert told(table, "trick") == [(1, 0)]
    assert each(table, "hands") == ["2C", "2D", "10C"]


@pytest.mark.parametrize(("leader", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_pickle_14_of_equal_sets_the_last_played_takes_the_trick(leader: int, winner: int) -> None:
    table = trick("9H 2C, 9D 2D, 9C 2H", leader=leader)
    order = [(leader + i) % 3 for i in range(3)]
    table = played(table, *(f"{seat} play 9{'HDC'[seat]}" for seat in order))
    assert table.to_act == (winner,)


def test_pickle_14_of_equal_sets_of_several_cards_too() -> None:
    table = played(trick("9H 9S 2C, 9C 9D 2D, 4C 4D 4H"), "0 play 9H 9S", "1 play 9C 9D", "2 play 4C 4D")
    assert table.to_act == (1,)


def test_pickle_14_the_lead_takes_the_trick_that_nobody_matches() -> None:
    table = played(trick("9H 2C, 7D 6D, 4C 4H"), "0 play 9H", "1 play 6D", "2 play 4C")
    assert table.to_act == (0,)


def test_pickle_14_lowest_cards_that_happen_to_match_become_the_highest_set() -> None:
    table = played(trick("4H 2C, 6D KD, 5C 6C"), "0 play 4H", "1 play 6D")
    assert told(table, "gave-up") == []
    assert table.legal() == plays("5C", "6C")
    table = played(table, "2 play 5C")
    assert [seat for seat, _ in told(table, "gave-up")] == [2]
    assert table.to_act == (1,)
    table = played(trick("4H 2C, 4D KD"), "0 play 4H", "1 play 4D")
    assert table.to_act == (1,)


def test_pickle_14_a_set_that_is_given_up_never_takes_the_trick() -> None:
    table = played(trick("9H 9S 2C, 2H KH AH, 4C 4D 4H"), "0 play 9H 9S", "1 play 2H KH")
    assert table.legal() == plays("4C 4D", "4C 4H", "4D 4H")
    table = played(table, "2 play 4C 4D")
    assert table.to_act == (0,)
    assert [seat for seat, _ in told(table, "gave-up")] == [1, 2]


def test_pickle_14_the_cards_of_a_trick_are_out_of_play() -> None:
    table = played(trick("9H 2C, KD 2D", more="spent 4C; deck *"), "0 play 9H", "1 play KD")
    assert zone(table, "spent") == "4C 9H KD"
    assert each(table, "played") == ["", ""]


def test_pickle_14_a_trick_scores_nothing() -> None:
    assert played(trick("9H 2C, KD 2D", more="scores 3 4"), "0 play 9H", "1 play KD").scores == (3, 4)


# PICKLE-15


def test_pickle_15_every_play_of_the_final_trick_is_forced_and_still_asked_for() -> None:
    table = trick("9H, 4D, JR", leader=1, cards=CARDS)
    for seat, card in ((1, "4D"), (2, "JR"), (0, "9H")):
        assert table.to_act == (seat,)
        assert table.legal() == (f"play {card}",)
        table = played(table, f"{seat} play {card}")
    assert table.scores == (0, 0, 16)


@pytest.mark.parametrize("must_beat", [False, True])
def test_pickle_15_the_last_card_is_played_whether_it_matches_or_not(must_beat: bool) -> None:
    table = trick("9H, 4D, JR", must_beat=must_beat)
    table = played(table, "0 play 9H")
    assert table.legal() == ("play 4D",)
    table = played(table, "1 play 4D")
    assert table.legal() == ("play JR",)


def test_pickle_15_the_winner_of_the_trick_before_leads_it() -> None:
    table = played(trick("9H 2C, KD 2D, 10C 2H", cards=CARDS), "0 play 9H", "1 play KD", "2 play 2H")
    for seat, card in ((1, "2D"), (2, "10C"), (0, "2C")):
        assert (table.to_act, table.legal()) == ((seat,), (f"play {card}",))
        table = played(table, f"{seat} play {card}")
    assert table.scores == (0, 0, 10)


def test_pickle_15_forced_plays_are_in_the_record() -> None:
    record = whole_hand(limit=18).record()
    assert record["events"][-2:] == ["0 play 3C", "1 play KD"]


# PICKLE-16


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_pickle_16_who_played_the_highest_card_is_assessed_its_points(leader: int) -> None:
    table = after_trick("KS, AC, 10D", leader=leader, more="scores 1 2 3")
    assert table.scores == (1, 16, 3)
    assert told(table, "assessed") == [(1, 14)]


@pytest.mark.parametrize(
    ("hands", "scores"),
    [
        ("KS, KC, 10D, 2D", (13, 13, 0, 0)), ("KS, 10C, KD, 2D", (13, 0, 13, 0)), ("2C, KC, KD, KS", (0, 13, 13, 13)),
        ("8C, 8D, 8H, 8S", (15, 15, 15, 15)), ("JR, 8D, 8H, JB", (16, 0, 0, 16)), ("JR, 5S, 8H, JB", (0, 17, 0, 0)),
        ("3C, 3D, 3H, 3S", (18, 0, 0, 0)), ("5C, 5D, 5H, 5S", (0, 0, 0, 17)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("leader", [0, 2])
def test_pickle_16_everybody_who_played_the_highest_card_is(hands: str, scores: tuple[int, ...], leader: int) -> None:
    assert after_trick(hands, leader=leader).scores == scores


def test_pickle_16_only_the_final_trick_counts() -> None:
    assert whole_hand().scores == (18, 0)
    table = played(trick("3C 2C, KD 4D", cards=CARDS), "0 play 3C", "1 play 4D", "0 play 2C", "1 play KD")
    assert table.scores == (0, 13)


# PICKLE-17


@pytest.mark.parametrize("hands", ["KS, 2C, 4D", "2C, KS, 4D", "2C, 4D, KS"])
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_pickle_17_the_assessed_seat_deals_next(hands: str, leader: int) -> None:
    table = after_trick(hands, leader=leader)
    assert dealer(table) == hands.split(", ").index("KS")
    assert told(table, "hand") == [(dealer(table), 13)]
    assert zone(table, "hands", (dealer(table) + 1) % 3).startswith("2C ")


@pytest.mark.parametrize(
    ("hands", "leader", "next_dealer"),
    [
        ("KS, KC, 4D, 2D", 0, 1), ("KS, KC, 4D, 2D", 1, 0), ("KS, KC, 4D, 2D", 2, 1), ("KS, 2C, 4D, KD", 0, 3),
        ("KS, 2C, 4D, KD", 3, 0), ("KS, 2C, 4D, KD", 1, 0), ("KS, KC, KH, KD", 0, 3), ("KS, KC, KH, KD", 2, 1),
    ],
)  # fmt: skip
def test_pickle_17_of_several_the_one_that_played_last_in_the_final_trick(hands: str, leader: int, next_dealer: int) -> None:
    assert dealer(after_trick(hands, leader=leader)) == next_dealer


@pytest.mark.parametrize(
    ("hands", "scores", "next_dealer"),
    [
        ("KS, 2C, 4D, 6D", "30 0 0 0", 3), ("2C, KS, 4D, 6D", "0 30 0 0", 0), ("2C, 4D, 6D, KS", "0 0 0 30", 2),
        ("-, KS, 4D, 6D", "40 30 0 0", 3), ("2C, -, -, KS, 4D", "0 40 40 30 0", 0),
    ],
)  # fmt: skip
def test_pickle_17_if_it_is_eliminated_the_nearest_remaining_seat_to_its_right(
    hands: str, scores: str, next_dealer: int
) -> None:
    seat = hands.split(", ").index("KS")
    table = after_trick(hands, leader=seat, more=f"scores {scores}")
    assert dealer(table) == next_dealer
    assert sizes(table)[seat] == 0


@pytest.mark.parametrize(
    ("hands", "leader", "scores", "next_dealer"),
    [
        ("KS, KC, 2D, 4H", 0, "30 30 0 0", 3),
        ("KS, KC, 2D, 4H", 1, "30 30 0 0", 3),
        ("2D, KC, KD, 4H", 0, "0 30 30 0", 0),
        ("2D, KC, KD, 4H", 0, "0 0 30 0", 1),
        ("2D, KC, KD, 4H", 0, "0 30 0 0", 2),
        ("KC, 2D, KD, 4H", 0, "0 0 30 0", 1),
        ("KC, 2D, KD, 4H", 0, "30 0 30 0", 1),
        ("KC, 2D, KD, 4H", 1, "30 0 0 0", 3),
        ("KC, KD, KH, 4H, 6H", 0, "30 30 30 0 0", 4),
    ],
)
def test_pickle_17_with_several_it_is_still_the_last_played_that_counts(
    hands: str, leader: int, scores: str, next_dealer: int
) -> None:
    assert dealer(after_trick(hands, leader=leader, more=f"scores {scores}")) == next_dealer


def test_pickle_17_the_trick_winner_is_not_the_dealer_unless_assessed_last() -> None:
    table = after_trick("KC, KD, 2H", leader=1)
    assert dealer(table) == 0
    assert table.to_act == (2,)


# PICKLE-18


@pytest.mark.parametrize(("leader", "last"), [(0, 1), (1, 0)])
def test_pickle_18_if_the_last_two_go_at_once_everybody_is_back(leader: int, last: int) -> None:
    table = after_trick("KS, KC", leader=leader, more="scores 30 24; finished 9")
    assert not table.is_over
    assert table.scores == (0, 0)
    assert sizes(table) == [7, 7]
    assert dealer(table) == last
    assert zone(table, "hands", 1 - last) == "2C 2H 3D 3S 4D 4S 5D"
    assert table.to_act == (1 - last,)
    assert fields(table)["finished"] == "10"
    assert told(table, "reinstated") == [(None, 0)]


@pytest.mark.parametrize(("leader", "last"), [(1, 3), (3, 1)])
def test_pickle_18_earlier_eliminations_are_forgotten(leader: int, last: int) -> None:
    table = after_trick("-, KS, -, KC, -", leader=leader, more="scores 36 30 50 24 40; out 3 0 1 0 2")
    assert table.scores == (0, 0, 0, 0, 0)
    assert sizes(table) == [7, 7, 7, 7, 7]
    assert fields(table)["remaining"] == "0 1 2 3 4"
    assert "out" not in fields(table)
    assert "out" not in statuses(table)
    assert dealer(table) == last
    assert table.to_act == (last - 1,)


@pytest.mark.parametrize(("leader", "last"), [(0, 2), (1, 0), (2, 1)])
def test_pickle_18_also_if_three_go_at_once(leader: int, last: int) -> None:
    table = after_trick("KS, KC, KD, -", leader=leader, more="scores 30 24 35 36")
    assert table.scores == (0, 0, 0, 0)
    assert sizes(table) == [7, 7, 7, 7]
    assert dealer(table) == last


def test_pickle_18_all_54_cards_are_shuffled_as_at_the_start() -> None:
    table = after_trick("KS, KC", more="scores 30 24; traded 4C, 4D; spent 6C 6D; deck *", cards="")
    assert {card: chance * 54 for card, chance in table.chance_outcomes()} == dict.fromkeys(CARDS.split(), 1)


def test_pickle_18_with_one_seat_left_nobody_comes_back() -> None:
    assert ended(after_trick("KS, KC, 2D", more="scores 30 24 35")).places == ((2,), (0, 1))
    assert ended(after_trick("KS, KC", more="scores 22 24")).places == ((0,), (1,))


def test_pickle_18_the_game_goes_on_as_if_it_had_just_begun() -> None:
    """Seat 2, which was out, wins; seat 0 goes first this time, with the highest card of its seven."""
    hands = "2D 4D 6D 7D 9D 10D KD, 2H 4H 6H 7H 9H 10H QH, 2C 4C 6C 7C 9C 10C JC"
    cards = " ".join([*dealing(hands, dealer=1), "KC 2C"])
    table = after_trick("KS, KC, -", more="scores 0 0 1", cards=cards, points=[1] * 16, limit=1)
    assert each(table, "hands") == [hand.strip() for hand in hands.split(",")]
    table = played(table, "0 set 0", "0 ready", "1 ready", "2 ready")
    assert table.to_act == (2,)
    for rank in (2, 4, 6, 7, 9, 10):
        for _ in range(3):
            table = table.play(f"play {rank}{'DHC'[table.to_act[0]]}")
    table = played(table, "2 play JC", "0 play KD", "1 play QH")
    assert (table.scores, dealer(table)) == ((1, 0, 0), 2)
    table = hand_of_one(table, "KC", "2C")
    assert ended(table).places == ((2,), (1,), (0,))


# PICKLE-19


def test_pickle_19_the_winner_then_the_others_later_eliminated_first() -> None:
    table = after_trick("KS, 2C, 4D, 6H", cards="2C 4C KC 2D KD", points=[1] * 16, limit=1)
    assert dealer(table) == 3
    table = hand_of_one(table, "2C", "4C", "KC")
    assert dealer(table) == 2
    table = hand_of_one(table, "2D", "KD")
    result = ended(table)
    assert result.places == ((1,), (2,), (3,), (0,))
    assert (result.reason, result.scores) == ("last", (1, 0, 1, 1))
    assert result.utilities == pytest.approx((-1 / 3, 1, -1 / 3, -1 / 3))
    assert told(table, "won") == [(1, 0)]


def test_pickle_19_seats_eliminated_in_the_same_hand_share_a_place() -> None:
    table = after_trick("KS, 2C, 4D, KH, 6H", cards="KC KD 2H", points=[1] * 16, limit=1)
    assert dealer(table) == 2
    table = hand_of_one(table, "KC", "KD", "2H")
    assert ended(table).places == ((2,), (1, 4), (0, 3))


def test_pickle_19_whatever_their_points() -> None:
    result = ended(after_trick("KS, KC, KD, 2D", more="scores 23 30 35 35"))
    assert (result.places, result.scores) == (((3,), (0, 1, 2)), (36, 43, 48, 35))


def test_pickle_19_the_last_line_of_the_trace_has_the_places() -> None:
    table = whole_hand(limit=18)
    record = table.record()
    lines = list(trace(record, "a.json"))
    assert lines[-1] == {
        "record": "a.json", "event": len(record["events"]), "to_act": [], "legal": {}, "scores": [18, 0], "over": True,
        "places": [[1], [0]],
    }  # fmt: skip
    assert len(lines) == 1 + sum(not event.startswith("d ") for event in record["events"])
    assert lines[-2]["legal"] == {"1": ["play KD"]}
    assert cutcard.replay(record).result == table.result


def test_pickle_19_no_move_is_accepted_after_the_end() -> None:
    table = whole_hand(limit=18)
    assert table.to_act == ()
    with pytest.raises(NotYours, match="the game is over"):
        table.play("play KD", 1)


# PICKLE-20


@pytest.mark.parametrize(("finished", "over"), [(997, False), (998, False), (999, True)])
def test_pickle_20_a_game_has_a_thousand_hands_by_default(finished: int, over: bool) -> None:
    assert after_trick("KS, 2C, 4D", more=f"finished {finished}").is_over == over


def test_pickle_20_the_number_of_hands_is_an_option() -> None:
    assert ended(whole_hand(hands=1)).reason == "limit"
    assert not whole_hand(hands=2).is_over
    assert after_trick("KS, 2C, 4D", more="finished 4", hands=5).is_over


def test_pickle_20_places_by_fewest_points() -> None:
    result = ended(after_trick("KS, 2C, 4D, 6H", more="scores 0 20 3 12", hands=1))
    assert (result.places, result.scores) == (((2,), (3,), (0,), (1,)), (13, 20, 3, 12))
    assert result.reason == "limit"
    assert result.utilities == pytest.approx((-1 / 3, -1 / 3, 1, -1 / 3))


def test_pickle_20_equal_points_share_a_place() -> None:
    result = ended(after_trick("KS, 2C, 4D, 6H", more="scores 0 13 3 3", hands=1))
    assert result.places == ((2, 3), (0, 1))
    assert result.utilities == pytest.approx((-1 / 3, -1 / 3, 1 / 3, 1 / 3))


def test_pickle_20_when_everybody_ties_all_get_nothing() -> None:
    result = ended(after_trick("KS, KC, KD", hands=1))
    assert (result.places, result.utilities) == (((0, 1, 2),), (0, 0, 0))


def test_pickle_20_seats_that_go_in_the_last_hand_are_placed_by_their_points_too() -> None:
    result = ended(after_trick("KS, KC, 4D, 6H, KD", more="scores 30 25 5 4 10", hands=1))
    assert (result.places, result.scores) == (((3,), (2,), (4,), (1,), (0,)), (43, 38, 5, 4, 23))
    assert result.reason == "limit"


def test_pickle_20_seats_that_were_out_before_come_after_them_later_eliminated_first() -> None:
    table = after_trick("KS, -, 4D, -, -, 6H", more="scores 30 36 5 40 50 4; out 0 1 0 2 1 0", hands=1)
    result = ended(table)
    assert result.places == ((5,), (2,), (0,), (3,), (1, 4))
    assert result.reason == "limit"


def test_pickle_20_a_single_winner_of_the_last_hand_wins() -> None:
    result = ended(after_trick("KS, KC, 4D, -", more="scores 30 25 35 36", hands=1))
    assert (result.places, result.reason) == (((2,), (0, 1), (3,)), "last")


def test_pickle_20_if_the_last_hand_eliminates_everybody_nobody_comes_back() -> None:
    result = ended(after_trick("KS, KC, KD, -", more="scores 30 25 30 36; out 0 0 0 1", hands=1))
    assert (result.places, result.reason) == (((1,), (0, 2), (3,)), "limit")
    assert result.scores == (43, 38, 43, 36)


def test_pickle_20_hands_before_everybody_was_back_are_counted() -> None:
    table = after_trick("KS, KC", more="scores 30 24; finished 8", hands=10)
    assert not table.is_over
    assert fields(table)["finished"] == "9"
    assert after_trick("KS, KC", more="scores 30 24; finished 9", hands=10).is_over


# What follows from play


def test_pickle_known_to_all_a_seat_that_gave_up_its_lowest_holds_nothing_lower() -> None:
    table = trick("AH 9D 9H, 4D 10H QD", more="deck 2C 3D; spent *")
    assert len(worlds(table.view(0), "hands", 1)) > 1
    table = played(table, "0 play AH", "1 play 4D")
    assert worlds(table.view(0), "hands", 1) == {"10H QD"}
    assert len(worlds(table.view(1), "hands", 0)) > 1


def test_pickle_known_to_all_cards_as_high_as_those_given_up_may_be_held() -> None:
    table = played(trick("AH 9D, 4D QD", more="deck 4H 3H; spent *"), "0 play AH", "1 play 4D")
    assert worlds(table.view(0), "hands", 1) == {"4H", "QD"}


def test_pickle_known_to_all_the_highest_of_several_cards_given_up_counts() -> None:
    table = played(trick("AH AS 9D, 4D 7D QD", more="deck 6H 5H 5D; spent *"), "0 play AH AS", "1 play 4D 7D")
    assert worlds(table.view(0), "hands", 1) == {"QD"}


def test_pickle_known_to_all_a_set_that_matches_tells_nothing() -> None:
    table = played(trick("4H 9D, 6D QD", more="deck 2C; spent *"), "0 play 4H", "1 play 6D")
    assert worlds(table.view(0), "hands", 1) == {"2C", "QD"}


def test_pickle_known_to_all_it_stays_known_until_the_hand_is_over() -> None:
    table = trick("AH 9D 2H, 10D 4D QD", more="deck 2C 3D; spent *")
    table = played(table, "0 play AH", "1 play 4D", "0 play 9D", "1 play 10D")
    assert worlds(table.view(0), "hands", 1) == {"QD"}


def test_pickle_known_to_all_traded_cards_may_be_lower() -> None:
    table = trick("AH 9D, 4D QD", more="traded -, 2D; deck 3H; spent *")
    table = played(table, "0 play AH", "1 play 4D")
    assert worlds(table.view(0), "hands", 1) == {"QD"}
    assert worlds(table.view(0), "traded", 1) == {"2D", "3H"}


def test_pickle_known_to_all_who_must_beat_and_did_not_holds_nothing_that_would() -> None:
    lines = ("KH 9D, 4D 9H", "deck KD AS 3C; spent *")
    table = played(trick(lines[0], more=lines[1], must_beat=True), "0 play KH", "1 play 4D")
    assert worlds(table.view(0), "hands", 1) == {"9H"}
    table = played(trick(lines[0], more=lines[1]), "0 play KH", "1 play 4D")
    assert worlds(table.view(0), "hands", 1) == {"9H", "KD", "AS", "3C"}


def test_pickle_known_to_all_what_was_known_is_not_forgotten() -> None:
    """Seat 1 could not match a king, and later not an eight: it still holds no ace."""
    table = trick("KH 8H 2H, 4D 6D 9H", more="deck AS; spent *", must_beat=True)
    table = played(table, "0 play KH", "1 play 4D", "0 play 8H", "1 play 6D")
    assert worlds(table.view(0), "hands", 1) == {"9H"}


def test_pickle_known_to_all_one_high_card_is_not_ruled_out_by_a_set_that_was_not_beaten() -> None:
    table = trick("9C 9D 2C, 4D 6D AH", more="deck 7H; spent *", must_beat=True)
    table = played(table, "0 play 9C 9D", "1 play 4D 6D")
    assert worlds(table.view(0), "hands", 1) == {"7H", "AH"}


def test_pickle_known_to_all_nothing_is_known_after_the_next_deal() -> None:
    table = trick("AH KD, 4D 2S", more="deck *", cards=CARDS)
    table = played(table, "0 play AH", "1 play 2S", "0 play KD", "1 play 4D")
    assert any("2C" in hand.split() for hand in worlds(table.view(0), "hands", 1))


def test_pickle_known_to_all_what_a_seat_may_play_is_seen_from_its_view() -> None:
    table = played(trick("9H 9S 4C 4D, 10C QD 8H 2C"), "0 play 9H 9S")
    assert table.view(1).legal == table.legal(1)
    assert table.view(0).legal == table.view(None).legal == ()


# Refusals


@pytest.mark.parametrize("move", ["Play 4C", "lead 4C", "pass", ""])
def test_pickle_12_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of Pickle: the moves are set, ready, redeal, stay, trade, play"
    assert refusal(trick("4C 4D 6C, 7C 7D 7H"), f"0 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize(
    "move", ["play", "play 4c", "play 4C 4C", "play 4", "play 4C ", "play  4C", "play 4C,4D", "play 11C"]
)
def test_pickle_12_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(trick("4C 4D 6C, 7C 7D 7H"), f"0 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: play C C …")
    assert clause == "COMMON-6"


@pytest.mark.parametrize("move", ["ready 4C", "redeal 3S 5C"])
def test_pickle_7_an_answer_is_said_letter_for_letter(move: str) -> None:
    assert refusal(calling("3S 5C 4C, 7C 7D 7H", 1), f"0 {move}")[1] == "COMMON-6"


@pytest.mark.parametrize("move", ["set 1", "ready", "redeal", "stay", "trade 4C"])
def test_pickle_12_nothing_else_is_said_while_cards_are_played(move: str) -> None:
    assert refusal(trick("3S 5C 4C, 7C 7D 7H"), f"0 {move}") == ("now cards are played: play C C …", "PICKLE-12")
