"""`easy`, `medium`, `hard` and `expert`: players for people. They see no more than their seat does; the first three go by
the rule of thumb and differ in how often they slip, the last one thinks ahead.

In simulations a class that says in `goes_by` by which compiled player it goes, and in `slips` how often it makes any move
instead, is compiled as that one is (`core.simulation`)."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from cutcard.core.table.view import View
from cutcard.players import SteadyPlayer
from cutcard.players.search.search import SearchPlayer


class Careless(SteadyPlayer):
    """Plays as `steady` does, but now and then does anything that is allowed."""

    slips: ClassVar[float]
    """How often, as a chance for each move."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        if rng.random() >= self.slips:
            return super().choose(view, legal, rng)
        turn = view.turn()
        actions = turn.choices
        return turn.after(actions[int(rng.integers(len(actions)))]).completed().name


class Easy(Careless):
    """Knows what is good, and forgets it every other time."""

    goes_by = "steady"
    slips = 0.5


class Medium(Careless):
    """Slips once in six moves."""

    goes_by = "steady"
    slips = 1 / 6


class Hard(SteadyPlayer):
    """Goes by the rule of thumb, and never slips."""

    goes_by = "steady"


class Expert(SearchPlayer):
    """Thinks ahead."""
