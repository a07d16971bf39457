"""Several games of the same people: who won and who lost, and the tally of an evening."""

import pytest

import cutcard
from cutcard import Result, Table
from cutcard.core.table.evening import Line, counted, next_game
from cutcard.core.table.outcome import winners_and_losers


@pytest.mark.parametrize(
    ("name", "places", "winners", "losers"),
    [
        ("pairs", ((0, 2), (1,)), set(), {1}),
        ("pairs", ((0,), (1,)), set(), {1}),
        ("continuous", ((1,), (0,)), set(), {0}),
        ("port", ((1,), (0,), (2,)), {1}, set()),
        ("port", ((0, 2), (1,)), {0, 2}, set()),
        ("port", ((0,), (1, 2)), {0}, set()),
        ("pickup", ((0, 1, 2),), set(), set()),
    ],
)
def test_common_7_who_has_won_and_who_has_lost(
    name: str, places: tuple[tuple[int, ...], ...], winners: set[int], losers: set[int]
) -> None:
    seats = sum(map(len, places))
    result = Result(places, (0,) * seats, "", (0.0,) * seats)
    assert winners_and_losers(cutcard.game(name).rulebook, result) == (winners, losers)


def pairs(dealer: int = 0) -> Table:
    """Seat 1 pairs sevens and has lost: 7 points to 0."""
    game = cutcard.game("pairs", seats=2, burn=0, target=7, dealer=dealer)
    return game.position("pairs/2; to_act 1; deck *; stacks 5, 7", cards=["7"]).play("hit", 1)


def test_a_tally_adds_up_by_person_and_not_by_seat() -> None:
    tally = counted((), pairs(), [("a", "Ann"), ("b", "Bo")])
    assert tally == (Line("a", "Ann", 1, 0, 0, 0), Line("b", "Bo", 1, 0, 1, 7))
    tally = counted(tally, pairs(), [("c", "Cy"), ("a", "Anna")])
    assert tally == (Line("a", "Anna", 2, 0, 1, 7), Line("b", "Bo", 1, 0, 1, 7), Line("c", "Cy", 1, 0, 0, 0))


def test_by_default_the_deal_passes_and_the_options_stay() -> None:
    assert next_game(pairs(), {"target": 7}) == ({"target": 7}, 1)
    assert next_game(pairs(dealer=1), {}) == ({}, 0)
