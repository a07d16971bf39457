"""Clever Pickin', clause by clause (clever-pickin.md): dealing, picking, bidding and scoring.

CLEVER-2 is in test_clever_deck.py; what a card counts as and the play of the tricks are in test_clever_tricks.py.
"""

import json
from itertools import pairwise

import pytest

from cutcard import NotYours, ParseError, Table, game, replay
from cutcard.core.table.record import trace
from cutcard.core.table.sentences import sentences
from tests.games.clever_tables import (
    LOW,
    SECOND_HAND,
    bidding,
    bids,
    each,
    end_of_hand,
    legal,
    numbers,
    picking,
    position,
    start,
    trick,
    winner,
    zone,
)
from tests.helpers import ended, fields, notes, played, refusal
from tests.shown import statuses

# CLEVER-1


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clever_1_for_two_to_six_seats(seats: int) -> None:
    assert game("clever-pickin", seats=seats).seats == seats
    assert start(seats).to_act == (1,)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_clever_1_no_other_number_of_seats(seats: int) -> None:
    with pytest.raises(ParseError, match="Clever Pickin' is for 2 to 6 seats"):
        game("clever-pickin", seats=seats)


@pytest.mark.parametrize("suit", "CDHS")
def test_clever_1_aces_are_high(suit: str) -> None:
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A"
    trump = "2D" if suit != "D" else "2H"
    for lower, higher in pairwise(f"{rank}{suit}" for rank in ranks.split()):
        assert winner(trick(1, f"{lower}, {higher}", trump), f"{lower} {higher}") == 1
        assert winner(trick(1, f"{higher}, {lower}", trump), f"{higher} {lower}") == 0


def test_clever_1_aces_are_high_in_hollow_values_too() -> None:
    assert winner(trick(2, "10D 2C, QC 5C", "2S"), "10D QC") == 1  # KD AD
    assert winner(trick(2, "AH 2C, 3H 5C", "2S"), "AH 3H") == 1  # 2D 3D


# CLEVER-3


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_clever_3_four_cards_each_one_at_a_time_from_the_dealers_left(dealer: int, first: int) -> None:
    table = start(3, "2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H AS KS QS", dealer)
    assert zone(table, "hands", first) == "2C 3C 4C 5C"
    assert zone(table, "hands", (first + 1) % 3) == "2D 3D 4D 5D"
    assert zone(table, "hands", dealer) == "2H 3H 4H 5H"
    assert zone(table, "center") == "QS KS AS"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clever_3_nothing_else_is_dealt_than_hands_and_one_card_a_seat(seats: int) -> None:
    table = start(seats)
    assert [len(hand.split()) for hand in each(table, "hands")] == [4] * seats
    assert table.view().hidden("deck") == 52 - 5 * seats
    assert fields(table).keys() == {"deck", "to_act", "dealer", "hands", "center", "bids", "picks"}


def test_clever_3_a_hand_is_seen_by_its_seat_only() -> None:
    table = start(3)
    for viewer in (0, 2, None):
        assert table.view(viewer).cards("hands", 1) == ()
        assert table.view(viewer).hidden("hands", 1) == 4


def test_clever_3_what_others_see_does_not_depend_on_hidden_cards() -> None:
    mine, center = "2D 3D 4D 5D", "AS KS QS JS 10S 9S 8S"
    views = []
    for theirs in ("2C 3C 4C 5C", "2H 7C 9D AH"):
        hands = " ".join(f"{a} {b}" for a, b in zip(theirs.split(), mine.split(), strict=True))
        table = played(start(2, f"{hands} {center}"), "1 pick AS", "0 pick KS", "0 pick QS", "1 pick JS")
        views.append([table.view(viewer) for viewer in (0, None, 1)])
    for one, other in zip(views[0][:2], views[1][:2], strict=True):
        assert json.dumps(one.json()) == json.dumps(other.json())
        assert one.state.tobytes() == other.state.tobytes()
    assert views[0][2].json() != views[1][2].json()


