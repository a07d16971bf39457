"""Many games: what they come to, who is better, and how it all changes with the rules."""

from cutcard.lab.contest import Tournament, tournament
from cutcard.lab.study import Study, simulate
from cutcard.lab.sweeping import Sweep, sweep

__all__ = ["Study", "Sweep", "Tournament", "simulate", "sweep", "tournament"]
