"""The plot of a sweep: what the designer of a game looks at, against the values of an option."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cutcard.core.options import Value
from cutcard.lab.drawing import HUES, INK, MARKS, PAPER, SOFT, WIDTH, plain_axes
from cutcard.lab.extras import matplotlib
from cutcard.lab.measures import Row
from cutcard.lab.sweeping import Sweep
from cutcard.lab.telling import heading, shown

PANELS = (
    ("seat_spread", "Between best and worst seat", "points of {what}; 0 is fair", 100),
    ("skill_steady", "Skill: one steady among random", "0 is chance, 1 is {best}", 1),
    ("skill_search", "Skill: one search among steady", "0 is chance, 1 is {best}", 1),
    ("decisions", "Length", "decisions in a game", 1),
    ("lead_changes", "Changes of the lead", "in a game", 1),
    ("half_time_leader_first", "Half-time leader ends up first", "% of games", 100),
    ("score", "Score", "points, mean of all seats", 1),
)

DODGE = 0.012
"""How far lines stand beside each other, as a part of the axis: their error bars would hide one another."""

LINE = 0.085
"""The height of a label, as a part of the axis."""


def sweep_figure(sweep: Sweep) -> Any:
    """A panel for each measure; the first option is the axis, and each combination of the others a line."""
    rows = sweep.rows
    panels = [panel for panel in PANELS if panel[0] in rows[0]]
    lines = -(-len(panels) // 2)
    made = matplotlib("figure").Figure(figsize=(WIDTH, 0.6 + 2.35 * lines), layout="constrained", facecolor=PAPER)
    grid = made.subplots(lines, 2, squeeze=False).ravel()
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    words = (
        {"what": "losses", "best": "never to lose"} if sweep.one_loses else {"what": "first places", "best": "always first"}
    )
    for axes, (name, title, unit, factor) in zip(grid, panels, strict=False):
        plain_axes(axes)
        draw_panel(axes, sweep, rows, name, factor)
        axes.set_title(title, loc="left", color=INK, fontsize=10, fontweight="bold")
        axes.set_xlabel(next(iter(sweep.varied)).replace("_", " "), color=SOFT, fontsize=9)
        axes.set_ylabel(unit.format(**words), color=SOFT, fontsize=8.5)
    made.suptitle(_title(sweep), x=0.01, ha="left", color=INK, fontsize=11)
    return made


def draw_panel(axes: Any, sweep: Sweep, rows: list[Row], name: str, factor: float) -> None:
    """One measure."""
    along, *others = sweep.varied
    ticks = sweep.varied[along]
    places = positions(ticks)
    reach = max(places.values()) - min(places.values()) or 1
    series = list(_lines(rows, others))
    ends: list[tuple[float, float, str, str]] = []
    for number, (label, line) in enumerate(series):
        hue = HUES[number % len(HUES)]
        shift = (number - (len(series) - 1) / 2) * DODGE * reach
        x = [places[repr(row[along])] + shift for row in line]
        y = [row[name] * factor for row in line]
        errors = [[factor * abs(row[name] - row.get(f"{name}_{end}", row[name])) for row in line] for end in ("low", "high")]
        mark = MARKS[number % len(MARKS)]
        axes.errorbar(x, y, yerr=errors, color=hue, marker=mark, markersize=4, capsize=2, linewidth=1.5)
        ends.append((y[-1], x[-1], label, hue))
    if name == "seat_spread":
        axes.axhline(0, color=SOFT, linestyle=(0, (4, 3)), linewidth=1)
    if len(ticks) <= 8:
        axes.set_xticks(list(places.values()), [shown(value) for value in ticks])
    if len(ticks) == 1 or places[repr(ticks[0])] == 0:
        axes.margins(x=0.2)
    low, high = axes.get_ylim()
    last = -math.inf
    for end, at, label, hue in sorted(ends):
        last = max(end, last + LINE * (high - low))
        axes.annotate(label, (at, last), xytext=(7, 0), textcoords="offset points", va="center", color=hue, fontsize=8.5,
                      fontweight="bold", annotation_clip=False)  # fmt: skip


def positions(ticks: list[Value]) -> dict[str, float]:
    """Where the values of an option stand on the axis: numbers as they are, others side by side."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in ticks):
        return {repr(value): float(value) for value in ticks if isinstance(value, int)}
    return {repr(value): float(at) for at, value in enumerate(ticks)}


def _title(sweep: Sweep) -> str:
    games = sweep.points[0].study.wanted
    fixed = heading(sweep.game, without=tuple(sweep.varied))
    return f"{fixed}: {games:,} games each, with 95% intervals"


def _lines(rows: list[Row], others: list[str]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each combination of the other options, with its name."""

    def key(row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in others)

    for values, line in groupby(sorted(rows, key=key), key):
        yield ", ".join(f"{name} {shown(value)}" for name, value in zip(others, values, strict=True)), list(line)