def test_clever_3_each_hand_all_52_cards_are_shuffled() -> None:
    table = end_of_hand()
    assert len(table.chance_outcomes()) == 52
    assert {chance * 52 for _, chance in table.chance_outcomes()} == {1}


def test_clever_3_each_hand_starts_afresh() -> None:
    table = end_of_hand(SECOND_HAND)
    assert each(table, "hands") == ["2C 3C 4C 5C", "2D 3D 4D 5D"]
    assert zone(table, "center") == "KH AH"
    assert numbers(table, "bids") == [-1, -1]
    expected = {"scores", "deck", "to_act", "dealer", "hands", "center", "bids", "picks", "finished"}
    assert fields(table).keys() - {"leader", "winning"} == expected
    assert table.view().number("picks") == 1


# CLEVER-4


FIRST_PICKERS = [
    (2, 0, (1, 0, 1)),
    (2, 1, (0, 1, 0)),
    (3, 0, (1, 2, 0)),
    (3, 1, (2, 0, 1)),
    (3, 2, (0, 1, 2)),
    (4, 0, (1, 2, 3)),
    (4, 1, (2, 3, 0)),
    (4, 3, (0, 1, 2)),
    (5, 0, (1, 2, 3)),
    (5, 3, (4, 0, 1)),
    (6, 0, (1, 2, 3)),
    (6, 4, (5, 0, 1)),
    (6, 5, (0, 1, 2)),
]
"""Seats, dealer, and who picks first in each of the three rounds."""


@pytest.mark.parametrize(("seats", "dealer", "firsts"), FIRST_PICKERS)
def test_clever_4_three_rounds_each_begun_one_place_further_left(
    seats: int, dealer: int, firsts: tuple[int, int, int]
) -> None:
    table = start(seats, dealer=dealer)
    for number, first in enumerate(firsts, start=1):
        for place in range(seats):
            assert table.to_act == ((first + place) % seats,)
            assert len(zone(table, "center").split()) == seats - place + (number == 3)
            table = table.play(table.legal()[-1])
    assert legal(table) == "0 1 2 3 4 5 6 7"
    assert table.cards_left == 0
    assert [len(cards.split()) for cards in each(table, "hands")] == [4] * seats
    assert [len(cards.split()) for cards in each(table, "known")] == [3] * seats


def test_clever_4_cards_come_to_the_table_when_a_round_begins() -> None:
    table = start(3)
    for _ in range(9):
        table = table.play(table.legal()[0])
    kinds = "".join("d" if event.startswith("d ") else "p" for event in table.record()["events"])
    assert kinds == 12 * "d" + "dddppp" + "dddppp" + "ddddppp"


def test_clever_4_cards_on_the_table_are_seen_by_all() -> None:
    table = picking(3, "2C 10C KS", "2D, 3D, 4D")
    assert all(table.view(viewer).cards("center") == ("2C", "10C", "KS") for viewer in (0, 1, 2, None))


def test_clever_4_any_card_of_the_table_may_be_picked() -> None:
    table = picking(3, "2C 10C KS", "2D, 3D, 4D", seat=1)
    assert table.legal() == ("pick 10C", "pick 2C", "pick KS")
    for card in ("2C", "10C", "KS"):
        after = played(table, f"1 pick {card}")
        assert each(after, "known") == ["", card, ""]
        assert card not in zone(after, "center").split()
        assert len(zone(after, "center").split()) == 2
        assert after.to_act == (2,)


def test_clever_4_the_last_card_of_a_round_is_a_move_too() -> None:
    table = picking(3, "KS", "2D, 3D, 4D", cards="2H 3H 4H")
    assert table.legal() == ("pick KS",)
    table = played(table, "0 pick KS")
    assert (zone(table, "center"), zone(table, "known", 0)) == ("2H 3H 4H", "KS")


def test_clever_4_in_the_third_round_the_last_picker_has_a_choice_of_two() -> None:
    assert legal(picking(3, "2C KS", "2D, 3D, 4D", number=3)) == "2C KS"


