"""What a tournament found, as text for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from cutcard.core.declaration.phrases import numbered
from cutcard.lab.reports.text import heading, mean, plain_table, share
from cutcard.lab.statistics import rating
from cutcard.lab.studies.measures import Row
from cutcard.lab.tournaments.lineups import LINEUPS
from cutcard.lab.tournaments.tournament import Tournament

CROSSTABLE = "How often the player of the row came in ahead of that of the column, in %; a tie counts half"

NO_RATINGS = "Ratings need OpenSkill: pip install 'cutcard[lab]'"


def tournament_text(found: Tournament) -> Iterable[RenderableType]:
    """The whole outcome, part by part."""
    yield f"[bold]{heading(found.schedule.game)}[/]: {escape(extent(found))}"
    if found.deals == 0:
        return
    yield lines(*standing_columns(found))
    yield f"{CROSSTABLE}:"
    yield lines(*crosstable_columns(found))
    yield from map(escape, notes(found))
    yield f"[bold]{escape(conclusion(found))}[/]"


def lines(heads: list[str], rows: list[list[str]]) -> Table:
    """A table for a terminal; the column with the players is set off."""
    table = plain_table()
    for head in heads:
        named = head in ("player", "")
        table.add_column(
            escape(head), justify="left" if named else "right", style="bold cyan" if named else "", no_wrap=True
        )
    for row in rows:
        table.add_row(*map(escape, row))
    return table


def extent(found: Tournament) -> str:
    """`160 deals of 6 games, seed 0`."""
    stopped = "" if found.is_complete else f" (stopped; {found.wanted:,} wanted at most)"
    games = found.deals * found.games_a_deal
    deals, seatings = numbered(found.deals, "deal"), numbered(found.games_a_deal, "seating")
    return f"{deals} in {seatings}, {numbered(games, 'game')}{stopped}, seed {found.schedule.seed}"


def standing_columns(found: Tournament) -> tuple[list[str], list[list[str]]]:
    """The heads and rows of the standings, with ratings where they can be had."""
    losing = found.one_loses
    rated = {row["player"]: row for row in found.rating_rows} if rating.is_there() else {}
    heads = ["#", "player", "utility", "first places", *(["losses"] if losing else []), *(["rating"] if rated else [])]
    rows = [
        [
            str(row["rank"]), row["player"], mean(row, "utility", "+.4f"), share(row, "first"),
            *([share(row, "last")] if losing else []), *([mean(rated[row["player"]], "rating", ".1f")] if rated else []),
        ]
        for row in found.standing_rows
    ]  # fmt: skip
    return heads, rows


def crosstable_columns(found: Tournament) -> tuple[list[str], list[list[str]]]:
    """How often the player of a row came in ahead of that of a column, in %. Columns are headed by ranks: names can be
    long."""
    ranked = [row["player"] for row in found.standing_rows]
    cells = {(row["player"], row["against"]): ahead(row) for row in found.crosstable_rows}
    rows = [
        [str(rank), player, *(cells.get((player, other), "·") for other in ranked)] for rank, player in enumerate(ranked, 1)
    ]
    return ["#", "player", *(str(rank) for rank in range(1, len(ranked) + 1))], rows


def ahead(row: Row) -> str:
    """`71.3 ± 1.2`, in %."""
    return mean({name: row[name] * 100 for name in ("ahead", "ahead_low", "ahead_high")}, "ahead", ".1f")


def notes(found: Tournament) -> Iterable[str]:
    """What the numbers are."""
    if len(found.schedule.players) != found.schedule.game.seats or found.lineup != "even":
        yield f"Line-ups: {LINEUPS[found.lineup]}."
    if not rating.is_there():
        yield f"{NO_RATINGS}."
    elif found.rating_rows[0]["games"] < found.deals * found.games_a_deal:
        yield f"Ratings are of the first {numbered(found.rating_rows[0]['games'], 'game')}."
    yield "Intervals are 95%, by deal."


def conclusion(found: Tournament) -> str:
    """Whether it is settled who is better, and if not of whom it is open."""
    if not found.unsettled:
        order = " > ".join(row["player"] for row in found.standing_rows)
        return f"Settled at {found.confidence * 100:.4g}%: {order}"
    if found.confidence == 1:
        return "Nothing is called settled: at a confidence of 1 all deals are played"
    by_pair = {(row["player"], row["against"]): row for row in found.crosstable_rows}
    open_pairs = [
        f"{better} and {worse} ({mean(by_pair[better, worse], 'difference', '+.4f')})" for better, worse in found.unsettled
    ]
    return f"Not settled at {found.confidence * 100:.4g}%: {', '.join(open_pairs)}"
