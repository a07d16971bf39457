"""The report of a tournament: one page with its tables and plots, all in one file."""

from __future__ import annotations

from html import escape
from typing import Any

from cutcard.lab import drawing, rating
from cutcard.lab.contest import Tournament
from cutcard.lab.contest_telling import CROSSTABLE, conclusion, crosstable_columns, extent, notes, standing_columns
from cutcard.lab.measures import Row
from cutcard.lab.page import page, plot, table
from cutcard.lab.telling import heading


def tournament_page(found: Tournament, command: str) -> str:
    """The report of `cutcard tournament`."""
    parts = [
        f"<p><strong>{escape(conclusion(found))}</strong></p>",
        f"<h2>Standings</h2>{ranked_table(*standing_columns(found))}",
        plot(standings_figure(found), "Utility and rating of each player, with 95% intervals"),
        f"<h2>Player against player</h2>{ranked_table(*crosstable_columns(found))}",
        f'<p class="soft">{CROSSTABLE}.</p>',
        plot(crosstable_figure(found), "How often each player came in ahead of each other one"),
        "".join(f'<p class="soft">{escape(note)}</p>' for note in notes(found)),
    ]
    return page(f"{heading(found.schedule.game)}: tournament", extent(found), command, parts)


def ranked_table(heads: list[str], rows: list[list[str]]) -> str:
    """A table with rank and player in one column."""
    return table(heads[1:], [[f"{rank}\u2002{player}", *cells] for rank, player, *cells in rows])


def standings_figure(found: Tournament) -> Any:
    """What each player gains, and its rating where there is one."""
    rated = {row["player"]: row for row in found.rating_rows} if rating.is_there() else {}
    sides: list[tuple[str, str, list[Row]]] = [("utility", "mean of all deals", found.standing_rows)]
    if rated:
        sides.append(("rating", "OpenSkill", [rated[row["player"]] for row in found.standing_rows]))
    made, axes = drawing.figure(1.2 + 0.34 * len(found.standing_rows), columns=len(sides))
    for one, (name, label, rows) in zip(axes, sides, strict=True):
        for at, row in enumerate(rows):
            error = [[row[name] - row[f"{name}_low"]], [row[f"{name}_high"] - row[name]]]
            one.errorbar([row[name]], [at], xerr=error, fmt=drawing.MARKS[at % 8], color=drawing.HUES[at % 8], markersize=6,
                         capsize=3, linewidth=1.6)  # fmt: skip
        one.set_yticks(range(len(rows)), [row["player"] if one is axes[0] else "" for row in rows])
        one.set_ylim(len(rows) - 0.4, -0.6)
        one.grid(axis="y", visible=False)
        one.margins(x=0.15)
        drawing.titled(one, name.capitalize(), f"{label}, 95% intervals")
    axes[0].axvline(0, color=drawing.SOFT, linestyle=(0, (4, 3)), linewidth=1)
    return made


def crosstable_figure(found: Tournament) -> Any:
    """The crosstable as shades: the stronger, the further from one half."""
    ranked = [row["player"] for row in found.standing_rows]
    made, (axes,) = drawing.figure(1.1 + 0.42 * len(ranked))
    for row in found.crosstable_rows:
        x, y, share = ranked.index(row["against"]), ranked.index(row["player"]), row["ahead"]
        if share != share:  # they never met
            continue
        hue, strength = drawing.HUES[0 if share >= 0.5 else 1], min(1.0, 2 * abs(share - 0.5))
        axes.barh(y, 0.96, height=0.92, left=x - 0.48, color=hue, alpha=0.08 + 0.62 * strength)
        axes.text(x, y, f"{share:.1%}", ha="center", va="center", color=drawing.INK, fontsize=9)
    axes.set_xticks(range(len(ranked)), range(1, len(ranked) + 1))
    axes.set_yticks(range(len(ranked)), [f"{rank}  {player}" for rank, player in enumerate(ranked, 1)])
    axes.set_xlim(-0.5, len(ranked) - 0.5)
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.xaxis.tick_top()
    drawing.titled(axes, "Row ahead of column", "")
    return made
