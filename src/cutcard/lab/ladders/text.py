"""What a ladder found, as text for a terminal or a pipe."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich.console import RenderableType

from cutcard.core.declaration.phrases import numbered
from cutcard.lab.ladders.ladder import Ladder
from cutcard.lab.reports.text import heading, mean, plain_table, share
from cutcard.lab.studies.measures import Row

HEADS = ("against the rung below", "gain", "rating", "games to tell")

NOTES = (
    "A win counts 1 and a tie half. Gains and ratings are points of Elo's. Intervals are 95%, by deal.",
    "Games to tell: after so many the better one of two neighbours is in front 95 times in 100.",
)


def ladder_text(found: Ladder) -> Iterable[RenderableType]:
    """The ladder from the lowest rung up, and the one number of it."""
    yield f"[bold]{heading(found.game)}[/]: {extent(found)}"
    if not found.played:
        return
    table = plain_table()
    heads, rows = ladder_columns(found)
    table.add_column(heads[0], style="bold cyan", no_wrap=True)
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    yield table
    yield from NOTES
    if found.is_complete:
        yield f"[bold]{conclusion(found)}"


def extent(found: Ladder) -> str:
    """`24,400 games, seed 0`."""
    stopped = "" if found.is_complete else f" (stopped; {found.wanted:,} wanted)"
    return f"{numbered(found.played, 'game')}{stopped}, seed {found.seed}"


def ladder_columns(found: Ladder) -> tuple[list[str], list[list[str]]]:
    """The heads, and a row for each rung, the lowest first."""
    rows = [[found.rungs[0], "", "", "0", ""]]
    for row, step in zip(found.rating_rows[1:], found.step_rows, strict=True):
        rating = mean(row, "rating", ".0f")
        rows.append([row["player"], share(step, "ahead"), mean(step, "gain", "+.0f"), rating, games_text(step)])
    return ["rung", *HEADS], rows


def conclusion(found: Ladder) -> str:
    """The one number."""
    return f"Skill: {skill_text(found.json())}, the rating of {found.rungs[-1]} over {found.rungs[0]}"


def skill_text(row: Row) -> str:
    """`812 ± 35`; where one of a step's players won everything there is no more to say than what it is at least."""
    if row["skill"] is None:
        return "not measured: one side of a step won every game"
    return mean(row, "skill", ".0f")


def games_text(row: Row) -> str:
    """`38 (30–51)`; a number that could be any is left open."""
    middle, low, high = (row[f"games_to_tell{end}"] for end in ("", "_low", "_high"))
    if not math.isfinite(middle) or math.isnan(low):
        return "–"
    if not math.isfinite(high):
        return f"{low:,.0f} or more"
    return f"{middle:,.0f}" if low == high else f"{middle:,.0f} ({low:,.0f}–{high:,.0f})"
