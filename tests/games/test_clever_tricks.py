"""Clever Pickin', clause by clause (clever-pickin.md): values, the play of the tricks, and what it tells.

The hollow values of the cards are listed in clever_tables.py.
"""

import numpy as np
import pytest

from cutcard import Table, redeal
from tests.games.clever_tables import LOW, SECOND_HAND, each, end_of_hand, legal, numbers, position, trick, winner, zone
from tests.helpers import fields, notes, played, refusal, summary

# CLEVER-7


@pytest.mark.parametrize(("number", "seat"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 1), (6, 0), (7, 1)])
def test_clever_7_values_are_solid_and_hollow_in_turns(number: int, seat: int) -> None:
    """5C beats 2C, but as 4C it loses to 9C."""
    assert winner(trick(number, "2C, 5C", "2D", hands=1), "2C 5C") == seat


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_clever_7_the_values_of_the_trump_card_change_too(number: int) -> None:
    """The trump card 3C makes clubs trump in solid tricks and spades in hollow ones. 2H is a heart in both."""
    solid = number % 2 == 1
    assert winner(trick(number, "2H, 4C", "3C", hands=1), "2H 4C") == (1 if solid else 0)  # 4C or 10D
    assert winner(trick(number, "2H, 6D", "3C", hands=1), "2H 6D") == (0 if solid else 1)  # 6D or JS


@pytest.mark.parametrize("number", [1, 2])
def test_clever_7_trump_need_not_change(number: int) -> None:
    """The trump card 5C is 4C in hollow tricks."""
    assert winner(trick(number, "2H, 10C", "5C"), "2H 10C") == 1
    assert winner(trick(number, "2H, 10D", "5C"), "2H 10D") == 0


def test_clever_7_the_tricks_of_a_hand_follow_each_other() -> None:
    """5C takes the solid trick, 5D (4D) loses the hollow one to 2D (9D), AH takes the next solid one."""
    table = trick(1, "2C 2D 3H, 5C 5D AH", "2S")
    table = played(table, "0 play 2C", "1 play 5C")
    assert (table.to_act, table.view().number("trick")) == ((1,), 2)
    table = played(table, "1 play 5D", "0 play 2D")
    assert (table.to_act, table.view().number("trick")) == ((0,), 3)
    table = played(table, "0 play 3H", "1 play AH")
    assert (table.to_act, table.view().number("trick")) == ((1,), 4)
    assert numbers(table, "tricks") == [1, 2]
    assert notes(table) == [("trick", 1, 1), ("trick", 0, 2), ("trick", 1, 3)]


def test_clever_7_the_table_says_which_values_count() -> None:
    said = [summary(table) for table in (trick(n, "2H, 4C", "3C") for n in (1, 2))]
    assert "trick 1 of 7: solid values, clubs are trump" in said[0]
    assert "trick 2 of 7: hollow values, spades are trump" in said[1]


# CLEVER-9


def test_clever_9_trump_may_not_be_led_before_one_was_played() -> None:
    table = trick(1, "2C AH 9S, 4C, 5D", "5H", "known 3H KS, -, -")
    assert legal(table) == "2C 9S KS"
    reason = "trump may not be led before one was played, unless you hold nothing else"
    for card in ("AH", "3H"):
        assert refusal(table, f"0 play {card}") == (reason, "CLEVER-9")


@pytest.mark.parametrize(("hands", "known"), [("AH 2H", ""), ("AH", "2H"), ("-", "2H AH")])
def test_clever_9_trump_is_led_for_want_of_anything_else(hands: str, known: str) -> None:
    table = trick(1, f"{hands}, 4C, 5D", "5H", f"known {known or '-'}, -, -")
    assert legal(table) == "2H AH"


def test_clever_9_one_other_card_is_enough_to_bar_trumps() -> None:
    assert legal(trick(1, "AH KH QH, 4C, 5D", "5H", "known 2C, -, -")) == "2C"
    assert legal(trick(1, "2C, 4C, 5D", "5H", "known AH KH QH, -, -")) == "2C"


def test_clever_9_trump_is_by_the_values_of_the_trick() -> None:
    """The trump card 3C is 3S: clubs and spades. 4C is 10D, 6D is JS, JC is 7S, 5D is 4D."""
    assert legal(trick(1, "4C 6D JC 5D, 2H", "3C")) == "5D 6D"
    assert legal(trick(2, "4C 6D JC 5D, 2H", "3C")) == "4C 5D"


