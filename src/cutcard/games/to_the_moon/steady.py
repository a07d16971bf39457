"""A rule of thumb for To the Moon: how far a search looks, what a lead is worth then, and when to withdraw."""

import math
from typing import Any

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.declaration.verbs import offered
from cutcard.games.shared.common import everybody, prospects
from cutcard.games.shared.pairs_deck import EQUALS, ranks
from cutcard.games.to_the_moon.moves import TEST, WITHDRAW, WITHDRAW_WITH
from cutcard.games.to_the_moon.rules import MoonTable


@quick
def lap(t: MoonTable) -> int:
    """To the end of the round: what is spent on a trick is missing in the next."""
    return t.finished


@rule
def worth(t: MoonTable, seat: int) -> float:
    """A lead counts for more the fewer rounds are left. Fitted to games of `steady`."""
    return prospects(t, seat, everybody(t), (0.85 + 13.2 / t.seats) * math.sqrt(t.rounds - t.finished))


HELD_TO_BUILD, HELD_TO_TAKE = 0.3, 3.0
"""How much it counts to hold a rank oneself, in unseen cards of it: little for what is built, much for what is taken."""


@rule
def steady(view: Any) -> int:
    """Build where the hand outlasts those of the others, test while the countdown is short, else withdraw: what building and
    testing promise is weighed against withdrawing, which counts 0. The numbers were found by letting variants play against
    each other at two to six seats."""
    seat = view.viewer
    held = view.hands[seat] | view.known[seat]
    on_table = ranks(view.trick)
    buildable = ranks(held) & ~on_table
    length = count(on_table)
    build = test = 0.0
    if buildable != EMPTY:
        build = length + count(buildable) + count(held) - (4 * longest_hand(view) + view.hidden[0] + 5) / 3
    if view.hidden[0] > 0:
        test = 2.0 + count(buildable) / 2 - 1.5 * length - 12.0 * chance_to_fail(view)
    if build > 0.0 and build >= test:
        return commonest(view, buildable, 1.0, HELD_TO_BUILD)
    if test > 0.0:
        return TEST
    if length == 1:
        return WITHDRAW
    return low(offered(bit(commonest(view, on_table, -1.0, HELD_TO_TAKE)), WITHDRAW_WITH))


@rule
def longest_hand(view: Any) -> int:
    """How many cards the hand has that is the longest of the others in the countdown."""
    most = 0
    for other in range(view.seats):
        if other != view.viewer and view.counting & bit(other) != EMPTY:
            most = max(most, view.hidden[1 + other] + count(view.known[other]))
    return most


@rule
def chance_to_fail(view: Any) -> float:
    """That the next card of the deck has a rank which lies on the table."""
    again = 0
    trick = view.trick
    while trick != EMPTY:
        again += count(view.unseen & EQUALS[low(trick)])
        trick ^= lowest(trick)
    return again / count(view.unseen)


@rule
def commonest(view: Any, options: Bits, sign: float, held_counts: float) -> int:
    """Of these ranks the commonest (sign 1) or the rarest (-1) among the cards that are unseen, and in the hand."""
    held = view.hands[view.viewer] | view.known[view.viewer]
    best = -1
    most = 0.0
    while options != EMPTY:
        top = low(options)
        options ^= lowest(options)
        often = sign * (count(view.unseen & EQUALS[top]) + held_counts * count(held & EQUALS[top]))
        if best < 0 or often > most:
            best = top
            most = often
    return best
