"""A rule of thumb for To the Moon: how far a search looks, what a lead is worth then, and when to withdraw."""

import math
from typing import Any

from cutcard.core.bits import EMPTY, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.declaration.verbs import offered
from cutcard.games.shared.common import everybody, prospects
from cutcard.games.shared.pairs_deck import EQUALS, RANK_OF, ranks
from cutcard.games.to_the_moon.moves import TEST, WITHDRAW, WITHDRAW_WITH
from cutcard.games.to_the_moon.rules import MoonTable


@quick
def lap(t: MoonTable) -> int:
    """To the end of the round: what is spent on a trick is missing in the next."""
    return t.finished


@rule
def worth(t: MoonTable, seat: int) -> float:
    """A lead counts for more the fewer rounds are left. Fitted to games of `steady`."""
    return prospects(t, seat, everybody(t), (5.6 - 0.33 * t.seats) * math.sqrt(t.rounds - t.finished))


@rule
def steady(view: Any) -> int:
    """Build what the hand holds more than once, else what is commonest in the deck; test while it is likelier to go well
    than not; withdraw with the rarest card, which is the easiest to build later."""
    seat = view.viewer
    held = view.hands[seat] | view.known[seat]
    buildable = ranks(held) & ~ranks(view.trick)
    best = -1
    most = -1
    while buildable != EMPTY:
        top = low(buildable)
        buildable ^= lowest(buildable)
        weight = 20 * count(held & EQUALS[top]) + RANK_OF[top]
        if weight > most:
            best = top
            most = weight
    coming = view.unseen
    fails = 0
    trick = view.trick
    while trick != EMPTY:
        fails += count(coming & EQUALS[low(trick)])
        trick ^= lowest(trick)
    can_test = view.hidden[0] > 0
    if can_test and 4 * fails <= count(coming):
        return TEST
    if best >= 0:
        return best
    if can_test and 2 * fails <= count(coming):
        return TEST
    return WITHDRAW if count(view.trick) == 1 else low(offered(ranks(view.trick), WITHDRAW_WITH))
