"""The puzzles that ship: each can be played to, its answer is legal and proven as it says, and it is solved again."""

from collections import Counter

import pytest

from cutcard.core.compiling import JIT
from cutcard.core.registry import named
from cutcard.puzzles import daily
from cutcard.puzzles.finding import MOST_SEATS
from cutcard.puzzles.proving import CLEAR_POINTS, Question, factor_for, solved_again
from cutcard.puzzles.puzzle import LEVELS, Puzzle, as_lines, read_lines, shipped
from tests.soak import soaked

pytestmark = pytest.mark.skipif(
    not JIT, reason="puzzles are data: plain Python replays the same games, as its own tests show"
)

SETS = daily.sets()
AGAIN = [(name, number) for name in SETS for number in soaked((0,), tuple(range(30))) if number < len(shipped(name))]


def test_every_game_has_puzzles() -> None:
    assert len(SETS) >= 8
    for name in SETS:
        assert len(shipped(name)) >= 10, name


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_what_it_says(name: str) -> None:
    puzzles = shipped(name)
    for one in puzzles:
        check_puzzle(one, name)
    assert sum(one.steady != one.answer for one in puzzles) >= len(puzzles) / 2
    positions = Counter(one.view.words.tobytes() for one in puzzles)
    assert max(positions.values()) == 1, "a position that comes twice"
    assert len({one.number for one in puzzles}) == len(puzzles), "no two are of the same game"
    least, most = named(name).rulebook.least_seats, min(named(name).rulebook.most_seats, MOST_SEATS)
    assert len({one.game.seats for one in puzzles}) > (most - least) / 2
    assert len({one.level for one in puzzles}) > 1


def check_puzzle(one: Puzzle, name: str) -> None:
    assert one.game.called.name == name
    assert one.table.to_act  # so it replays by the rules
    question = Question.of(one.view)
    assert question is not None
    assert (question.steady, question.same) == (one.steady, one.same)
    legal = {one.same.get(move, move) for move in one.view.legal}
    assert legal == {weighed.move for weighed in one.moves}
    assert one.answer in one.view.legal
    assert (one.moves[0].cost, one.moves[0].error) == (0, 0)
    assert one.measure.points(one.margin) >= CLEAR_POINTS - 0.001  # costs are rounded where they are kept
    assert one.is_clear()
    assert one.level in LEVELS
    if one.proof.exact:
        assert not any(weighed.error for weighed in one.moves)
    else:
        assert one.proof.factor == pytest.approx(factor_for(len(one.moves) - 1), abs=0.001)
        assert one.proof.worlds > 0
        assert one.proof.searched > 0
    assert all(one.is_right(move) == (one.same.get(move, move) == one.answer) for move in one.view.legal)


@pytest.mark.parametrize(("name", "number"), AGAIN)
def test_a_puzzle_is_solved_again(name: str, number: int) -> None:
    """In other worlds: at a part of the depth here, and at ten times in the soak."""
    one = shipped(name)[number]
    _, moves = solved_again(one, times=soaked(0.2, 10.0))
    assert moves[0].move == one.answer


def test_a_set_is_read_as_it_is_written() -> None:
    puzzles = shipped(SETS[0])
    assert read_lines(as_lines(puzzles), "again") == puzzles


def test_the_answer_never_depends_on_hidden_cards() -> None:
    """The same question is put wherever the hidden cards lie."""
    import numpy as np

    from cutcard.core.table.view import redeal

    for name in SETS:
        view = shipped(name)[0].view
        assert view.seat is not None
        other = redeal(view, np.random.default_rng(0)).glance(view.seat)
        questions = [Question.of(one) for one in (view, other)]
        judgements = [one.judged(0.02, 5) for one in questions if one]
        assert judgements[0] == judgements[1], name
