"""What holds for every game, clause by clause: the conventions of rules/README.md, its notation, records and traces."""

import json
import pickle
from fractions import Fraction

import pytest

import cutcard
from cutcard import CutcardError, Game, NotAllowed, NotYours, ParseError, RecordError, Table, View, replay
from cutcard.core.table import record as records
from tests.helpers import fields, played

SEATS = {"pairs": 8, "continuous": 8, "port": 7, "starboard": 7, "pickup": 6, "to-the-moon": 6}
"""The most seats of each game; the least is two."""

FULL_DECK = [str(rank) for rank in range(1, 11) for _ in range(rank)]
MIXED_DECK = [FULL_DECK[17 * i % 55] for i in range(55)]

every_game = pytest.mark.parametrize("name", SEATS)
every_game_and_number_of_seats = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, most in SEATS.items() for seats in range(2, most + 1)]
)


def at(game: Game, text: str, cards: str = "") -> Table:
    """A table set up as the text says, with the next cards."""
    return game.position(f"{game.name}/{game.seats}; {text}", cards=cards.split())


def sorted_cards(cards: list[str]) -> str:
    return " ".join(sorted(cards, key=int))


def exact(numbers: tuple[float, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(number).limit_denominator(10_000) for number in numbers)


# COMMON-1


@pytest.mark.parametrize("name", ["pairs", "continuous", "port"])
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_common_1_left_is_the_next_seat_round_the_table(name, seats):
    stacks = ", ".join(str(10 - seat) for seat in range(seats))
    everybody = " ".join(map(str, range(seats)))
    playing = f"playing {everybody}; " if name == "port" else ""
    table = at(cutcard.game(name, seats=seats), f"to_act 0; {playing}deck *; stacks {stacks}", "1 2 2 3 3 3 5")
    for seat in range(seats):
        assert table.to_act == (seat,)
        table = table.play("hit")
    assert table.to_act == (0,)


def test_common_1_left_in_starboard():
    table = at(cutcard.game("starboard", seats=3), "to_act 2; playing 0 1 2; deck *; hand 5 6; scores 9 9 9", "7 8")
    assert played(table, "2 draw", "0 draw").to_act == (1,)


# COMMON-2


@every_game
def test_common_2_dealer_is_seat_0_by_default(name):
    assert cutcard.game(name, seats=2).dealer == 0
    assert cutcard.game(name, seats=2) == cutcard.game(name, seats=2, dealer=0)


@every_game_and_number_of_seats
def test_common_2_any_seat_may_deal(name, seats):
    for dealer in range(seats):
        assert cutcard.game(name, seats=seats, dealer=dealer).dealer == dealer


@pytest.mark.parametrize("name", ["pairs", "continuous", "port"])
@pytest.mark.parametrize(("dealer", "stacks"), [(0, "7, 9, 10, 8"), (1, "8, 7, 9, 10"), (3, "9, 10, 8, 7")])
def test_common_2_stacks_from_the_dealers_left(name, dealer, stacks):
    table = cutcard.game(name, seats=4, dealer=dealer, burn=0).start(cards=["9", "10", "8", "7"])
    assert fields(table)["stacks"] == stacks


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_common_2_button_and_first_turn_at_the_dealers_left(dealer, first):
    assert cutcard.game("starboard", seats=3, dealer=dealer).start(cards=MIXED_DECK[:7]).to_act == (first,)
    assert cutcard.game("to-the-moon", seats=3, dealer=dealer).start(cards=MIXED_DECK[:22]).to_act == (first,)


# COMMON-3


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(
    ("name", "hand_size", "zone", "to_the_table"), [("pickup", 6, "pool", 5), ("to-the-moon", 7, "trick", 1)]
)
def test_common_3_hands_round_after_round_then_the_table(name, hand_size, zone, to_the_table, dealer):
    hands = 3 * hand_size
    table = cutcard.game(name, seats=3, dealer=dealer).start(cards=MIXED_DECK[: hands + to_the_table])
    expected = {(dealer + 1 + i) % 3: sorted_cards(MIXED_DECK[i:hands:3]) for i in range(3)}
    assert fields(table)["hands"] == ", ".join(expected[seat] for seat in range(3))
    assert fields(table)[zone] == sorted_cards(MIXED_DECK[hands : hands + to_the_table])


def test_common_3_seats_that_are_not_in_the_round_are_skipped():
    """A play-off of Port between seats 0 and 3: dealt from the dealer's left, to them alone."""
    game = cutcard.game("port", seats=4, dealer=1, burn=0)
    table = at(
        game,
        "to_act 3; dealer 1; playing 0 1 2 3; locked 0 1 2; deck *; stacks 5, 4, 3, 5; scores 20 2 2 20",
        "9 8",
    ).play("lock")
    assert fields(table)["playing"] == "0 3"
    assert fields(table)["stacks"] == "8, -, -, 9"
    assert table.to_act == (0,)


# COMMON-4


@every_game
def test_common_4_pairs_deck(name):
    deck = cutcard.game(name, seats=2).deck
    assert sorted(deck.cards, key=int) == FULL_DECK
    assert len(deck.cards) == 55
    assert sum(map(int, deck.cards)) == 385


# COMMON-5


@every_game
def test_common_5_first_card_is_any_card_of_the_deck(name):
    table = cutcard.game(name, seats=2).start(cards=[])
    assert table.chance_outcomes() == tuple((str(rank), Fraction(rank, 55)) for rank in range(1, 11))


@every_game
def test_common_5_draws_are_from_what_is_left(name):
    table = cutcard.game(name, seats=2).start(cards=["1", "10", "10", "7"])
    left = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 6, "8": 8, "9": 9, "10": 8}
    assert dict(table.chance_outcomes()) == {card: Fraction(copies, 51) for card, copies in left.items()}


