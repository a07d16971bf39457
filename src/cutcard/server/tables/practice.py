"""Practice: a table that goes on from the middle of a game that is over, for one person against bots. Its hidden cards are
as they were, or dealt anew from what one seat knew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cutcard.core.dealer import Stream
from cutcard.core.declaration.game import Game
from cutcard.core.errors import ParseError
from cutcard.core.table import position
from cutcard.core.table.record import header
from cutcard.core.table.table import Table
from cutcard.core.table.view import redeal
from cutcard.server import fair
from cutcard.server.errors import NotNow

if TYPE_CHECKING:
    from cutcard.server.tables.state import TableState

AS_IT_WAS, ANEW = "as-it-was", "anew"
"""What becomes of the hidden cards."""


@dataclass(frozen=True)
class Words:
    """The random words of a table, from one of them on: the order in which its cards still come."""

    secret: str
    code: str
    randomness: Mapping[str, str]
    """What the browsers added, by seat."""
    used: int = 0

    def stream(self) -> Stream:
        added = {int(seat): text for seat, text in self.randomness.items()}
        return replace(fair.stream(self.secret, self.code, added), used=self.used)


@dataclass(frozen=True)
class Beginning:
    """Where a game goes on from."""

    of: str
    """The code of the table at which the position came about."""
    step: int
    """After how many moves there."""
    seat: int
    """Whose seat the person has."""
    hidden: str
    """`as-it-was` or `anew`."""
    position: str
    """The whole table, as one line."""
    words: Words | None = None
    """Where the cards come from that are still to come, if that is as it was; else they are the new table's own."""
    before: tuple[str, ...] | None = None
    """The events of the record up to here, where the cards are those of the record."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """As the log has it."""
        words, before = stored["words"], stored["before"]
        there = {"words": words and Words(**words), "before": None if before is None else tuple(before)}
        return cls(**{**stored, **there})

    def stored(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def told(self) -> dict[str, Any]:
        """What everybody at the table is told of it."""
        return {"of": self.of, "step": self.step, "hidden": self.hidden}

    def table(self, game: Game, own: Stream) -> Table:
        """The table as it begins; `own` are the random words of the table that goes on."""
        return position.as_first(game.position(self.position).dealt_by(self.words.stream() if self.words else own))

    def again(self, game: Game, chance: np.random.Generator) -> Beginning:
        """The same once more. Hidden cards that were dealt anew are so again: how they lay is known by now."""
        if self.words is not None:
            return self
        known = game.position(self.position).glance(self.seat)
        return replace(self, position=str(redeal(known, chance)))

    def record(self, table: Table) -> dict[str, Any]:
        """The record of a game that went on from here, from the first deal on. It says where it comes from in the place of
        a proof: who played it could know every card."""
        if self.before is None:
            no_record = "hidden cards were dealt anew for this game, after move {n} of another: it has no record of its own"
            raise NotNow(no_record, n=self.step)
        events = (event for step in table.steps() for event in step.events(table.game.deck.cards))
        origin = {"practice": {"table": self.of, "move": self.step}}
        return {**header(table.game), "events": [*self.before, *events], "fair": origin}


def beginning(state: TableState, step: int, seat: int | None, hidden: str, chance: np.random.Generator) -> Beginning:
    """Where to go on from after so many moves of a game that is over; without a seat, as the first that is to act there.
    Dealing anew looks at nothing but what the seat could see. It can take a while where the cards are as they were."""
    assert state.table is not None
    if step >= state.moves:
        raise ParseError("this game has {n} moves: go on from before the last of them", n=state.moves)
    (there,) = state.table.stages(step, step + 1)
    seat = there.to_act[0] if seat is None else seat
    if seat >= there.game.seats:
        raise ParseError(f"there is no seat {seat} at this table")
    if hidden == ANEW:
        return Beginning(state.code, step, seat, ANEW, str(redeal(there.glance(seat), chance)))
    return _as_it_was(state, state.table, there, step, seat)


def _as_it_was(state: TableState, last: Table, there: Table, step: int, seat: int) -> Beginning:
    """The same moves are played once more, to know how far the random words were used by then."""
    words = state.begun.words if state.begun and state.begun.words else Words(
        state.secret, state.code, {str(seat): text for seat, text in sorted(state.randomness.items())}
    )  # fmt: skip
    table, steps = state.first_table(), last.steps()[: step + 1]
    for one in steps[1:]:
        table = table.play(one.move, one.seat)
    before = state.begun.before if state.begun else ()
    events = [event for one in steps for event in one.events(there.game.deck.cards)]
    return Beginning(
        state.code, step, seat, AS_IT_WAS, str(there), replace(words, used=table.words_used),
        None if before is None else (*before, *events),
    )  # fmt: skip
