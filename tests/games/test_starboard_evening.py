"""A match of Starboard that goes on from an earlier one (port-starboard.md, STAR-2 and STAR-9)."""

import json
from typing import Any

import pytest

from cutcard import ParseError, Table, game, replay
from cutcard.core.table.evening import anew, counted, next_game
from tests.helpers import ended, played
from tests.shown import statuses


def start(purses: list[int], cards: str, dealer: int = 0, **options: Any) -> Table:
    """A match without a burn whose seats bring these coins."""
    return game("starboard", seats=len(purses), dealer=dealer, burn=0, purses=purses, **options).start(cards=cards.split())


def button(table: Table) -> int:
    return table.view().number("button")


def test_star_2_coins_carry_over() -> None:
    assert start([120, 80, 1], "3 7").scores == (119, 79, 0)


def test_star_2_without_purses_everybody_has_the_same_coins() -> None:
    for purses in ([], ()):
        assert game("starboard", seats=3, coins=7, purses=purses) == game("starboard", seats=3, coins=7)
    assert game("starboard", seats=3).start(seed=1).record()["options"] == {}


def test_star_2_a_seat_that_brings_no_coin_is_out_of_the_match() -> None:
    table = start([4, 0, 6], "3 7")
    assert statuses(table) == ["in", "out of the match", "in"]
    assert table.scores == (3, 0, 5)
    assert table.view().number("pot") == 2
    assert played(table, "2 lock").to_act == (0,)


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_star_2_the_button_starts_at_the_next_seat_to_the_dealers_left_that_has_a_coin(dealer: int, first: int) -> None:
    table = start([0, 5, 0, 5], "3 7", dealer)
    assert button(table) == first
    assert table.to_act == (first,)


def test_star_2_a_match_ends_when_one_of_those_who_brought_coins_has_none_left() -> None:
    result = ended(start([2, 0, 1], "3 7 8", games=5), "2 lock", "0 draw")
    assert (result.scores, result.reason) == ((3, 0, 0), "coins")


def test_star_2_a_record_that_carries_on_replays_exactly() -> None:
    table = played(start([120, 0, 80], "3 7 4 9 5", dealer=1, pot=1), "2 draw", "0 lock")
    record = json.loads(json.dumps(table.record()))
    assert record["options"] == {"burn": 0, "purses": [120, 0, 80], "pot": 1}
    assert str(replay(record)) == str(table)
    assert str(table.game.position(str(table))) == str(table)


def test_star_9_odd_coins_of_an_earlier_match_lie_in_the_first_pot() -> None:
    table = start([5, 5, 5], "3 7 1 2", pot=2)
    assert table.view().number("pot") == 5
    table = played(table, "1 lock", "2 lock", "0 lock")
    assert table.scores == (4, 4, 4)  # 5 // 3 each, and an ante for the next game
    assert table.view().number("pot") == 2 + 3


def test_star_9_the_pot_may_be_brought_without_purses() -> None:
    table = game("starboard", seats=2, burn=0, pot=1).start(cards=["3", "7"])
    assert (table.scores, table.view().number("pot")) == ((99, 99), 3)


def test_common_8_the_utility_is_still_zero_sum() -> None:
    table = start([6, 2, 0], "3 7 8", coins=4, games=1, pot=1)
    result = ended(table, "1 draw", "0 lock", "1 lock")
    assert result.scores == (7, 2, 0)  # three on average
    utilities = result.utilities
    assert utilities == (1.0, -0.25, -0.75)
    assert sum(utilities) == 0.0


@pytest.mark.parametrize(
    ("purses", "reason"),
    [
        ([5, 5], "purses is a list of 3, not 2 of them"),
        ([5, 5, 5, 5], "purses is a list of 3, not 4 of them"),
        (5, "purses is a list of 3, not 5"),
        ([5, -1, 5], "purses is whole numbers from 0 on; number 2 is -1"),
        ([5, True, 5], "purses is whole numbers from 0 on; number 2 is True"),
        ([5, 0.5, 5], "purses is whole numbers from 0 on; number 2 is 0.5"),
        ([5, 2**53, 5], "purses is whole numbers from 0 on"),
        ([5, 0, 0], "purses leaves at least two seats with a coin"),
        ([0, 0, 0], "purses leaves at least two seats with a coin"),
    ],
)
def test_common_10_purses_that_cannot_be(purses: object, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        game("starboard", seats=3, purses=purses)


# What the next match is played with


def over(line: str, *moves: str, cards: str = "", **options: Any) -> Table:
    """A match that these moves end; the line begins with its number of seats."""
    table = played(
        game("starboard", seats=int(line[0]), **options).position(f"starboard/{line}", cards=cards.split()), *moves
    )
    assert table.is_over
    return table


LAST = "3; to_act 2; deck *; hand 3 7; scores 4 {} 8; pot 4; playing 0 1 2; bust 1; locked 0; button 0"


def test_star_2_star_9_coins_odd_coins_and_the_button_carry_over() -> None:
    line = "4; to_act 3; deck *; hand 3 7; scores 4 6 2 8; pot 5; playing 0 1 2 3; bust 2; locked 0 1; button 0"
    table = over(line, "3 lock", games=1, coins=5)
    assert table.scores == (5, 7, 2, 9)
    options, dealer = next_game(table, {"games": 1, "coins": 5})
    assert options == {"games": 1, "coins": 5, "purses": (5, 7, 2, 9), "pot": 2}
    after = game("starboard", seats=4, dealer=dealer, **options).start(seed=1)
    assert (after.scores, after.view().number("pot"), button(after)) == ((4, 6, 1, 8), 6, 1)


def test_star_2_the_button_passes_over_a_seat_without_a_coin_into_the_next_match() -> None:
    options, dealer = next_game(over(LAST.format(0), "2 lock", games=1), {"games": 1})
    assert options == {"games": 1, "purses": (6, 0, 10), "pot": 0}
    after = game("starboard", seats=3, dealer=dealer, **options).start(seed=1)
    assert button(after) == 2


def test_star_2_new_coins_are_given_where_fewer_than_two_seats_have_one() -> None:
    line = "3; to_act 2; deck *; hand 3 7; scores 0 0 8; pot 4; playing 0 1 2; bust 1; locked 0; button 0"
    table = over(line, "2 draw", cards="9", games=5, coins=4, pot=1)
    assert table.scores == (0, 0, 12)
    options, dealer = next_game(table, {"games": 5, "coins": 4, "pot": 1})
    assert options == {"games": 5, "coins": 4}
    assert button(game("starboard", seats=3, dealer=dealer, **options).start(seed=1)) == 1


def test_what_was_carried_can_be_left_out() -> None:
    chosen = {"coins": 5, "purses": (3, 7), "pot": 1}
    assert anew(game("starboard").rulebook, chosen) == {"coins": 5}


PEOPLE = [("a", "Ann"), ("b", "Bo"), ("c", "Cy")]


def test_points_of_an_evening_are_the_coins_won() -> None:
    """Coins that are carried on are not counted again."""
    tally = counted((), over(LAST.format(5), "2 lock", games=1, coins=6), PEOPLE)
    assert [line.points for line in tally] == [0, -1, 4]
    tally = counted(tally, over(LAST.format(5), "2 lock", games=1, coins=6, purses=[6, 5, 10]), PEOPLE)
    assert [line.points for line in tally] == [0, -1, 4]
    assert [(line.played, line.won, line.lost) for line in tally] == [(2, 0, 0), (2, 0, 0), (2, 2, 0)]
