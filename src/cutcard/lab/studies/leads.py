"""Who leads while a game goes on: how often that changes, and whether it lasts.

To lead is to have the best score alone. A tie in front changes nothing: the lead changes when another seat has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.declaration.rules import Rules

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import AHEAD, score

Array = np.ndarray[Any, Any]

TENTHS = 10
"""Into how many parts a game is cut, by decisions."""

LENGTH, NEXT, LEADER, CHANGES, THEN = range(5)
"""What stands in a row of notes: how many decisions the game has, which part ends next, who led last, how often that
changed; and from `THEN` on who led at the end of each part. Leaders are seats counted from 1, 0 is nobody alone."""

COLUMNS = THEN + TENTHS


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


def watch(t: Any, g: int, moves: int, notes: Array) -> None:
    """After each decision, what is to be noted of it."""
    ahead = leader(t)
    if ahead != 0 and ahead != notes[g, LEADER]:
        if notes[g, LEADER] != 0:
            notes[g, CHANGES] += 1
        notes[g, LEADER] = ahead
    while notes[g, NEXT] < TENTHS and moves * TENTHS >= (notes[g, NEXT] + 1) * notes[g, LENGTH]:
        notes[g, THEN + notes[g, NEXT]] = ahead
        notes[g, NEXT] += 1


@cache
def watching(rules: Rules) -> Callable[..., None]:
    """`watch` for the games of these rules, as `core.simulation.loop_for` takes it."""
    return rules.bound(watch, leader=rules.bound(leader))


def blank_notes(decisions: Array) -> Array:
    """Notes for games of these lengths: a game is played twice, the second time with its length known."""
    notes = np.zeros((len(decisions), COLUMNS), np.int64)
    notes[:, LENGTH] = decisions
    return notes


def leader_of(scores: Sequence[int], fewer_is_better: bool) -> int:
    """The seat that leads by these scores, counted from 1; 0 where nobody is alone in front. As `leader`, for views."""
    best = min(scores) if fewer_is_better else max(scores)
    return scores.index(best) + 1 if scores.count(best) == 1 else 0


def notes_of(leaders: Sequence[int]) -> Array:
    """The row of notes of a game in which these led, one after each decision."""
    notes = blank_notes(np.array([len(leaders)]))[0]
    alone = [ahead for ahead in leaders if ahead]
    notes[NEXT] = TENTHS
    notes[LEADER] = alone[-1] if alone else 0
    notes[CHANGES] = sum(before != after for before, after in pairwise(alone))
    for part in range(TENTHS):
        notes[THEN + part] = leaders[-(-(part + 1) * len(leaders) // TENTHS) - 1]
    return notes
