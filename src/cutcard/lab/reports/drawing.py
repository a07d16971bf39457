"""Plots of studies, drawn with Matplotlib without any of its global state."""

from __future__ import annotations

import re
from html import escape
from io import BytesIO
from typing import Any

import numpy as np

from cutcard.lab.extras import matplotlib
from cutcard.lab.studies.leads import CHANGES, TENTHS
from cutcard.lab.studies.measures import lasting
from cutcard.lab.studies.study import Study

INK, SOFT, FAINT, PAPER = "#1d1d1f", "#6a6a6e", "#d8d8dc", "#fefeff"
"""Colours of lines and letters. Within a page they are those of the page, light or dark."""

HUES = ("#0f7fc4", "#dd8a00", "#0a9f76", "#d1495b", "#a56cc1", "#4fb3d9", "#8c7a00", "#7d7f85")
"""Colours of players, which people who see fewer colours can tell apart; every one is named beside what it colours."""

MARKS = "osD^vPX*"

WIDTH = 4.6
"""Of a plot, in inches: its letters can be read where it is as wide as a phone, or one of two on a larger screen."""

FEWEST = 30
"""A share of fewer cases than this says too little to be drawn."""


def figure(height: float, columns: int = 1) -> tuple[Any, list[Any]]:
    """A figure with one plot, or several narrower ones side by side, plainly styled."""
    size = (WIDTH * max(1, columns / 2), height)
    made = matplotlib("figure").Figure(figsize=size, layout="constrained", facecolor=PAPER)
    axes = list(np.atleast_1d(made.subplots(1, columns)))
    for one in axes:
        plain_axes(one)
    return made, axes


def plain_axes(axes: Any) -> None:
    axes.set_facecolor("none")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(SOFT)
    axes.tick_params(colors=SOFT, labelcolor=INK, length=0, labelsize=9)
    axes.grid(color=FAINT, linewidth=0.8)
    axes.set_axisbelow(True)


def set_titles(axes: Any, title: str, x: str, y: str = "") -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=11, fontweight="bold", pad=15)
    axes.set_xlabel(x, color=SOFT, fontsize=9)
    if y:
        axes.set_ylabel(y, color=SOFT, fontsize=9)


