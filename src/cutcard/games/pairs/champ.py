"""`champ`: for Pairs and Continuous Pairs, the rule that won a public tournament of bots."""

from typing import Any

from cutcard.core.bits import EMPTY, Bits, count, low, lowest
from cutcard.core.compiling import rule
from cutcard.core.loops.compiled_player import CompiledPlayer
from cutcard.games.pairs.moves import EIGHT, HIT
from cutcard.games.pairs.steady import cheapest_fold, expected_cost
from cutcard.games.shared.pairs_deck import OF_RANK, RANK_OF, next_cards
from cutcard.games.shared.stacks import in_play

NERVE = 0.9
"""A fold has to be this much cheaper than what the next card can be expected to cost."""


@rule
def champ(view: Any) -> int:
    """Fold when the cheapest card in play costs less than 0.9 times what a card does on average: each rank held, times the
    chance to draw it. A fold that would lose the game is for those who cannot but pair."""
    stack = view.stacks[view.viewer]
    coming = next_cards(view)
    if coming == EMPTY:
        return cheapest_fold(view)
    if stack == EMPTY:
        return HIT
    price = RANK_OF[low(in_play(view))]
    folding_loses = view.scores[view.viewer] + price >= view.target
    drawing = HIT
    cost = expected_cost(coming, stack)
    risk = pairing_chance(coming, stack)
    if view.eights and stack & OF_RANK[8] != EMPTY:
        eight_cost, eight_risk = after_eight(view, coming, stack)
        # Either way the stack grows by one card. Where a pair loses the game as a fold does, what it costs does not matter.
        if eight_risk < risk if folding_loses else eight_cost < cost:
            drawing = EIGHT
            cost = eight_cost
            risk = eight_risk
    if folding_loses:
        return drawing if risk < 1.0 else cheapest_fold(view)
    return cheapest_fold(view) if price < NERVE * cost else drawing


@rule
def pairing_chance(coming: Bits, stack: Bits) -> float:
    """How likely the next card pairs."""
    pairing = 0
    for rank in range(1, 11):
        if stack & OF_RANK[rank] != EMPTY:
            pairing += count(coming & OF_RANK[rank])
    return pairing / count(coming)


@rule
def after_eight(view: Any, coming: Bits, stack: Bits) -> tuple[float, float]:
    """EIGHT-1 to EIGHT-3: what two cards cost on average, the second only if the first does not pair; and how likely one
    of them pairs. A reshuffle between the two is left out of account."""
    if view.hidden[0] == 0:  # the deck is empty: the 8 is shuffled into it
        coming |= stack & OF_RANK[8]
    stack &= ~OF_RANK[8]
    cost = expected_cost(coming, stack)
    risk = pairing_chance(coming, stack)
    for rank in range(1, 11):
        first = coming & OF_RANK[rank]
        if first != EMPTY and stack & OF_RANK[rank] == EMPTY and count(coming) > 1:
            chance = count(first) / count(coming)
            rest = coming ^ lowest(first)
            cost += chance * expected_cost(rest, stack | first)
            risk += chance * pairing_chance(rest, stack | first)
    return cost, risk


class ChampPlayer(CompiledPlayer):
    """Plays the two Pairs by the rule that won a tournament of bots.

    It folds when the cheapest card costs less than 0.9 times what a hit does on average."""

    plays = ("pairs", "continuous")
    compiled = staticmethod(champ)
