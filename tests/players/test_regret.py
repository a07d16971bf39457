"""`search` beside perfect play: the more it thinks, the less it gives away."""

import numpy as np
import pytest

from cutcard.core.compiling import JIT
from tests.players.solvable import GAMES, problems
from tests.soak import soaked

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of simulations need compiled code")


@pytest.mark.parametrize("name", GAMES)
def test_regret_shrinks_as_the_budget_grows(name: str) -> None:
    """On eight positions that `exact` has solved, four seeds each; in `make soak` on more."""
    of = problems(name, soaked(8, 20))
    few, some, many = (
        np.mean([one.regret(simulations, seed) for one in of for seed in range(4)]) for simulations in (12, 96, 3000)
    )
    worst = np.mean([max(one.gap(move) for move in one.solution.moves) for one in of])
    assert few > some > many or some == 0
    assert many < 0.02 * worst, "nearly perfect"
