"""What stands for the rules that a game does not give, and for players and watchers that are not there."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits
from cutcard.core.compiling import quick

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import standing

Array = np.ndarray[Any, Any]


@quick
def nothing_barred(view: Any, seat: int) -> Bits:
    """For games in which play never tells what a hidden hand cannot hold."""
    return EMPTY


@quick
def whole_game(t: Any) -> int:
    """The lap of games that a search plays out to their end."""
    return 0


@quick
def nothing_burned(t: Any, cards: int) -> int:
    """For games that deal from the whole deck."""
    return 0


@quick
def nobody_waits(t: Any) -> Bits:
    """For games in which all play to the end of the round."""
    return EMPTY


@quick
def unknown(t: Any, seat: int) -> float:
    """What a table is worth in such a game before its end."""
    return 0.0


@quick
def as_it_is(t: Any, seat: int) -> None:
    """Where nobody chooses unseen there is nothing to take back."""


def winners_utility(t: Any, seat: int) -> Any:
    """COMMON-8 for a game with winners: what the best win, the others lose together."""
    best = standing(t, 0)
    winners = 0
    for other in range(t.seats):
        stand = standing(t, other)
        if stand > best:
            best = stand
            winners = 0
        if stand == best:
            winners += 1
    if winners == t.seats:
        return 0.0
    if standing(t, seat) == best:
        return (t.seats - winners) / winners / (t.seats - 1)
    return -1.0 / (t.seats - 1)


@quick
def nobody(view: Any, who: int) -> int:
    """For simulations without other compiled players than `random` and `steady`."""
    return 0


@quick
def no() -> bool:
    """For simulations in which nobody slips: what they do not need is not compiled into them, which makes them quicker."""
    return False


@quick
def yes() -> bool:
    """For those in which somebody may."""
    return True


@quick
def unwatched(t: Any, g: int, seat: int, action: int, moves: int, notes: Array) -> None:
    """For simulations of which only the end counts."""
