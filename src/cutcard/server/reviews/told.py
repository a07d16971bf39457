"""A review as a page gets it, in the language of who asks: numbers in games of a hundred, or in coins, and what they
mean."""

from __future__ import annotations

from typing import Any

from cutcard.core.declaration.phrases import Sentence, as_json, said
from cutcard.core.languages import decimal, translated, worded
from cutcard.present.scene import offer_words
from cutcard.reviews.chances import Chances
from cutcard.reviews.judging import Judged
from cutcard.reviews.measure import Measure
from cutcard.reviews.review import Decision, Review
from cutcard.reviews.words import A_BLUNDER, A_MISTAKE, A_SLIP, BEST, ERRORS, FINE, FORCED, ONLY
from cutcard.server.reviews.open_review import OpenReview

DECISIONS_AT_ONCE = 40
"""So many decisions are told in one answer."""
GRADES = {
    FORCED: "forced", ONLY: "only", BEST: "best", FINE: "fine", A_SLIP: "slip", A_MISTAKE: "mistake", A_BLUNDER: "blunder",
}  # fmt: skip
PERCENT = 100.0
PRECISION = 2


def review_told(one: OpenReview, since: int) -> dict[str, Any]:
    """How far it is, and what is known of it beyond the first `since` decisions; with none of them, the graph too."""
    review, decisions = one.review, one.since(since, DECISIONS_AT_ONCE)
    has_graph = review is not None and review.has_graph
    return {
        "stage": one.stage,
        "trouble": one.told_trouble(),
        "depth": one.depth,
        "done": one.judged,
        "wanted": one.state.moves,
        "until": since + len(decisions),
        "heading": _heading(review.measure) if review else "",
        "unit": translated(review.measure.unit) if review else "",
        "losing": bool(review and review.measure.losing),
        "graph": [_values(review.measure, at) for at in review.graph] if review and has_graph and since == 0 else None,
        "seats": _seats(one, review) if review and has_graph else [],
        "decisions": [_decision(review, decision) for decision in decisions] if review else [],
        "notes": _notes(review.measure) if review else [],
    }


def tried_told(review: Review, number: int, one: Judged) -> dict[str, Any]:
    """What could be expected after another move."""
    return {**_move(review, number, one), "decision": number}


def _heading(measure: Measure) -> str:
    if measure.unit:
        unit = translated(measure.unit)
        return worded("{unit} above the average", unit=unit[:1].upper() + unit[1:])
    return translated("Chance to lose" if measure.losing else "Chance to win")


def _notes(measure: Measure) -> list[str]:
    """What the numbers mean."""
    if measure.unit:
        counted = worded("Costs, luck and choices are counted in {unit}.", unit=translated(measure.unit))
    else:
        which = translated("that are not lost" if measure.losing else "that are won")
        counted = worded("Costs, luck and choices are counted in games of a hundred {which}.", which=which)
    return [
        translated("Every move is judged from what its player could see then, never from what was hidden."),
        f"{counted} {translated('A plus is good for the seat. ± is how far a number may be off.')}",
        translated(
            "Choices are what moves cost against the best ones; what they cost one seat comes to the others. Luck is all the"
            " rest: the cards that came, and how those lay that nobody could see. Together they make the result."
        ),
        translated("Accuracy is 100 where no move cost anything, and 0 where moves cost as much as careless ones."),
    ]


def _seats(one: OpenReview, review: Review) -> list[dict[str, Any]]:
    """Every seat's numbers, which are sums over the whole game; kept until more is judged."""
    judged, (known, seats) = review.judged, one.seats
    if known != judged:
        seats = [_seat(review, seat) for seat in range(review.game.seats)]
        one.seats = judged, seats
    return seats


def _seat(review: Review, seat: int) -> dict[str, Any]:
    measure, split, accuracy = review.measure, review.split(seat), review.accuracy(seat)
    return {
        "seat": seat,
        "accuracy": None if accuracy is None else round(accuracy),
        "errors": sum(one.seat == seat and one.word in ERRORS for one in review.decisions),
        "start": _value(measure, split.start),
        **{name: _difference(measure, getattr(split, name)) for name in ("luck", "choice", "others")},
        "result": _value(measure, split.result),
    }


def _decision(review: Review, one: Decision) -> dict[str, Any]:
    measure, is_error = review.measure, one.word in ERRORS
    return {
        "decision": one.number,
        "step": one.number + 1,
        "seat": one.seat,
        "move": one.move,
        "best": one.best,
        "grade": GRADES[one.word],
        "word": translated(one.word),
        "luck_word": translated(one.luck_word) if one.luck_word else "",
        "is_error": is_error,
        "is_exact": one.judgement.exact,
        "cost": _difference(measure, one.cost),
        "error": _difference(measure, one.error),
        "luck": _difference(measure, one.luck[one.seat]),
        "sentence": as_json(_sentence(review, one)) if is_error else [],
        "judged": [] if one.judgement.is_forced else [_move(review, one.number, move) for move in one.judgement.moves],
    }


def _sentence(review: Review, one: Decision) -> Sentence:
    """`Hit was better: you lose about 4 games more of a hundred this way.`"""
    measure, seat = review.measure, one.seat
    best = offer_words(review.game.rulebook, one.best, seat)
    cost = measure.difference(one.cost)
    if measure.unit:
        phrase = "{best} was better: this way {you} {end|ends} about {n} {unit} lower."
        return said(phrase, seat, best=best, n=decimal(cost), unit=translated(measure.unit))
    more = "{best} was better: this way {you} {lose|loses} about {n} {n|game|games} more of a hundred."
    fewer = "{best} was better: this way {you} {win|wins} about {n} {n|game|games} fewer of a hundred."
    return said(more if measure.losing else fewer, seat, best=best, n=max(1, round(PERCENT * cost)))


def _move(review: Review, number: int, one: Judged) -> dict[str, Any]:
    seat, measure = review.seat_at(number), review.measure
    return {
        "move": one.move,
        "words": as_json(offer_words(review.game.rulebook, one.move, seat)),
        "cost": _difference(measure, one.cost),
        "error": _difference(measure, one.error),
        "chances": [_value(measure, utility) for utility in one.utilities],
    }


def _values(measure: Measure, at: Chances) -> list[float]:
    return [_value(measure, utility) for utility in at.utilities]


def _value(measure: Measure, utility: float) -> float:
    value = measure.value(utility)
    return round(value if measure.unit else PERCENT * min(max(value, 0.0), 1.0), PRECISION)


def _difference(measure: Measure, utility: float) -> float:
    return round(measure.difference(utility) * (1.0 if measure.unit else PERCENT), PRECISION)
