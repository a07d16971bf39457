"""What a study found, as text for a terminal or a pipe."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from cutcard.core.declaration.game import Game
from cutcard.core.declaration.phrases import numbered
from cutcard.lab.studies.measures import Row
from cutcard.lab.studies.study import Study
from cutcard.lab.sweeps.sweep import SEATS, Sweep, chosen

MOST_DIGITS = 6
"""After the point."""

PIPE_WIDTH = 118
"""How wide tables are where there is no terminal to ask."""


def results_console(plain: bool = False) -> Console:
    """Where results go: coloured for a person, plain for a pipe and for who asked for that."""
    if plain:
        return Console(highlight=False, color_system=None, width=PIPE_WIDTH, soft_wrap=True)
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=PIPE_WIDTH, soft_wrap=True)


def heading(game: Game, without: Collection[str] = ()) -> str:
    """`Pairs, 4 seats, target 16, burn 5`. What a game takes from another one is told only where it does."""
    untold = {option.name for option in game.rulebook.options if option.carried} - game.given_options.keys()
    options = [
        f"{name} {option_text(value)}"
        for name, value in game.options.items()
        if name not in without and name not in untold and (not isinstance(value, tuple) or name in game.given_options)
    ]
    seats = [] if SEATS in without else [numbered(game.seats, "seat")]
    return ", ".join([game.rulebook.title, *seats, *options])


def option_text(value: object) -> str:
    """The value of an option; of a row only that it is not the usual one."""
    if isinstance(value, tuple):
        return "of its own"
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


def deviation(row: Row, name: str) -> str:
    """How far single games are from the mean; of one game nobody knows."""
    found = row[f"{name}_sd"]
    return "–" if math.isnan(found) else f"{found:.1f}"


def distance(row: Row) -> str:
    """`1.3 (0.0–2.9)`: how far the best seat and the worst are apart. The interval has 0 for an end, so it is no ±."""
    found, low, high = (100 * row["seat_spread" + end] for end in ("", "_low", "_high"))
    return "–" if math.isnan(found) else f"{found:.1f} ({low:.1f}–{high:.1f})"


def study_text(study: Study) -> Iterable[RenderableType]:
    """The whole summary, part by part."""
    plan, played = study.plan, study.played
    stopped = f" (stopped; {study.wanted:,} wanted)" if played < study.wanted else ""
    yield f"[bold]{heading(plan.game)}[/]: {numbered(played, 'game')}{stopped}, seed {plan.seed}"
    if played == 0:
        return
    yield places_table("player", [{"who": row["player"], **row} for row in study.player_rows], study.one_loses)
    if len(plan.players) > 1:
        yield "Players change seats and neighbours from game to game, so a seat below is the mean of all of them."
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
            f"{row['score']:.1f} ({deviation(row, 'score')})",
        )  # fmt: skip
    return table


def measure_lines(study: Study) -> Iterable[str]:
    """What a seat is worth to each player, how long games are, how often the lead changes, and how a game goes."""
    what = "losses" if study.one_loses else "first places"
    for row in study.player_rows:
        if row["best_seat"] is not None:
            yield (
                f"Seat advantage of {row['player']}: {distance(row)} points of {what} "
                f"between its best seat ({row['best_seat']}) and its worst ({row['worst_seat']})"
            )
    summary = study.summary_row
    yield f"Length: {mean(summary, 'decisions', '.1f')} decisions a game (sd {deviation(summary, 'decisions')})"
    changes = f"Lead: changes {mean(summary, 'lead_changes', '.2f')} times a game"
    if not summary["half_time_leads"]:
        yield f"{changes}; nobody leads alone at half-time (first {numbered(summary['watched'], 'game')})"
    else:
        yield (
            f"{changes}; who leads alone at half-time ends up first in {share(summary, 'half_time_leader_first')}, "
            f"any seat in {summary['half_time_by_chance']:.1%} (first {numbered(summary['watched'], 'game')})"
        )
    yield from course_lines(study)


def course_lines(study: Study) -> Iterable[str]:
    """How a game goes: minutes, rounds, who waits, when it is decided, and how close it ends."""
    row = study.summary_row
    rounds = "" if math.isnan(row["rounds"]) else f", {mean(row, 'rounds', '.1f')} rounds"
    length = f"A game of people: about {mean(row, 'minutes', '.1f')} minutes{rounds}"
    yield f"{length}; a seat is out and waits {percent(row, 'waiting')}% of it"
    ends = "the loser is behind the next" if study.one_loses else "the first is ahead of the second"
    close = f"At the end {ends} by {mean(row, 'margin', '.1f')} points"
    if math.isnan(row["decided"]):
        yield close
    else:
        yield f"{close}; who wins alone leads for good after {percent(row, 'decided')}% of the game"


def percent(row: Row, name: str) -> str:
    """`31.2 ± 0.4`, of a share."""
    return mean({key: value * 100 for key, value in row.items() if key.startswith(name)}, name, ".1f")


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
    yield f"Fairness: points of {what} between the best and the worst seat, with a 95% interval; 0 is fair."
    if "skill" in rows[0]:
        games = " to ".join(f"{number:,}" for number in sorted({f(row["skill_games"] for row in rows) for f in (min, max)}))
        yield f"Skill: {skill_is(sweep)}, in points of Elo's; of {games} games on a ladder."
    yield "Leads: how often the lead changes in a game."
    yield "Half-time: in how many % who leads alone then ends up first; in brackets, any seat of these games."
    yield f"These and minutes, which are those of people, are of the first {numbered(rows[0]['watched'], 'game')}."
    yield "± is half of a 95% interval."


def games_each(sweep: Sweep) -> str:
    """`5,000 games each`, and what is missing if it was stopped."""
    text = f"{numbered(sweep.points[0].study.wanted, 'game')} each"
    if sweep.played == sweep.wanted:
        return text
    done = sum(all(study.played == study.wanted for study in point.studies) for point in sweep.points)
    return f"{text} (stopped; complete: {done:,} of {numbered(len(sweep.points), 'combination')})"


def skill_is(sweep: Sweep) -> str:
    """What is measured as skill."""
    ladder = sweep.points[0].ladder
    return f"the rating of {ladder.rungs[-1]} over {ladder.rungs[0]}" if ladder else "not measured"


def half_time(row: Row) -> str:
    """`58.1 ± 1.3 (25.0)`: of who leads then, and of any seat."""
    by_chance = row["half_time_by_chance"]
    return percent(row, "half_time_leader_first") + ("" if math.isnan(by_chance) else f" ({by_chance:.1%})".replace("%", ""))


def sweep_columns(sweep: Sweep, rows: list[Row]) -> list[tuple[str, list[str]]]:
    """The columns of the table: a head and the cells."""
    columns = [(name, [option_text(chosen(row, name)) for row in rows]) for name in sweep.varied]
    columns.append(("fairness", [distance(row) for row in rows]))
    if "skill" in rows[0]:
        columns.append(("skill", [mean(row, "skill", ".0f") for row in rows]))
    columns += [
        (f"first: {key.removeprefix('first_')}", [percent(row, key) for row in rows])
        for key in rows[0]
        if key.startswith("first_") and all(f"{key}_low" in row for row in rows)
    ]
    columns.append(("length", [mean(row, "decisions", ".1f") for row in rows]))
    columns.append(("minutes", [mean(row, "minutes", ".1f") for row in rows]))
    columns.append(("score (sd)", [f"{row['score']:.1f} ({deviation(row, 'score')})" for row in rows]))
    columns.append(("leads", [mean(row, "lead_changes", ".2f") for row in rows]))
    columns.append(("half-time", [half_time(row) for row in rows]))
    return columns
