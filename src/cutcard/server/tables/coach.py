"""A coach at a table of one person against bots. What the moves cost is found out while the person thinks; one that costs
much is held back once, with the reason. Nothing of it is in the log, and it knows nothing but what the seat sees."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from cutcard.core.errors import CutcardError
from cutcard.core.table.view import View
from cutcard.present.coaching import Caution, caution_of, judged_of
from cutcard.reviews.judging import Judgement
from cutcard.server.errors import HeldBack

if TYPE_CHECKING:
    from cutcard.server.tables.open_table import OpenTable

WAITS = 0.7
"""Seconds that a move waits for what the coach makes of it; then it is played. Page and nginx take a node for one that hangs
where a move has no answer after 1.0 and 1.5 seconds: what else an answer needs has to fit in between."""

Judging = asyncio.Task[Judgement]


class Held(NamedTuple):
    """A move that was held back."""

    asked: int
    identity: str | None
    caution: Caution


class Coach:
    """The coach of one table, as far as this node knows. At most one thing at a time is being found out for it."""

    def __init__(self, open_table: OpenTable) -> None:
        self.is_ready: Callable[[], bool] = lambda: False
        """Whether moves of this game can be judged; else what that needs is made ready from now on."""
        self.begin: Callable[[OpenTable, View, str | None], Judging]
        """Has the moves of a decision judged, and this one among them."""
        self._found_at = weakref.ref(open_table)
        self._asked = 0
        """The event that asked for the decision which is judged."""
        self._judging: Judging | None = None
        self._is_asked_again = False
        """Whether a closer look was taken at the move that was about to be played."""
        self._held: Held | None = None

    @property
    def _table(self) -> OpenTable:
        """The table, which has the coach, and so is not held by it."""
        open_table = self._found_at()
        assert open_table is not None
        return open_table

    def look(self) -> None:
        """After every change: where the person is to act, and here by this node, it is found out what their moves cost."""
        seat = self._table.state.coached
        if (
            seat is not None
            and self.is_ready()
            and self._table.presence.is_by_this_node(self._table.state.holders[seat].key)
        ):
            self._begin()

    def _begin(self) -> None:
        state = self._table.state
        seat = state.coached
        asked = None if seat is None else state.asked.get(seat)
        if asked is None or asked == self._asked or state.table is None or self._is_busy or not self.is_ready():
            return
        assert seat is not None
        self._asked, self._is_asked_again = asked, False
        self._have_judged(state.table.glance(seat), None)

    def _have_judged(self, view: View, move: str | None) -> None:
        self._judging = self.begin(self._table, view, move)
        self._judging.add_done_callback(self._looked)

    @property
    def _is_busy(self) -> bool:
        return self._judging is not None and not self._judging.done()

    def _looked(self, done: Judging) -> None:
        """The person may have a new decision to make by now."""
        if not done.cancelled() and self._found_at() is not None:
            self.look()

    async def heed(self, seat: int, move: str, seq: int, identity: str | None) -> None:
        """Raise `HeldBack` where a move that is legal should be thought over; once for each decision, whatever is played
        then. What was held back and is sent once more, since the answer was lost, is held back again."""
        state = self._table.state
        asked = state.asked.get(seat)
        if state.coached != seat or asked is None or seq < asked or state.table is None:
            return
        if (identity is not None and (seat, identity) in state.answered) or state.table.actions_of(seat, move) is None:
            return
        caution = self._before(asked, identity)
        if caution is None and not self._has_warned(asked):
            caution = await self._found(seat, asked, move)
            if caution is None or state.asked.get(seat) != asked:
                return
            caution = self._before(asked, identity) if self._has_warned(asked) else caution
            if caution is not None:
                self._held = Held(asked, identity, caution)
        if caution is not None:
            raise HeldBack(caution)

    def _has_warned(self, asked: int) -> bool:
        return self._held is not None and self._held.asked == asked

    def _before(self, asked: int, identity: str | None) -> Caution | None:
        """What was said of the same move, sent before."""
        held = self._held
        is_same = held is not None and held.asked == asked and identity is not None and held.identity == identity
        return held.caution if is_same and held else None

    async def _found(self, seat: int, asked: int, move: str) -> Caution | None:
        """What there is to say, if it is known in time."""
        state = self._table.state
        assert state.table is not None
        view, coach, until = state.table.glance(seat), state.coach, self._until(seat)
        self._begin()
        while self._asked != asked and self._is_busy and await self._in_time(until):
            self._begin()
        judgement = await self._in_time(until) if self._asked == asked else None
        if judgement is None or coach is None:
            return None
        caution = caution_of(view, move, judgement, coach)
        is_open = caution is not None or judged_of(view, move, judgement) is None
        if is_open and not self._is_asked_again and not self._is_busy:  # weak moves are only known roughly so far
            self._is_asked_again = True
            self._have_judged(view, move)
            if (closer := await self._in_time(until)) is not None:
                return caution_of(view, move, closer, coach)
        return caution

    def _until(self, seat: int) -> float:
        """Until when to wait, never so long that the turn clock runs out meanwhile."""
        deadline = self._table.deadline_of(seat)
        left = WAITS if deadline is None else deadline - self._table.presence.now()
        return time.monotonic() + max(0.0, min(WAITS, left))

    async def _in_time(self, until: float) -> Judgement | None:
        """What comes of what is being found out; None where that takes too long, or does not work."""
        judging = self._judging
        if judging is None:
            return None
        await asyncio.wait((judging,), timeout=max(0.0, until - time.monotonic()))
        if not judging.done() or judging.cancelled():
            return None
        try:
            return judging.result()
        except CutcardError:
            return None
