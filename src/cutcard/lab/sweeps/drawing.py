"""The plot of a sweep: what the designer of a game looks at, against the values of an option."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cutcard.core.declaration.options import Value
from cutcard.lab.extras import matplotlib
from cutcard.lab.reports.drawing import INK, PAPER, SOFT, WIDTH, figure, line_style, plain_axes
from cutcard.lab.reports.text import best_is, games_each, heading, option_text
from cutcard.lab.studies.measures import Row
from cutcard.lab.sweeps.sweep import Sweep

PANELS = (
    ("seat_spread", "Fairness: best seat against worst", "points of {what}; 0 is fair", 100),
    ("skill_steady", "Skill: one steady among random", "0 is chance, 1 is {best}", 1),
    ("skill_search", "Skill: one search among steady", "0 is chance, 1 is {best}", 1),
    ("decisions", "Length", "decisions in a game", 1),
    ("lead_changes", "Changes of the lead", "in a game", 1),
    ("half_time_leader_first", "Half-time leader ends up first", "% of games", 100),
)

DODGE = 0.012
"""How far lines stand beside each other, as a part of the axis: their error bars would hide one another."""

Panel = tuple[str, str, str, float]
"""A measure, its title, its unit, and what it is multiplied by to be in that."""


def panels(sweep: Sweep) -> list[Panel]:
    """What there is to draw."""
    return [panel for panel in PANELS if panel[0] in sweep.rows[0]]


def sweep_figure(sweep: Sweep) -> Any:
    """A panel for each measure; the option with most values is the axis, and each combination of the others a line."""
    drawn = panels(sweep)
    lines = -(-len(drawn) // 2)
    made = matplotlib("figure").Figure(figsize=(2 * WIDTH, 1 + 2.6 * lines), layout="constrained", facecolor=PAPER)
    grid = made.subplots(lines, 2, squeeze=False).ravel()
    for axes in grid[len(drawn) :]:
        axes.set_visible(False)
    for axes, panel in zip(grid, drawn, strict=False):
        plain_axes(axes)
        draw_panel(axes, sweep, panel)
    made.suptitle(_title(sweep), x=0.01, ha="left", color=INK, fontsize=12)
    handles, labels = grid[0].get_legend_handles_labels()
    if any(labels):
        made.legend(handles, labels, loc="outside lower left", ncols=4, frameon=False, labelcolor=INK, fontsize=10)
    return made


def panel_figure(sweep: Sweep, panel: Panel) -> Any:
    """One measure alone."""
    made, (axes,) = figure(2.6)
    draw_panel(axes, sweep, panel)
    return made


def draw_panel(axes: Any, sweep: Sweep, panel: Panel) -> None:
    """One measure."""
    name, title, unit, factor = panel
    words = {"what": "losses" if sweep.one_loses else "first places", "best": best_is(sweep)}
    axes.set_title(title, loc="left", color=INK, fontsize=10.5, fontweight="bold")
    axes.set_ylabel(unit.format(**words), color=SOFT, fontsize=8.5)
    along, others = axis_and_others(sweep)
    axes.set_xlabel(along.replace("_", " "), color=SOFT, fontsize=9)
    ticks = sweep.varied[along]
    places = positions(ticks)
    reach = max(places.values()) - min(places.values()) or 1
    series = list(_lines(sweep.rows, others))
    for number, (label, line) in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * DODGE * reach
        x = [places[repr(row[along])] + shift for row in line]
        y = [row[name] * factor for row in line]
        errors = [[factor * abs(row[name] - row.get(f"{name}_{end}", row[name])) for row in line] for end in ("low", "high")]
        axes.errorbar(x, y, yerr=errors, markersize=4.5, capsize=2, linewidth=1.5, label=label, **line_style(number))
    if name == "seat_spread":
        axes.axhline(0, color=SOFT, linestyle=(0, (4, 3)), linewidth=1)
    if len(ticks) <= 8:
        axes.set_xticks(list(places.values()), [option_text(value) for value in ticks])
    beside = reach * (0.05 if len(ticks) > 4 else 0.2)
    axes.set_xlim(
        min(places.values()) - beside, max(places.values()) + beside
    )  # all values, also of a sweep that was stopped


def positions(ticks: list[Value]) -> dict[str, float]:
    """Where the values of an option stand on the axis: numbers as they are, others side by side."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in ticks):
        return {repr(value): float(value) for value in ticks if isinstance(value, int)}
    return {repr(value): float(at) for at, value in enumerate(ticks)}


def _title(sweep: Sweep) -> str:
    return f"{heading(sweep.game, without=tuple(sweep.varied))}\n{games_each(sweep)}, with 95% intervals"


def axis_and_others(sweep: Sweep) -> tuple[str, list[str]]:
    """Which option is the axis, and which make the lines."""
    along = max(sweep.varied, key=lambda name: len(sweep.varied[name]))
    return along, [name for name in sweep.varied if name != along]


def line_names(sweep: Sweep) -> list[str]:
    """Of the lines in each panel, in the order of their colours."""
    _, others = axis_and_others(sweep)
    return [label for label, _ in _lines(sweep.rows, others)]


def _lines(rows: list[Row], others: list[str]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each combination of the other options, with its name."""

    def key(row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in others)

    for values, line in groupby(sorted(rows, key=key), key):
        yield ", ".join(f"{name} {option_text(value)}" for name, value in zip(others, values, strict=True)), list(line)
