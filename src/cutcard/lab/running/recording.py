"""Games of compiled players as records. Compiled code notes which actions were taken, and the surface plays them again: the
cards come from the same numbers, so it is the same game, told in full."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.dealer import Chance
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.errors import CutcardError
from cutcard.core.simulation import Simulation, game_chance, simulated
from cutcard.core.table.table import Table
from cutcard.core.table.turn import Turn

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import LONGEST

Array = np.ndarray[Any, Any]

ACTIONS = 64
"""A note is a seat times this, and its action."""

BEGUN = 1 << 14
"""Is added where the move goes on."""

AT_ONCE = 256
"""Of how many games actions are noted at once: that takes room."""


def note(t: Any, g: int, seat: int, action: int, moves: int, notes: Array) -> None:
    """Each action of a game in its row, behind how many there are."""
    notes[g, 0] += 1
    notes[g, notes[g, 0]] = seat * ACTIONS + action
    if LONGEST > 1 and t.midway:
        notes[g, notes[g, 0]] += BEGUN


@cache
def noting(rules: Rules) -> Callable[..., None]:
    """`note` for the games of these rules, as `core.simulation.simulator` takes it."""
    return rules.bound(note)


def compiled_ends(game: Game, seed: int, first: int, seatings: list[list[str]], found: Simulation) -> Iterator[Table]:
    """The last table of each game from `first` on, with all that led to it; `found` is what they came to."""
    watch, longest = noting(game.rulebook.rules), game.rulebook.rules.longest
    for begin in range(0, len(found.decisions), AT_ONCE):
        decisions = found.decisions[begin : begin + AT_ONCE]
        notes = np.zeros((len(decisions), 1 + longest * int(decisions.max())), np.int16)
        simulated(game, len(decisions), seed, first + begin, seatings, watch, notes)
        for g, row in enumerate(notes.tolist()):
            number = begin + g
            table = _played(Table.dealt(game, Chance(game_chance(seed, first + number))), row[1 : 1 + row[0]])
            if not table.is_over or list(table.scores) != found.scores[number].tolist():
                raise CutcardError(
                    f"game {first + number} does not come out again as it did: the rules of {game.name} are at fault"
                )
            yield table


def _played(table: Table, notes: list[int]) -> Table:
    actions: tuple[int, ...] = ()
    for noted in notes:
        seat, action = divmod(noted % BEGUN, ACTIONS)
        actions = (*actions, action)
        if noted < BEGUN:
            table = Turn(table, seat, actions, table.words, is_whole=True).played()
            actions = ()
    return table


def record_line(table: Table) -> bytes:
    """The record of a game as a line of a file."""
    return json.dumps(table.record(), separators=(",", ":")).encode() + b"\n"
