"""The games as OpenSpiel has them: to import this makes them known to it.

    import pyspiel, cutcard.envs.openspiel
    game = pyspiel.load_game("cutcard_pairs(seats=2,target=11)")

A `SpielPolicy` that is a mapping plays where OpenSpiel is not installed, so that nothing is said of that before something
is asked for that needs it.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cutcard.envs.openspiel.policy import SpielPolicy

if TYPE_CHECKING or find_spec("pyspiel"):
    from cutcard.envs.openspiel.game import SpielGame, register

__all__ = ["SpielGame", "SpielPolicy", "register"]


def __getattr__(name: str) -> Any:
    """What is missing without OpenSpiel: to ask for it says how to get that."""
    if name in __all__:
        from cutcard.envs.openspiel import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
