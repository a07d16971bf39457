"""The figures that need no search, worked out by hand."""

import cutcard
from cutcard.core.declaration.figures import Figures
from cutcard.core.declaration.phrases import plain, spoken
from cutcard.core.languages import percent


def figures(line: str, seat: int | None = 0, **options: bool | int) -> Figures:
    name, seats = line.split()[0].rstrip(";").split("/")
    view = cutcard.game(name, seats=int(seats), **options).position(line).view(seat)
    return view.game.rulebook.words.figures(view)


def facts(line: str, **options: bool | int) -> dict[str, str]:
    return {spoken(plain(label), (), None): value for label, value in figures(line, **options).facts}


def test_percents() -> None:
    assert [percent(chance) for chance in (0.0, 0.001, 0.005, 0.234, 0.995, 0.999, 1.0)] == [
        "0%", "under 1%", "under 1%", "23%", "over 99%", "over 99%", "100%",
    ]  # fmt: skip


# Pairs


def test_pairs_hit_and_fold() -> None:
    """One 2 and six 7s of 45 unseen cards pair: 7/45, at (2 + 6 · 7)/45 points."""
    found = figures("pairs/3; to_act 0; stacks 2 7, 10, 3; discards 5 9 9 10 10 10; burned 1; deck *")
    assert dict(found.facts) == {
        "Chance to pair": "16%", "Expected cost of a hit": "1.0 points", "Cheapest fold": "2 points",
    }  # fmt: skip
    assert found.left
    assert found.left.title == "45 cards that you have not seen: 44 in the deck, 1 burned"
    assert found.left.counts == (
        ("1", 1), ("2", 1), ("3", 2), ("4", 4), ("5", 4), ("6", 6), ("7", 6), ("8", 8), ("9", 7), ("10", 6),
    )  # fmt: skip


def test_pairs_the_burned_cards_are_among_those_that_may_come() -> None:
    """Of 9, 10, 10 and the burned 9 any may be on top: half of them pair with the 9."""
    found = figures("pairs/2; to_act 0; stacks 9, 1; burned 9; deck 9 10 10; discards *")
    assert dict(found.facts)["Chance to pair"] == "50%"
    assert dict(found.facts)["Expected cost of a hit"] == "4.5 points"
    assert found.left
    assert dict(found.left.counts)["9"] == 2


def test_pairs_12_an_empty_deck_is_shuffled_from_the_discards() -> None:
    """Two 5s of three cards."""
    found = figures("pairs/2; to_act 0; stacks 5, 1; burned 9; deck -; discards 5 5; markers *, -")
    assert dict(found.facts)["Chance to pair"] == "67%"
    assert dict(found.facts)["Expected cost of a hit"] == "3.3 points"
    assert found.left
    assert found.left.title == "3 cards to shuffle, as the deck is empty: 2 discards, 1 burned"
    assert [rank for rank, number in found.left.counts if number] == ["5", "9"]


def test_pairs_13_where_no_card_can_come_there_is_only_the_fold() -> None:
    assert facts("pairs/2; to_act 0; stacks 5, 1; deck -; markers *, -") == {"Cheapest fold": "1 point"}


def test_pairs_a_fold_that_loses() -> None:
    found = facts("pairs/2 target=10; to_act 0; stacks 5, 4; scores 6 0; deck *", target=10)
    assert found["Cheapest fold"] == "4 points, which loses the game"


def test_continuous_folds_to_the_lowest_card_of_all() -> None:
    assert facts("continuous/3; to_act 0; stacks 9, 10, 3 6; deck *")["Cheapest fold"] == "3 points"
    assert "Cheapest fold" not in facts("continuous/3; to_act 0; stacks -, 10, 3 6; deck *")


def test_eight_two_cards() -> None:
    """Without the 8: a 5 first (1/3) costs 5. An 8 first (2/3), then all that comes pairs. That is 5/3 + 2/3 · 6.5."""
    found = facts("pairs/2 eights=true; to_act 0; stacks 5 8, 1; deck 5 8 8; discards *", eights=True)
    assert (found["Chance to pair"], found["Expected cost of a hit"]) == ("100%", "7.0 points")
    assert (found["Chance to pair with an eight"], found["Expected cost of an eight"]) == ("100%", "6.0 points")


