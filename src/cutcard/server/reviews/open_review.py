"""A review in the memory of the server: how far it is, who looks at it, and what of it is still to be written down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cutcard.core.errors import CutcardError
from cutcard.core.languages import worded
from cutcard.reviews.judging import Judgement
from cutcard.reviews.kept import graph_of, graph_text, judgement_of, judgement_text, made_by
from cutcard.reviews.review import Decision, Review, of_table
from cutcard.server.errors import TooLong
from cutcard.server.store.kept_reviews import ReviewOf
from cutcard.server.tables.state import Event, TableState

MOST_DECISIONS = 3000
"""Longer games can be reviewed by the command, from their record."""
LOOKED_AT = 20.0
"""So long a review goes on after somebody has looked at it, in seconds: pages look again and again while it fills in."""
GRAPH = 0
"""The number of the piece that is the graph; that of a decision is one more than the decision's."""

PREPARING, LOOKING, JUDGING, DONE = "preparing", "graph", "judging", "done"


@dataclass(eq=False)
class OpenReview:
    """The review of one table, in one depth."""

    state: TableState
    depth: int
    log: Sequence[Event]
    """All that happened at the table."""
    address: str = ""
    """From where it was asked for, of those who look at it."""
    review: Review | None = None
    """None until the game is read."""
    known: ReviewOf | None = None
    looked: float = field(default_factory=time.monotonic)
    work: asyncio.Task[None] | None = None
    """While it is being made."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    unkept: dict[int, str] = field(default_factory=dict)
    """Pieces that are not written down yet."""
    judged: int = 0
    """How many decisions are judged, in the order in which that is done."""
    seats: tuple[int, list[dict[str, Any]]] = (-1, [])
    """What is told of each seat, and for how many judged decisions: who asks again without news has nothing summed up."""
    is_counted: bool = False
    """Whether it is written down what it says of the people who sat there."""
    trouble: CutcardError | None = None
    """Why it could not go on; it rests for a while then."""

    @property
    def stage(self) -> str:
        if self.review is None:
            return PREPARING
        if not self.review.has_graph:
            return LOOKING
        return DONE if self.is_whole else JUDGING

    @property
    def is_whole(self) -> bool:
        """Whether all is judged."""
        return self.review is not None and self.judged == self.review.wanted

    @property
    def is_looked_at(self) -> bool:
        return time.monotonic() - self.looked < LOOKED_AT

    def told_trouble(self) -> str:
        """Why it rests, in the language that is spoken; empty where it does not. It is told as an answer, since a web server
        in front would take the node for broken by an error."""
        trouble = self.trouble
        return "" if trouble is None else worded("this review could not go on: {why}", why=str(trouble))

    def need_short(self) -> None:
        if self.state.moves > MOST_DECISIONS:
            raise TooLong("this game is too long to be reviewed here: download its record, and use `cutcard review`")

    def read(self) -> tuple[Review, ReviewOf]:
        """The game, move by move; this takes a while, and a thread does it."""
        assert self.state.table is not None
        found = of_table(self.state.table, self.depth)
        return found, ReviewOf(self.state.code, self.depth, made_by(found.game.rulebook.rules))

    def take_in(self, review: Review, known: ReviewOf, pieces: Mapping[int, str]) -> None:
        """The game, and what was kept of its review; this takes a while too. Nobody sees it before all of it is there."""
        if GRAPH in pieces:
            for point, chances in enumerate(graph_of(pieces[GRAPH])):
                review.put_chances(point, chances)
            for piece in sorted(pieces.keys() - {GRAPH}):
                review.put_judgement(piece - 1, judgement_of(pieces[piece]))
        self.judged = judged_in_order(review, 0)
        self.known = known
        self.review = review

    def graph_is_made(self) -> None:
        assert self.review is not None
        self.unkept[GRAPH] = graph_text(self.review.graph)

    def is_judged(self, number: int, judgement: Judgement) -> None:
        assert self.review is not None
        self.review.put_judgement(number, judgement)
        self.unkept[number + 1] = judgement_text(judgement)
        self.judged = judged_in_order(self.review, self.judged)

    def next(self) -> int:
        """The decision that is to be judged next."""
        assert self.review is not None
        return self.review.order[self.judged]

    def since(self, first: int, most: int) -> list[Decision]:
        """Decisions that are judged, in the order of their weight, from the one numbered `first` on."""
        if self.review is None or not self.review.has_graph:
            return []
        return [self.review.decision(number) for number in self.review.order[first : min(self.judged, first + most)]]


def judged_in_order(review: Review, known: int) -> int:
    """How many decisions are judged, by their weight, until one is not; so many were before."""
    while review.has_graph and known < review.wanted and review.is_judged(review.order[known]):
        known += 1
    return known
