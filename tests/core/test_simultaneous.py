"""Seats that are asked at once, as if they were asked one after another."""

from dataclasses import replace

import cutcard
from cutcard import Table
from cutcard.core.bits import bit
from cutcard.core.compiling import rule
from cutcard.core.dealer import Dealer, tell
from cutcard.core.table.simultaneous import in_turn
from cutcard.games.pickup.moves import KNOCKED
from cutcard.games.pickup.rulebook import PICKUP
from cutcard.games.pickup.rules import PickupTable, play


def pickup() -> Table:
    """Seven cards for each of three seats, from the dealer's left on, and the pool."""
    hands = [str(card) for card in [*range(1, 11), *range(2, 11), 10, 9]]
    return cutcard.game("pickup", seats=3, dealer=0).start(cards=[*hands, "8", "7", "6", "5", "4"])


def test_those_before_have_chosen_and_those_after_have_not() -> None:
    table = pickup()
    hands = [table.view(seat).cards("hands", seat) for seat in range(3)]
    after = table.play(f"choose {hands[2][0]}", 2)
    for seat in range(2):
        told = in_turn(after, seat)
        assert told.to_act == tuple(range(seat, 3))
        view = told.view(seat)
        assert view.cards("hands", seat) == hands[seat]
        assert [(one.seat, one.text) for one in view.log if one.kind == "move"] == [(x, "choose") for x in range(seat)]
    assert in_turn(table, 0) == table


def test_what_was_chosen_is_told_in_the_order_of_seats() -> None:
    table = pickup()
    for seat in (1, 2, 0):
        table = table.play(max(table.legal(seat), key=lambda move: int(move.split()[1])), seat)
    (seat,) = table.to_act
    told = in_turn(table, seat)
    assert str(told) == str(table)
    assert [one.seat for one in told.view(seat).log if one.kind == "move"] == [0, 1, 2]
    assert sorted(told.view(seat).log, key=str) == sorted(table.view(seat).log, key=str)


def test_a_game_without_such_moments_is_as_it_is() -> None:
    table = cutcard.game("pairs", seats=3).start(seed=1)
    assert in_turn(table, table.to_act[0]) is table


def test_a_table_that_was_set_up() -> None:
    """It has no history; who is asked is known."""
    table = pickup()
    again = table.game.position(str(table))
    assert in_turn(again, 2).to_act == (2,)
    assert (in_turn(again, 2).glance(2).tensor() == in_turn(table, 2).glance(2).tensor()).all()
    one = again.play(again.legal(1)[0], 1)
    assert in_turn(one, 2) is one


@rule
def heard_by_all(t: PickupTable, seat: int, action: int, dealer: Dealer) -> None:
    """Everybody hears that a seat has answered."""
    tell(dealer, KNOCKED, seat, 0)
    play(t, seat, action, dealer)


def test_an_answer_that_all_hear_of_ends_nothing() -> None:
    rules = replace(PICKUP.rules, name="heard-by-all", play=heard_by_all)
    game = replace(cutcard.game("pickup", seats=3), rulebook=replace(PICKUP, name="heard-by-all", rules=rules))
    table = game.start(seed=1)
    table = table.play(table.legal(2)[0], 2)
    told = in_turn(table, 1)
    assert told.to_act == (1, 2)
    assert [one.text for one in told.told(1)] == ["choose", "knocked"]


@rule
def first_come(t: PickupTable, seat: int, action: int, dealer: Dealer) -> None:
    """The first who answers is the only one."""
    t.hands[seat] ^= bit(action)
    t.discards |= bit(action)
    t.to_act = bit(seat)


def test_where_one_answer_ends_the_moment_the_table_is_as_it_is() -> None:
    rules = replace(PICKUP.rules, name="first-come", play=first_come)
    game = replace(cutcard.game("pickup", seats=3), rulebook=replace(PICKUP, name="first-come", rules=rules))
    table = game.start(seed=1)
    assert in_turn(table, 0).to_act == (0, 1, 2)
    assert in_turn(table, 2) is table
