"""The report of a ladder: one page with its rungs, all in one file."""

from __future__ import annotations

import math
from typing import Any

from cutcard.lab.ladders.ladder import Ladder
from cutcard.lab.ladders.text import NOTES, conclusion, extent, ladder_columns
from cutcard.lab.reports import drawing
from cutcard.lab.reports.page import page
from cutcard.lab.reports.text import heading


def ladder_page(found: Ladder, command: str) -> str:
    """The report of `cutcard ladder`."""
    return page(
        "ladder.html.jinja",
        title=f"{heading(found.game)}: ladder",
        subtitle=extent(found),
        command=command,
        conclusion=conclusion(found) if found.is_complete else "",
        rungs=ladder_columns(found),
        drawings=[drawing.inline_svg(ratings_figure(found), "Rating of each rung, with 95% intervals")],
        notes=NOTES,
    )


def ratings_figure(found: Ladder) -> Any:
    """The rating of each rung, from the lowest up; one that is not finite, as its step was won every time, is left out."""
    made, (axes,) = drawing.figure(2.6)
    rows = [(at, row) for at, row in enumerate(found.rating_rows) if math.isfinite(row["rating"])]
    errors = [[abs(row["rating"] - row[f"rating_{end}"]) for _, row in rows] for end in ("low", "high")]
    errors = [[error if math.isfinite(error) else 0.0 for error in side] for side in errors]
    axes.errorbar(
        [at for at, _ in rows], [row["rating"] for _, row in rows], yerr=errors, markersize=5, capsize=3, linewidth=1.6,
        **drawing.line_style(0),
    )  # fmt: skip
    axes.set_xticks(range(len(found.rating_rows)), [row["player"] for row in found.rating_rows])
    drawing.set_titles(axes, "Rating", f"points of Elo's over {found.rungs[0]}, with 95% intervals")
    return made