@every_game
def test_common_5_no_card_that_is_not_in_the_deck(name):
    table = cutcard.game(name, seats=2).start(cards=["1"])
    with pytest.raises(NotAllowed, match="not in the deck") as refused:
        table.draw("1")
    assert refused.value.clause == "COMMON-5"
    with pytest.raises(NotAllowed, match="not in the deck"):
        cutcard.game(name, seats=2).start(cards=["1", "1"])


def test_common_5_every_card_has_an_equal_share_of_the_random_words():
    drawn = []
    for i in range(55):
        middle_of_its_share = ((2 * i + 1) * 2**32 // 110) << 32
        words = [middle_of_its_share, *(k * 0x9E3779B97F4A7C15 % 2**64 for k in range(1, 60))]
        drawn.append(cutcard.game("pairs", seats=2, burn=0).start(words=words).record()["events"][0][2:])
    assert sorted(drawn, key=int) == FULL_DECK


def test_common_5_seeded_draws_are_uniform():
    game = cutcard.game("pairs", seats=2, burn=1)
    first_cards = [game.start(seed=seed).record()["events"][0][2:] for seed in range(1100)]
    deviation = sum((first_cards.count(str(rank)) - 20 * rank) ** 2 / (20 * rank) for rank in range(1, 11))
    assert deviation < 33.7  # chi-square with 9 degrees of freedom: one in 10,000


def looks(view: View) -> tuple[str, bytes, bytes, str]:
    """All that a seat gets."""
    return json.dumps(view.json()), view.tensor().tobytes(), view.state.tobytes(), repr(view.log)


@pytest.mark.parametrize("name", ["pairs", "continuous", "port", "starboard"])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_common_5_nobody_sees_a_burned_card(name, viewer):
    game = cutcard.game(name, seats=2)
    first, second = (
        game.start(cards=[*burned, "10", "9"]) for burned in (["1", "2", "3", "4", "5"], ["10", "9", "8", "7", "6"])
    )
    assert str(first) != str(second)
    assert looks(first.view(viewer)) == looks(second.view(viewer))


@pytest.mark.parametrize("viewer", [None, 0])
def test_common_5_nobody_sees_the_hidden_cards_of_another_seat(viewer):
    """Seat 1 is dealt the odd cards of the script: its hand differs, the pool does not."""
    game = cutcard.game("pickup", seats=2)
    pool = ["4", "4", "4", "4", "5"]
    mine = ["9", "8", "7", "6", "5", "3", "2"]
    tables = []
    for theirs in (["10", "10", "10", "10", "9", "8", "1"], ["9", "9", "8", "8", "7", "7", "2"]):
        table = game.start(cards=[card for both in zip(theirs, mine, strict=True) for card in both] + pool)
        tables.append(table.play(f"choose {theirs[-1]}", 1))
    first, second = tables
    assert looks(first.view(viewer)) == looks(second.view(viewer))
    assert looks(first.view(1)) != looks(second.view(1))


@every_game
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_common_5_nobody_sees_what_comes_next(name, viewer):
    game = cutcard.game(name, seats=2)
    rest = MIXED_DECK[40:]
    first, second = (game.start(cards=MIXED_DECK[:40] + deck) for deck in (rest, rest[::-1]))
    assert looks(first.view(viewer)) == looks(second.view(viewer))
    assert first.view(viewer).cards("deck") == ()


# COMMON-6


REFUSALS = {
    "PAIRS-10": ("pairs", "to_act 0; deck *; stacks 5, 3", "fold 5"),
    "PAIRS-13": ("pairs", "to_act 0; stacks 5, *", "hit"),
    "EIGHT-1": ("pairs", "to_act 0; deck *; stacks 8, 3", "eight"),
    "CONT-3": ("continuous", "to_act 0; deck *; stacks 5, 3", "fold 3@0"),
    "CONT-4": ("continuous", "to_act 0; deck *; stacks -, 3", "fold 3@1"),
    "PORT-6": ("port", "to_act 0; playing 0 1; stacks 5, *", "hit"),
    "STAR-5 without a coin": ("starboard", "to_act 0; playing 0 1; deck *; hand 5 6; scores 0 3", "draw"),
    "STAR-5 without a card": ("starboard", "to_act 0; playing 0 1; hand *; scores 3 3", "draw"),
    "PICKUP-3 not held": ("pickup", "to_act 0 1; deck *; hands 5, 6; pool 7", "choose 6"),
    "PICKUP-3 too early": ("pickup", "to_act 0 1; deck *; hands 5, 6; pool 4", "take 4"),
    "PICKUP-6 too late": ("pickup", "to_act 0; acting 1; deck *; hands 5, 6; played 8, 9; pool 7", "choose 5"),
    "PICKUP-6 not in the pool": ("pickup", "to_act 0; acting 1; deck *; played 8, 9; pool 7", "take 6"),
    "PICKUP-6 too high": ("pickup", "to_act 0; acting 1; deck *; played 8, 9; pool 7 9", "take 9"),
    "MOON-4": ("to-the-moon", "to_act 0; counting 0 1; deck *; hands 5, 6; trick 5 7", "build 5"),
    "MOON-5": ("to-the-moon", "to_act 0; counting 0 1; deck *; hands 5, 6; trick 4 7", "build 6"),
    "MOON-8 no card named": ("to-the-moon", "to_act 0; counting 0 1; deck *; hands 5, 6; trick 4 7", "withdraw"),
    "MOON-8 not there": ("to-the-moon", "to_act 0; counting 0 1; deck *; hands 5, 6; trick 4 7", "withdraw 6"),
    "MOON-8 only one": ("to-the-moon", "to_act 0; counting 0 1; deck *; hands 5, 6; trick 4", "withdraw 4"),
    "MOON-12": ("to-the-moon", "to_act 0; counting 0 1; spent *; hands 5, 6; trick 4 7", "test"),
}


@pytest.mark.parametrize("refused", REFUSALS)
def test_common_6_illegal_move_is_refused_by_its_clause_and_changes_nothing(refused):
    name, text, move = REFUSALS[refused]
    game = cutcard.game(name, seats=2)
    table, twin = at(game, text), at(game, text)
    as_bytes = pickle.dumps(table)
    clause = refused.split()[0]
    with pytest.raises(NotAllowed) as refusal:
        table.play(move, 0)
    assert refusal.value.clause == clause
    assert str(refusal.value) == f"{refusal.value.reason} ({clause})"
    assert len(refusal.value.reason.split()) > 3
    assert table == twin
    assert pickle.dumps(table) == as_bytes


@every_game
@pytest.mark.parametrize("move", ["", " ", "dance", "dance 5", "HIT", "hit hit", "fold5", "5", "take", "build x", "\n"])
def test_common_6_what_is_no_move_is_refused(name, move):
    table = cutcard.game(name, seats=2, dealer=1).start(cards=MIXED_DECK)
    seat = table.to_act[0]
    as_bytes = pickle.dumps(table)
    with pytest.raises(NotAllowed, match=r"\(.+-\d+\)$"):
        table.play(move, seat)
    assert pickle.dumps(table) == as_bytes


@every_game
def test_common_6_legal_move_with_anything_about_it_is_refused(name):
    table = cutcard.game(name, seats=2, dealer=1).start(cards=MIXED_DECK)
    seat = table.to_act[0]
    for move in table.legal(seat):
        for other in (move.upper(), f" {move}", f"{move} ", f"{move}\n", move.replace(" ", "  ") + " ", f"{move} 1"):
            with pytest.raises(NotAllowed):
                table.play(other, seat)


@pytest.mark.parametrize("seat", [0, 2])
def test_common_6_seat_that_is_not_to_act_is_refused(seat):
    table = cutcard.game("pairs", seats=3, burn=0).start(cards=["3", "4", "5"])
    as_bytes = pickle.dumps(table)
    with pytest.raises(NotYours, match="waiting for 1"):
        table.play("hit", seat)
    assert pickle.dumps(table) == as_bytes


@pytest.mark.parametrize("seat", [3, -1, True, 1.0, "1"])
def test_common_6_seat_that_is_not_there_is_refused(seat):
    table = cutcard.game("pairs", seats=3, burn=0).start(cards=["3", "4", "5"])
    with pytest.raises(ParseError, match="there is no seat"):
        table.play("hit", seat)
    with pytest.raises(ParseError, match="there is no seat"):
        table.view(seat)


def test_common_6_choice_cannot_be_made_twice():
    table = cutcard.game("pickup", seats=2).start(cards=MIXED_DECK)
    move = table.legal(0)[0]
    table = table.play(move, 0)
    with pytest.raises(NotYours):
        table.play(move, 0)


def test_common_6_no_move_after_the_end():
    table = at(cutcard.game("pairs", seats=2, target=3), "to_act 0; deck *; stacks 3, 4").play("fold 3")
    with pytest.raises(NotYours, match="the game is over"):
        table.play("hit")


def test_common_6_no_move_where_a_card_is_due():
    table = cutcard.game("pairs", seats=2).start(cards=[])
    with pytest.raises(NotYours, match="a card"):
        table.play("hit")


def test_common_6_moves_leave_the_table_they_were_made_on():
    table = cutcard.game("pairs", seats=2, burn=0).start(cards=["4", "3", "9"])
    as_bytes = pickle.dumps(table)
    assert table.play("hit") != table
    assert pickle.dumps(table) == as_bytes


# COMMON-7


def test_common_7_places_best_first_and_shared():
    game = cutcard.game("port", seats=4, rounds=1)
    table = at(game, "to_act 3; playing 0 1 2 3; locked 1 2; bust 0; deck *; stacks 9, 5 2, 8, 7").play("lock")
    assert table.result.places == ((2,), (1, 3), (0,))
    assert table.result.scores == (0, 3, 4, 3)
    assert table.result.reason == "limit"


def test_common_7_no_result_before_the_end():
    table = cutcard.game("pairs", seats=2).start(cards=MIXED_DECK)
    assert table.result is None
    assert not table.is_over


ENDS = {
    ("pairs", "target"): ({"target": 3}, "to_act 0; deck *; stacks 3, 4", "fold 3"),
    ("continuous", "target"): ({"target": 3}, "to_act 0; deck *; stacks 3, 4", "fold 3@0"),
    ("port", "target"): ({}, "to_act 0; playing 0 1; bust 1; scores 20 0; deck *; stacks 3, 4", "lock"),
    ("port", "limit"): ({"rounds": 1}, "to_act 0; playing 0 1; bust 1; deck *; stacks 3, 4", "lock"),
    ("starboard", "games"): ({"games": 1}, "to_act 0; playing 0 1; locked 1; pot 2; scores 9 9; deck *; hand 3 4", "lock"),
    ("starboard", "coins"): ({}, "to_act 1; playing 0 1; scores 9 1; deck *; hand 3 4; pot 2", "draw"),
    ("pickup", "hands"): ({}, "to_act 0; acting 1; played 5, -; pool 4; deck *", "take 4"),
    ("pickup", "target"): ({"long": True, "target": 4}, "to_act 0; acting 1; played 5, -; pool 4; deck *", "take 4"),
    ("to-the-moon", "rounds"): ({"rounds": 1}, "to_act 0; counting 0 1; trick 4; spent *", "withdraw"),
}


@pytest.mark.parametrize(("name", "reason"), ENDS)
def test_common_7_reason_the_game_ended(name, reason):
    options, text, move = ENDS[name, reason]
    table = at(cutcard.game(name, seats=2, **options), text, "3").play(move)
    assert table.is_over
    assert table.result.reason == reason
    assert table.result.scores == table.scores
    assert sorted(seat for place in table.result.places for seat in place) == [0, 1]


# COMMON-8


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize(("name", "move"), [("pairs", "fold 1"), ("continuous", "fold 1@0")])
def test_common_8_one_loser(name, move, seats):
    stacks = ", ".join(["1", *["10"] * (seats - 1)])
    table = at(cutcard.game(name, seats=seats, target=1), f"to_act 0; deck *; stacks {stacks}").play(move)
    assert exact(table.result.utilities) == (Fraction(-1), *[Fraction(1, seats - 1)] * (seats - 1))


@pytest.mark.parametrize(
    ("seats", "winners"), [(seats, winners) for seats in range(2, 8) for winners in range(1, seats + 1)]
)
def test_common_8_winners_of_port(seats, winners):
    """As many seats as win have the same stack, the others a lower one: all are locked but the last."""
    everybody = list(range(seats))
    text = f"playing {' '.join(map(str, everybody))}; locked {' '.join(map(str, everybody[:-1]))}"
    game = cutcard.game("port", seats=seats, rounds=1, target=100)
    stacks = ", ".join(["10"] * winners + ["6"] * (seats - winners))
    table = at(game, f"to_act {seats - 1}; {text}; deck *; stacks {stacks}").play("lock")
    won = Fraction(seats - winners, winners * (seats - 1))
    lost = Fraction(-1, seats - 1) if winners < seats else Fraction(0)
    assert exact(table.result.utilities) == (*[won] * winners, *[lost] * (seats - winners))
    assert sum(exact(table.result.utilities)) == 0


@pytest.mark.parametrize(
    ("piles", "taken", "utilities"),
    [
        ("4, -, 2", 1, (1, Fraction(-1, 2), Fraction(-1, 2))),
        ("4, -, 4", 1, (Fraction(1, 4), Fraction(-1, 2), Fraction(1, 4))),
        ("4, 3, 2", 1, (Fraction(1, 4), Fraction(1, 4), Fraction(-1, 2))),
        ("-, -, -", 1, (Fraction(-1, 2), 1, Fraction(-1, 2))),
        ("5 2, 3, 5 2", 4, (0, 0, 0)),
    ],
)
def test_common_8_winners_of_pickup(piles, taken, utilities):
    text = f"to_act 1; acting 1; played -, 9, -; pool {taken}; piles {piles}; deck *"
    table = at(cutcard.game("pickup", seats=3), text).play(f"take {taken}")
    assert exact(table.result.utilities) == utilities


@pytest.mark.parametrize(
    ("scores", "utilities"),
    [
        ("4 0 0 2", (1, Fraction(-1, 3), Fraction(-1, 3), Fraction(-1, 3))),
        ("1 2 2 2", (0, 0, 0, 0)),
        ("1 2 0 2", (Fraction(1, 9), Fraction(1, 9), Fraction(-1, 3), Fraction(1, 9))),
        ("0 0 0 9", (Fraction(-1, 3), Fraction(-1, 3), Fraction(-1, 3), 1)),
    ],
)
def test_common_8_winners_of_to_the_moon(scores, utilities):
    """Seat 0 wins the last trick, of one card."""
    game = cutcard.game("to-the-moon", seats=4, rounds=1)
    table = at(game, f"to_act 1; counting 0 1; trick 5; spent *; scores {scores}").play("withdraw")
    assert exact(table.result.utilities) == utilities


@pytest.mark.parametrize(
    ("scores", "utilities"),
    [
        ("9 9 9", (Fraction(-4, 30), Fraction(2, 30), Fraction(2, 30))),
        ("11 9 9", (Fraction(0), Fraction(0), Fraction(0))),
        ("0 9 18", (Fraction(-31, 30), Fraction(2, 30), Fraction(29, 30))),
    ],
)
def test_common_8_coins_of_starboard(scores, utilities):
    """Seats 1 and 2 share a pot of five; the odd coin is nobody's and counts for nobody."""
    text = f"to_act 2; playing 0 1 2; bust 0; locked 1; locked_with 0 2 0; pot 5; hand 5 6; deck *; scores {scores}"
    table = at(cutcard.game("starboard", seats=3, coins=10, games=1), text).play("lock")
    assert exact(table.result.utilities) == utilities
    assert sum(exact(table.result.utilities)) == 0


# COMMON-9


def test_common_9_decision_with_one_move_is_asked_and_recorded():
    game = cutcard.game("continuous", seats=2, burn=0)
    table = played(game.start(cards=["9", "5", "7", "8"]), "0 fold 5@0", "1 hit")
    assert table.to_act == (0,)
    assert table.legal() == ("hit",)
    record = table.play("hit").record()
    assert record["events"] == ["d 9", "d 5", "0 fold 5@0", "1 hit", "d 7", "0 hit", "d 8"]
    lines = list(records.trace(record, "a.json"))
    assert lines[2]["legal"] == {"0": ["hit"]}
    assert lines[2]["event"] == 5


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("pairs", "to_act 0; stacks 5, *", "fold 1"),
        ("port", "to_act 0; playing 0 1; stacks 5, *", "lock"),
        ("starboard", "to_act 0; playing 0 1; deck *; hand 5 6; scores 0 3", "lock"),
        ("pickup", "to_act 0 1; deck *; hands 5 5, 6; pool 7", "choose 5"),
        ("pickup", "to_act 0; acting 1; deck *; played 8, 9; pool 7 7", "take 7"),
        ("to-the-moon", "to_act 0; counting 0 1; spent *; trick 4", "withdraw"),
    ],
)
def test_common_9_one_legal_move_is_listed(name, text, move):
    table = at(cutcard.game(name, seats=2), text)
    assert 0 in table.to_act
    assert table.legal(0) == (move,)


