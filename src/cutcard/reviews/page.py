"""A review as a page: the graph of everybody's chances, luck and choice, and every decision."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cutcard.lab.reports.drawing import HUES, INK, add_legend, figure, inline_svg, set_titles
from cutcard.lab.reports.page import page
from cutcard.lab.reports.text import heading
from cutcard.reviews.review import Decision, Review
from cutcard.reviews.text import (
    SEAT_COLUMNS,
    cost_shown,
    remarks,
    seat_cells,
    shortened,
    summary,
    weight,
    worth_a_word,
)
from cutcard.reviews.words import ERRORS, FORCED

MARKED = 8
"""So many moves at most are marked in the graph: those that mattered most."""


def review_page(review: Review, seats: Collection[int], command: str) -> str:
    """The report of `cutcard review`."""
    chosen = [one for one in review.decisions if one.seat in seats]
    heads = ("move", "seat", "played", "is", "cost", "best", review.measure.heading, "luck")
    return page(
        "review.html.jinja",
        title=f"Review: {heading(review.game)}",
        subtitle=summary(review),
        command=command,
        graph=inline_svg(graph(review), f"{review.measure.heading} of every seat over the game"),
        parts=inline_svg(parts(review, seats), "Luck and choice of every seat"),
        seats=(SEAT_COLUMNS, seat_cells(review, seats)),
        decisions=(heads, [_cells(review, one) for one in chosen]),
        notes=list(remarks(review)),
    )


def _cells(review: Review, one: Decision) -> list[str]:
    measure, seat = review.measure, one.seat
    after = f"{measure.shown(one.before.utilities[seat])} → {measure.shown(one.after.utilities[seat])}"
    best = shortened(one.best) if one.word != FORCED and one.best != one.move else ""
    words = ", ".join(filter(None, (one.word, one.luck_word)))
    luck = measure.shown_difference(one.luck[seat], "+")
    return [str(one.number + 1), str(seat), shortened(one.move), words, cost_shown(review, one), best, after, luck]


def graph(review: Review) -> Any:
    """Everybody's chances over the game, marked at what moved them."""
    made, (axes,) = figure(3.6)
    percent = 1.0 if review.measure.unit else 100.0
    moves = [-1, *range(len(review.graph) - 1)]
    for seat in range(review.game.seats):
        values = [percent * review.measure.value(one.utilities[seat]) for one in review.graph]
        axes.plot(moves, values, color=HUES[seat % len(HUES)], linewidth=1.4, label=f"seat {seat}")
    told = sorted(worth_a_word(review, range(review.game.seats)), key=weight, reverse=True)[:MARKED]
    for one in told:
        value = percent * review.measure.value(one.after.utilities[one.seat])
        sign = "v" if one.word in ERRORS else "o"
        axes.plot([one.number + 1], [value], marker=sign, color=HUES[one.seat % len(HUES)], markersize=6)
        axes.annotate(str(one.number + 1), (one.number + 1, value), xytext=(4, 4), textcoords="offset points", color=INK,
                      fontsize=8)  # fmt: skip
    unit = review.measure.heading + ("" if review.measure.unit else " in %")
    set_titles(axes, "Chances over the game", "moves; a triangle marks a slip, a circle luck or an only move", unit)
    add_legend(axes)
    return made


def parts(review: Review, seats: Collection[int]) -> Any:
    """For each seat what luck, its own choices and those of others brought it."""
    made, (axes,) = figure(1.2 + 0.5 * len(seats))
    percent = 1.0 if review.measure.unit else 100.0
    named = (("luck", "luck"), ("own choices", "choice"), ("others' choices", "others"))
    for number, (label, name) in enumerate(named):
        places = [row + 0.25 * (number - 1) for row in range(len(seats))]
        widths = [percent * review.measure.difference(getattr(review.split(seat), name)) for seat in sorted(seats)]
        axes.barh(places, widths, height=0.22, color=HUES[number], label=label)
    axes.set_yticks(range(len(seats)), [f"seat {seat}" for seat in sorted(seats)])
    axes.invert_yaxis()
    axes.axvline(0, color=INK, linewidth=0.8)
    unit = review.measure.unit or "points of chance"
    set_titles(axes, "Luck and choice", f"{unit}; to the right is good for the seat")
    add_legend(axes)
    return made
