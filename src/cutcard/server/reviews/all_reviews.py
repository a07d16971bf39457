"""All reviews that somebody looks at. Each goes on piece by piece in processes that let all others go first; every address
and every table has its turn, and what was found is written down with the table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.reviews.judging import Judged, Judgement
from cutcard.reviews.pieces import Piece
from cutcard.reviews.review import Review
from cutcard.server.bots.compile_games import GameCompiler
from cutcard.server.bots.pool import BotPool
from cutcard.server.bots.shared_workers import Owner
from cutcard.server.bots.worker_process import BotFailed
from cutcard.server.errors import NotReady, NotWorkedOut, TooMuch
from cutcard.server.http.limits import Limits
from cutcard.server.reviews.counting import judged_by_seat
from cutcard.server.reviews.open_review import OpenReview
from cutcard.server.store.kept_reviews import KeepPieces
from cutcard.server.store.people import KeepJudged
from cutcard.server.store.store import Store
from cutcard.server.tables.open_table import OpenTable
from cutcard.server.tables.state import OVER

MOST_OF_AN_ADDRESS = 4
"""Reviews that are made for one address at the same time."""
MOST_AT_ONCE = 100
"""… and for all."""
MOST_OPEN = 60
"""So many that nobody waits for are kept in memory; the others are read again."""
MOST_DECISIONS_OPEN = 20_000
"""… and with all others they have no more decisions than this: one takes up to 17 KB."""
POINTS = 6
"""Points of the graph that are one job: together they take as long as a decision."""
WRITING = 2.0
"""Seconds between two times that a review is written down, while it is made."""
TRIED_WITHIN = 8.0
"""Seconds in which another move is tried: Caddy takes a node for one that hangs after ten, and nginx after twenty."""
TRYING_AGAIN = 5.0
"""Seconds after a fault before a review that somebody looks at goes on."""

log = logging.getLogger("cutcard.server")


class AllReviews:
    """The reviews in memory, by table and depth; who was looked at last stands last."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        compiler: GameCompiler,
        limits: Limits,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
    ) -> None:
        self._store = store
        self._bots = bots
        self._compiler = compiler
        self._limits = limits
        self._spawn = spawn
        self._open: dict[tuple[str, int], OpenReview] = {}

    def look(self, open_table: OpenTable, depth: int, address: str) -> OpenReview:
        """The review of a game that is over. It is made, or goes on, for as long as somebody looks."""
        one = self._found(open_table, depth)
        one.looked = time.monotonic()
        if not one.is_whole:
            self._go_on(one, address)
        elif not one.is_counted and one.work is None:  # that could not be written down
            one.work = self._spawn(self._work(one))
        return one

    async def what_if(
        self, open_table: OpenTable, depth: int, number: int, move: str, address: str
    ) -> tuple[Review, Judged]:
        """Another move at a decision, and what could be expected after it. What was judged already is known."""
        one = self._found(open_table, depth)
        review = one.review
        if review is None or not review.is_judged(number) or not _of(review.decision(number).judgement.moves, move):
            self._limits.what_if.take(address)
        await self._read(one)
        review = one.review
        assert review is not None
        piece = review.trying(number, move)
        if review.is_judged(number) and (known := _of(review.decision(number).judgement.moves, move)):
            return review, known
        return review, (await self._tried(one, piece, address)).played

    async def _tried(self, one: OpenReview, piece: Piece, address: str) -> Judgement:
        """Somebody waits for it. Where that takes too long, what is begun goes on: a process that has to load all its code
        first would be ended again and again, and never be ready."""
        try:
            async with asyncio.timeout(TRIED_WITHIN):
                await asyncio.shield(self._spawn(self._compiler.review_ready(one.state.game)))
                work = self._bots.review([piece], Owner(f"review {address}", "what if"))
                judgement: Judgement
                (judgement,) = await asyncio.shield(self._spawn(work))
                return judgement
        except (BotFailed, TimeoutError) as error:
            why = error if isinstance(error, BotFailed) else BotFailed("it took too long")
            raise NotWorkedOut("this move could not be tried: {why}", why=str(why)) from None

    def _found(self, open_table: OpenTable, depth: int) -> OpenReview:
        open_table.state.need_phase(OVER)
        key = open_table.state.code, depth
        one = self._open.pop(key, None) or OpenReview(open_table.state, depth, open_table.log)
        one.need_short()
        self._open[key] = one
        self._drop_oldest(one)
        return one

    def _drop_oldest(self, looked_at: OpenReview) -> None:
        """Forget what nobody waits for, until there is room."""
        decisions = sum(one.state.moves for one in self._open.values())
        idle = [key for key, one in self._open.items() if one.work is None and one is not looked_at]
        for key in idle:
            if len(self._open) <= MOST_OPEN and decisions <= MOST_DECISIONS_OPEN:
                return
            decisions -= self._open.pop(key).state.moves

    def _go_on(self, one: OpenReview, address: str) -> None:
        if one.work is not None:
            return
        working = [other.address for other in self._open.values() if other.work is not None]
        if working.count(address) >= MOST_OF_AN_ADDRESS or len(working) >= MOST_AT_ONCE:
            raise TooMuch("there are many reviews on their way: wait until one of them is done")
        one.address = address
        one.work = self._spawn(self._work(one))

    async def _work(self, one: OpenReview) -> None:
        """As far as somebody looks. A fault, of whatever kind, ends it for a while."""
        try:
            await self._read(one)
            await self._compiler.review_ready(one.state.game)
            await self._make_graph(one)
            await self._judge(one)
            await self._count(one)
        except CutcardError as error:
            log.warning("the review of table %s could not go on: %s", one.state.code, error)
            await self._rest(one, error)
        except Exception:
            log.exception("the review of table %s has failed", one.state.code)
            await self._rest(one, CutcardError("something went wrong on our side: try again in a moment"))
        finally:
            one.work = one.trouble = None

    async def _rest(self, one: OpenReview, trouble: CutcardError) -> None:
        one.trouble = trouble
        await asyncio.sleep(TRYING_AGAIN)

    async def _read(self, one: OpenReview) -> None:
        """The game, and what is kept of its review already: by this node or another, before or after a stop."""
        async with one.reading:
            if one.review is None:
                review, known = await asyncio.to_thread(one.read)
                pieces = await self._store.pieces_of(known)
                await asyncio.to_thread(one.take_in, review, known, pieces)

    async def _make_graph(self, one: OpenReview) -> None:
        review = one.review
        assert review is not None
        while (points := review.open_points()) and one.is_looked_at:
            points = points[:1] if points[0] == 0 else points[:POINTS]
            found = await self._bots.review([review.look(point) for point in points], self._owner(one))
            for point, chances in zip(points, found, strict=True):
                review.put_chances(point, chances)
            if review.has_graph:
                one.graph_is_made()

    async def _judge(self, one: OpenReview) -> None:
        review, written = one.review, time.monotonic()
        assert review is not None
        while review.has_graph and one.judged < review.wanted and one.is_looked_at:
            number = one.next()
            (judgement,) = await self._bots.review([review.judging(number)], self._owner(one))
            one.is_judged(number, judgement)
            if time.monotonic() - written > WRITING:
                await self._keep(one)
                written = time.monotonic()
        await self._keep(one)

    async def _keep(self, one: OpenReview) -> None:
        """What cannot be written down now is tried again with the next pieces."""
        if one.unkept:
            assert one.known is not None
            pieces = dict(one.unkept)
            with suppress(NotReady):
                await self._store.carry_out(KeepPieces(one.known, pieces))
                one.unkept = {piece: data for piece, data in one.unkept.items() if piece not in pieces}

    async def _count(self, one: OpenReview) -> None:
        """A game that is judged to its end counts for the people who sat there. What cannot be written down now is tried
        again when somebody looks."""
        if one.is_whole and not one.is_counted:
            judged = await asyncio.to_thread(judged_by_seat, one)
            with suppress(NotReady):
                await self._store.carry_out(KeepJudged(one.state.code, judged))
                one.is_counted = True

    def _owner(self, one: OpenReview) -> Owner:
        """Reviews have turns of their own, so that nobody's bots wait for having asked for one."""
        return Owner(f"review {one.address}", f"review {one.state.code}")


def _of(moves: tuple[Judged, ...], move: str) -> Judged | None:
    return next((one for one in moves if one.move == move), None)
