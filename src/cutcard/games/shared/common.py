"""What the rules of all games share: COMMON-1, scores that are simply added up, and what a lead is worth."""

import math
from typing import Any

from cutcard.core.bits import EMPTY, ONE, Bits, bit
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, tell


@quick
def left(t: Any, seat: int) -> int:
    """COMMON-1: the next seat, clockwise."""
    return seat + 1 if seat + 1 < t.seats else 0


@quick
def everybody(t: Any) -> Bits:
    """All seats of the table."""
    return bit(t.seats) - ONE


@quick
def score(t: Any, seat: int) -> int:
    return t.scores[seat]


@rule
def prospects(t: Any, seat: int, seats: Bits, scale: float) -> float:
    """The utility that a seat can expect where the better score is likelier to win: `scale` points of lead make it e times
    as likely. Only these `seats` can still win; with a negative scale points are bad."""
    total = 0.0
    for other in range(t.seats):
        if seats & bit(other) != EMPTY:
            total += math.exp((t.scores[other] - t.scores[seat]) / scale)
    wins = 1.0 / total if seats & bit(seat) != EMPTY else 0.0
    return (wins * t.seats - 1.0) / (t.seats - 1)


@rule
def end_by_score(t: Any, reason: int, note: int, dealer: Dealer) -> None:
    """The game is over; `note` tells whose score is the highest."""
    t.over = reason
    t.to_act = EMPTY
    best = t.scores[0]
    for seat in range(t.seats):
        best = max(best, t.scores[seat])
    for seat in range(t.seats):
        if t.scores[seat] == best:
            tell(dealer, note, seat, best)
