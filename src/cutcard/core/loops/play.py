"""Deal, play and count: what a table needs of the rules, move by move."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, bit, low, lowest

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import (
        DONE,
        LONGEST,
        WORDS,
        choices,
        deal,
        legal,
        look,
        play,
        redealt,
        score,
        standing,
        steady,
        utility,
    )

Array = np.ndarray[Any, Any]


def begin(tables: Array, at: int, dealers: Array) -> None:
    """Deal the first cards."""
    deal(tables[at], dealers[0])


def step(tables: Array, at: int, seat: int, action: int, dealers: Array) -> None:
    """Carry out a legal action."""
    play(tables[at], seat, action, dealers[0])


def allowed(tables: Array, at: int, seat: int) -> Any:
    """The legal actions of a seat that is to act."""
    return legal(tables[at], seat)


def chosen_from(tables: Array, at: int, seat: int) -> Any:
    """The legal actions, of equal ones only one: all that a bot or a search has to choose from."""
    return choices(tables[at], seat)


def listed(tables: Array, rows: Array, seat: int, dealers: Array, found: Array) -> int:
    """How many moves a seat has at `tables[0]`; the actions of as many as there is room for go to the rows of `found`. The
    other tables are room too: one for each action of the longest move."""
    waiting = np.zeros(LONGEST + 1, np.uint64)
    chosen = np.zeros(LONGEST + 1, np.int64)
    waiting[0] = legal(tables[0], seat)
    depth = 0
    moves = 0
    while depth >= 0:
        if waiting[depth] == EMPTY:
            depth -= 1
            continue
        chosen[depth] = low(waiting[depth])
        waiting[depth] ^= lowest(waiting[depth])
        for word in range(WORDS):
            rows[depth + 1, word] = rows[depth, word]
        play(tables[depth + 1], seat, chosen[depth], dealers[0])
        depth += 1
        if tables[depth].midway:
            waiting[depth] = legal(tables[depth], seat)
            continue
        if moves < len(found):
            found[moves, :depth] = chosen[:depth]
        moves += 1
        depth -= 1
    return moves


def carried(tables: Array, at: int, seat: int, actions: Array, dealers: Array) -> int:
    """Carry out one move of several actions; `DONE` is added where it is needed. How many actions that were, or -1 where
    one of them is not legal or the move is not complete."""
    t = tables[at]
    used = 0
    while used < len(actions) or (t.midway and DONE >= 0):
        action = actions[used] if used < len(actions) else DONE
        if (used > 0 and not t.midway) or legal(t, seat) & bit(action) == EMPTY:
            return -1
        play(t, seat, action, dealers[0])
        used += 1
    return -1 if t.midway else used


def scored(tables: Array, at: int, seat: int) -> Any:
    """What the trace shows as the score of a seat."""
    return score(tables[at], seat)


def stands(tables: Array, at: int, seat: int) -> Any:
    """How a seat stands when the game is over: more is better."""
    return standing(tables[at], seat)


def gains(tables: Array, at: int, seat: int) -> Any:
    """COMMON-8: what the result is worth to a seat."""
    return utility(tables[at], seat)


def advised(views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array, found: Array) -> int:
    """What `steady` does where it sees `views[0]`: the actions of a whole move, and how many they are. The move is tried
    out on a table that looks the same; `views[1]` and `tables[0]` are room for that."""
    found[0] = steady(views[0])
    if LONGEST == 1:
        return 1
    redealt(views, view_rows, 0, rows, 0, dealers)
    seat = views[0].viewer
    used = 1
    play(tables[0], seat, found[0], dealers[0])
    while tables[0].midway:
        look(rows, 0, view_rows, 1, seat)
        found[used] = steady(views[1])
        play(tables[0], seat, found[used], dealers[0])
        used += 1
    return used
