"""A compiled walk through random games that looks at the table after every step. A template: its free names are a game's."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, bit, count, low, nth
from cutcard.core.dealer import below, mixed

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import FULL, PLACES, WORDS, deal, legal, look, play, steady, utility

FINE, CARD_LOST, CARD_TWICE, NO_MOVE, NOBODY_TO_ACT, STEADY_CHEATS, NEVER_ENDS, NOT_ZERO_SUM, STRANGER = range(9)


def walk(
    tables: Any, rows: Any, views: Any, view_rows: Any, dealers: Any, choosers: Any, seed: int, games: int, longest: int
) -> Any:
    """(what is wrong, in which game, after how many moves): seats choose by chance or by `steady`, half and half."""
    t = tables[1]
    dealer, chooser = dealers[0], choosers[0]
    for g in range(games):
        for word in range(WORDS):
            rows[1, word] = rows[0, word]
        dealer.random = mixed(np.uint64(seed) ^ mixed(np.uint64(g)))
        chooser.random = ~dealer.random
        deal(t, dealer)
        moves = 0
        while True:
            union = EMPTY
            total = 0
            for word in PLACES:
                union |= rows[1, word]
                total += count(rows[1, word])
            if union != FULL:
                return CARD_LOST, g, moves
            if total != count(FULL):
                return CARD_TWICE, g, moves
            if t.over != 0:
                break
            if t.to_act == EMPTY:
                return NOBODY_TO_ACT, g, moves
            if t.to_act >> np.uint64(t.seats) != EMPTY:
                return STRANGER, g, moves
            if moves == longest:
                return NEVER_ENDS, g, moves
            seat = low(nth(t.to_act, below(chooser, count(t.to_act))))
            actions = legal(t, seat)
            if actions == EMPTY:
                return NO_MOVE, g, moves
            look(rows, 1, view_rows, 0, seat)
            action = steady(views[0])
            if action < 0 or actions & bit(action) == EMPTY:
                return STEADY_CHEATS, g, moves
            if below(chooser, 2) == 0:
                action = low(nth(actions, below(chooser, count(actions))))
            play(t, seat, action, dealer)
            moves += 1
        if t.to_act != EMPTY:
            return STRANGER, g, moves
        total_utility = 0.0
        for seat in range(t.seats):
            total_utility += utility(t, seat)
        if abs(total_utility) > 1e-9:
            return NOT_ZERO_SUM, g, moves
    return FINE, games, 0
