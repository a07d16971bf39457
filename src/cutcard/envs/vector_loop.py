"""The compiled loop of the vector environment: every table of a batch goes on to its next decision.

Templates, bound to each game's rules and to the compiled players that sit at the tables. Table i of a seed is dealt from
(seed, i) alone, whatever the size of the batch: its first game is that which `game.simulate(1, seed=seed, first=i)` deals.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest, nth
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import HALF, advanced, mixed
from cutcard.core.declaration.zones import record
from cutcard.core.loops.simulate import OTHERS, RANDOM, STEADY
from cutcard.core.observation import observe
from cutcard.envs.lots import FINISHED, LOT, TAKEN, added

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        ALL_DIFFERENT,
        FACES,
        WORDS,
        deal,
        legal,
        look,
        other,
        play,
        steady,
        utility,
    )

Array = np.ndarray[Any, Any]

CALLER = -1
"""The player of a seat for which the caller chooses."""

DEAL = -1
"""Stands for an action where a new game is to be dealt."""

MOST_DEALS = 1 << 16
"""How often in a row a game may be over before the caller had anything to choose."""

PROGRESS = record(
    [
        ("start", "u8"),  # what the next game is dealt from
        ("random", "u8"),  # the dealer's generator
        ("choosing", "u8"),  # that of the random players
        ("legal", "u8"),  # what the mask says now
        ("row", "i8"),  # which row of `players` sits here
        ("seat", "i8"),  # who is to act, and sees the observation
    ]
)
"""What a table of the batch has besides its cards."""


@rule
def first_wrong(actions: Array, progress: Array) -> int:
    """The first table whose action is not legal; -1 where all are."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action > 63 or progress[i].legal & bit(action) == EMPTY:
            return i
    return -1


@rule
def seed_all(progress: Array, seed: Any) -> None:
    """What the first game of each table is dealt from."""
    for i in range(len(progress)):
        progress[i].start = mixed(seed ^ mixed(np.uint64(i)))


@quick
def chosen_at_random(actions: Bits, p: Any) -> int:
    """One of the actions, as `loops.simulate` draws it."""
    p.choosing = advanced(p.choosing)
    return low(nth(actions, np.int64(((mixed(p.choosing) >> HALF) * np.uint64(count(actions))) >> HALF)))


@quick
def mark(legal_now: Bits, p: Any, masks: Array, i: int) -> None:
    """Bring a row of the masks up to date: only what has changed is written."""
    changed = legal_now ^ p.legal
    p.legal = legal_now
    while changed != EMPTY:
        action = low(changed)
        masks[i, action] = np.int8((legal_now >> np.uint64(action)) & ONE)
        changed ^= lowest(changed)


def others_play(
    tables: Array, rows: Array, i: int, views: Array, view_rows: Array, p: Any, players: Array, dealer: Any
) -> None:
    """Up to the next decision of the caller, or to the end of the game."""
    t = tables[i]
    while t.over == 0:
        seat = low(t.to_act)
        who = players[p.row, seat]
        if who == CALLER:
            p.seat = seat
            return
        if who == RANDOM:
            action = chosen_at_random(legal(t, seat), p)
        else:
            look(rows, i, view_rows, 0, seat)
            action = steady(views[0]) if who == STEADY else other(views[0], who - OTHERS)
        play(t, seat, action, dealer)


def fresh(
    tables: Array, rows: Array, i: int, blank: Array, views: Array, view_rows: Array, p: Any, players: Array, dealer: Any
) -> None:
    """A new game, up to the first decision of the caller; one that is over before it is dealt again."""
    for _ in range(MOST_DEALS):
        for word in range(WORDS):
            rows[i, word] = blank[word]
        p.row = np.int64(((mixed(~p.start) >> HALF) * np.uint64(len(players))) >> HALF)
        p.choosing = ~p.start
        dealer.random = p.start
        deal(tables[i], dealer)
        p.start = mixed(advanced(p.start))
        others_play(tables, rows, i, views, view_rows, p, players, dealer)
        if tables[i].over == 0:
            return
    raise ValueError("every game is over before the learner has anything to choose")


def advance(
    actions: Array, counts: Array, plan: Array, ends: Array, blank: Array, tables: Array, rows: Array,
    progress: Array, views: Array, view_rows: Array, players: Array, dealers: Array, observations: Array, masks: Array,
    rewards: Array, over: Array, utilities: Array, last: Array,
) -> None:  # fmt: skip
    """Carry out a legal action at each table, or deal it anew, and all that follows up to the caller's next decision, as
    long as there are lots of tables that nobody has taken. Where a game ends its utilities and its last observation are
    noted, and the next one is dealt."""
    dealer = dealers[0]
    first = LOT * added(counts, TAKEN, 1)
    while first < len(actions):
        for i in range(first, min(first + LOT, len(actions))):
            t = tables[i]
            p = progress[i]
            rewards[i] = 0.0
            over[i] = False
            if actions[i] != DEAL:
                seat = p.seat
                dealer.random = p.random
                play(t, seat, actions[i], dealer)
                p.seat = low(t.to_act)
                if t.over == 0 and players[p.row, p.seat] != CALLER:
                    others_play(tables, rows, i, views, view_rows, p, players, dealer)
                if t.over != 0:
                    over[i] = True
                    for each in range(t.seats):
                        utilities[i, each] = utility(t, each)
                    rewards[i] = utilities[i, seat]
                    observe(plan, ends, FACES, ALL_DIFFERENT, rows, i, seat, last, i)
            if over[i] or actions[i] == DEAL:
                fresh(tables, rows, i, blank, views, view_rows, p, players, dealer)
            p.random = dealer.random
            observe(plan, ends, FACES, ALL_DIFFERENT, rows, i, p.seat, observations, i)
            mark(legal(t, p.seat), p, masks, i)
        added(counts, FINISHED, 1)
        first = LOT * added(counts, TAKEN, 1)