# COMMON-10


ANY = 10**9
"""A value that is in range where a clause sets no upper limit."""

NUMBERS = {
    "pairs": {"target": (1, {2: 188, 3: 122, 4: 89, 5: 69, 6: 56, 7: 47, 8: 40}), "burn": (0, 54)},
    "continuous": {"target": (1, {2: 188, 3: 122, 4: 89, 5: 69, 6: 56, 7: 47, 8: 40}), "burn": (0, 54)},
    "port": {"target": (1, None), "burn": (0, 54), "rounds": (1, None)},
    "starboard": {"coins": (1, None), "games": (1, None), "burn": (0, 54), "pot": (0, None)},
    "pickup": {"target": (1, None)},
    "to-the-moon": {"rounds": (1, None)},
}
SWITCHES = {"pairs": ["eights", "deal_passes"], "continuous": ["eights"], "port": ["deal_passes"], "pickup": ["long"]}
ROWS = {"starboard": ["purses"]}

DEFAULTS = {
    ("pairs", 2): {"eights": False, "target": 31, "burn": 5, "deal_passes": False},
    ("continuous", 6): {"eights": False, "target": 11, "burn": 5},
    ("port", 2): {"target": 21, "burn": 5, "rounds": 100, "deal_passes": False},
    ("port", 7): {"target": 21, "burn": 5, "rounds": 100, "deal_passes": False},
    ("starboard", 2): {"coins": 100, "games": 2, "burn": 5, "purses": (), "pot": 0},
    ("starboard", 7): {"coins": 100, "games": 7, "burn": 5, "purses": (), "pot": 0},
    ("pickup", 2): {"long": False, "target": 150},
    ("pickup", 3): {"long": False, "target": 100},
    ("pickup", 4): {"long": False, "target": 100},
    ("pickup", 5): {"long": False, "target": 75},
    ("pickup", 6): {"long": False, "target": 75},
    ("to-the-moon", 4): {"rounds": 6},
}

