"""Many games: what they come to, and how that changes with the rules."""

from cutcard.lab.study import Study, simulate
from cutcard.lab.sweeping import Sweep, sweep

__all__ = ["Study", "Sweep", "simulate", "sweep"]
