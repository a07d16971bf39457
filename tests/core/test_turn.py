"""A move in the making: what can come next, what lies on the table, and what others see of it."""

import random

import numpy as np
import pytest

import cutcard
from cutcard import Game, NotYours, Table
from cutcard.core.declaration.zones import rows
from cutcard.core.table.turn import Turn, openings
from cutcard.games.pickle.deck import DECK
from tests.contract.cases import games_at_the_ends, random_game, scaled

PICKLE = cutcard.game("pickle", seats=2)
HAND = "2C 2D 3D 4H 5C 6S 7D 9C 9D"


def exchange(number: int) -> Table:
    """A seat with nine cards that may trade so many of them; the next cards of the deck are known."""
    line = f"pickle/2; to_act 1; phase 2; remaining 0 1; hand_size 9; exchange {number}; hands *, {HAND}"
    return PICKLE.position(f"{line}; deck 10C 10D 10H 10S JC JD JH JS QC", cards=["10C", "QC", "JS"])


def cards(actions: list[int]) -> str:
    return " ".join(DECK.cards[action] for action in actions if action < len(DECK.cards))


def test_a_move_of_several_cards_is_built_card_by_card() -> None:
    turn = Turn.on(exchange(3), 1)
    assert cards(turn.legal) == "2C 2D 3D 4H 5C 6S 7D"
    turn = turn.after(DECK.numbers["3D"])
    assert (turn.name, turn.is_whole, cards(turn.legal)) == ("trade 3D", False, "4H 5C 6S 7D 9C")
    turn = turn.after(DECK.numbers["7D"])
    assert (turn.name, turn.is_whole, cards(turn.legal)) == ("trade 3D 7D", False, "9C 9D")
    assert turn.name_of(DECK.numbers["9D"]) == "trade 9D"
    turn = turn.after(DECK.numbers["9D"])
    assert (turn.name, turn.is_whole, turn.legal, turn.allowed) == ("trade 3D 7D 9D", True, [], 0)


def test_the_table_stays_as_it_was_until_the_move_is_played() -> None:
    table = exchange(3)
    before, line = table.words.copy(), str(table)
    turn = Turn.on(table, 1, (DECK.numbers["2C"], DECK.numbers["9C"]))
    assert turn.table is table
    assert (turn.words != before).any()
    whole = turn.after(DECK.numbers["9D"])
    assert (table.words == before).all()
    assert (whole.words == before).all()  # the cards that come are not known before it is played
    played = whole.played()
    assert played == table.play("trade 2C 9C 9D")
    assert set(played.view(1).cards("hands", 1)) == {*HAND.split(), "10C", "JS", "QC"} - {"2C", "9C", "9D"}
    assert str(table) == line


def test_a_turn_can_go_on_in_two_ways() -> None:
    begun = Turn.on(exchange(2), 1).after(DECK.numbers["6S"])
    names = [begun.after(action).name for action in begun.legal]
    assert names == ["trade 6S 7D", "trade 6S 9C", "trade 6S 9D"]
    assert begun.name == "trade 6S"


def test_what_its_seat_sees_has_what_is_begun() -> None:
    table = exchange(2)
    turn = Turn.on(table, 1)
    assert (rows(turn.seen()) == rows(table.view(1).state)).all()
    assert turn.seen()["midway"][0] == 0
    assert turn.after(DECK.numbers["6S"]).seen()["midway"][0] == 1


def test_a_move_of_one_action_is_whole_at_once() -> None:
    table = cutcard.game("pairs", seats=3).position("pairs/3; to_act 1; stacks 5, 7, 9; deck *")
    turn = Turn.on(table, 1)
    assert {turn.after(action).name for action in turn.legal} == set(table.legal())
    for action in turn.legal:
        assert turn.after(action).is_whole
        assert turn.after(action).played() == table.play(turn.name_of(action))


@pytest.mark.parametrize("game", games_at_the_ends())
def test_any_way_to_build_a_move_makes_a_legal_one(game: Game) -> None:
    """Completed by chance, by the rule of thumb or by the lowest cards; on the table and on one that looks the same."""
    rng = random.Random(61)
    for table in random_game(game, 61, scaled(25, 3)):
        for seat in table.to_act:
            view = table.view(seat)
            here, there = Turn.on(table, seat), view.turn()
            np.testing.assert_array_equal(rows(there.seen()), rows(view.state))
            assert (here.legal, here.choices) == (there.legal, there.choices)
            assert set(here.choices) <= set(here.legal)
            assert [turn.name for turn in openings(table, seat)] == list(view.openings())
            for turn in (here, there):
                assert table.actions_of(seat, turn.completed().name) is not None
                while not turn.is_whole:
                    turn = turn.after(rng.choice(turn.legal))
                assert table.actions_of(seat, turn.name) == turn.actions


def test_only_a_seat_that_is_to_act_has_a_turn() -> None:
    table = exchange(2)
    for seat in (0, None):
        with pytest.raises(NotYours, match="nothing to choose"):
            table.view(seat).turn()
