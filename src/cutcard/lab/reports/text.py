"""What a study found, as text for a terminal or a pipe."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from cutcard.core.declaration.game import Game
from cutcard.lab.studies.measures import Row
from cutcard.lab.studies.study import Study
from cutcard.lab.sweeps.sweep import SKILLS, Sweep

MOST_DIGITS = 6
"""After the point."""

PIPE_WIDTH = 118
"""How wide tables are where there is no terminal to ask."""


def results_console() -> Console:
    """Where results go: coloured for a person, plain for a pipe."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=PIPE_WIDTH, soft_wrap=True)


def heading(game: Game, without: Collection[str] = ()) -> str:
    """`Pairs, 4 seats, target 16, burn 5`. What a game takes from another one is told only where it does."""
    untold = {option.name for option in game.rulebook.options if option.carried} - game.given_options.keys()
    options = [
        f"{name} {option_text(value)}"
        for name, value in game.options.items()
        if name not in without and name not in untold and not isinstance(value, tuple)
    ]
    return ", ".join([game.rulebook.title, f"{game.seats} seats", *options])


def option_text(value: object) -> str:
    """The value of an option."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def share(row: Row, name: str) -> str:
    """`32.3% (31.9–32.7)`."""
    mean, low, high = (row[name + end] for end in ("", "_low", "_high"))
    return "–" if math.isnan(mean) else f"{mean:.1%} ({low * 100:.1f}–{high * 100:.1f})"


def mean(row: Row, name: str, form: str = ".3f") -> str:
    """`0.291 ± 0.002`. A small interval gets more digits, so that it is not shown as 0."""
    if math.isnan(row[name]):
        return "–"
    error = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    if not math.isfinite(error):
        return f"{row[name]:{form}}"
    sign, digits = form.partition(".")[0], int(form.partition(".")[2].rstrip("f"))
    while 0 < error < 0.5 * 10**-digits and digits < MOST_DIGITS:
        digits += 1
    return f"{row[name]:{sign}.{digits}f} ± {error:.{digits}f}"


def study_text(study: Study) -> Iterable[RenderableType]:
    """The whole summary, part by part."""
    plan, played = study.plan, study.played
    stopped = f" (stopped; {study.wanted:,} were wanted)" if played < study.wanted else ""
    yield f"[bold]{heading(plan.game)}[/]: {played:,} games{stopped}, seed {plan.seed}"
    if played == 0:
        return
    yield places_table("player", [{"who": row["player"], **row} for row in study.player_rows], study.one_loses)
    if len(plan.players) > 1:
        yield "Players change seats from game to game, so a seat below is the mean of all of them."
    yield places_table("seat", [{"who": str(row["seat"]), **row} for row in study.seat_rows], study.one_loses)
    yield from measure_lines(study)
    yield "Intervals are 95%."


def plain_table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), header_style="dim")


def places_table(title: str, rows: list[Row], one_loses: bool) -> Table:
    """First places, utility and score, and losses where one loses."""
    table = plain_table()
    table.add_column(title, style="bold cyan", no_wrap=True)
    for column in ("first places", *(["losses"] if one_loses else []), "utility", "score (sd)"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        losses = [share(row, "last")] if one_loses else []
        table.add_row(
            row["who"], share(row, "first"), *losses, mean(row, "utility", "+.3f"),
            f"{row['score']:.1f} ({row['score_sd']:.1f})",
        )  # fmt: skip
    return table


def measure_lines(study: Study) -> Iterable[str]:
    """What a seat is worth to each player, how long games are, and how often the lead changes."""
    what = "losses" if study.one_loses else "first places"
    for row in study.player_rows:
        if row["best_seat"] is not None:
            error = (row["seat_spread_high"] - row["seat_spread_low"]) / 2
            yield (
                f"Seat advantage of {row['player']}: {row['seat_spread'] * 100:.1f} ± {error * 100:.1f} points of {what} "
                f"between its best seat ({row['best_seat']}) and its worst ({row['worst_seat']})"
            )
    summary = study.summary_row
    yield f"Length: {mean(summary, 'decisions', '.1f')} decisions a game (sd {summary['decisions_sd']:.1f})"
    changes = f"Lead: changes {mean(summary, 'lead_changes', '.2f')} times a game"
    if not summary["half_time_leads"]:
        yield f"{changes}; nobody leads alone at half-time (first {summary['watched']:,} games)"
    else:
        yield (
            f"{changes}; who leads alone at half-time ends up first in {share(summary, 'half_time_leader_first')}, "
            f"any seat in {summary['half_time_by_chance']:.1%} (first {summary['watched']:,} games)"
        )


def sweep_text(sweep: Sweep) -> Iterable[RenderableType]:
    """A row for each combination."""
    rows = sweep.rows
    yield f"[bold]{heading(sweep.game, without=tuple(sweep.varied))}[/]: {games_each(sweep)}, the same seeds"
    if not rows:
        return
    what = "losses" if sweep.one_loses else "first places"
    table = plain_table()
    columns = sweep_columns(sweep, rows)
    for head, _ in columns:
        table.add_column(head, justify="right", style="bold cyan" if head in sweep.varied else "")
    for line in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*line)
    yield table
    yield f"Fairness: points of {what} between the best and the worst seat; 0 is fair."
    for name, other in SKILLS:
        if f"skill_{name}" in rows[0]:
            number = rows[0][f"skill_{name}_games"]
            yield f"Skill: how far one {name} beats {other} in {number:,} games; 0 is chance, 1 is {best_is(sweep)}."
    yield "Leads: how often the lead changes in a game. Half-time: in how many % who leads alone then ends up first."
    yield f"Both are of the first {rows[0]['watched']:,} games."
    yield "± is half of a 95% interval."


def games_each(sweep: Sweep) -> str:
    """`5,000 games each`, and what is missing if it was stopped."""
    text = f"{sweep.points[0].study.wanted:,} games each"
    if sweep.played == sweep.wanted:
        return text
    done = sum(all(study.played == study.wanted for study in point.studies) for point in sweep.points)
    return f"{text} (stopped; complete: {done:,} of {len(sweep.points):,} combinations)"


def best_is(sweep: Sweep) -> str:
    return "never to lose" if sweep.one_loses else "always first"


def sweep_columns(sweep: Sweep, rows: list[Row]) -> list[tuple[str, list[str]]]:
    """The columns of the table: a head and the cells."""

    def percent(row: Row, name: str) -> str:
        return mean({key: value * 100 for key, value in row.items() if key.startswith(name)}, name, ".1f")

    columns = [(name, [option_text(row[name]) for row in rows]) for name in sweep.varied]
    columns.append(("fairness", [percent(row, "seat_spread") for row in rows]))
    columns += [
        (f"skill of {name}", [mean(row, f"skill_{name}", ".2f") for row in rows])
        for name, _ in SKILLS
        if f"skill_{name}" in rows[0]
    ]
    columns += [
        (f"first: {key.removeprefix('first_')}", [percent(row, key) for row in rows])
        for key in rows[0]
        if key.startswith("first_") and f"{key}_low" in rows[0]
    ]
    columns.append(("length", [mean(row, "decisions", ".1f") for row in rows]))
    columns.append(("score (sd)", [f"{row['score']:.1f} ({row['score_sd']:.1f})" for row in rows]))
    columns.append(("leads", [mean(row, "lead_changes", ".2f") for row in rows]))
    columns.append(("half-time", [percent(row, "half_time_leader_first") for row in rows]))
    return columns
