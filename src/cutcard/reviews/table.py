"""A review as rows, and as JSON: numbers in utility (COMMON-8), and beside them what they mean to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.core.table.record import header

if TYPE_CHECKING:
    from cutcard.reviews.chances import Chances
    from cutcard.reviews.judging import Judged
    from cutcard.reviews.review import Decision, Review


def rows_of(review: Review) -> list[dict[str, Any]]:
    """A row for each decision."""
    return [_row(review, one) for one in review.decisions]


def _row(review: Review, one: Decision) -> dict[str, Any]:
    measure, seat = review.measure, one.seat
    return {
        "decision": one.number,
        "event": one.event,
        "seat": seat,
        "move": one.move,
        "best": one.best,
        "word": one.word,
        "luck_word": one.luck_word,
        "cost": one.cost,
        "error": one.error,
        "cost_shown": measure.difference(one.cost),
        "error_shown": measure.difference(one.error),
        "exact": one.judgement.exact,
        "forced": one.judgement.is_forced,
        "moves": len(one.judgement.moves),
        "worlds": one.judgement.played.worlds,
        "chance_before": measure.value(one.before.utilities[seat]),
        "chance_after": measure.value(one.after.utilities[seat]),
        "luck": one.luck[seat],
        "choice": one.choice[seat],
    }


def as_json(review: Review) -> dict[str, Any]:
    """The whole review. Values and costs are utilities; those that end in `_shown` are chances from 0 to 1, or coins."""
    measure = review.measure
    return {
        **header(review.game),
        "depth": review.depth,
        "seed": review.seed,
        "over": review.is_over,
        "measure": measure.heading,
        "seats_reviewed": [_seat(review, seat) for seat in range(review.game.seats)],
        "graph": [_chances(review, one) for one in review.graph],
        "decisions": [
            {
                **row,
                "judged": [_judged(review, move) for move in one.judgement.moves] if not row["forced"] else [],
                "luck": list(one.luck),
                "choice": list(one.choice),
            }
            for row, one in zip(review.rows, review.decisions, strict=True)
        ],
    }


def _seat(review: Review, seat: int) -> dict[str, Any]:
    split = review.split(seat)
    parts = {name: getattr(split, name) for name in ("start", "luck", "choice", "others", "result")}
    return {"seat": seat, "accuracy": review.accuracy(seat), **parts}


def _chances(review: Review, one: Chances) -> dict[str, Any]:
    shown = [review.measure.value(utility) for utility in one.utilities]
    return {"utilities": list(one.utilities), "errors": list(one.errors), "shown": shown}


def _judged(review: Review, one: Judged) -> dict[str, Any]:
    shown = review.measure.difference(one.cost)
    return {"move": one.move, "utilities": list(one.utilities), "cost": one.cost, "error": one.error, "cost_shown": shown}
