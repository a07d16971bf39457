"""What holds for the review of every game: nothing hidden is looked at, and luck and choice add up.

To compile the loops of a game takes longer than its tests. So they run as plain Python, and compiled in `make soak`."""

import random

import pytest

import cutcard
from cutcard.core.compiling import JIT
from cutcard.reviews.judging import judge
from cutcard.reviews.values import outlook
from tests.contract.test_leakage import another_game
from tests.reviews.games import SHALLOW, SHORT, played
from tests.soak import SOAKING, soaked

pytestmark = pytest.mark.skipif(JIT and not SOAKING, reason="quicker as plain Python: all loops would be compiled for it")


@pytest.mark.parametrize("name", SHORT)
def test_the_judgement_does_not_depend_on_hidden_cards(name: str) -> None:
    """Change only what a seat cannot see, and its judgement stays the same to the bit."""
    rng = random.Random(5)
    changed = compared = 0
    for seed in range(soaked(2, 10)):
        table = played(name, "random", seed, most=rng.randint(4, 12))
        if table.is_over:
            continue
        for seat in table.to_act:
            other = another_game(table, seat, name, rng)
            move = table.legal(seat)[0]
            assert judge(table.view(seat), move, SHALLOW, 3) == judge(other.view(seat), move, SHALLOW, 3)
            compared += 1
            changed += other != table
    assert compared
    assert changed > compared / 2


def test_a_judgement_from_the_whole_table_would_be_caught() -> None:
    """The test above can fail: what the true cards bring differs where the hidden ones do."""
    rng = random.Random(5)
    table = played("clever-pickin", "random", 1, most=12)
    found = {
        outlook(table.game, another_game(table, table.to_act[0], "clever-pickin", rng).words, 8, 1).tobytes()
        for _ in range(4)
    }
    assert len(found) > 1


@pytest.mark.parametrize("name", SHORT)
def test_luck_and_choice_add_up_to_the_result(name: str) -> None:
    for seed in range(soaked(1, 10)):
        table = played(name, "random", seed, most=soaked(12, 10_000), **SHORT[name])
        review = cutcard.review(table.record(), depth=SHALLOW / 2)
        for seat in range(table.game.seats):
            split = review.split(seat)
            assert split.start + split.luck + split.choice + split.others == pytest.approx(split.result, abs=1e-9)
            assert split.choice <= 1e-12
            if table.result is not None:
                assert split.result == table.result.utilities[seat]
        for one in (review.start, review.dealt, *(each for each in review.graph)):
            assert sum(one.utilities) == pytest.approx(0, abs=1e-9)