each_number = pytest.mark.parametrize(("name", "option"), [(name, option) for name in NUMBERS for option in NUMBERS[name]])
each_switch = pytest.mark.parametrize(("name", "option"), [(name, option) for name in SWITCHES for option in SWITCHES[name]])


@every_game
def test_common_10_every_option_is_tested_here(name):
    assert set(cutcard.game(name).options) == {*NUMBERS[name], *SWITCHES.get(name, []), *ROWS.get(name, [])}


@pytest.mark.parametrize(("name", "seats"), DEFAULTS)
def test_common_10_defaults(name, seats):
    assert cutcard.game(name, seats=seats).options == DEFAULTS[name, seats]


@each_number
@pytest.mark.parametrize("value", [True, False, 5.0, 5.5, "5", "", None, [5], {"5": 5}, float("nan"), float("inf"), 5j])
def test_common_10_number_of_the_wrong_type(name, option, value):
    with pytest.raises(ParseError, match=f"{option} is a whole number"):
        cutcard.game(name, seats=2, **{option: value})


@each_switch
@pytest.mark.parametrize("value", [0, 1, 1.0, "true", "", None, []])
def test_common_10_switch_of_the_wrong_type(name, option, value):
    with pytest.raises(ParseError, match=f"{option} is either true or false"):
        cutcard.game(name, seats=2, **{option: value})


