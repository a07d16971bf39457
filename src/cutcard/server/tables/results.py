"""What a game that has just ended came to for those who have a seat at it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cutcard.core.table.evening import points_of
from cutcard.core.table.outcome import beats, fate_of, standings_of, winners_and_losers
from cutcard.core.table.table import Table
from cutcard.server.store.people import ASIDE, Result
from cutcard.server.tables.state import BOT, Event, SeatHolder


def results_of(holders: Sequence[SeatHolder], log: Sequence[Event], table: Table) -> list[Result]:
    """For every seat that belongs to somebody: `table` is over, and `log` is what happened before its last move."""
    book, result = table.game.rulebook, table.result
    assert result is not None, "the game is not over"
    winners, losers = winners_and_losers(book, result)
    places = {one.seat: one.place for one in standings_of(book, result)}
    points = points_of(table)
    found: list[Result] = []
    for seat, holder in enumerate(holders):
        if holder.key:
            is_theirs = holder.kind != BOT and not _was_away(seat, log)
            fate = fate_of(seat, winners, losers) if is_theirs else ASIDE
            bots = _bots(seat, holders, winners, losers) if is_theirs else {}
            found.append(
                Result(holder.key, table.game.called.name, len(holders), places[seat], fate, int(points[seat]), bots)
            )
    return found


def _was_away(seat: int, log: Sequence[Event]) -> bool:
    """Whether every move was made for them as their time was up: at a rematch, those have a seat who never came. What people
    send has an id."""
    moves = [event.data for event in log if event.kind == "move" and event.data["seat"] == seat]
    return any(data.get("late") for data in moves) and not any(data.get("id") for data in moves)


def _bots(
    seat: int, holders: Sequence[SeatHolder], winners: Collection[int], losers: Collection[int]
) -> dict[str, tuple[int, int]]:
    """Bots that were met, and of those beaten, by level; not those that play for somebody."""
    found: dict[str, tuple[int, int]] = {}
    for other, holder in enumerate(holders):
        if holder.kind == BOT and not holder.key:
            level = holder.level or ""
            met, beaten = found.get(level, (0, 0))
            found[level] = (met + 1, beaten + beats(seat, other, winners, losers))
    return found