def test_clever_9_nothing_but_trumps_is_by_the_values_of_the_trick() -> None:
    """8C, JC and 6D are QS, 7S and JS; 8C, JC and 4C are all clubs."""
    assert legal(trick(2, "8C JC 6D, 2H", "3C")) == "6D 8C JC"
    assert legal(trick(1, "8C JC 6D, 2H", "3C")) == "6D"
    assert legal(trick(1, "8C JC 4C, 2H", "3C")) == "4C 8C JC"
    assert legal(trick(2, "8C JC 4C, 2H", "3C")) == "4C"


def test_clever_9_only_leading_is_barred() -> None:
    table = played(trick(1, "2C 3C, AH 4D", "5H"), "0 play 2C")
    assert legal(table) == "4D AH"


def test_clever_9_a_trick_without_trumps_opens_nothing() -> None:
    table = played(trick(1, "2C 10C 10H, 4C 5C", "5H"), "0 play 10C", "1 play 4C")
    assert table.to_act == (0,)
    assert legal(table) == "2C"


def test_clever_9_a_trump_that_was_played_opens_leading_for_everybody() -> None:
    """The trump card 5H is 4H. Seat 1 trumps; in the hollow trick seat 0 wins with 5C (4C) over 3D (3C)."""
    table = trick(1, "2C 5C 2H 9D, 10H 3D KH, 9C 10S 3S", "5H")
    table = played(table, "0 play 2C", "1 play 10H", "2 play 9C")
    assert legal(table) == "3D KH"
    table = played(table, "1 play 3D", "2 play 10S", "0 play 5C")
    assert table.to_act == (0,)
    assert legal(table) == "2H 9D"


def test_clever_9_a_trump_discarded_in_a_solid_trick_opens_the_hollow_one() -> None:
    """The trump card 3C is 3S. 4C is a solid trump. 6D and KS are hollow ones, 5D is not."""
    table = trick(1, "2H 5D, 4C 6D 5C", "3C", "known -, KS")
    assert legal(played(table, "0 play 2H", "1 play 4C")) == "5C 6D KS"


def test_clever_9_a_trump_discarded_in_a_hollow_trick_opens_the_solid_one() -> None:
    """6D is JS, a hollow trump. 5C is a solid one."""
    table = trick(2, "2H 5D, 6D 5C 9D", "3C")
    assert legal(played(table, "0 play 2H", "1 play 6D")) == "5C 9D"


def test_clever_9_a_card_of_the_other_values_trump_suit_opens_nothing() -> None:
    """In solid tricks clubs are trump, in hollow ones spades."""
    table = played(trick(1, "KD 5D 10S, 2D 5H", "3C"), "0 play KD", "1 play 2D")
    assert legal(table) == "5D"
    table = played(trick(1, "KS 5D 10S, 2S 5H", "3C"), "0 play KS", "1 play 2S")  # spades, but not yet trump
    assert legal(table) == "5D"
    table = played(trick(2, "2C 5D 10C, 5C 5H", "3C"), "0 play 2C", "1 play 5C")  # clubs, but no longer trump
    assert legal(table) == "5D"


def test_clever_9_a_trump_led_for_want_of_anything_else_opens_too() -> None:
    """Nobody else plays a trump. Clubs are trump in solid tricks and spades in hollow ones: of 4C (10D) and JC (7S) only
    4C could be led to the second trick, of 6D (JS) and AC (2S) only 6D to the third."""
    table = trick(1, "8C 4C JC, 2H 5H", "3C")
    assert legal(table) == "4C 8C JC"
    assert legal(played(table, "0 play 8C", "1 play 2H")) == "4C JC"
    table = trick(2, "8C 6D AC, 2H 5H", "3C")
    assert legal(table) == "6D 8C AC"
    assert legal(played(table, "0 play 8C", "1 play 2H")) == "6D AC"


def test_clever_9_a_trump_that_follows_and_loses_opens_too() -> None:
    table = trick(1, "2C 10H, 5H AD 3D, 9H KH 4S", "8H")
    table = played(table, "0 play 2C", "1 play 5H", "2 play 9H")
    assert table.to_act == (2,)
    assert legal(table) == "4S KH"


def test_clever_9_leading_stays_open_for_the_rest_of_the_hand() -> None:
    """After the trump of the first trick none is played in the next two; hearts stay trump, 10H is KH."""
    table = trick(1, "2C 5S 10S KS 10H, 2H 2S 4S 6S KH", "5H")
    table = played(table, "0 play 2C", "1 play 2H")
    assert legal(table) == "2S 4S 6S KH"
    table = played(table, "1 play 2S", "0 play 10S")  # 9S KS
    assert legal(table) == "10H 5S KS"
    table = played(table, "0 play KS", "1 play 6S")
    assert legal(table) == "10H 5S"


