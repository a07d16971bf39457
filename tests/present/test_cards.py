"""Standard cards as people write and see them."""

import pytest

from cutcard.games.clever_pickin.deck import DECK as DUAL
from cutcard.games.pickle.deck import DECK as PICKLE
from cutcard.games.shared.pairs_deck import DECK as PAIRS
from cutcard.present.cards import are_standard, lettered, pictured, rank, read_cards


def test_which_decks_are_of_standard_cards() -> None:
    assert are_standard(PICKLE.faces)
    assert are_standard(DUAL.faces)
    assert not are_standard(PAIRS.faces)


def test_cards_in_a_text_are_pictured() -> None:
    assert pictured("You play 10H JC and JB, not 7 nor A4C.") == "You play 10♥ J♣ and ★JB, not 7 nor A4C."


def test_symbols_are_read_as_letters() -> None:
    assert lettered("k♥ 10♤,★JB").split() == ["kH", "10S", "JB"]
    assert lettered("7♣\ufe0f") == "7C"


def test_the_jokers_are_one_rank() -> None:
    assert [rank(card) for card in ("10H", "KS", "JC", "JR", "JB")] == ["10", "k", "j", "joker", "joker"]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7c 7d", ["7C", "7D"]),
        ("7d7C", ["7C", "7D"]),
        ("jb 2d 3d", ["2D", "3D", "JB"]),
        ("3c5s8hac", ["AC", "8H", "5S", "3C"]),
        ("10h", ["10H"]),
        ("jrjc", ["JC", "JR"]),
        ("1h", None),
        ("k", None),
        ("7c 7", None),
        ("", None),
    ],
)
def test_cards_are_read_in_any_order_and_put_in_that_of_the_deck(text: str, cards: list[str] | None) -> None:
    assert read_cards(text, PICKLE.faces) == cards