def test_clever_4_picked_cards_join_the_hand() -> None:
    table = trick(1, "4D, 3D", "5H", "known 2C 9S, AS")
    assert legal(table) == "2C 4D 9S"
    table = played(table, "0 play 9S")
    assert legal(table) == "AS"
    table = played(table, "1 play AS")
    assert each(table, "known") == ["2C", ""]
    assert each(table, "hands") == ["4D", "3D"]


def test_clever_4_picked_cards_stay_known_to_everybody_and_hidden_ones_hidden() -> None:
    table = played(start(2, "2C 2D 3C 3D 4C 4D 5C 5D AH KH QH JH 10H 9H 8H"), "1 pick AH", "0 pick KH", "0 pick JH")
    for viewer in (0, 1, None):
        assert table.view(viewer).cards("known", 0) == ("JH", "KH")
        assert table.view(viewer).cards("known", 1) == ("AH",)
    for viewer in (1, None):
        assert table.view(viewer).cards("hands", 0) == ()
        assert table.view(viewer).hidden("hands", 0) == 4
    table = played(table, "1 pick QH", "1 pick 10H", "0 pick 8H", "1 bid 2", "0 bid 2", "1 play 2C")
    assert [table.view(0).cards("known", 1), table.view(0).hidden("hands", 1)] == [("10H", "QH", "AH"), 3]
    assert [table.view(1).cards("known", 0), table.view(1).hidden("hands", 0)] == [("8H", "JH", "KH"), 4]


def test_clever_4_a_pick_is_told_to_everybody() -> None:
    table = played(picking(2, "2C 10C", "2D, 3D"), "0 pick 10C")
    said = [sentences(table.game.rulebook, table.view(seat).log, ("Ann", "Bob"), seat) for seat in (0, 1, None)]
    assert said == [["You pick the 10C."], ["Ann picks the 10C."], ["Ann picks the 10C."]]


def test_clever_4_what_is_not_on_the_table_cannot_be_picked() -> None:
    table = picking(3, "2C 10C KS", "2D, 3D, 4D", more="known 5C, -, -")
    for card in ("2D", "3D", "5C", "AH"):
        assert refusal(table, f"0 pick {card}") == (f"the {card} is not on the table", "CLEVER-4")


@pytest.mark.parametrize("move", ["play 2D", "play 2C", "bid 0", "bid 3"])
def test_clever_4_there_is_nothing_but_picking_before_the_bids(move: str) -> None:
    table = picking(3, "2C 10C KS", "2D, 3D, 4D")
    assert refusal(table, f"0 {move}") == ("now you pick a card from the table: pick C", "CLEVER-4")


def test_clever_4_a_seat_that_is_not_to_act_is_refused() -> None:
    with pytest.raises(NotYours, match="seat 1 is not to act: waiting for 0"):
        played(picking(3, "2C 10C KS", "2D, 3D, 4D"), "1 pick 2C")


# CLEVER-5


@pytest.mark.parametrize(("pick", "left"), [("2C", "KS"), ("KS", "2C")])
def test_clever_5_the_card_that_is_left_is_the_trump_card(pick: str, left: str) -> None:
    table = played(picking(3, "2C KS", "2D, 3D, 4D", number=3), f"0 pick {pick}")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).cards("trump") == (left,)
    assert zone(table, "center") == ""
    assert each(table, "known") == [pick, "", ""]
    said = sentences(table.game.rulebook, table.view(1).log, ("Ann", "Bob", "Cy"), 1)
    assert said == [f"Ann picks the {pick}.", f"The card that is left is the trump card: {left}."]


def test_clever_5_there_is_no_trump_card_before() -> None:
    table = played(picking(3, "2C 4C KS", "2D, 3D, 4D", number=3, seat=2), "2 pick 2C")
    assert zone(table, "trump") == ""
    assert table.to_act == (0,)


