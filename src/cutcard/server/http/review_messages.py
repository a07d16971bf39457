"""What is told of a review, typed. Numbers are games of a hundred, or so many of the unit, such as coins."""

from __future__ import annotations

from typing import Literal

from cutcard.server.http.scene_messages import FromServer, Sentence


class ReviewedMove(FromServer):
    """A move that somebody had, and what it is worth from what they could see."""

    move: str
    words: Sentence
    """As an offer: `Fold and take the 3`."""
    cost: float
    """How much less than the best move it brings to who plays it; 0 for the best."""
    error: float
    """The standard error of the cost; 0 where it is exact."""
    chances: list[float]
    """For every seat what it can expect after the move: its chance to win (or to lose) in percent, or so many of the unit
    above the average."""


class ReviewedDecision(FromServer):
    decision: int
    """Its number, from 0 on."""
    step: int
    """The step of the replay in which the move is made; at the step before, the decision is still to be made."""
    seat: int
    move: str
    """The one that was played."""
    best: str
    grade: Literal["forced", "only", "best", "fine", "slip", "mistake", "blunder"]
    word: str
    """The grade in words."""
    luck_word: str
    """`lucky` or `unlucky` where the cards that came with it gave or took much; else empty."""
    is_error: bool
    """Whether it is held against who played it: a slip or worse."""
    is_exact: bool
    cost: float
    error: float
    luck: float
    """What the cards that came with it gave its seat; a minus is what they took."""
    sentence: Sentence
    """Of an error: which move was better, and by how much."""
    judged: list[ReviewedMove]
    """The moves that were judged, the best first; none where there was nothing to choose."""


class ReviewedSeat(FromServer):
    """Where the result of a seat came from: start, luck, its own choices and those of others make the result. A plus is good
    for the seat, also where one loses and its chance is one to lose."""

    seat: int
    accuracy: int | None
    """From 0, as good as careless moves, to 100, where no move cost anything; null where there was nothing to choose."""
    errors: int
    """Slips and worse, as far as decisions are judged."""
    start: float
    """Its chance before the deal."""
    luck: float
    choice: float
    others: float
    result: float
    """Its chance at the end: what the game brought."""


class ReviewTold(FromServer):
    """A review, as far as it is made; while it is not done ask again, with what you have."""

    stage: Literal["preparing", "graph", "judging", "done"]
    trouble: str
    """Why it does not go on just now, though it will be tried again; else empty."""
    depth: int
    done: int
    """How many decisions are judged."""
    wanted: int
    """How many there are."""
    until: int
    """How many decisions you have with this answer: ask with it as `since` for the next."""
    heading: str
    """What the graph shows: `Chance to lose`."""
    unit: str
    """Where what is counted are no chances: what it is, as in `coins`; else empty."""
    losing: bool
    """Whether the chances are those to lose: more is worse."""
    graph: list[list[float]] | None
    """Everybody's chances before the deal, after it, and after each move: the second is step 0 of the replay. Told once it
    is whole, to who has no decisions yet."""
    seats: list[ReviewedSeat]
    """Empty before the graph is there. While decisions are to be judged, what they will be found to have cost is luck."""
    decisions: list[ReviewedDecision]
    """Forty at most, those first at which the chances changed most."""
    notes: list[str]
    """What the numbers mean."""


class Tried(ReviewedMove):
    """What could be expected after another move."""

    decision: int
