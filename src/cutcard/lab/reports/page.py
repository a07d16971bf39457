"""Reports: one page with numbers and plots, all in one file, for light and dark screens."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cutcard.lab.reports import drawing
from cutcard.lab.reports.in_words import (
    games_each,
    heading,
    lead_line,
    mean,
    seat_lines,
    share,
    sweep_columns,
    sweep_in_words,
)
from cutcard.lab.studies.study import Study
from cutcard.lab.sweeps.drawing import line_names, panel_figure, panels
from cutcard.lab.sweeps.sweep import Sweep

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #5f6066; --faint: #dcdce0; --paper: #fdfdfb; --card: #f4f4f1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececee; --soft: #a3a5ad; --faint: #393b42; --paper: #17181c; --card: #202127; }
}
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.2rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
p { margin: .3rem 0; }
.soft { color: var(--soft); }
code { display: block; background: var(--card); border-radius: .4rem; padding: .6rem .8rem; margin: .8rem 0;
  overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; }
code span { display: inline-block; }
.wide { overflow-x: auto; margin-bottom: .6rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--faint); white-space: nowrap; }
th { color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { text-align: left; padding-left: 0; position: sticky; left: 0;
  background: var(--paper); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.6rem 2rem;
  margin: 1.6rem 0; }
figure { margin: 0; max-width: 30rem; }
svg { width: 100%; height: auto; display: block; }
.names span { white-space: nowrap; margin-right: 1.2rem; }
@media (max-width: 30rem) { table { font-size: .8rem; } th, td { padding: .25rem .3rem; } }
@media print { body { max-width: none; } figure, table { break-inside: avoid; } }
"""


def study_page(study: Study, command: str) -> str:
    """The report of `cutcard simulate`."""
    plan, losing = study.plan, study.one_loses
    what = "losses" if losing else "first places"
    columns = ["first places", *(["losses"] if losing else []), "utility", "score", "sd"]

    def cells(rows: Sequence[dict[str, object]], who: str) -> list[list[str]]:
        return [
            [str(row[who]), share(row, "first"), *([share(row, "last")] if losing else []),
             mean(row, "utility", "+.3f"), f"{row['score']:.2f}", f"{row['score_sd']:.2f}"]
            for row in rows
        ]  # fmt: skip

    summary = study.summary_row
    lines = [
        *seat_lines(study),
        f"Length: {mean(summary, 'decisions', '.1f')} decisions a game (sd {summary['decisions_sd']:.1f})",
        lead_line(summary),
    ]
    several = (
        "Players change seats from game to game, so a seat is the mean of all of them. " if len(plan.players) > 1 else ""
    )
    detail = f"The plots below are of the first {summary['watched']:,} games." if study.played > summary["watched"] else ""
    parts = [
        f"<h2>By player</h2>{table(['player', *columns], cells(study.player_rows, 'player'))}",
        f"<h2>By seat</h2>{table(['seat', *columns], cells(study.seat_rows, 'seat'))}",
        f'<p class="soft">{several}Brackets and ± are 95% intervals. A shared first place counts in parts.</p>',
        "<h2>The game</h2>" + "".join(f"<p>{escape(line)}.</p>" for line in lines),
        plots((drawing.shares(study), f"Share of {what} by player and seat")),
        f'<p class="soft">{detail}</p>' if detail else "",
        plots(
            (drawing.scores(study), "Distribution of final scores"),
            (drawing.lengths(study), "Distribution of the length of games"),
            (drawing.leads(study), "How often who leads ends up first"),
            (drawing.changes(study), "How often the lead changes"),
        ),
    ]
    stopped = f" of {study.wanted:,} that were wanted" if study.played < study.wanted else ""
    return page(heading(plan.game), f"{study.played:,} games{stopped}, seed {plan.seed}", command, parts)


def page(title: str, subtitle: str, command: str, parts: Sequence[str]) -> str:
    words = " ".join(f"<span>{escape(word)}</span>" for word in command.split(" "))  # lines do not break within a flag
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>"
        f'<p class="soft">{escape(subtitle)}</p><code>{words}</code>\n' + "\n".join(parts) + "\n</body></html>\n"
    )


Shades = dict[tuple[int, int], str]
"""Colours behind cells, by row and column."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]], shades: Shades | None = None) -> str:
    def cell(row: int, column: int, text: str) -> str:
        shade = (shades or {}).get((row, column))
        return f'<td style="background: {shade}">{escape(text)}</td>' if shade else f"<td>{escape(text)}</td>"

    heads = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr>{''.join(cell(number, column, text) for column, text in enumerate(row))}</tr>"
        for number, row in enumerate(rows)
    )
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def plots(*drawn: tuple[object, str]) -> str:
    """Figures, each with what it shows in words: side by side, or on a phone one below the other."""
    return (
        '<div class="plots">'
        + "".join(f"<figure>{drawing.inline(made, label)}</figure>" for made, label in drawn)
        + "</div>"
    )


def sweep_page(sweep: Sweep, command: str) -> str:
    """The report of `cutcard sweep`."""
    columns = sweep_columns(sweep, sweep.rows)
    rows = list(zip(*(cells for _, cells in columns), strict=True))
    _, _, *notes = sweep_in_words(sweep)
    parts = [
        names_of_lines(sweep),
        plots(*((panel_figure(sweep, panel), f"{panel[1]}, by {' and '.join(sweep.varied)}") for panel in panels(sweep))),
        f"<h2>All combinations</h2>{table([head for head, _ in columns], rows)}",
        "".join(f'<p class="soft">{escape(str(note))}</p>' for note in notes),
    ]
    title = f"{heading(sweep.game, without=tuple(sweep.varied))}, by {' and '.join(sweep.varied)}"
    return page(title, f"{games_each(sweep)}, all on the same seeds, with 95% intervals", command, parts)


def names_of_lines(sweep: Sweep) -> str:
    """What the colours and marks of all plots mean, where there are several lines."""
    signs = dict(zip(drawing.MARKS, "●■◆▲▼✚✖★", strict=True))
    names = [
        f'<span><b style="color: {look["color"]}">{signs[look["marker"]]}</b> {escape(name)}</span>'
        for name, look in ((name, drawing.look(number)) for number, name in enumerate(line_names(sweep)))
        if name
    ]
    return f'<p class="names">{" ".join(names)}</p>' if names else ""
