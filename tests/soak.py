"""How much a test does: enough to notice a fault in a run that one waits for, and far more in `make soak`."""

import os
from typing import TypeVar

T = TypeVar("T")

SOAKING = bool(os.environ.get("CUTCARD_SOAK"))
"""Whether this is `make soak`."""


def soaked(usual: T, long: T) -> T:
    """A number of games, or a list of cases, for `make test` and for `make soak`."""
    return long if SOAKING else usual
