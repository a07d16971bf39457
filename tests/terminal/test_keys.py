"""What a typed word means."""

import pytest

from cutcard.terminal.keys import Keys, initials, letters

NAMES = ("You", "Ada", "Bo", "Cy")
SEATS = initials(NAMES, 0)


def keys(verbs: str, *legal: str) -> Keys:
    return Keys(tuple(verbs.split()), legal, SEATS)


PAIRS = keys("hit fold eight", "fold 3", "hit")
CONTINUOUS = keys("hit fold eight", "fold 10@2", "fold 3@0", "fold 3@1", "fold 7@3", "hit")
PICKUP = keys("choose take", "choose 10", "choose 3")
MOON = keys("build test withdraw", "build 10", "build 3", "test", "withdraw 5", "withdraw 7")


def test_first_letters_where_they_are_free() -> None:
    assert letters(["hit", "fold", "halt", "quit", "hilt"]) == {
        "hit": "h",
        "fold": "f",
        "halt": "a",
        "quit": "u",
        "hilt": "i",
    }
    assert letters(["ab", "ba", "aab"])["aab"] == "aab"


def test_seats_by_their_initials() -> None:
    assert SEATS == {0: "y", 1: "a", 2: "b", 3: "c"}
    assert initials(("Ada", "Al"), 0) == {0: "y", 1: "a"}
    assert initials(("You", "Ada", "Al"), 0) == {0: "@0", 1: "@1", 2: "@2"}


@pytest.mark.parametrize(
    ("decision", "listed"),
    [
        (PAIRS, {"h": "hit", "f": "fold 3"}),
        (CONTINUOUS, {"h": "hit", "f3y": "fold 3@0", "f3a": "fold 3@1", "f7c": "fold 7@3", "f10b": "fold 10@2"}),
        (PICKUP, {"3": "choose 3", "10": "choose 10"}),
        (MOON, {"b3": "build 3", "b10": "build 10", "t": "test", "w5": "withdraw 5", "w7": "withdraw 7"}),
        (keys("hit fold", "hit"), {"h": "hit"}),
    ],
)
def test_every_move_has_a_short_key(decision: Keys, listed: dict[str, str]) -> None:
    assert list(decision.keyed.items()) == list(listed.items())


@pytest.mark.parametrize(
    ("decision", "typed", "move"),
    [
        (PAIRS, "h", "hit"),
        (PAIRS, " HIT ", "hit"),
        (PAIRS, "f", "fold 3"),
        (PAIRS, "fold", "fold 3"),
        (PAIRS, "f3", "fold 3"),
        (PAIRS, "f 3", "fold 3"),
        (PAIRS, "fold 3", "fold 3"),
        (CONTINUOUS, "f3a", "fold 3@1"),
        (CONTINUOUS, "fold 3@1", "fold 3@1"),
        (CONTINUOUS, "f7", "fold 7@3"),
        (PICKUP, "10", "choose 10"),
        (PICKUP, "choose 10", "choose 10"),
        (MOON, "b 3", "build 3"),
        (MOON, "w5", "withdraw 5"),
    ],
)
def test_a_typed_word_means_a_move(decision: Keys, typed: str, move: str) -> None:
    assert decision.meaning(typed) == move


@pytest.mark.parametrize(
    ("decision", "typed", "tried"),
    [
        (PAIRS, "f5", "fold 5"),
        (PAIRS, "e", "eight"),
        (PAIRS, "nonsense here", "nonsense here"),
        (PAIRS, "", ""),
        (CONTINUOUS, "f3", "fold 3"),
        (CONTINUOUS, "f1", "fold 1"),
        (CONTINUOUS, "f3b", "fold 3@2"),
        (CONTINUOUS, "f", "fold"),
        (PICKUP, "1", "choose 1"),
        (PICKUP, "t3", "take 3"),
        (MOON, "b7", "build 7"),
        (MOON, "w", "withdraw"),
        (MOON, "7", "7"),
    ],
)
def test_what_is_not_legal_is_spelled_out_for_its_refusal(decision: Keys, typed: str, tried: str) -> None:
    assert decision.meaning(typed) == tried
    assert tried not in decision.legal