def test_clever_9_each_hand_begins_closed() -> None:
    table = end_of_hand("2H 2C 3H 3C 4H 4C 5H 5C AS KS QS JS 10D 9H 8H")
    table = played(table, "0 pick AS", "1 pick KS", "1 pick QS", "0 pick JS", "0 pick 10D", "1 pick 8H")
    table = played(table, "0 bid 3", "1 bid 2")
    assert zone(table, "trump") == "9H"
    assert legal(table) == "10D AS JS"


# CLEVER-10


def test_clever_10_suit_is_followed_if_possible() -> None:
    table = played(trick(1, "2C 3C, 5C 9D AH, 4S", "KH", "known -, QC 3S, -"), "0 play 2C")
    assert legal(table) == "5C QC"
    for card in ("9D", "AH", "3S"):
        assert refusal(table, f"1 play {card}") == ("you must follow suit: clubs, by the solid values", "CLEVER-10")


def test_clever_10_suit_is_followed_in_hollow_values() -> None:
    """2H leads as 9H. Seat 1 has 3H (3D) and 6H (JC), and as hearts 3S (3H), 4D (10H) and the known AS (2H)."""
    table = played(trick(2, "2H 3C, 3H 6H 3S 4D", "2C", "known -, AS"), "0 play 2H")
    assert legal(table) == "3S 4D AS"
    assert refusal(table, "1 play 3H") == ("you must follow suit: hearts, by the hollow values", "CLEVER-10")


def test_clever_10_the_suit_led_is_by_the_values_of_the_trick() -> None:
    """6C leads as JH; of 7C (5D) and 8S (QH) the spade follows."""
    table = played(trick(4, "6C, 7C 8S", "2C"), "0 play 6C")
    assert legal(table) == "8S"
    table = played(trick(3, "6C, 7C 8S", "2S"), "0 play 6C")
    assert legal(table) == "7C"


def test_clever_10_a_trump_that_is_led_is_followed() -> None:
    assert legal(played(trick(1, "9H, 2H 3C AD", "KH"), "0 play 9H")) == "2H"


def test_clever_10_else_any_card_may_be_played_trump_or_not() -> None:
    table = played(trick(1, "2C 3C, 9D 10H, 4S", "KH", "known -, 3S, -"), "0 play 2C")
    assert legal(table) == "10H 3S 9D"
    table = played(trick(2, "2C 3C, 9D 10H, 4S", "KH", "known -, 3S, -"), "0 play 2C")  # 9C; 6S KH 3H
    assert legal(table) == "10H 3S 9D"


def test_clever_10_the_suit_of_the_first_card_is_followed_and_not_that_of_the_last() -> None:
    table = played(trick(1, "2C 3C, 9D 10H, 4D 5C 3H", "KH"), "0 play 2C", "1 play 9D")
    assert legal(table) == "5C"


def test_clever_10_the_leader_need_not_be_seat_0() -> None:
    table = played(trick(1, "9D 5C, 4D 5S 3H, 2C 3D", "KH", leader=2), "2 play 2C")
    assert table.to_act == (0,)
    assert legal(table) == "5C"
    table = played(table, "0 play 5C")
    assert table.to_act == (1,)
    assert legal(table) == "3H 4D 5S"


def test_clever_10_a_leader_may_lead_any_card_that_is_no_trump() -> None:
    assert legal(trick(3, "2C 9D AS, 3C", "KH")) == "2C 9D AS"


def test_clever_10_the_last_card_is_a_move_too() -> None:
    table = trick(7, "2C, 9D", "KH", "tricks 3 3")
    assert table.legal() == ("play 2C",)
    assert played(table, "0 play 2C").legal() == ("play 9D",)


def test_clever_10_a_card_that_is_not_held_is_refused() -> None:
    table = trick(1, "2C 9D, 3C", "KH", "known -, 5C")
    for card in ("3C", "5C", "AS", "KH"):
        assert refusal(table, f"0 play {card}") == (f"you hold no {card}", "CLEVER-10")


@pytest.mark.parametrize("move", ["pick 2C", "bid 3"])
def test_clever_10_there_is_nothing_but_playing_in_a_trick(move: str) -> None:
    table = trick(1, "2C 9D, 3C", "KH")
    assert refusal(table, f"0 {move}") == ("now you play a card to the trick: play C", "CLEVER-10")


