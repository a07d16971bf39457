"""Who sits where in a tournament: line-ups of players, and the seatings in which each of them plays a deal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from cutcard.core.errors import ParseError
from cutcard.lab.running.seatings import MOST_SEATINGS, Lineup, arrangements, balanced, ways

LINEUPS = {
    "even": "everybody has as many seats as anybody else",
    "one": "the first player has one seat, the others share the rest",
}
"""The kinds of line-ups, and what they are."""

MOST_GAMES = 10_000
"""A deal with more games than this is a mistake in the number of players."""


def lineups(players: int, seats: int, kind: str) -> list[Lineup]:
    """All line-ups of a kind."""
    if kind not in LINEUPS:
        raise ParseError(f"there is no line-up {kind!r}; there are: {', '.join(LINEUPS)}")
    if players < 2:
        raise ParseError("a tournament needs two players or more")
    if kind == "one":
        return [(0, *rest) for rest in _even(range(1, players), seats - 1)]
    return _even(range(players), seats)


def _even(players: Sequence[int], seats: int) -> list[Lineup]:
    """Seats shared out evenly. Those that are left over go to each choice of players once, so that nobody is favoured; with
    more players than seats all seats are left over."""
    each, over = divmod(seats, len(players))
    if math.comb(len(players), over) > MOST_GAMES:
        raise too_many_games()
    return [tuple(sorted([*players] * each + [*more])) for more in combinations(players, over)]


def seatings(players: int, seats: int, kind: str, few: bool) -> tuple[Lineup, ...]:
    """Every game of a deal: who sits in each seat, line-up by line-up. In `few` seatings, or in all there are."""
    found: list[Lineup] = []
    for lineup in lineups(players, seats, kind):
        found += balanced(lineup) if few or ways(lineup) > MOST_SEATINGS else arrangements(lineup)
        if len(found) > MOST_GAMES:
            raise too_many_games()
    return tuple(found)


def too_many_games() -> ParseError:
    return ParseError(f"a deal would take more than {MOST_GAMES:,} games: take fewer players")