def test_clever_5_nobody_can_play_the_trump_card() -> None:
    table = trick(7, "2C, 3C", "KH")
    assert refusal(table, "0 play KH") == ("you hold no KH", "CLEVER-10")


# CLEVER-6


@pytest.mark.parametrize(("seats", "dealer", "firsts"), FIRST_PICKERS)
def test_clever_6_bids_begin_three_places_left_of_the_dealer(seats: int, dealer: int, firsts: tuple[int, int, int]) -> None:
    table = start(seats, dealer=dealer)
    picker = -1
    while table.legal()[0].startswith("pick"):
        (picker,) = table.to_act
        table = table.play(table.legal()[0])
    assert table.to_act == ((picker + 1) % seats,) == ((dealer + 3) % seats,) == (firsts[2],)
    order: list[int] = []
    while table.legal()[0].startswith("bid"):
        order += table.to_act
        table = table.play("bid 0")
    assert order == [(firsts[2] + place) % seats for place in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_clever_6_a_bid_is_from_0_to_7(seats: int) -> None:
    table = bidding(seats)
    for bid in (2, 5, 7, 7, 0)[: seats - 1]:
        assert legal(table) == "0 1 2 3 4 5 6 7"
        table = bids(table, bid)


@pytest.mark.parametrize(
    ("others", "allowed"),
    [
        ((0,), "0 1 2 3 4 5 6"),
        ((1,), "0 1 2 3 4 5 7"),
        ((3,), "0 1 2 3 5 6 7"),
        ((6,), "0 2 3 4 5 6 7"),
        ((7,), "1 2 3 4 5 6 7"),
        ((0, 0), "0 1 2 3 4 5 6"),
        ((2, 3), "0 1 3 4 5 6 7"),
        ((3, 4), "1 2 3 4 5 6 7"),
        ((4, 4), "0 1 2 3 4 5 6 7"),
        ((7, 7), "0 1 2 3 4 5 6 7"),
        ((1, 1, 1), "0 1 2 3 5 6 7"),
        ((2, 2, 2, 1), "1 2 3 4 5 6 7"),
        ((2, 2, 2, 2), "0 1 2 3 4 5 6 7"),
        ((0, 0, 0, 0, 0), "0 1 2 3 4 5 6"),
        ((1, 1, 1, 1, 1), "0 1 3 4 5 6 7"),
        ((7, 7, 7, 7, 7), "0 1 2 3 4 5 6 7"),
    ],
)
def test_clever_6_the_last_bidder_may_not_make_the_sum_seven(others: tuple[int, ...], allowed: str) -> None:
    assert legal(bids(bidding(len(others) + 1), *others)) == allowed


def test_clever_6_the_last_bidder_is_the_last_in_turn_and_not_the_last_seat() -> None:
    table = bids(bidding(3, first=2), 2, 3)
    assert table.to_act == (1,)
    assert legal(table) == "0 1 3 4 5 6 7"


def test_clever_6_the_barred_bid_is_refused() -> None:
    reason = "you bid last, and {} would make the sum of all bids seven"
    assert refusal(bids(bidding(3), 2, 3), "2 bid 2") == (reason.format(2), "CLEVER-6")
    assert refusal(bids(bidding(3), 3, 4), "2 bid 0") == (reason.format(0), "CLEVER-6")


@pytest.mark.parametrize("bid", ["8", "-1", "10", "70"])
def test_clever_6_no_other_number_can_be_bid(bid: str) -> None:
    assert refusal(bidding(3), f"0 bid {bid}") == ("a bid is from 0 to 7 tricks", "CLEVER-6")


@pytest.mark.parametrize("bid", ["03", "3.0", "x", "+3", "٣"])
def test_clever_6_a_bid_is_a_plain_number(bid: str) -> None:
    assert refusal(bidding(3), f"0 bid {bid}")[1] in ("CLEVER-6", "COMMON-6")


@pytest.mark.parametrize("move", ["play 2C", "pick KH"])
def test_clever_6_there_is_nothing_but_bidding_before_the_tricks(move: str) -> None:
    assert refusal(bidding(3), f"0 {move}") == ("now you bid how many tricks you will take: bid B", "CLEVER-6")


def test_clever_6_bids_stay_visible() -> None:
    table = bids(bidding(3, first=1), 4)
    assert statuses(table) == ["to bid", "bid 4", "to bid"]
    table = bids(table, 0, 7)
    for viewer in (0, 1, 2, None):
        assert numbers(table, "bids", viewer) == [7, 4, 0]
    table = played(table, "0 play 2C", "1 play 3C", "2 play 4C")
    assert numbers(table, "bids") == [7, 4, 0]


def test_clever_6_tricks_taken_are_visible() -> None:
    table = trick(3, "2C 3C, AC 4D, 5C 6D", "KH", "bids 1 2 3; tricks 1 0 1")
    table = played(table, "0 play 2C", "1 play AC", "2 play 5C")
    for viewer in (0, 1, 2, None):
        assert numbers(table, "tricks", viewer) == [1, 1, 1]
    assert statuses(table) == ["bid 1, took 1", "bid 2, took 1", "bid 3, took 1"]


def test_clever_6_a_bid_scores_nothing_yet() -> None:
    assert bids(bidding(3), 2, 3, 3).scores == (0, 0, 0)


# CLEVER-8


@pytest.mark.parametrize(
    ("first", "made", "leader"),
    [
        (0, (1, 3, 2), 1),
        (0, (3, 1, 2), 0),
        (0, (1, 2, 3), 2),
        (0, (3, 3, 2), 0),
        (0, (2, 3, 3), 1),
        (0, (3, 2, 3), 0),
        (0, (0, 0, 0), 0),
        (1, (0, 0, 0), 1),
        (1, (3, 2, 3), 1),
        (1, (2, 4, 4), 2),
        (1, (2, 2, 4), 0),
        (2, (1, 5, 5), 0),
        (2, (5, 1, 5), 2),
        (2, (1, 0, 5), 1),
        (2, (7, 7, 7), 2),
        (1, (4, 4), 1),
        (1, (3, 5), 0),
        (0, (0, 1, 2, 2, 1, 2), 2),
        (5, (0, 1, 2, 2, 1, 2), 1),
        (4, (0, 0, 0, 0, 0, 1), 3),
    ],
)
def test_clever_8_the_highest_bidder_leads_the_earliest_of_equals(first: int, made: tuple[int, ...], leader: int) -> None:
    table = bids(bidding(len(made), first), *made)
    assert table.to_act == (leader,)
    assert notes(table) == [("leads", leader, max(made))]
    assert legal(table) == LOW.split()[leader]
    assert table.play(table.legal()[0]).to_act == ((leader + 1) % len(made),)


# CLEVER-12


def after_hand(bids: str, tricks: str, more: str = "", cards: str = "", dealer: int = 0, **options: int) -> Table:
    """Seat 0 takes the last trick of a hand; `tricks` are those that were taken before it."""
    seats = len(bids.split())
    hands = ", ".join(["AC", *LOW.split()[: seats - 1]])
    line = f"{seats}; to_act 0; phase 2; trick 7; hands {hands}; trump KH; spent *; bids {bids}; tricks {tricks}; {more}"
    table = position(line, cards, dealer, **options)
    return played(table, *(f"{seat} play {card}" for seat, card in enumerate(hands.split(", "))))


POINTS = {
    0: (3, 1, 2, 3, 4, 5, 6, 7),
    1: (0, 8, 6, 7, 8, 9, 10, 11),
    2: (0, 0, 13, 11, 12, 13, 14, 15),
    3: (0, 0, 0, 18, 16, 17, 18, 19),
    4: (0, 0, 0, 0, 23, 21, 22, 23),
    5: (0, 0, 0, 0, 0, 28, 26, 27),
    6: (0, 0, 0, 0, 0, 0, 33, 31),
    7: (0, 0, 0, 0, 0, 0, 0, 38),
}
"""What a bid scores with 0, 1, … 7 tricks."""


@pytest.mark.parametrize("bid", POINTS)
@pytest.mark.parametrize("taken", range(1, 8))
def test_clever_12_points_of_a_hand(bid: int, taken: int) -> None:
    """Of two seats the second bids as much, and has the other tricks: all or none of them too."""
    table = after_hand(f"{bid} {bid}", f"{taken - 1} {7 - taken}", hands=1)
    assert ended(table).scores == (POINTS[bid][taken], POINTS[bid][7 - taken])


def test_clever_12_every_seat_scores_by_itself() -> None:
    table = after_hand("2 0 1 0 3 1", "1 0 2 1 1 1", "scores 5 1 0 2 7 3", hands=1)
    assert ended(table).scores == (5 + 13, 1 + 3, 0 + 6, 2 + 1, 7 + 0, 3 + 8)
    told = [("made", 0, 13), ("made", 1, 3), ("made", 2, 6), ("made", 3, 1), ("missed", 4, 0), ("made", 5, 8)]
    assert notes(table)[1:7] == told


def test_clever_12_nothing_is_scored_before_seven_tricks() -> None:
    table = trick(6, "10C 3C, 5C 4C", "KH", "bids 0 0; tricks 5 0; scores 7 8")
    table = played(table, "0 play 10C", "1 play 5C")
    assert table.scores == (7, 8)
    assert table.to_act == (0,)
    table = played(table, "0 play 3C")
    assert table.scores == (7, 8)
    assert played(table, "1 play 4C").chance_outcomes()
    assert after_hand("0 0", "5 1", "scores 7 8", cards=SECOND_HAND).scores == (13, 9)


# CLEVER-13


@pytest.mark.parametrize(("dealer", "first"), [(0, 2), (1, 0), (2, 1)])
def test_clever_13_the_deal_passes_to_the_left(dealer: int, first: int) -> None:
    """`first` is at the left of the new dealer: dealt to first, and first to pick."""
    cards = "2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H AS KS QS"
    table = after_hand("0 0 0", "2 2 2", cards=cards, dealer=dealer)
    assert zone(table, "hands", first) == "2C 3C 4C 5C"
    assert zone(table, "hands", (dealer + 1) % 3) == "2H 3H 4H 5H"
    assert table.to_act == (first,)
    assert notes(table)[-1] == ("hand", (dealer + 1) % 3, 2)
    assert fields(table)["dealer"] == str((dealer + 1) % 3)


def test_clever_13_scores_add_up_over_the_hands() -> None:
    table = after_hand("2 2", "1 5", "scores 4 30; finished 6", cards=SECOND_HAND)
    assert table.scores == (4 + 13, 30 + 13)
    assert table.view().number("finished") == 7


def test_clever_13_fifty_points_end_the_game() -> None:
    assert not after_hand("2 2 2", "1 2 3", "scores 36 0 0").is_over
    table = after_hand("2 2 2", "1 2 3", "scores 37 0 0")
    result = ended(table)
    assert (result.places, result.scores, result.reason) == (((0,), (1,), (2,)), (50, 13, 11), "target")
    assert (result.utilities, notes(table)[-1]) == ((1, -0.5, -0.5), ("won", 0, 50))


def test_clever_13_more_than_fifty_ends_it_too() -> None:
    assert ended(after_hand("7 0 0", "6 0 0", "scores 49 0 0")).scores == (87, 3, 3)


def test_clever_13_the_target_counts_after_a_hand_only() -> None:
    table = trick(6, "10C 3C, 5C 4C", "KH", "bids 6 0; tricks 5 0; scores 49 49")
    table = played(table, "0 play 10C", "1 play 5C")
    assert (table.to_act, table.scores) == ((0,), (49, 49))


def test_clever_13_the_highest_score_wins_of_those_at_the_target() -> None:
    result = ended(after_hand("2 2 2", "1 2 3", "scores 37 47 10"))
    assert (result.places, result.scores, result.reason) == (((1,), (0,), (2,)), (50, 60, 21), "target")
    assert result.utilities == (-0.5, 1, -0.5)


def test_clever_13_lower_places_can_be_shared() -> None:
    result = ended(after_hand("2 2 2 2", "1 2 2 1", "scores 37 7 7 20"))
    assert (result.places, result.scores) == (((0,), (1, 2, 3)), (50, 20, 20, 20))
    assert result.utilities == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))