@pytest.mark.parametrize("move", ["Play 2C", "fold 2C", ""])
def test_clever_10_no_other_move_is_known(move: str) -> None:
    reason = f"{move!r} is not a move of Clever Pickin': the moves are pick, bid, play"
    assert refusal(trick(1, "2C 9D, 3C", "KH"), f"0 {move}") == (reason, "COMMON-6")


@pytest.mark.parametrize("move", ["play", "play 2c", "play 2C 9D", "play 2C/9C", "play  2C", "play 9", "play JR"])
def test_clever_10_a_move_is_said_letter_for_letter(move: str) -> None:
    reason, clause = refusal(trick(1, "2C 9D, 3C", "KH"), f"0 {move}")
    assert reason.startswith(f"{move!r} is not how it is said: play C")
    assert clause == "COMMON-6"


def test_clever_10_cards_are_named_by_their_solid_value_in_hollow_tricks_too() -> None:
    table = trick(2, "2C QC, 3C", "KH")
    assert table.legal() == ("play 2C", "play QC")
    assert refusal(table, "0 play AD") == ("you hold no AD", "CLEVER-10")


# CLEVER-11


@pytest.mark.parametrize(
    ("number", "hands", "trump", "seat"),
    [
        (1, "10C, JC, 9C", "2H", 1),  # the highest of the suit led
        (1, "9C, 10C, 2C", "2H", 1),
        (1, "2C, 3C, 4C", "2H", 2),
        (1, "2C, AD, AS", "2H", 0),  # higher cards of other suits
        (1, "AC, 3H, KC", "2H", 1),  # a low trump
        (1, "AC, 3H, 4H", "2H", 2),  # the higher of two trumps
        (1, "AC, 10H, 9H", "2H", 1),
        (1, "5C, 3H, AC", "2H", 1),  # the suit led after a trump
        (1, "5C, AD, 6C", "2H", 2),  # the suit led after a discard
        (1, "10H, QH, AS", "2H", 1),  # trump led
        (1, "10H, 3H, AS", "2H", 0),
        (2, "2C, 5C, KC", "2H", 0),  # 9C 4C 8C
        (2, "2C, 10C, KC", "2H", 1),  # 9C KC 8C
        (2, "2C, QC, QH", "2H", 0),  # 9C AD AS
        (2, "10C, 3S, KC", "2H", 1),  # KC 3H 8C, the 3H a trump
        (2, "10C, 3S, AS", "2H", 1),  # KC 3H 2H
        (2, "10C, 7D, QD", "2H", 2),  # KC 5H AH
        (2, "10C, 3H, KC", "2S", 0),  # KC 3D 8C
        (6, "10D, 3C, 2D", "AC", 1),  # KD 3S 9D, trump is 2S
    ],
)
def test_clever_11_the_highest_trump_or_else_the_highest_of_the_suit_led(
    number: int, hands: str, trump: str, seat: int
) -> None:
    """The same at every seat that leads: the first of the hands is the leader's."""
    cards = hands.split(", ")
    for leader in range(3):
        around = ", ".join(cards[(seat - leader) % 3] for seat in range(3))
        assert winner(trick(number, around, trump, leader=leader), " ".join(cards)) == (leader + seat) % 3


def test_clever_11_the_winner_leads_the_next_trick() -> None:
    table = trick(1, "2C 5C, 3C 5D, AC 5S", "KH")
    table = played(table, "0 play 2C", "1 play 3C", "2 play AC")
    assert table.to_act == (2,)
    assert notes(table) == [("trick", 2, 1)]
    table = played(table, "2 play 5S")
    assert table.to_act == (0,)
    assert played(table, "0 play 5C", "1 play 5D").to_act == (2,)


def test_clever_11_nobody_has_taken_a_trick_before_all_have_played() -> None:
    table = played(trick(1, "2C 5C, 3C 5D, AC 5S", "KH"), "0 play 2C", "1 play 3C")
    assert numbers(table, "tricks") == [0, 0, 0]
    assert each(table, "played") == ["2C", "3C", ""]
    assert all(table.view(viewer).cards("played", 1) == ("3C",) for viewer in (0, 1, 2, None))
    table = played(table, "2 play AC")
    assert numbers(table, "tricks") == [0, 0, 1]
    assert each(table, "played") == ["", "", ""]
    assert zone(table, "spent") == "2C 3C AC"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clever_11_a_trick_has_a_card_of_every_seat(seats: int) -> None:
    hands = ", ".join(f"{card} {card[0]}D" for card in LOW.split()[:seats])
    table = trick(3, hands, "KH", leader=1)
    for place in range(seats):
        seat = (1 + place) % seats
        assert table.to_act == (seat,)
        table = table.play(f"play {LOW.split()[seat]}")
    assert numbers(table, "tricks") == [0] * (seats - 1) + [1]
    assert table.to_act == (seats - 1,)


