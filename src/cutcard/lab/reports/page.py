"""Reports: one page with numbers and plots, all in one file, from the templates beside this module."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cutcard.core.declaration.phrases import numbered
from cutcard.lab.extras import jinja2
from cutcard.lab.reports import drawing
from cutcard.lab.reports.drawing import inline_svg
from cutcard.lab.reports.text import (
    games_each,
    heading,
    mean,
    measure_lines,
    share,
    sweep_columns,
    sweep_text,
)
from cutcard.lab.studies.measures import Row
from cutcard.lab.studies.study import Study
from cutcard.lab.sweeps.drawing import line_names, panel_figure, panels
from cutcard.lab.sweeps.sweep import Sweep

SIGNS = dict(zip(drawing.MARKS, "●■◆▲▼✚✖★", strict=True))
"""The marks of plots, as letters."""


@cache
def _templates() -> Any:
    loader = jinja2().FileSystemLoader(Path(__file__).parent)
    return jinja2().Environment(
        loader=loader, autoescape=True, undefined=jinja2().StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )


def page(template: str, *, title: str, subtitle: str, command: str, **parts: Any) -> str:
    """A template filled in. `command` is what was typed to get this page."""
    content: str = _templates().get_template(template).render(title=title, subtitle=subtitle, command=command, **parts)
    return content


def study_page(study: Study, command: str) -> str:
    """The report of `cutcard simulate`."""
    plan, summary = study.plan, study.summary_row
    stopped = f" of {study.wanted:,} wanted" if study.played < study.wanted else ""
    what = "losses" if study.one_loses else "first places"
    return page(
        "study.html.jinja",
        title=heading(plan.game),
        subtitle=f"{numbered(study.played, 'game')}{stopped}, seed {plan.seed}",
        command=command,
        columns=["first places", *(["losses"] if study.one_loses else []), "utility", "score", "sd"],
        players=place_cells(study.player_rows, "player", study.one_loses),
        seats=place_cells(study.seat_rows, "seat", study.one_loses),
        seats_change=len(plan.players) > 1,
        lines=list(measure_lines(study)),
        shares=inline_svg(drawing.shares(study), f"Share of {what} by player and seat"),
        is_sample=study.played > summary["watched"],
        watched=numbered(summary["watched"], "game"),
        drawings=[
            inline_svg(drawing.scores(study), "Distribution of final scores"),
            inline_svg(drawing.lengths(study), "Distribution of the length of games"),
            inline_svg(drawing.leads(study), "How often who leads ends up first"),
            inline_svg(drawing.changes(study), "How often the lead changes"),
        ],
    )


def place_cells(rows: Sequence[Row], who: str, one_loses: bool) -> list[list[str]]:
    """What players or seats came to, a row for each."""
    return [
        [str(row[who]), share(row, "first"), *([share(row, "last")] if one_loses else []),
         mean(row, "utility", "+.3f"), f"{row['score']:.2f}", f"{row['score_sd']:.2f}"]
        for row in rows
    ]  # fmt: skip


def sweep_page(sweep: Sweep, command: str) -> str:
    """The report of `cutcard sweep`."""
    columns = sweep_columns(sweep, sweep.rows)
    _, _, *notes = sweep_text(sweep)
    varied = " and ".join(sweep.varied)
    return page(
        "sweep.html.jinja",
        title=f"{heading(sweep.game, without=tuple(sweep.varied))}, by {varied}",
        subtitle=f"{games_each(sweep)}, all on the same seeds, with 95% intervals",
        command=command,
        legend=legend(sweep),
        drawings=[inline_svg(panel_figure(sweep, panel), f"{panel[1]}, by {varied}") for panel in panels(sweep)],
        heads=[head for head, _ in columns],
        rows=list(zip(*(cells for _, cells in columns), strict=True)),
        notes=notes,
    )


def legend(sweep: Sweep) -> list[tuple[str, str, str]]:
    """What the colours and marks of all plots mean, where there are several lines: names, colours and signs."""
    looks = [(name, drawing.line_style(number)) for number, name in enumerate(line_names(sweep)) if name]
    return [(name, look["color"], SIGNS[look["marker"]]) for name, look in looks]
