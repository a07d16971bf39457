"""Whole games by compiled players: the compiled loop of `core.simulation`."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import count, low, lowest, nth
from cutcard.core.dealer import HALF, advanced, mixed

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        LONGEST,
        OFTEN_TWO,
        WORDS,
        anybody_slips,
        choices,
        chooser,
        deal,
        legal,
        look,
        other,
        play,
        rest,
        score,
        standing,
        steady,
        utility,
        watch,
    )

Array = np.ndarray[Any, Any]

LAST = np.uint64(63)

RANDOM, STEADY, OTHERS = 0, 1, 2
"""The compiled players, as `simulate` names them; from `OTHERS` on those that `other` knows."""


def one_of(view: Any, who: int) -> Any:
    """The move of one of several further compiled players, counted from 0: the next one is asked here, or the rest."""
    if who == 0:
        return chooser(view)
    return rest(view, who - 1)


def simulate(
    tables: Array, rows: Array, views: Array, view_rows: Array, dealers: Array, seed: Any, first: int, players: Array,
    slips: Array, scores: Array, utilities: Array, standings: Array, decisions: Array, notes: Array,
) -> None:  # fmt: skip
    """Whole games, in the rows of the result arrays. `tables[0]` is the table before the deal; game g is dealt from (seed,
    first + g). A row of `players` names the compiled player of each seat, one of `slips` how often of 2**32 times it begins
    with any action instead; games take the rows in turn. `watch` is told every action, and may write to `notes`."""
    t = tables[1]
    dealer = dealers[0]
    for g in range(len(decisions)):
        for word in range(WORDS):
            rows[1, word] = rows[0, word]
        row = (first + g) % len(players)
        dealer.random = mixed(seed ^ mixed(np.uint64(first + g)))
        chance = ~dealer.random
        deal(t, dealer)
        moves = 0
        while t.over == 0:
            seat = low(t.to_act)
            who = players[row, seat]
            slipped = False
            if anybody_slips() and slips[row, seat] != 0 and (LONGEST == 1 or not t.midway):
                chance = advanced(chance)
                slipped = mixed(chance) >> HALF < slips[row, seat]
            if who != RANDOM and not slipped:
                look(rows, 1, view_rows, 0, seat)
                action = steady(views[0]) if who == STEADY else other(views[0], who - OTHERS)
            else:
                actions = choices(t, seat) if slipped else legal(t, seat)
                chance = advanced(chance)
                word = mixed(chance)
                if OFTEN_TWO and count(actions) == 2:  # the same by a coin, which is known before the two are
                    action = low(actions) if word >> LAST == 0 else low(actions ^ lowest(actions))
                else:
                    action = low(nth(actions, np.int64(((word >> HALF) * np.uint64(count(actions))) >> HALF)))
            play(t, seat, action, dealer)
            if LONGEST == 1 or not t.midway:
                moves += 1
            watch(t, g, seat, action, moves, notes)
        decisions[g] = moves
        for seat in range(t.seats):
            scores[g, seat] = score(t, seat)
            utilities[g, seat] = utility(t, seat)
            standings[g, seat] = standing(t, seat)
