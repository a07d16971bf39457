"""Players of one's own. Other processes have to import them too: so they stand in a module that needs little."""

import time
from typing import Any

import numpy as np

import cutcard


class Lowest:
    """The first legal move."""

    def choose(self, view: cutcard.View, legal: Any, rng: np.random.Generator) -> str:
        first: str = legal[0]
        return first


class Slow(Lowest):
    """The same, after a while."""

    def choose(self, view: cutcard.View, legal: Any, rng: np.random.Generator) -> str:
        time.sleep(0.005)
        return super().choose(view, legal, rng)


LOWEST, SLOW = f"{__name__}:Lowest", f"{__name__}:Slow"
"""As the command takes them."""
