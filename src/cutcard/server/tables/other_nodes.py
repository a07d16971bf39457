"""What a node hears of the others, brought to its own tables."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from cutcard.server.errors import NotReady, Unreadable
from cutcard.server.http.limits import Limits
from cutcard.server.nodes.neighbours import Elsewhere, Neighbours
from cutcard.server.store.store import Store
from cutcard.server.tables.caretaker import Caretaker
from cutcard.server.tables.open_table import OpenTable

log = logging.getLogger("cutcard.server")


class OtherNodes:
    """A listener. Only tables that are in memory here need to hear of anything."""

    def __init__(
        self,
        store: Store,
        neighbours: Neighbours,
        caretaker: Caretaker,
        limits: Limits,
        open_tables: dict[str, OpenTable],
        loading: dict[str, asyncio.Task[OpenTable]],
        unreadable: dict[str, Unreadable],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._store = store
        self._neighbours = neighbours
        self._caretaker = caretaker
        self._limits = limits
        self._open_tables = open_tables
        self._loading = loading
        self._unreadable = unreadable
        self._spawn = spawn
        self._behind: dict[str, int] = {}
        """Tables that are being brought up to date, and up to which event."""
        self._unseen: set[str] = set()
        """Tables at which people have come or gone since this was last looked for."""
        self._is_looking = False

    def others_wrote(self, seqs: Mapping[str, int]) -> None:
        for code, seq in seqs.items():
            open_table = self._open_tables.get(code)
            if open_table is None or open_table.state.seq >= seq:
                continue
            is_begun = code in self._behind
            self._behind[code] = max(seq, self._behind.get(code, 0))
            if not is_begun:
                self._spawn(self._bring_up(open_table))

    async def _bring_up(self, open_table: OpenTable) -> None:
        code = open_table.state.code
        try:
            while not open_table.is_lost and open_table.state.seq < (seq := self._behind[code]):
                await open_table.catch_up(seq)
                if open_table.state.seq < seq:  # the notice was of something that is not to be read
                    break
        except Exception as error:  # whoever looks on is to come again, and it is read anew
            open_table.lose(str(error))
        seq = self._behind.pop(code)
        if self._open_tables.get(code) is not open_table:  # it was read anew meanwhile, and may have missed this
            self.others_wrote({code: seq})

    def are_anew(self, codes: Iterable[str]) -> None:
        for code in codes:
            self._let_go(code)
            if (loading := self._loading.get(code)) is not None:  # it may have been read before
                loading.add_done_callback(partial(self._let_go, code))

    def _let_go(self, code: str, _: object = None) -> None:
        """Whoever is there comes again, and is told how it is now."""
        self._unreadable.pop(code, None)
        if code in self._open_tables:
            self._open_tables[code].lose("it was deleted or written anew")

    def may_have_missed(self) -> None:
        self._spawn(self._look_at_all())

    async def _look_at_all(self) -> None:
        try:
            known = list(self._open_tables)
            last = await self._store.last_events(known)
            self.others_wrote(last)
            self.are_anew(code for code in known if code not in last)
            self.are_anew({code for code, seq, data in await self._store.with_keys(known) if self._differs(code, seq, data)})
        except Exception as error:
            log.warning("%s", error)
            self.is_cut_off()

    def _differs(self, code: str, seq: int, data: str) -> bool:
        """Whether an event is known here otherwise than it is written: somebody was forgotten, unheard by this node."""
        open_table = self._open_tables.get(code)
        return open_table is not None and seq <= open_table.state.seq and json.dumps(open_table.log[seq - 1].data) != data

    def is_cut_off(self) -> None:
        """Whoever is here is to go to another node."""
        for open_table in list(self._open_tables.values()):
            open_table.lose("the database cannot be reached")

    def is_kept(self, code: str) -> None:
        if code in self._open_tables:
            self._caretaker.look_after(self._open_tables[code])
        else:
            self._neighbours.let_go(code)

    def others_are(self, nodes: frozenset[str]) -> None:
        self._limits.only(nodes)
        self.others_come_and_go(list(self._open_tables))
        for open_table in list(self._open_tables.values()):
            if open_table.state.clock is not None:  # after a break its deadline is another
                open_table.changed()

    def others_come_and_go(self, codes: Iterable[str]) -> None:
        self._unseen |= {code for code in codes if code in self._open_tables}
        if self._unseen and not self._is_looking:
            self._is_looking = True
            self._spawn(self._see())

    async def _see(self) -> None:
        """Look one time after the other, so that no older look overwrites a newer one."""
        try:
            while self._unseen:
                codes, self._unseen = sorted(self._unseen), set()
                self._take_in(await self._store.elsewhere(codes, self._caretaker.settings.grace))
        except NotReady as error:
            log.warning("%s", error)
        finally:
            self._is_looking = False

    def _take_in(self, elsewhere: Mapping[str, dict[str, Elsewhere]]) -> None:
        for code, others in elsewhere.items():
            open_table = self._open_tables.get(code)
            if open_table is not None and open_table.presence.elsewhere != others:
                open_table.presence.are_elsewhere(others)
                open_table.changed()

    def others_reacted(self, what: Mapping[str, Any]) -> None:
        for code, reactions in what.items():
            if (open_table := self._open_tables.get(code)) is not None:
                for seat, reaction in reactions:
                    open_table.reacted(seat, reaction)

    def others_took(self, node: str, what: Mapping[str, Any]) -> None:
        self._limits.others_took(node, what)

    def taken(self) -> Mapping[str, Any]:
        return self._limits.taken_here()
