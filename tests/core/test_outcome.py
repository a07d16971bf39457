"""How a result is spoken of: who, and by what."""

from pathlib import Path

import pytest

import cutcard
from cutcard.core.declaration.phrases import spoken
from cutcard.core.table.outcome import beats, fate_of, outcome_of
from cutcard.core.table.record import load, replay
from cutcard.core.table.result import Result

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Ada", "Bo", "Cy")


def why(
    game: str, places: list[tuple[int, ...]], scores: tuple[int, ...], viewer: int | None, target: int | None = None
) -> str:
    book = cutcard.game(game).rulebook
    result = Result(tuple(places), scores, next(iter(book.reasons)), (0.0,) * len(scores))
    return spoken(outcome_of(book, result, target).why, NAMES, viewer)


def test_a_win_is_told_by_both_scores_from_where_one_sits() -> None:
    places, scores = [(0,), (2,), (1,)], (26, 9, 17)
    told = [why("port", places, scores, viewer) for viewer in (0, 1, 2, None)]
    assert told == ["Your 26 beat Cy's 17.", "Ada's 26 beat Cy's 17.", "Ada's 26 beat your 17.", "Ada's 26 beat Cy's 17."]
    assert why("port", [(0,), (1, 2)], (26, 17, 17), 2) == "Ada's 26 beat the 17 of Bo and you."
    assert why("starboard", places, scores, 2) == "Ada's 26 coins beat your 17."
    assert why("starboard", [(1,), (0,), (2,)], (0, 1, 0), 1) == "Your 1 coin beat Ada's 0."


def test_where_fewer_points_are_better_it_is_told_how_many_fewer() -> None:
    assert why("pickle", [(1,), (0,), (2,)], (12, 3, 13), 0) == "Bo has 3 points, 9 fewer than you."
    assert why("pickle", [(1,), (0, 2)], (12, 1, 12), 1) == "You have 1 point, 11 fewer than Ada and Cy."


def test_a_shared_win_is_told_by_what_each_has() -> None:
    assert why("port", [(0, 2), (1,)], (21, 17, 21), 2) == "Ada and you have 21 points each, 4 more than Bo."
    assert why("pickle", [(0, 2), (1,)], (3, 12, 3), 1) == "Ada and Cy have 3 points each, 9 fewer than you."


def test_a_tie_of_all_is_told_by_what_everybody_has() -> None:
    assert why("port", [(0, 1, 2)], (21, 21, 21), 2) == "Everybody has 21 points."


def test_a_loser_is_told_by_the_score_that_loses() -> None:
    places, scores = [(0, 1), (2,)], (3, 15, 21)
    assert why("pairs", places, scores, 0, 16) == "Cy has 21 points, 5 more than it takes to lose."
    assert why("pairs", places, (3, 15, 16), 2, 16) == "You have 16 points, just what it takes to lose."
    assert why("pairs", places, scores, 1) == "Cy has 21 points, 6 more than you."  # a game without a target


def test_what_scores_do_not_tell_is_not_told() -> None:
    assert why("pickle", [(0, 1), (2,)], (3, 5, 12), None) == ""
    assert why("port", [(0,), (1,), (2,)], (5, 5, 3), None) == ""


@pytest.mark.parametrize("name", sorted(book.name for book in cutcard.games()))
def test_every_game_says_why(name: str) -> None:
    """The end of a record that was kept: places and scores of real games."""
    for file in GOLDEN.glob(f"{name}-*.json"):
        table = replay(load(file))
        assert table.result is not None
        book = table.game.rulebook
        found = outcome_of(book, table.result, book.words.target(table.view(None)))
        for viewer in (None, *range(table.game.seats)):
            assert spoken(found.why, [f"Seat {seat}" for seat in range(table.game.seats)], viewer).endswith(".")


@pytest.mark.parametrize(
    ("winners", "losers", "fates"),
    [
        ({1}, set(), ["lost", "won", "lost"]),
        ({0, 1}, set(), ["shared", "shared", "lost"]),
        (set(), {2}, ["safe", "safe", "lost"]),
        (set(), set(), ["tied", "tied", "tied"]),
    ],
)
def test_how_it_went_for_each_seat_and_whom_it_beat(winners: set[int], losers: set[int], fates: list[str]) -> None:
    assert [fate_of(seat, winners, losers) for seat in range(3)] == fates
    for seat in range(3):
        beaten = {other for other in range(3) if beats(seat, other, winners, losers)}
        assert beaten == (set() if fates[seat] == "lost" else {at for at, fate in enumerate(fates) if fate == "lost"})