def test_eight_3_a_reshuffle_between_the_two_cards() -> None:
    """The 6 is the last card of the deck; then the discarded 8 and the 2 are shuffled, and neither pairs."""
    found = facts("pairs/2 eights=true; to_act 0; stacks 5 8, 1; deck 6; discards 2; markers *, -", eights=True)
    assert (found["Chance to pair with an eight"], found["Expected cost of an eight"]) == ("0%", "0.0 points")


# The others with the Pairs deck


def test_port_a_hit() -> None:
    """5 and 10 bust; 4 and 6 make 19 and 21: (19 + 21)/4."""
    found = facts("port/2; to_act 0; stacks 5 10, 3; playing 0 1; deck 4 5 6 10; discards *")
    assert found == {"Chance to pair and go bust": "50%", "Your stack": "15 now, 10.0 on average after a hit (bust is 0)"}


def test_starboard_a_draw() -> None:
    """One of four cards pairs. Seat 1 is locked; all three are in."""
    line = "to_act 0; hand 3 7; pot 7; playing 0 1 2; locked 1; locked_with 0 2 0; scores 99 99 99"
    assert facts(f"starboard/3; {line}; deck 3 8 9 10; discards *") == {
        "Chance to pair and go bust": "25%",
        "Any other card knocks out": "1 seat",
        "The pot": "7 coins, 8 after a draw",
        "Shared by the 3 still in": "2 coins each",
    }


def test_to_the_moon_a_test() -> None:
    """Unseen are the deck and the other hand, 4 5 6 9: a 4 or a 5 fails."""
    found = figures("to-the-moon/2; to_act 0; hands 1 2, 6 9; trick 4 5; counting 0 1; deck 4 5; spent *")
    assert dict(found.facts) == {"Chance that a test fails": "50%"}
    assert found.left
    assert found.left.title == "4 cards that you have not seen: 2 in the deck, 2 in the hands of others"
    assert [rank for rank, number in found.left.counts if number] == ["4", "5", "6", "9"]


def test_pickup_cards_left() -> None:
    """Another's choice lies face down; your own you know."""
    found = figures("pickup/2; to_act 1; hands 3 9, 8; choices 7, -; pool 1 2; deck 10 10; discards *", seat=1)
    assert found.left
    assert found.left.title == (
        "5 cards that you have not seen: 2 in the deck, 2 in the hands of others, 1 chosen face down"
    )
    assert dict(found.left.counts)["7"] == 1
    assert dict(found.left.counts)["8"] == 0


# Standard cards


def test_pickle_the_ends_of_a_hand() -> None:
    """Unseen are 4C 5C 6C KC and the jokers: above the 5H are 6, K and both jokers; above the K the jokers."""
    line = "to_act 0; phase 3; remaining 0 1; hand_size 3; hands 5H 7C KD, 4C 6C KC; deck 5C JR JB; spent *"
    found = figures(f"pickle/2; {line}")
    assert {spoken(plain(label), (), None): value for label, value in found.facts} == {
        "Unseen cards above your 5H": "4",
        "Unseen cards above your KD": "2",
    }
    assert found.left
    assert {rank: number for rank, number in found.left.counts if number} == {"4": 1, "5": 1, "6": 1, "K": 1, "Joker": 2}


def clever(trick: int) -> Figures:
    line = f"to_act 0; phase 2; trick {trick}; trump 2H; hands 3C, 4H 5H; bids 1 1; deck KS; spent *"
    return figures(f"clever-pickin/2; {line}")


def test_clever_trumps_by_the_values_of_the_trick() -> None:
    """Unseen are 4H 5H KS by their solid values; in an even trick the hollow ones count."""
    found = clever(trick=1)
    assert found.facts == (("Unseen trumps in this trick", "2"),)
    assert found.left
    assert found.left.counts == (("solid clubs", 0), ("solid diamonds", 0), ("solid hearts", 2), ("solid spades", 1))
    hollow = clever(trick=2).left
    assert hollow
    assert [rank for rank, _ in hollow.counts] == ["hollow clubs", "hollow diamonds", "hollow hearts", "hollow spades"]
    assert sum(number for _, number in hollow.counts) == 3


def test_a_spectator_gets_the_cards_left_alone() -> None:
    found = figures("pairs/3; to_act 0; stacks 2 7, 10, 3; deck *", seat=None)
    assert found.facts == ()
    assert found.left
