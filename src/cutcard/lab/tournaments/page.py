"""The report of a tournament: one page with its tables and plots, all in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cutcard.lab.reports import drawing
from cutcard.lab.reports.page import page
from cutcard.lab.reports.text import heading
from cutcard.lab.statistics import rating
from cutcard.lab.studies.measures import Row
from cutcard.lab.tournaments.text import CROSSTABLE, conclusion, crosstable_columns, extent, notes, standing_columns
from cutcard.lab.tournaments.tournament import Tournament

Shades = dict[tuple[int, int], str]
"""Colours behind the cells of a table, by row and column."""


def tournament_page(found: Tournament, command: str) -> str:
    """The report of `cutcard tournament`."""
    return page(
        "tournament.html.jinja",
        title=f"{heading(found.schedule.game)}: tournament",
        subtitle=extent(found),
        command=command,
        conclusion=conclusion(found),
        standings=ranked(*standing_columns(found)),
        drawings=[drawing.inline_svg(made, label) for made, label in standings_figures(found)],
        crosstable=ranked(*crosstable_columns(found)),
        shades=shades(found),
        notes=[f"{CROSSTABLE}.", *notes(found)],
    )


def ranked(heads: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """A table with rank and player in one column."""
    return heads[1:], [[f"{rank}\N{EN SPACE}{player}", *cells] for rank, player, *cells in rows]


def shades(found: Tournament) -> Shades:
    """Of the cells of the crosstable: the further from one half, the stronger."""
    order = [row["player"] for row in found.standing_rows]
    shaded: Shades = {}
    for row in found.crosstable_rows:
        share = row["ahead"]
        if share == share:  # they met
            hue, strength = drawing.HUES[0 if share >= 0.5 else 1], 10 + 100 * abs(share - 0.5)
            where = order.index(row["player"]), order.index(row["against"]) + 1
            shaded[where] = f"color-mix(in srgb, {hue} {strength:.0f}%, transparent)"
    return shaded


def standings_figures(found: Tournament) -> Iterator[tuple[Any, str]]:
    """What each player gains, and its rating where there is one; each with what it shows in words."""
    yield ranking("utility", found.standing_rows, 0, "mean of all deals"), "Utility of each player, with 95% intervals"
    if rating.is_there():
        rated = {row["player"]: row for row in found.rating_rows}
        rows = [rated[row["player"]] for row in found.standing_rows]
        yield ranking("rating", rows, rating.START, "OpenSkill"), "Rating of each player, with 95% intervals"


def ranking(name: str, rows: Sequence[Row], middle: float, label: str) -> Any:
    """A measure of each player, the best at the top, and where everybody would be if all were alike."""
    made, (axes,) = drawing.figure(1.2 + 0.32 * len(rows))
    axes.axvline(middle, color=drawing.SOFT, linestyle=(0, (4, 3)), linewidth=1)
    for at, row in enumerate(rows):
        error = [[row[name] - row[f"{name}_low"]], [row[f"{name}_high"] - row[name]]]
        axes.errorbar([row[name]], [at], xerr=error, markersize=6, capsize=3, linewidth=1.6, **drawing.line_style(at))
    axes.set_yticks(range(len(rows)), [row["player"] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.1)
    axes.annotate("all alike", (middle, 1), xycoords=("data", "axes fraction"), xytext=(3, 2), textcoords="offset points",
                  color=drawing.SOFT, fontsize=8)  # fmt: skip
    drawing.set_titles(axes, name.capitalize(), f"{label}, with 95% intervals")
    return made
