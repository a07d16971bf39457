"""A review as text for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table

from cutcard.core.declaration.phrases import numbered
from cutcard.lab.reports.text import heading, plain_table
from cutcard.reviews.review import Decision, Review
from cutcard.reviews.words import ERRORS, FORCED, ONLY

MOST_LISTED = 20
"""Of more decisions that are worth a word the terminal lists those that mattered most."""
SHORT = 32
"""Moves of many cards are cut off here."""

SEAT_COLUMNS = ("seat", "accuracy", "slips", "start", "luck", "own choices", "others' choices", "result")
DECISION_COLUMNS = ("move", "seat", "played", "is", "cost", "better", "luck")


def review_text(review: Review, seats: Collection[int]) -> Iterable[RenderableType]:
    """The whole review of these seats, part by part."""
    yield f"[bold]{heading(review.game)}[/]: {summary(review)}"
    yield _table(SEAT_COLUMNS, seat_cells(review, seats))
    told = worth_a_word(review, seats)
    listed = sorted(sorted(told, key=weight, reverse=True)[:MOST_LISTED], key=lambda one: one.number)
    if listed:
        yield _table(DECISION_COLUMNS, [decision_cells(review, one) for one in listed])
    if len(listed) < len(told):
        yield f"These {len(listed)} mattered most, of {len(told)} that are worth a word; --json and --report have all."
    yield from remarks(review)


def summary(review: Review) -> str:
    """How much was reviewed, and how thoroughly."""
    done, wanted = len(review.decisions), numbered(review.wanted, "decision")
    stopped = "" if done == review.wanted else f" (stopped after {done:,})"
    going = "" if review.is_over else ", the game is not over"
    return f"{wanted}{stopped}{going}, depth {review.depth:g}, seed {review.seed}"


def remarks(review: Review) -> Iterable[str]:
    """What the numbers are."""
    measure = review.measure
    what = f"{measure.heading[:1].upper()}{measure.heading[1:]}"
    yield f"{what}; costs, luck and choices are so that + is good for the seat. ± is one standard error."
    yield "Every move is judged from what its player could see. Start, luck and choices add up to the result."
    yield "Accuracy: 100 where no move cost anything, 0 where moves cost as much as careless ones."


def worth_a_word(review: Review, seats: Collection[int]) -> list[Decision]:
    """The decisions that were slips or worse, had one good move only, or met with much luck."""
    return [one for one in review.decisions if one.seat in seats and (one.word in (*ERRORS, ONLY) or one.luck_word)]


def weight(one: Decision) -> float:
    """How much a decision mattered: what it cost, and what luck made of it."""
    return max(one.cost, abs(one.luck[one.seat]) / 2)


def seat_cells(review: Review, seats: Collection[int]) -> list[list[str]]:
    """For each seat how well it played, and where its result came from."""
    measure = review.measure
    found = []
    for seat in sorted(seats):
        split, accuracy = review.split(seat), review.accuracy(seat)
        slips = sum(one.seat == seat and one.word in ERRORS for one in review.decisions)
        parts = [measure.shown_difference(part, "+") for part in (split.luck, split.choice, split.others)]
        found.append([
            str(seat), "–" if accuracy is None else f"{accuracy:.0f}", str(slips), measure.shown(split.start), *parts,
            measure.shown(split.result),
        ])  # fmt: skip
    return found


def decision_cells(review: Review, one: Decision) -> list[str]:
    """A decision in a row of a table."""
    is_error = one.word in ERRORS
    return [
        str(one.number + 1), str(one.seat), shortened(one.move), ", ".join(filter(None, (one.word, one.luck_word))),
        cost_shown(review, one) if is_error else "", shortened(one.best) if is_error else "",
        review.measure.shown_difference(one.luck[one.seat], "+") if one.luck_word else "",
    ]  # fmt: skip


def cost_shown(review: Review, one: Decision) -> str:
    """`3.2% ± 0.4%`, or that it is exact."""
    if one.word == FORCED:
        return ""
    cost = review.measure.shown_difference(one.cost)
    return f"{cost} exactly" if one.judgement.exact else f"{cost} ± {review.measure.shown_difference(one.error)}"


def shortened(move: str) -> str:
    return move if len(move) <= SHORT else f"{move[: SHORT - 1]}…"


def _table(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> Table:
    table = plain_table()
    left = ("played", "is", "better")
    for head in heads:
        table.add_column(head, justify="left" if head in left else "right", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    return table
