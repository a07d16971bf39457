"""Who sits where in a tournament: line-ups of players, and the seatings in which each of them plays a deal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from cutcard.core.errors import ParseError

LINEUPS = {
    "even": "everybody has as many seats as anybody else",
    "one": "the first player has one seat, the others share the rest",
}
"""The kinds of line-ups, and what they are."""

MOST_SEATINGS = 24
"""A line-up plays a deal in all its seatings, unless they are more than these: as many as four players have."""

MOST_GAMES = 10_000
"""A deal with more games than this is a mistake in the number of players."""

Lineup = tuple[int, ...]
"""The players by number, each as often as it has seats."""


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


def ways(lineup: Lineup) -> int:
    """In how many seatings a line-up can sit down."""
    return math.factorial(len(lineup)) // math.prod(math.factorial(times) for times in Counter(lineup).values())


def arrangements(lineup: Lineup) -> Iterator[Lineup]:
    """All of them."""
    if not lineup:
        yield ()
    for at, player in enumerate(lineup):
        if player not in lineup[:at]:
            for others in arrangements(lineup[:at] + lineup[at + 1 :]):
                yield (player, *others)


def balanced(lineup: Lineup) -> list[Lineup]:
    """As many seatings as there are seats, or twice as many: everybody is in every seat equally often, and next to
    everybody else about equally often, which plain rotation would not do. It is the Latin square of Williams."""
    seats = len(lineup)
    zigzag = [at // 2 if at % 2 == 0 else seats - 1 - at // 2 for at in range(seats)]
    rows = [tuple(lineup[(at + shift) % seats] for at in zigzag) for shift in range(seats)]
    if seats % 2:
        rows += [row[::-1] for row in rows]
    return list(dict.fromkeys(rows))
