"""Moves of several cards: built card by card in the kernel, one move at the surface."""

from itertools import combinations
from math import comb

import pytest

import cutcard
from cutcard import NotAllowed, Table
from cutcard.core.compiling import JIT
from cutcard.core.table.moves import listed
from cutcard.core.table.turn import Turn
from cutcard.games.pickle.deck import DECK

PICKLE = cutcard.game("pickle", seats=2)
HAND = "2C 2D 3D 4H 5C 6S 7D 9C 9D"


def exchange(number: int) -> Table:
    """A seat with nine cards that may trade so many of them."""
    line = f"pickle/2; to_act 1; phase 2; remaining 0 1; hand_size 9; exchange {number}; hands *, {HAND}"
    return PICKLE.position(f"{line}; deck 10C 10D 10H 10S JC JD JH JS QC")


@pytest.mark.parametrize("number", range(1, 10))
def test_every_set_is_listed_once_and_counted_without_names(number: int) -> None:
    table = exchange(number)
    sets = {f"trade {' '.join(cards)}" for cards in combinations(HAND.split(), number)}
    assert set(table.legal()) == {"stay"} | sets
    assert table.count_legal() == len(table.legal()) == comb(9, number) + 1
    assert table.view(1).count_legal() == table.count_legal()


def test_cards_come_in_ascending_order_and_every_beginning_can_be_completed() -> None:
    table = exchange(4)
    moves = listed(PICKLE, table.words, 1)
    for row in moves.tolist():
        cards = [action for action in row if 0 <= action < 54]
        assert cards == sorted(cards)
    first = set(moves[:, 0].tolist())
    assert first == set(Turn.on(table, 1).legal)
    beginnings = {DECK.cards[action] for action in first if action < 54}
    assert beginnings == {"2C", "2D", "3D", "4H", "5C", "6S"}  # three more have to follow


def test_a_lead_that_could_go_on_is_ended_by_an_action_of_its_own() -> None:
    table = PICKLE.position("pickle/2; to_act 0; phase 3; remaining 0 1; hands 3D 3H 9S 3C, 4C QH QS 8D; deck *")
    assert table.actions_of(0, "play 3D") == (DECK.numbers["3D"], PICKLE.rulebook.rules.done)
    assert table.actions_of(0, "play 9S") == (DECK.numbers["9S"],)
    assert table.actions_of(0, "play 3D 3H 3C") == tuple(DECK.numbers[card] for card in ("3D", "3H", "3C"))


@pytest.mark.parametrize(
    "move",
    [
        "trade 2D 2C 3D 4H", "trade 2C 2D 3D", "trade 2C 2D 3D 4H 5C", "trade 2C 2C 3D 4H", "trade 2C 2D 3D 10C", "trade",
        "trade 2C 2D  3D 4H", "trade ", "TRADE 2C 2D 3D 4H", "trade 2c 2d 3d 4h", "play 2C 2D 3D 4H",
        "trade " + " ".join(DECK.cards),
    ],
)  # fmt: skip
def test_a_move_is_legal_only_letter_for_letter(move: str) -> None:
    asked, not_asked = exchange(4), exchange(4)
    asked.legal()
    for table in (asked, not_asked):
        with pytest.raises(NotAllowed):
            table.play(move)


@pytest.mark.skipif(not JIT, reason="counts thousands of sets")
def test_a_view_of_many_moves_gives_their_number() -> None:
    low = " ".join(DECK.cards[:18])
    deck = " ".join(DECK.cards[18:36])
    table = PICKLE.position(
        f"pickle/2; to_act 1; phase 2; remaining 0 1; hand_size 18; exchange 9; hands {low}, *; deck {deck}"
    )
    assert table.view(1).json()["legal"] == 48_621
    assert table.view(0).json()["legal"] == []


def test_of_equal_cards_one_stands_for_all() -> None:
    hand = "2C 2H 3D 3C 5C 5S KD KS JR JB"
    table = PICKLE.position(f"pickle/2; to_act 0; phase 3; remaining 0 1; hand_size 10; hands {hand}, *; deck 8C 8D 8H")
    choices = Turn.on(table, 0).choices
    assert {DECK.cards[card] for card in choices} == {"2C", "3D", "5C", "KD", "JR", "5S", "3C"}
    assert set(table.legal()) >= {f"play {card}" for card in hand.split()}
    setting = PICKLE.position("pickle/2; to_act 1; phase 0; remaining 0 1; hand_size 7; deck *")
    assert Turn.on(setting, 1).choices == list(range(8))  # 0 to 7 cards are no cards
    clever = cutcard.game("clever-pickin", seats=2).start(seed=1)
    assert Turn.on(clever, 1).choices == Turn.on(clever, 1).legal
