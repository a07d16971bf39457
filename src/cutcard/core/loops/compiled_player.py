"""Players that are one compiled function of a view: they play in simulations as well as at a table."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from cutcard.core.declaration.rules import Rules
from cutcard.core.loops import play
from cutcard.core.registry import check_plays
from cutcard.core.table.moves import advised, named
from cutcard.core.table.view import View, acting


class CompiledPlayer:
    """To be subclassed with a function and the games it is for; `game.simulate` then takes the player by its name."""

    compiled: ClassVar[Callable[..., Any]]
    """`compiled(view)`: an action, as `Rules.steady` gives it. A `rule` at the top of a module, as a `staticmethod`."""
    plays: ClassVar[tuple[str, ...] | None] = None
    """The names of the games it knows; None for all."""

    def choose(self, view: View, legal: Sequence[str], rng: np.random.Generator) -> str:
        check_plays(type(self).__name__, self, view.game.name)
        seat = acting(view)
        adviser = _adviser(view.game.rulebook.rules, type(self).compiled)
        return named(view.game, view.reading, seat, advised(view.game, view.state, adviser))


@cache
def _adviser(rules: Rules, function: Callable[..., Any]) -> Any:
    return rules.bound(play.advised, steady=function)
