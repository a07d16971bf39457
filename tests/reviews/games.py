"""Games to review: short, and by players that do not think."""

from typing import Any

import numpy as np

import cutcard
from cutcard import Table
from cutcard.players import LegalMoves, player

SHALLOW = 0.05
"""A depth at which a decision takes little."""

SHORT: dict[str, dict[str, Any]] = {
    "pairs": {"target": 6}, "continuous": {"target": 6}, "port": {"target": 15}, "starboard": {"games": 1},
    "pickup": {}, "to-the-moon": {"rounds": 1}, "pickle": {"limit": 1}, "clever-pickin": {"hands": 1},
}  # fmt: skip
"""For every game, options that make it short."""


def played(name: str, who: str, seed: int, seats: int = 3, most: int = 1_000_000, **options: Any) -> Table:
    """A game by one player in every seat, or its first moves."""
    rng = np.random.default_rng(seed)
    chooser = player(who)
    table = cutcard.game(name, seats=seats, dealer=seed % seats, **options).start(seed=seed)
    for _ in range(most):
        if table.is_over:
            break
        seat = int(rng.choice(table.to_act))
        view = table.glance(seat)
        table = table.play(chooser.choose(view, LegalMoves(view), rng), seat)
    return table