def test_clever_13_a_shared_second_place_at_the_target_does_not_matter() -> None:
    result = ended(after_hand("2 2 2", "1 2 2", "scores 47 42 42"))
    assert (result.places, result.scores, result.reason) == (((0,), (1, 2)), (60, 55, 55), "target")


@pytest.mark.parametrize("scores", ["39 39 0", "0 39 39", "39 39 39", "37 37 0", "70 0 70"])
def test_clever_13_if_the_highest_is_shared_hands_go_on(scores: str) -> None:
    table = after_hand("2 2 2", "1 2 2", f"scores {scores}", cards="2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H AS KS QS")
    assert not table.is_over
    assert table.result is None
    assert table.scores == tuple(int(score) + 13 for score in scores.split())
    assert zone(table, "center") == "QS KS AS"


def test_clever_13_hands_go_on_until_it_is_not_shared() -> None:
    again = after_hand("7 7 0", "1 2 3", "scores 52 52 20")
    assert not again.is_over
    result = ended(after_hand("2 7 0", "1 2 3", "scores 52 52 20"))
    assert (result.places, result.scores, result.reason) == (((0,), (1,), (2,)), (65, 52, 23), "target")


def test_clever_13_a_seat_below_the_target_can_pass_those_that_were_tied() -> None:
    result = ended(after_hand("7 7 3", "2 1 3", "scores 52 52 40"))
    assert (result.places, result.scores, result.reason) == (((2,), (0, 1)), (52, 52, 58), "target")