@each_switch
@pytest.mark.parametrize("value", [False, True])
def test_common_10_both_values_of_a_switch(name, option, value):
    assert cutcard.game(name, seats=2, **{option: value}).options[option] is value


@each_number
def test_common_10_numbers_at_the_ends_of_their_range(name, option):
    least, most = NUMBERS[name][option]
    for seats in range(2, SEATS[name] + 1):
        largest = most[seats] if isinstance(most, dict) else most
        for value in (least, ANY if largest is None else largest):
            assert cutcard.game(name, seats=seats, **{option: value}).options[option] == value


@each_number
def test_common_10_numbers_out_of_their_range(name, option):
    least, most = NUMBERS[name][option]
    for seats in range(2, SEATS[name] + 1):
        largest = most[seats] if isinstance(most, dict) else most
        too_large = [] if largest is None else [largest + 1, ANY, 10**30]
        for value in (least - 1, -1, -(10**30), *too_large):
            with pytest.raises(ParseError, match=f"{option} is (from|at least)"):
                cutcard.game(name, seats=seats, **{option: value})


@every_game
@pytest.mark.parametrize("option", ["colour", "Burn", "hands", "limit", "dealer_", ""])
def test_common_10_unknown_name(name, option):
    with pytest.raises(ParseError, match="there is no option"):
        cutcard.game(name, seats=2, **{option: 1})


