"""What a utility means to a person: a chance to win or to lose, or so many coins; and from which size on it matters."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.core.table.table import Table
from cutcard.core.table.view import View

COINS_A_POINT = 0.25
"""A quarter of a coin, or of what else is counted, matters as much as a point of chance."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How the utility of one game is told."""

    seats: int
    losing: bool
    unit: str
    """What is counted in place of chances, such as coins; empty where it is chances."""
    scale: float
    """How many of them a utility of 1 is."""

    @classmethod
    def of(cls, table: Table) -> Measure:
        return cls.seen(table.glance())

    @classmethod
    def seen(cls, view: View) -> Measure:
        """Of the game that a view is of."""
        stake = view.game.rulebook.words.stake
        scale = float(stake.scale(view)) if stake.unit else 1.0
        return cls(view.game.seats, stake.losing, stake.unit, scale)

    def value(self, utility: float) -> float:
        """The chance to win (in a game with one loser: to lose), from 0 to 1; or so many coins above the average."""
        if self.unit:
            return utility * self.scale
        share = (utility * (self.seats - 1) + 1) / self.seats
        # A loser has a utility of -1, and the others share the rest: the chance to lose is what is missing.
        return (1 - utility * (self.seats - 1)) / self.seats if self.losing else share

    def difference(self, utility: float) -> float:
        """A cost, an error or a gain in the same measure, always so that more is better."""
        return utility * self.scale if self.unit else utility * (self.seats - 1) / self.seats

    def points(self, utility: float) -> float:
        """How much a difference matters: in points, which are hundredths of a chance, or quarters of a coin."""
        return self.difference(utility) / COINS_A_POINT if self.unit else 100 * self.difference(utility)

    def utility_of(self, points: float) -> float:
        """The difference in utility that matters so much."""
        return points / self.points(1.0)

    @property
    def heading(self) -> str:
        """What the values are."""
        return f"{self.unit} above the average" if self.unit else f"chance to {'lose' if self.losing else 'win'}"

    def shown(self, utility: float) -> str:
        """A value: `23.1%`, or `+2.4`."""
        value = self.value(utility)
        return f"{value:+.1f}" if self.unit else f"{100 * min(max(value, 0.0), 1.0):.1f}%"

    def shown_difference(self, utility: float, sign: str = "") -> str:
        """A difference: `3.2%`, or `1.4 coins`."""
        value = self.difference(utility)
        return f"{value:{sign}.1f} {self.unit}" if self.unit else f"{100 * value:{sign}.1f}%"
