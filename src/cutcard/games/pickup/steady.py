"""A rule of thumb for Pickup: choose the card that promises most, and take what gains most."""

from typing import Any

from cutcard.core.bits import EMPTY, count, low, lowest
from cutcard.core.compiling import rule
from cutcard.games.pickup.rules import POOL_SIZE, up_to
from cutcard.games.shared.pairs_deck import OF_RANK, RANK_OF, ranks

USUAL = 0.8
"""What a card brings in when it is played, in parts of its rank, over many games."""


@rule
def steady(view: Any) -> int:
    """Take what gains most; choose the card that promises most beside what it would on a usual day."""
    seat = view.viewer
    rounds_left = count(view.hands[seat])
    if view.acting:
        options = ranks(view.pool & up_to(view.played[seat]))
    else:
        options = ranks(view.hands[seat])
        rounds_left -= 1
    best = -1
    most = 0.0
    while options != EMPTY:
        rank = RANK_OF[low(options)]
        value = gain(view, rank, rounds_left) if view.acting else promise(view, rank, rounds_left) - USUAL * rank
        if best < 0 or value > most:
            best = low(options)
            most = value
        options ^= lowest(options)
    return best


@rule
def kept(view: Any, rank: int, rounds_left: int) -> float:
    """What a card in the pile counts, less the risk that another seat picks up its rank in a later pool."""
    coming = count(view.unseen & OF_RANK[rank]) * POOL_SIZE * rounds_left / max(count(view.unseen), 1)
    return rank / (1.0 + coming * (view.seats - 1) / view.seats)


@rule
def gain(view: Any, rank: int, rounds_left: int) -> float:
    """What picking up this rank gains: the card, and what the others lose by it."""
    lost = 0
    for other in range(view.seats):
        if other != view.viewer:
            lost += count(view.piles[other] & OF_RANK[rank])
    return kept(view, rank, rounds_left) + rank * lost / (view.seats - 1)


@rule
def promise(view: Any, played: int, rounds_left: int) -> float:
    """What playing this rank brings: the best pick-up that those who act before leave, or the card itself, stacked."""
    unseen = max(count(view.unseen), 1)
    total = 0.0
    nothing_left = 1.0
    before = 0.5 * count(view.unseen & OF_RANK[played])
    for rank in range(played, 0, -1):
        if rank < played:
            before += count(view.unseen & OF_RANK[rank])
        if view.pool & OF_RANK[rank] != EMPTY:
            left_for_us = (1.0 - before / unseen) ** (view.seats - 1)
            total += nothing_left * left_for_us * gain(view, rank, rounds_left)
            nothing_left *= 1.0 - left_for_us
    return total + nothing_left * kept(view, played, rounds_left)
