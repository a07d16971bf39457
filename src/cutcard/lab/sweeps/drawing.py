"""The plot of a sweep: what the designer of a game looks at, against the values of an option."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

from cutcard.lab.extras import matplotlib
from cutcard.lab.reports.drawing import INK, PAPER, SOFT, WIDTH, figure, line_style, plain_axes
from cutcard.lab.reports.text import games_each, heading, option_text, skill_is
from cutcard.lab.studies.measures import Row
from cutcard.lab.sweeps.sweep import Sweep, Varied, chosen

PANELS = (
    ("seat_spread", "Fairness: best seat against worst", "points of {what}; 0 is fair", 100),
    ("skill", "Skill: the height of the ladder", "{skill}", 1),
    ("decisions", "Length", "decisions in a game", 1),
    ("minutes", "Minutes", "of people, in a game", 1),
    ("rounds", "Rounds", "in a game", 1),
    ("waiting", "Out and waiting", "% of seats and decisions", 100),
    ("lead_changes", "Changes of the lead", "in a game", 1),
    ("half_time_leader_first", "Half-time leader ends up first", "% of games; dashed: any seat", 100),
    ("decided", "The winner leads for good", "after so many % of the game", 100),
    ("margin", "How close it ends", "points between the two that matter", 1),
)

DODGE = 0.012
"""How far lines stand beside each other, as a part of the axis: their error bars would hide one another."""

WIDEST = 0.2
"""And how far all of them together at most, as a part of the way to the next value: no point may look like one of another
value."""

Panel = tuple[str, str, str, float]
"""A measure, its title, its unit, and what it is multiplied by to be in that."""


def panels(sweep: Sweep) -> list[Panel]:
    """What there is to draw: nothing that a game lacks, or that never happens in it."""
    return [panel for panel in PANELS if any(_is_something(row, panel[0]) for row in sweep.rows)]


def _is_something(row: Row, name: str) -> bool:
    """Whether a measure is known, and can be other than 0."""
    ends = (row.get(key, math.nan) for key in (name, f"{name}_low", f"{name}_high"))
    return any(math.isfinite(end) and end != 0 for end in ends)


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
    words = {"what": "losses" if sweep.one_loses else "first places", "skill": skill_is(sweep)}
    axes.set_title(title, loc="left", color=INK, fontsize=10.5, fontweight="bold")
    axes.set_ylabel(unit.format(**words), color=SOFT, fontsize=8.5)
    along, others = axis_and_others(sweep)
    axes.set_xlabel(along.replace("_", " "), color=SOFT, fontsize=9)
    ticks = sweep.varied[along]
    places = positions(ticks)
    numbers = all_numbers(ticks)  # between on and off there is nothing, so no line
    reach = max(places.values()) - min(places.values()) or 1
    series = list(_lines(sweep.rows, others))
    for number, (label, line) in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * apart(places, len(series))
        x = [places[repr(chosen(row, along))] + shift for row in line]
        y = [row[name] * factor for row in line]
        errors = [[factor * abs(row[name] - row.get(f"{name}_{end}", row[name])) for row in line] for end in ("low", "high")]
        axes.errorbar(
            x, y, yerr=errors, markersize=4.5, capsize=2, linewidth=1.5, label=label, linestyle="-" if numbers else "",
            **line_style(number),
        )  # fmt: skip
        if name == "half_time_leader_first":
            chance = [row["half_time_by_chance"] * factor for row in line]
            axes.plot(x, chance, color=line_style(number)["color"], linestyle=(0, (4, 3)), linewidth=1)
    if name == "seat_spread":
        axes.axhline(0, color=SOFT, linestyle=(0, (4, 3)), linewidth=1)
    if len(ticks) <= 8:
        axes.set_xticks(list(places.values()), [option_text(value) for value in ticks])
    beside = reach * (0.05 if len(ticks) > 4 else 0.2)
    axes.set_xlim(
        min(places.values()) - beside, max(places.values()) + beside
    )  # all values, also of a sweep that was stopped


def all_numbers(values: list[Varied]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def apart(places: dict[str, float], lines: int) -> float:
    """How far each line stands beside the one before it."""
    values = sorted(places.values())
    nearest = min((after - before for before, after in pairwise(values)), default=1.0)
    return min(DODGE * (values[-1] - values[0] or 1), WIDEST * nearest / max(1, lines - 1))


def positions(ticks: list[Varied]) -> dict[str, float]:
    """Where the values of an option stand on the axis: numbers as they are, others side by side."""
    if all_numbers(ticks):
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
        return tuple(chosen(row, name) for name in others)

    for values, line in groupby(sorted(rows, key=key), key):
        yield ", ".join(f"{name} {option_text(value)}" for name, value in zip(others, values, strict=True)), list(line)