@every_game
@pytest.mark.parametrize("seats", [-2, 0, 1, True, 2.0, "2", [2]])
def test_common_10_bad_seats(name, seats):
    with pytest.raises(ParseError, match="seats"):
        cutcard.game(name, seats=seats)
    with pytest.raises(ParseError, match="seats"):
        cutcard.game(name, seats=SEATS[name] + 1)


@every_game
@pytest.mark.parametrize("dealer", [-1, 3, True, False, 0.0, "0", None])
def test_common_10_bad_dealer(name, dealer):
    with pytest.raises(ParseError, match="dealer"):
        cutcard.game(name, seats=3, dealer=dealer)


def test_common_10_unknown_game():
    with pytest.raises(cutcard.NotFound, match="snap"):
        cutcard.game("snap")


# Notation


@every_game
def test_notation_cards_of_the_pairs_deck(name):
    assert cutcard.game(name, seats=2).deck.faces == tuple(str(rank) for rank in range(1, 11))


@every_game
@pytest.mark.parametrize("card", ["0", "11", "05", "5.0", " 5", "5 ", "", "five", "5H", "+5", "٥"])
def test_notation_no_other_cards(name, card):
    with pytest.raises(ParseError, match="not a card"):
        cutcard.game(name, seats=2).start(cards=[card])


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("pairs", "to_act 0; deck *; stacks 10 8, 10", ["fold 8", "hit"]),
        ("continuous", "to_act 0; deck *; stacks 10 8, 10", ["fold 10@0", "fold 10@1", "fold 8@0", "hit"]),
        ("port", "to_act 0; playing 0 1; deck *; stacks 10, 9", ["hit", "lock"]),
        ("starboard", "to_act 0; playing 0 1; deck *; hand 10 9; scores 1 1", ["draw", "lock"]),
        ("pickup", "to_act 0 1; deck *; hands 2 2 9 10, 5", ["choose 10", "choose 2", "choose 9"]),
        ("pickup", "to_act 0; acting 1; deck *; played 10, 3; pool 2 10 10", ["take 10", "take 2"]),
        (
            "to-the-moon",
            "to_act 0; counting 0 1; deck *; hands 2 10, 5; trick 4",
            ["build 10", "build 2", "test", "withdraw"],
        ),
        ("to-the-moon", "to_act 0; counting 0 1; spent *; trick 2 10", ["withdraw 10", "withdraw 2"]),
    ],
)
def test_notation_moves_in_code_point_order(name, text, moves):
    assert list(at(cutcard.game(name, seats=2), text).legal(0)) == moves


# Records

EVENTS = ["d 5", "d 3", "0 hit", "d 9", "1 fold 3", "d 2", "d 10", "1 fold 2"]
"""Two seats, no burn, the losing score 5: seat 1 folds twice and loses."""


def a_record(events: list, **header: object) -> dict:
    record = {"cutcard": 1, "game": "pairs", "seats": 2, "dealer": 0, "options": {"burn": 0, "target": 5}, "events": events}
    return {**record, **header}


def fault(record: dict) -> RecordError:
    with pytest.raises(RecordError) as raised:
        replay(record)
    assert str(raised.value) == f"event {raised.value.event}: {raised.value.reason}"
    return raised.value


def test_record_of_a_game():
    table = cutcard.game("pairs", seats=2, burn=0, target=5).start(cards=["5", "3", "9", "2", "10"])
    table = played(table, "0 hit", "1 fold 3", "1 fold 2")
    assert table.record() == a_record(EVENTS)


def test_record_holds_burned_cards_and_reshuffles_in_order():
    all_but_a_ten = FULL_DECK[:-1]
    cards = [*all_but_a_ten, "10", *all_but_a_ten[1:], "1"]
    record = cutcard.game("pairs", seats=2, burn=54).start(cards=cards).record()
    assert record["events"] == [f"d {card}" for card in cards]


def test_record_is_json():
    record = cutcard.game("pickup", seats=3, dealer=2, long=True).start(cards=MIXED_DECK).record()
    assert json.loads(json.dumps(record)) == record
    assert record["options"] == {"long": True}
    assert record["dealer"] == 2


@every_game
def test_record_replays_to_the_same_table(name):
    table = cutcard.game(name, seats=3, dealer=2).start(cards=MIXED_DECK)
    for _ in range(4):
        seat = table.to_act[-1]
        table = table.play(table.legal(seat)[-1], seat)
    assert replay(table.record()) == table
    assert replay(table.record()).record() == table.record()


def test_record_may_leave_out_dealer_and_options():
    events = ["d 6"] * 5 + ["d 5", "d 3", "0 fold 3", "d 4", "d 7"]
    full = {"cutcard": 1, "game": "pairs", "seats": 2, "dealer": 0, "options": {}, "events": events}
    short = {key: value for key, value in full.items() if key not in ("dealer", "options")}
    defaults = {**full, "options": {"burn": 5, "target": 31, "eights": False}}
    assert replay(short) == replay(full) == replay(defaults)
    assert replay(short).scores == (3, 0)


