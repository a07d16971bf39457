"""Many games: what they come to, who is better, and how it all changes with the rules."""

from cutcard.lab.ladders.ladder import Ladder, ladder
from cutcard.lab.records import read_records, read_results
from cutcard.lab.studies.study import Study, simulate
from cutcard.lab.sweeps.sweep import Sweep, sweep
from cutcard.lab.tournaments.tournament import Tournament, tournament

__all__ = [
    "Ladder",
    "Study",
    "Sweep",
    "Tournament",
    "ladder",
    "read_records",
    "read_results",
    "simulate",
    "sweep",
    "tournament",
]
