"""The compiled loop of the Gymnasium environments: every table of a batch goes on to its next decision.

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
        LONGEST,
        WORDS,
        anybody_slips,
        choices,
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

DEAL, KEEP = -1, -2
"""Stand for an action where a new game is to be dealt, and where a table is to stay as it is."""

MOST_DEALS = 1 << 16
"""How often in a row a game may be over before the caller had anything to choose."""

PROGRESS = record(
    [
        ("start", "u8"),  # what the next game is dealt from
        ("random", "u8"),  # the dealer's generator
        ("choosing", "u8"),  # that of the random players
        ("row", "i8"),  # which row of `players` sits here
    ]
)
"""What a table of the batch has besides its cards and what is shown of them."""


@rule
def first_wrong(actions: Array, legals: Array, over_is_right: bool, illegal_is_right: bool) -> int:
    """The first table whose action cannot be carried out; -1 where all can. Where a game is over no action can, unless that
    is said to be right; nor can one that is not legal."""
    for i in range(len(actions)):
        action = actions[i]
        if 0 <= action <= 63 and legals[i] & bit(action) != EMPTY:
            continue
        if not (over_is_right if legals[i] == EMPTY else illegal_is_right):
            return i
    return -1


@rule
def mend(actions: Array, legals: Array, progress: Array) -> None:
    """Where a game is over the next one is dealt; elsewhere a random legal action takes the place of one that is not."""
    for i in range(len(actions)):
        action = actions[i]
        if legals[i] == EMPTY:
            actions[i] = DEAL
        elif action < 0 or action > 63 or legals[i] & bit(action) == EMPTY:
            actions[i] = chosen_at_random(legals[i], progress[i])


@rule
def seed_all(progress: Array, seed: Any, chosen: Array) -> None:
    """What the first game of each of the chosen tables is dealt from."""
    for i in range(len(progress)):
        if chosen[i]:
            progress[i].start = mixed(seed ^ mixed(np.uint64(i)))


@quick
def chosen_at_random(actions: Bits, p: Any) -> int:
    """One of the actions, as `loops.simulate` draws it."""
    p.choosing = advanced(p.choosing)
    return low(nth(actions, np.int64(((mixed(p.choosing) >> HALF) * np.uint64(count(actions))) >> HALF)))


@quick
def row_for(start: Bits, rows: int) -> Any:
    """Which of so many rows of players sits at a game that is dealt from there."""
    return np.int64(((mixed(~start) >> HALF) * np.uint64(rows)) >> HALF)


@quick
def next_start(start: Bits) -> Bits:
    """What the game after the one that was dealt from there is dealt from."""
    return mixed(advanced(start))


@quick
def mark(legal_now: Bits, legals: Array, masks: Array, i: int) -> None:
    """Bring a row of the masks up to date: only what has changed is written."""
    changed = legal_now ^ legals[i]
    legals[i] = legal_now
    while changed != EMPTY:
        action = low(changed)
        masks[i, action] = np.int8((legal_now >> np.uint64(action)) & ONE)
        changed ^= lowest(changed)


def others_play(
    tables: Array, rows: Array, i: int, views: Array, view_rows: Array, p: Any, players: Array, slips: Array, dealer: Any
) -> int:
    """Up to the next decision of the caller, or to the end of the game. The seat that is to act, -1 when it is over."""
    t = tables[i]
    while t.over == 0:
        seat = low(t.to_act)
        who = players[p.row, seat]
        if who == CALLER:
            return seat
        slipped = False
        if anybody_slips() and slips[p.row, seat] != 0 and (LONGEST == 1 or not t.midway):
            p.choosing = advanced(p.choosing)
            slipped = mixed(p.choosing) >> HALF < slips[p.row, seat]
        if slipped:
            action = chosen_at_random(choices(t, seat), p)
        elif who == RANDOM:
            action = chosen_at_random(legal(t, seat), p)
        else:
            look(rows, i, view_rows, 0, seat)
            action = steady(views[0]) if who == STEADY else other(views[0], who - OTHERS)
        play(t, seat, action, dealer)
    return -1


def fresh(
    tables: Array, rows: Array, i: int, blank: Array, views: Array, view_rows: Array, p: Any, players: Array, slips: Array,
    dealer: Any,
) -> int:  # fmt: skip
    """A new game, up to the first decision of the caller; one that is over before it is dealt again. The seat that is to
    act."""
    for _ in range(MOST_DEALS):
        for word in range(WORDS):
            rows[i, word] = blank[word]
        p.row = row_for(p.start, len(players))
        p.choosing = ~p.start
        dealer.random = p.start
        deal(tables[i], dealer)
        p.start = next_start(p.start)
        seat = others_play(tables, rows, i, views, view_rows, p, players, slips, dealer)
        if seat >= 0:
            return seat
    raise ValueError("every game is over before the learner has anything to choose")


def advance(
    actions: Array, counts: Array, deals_at_once: bool, plan: Array, ends: Array, blank: Array, tables: Array, rows: Array,
    progress: Array, legals: Array, seats: Array, views: Array, view_rows: Array, players: Array, slips: Array,
    dealers: Array, observations: Array, masks: Array, rewards: Array, over: Array, utilities: Array, last: Array,
) -> None:  # fmt: skip
    """Carry out what `actions` say, and all that follows up to the caller's next decision, at lots of tables as long as
    there are some that nobody has taken. Where a game ends its utilities are noted, and its last observation in `last`."""
    dealer = dealers[0]
    first = LOT * added(counts, TAKEN, 1)
    while first < len(actions):
        for i in range(first, min(first + LOT, len(actions))):
            action = actions[i]
            if action == KEEP:
                continue
            t = tables[i]
            p = progress[i]
            seat = seats[i]
            rewards[i], over[i] = 0.0, False
            if action != DEAL:
                dealer.random = p.random
                play(t, seat, action, dealer)
                following = low(t.to_act)
                if t.over == 0 and players[p.row, following] != CALLER:
                    following = others_play(tables, rows, i, views, view_rows, p, players, slips, dealer)
                if t.over == 0:
                    seat = following
                else:
                    over[i] = True
                    for each in range(t.seats):
                        utilities[i, each] = utility(t, each)
                    rewards[i] = utilities[i, seat]
                    observe(plan, ends, FACES, ALL_DIFFERENT, rows, i, seat, last, i)
            if action == DEAL or (over[i] and deals_at_once):
                seat = fresh(tables, rows, i, blank, views, view_rows, p, players, slips, dealer)
            p.random = dealer.random
            seats[i] = seat
            observe(plan, ends, FACES, ALL_DIFFERENT, rows, i, seat, observations, i)
            mark(legal(t, seat) if t.over == 0 else EMPTY, legals, masks, i)
        added(counts, FINISHED, 1)
        first = LOT * added(counts, TAKEN, 1)