@pytest.mark.parametrize("length", [2, 4, 7])
def test_record_may_stop_at_any_decision(length):
    table = replay(a_record(EVENTS[:length]))
    assert not table.is_over
    assert len(table.to_act) == 1
    assert table.record()["events"] == EVENTS[:length]


@pytest.mark.parametrize("length", [0, 1, 3, 5, 6])
def test_record_that_stops_where_a_card_is_due(length):
    error = fault(a_record(EVENTS[:length]))
    assert error.event == length
    assert "card is due" in error.reason


def changed(index: int, event: object) -> list:
    return [*EVENTS[:index], event, *EVENTS[index + 1 :]]


NOT_CARDS = [
    "d",
    "d ",
    "d  5",
    "d 5 ",
    " d 5",
    "D 5",
    "d\t5",
    "d5",
    "d 11",
    "d 0",
    "d 05",
    "d 5H",
    "d five",
    "5",
    "",
    "d 5\n",
    "d ٥",
]
NOT_MOVES = [
    "", "0", "0 ", " 0 hit", "00 hit", "+0 hit", "-0 hit", "0  hit", "0 hit ", "0\thit", "0 hit\n", "0 Hit", "0 HIT",
    "hit", "hit 0", "0hit", "0 fold", "0 fold 9", "0 fold  3", "0 fold 03", "0 fold 3@0", "0 eight", "0 dance", "٠ hit",
    "1 hit", "2 hit", "-1 hit", "0.0 hit", "None hit", "False hit",
]  # fmt: skip
NOT_TEXTS = [5, 0, None, True, 1.5, float("nan"), ["0 hit"], {"d": 5}, []]


@pytest.mark.parametrize("index", [0, 1, 3, 5, 6])
@pytest.mark.parametrize("event", NOT_CARDS)
def test_record_with_what_is_no_card(index, event):
    assert fault(a_record(changed(index, event))).event == index


@pytest.mark.parametrize("event", NOT_MOVES)
def test_record_with_what_is_no_legal_move(event):
    assert fault(a_record(changed(2, event))).event == 2


@pytest.mark.parametrize(("index", "event"), [(2, "d 9"), (2, "d"), (2, "d  9"), (4, "d 2"), (7, "d 11")])
def test_record_with_a_card_where_a_move_is_due(index, event):
    error = fault(a_record(changed(index, event)))
    assert error.event == index
    assert "a move is due" in error.reason


@pytest.mark.parametrize(("index", "event"), [(0, "0 hit"), (3, "0 hit"), (6, "1 fold 2")])
def test_record_with_a_move_where_a_card_is_due(index, event):
    error = fault(a_record(changed(index, event)))
    assert error.event == index
    assert "card is due" in error.reason


@pytest.mark.parametrize(
    ("events", "index"), [(["d 1", "d 1"], 1), (["d 2", "d 1", "1 fold 1"], 2), (changed(5, "d 3")[:6], 6)]
)
def test_record_fault_is_the_first_one(events, index):
    assert fault(a_record(events)).event == index


def test_record_with_a_card_that_is_not_in_the_deck():
    error = fault(a_record(["d 5", "d 1", "0 hit", "d 1", "1 hit", "d 9"]))
    assert error.event == 3
    assert "not in the deck" in error.reason


@pytest.mark.parametrize("event", ["d 5", "0 hit", "1 fold 5", "", "d", None])
def test_record_with_an_event_after_the_end(event):
    assert fault(a_record([*EVENTS, event])).event == len(EVENTS)


@pytest.mark.parametrize("event", NOT_TEXTS)
@pytest.mark.parametrize("index", [0, 2, 3])
def test_record_with_an_event_that_is_no_text(index, event):
    assert fault(a_record(changed(index, event))).event == index


def test_record_with_an_event_that_is_no_text_after_another_fault():
    assert fault(a_record(["d 5", "d 3", "0 dance", 5])).event == 2


BAD_HEADERS = {
    "cutcard": [2, 0, "1", None, True, [1], float("nan")],
    "game": ["snap", "Pairs", "", None, 1, ["pairs"]],
    "seats": [1, 9, 0, -2, 10**30, "2", None, True, 2.0, [2]],
    "dealer": [-1, 2, 10**30, "0", None, False, 0.0],
    "options": [
        None, [], "burn", {"burn": None}, {"burn": "0"}, {"burn": 0.0}, {"burn": 55}, {"burn": -1}, {"eights": 1},
        {"target": 189}, {"target": 0}, {"colour": 1}, {"dealer": 0}, {"target": float("nan")},
    ],
    "events": [None, "d 5", {}, {"0": "d 5"}, 5],
}  # fmt: skip


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BAD_HEADERS.items() for value in values])
def test_record_with_a_bad_header(key, value):
    record = {**a_record(EVENTS), key: value}
    assert fault(record).event == 0
    (line,) = records.trace(record, "a.json")
    assert line["event"] == 0
    assert line["error"]


@pytest.mark.parametrize("key", ["cutcard", "game", "seats", "events"])
def test_record_without_what_it_must_say(key):
    record = a_record(EVENTS)
    del record[key]
    assert key in fault(record).reason


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"5", b"null", b'"d 5"', b"\xff\xfe", b"[" * 100_000, b'{"seats": ' + b"9" * 5000 + b"}"],
)
def test_record_file_that_is_no_record(tmp_path, content):
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(ParseError, match=r"a\.json"):
        records.load(file)