def test_clever_13_the_target_is_an_option() -> None:
    assert game("clever-pickin", seats=2).options["target"] == 50
    assert not after_hand("2 7", "1 5", target=14).is_over
    assert ended(after_hand("2 7", "1 5", target=13)).reason == "target"
    assert not after_hand("2 7", "1 5", "scores 50 0", target=1000).is_over


@pytest.mark.parametrize("target", [0, -1, True, "50", None, 50.0])
def test_clever_13_a_target_is_a_whole_number_of_1_or_more(target: object) -> None:
    with pytest.raises(ParseError, match="the option target is"):
        game("clever-pickin", seats=2, target=target)
    assert game("clever-pickin", seats=2, target=1).options["target"] == 1


def test_clever_13_no_move_is_accepted_after_the_end() -> None:
    table = after_hand("2 2 2", "1 2 3", "scores 37 0 0")
    assert table.to_act == ()
    with pytest.raises(NotYours, match="the game is over"):
        table.play("play AC", 0)


# CLEVER-14


def test_clever_14_after_a_hundred_hands_the_game_is_over() -> None:
    assert not after_hand("7 7 0", "1 2 3", "scores 9 8 20; finished 98").is_over
    result = ended(after_hand("7 7 0", "1 2 3", "scores 9 8 20; finished 99"))
    assert (result.places, result.scores, result.reason) == (((2,), (0,), (1,)), (9, 8, 23), "limit")
    assert result.utilities == (-0.5, -0.5, 1)


