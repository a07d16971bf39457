"""What is noted of a game while it goes on: who leads and since when, how many rounds it has, who waits, and what kinds of
decisions there are.

To lead is to have the best score alone. A tie in front changes nothing: the lead changes when another seat has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, count, low, lowest
from cutcard.core.declaration.rules import Rules

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import AHEAD, LONGEST, PHASE, SECONDS, legal, round_of, score, waits, watch

Array = np.ndarray[Any, Any]

TENTHS = 10
"""Into how many parts a game is cut, by decisions."""

LENGTH, NEXT, LEADER, CHANGES, SINCE, ROUND, ROUNDS, WAITING, THINKING, THEN = range(10)
"""What stands in a row of notes: how many decisions the game has, which part ends next, who led last, how often that
changed, since which decision the one in front has been alone there (0 if nobody is); the last round, and how many were over;
how many seats waited, all decisions together; for how many seconds people would have thought; and from `THEN` on who led at
the end of each part. Leaders are seats counted from 1, 0 is nobody alone."""

COLUMNS = THEN + TENTHS

FORCED = 2
"""How many seconds a decision takes that is none, as there is one move."""


def leader(t: Any) -> int:
    """The seat that leads, counted from 1; 0 where nobody is alone in front."""
    best = AHEAD * score(t, 0)
    found = 1
    for seat in range(1, t.seats):
        stand = AHEAD * score(t, seat)
        if stand > best:
            best = stand
            found = seat + 1
        elif stand == best:
            found = 0
    return found


def noted(t: Any, g: int, seat: int, action: int, moves: int, notes: Array) -> None:
    """After each decision, what is to be noted of it, and of the one that comes next."""
    if LONGEST > 1 and t.midway:
        return
    row = notes[g]
    ahead = leader(t)
    if ahead == 0:
        row[SINCE] = 0
    elif row[SINCE] == 0 or ahead != row[LEADER]:
        row[SINCE] = moves
    if ahead != 0 and ahead != row[LEADER]:
        if row[LEADER] != 0:
            row[CHANGES] += 1
        row[LEADER] = ahead
    while row[NEXT] < TENTHS and moves * TENTHS >= (row[NEXT] + 1) * row[LENGTH]:
        row[THEN + row[NEXT]] = ahead
        row[NEXT] += 1
    now = round_of(t)
    if now != row[ROUND]:
        row[ROUND] = now
        row[ROUNDS] += 1
    if t.over == 0:
        row[WAITING] += count(waits(t))
        if count(t.to_act) == 1:  # of those who choose at once only the last one is waited for
            row[THINKING] += seconds_for(t, low(t.to_act))


def seconds_for(t: Any, seat: int) -> int:
    """How long people think about a decision: as long as for the slowest of the verbs on offer."""
    offered = legal(t, seat)
    if count(offered) == 1:
        return FORCED
    longest = 0
    while offered != EMPTY:
        longest = max(longest, SECONDS[t[PHASE], low(offered)])
        offered ^= lowest(offered)
    return longest


def note_all(tables: Array, notes: Array) -> None:
    """A whole game, the table after each decision."""
    for at in range(len(tables)):
        watch(tables[at], 0, 0, 0, at + 1, notes)


@cache
def watching(rules: Rules) -> Callable[..., None]:
    """`noted` for the games of these rules, as `core.simulation.simulator` takes it."""
    return rules.bound(noted, leader=rules.bound(leader), seconds_for=rules.bound(seconds_for))


@cache
def _noting(rules: Rules) -> Callable[..., None]:
    return rules.bound(note_all, watch=watching(rules))


def blank_notes(decisions: Array) -> Array:
    """Notes for games of these lengths: a game is played twice, the second time with its length known."""
    notes = np.zeros((len(decisions), COLUMNS), np.int64)
    notes[:, LENGTH] = decisions
    return notes


def notes_of(rules: Rules, tables: Sequence[Array]) -> Array:
    """The row of notes of a game, from the table after each decision."""
    notes = blank_notes(np.array([len(tables)]))
    _noting(rules)(np.concatenate(tables), notes)
    return notes[0]
