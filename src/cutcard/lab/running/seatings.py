"""In which order a line-up sits down: everybody in every seat, and next to everybody else, equally often."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

MOST_SEATINGS = 24
"""A line-up sits down in all its seatings, unless they are more than these: as many as four players have."""

Lineup = tuple[int, ...]
"""The players by number, each as often as it has seats."""


def in_turn(lineup: Lineup) -> list[Lineup]:
    """The seatings that the games of a study take in turn, the first as it is given. They come in blocks in which everybody
    moves once round the table, so that few games are fair to seats too."""
    rows = list(arrangements(lineup)) if ways(lineup) <= MOST_SEATINGS else round_table(lineup)
    found: list[Lineup] = []
    left = Counter(rows)
    for row in rows:
        for shift in range(len(row)):
            turned = row[-shift:] + row[:-shift] if shift else row
            if left[turned]:
                left[turned] -= 1
                found.append(turned)
    return found


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


def round_table(lineup: Lineup) -> list[Lineup]:
    """So many seatings that everybody is in every seat equally often and has everybody else on the left equally often:
    `n (n - 1)` for `n` seats, the first as it is given.

    In the square of Williams for an even number that is so but for the last seat, whose left neighbour is the first one:
    there it always pairs the same. So it is taken once for each way to pair all players in a tournament of all against all,
    with the players renamed accordingly. For a prime number one goes round by steps of 1, of 2 and so on. For other odd
    numbers it is `balanced`."""
    seats = len(lineup)
    rows = balanced(tuple(range(seats)))
    if seats % 2 == 0:
        rows = [tuple(renamed[at] for at in row) for renamed in _renamed(seats) for row in rows]
    elif all(seats % divisor for divisor in range(3, seats)):
        rows = [
            tuple((step * at + shift) % seats for at in range(seats)) for step in range(1, seats) for shift in range(seats)
        ]
    return [tuple(lineup[rows[0].index(one)] for one in row) for row in rows]


def _renamed(seats: int) -> Iterator[list[int]]:
    """New names for an even number of players, so that half of them and the other half are paired otherwise each time; by
    the circle method, in which one stays and the others move on."""
    others = seats - 1
    for turn in range(others):
        pairs = [(others, turn), *(((turn + by) % others, (turn - by) % others) for by in range(1, seats // 2))]
        yield [one for one, _ in pairs] + [other for _, other in pairs]
