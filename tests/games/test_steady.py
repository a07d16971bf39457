"""What `steady` goes by, on stated cards. That it looks at nothing hidden is in tests/contract/test_leakage.py."""

import numpy as np
import pytest

import cutcard
from cutcard.players import LegalMoves, player


def steady(text: str) -> str:
    """What it does in this position."""
    table = cutcard.game("to-the-moon", seats=int(text[0])).position(f"to-the-moon/{text}")
    view = table.view(0)
    return player("steady").choose(view, LegalMoves(view), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        # No other 1 can come, and there is much to build with afterwards.
        ("2; to_act 0; counting 0 1; hands 2 3 5 7 9, 4 4 6 8 10; trick 1; deck *", "test"),
        # Three of what can come lie there already, and the hands are equally long: not worth a card, nor the risk.
        ("2; to_act 0; counting 0 1; hands 2 3 5 8 9, 1 4 6 8 10; trick 4 7 10; deck *", "withdraw 4"),
        # A 7 is as good to have later as a 6, and there is a 6 in the hand.
        ("2; to_act 0; counting 0 1; hands 6 8 8, 1 4 10; trick 6 7 9; deck *", "withdraw 7"),
        # Its hand outlasts the other one by far. Of what is missing the 8 comes up most.
        ("2; to_act 0; counting 0 1; hands 2 3 5 6 8 9, 10; trick 4 7 9; deck 5 8 8; spent *", "build 8"),
        # One 8 and one 9 are unseen, and of 9s it has another one.
        ("2; to_act 0; counting 0 1; hands 2 3 8 9 9, 10; trick 4 7; deck 8 9; spent *", "build 9"),
        # The hand before last beside a longer one.
        ("2; to_act 0; counting 0 1; hands 2 3 5 6 8 9, 5 6 7 8 8 9 9 9 10; trick 4 7 9; deck 5 8 8; spent *", "withdraw 4"),
        # That longer hand is out of the countdown: only those who are in can outlast anybody.
        ("3; to_act 0; counting 0 2; hands 2 3 5 6 8 9, 5 6 7 8 8 9 9 9 10, 9; trick 4 7 9; deck 5 8 8; spent *", "build 8"),
        # The deck is empty and nothing can be built.
        ("2; to_act 0; counting 0 1; hands 4 7, 10; trick 4 7; spent *", "withdraw 4"),
        ("2; to_act 0; counting 0 1; hands 4, 10; trick 4; spent *", "withdraw"),
    ],
)
def test_to_the_moon_builds_where_it_outlasts_the_others_and_else_tests_early_or_withdraws(text: str, move: str) -> None:
    assert steady(text) == move