def line_style(number: int) -> dict[str, str]:
    """The colour and mark of a player or line; no two of the first 64 are alike."""
    return {"color": HUES[number % 8], "marker": MARKS[(number + number // 8) % 8]}


def add_legend(axes: Any) -> None:
    """What is what, between title and plot: there it hides nothing."""
    handles, labels = axes.get_legend_handles_labels()
    rows = -(-len(labels) // 4)
    axes.legend(handles, labels, loc="lower left", bbox_to_anchor=(-0.02, 0.99), ncols=4, frameon=False, labelcolor=INK,
                fontsize=9, handlelength=1.2, handletextpad=0.5, columnspacing=1.2, borderaxespad=0)  # fmt: skip
    axes.set_title(axes.get_title(loc="left"), loc="left", color=INK, fontsize=11, fontweight="bold", pad=8 + 15 * rows)


def shares(study: Study) -> Any:
    """What each player has of first places (or of losses), in all seats and in each."""
    name, what = ("last", "losses") if study.one_loses else ("first", "first places")
    seats, players = study.plan.game.seats, study.plan.names
    made, (axes,) = figure(1.4 + 0.2 * (seats + 1) * max(2, len(players)))
    step = 0.75 / len(players)
    chance = 100 / seats
    axes.axvline(chance, color=SOFT, linestyle=(0, (4, 3)), linewidth=1)
    for seat in range(seats):
        axes.axhline(seat + 0.5, color=FAINT, linewidth=0.8)
    for number, player in enumerate(players):
        overall = {"seat": -1, **study.player_rows[number]}
        rows = [overall, *(row for row in study.cell_rows if row["player"] == player)]
        shift = (number - (len(players) - 1) / 2) * step
        places = np.array([row["seat"] + 1 + shift for row in rows])
        means = np.array([row[name] for row in rows]) * 100
        errors = [means - [row[f"{name}_low"] * 100 for row in rows], [row[f"{name}_high"] * 100 for row in rows] - means]
        axes.errorbar(means, places, xerr=errors, linestyle="none", markersize=5.5, capsize=2.5, linewidth=1.4,
                      **line_style(number))  # fmt: skip
    low, high = axes.get_xlim()
    for number, row in enumerate(study.player_rows):
        is_left = row[name] * 100 < (low + high) / 2
        end = row[f"{name}_high" if is_left else f"{name}_low"] * 100
        axes.annotate(
            f"{players[number]} {row[name]:.1%}", (end, (number - (len(players) - 1) / 2) * step),
            xytext=(6 if is_left else -6, 0), textcoords="offset points", ha="left" if is_left else "right", va="center",
            color=INK, fontsize=9, fontweight="bold", bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
        )  # fmt: skip
    axes.set_yticks(range(seats + 1), ["all seats", *(f"seat {seat}" for seat in range(seats))])
    axes.set_ylim(seats + 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    axes.annotate("by chance", (chance, 1), xycoords=("data", "axes fraction"), xytext=(3, 2), textcoords="offset points",
                  color=SOFT, fontsize=8)  # fmt: skip
    set_titles(axes, f"Share of {what}, by player and seat", f"share of {what} in %, with 95% intervals")
    return made


def scores(study: Study) -> Any:
    """How the final scores of each player are spread."""
    made, (axes,) = figure(2.9)
    found, held = study.sample.scores, study.plan.held_by[np.arange(len(study.sample.scores)) % len(study.plan.held_by)]
    edges = bins(found)
    for number, player in enumerate(study.plan.names):
        counts, _ = np.histogram(found[held == number], edges)
        percent = 100 * counts / max(counts.sum(), 1)
        hue = HUES[number % 8]
        axes.stairs(percent, edges, color=hue, linewidth=1.8, label=player)
        axes.stairs(percent, edges, color=hue, alpha=0.12, fill=True)
    axes.grid(axis="x", visible=False)
    axes.locator_params(axis="x", integer=True)
    axes.set_ylim(bottom=0)
    set_titles(axes, "Final scores", per_bin("score in points", edges[1] - edges[0]), "share of results in %")
    add_legend(axes)
    return made


def lengths(study: Study) -> Any:
    """How long the games were."""
    made, (axes,) = figure(2.6)
    found = study.sample.decisions
    edges = bins(found)
    counts, _ = np.histogram(found, edges)
    axes.stairs(100 * counts / len(found), edges, fill=True, color=HUES[0], alpha=0.75)
    axes.set_ylim(0, 118 * counts.max() / len(found))
    mean = study.summary_row["decisions"]
    axes.axvline(mean, color=INK, linewidth=1.2)
    axes.annotate(f"mean {mean:.1f}", (mean, 1), xycoords=("data", "axes fraction"), xytext=(4, -10),
                  textcoords="offset points", color=INK, fontsize=9, fontweight="bold")  # fmt: skip
    axes.grid(axis="x", visible=False)
    axes.locator_params(axis="x", integer=True)
    set_titles(axes, "Length of a game", per_bin("decisions in a game", edges[1] - edges[0]), "share of games in %")
    return made


def leads(study: Study) -> Any:
    """Whether a lead lasts."""
    made, (axes,) = figure(2.9)
    parts = [(tenth, *lasting(study.sample, tenth)) for tenth in range(1, TENTHS)]
    known = [(100 * tenth / TENTHS, stays, by_chance) for tenth, led, stays, by_chance in parts if led >= FEWEST]
    if known:
        x = [at for at, _, _ in known]
        low, high = ([100 * getattr(stays, end) for _, stays, _ in known] for end in ("low", "high"))
        axes.fill_between(x, low, high, color=HUES[0], alpha=0.2)
        means = [100 * stays.mean for _, stays, _ in known]
        axes.plot(x, means, markersize=4, linewidth=1.8, label="who leads alone", **line_style(0))
        axes.plot(
            x, [100 * chance for _, _, chance in known], color=SOFT, linestyle=(0, (4, 3)), linewidth=1, label="any seat"
        )
    else:
        axes.text(50, 52, "too few games in which one leads alone", ha="center", va="center", color=SOFT, fontsize=9)
    axes.set_ylim(0, 105)
    axes.set_xlim(0, 100)
    set_titles(axes, "Does a lead last?", "part of the game played, in %", "ends up first, in % of games")
    add_legend(axes)
    return made


def changes(study: Study) -> Any:
    """How often the lead changes."""
    made, (axes,) = figure(2.9)
    counts = np.bincount(np.minimum(study.sample.notes[:, CHANGES], 12), minlength=3)
    axes.bar(range(len(counts)), 100 * counts / max(counts.sum(), 1), color=HUES[0], alpha=0.75, width=0.8)
    axes.set_xticks(range(len(counts)), [f"{n}" if n < 12 else "12+" for n in range(len(counts))])
    axes.grid(axis="x", visible=False)
    set_titles(axes, "Changes of the lead", "changes in a game", "share of games in %")
    return made


def bins(values: Any) -> Any:
    """Edges of bins of whole numbers, at most about 60 of them; a few results far out do not squeeze the others."""
    low, high = int(values.min()), int(np.ceil(np.quantile(values, 0.999)))
    width = max(1, -(-(high - low + 1) // 60))
    return np.arange(low, high + width + 1, width) - 0.5


def per_bin(what: str, width: float) -> str:
    return what if width == 1 else f"{what}, in steps of {width:g}"


# As files and within a page


def _rc() -> Any:
    return matplotlib().rc_context({"svg.fonttype": "none", "svg.hashsalt": "cutcard", "font.family": "sans-serif"})


def image_bytes(made: Any, form: str) -> bytes:
    """A figure as a file: `svg` or `png`."""
    content = BytesIO()
    with _rc():
        made.savefig(content, format=form, dpi=160, **({"metadata": {"Date": None}} if form == "svg" else {}))
    return content.getvalue()


def inline_svg(made: Any, label: str) -> str:
    """A figure as a part of a page, in the colours of the page."""
    made.set_facecolor("none")
    text = image_bytes(made, "svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text)
    text = re.sub(
        r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', rf'<svg viewBox="\1" role="img" aria-label="{escape(label)}">', text, count=1
    )
    for colour, name in ((INK, "ink"), (SOFT, "soft"), (FAINT, "faint"), (PAPER, "paper")):
        text = text.replace(colour, f"var(--{name})")
    return text
