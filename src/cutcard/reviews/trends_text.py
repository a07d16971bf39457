"""Where most is lost over many games, as text for a terminal or a pipe, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType

from cutcard.core.declaration.game import find
from cutcard.core.declaration.phrases import numbered
from cutcard.lab.reports.text import plain_table
from cutcard.reviews.trends import KindTrend, Trend

COLUMNS = ("decisions between", "number", "cost a game", "slips", "mistakes", "blunders", "most of it", "sure")
LEFT = ("decisions between", "most of it")


def trends_text(trends: Mapping[str, Trend]) -> Iterable[RenderableType]:
    """Game by game, by their names."""
    if not trends:
        yield "In these games these seats had nothing to choose."
        return
    for name, trend in trends.items():
        table = plain_table()
        for head in COLUMNS:
            table.add_column(head, justify="left" if head in LEFT else "right", no_wrap=True)
        for kind in trend.kinds:
            table.add_row(*_cells(trend, kind))
        known = [one for one in trend.accuracies if one is not None]
        mean = f", accuracy {sum(known) / len(known):.0f}" if known else ""
        yield f"[bold]{find(name, None, 0, {}).called.title}[/]: {numbered(trend.games, 'game')} of a seat{mean}"
        yield table
    yield "Cost: what the moves cost against the best ones, summed over a game. ± is one standard error."
    yield "Sure: of five games and twenty decisions at least, more than nothing by two standard errors."


def _cells(trend: Trend, kind: KindTrend) -> list[str]:
    exchange = "" if kind.instead is None else f"{kind.instead[0]} where {kind.instead[1]} was better"
    shares = [f"{100 * share:.0f}%" for share in (kind.slips, kind.mistakes, kind.blunders)]
    error = f" ± {_amount(trend, kind.error)}" if trend.games > 1 else ""
    sure = "yes" if kind.is_known and kind.is_enough else "no"
    return [
        " or ".join(kind.verbs), f"{kind.decisions:,}", f"{_amount(trend, kind.cost)}{error}", *shares, exchange, sure,
    ]  # fmt: skip


def _amount(trend: Trend, value: float) -> str:
    return f"{value:.1f} {trend.unit}" if trend.unit else f"{100 * value:.1f}%"


def trends_json(trends: Mapping[str, Trend]) -> dict[str, Any]:
    """The numbers; costs are chances from 0 to 1, or so many of the unit. Of one game there is no error."""
    found = {name: asdict(trend) for name, trend in trends.items()}
    for trend in found.values():
        if trend["games"] == 1:
            trend["kinds"] = [{**kind, "error": None} for kind in trend["kinds"]]
    return found
