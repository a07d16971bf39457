"""What a typed word means."""

from dataclasses import replace

import pytest

from cutcard import ParseError
from cutcard.games.clever_pickin.deck import DECK as DUAL
from cutcard.games.pickle.deck import DECK as PICKLE
from cutcard.present.keys import Keys, initials, letters

NAMES = ("You", "Ada", "Bo", "Cy")
SEATS = initials(NAMES, 0)


def keys(verbs: str, *legal: str) -> Keys:
    return Keys(tuple(verbs.split()), legal, SEATS)


PAIRS = keys("hit fold eight", "fold 3", "hit")
CONTINUOUS = keys("hit fold eight", "fold 10@2", "fold 3@0", "fold 3@1", "fold 7@3", "hit")
PICKUP = keys("choose take", "choose 10", "choose 3")
MOON = keys("build test withdraw", "build 10", "build 3", "test", "withdraw 5", "withdraw 7")

VERBS = "set ready redeal stay trade play"


def pickle(*legal: str) -> Keys:
    return Keys(tuple(VERBS.split()), legal, SEATS, PICKLE.faces)


SET = pickle(*(f"set {number}" for number in (0, 1, 10, 2)))
CALL = pickle("ready", "redeal")
TRADE = pickle("redeal", "stay", "trade 10C 8D", "trade 10C JB", "trade 8D JB")
MANY = replace(pickle("stay", "trade 2D 3D 4H"), are_examples=True)
"""Where there are too many moves: the others are not known to the keys."""
LEAD = pickle("play 10H", "play 3C", "play 7C", "play 7C 7D", "play 7D", "play KH", "play JC", "play JR", "play 8S")
PICK = Keys(("pick", "bid", "play"), ("pick KH", "pick QS", "pick 10H"), SEATS, DUAL.faces)


def test_first_letters_where_they_are_free() -> None:
    assert letters(["fold", "lock", "eight"]) == {"fold": "f", "lock": "l", "eight": "e"}


def test_the_next_free_letter_of_a_verb_that_can_be_said_now() -> None:
    """`h` gives advice and `q` leaves: no verb gets them."""
    assert letters(["hit", "halt", "quit", "hat"]) == {"hit": "i", "halt": "a", "quit": "u", "hat": "t"}
    assert letters(["hit", "it", "ti"]) == {"hit": "i", "it": "t", "ti": "ti"}
    assert letters(["fold"], ["find", "lock"]) == {"fold": "f", "find": "find", "lock": "l"}


def test_no_verb_gets_the_letter_of_a_rank() -> None:
    hand = Keys(("ask", "join"), ("ask KH", "join"), SEATS, PICKLE.faces)
    assert hand.letter == {"ask": "s", "join": "o"}
    assert hand.meaning("k") == "ask KH"


def test_verbs_that_can_be_said_now_choose_their_letters_first() -> None:
    assert {verb: CALL.letter[verb] for verb in CALL.verbs_now} == {"ready": "r", "redeal": "e"}
    assert {verb: TRADE.letter[verb] for verb in TRADE.verbs_now} == {"stay": "s", "trade": "t", "redeal": "r"}


def test_seats_by_their_initials() -> None:
    assert SEATS == {0: "y", 1: "a", 2: "b", 3: "c"}
    assert initials(("Ada", "Al"), 0) == {0: "y", 1: "a"}
    assert initials(("You", "Ada", "Al"), 0) == {0: "@0", 1: "@1", 2: "@2"}


@pytest.mark.parametrize(
    ("decision", "listed"),
    [
        (PAIRS, {"i": "hit", "f": "fold 3"}),
        (CONTINUOUS, {"i": "hit", "f3y": "fold 3@0", "f3a": "fold 3@1", "f7c": "fold 7@3", "f10b": "fold 10@2"}),
        (PICKUP, {"3": "choose 3", "10": "choose 10"}),
        (MOON, {"b3": "build 3", "b10": "build 10", "t": "test", "w5": "withdraw 5", "w7": "withdraw 7"}),
        (keys("hit fold", "hit"), {"i": "hit"}),
        (SET, {"0": "set 0", "1": "set 1", "2": "set 2", "10": "set 10"}),
        (CALL, {"r": "ready", "e": "redeal"}),
        (
            TRADE,
            {"r": "redeal", "s": "stay", "10c 8d": "trade 10C 8D", "10c jb": "trade 10C JB", "8d jb": "trade 8D JB"},
        ),
        (MANY, {"s": "stay", "2d 3d 4h": "trade 2D 3D 4H"}),
        (PICK, {"10h": "pick 10H", "kh": "pick KH", "qs": "pick QS"}),
    ],
)
def test_every_move_has_a_short_key(decision: Keys, listed: dict[str, str]) -> None:
    assert list(decision.keyed.items()) == list(listed.items())


