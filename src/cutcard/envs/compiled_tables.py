"""Tables at which all opponents are compiled: one compiled call steps them all, and threads can share them."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from cutcard.core.compiling import JIT
from cutcard.core.dealer import Script
from cutcard.core.dealer_memory import quiet_dealers
from cutcard.core.declaration.game import Game
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.zones import rows
from cutcard.core.loops.defaults import no, yes
from cutcard.core.simulation import bound_to, compiled_players
from cutcard.core.table.table import Table
from cutcard.core.table.view import View
from cutcard.envs import vector_loop
from cutcard.envs.helper import Helper
from cutcard.envs.lots import LOT, TAKEN, all_done, blank_counts, lay_out
from cutcard.envs.observing import Observer
from cutcard.envs.tables import Seatings, Tables

LEAST_TABLES = 512
"""So many tables are worth a thread: to wake one takes as long as a step of some hundred tables."""

MADE_ANEW = ("_advance", "_rooms", "helpers")
"""What a copy cannot take over."""


class CompiledTables(Tables):
    """A batch of tables for the compiled loop. Seatings have names of compiled players, and None for the caller."""

    def __init__(
        self, game: Game, observer: Observer, number: int, seatings: Seatings, deals_at_once: bool, threads: int = 1
    ) -> None:
        super().__init__(game, observer, number, deals_at_once)
        self._names = [[name for name in row if name is not None] for row in seatings]
        hired = compiled_players(game, self._names)
        players = [[hired.numbers[name] if name else vector_loop.CALLER for name in row] for row in seatings]
        self.players = np.array(players)
        self._slips = np.array([[hired.slips[name] if name else 0 for name in row] for row in seatings], np.uint64)
        self._threads = threads
        self.tables = game.blank(number)
        self._counts = blank_counts()
        self._get_ready()

    def _get_ready(self) -> None:
        """What a copy has to make anew: the compiled loop, threads, and what they work on."""
        functions = compiled_players(self.game, self._names).functions
        self._advance = _loop(self.game.rulebook.rules, functions, yes if self._slips.any() else no)
        threads = max(1, min(self._threads, self.number // LEAST_TABLES)) if JIT else 1
        self._rooms = [self._room() for _ in range(threads)]
        self.helpers = [Helper() for _ in range(threads - 1)]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name not in MADE_ANEW}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._get_ready()

    def _room(self) -> tuple[Any, ...]:
        """What a thread works on: the tables, and room of its own."""
        blank, tables = rows(self.game.blank())[0], self.tables
        views = np.zeros(3, self.game.layout.view)[1:2]  # no two threads write to the same line of a processor's cache
        last = self.last if self.deals_at_once else self.observation
        return (
            self.actions, self._counts, self.deals_at_once, self.observer.plan, self.observer.ends, blank, tables,
            rows(tables), self.progress, self.legal, self.seat, views, rows(views), self.players, self._slips,
            quiet_dealers(0), self.observation, self.mask, self.rewards, self.over, self.utilities, last,
        )  # fmt: skip

    def go_on(self) -> None:
        """Helpers are called and not waited for: who has not come when the last lot is taken finds nothing to do, and what
        is there to be done is always this step's."""
        lay_out(self._counts)
        if not self.helpers:
            self._advance(*self._rooms[0])
            return
        for helper, room in zip(self.helpers, self._rooms[1:], strict=True):
            if helper.is_free:
                helper.begin(self._advance, *room)
        lots = -(-self.number // LOT)
        try:
            self._advance(*self._rooms[0])
            while not all_done(self._counts, lots):
                for helper in self.helpers:
                    helper.check()
                time.sleep(0)
        except BaseException:
            self._counts[TAKEN] = lots
            for helper in self.helpers:
                helper.finish()
            raise

    def view(self, at: int, seat: int) -> View:
        words = rows(self.tables)[at].copy()
        words.flags.writeable = False
        return Table(self.game, words, Script(), None).glance(seat)

    def close(self) -> None:
        for helper in self.helpers:
            helper.close()


@cache
def _loop(rules: Rules, functions: tuple[Any, ...], anybody_slips: Any) -> Any:
    """`vector_loop.advance`, compiled for these rules and players."""
    given = {**bound_to(rules, functions), "anybody_slips": anybody_slips}
    given["others_play"] = rules.bound(vector_loop.others_play, **given)
    given["fresh"] = rules.bound(vector_loop.fresh, **given)
    return rules.bound(vector_loop.advance, **given)