def test_record_file(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(a_record(EVENTS)), encoding="utf-8")
    assert replay(records.load(file)).scores == (0, 5)
    with pytest.raises(CutcardError, match=r"b\.json"):
        records.load(tmp_path / "b.json")


# Traces

LINES = [
    {"record": "a.json", "event": 2, "to_act": [0], "legal": {"0": ["fold 3", "hit"]}, "scores": [0, 0], "over": False},
    {"record": "a.json", "event": 4, "to_act": [1], "legal": {"1": ["fold 3", "hit"]}, "scores": [0, 0], "over": False},
    {"record": "a.json", "event": 7, "to_act": [1], "legal": {"1": ["fold 2", "hit"]}, "scores": [0, 3], "over": False},
    {
        "record": "a.json", "event": 8, "to_act": [], "legal": {}, "scores": [0, 5], "over": True, "places": [[0], [1]],
    },
]  # fmt: skip


def traced(events: list, **header: object) -> list[dict]:
    """The lines of a trace, as they come out of JSON."""
    lines = list(records.trace(a_record(events, **header), "a.json"))
    assert json.loads(json.dumps(lines)) == lines
    return lines


def test_trace_of_a_finished_game():
    assert traced(EVENTS) == LINES


@pytest.mark.parametrize(("length", "lines"), [(2, 1), (4, 2), (7, 3)])
def test_trace_of_a_game_in_progress_ends_before_the_move_to_come(length, lines):
    assert traced(EVENTS[:length]) == LINES[:lines]


@pytest.mark.parametrize(
    ("events", "lines", "index"),
    [
        ([], 0, 0),
        (changed(1, "d 11"), 0, 1),
        (changed(2, "0 dance"), 1, 2),
        (changed(3, "d 11"), 1, 3),
        (EVENTS[:3], 1, 3),
        (changed(4, "0 hit"), 2, 4),
        (EVENTS[:5], 2, 5),
        (changed(7, "d 4"), 3, 7),
        ([*EVENTS, "d 4"], 4, 8),
        ([*EVENTS, "0 hit"], 4, 8),
    ],
)
def test_trace_of_a_faulty_record_ends_with_its_error(events, lines, index):
    *before, error = traced(events)
    assert before == LINES[:lines]
    assert error.keys() == {"record", "error", "event"}
    assert error["record"] == "a.json"
    assert error["event"] == index
    assert isinstance(error["error"], str)


@pytest.mark.parametrize("event", [5, None, True, ["1 hit"], {}])
def test_trace_up_to_an_event_that_is_no_text(event):
    *before, error = traced(changed(4, event))
    assert before == LINES[:2]
    assert error["event"] == 4


def test_trace_of_seats_that_choose_at_once():
    table = cutcard.game("pickup", seats=3).start(cards=MIXED_DECK)
    first, second = table.legal(1)[0], table.legal(0)[0]
    lines = list(records.trace(played(table, f"1 {first}", f"0 {second}").record(), "a.json"))
    assert [line["to_act"] for line in lines] == [[0, 1, 2], [0, 2], [2]]
    assert [set(line["legal"]) for line in lines] == [{"0", "1", "2"}, {"0", "2"}, {"2"}]
    assert [line["event"] for line in lines] == [23, 24, 25]


@pytest.mark.parametrize(("limit", "legal"), [(2, ["fold 3", "hit"]), (1, 2)])
def test_trace_gives_the_number_of_very_many_moves(monkeypatch, limit, legal):
    assert records.LISTED_AT_MOST == 10_000
    monkeypatch.setattr(records, "LISTED_AT_MOST", limit)
    assert traced(EVENTS[:2])[0]["legal"] == {"0": legal}


def test_trace_places_are_ascending():
    *_, last = traced(["d 4", "d 2", "d 3", "d 5", "2 fold 2"], seats=4, options={"burn": 0, "target": 2})
    assert last["places"] == [[0, 1, 3], [2]]


def test_trace_scores_of_pairs_are_points_so_far():
    assert [line["scores"] for line in traced(EVENTS)] == [[0, 0], [0, 0], [0, 3], [0, 5]]


def test_trace_scores_of_port_are_those_after_the_last_round():
    text = "playing 0 1; deck *; stacks 9, 8; scores 4 5"
    table = at(cutcard.game("port", seats=2, burn=0), f"to_act 0; {text}", "5 6").play("lock")
    assert table.scores == (4, 5)
    assert table.play("lock").scores == (6, 6)


def test_trace_scores_of_starboard_are_coins_without_the_pot():
    table = cutcard.game("starboard", seats=2, burn=0, coins=10).start(cards=["5", "6", "7"])
    assert table.scores == (9, 9)
    assert table.play("draw").scores == (9, 8)


def test_trace_scores_of_pickup_are_running_totals():
    """Seat 0 is to take; seat 1's card is played and cannot take: it counts once it is stacked."""
    game = cutcard.game("pickup", seats=2, long=True)
    text = "to_act 0; acting 1; deck *; hands 10, 10; played 4, 5; pool 3 10; piles 6, 7; banked 20 30"
    table = at(game, text, "1 2 2 3 3")
    assert table.scores == (26, 37)
    assert table.play("take 3").scores == (29, 42)


def test_trace_scores_of_to_the_moon_are_those_after_the_last_trick():
    text = "counting 0 1; deck *; hands 3, 4; trick 5 6; scores 7 8"
    table = at(cutcard.game("to-the-moon", seats=2), f"to_act 0; {text}", "9")
    assert table.play("build 3").scores == (7, 8)
    assert table.play("withdraw 5").scores == (7, 9)
