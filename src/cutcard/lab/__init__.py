"""Many games: what they come to, who is better, and how it all changes with the rules."""

from cutcard.lab.studies.study import Study, simulate
from cutcard.lab.sweeps.sweep import Sweep, sweep
from cutcard.lab.tournaments.tournament import Tournament, tournament

__all__ = ["Study", "Sweep", "Tournament", "simulate", "sweep", "tournament"]