@pytest.mark.parametrize(
    ("decision", "typed", "move"),
    [
        (PAIRS, "i", "hit"),
        (PAIRS, "hi", "hit"),
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
        (SET, "10", "set 10"),
        (SET, "s 1", "set 1"),
        (SET, "set 2", "set 2"),
        (CALL, "r", "ready"),
        (CALL, "READY", "ready"),
        (CALL, "red", "redeal"),
        (TRADE, "r", "redeal"),
        (TRADE, "s", "stay"),
        (TRADE, "st", "stay"),
        (TRADE, "10c8d", "trade 10C 8D"),
        (TRADE, "8♦ 10♣", "trade 10C 8D"),
        (TRADE, "t jb 10c", "trade 10C JB"),
        (TRADE, "trade 8d, ★jb", "trade 8D JB"),
        (LEAD, "kh", "play KH"),
        (LEAD, "play kh", "play KH"),
        (LEAD, "p kh", "play KH"),
        (LEAD, "pkh", "play KH"),
        (LEAD, "K♥", "play KH"),
        (LEAD, "k", "play KH"),
        (LEAD, "p k", "play KH"),
        (LEAD, "p 10", "play 10H"),
        (LEAD, "p 8", "play 8S"),
        (LEAD, "8", "play 3C"),
        (PAIRS, "2", "fold 3"),
        (CONTINUOUS, "3", "fold 3@1"),
        (MOON, " 3 ", "test"),
        (CALL, "1", "ready"),
        (LEAD, "j", "play JC"),
        (LEAD, "joker", "play JR"),
        (LEAD, "7c", "play 7C"),
        (LEAD, "7d 7c", "play 7C 7D"),
        (LEAD, "7d7c", "play 7C 7D"),
        (PICK, "q", "pick QS"),
        (PICK, "p 10h", "pick 10H"),
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
        (MOON, "0", "0"),
        (SET, "3", "set 3"),
        (SET, "kh", "play KH"),
        (CALL, "7c", "play 7C"),
        (TRADE, "10c", "trade 10C"),
        (TRADE, "play 10c", "play 10C"),
        (TRADE, "t", "trade"),
        (TRADE, "k", "trade k"),
        (MANY, "10♥ 2d 7c", "trade 2D 7C 10H"),
        (MANY, "2d", "trade 2D"),
        (MANY, "2", "trade 2"),
        (LEAD, "q", "play q"),
        (LEAD, "p 1", "play 1"),
        (LEAD, "khkh", "play KH KH"),
        (LEAD, "7 7", "play 7 7"),
        (LEAD, "p", "play"),
        (PICK, "bid 3", "bid 3"),
        (PICK, "ac", "pick AC"),
    ],
)
def test_what_is_not_legal_is_spelled_out_for_its_refusal(decision: Keys, typed: str, tried: str) -> None:
    assert decision.meaning(typed) == tried
    assert tried not in decision.legal


@pytest.mark.parametrize("typed", ["p 7", "play 7"])
def test_a_rank_of_several_cards_is_not_guessed(typed: str) -> None:
    with pytest.raises(ParseError, match="7 can be 7C or 7D: say which one you mean"):
        LEAD.meaning(typed)


def test_cards_are_listed_by_number_and_strength() -> None:
    assert list(LEAD.keyed) == ["7c", "7d", "10h", "jc", "kh", "8s", "jr", "3c", "7c 7d"]


def test_whether_a_typed_q_may_be_a_queen() -> None:
    assert PICK.has_queen
    assert not LEAD.has_queen
    assert not PAIRS.has_queen


@pytest.mark.parametrize(
    ("decision", "moves", "at_once"),
    [
        (PAIRS, {"1": "hit", "2": "fold 3"}, "12"),
        (MOON, {"1": "build 3", "2": "build 10", "3": "test", "4": "withdraw 5", "5": "withdraw 7"}, "12345"),
        (CALL, {"1": "ready", "2": "redeal"}, "12"),
        (PICKUP, {}, "3"),  # the key of a card is its rank
        (keys("choose take", "choose 1", "choose 9"), {}, "9"),  # 1 may be the beginning of 10
        (SET, {}, "02"),
        (MANY, {}, ""),  # an example has no number
        (PICK, {"1": "pick 10H", "2": "pick KH", "3": "pick QS"}, ""),  # each digit may begin the name of a card
    ],
)
def test_moves_have_numbers_unless_their_keys_are_numbers(decision: Keys, moves: dict[str, str], at_once: str) -> None:
    assert decision.numbered == moves
    assert decision.at_once == set(at_once)


def test_a_number_that_begins_another_waits_for_enter() -> None:
    twenty = keys("fold", *(f"fold {rank}@{seat}" for rank in range(1, 6) for seat in range(4)))
    assert not twenty.numbered  # `fold` need not be said, so that keys begin with ranks
    twenty = keys("fold hit", "hit", *(f"fold {rank}@{seat}" for rank in range(1, 6) for seat in range(4)))
    assert list(twenty.numbered) == [str(number) for number in range(1, 22)]
    assert twenty.at_once == set("3456789")


def test_a_number_that_no_move_has_is_no_card() -> None:
    with pytest.raises(ParseError, match="there is no move 10 in the list; if you mean a card, say its suit too"):
        LEAD.meaning("10")