def test_clever_14_the_number_of_hands_is_an_option() -> None:
    assert game("clever-pickin", seats=2).options["hands"] == 100
    assert not after_hand("7 7 0", "1 2 3", "finished 1", hands=3).is_over
    assert ended(after_hand("7 7 0", "1 2 3", "finished 1", hands=2)).reason == "limit"
    assert ended(after_hand("7 7 0", "1 2 3", hands=1)).reason == "limit"


def test_clever_14_equal_scores_share_the_place() -> None:
    table = after_hand("2 2 0", "1 2 3", "scores 1 1 0", hands=1)
    result = ended(table)
    assert (result.places, result.scores, result.utilities) == (((0, 1), (2,)), (14, 14, 3), (0.25, 0.25, -0.5))
    assert notes(table)[-2:] == [("won", 0, 14), ("won", 1, 14)]


def test_clever_14_a_shared_highest_score_at_the_target_ends_with_the_last_hand() -> None:
    result = ended(after_hand("2 2 7", "1 2 3", "scores 40 40 2", hands=1))
    assert (result.places, result.scores, result.reason) == (((0, 1), (2,)), (53, 53, 2), "limit")


def test_clever_14_when_everybody_ties_nobody_gains() -> None:
    result = ended(after_hand("7 7", "3 3", hands=1))
    assert (result.places, result.scores, result.utilities) == (((0, 1),), (0, 0), (0, 0))