# Known to all from play

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
HOLLOW_HEARTS = "6C 9C 4D 7D QD 2H 5H 10H KH 3S 8S JS AS"
HOLLOW_CLUBS = "2C 5C 10C KC 3D 8D JD AD 6H 9H 4S 7S QS"


def voids(table: Table, seat: int, viewer: int | None = None) -> str:
    """The cards that a seat is known not to hold."""
    return " ".join(table.view(viewer).json()["numbers"]["voids"][seat])


def test_clever_known_a_seat_that_did_not_follow_holds_no_card_of_the_suit() -> None:
    table = played(trick(1, "2H 3D, 3C 4D, 5H 6D", "2S"), "0 play 2H", "1 play 3C", "2 play 5H")
    for viewer in (0, 1, 2, None):
        assert [voids(table, seat, viewer) for seat in range(3)] == ["", HEARTS, ""]


def test_clever_known_the_suit_is_by_the_values_of_the_trick() -> None:
    """2H leads as 9H, 3C is 3S, and 3H is 3D."""
    table = played(trick(2, "2H 3D, 3C 4C, 3H 6D", "2C"), "0 play 2H", "1 play 3C", "2 play 3H")
    assert [voids(table, seat) for seat in range(3)] == ["", HOLLOW_HEARTS, HOLLOW_HEARTS]


def test_clever_known_a_trump_that_does_not_follow_tells_the_same() -> None:
    table = played(trick(1, "2H 3D, 3C 4D", "2C"), "0 play 2H", "1 play 3C")
    assert voids(table, 1) == HEARTS


def test_clever_known_it_is_known_at_once_and_adds_up() -> None:
    """KC leads trick 2 as 8C; seat 1 has 10D (KD) for it."""
    table = played(trick(1, "KH 10C KC, 3C 10D 4C", "2S"), "0 play KH")
    assert voids(table, 1) == ""
    table = played(table, "1 play 3C")
    assert voids(table, 1) == HEARTS
    table = played(table, "0 play KC")
    assert voids(table, 1) == HEARTS
    table = played(table, "1 play 10D")
    assert set(voids(table, 1).split()) == {*HEARTS.split(), *HOLLOW_CLUBS.split()}


def test_clever_known_who_follows_or_leads_tells_nothing() -> None:
    table = played(trick(1, "2H 3D, 4H 4D, 5H 6D", "2C"), "0 play 2H", "1 play 4H", "2 play 5H", "2 play 6D")
    assert "voids" not in fields(table)


def test_clever_known_a_seat_that_led_trump_before_one_was_played_holds_trumps_only() -> None:
    table = played(trick(1, "2H 3H, 4H 4D", "5H"), "0 play 2H")
    trumps = HEARTS.split()
    assert voids(table, 0) == " ".join(card for card in table.game.deck.cards if card not in trumps)
    table = played(trick(2, "2H 3S, 4H 4D", "5H"), "0 play 2H")
    trumps = HOLLOW_HEARTS.split()
    assert voids(table, 0) == " ".join(card for card in table.game.deck.cards if card not in trumps)


def test_clever_known_a_trump_led_after_one_was_played_tells_nothing() -> None:
    table = trick(1, "2C 10C, 2H KH 3D", "5H")
    table = played(table, "0 play 2C", "1 play 2H", "1 play KH")
    assert voids(table, 1) == "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"


def test_clever_known_worlds_that_play_rules_out_are_not_dealt() -> None:
    """Seat 0 does not see 9D in the other hand and AC in the deck. Seat 1 cannot have the club."""
    line = "2; to_act 0; phase 2; trick 5; hands 2C KC, 5H 9D; trump 2S; deck AC; spent *"
    view = played(position(line), "0 play 2C", "1 play 5H").view(0)
    assert view.cards("hands", 1) == ()
    assert {fields(redeal(view, np.random.default_rng(seed)))["hands"] for seed in range(20)} == {"KC, 9D"}


def test_clever_known_a_new_hand_tells_nothing_yet() -> None:
    assert "voids" not in fields(end_of_hand(SECOND_HAND))