@pytest.mark.parametrize("hands", [0, -1, False, "1", None, 1.0])
def test_clever_14_a_number_of_hands_is_a_whole_number_of_1_or_more(hands: object) -> None:
    with pytest.raises(ParseError, match="the option hands is"):
        game("clever-pickin", seats=2, hands=hands)


# A whole hand

HAND = [
    # Hidden: 2C 5C KH 3S for seat 1, 10C 2H 4D 6D for the dealer, seat 0.
    ("1 pick AC", "AC KD"),
    ("0 pick KD", "KD"),
    ("0 pick 9H", "5D 9H"),
    ("1 pick 5D", "5D"),
    ("1 pick QC", "7S 8S QC"),
    ("0 pick 7S", "7S 8S"),
    # 8S is left, which is QH: spades and hearts are trump in turns.
    ("1 bid 4", "0 1 2 3 4 5 6 7"),
    ("0 bid 2", "0 1 2 4 5 6 7"),
    ("1 play AC", "2C 5C 5D AC KH QC"),
    ("0 play 10C", "10C"),
    ("1 play QC", "2C 5C 5D QC"),  # AD; 3S and KH are hearts
    ("0 play KD", "KD"),  # 8D
    ("1 play KH", "2C 5C 5D KH"),
    ("0 play 9H", "2H 9H"),
    ("1 play 2C", "2C 5C 5D"),  # 9C
    ("0 play 7S", "7S"),  # 5C
    ("1 play 5D", "5C 5D"),
    ("0 play 6D", "4D 6D"),
    ("0 play 2H", "2H 4D"),  # 9H 10H: nothing but trumps
    ("1 play 3S", "3S"),  # 3H
    ("0 play 4D", "4D"),
    ("1 play 5C", "5C"),
]
"""Each move of a hand of two, and all that could have been said instead."""


def test_clever_12_a_whole_hand() -> None:
    table = start(2, "2C 10C 5C 2H KH 4D 3S 6D AC KD 9H 5D QC 7S 8S", hands=1)
    for move, listed in HAND:
        assert table.to_act == (int(move[0]),)
        assert legal(table) == listed
        assert table.scores == (0, 0)
        table = played(table, move)
    result = ended(table)
    assert (result.places, result.scores, result.reason) == (((1,), (0,)), (5 * 2 + 1, 5 * 4 + 3), "limit")
    assert [note[1] for note in notes(table) if note[0] == "trick"] == [1, 1, 1, 1, 0, 0, 0]
    assert replay(table.record()) == table
    lines = list(trace(table.record(), "a.json"))
    assert [line["scores"] for line in lines] == [[0, 0]] * len(HAND) + [[11, 23]]
    assert [" ".join(move.partition(" ")[2] for move in line["legal"]["1"]) for line in lines if line["to_act"] == [1]] == [
        listed for move, listed in HAND if move[0] == "1"
    ]
    assert lines[-1]["places"] == [[1], [0]]
