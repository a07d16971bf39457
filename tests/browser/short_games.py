"""Every game of the home page, with what makes it short."""

from typing import Any

from tests.server.client import Visitor, make_table

SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "Pairs": ("pairs", {"target": 11}),
    "Pieces of Eight": ("pairs", {"eights": True, "target": 11}),
    "Continuous Pairs": ("continuous", {"target": 11}),
    "Port": ("port", {"target": 7}),
    "Starboard": ("starboard", {"games": 1}),
    "Pickup": ("pickup", {}),
    "To the Moon": ("to-the-moon", {"rounds": 1}),
    "Pickle": ("pickle", {"hands": 1}),
    "Clever Pickin'": ("clever-pickin", {"hands": 1}),
}
"""By title: the name of the game, and options."""

MOST_SEATS = {"Pairs": 8, "Pieces of Eight": 8, "Continuous Pairs": 8, "Port": 7, "Starboard": 7, "Pickle": 7}
"""Where it is not six."""


def most_seats(title: str) -> int:
    return MOST_SEATS.get(title, 6)


def short_table(url: str, title: str, seats: int | None = None, **wishes: Any) -> Visitor:
    """A short game against bots, begun; gives the seat of a person."""
    game, options = SHORT[title]
    seat = make_table(url, game, seats=seats, options=options, **{"level": "easy", **wishes})
    seat.start()
    return seat


def finished_table(url: str, title: str, seats: int | None = None) -> Visitor:
    """A short game that is over."""
    seat = short_table(url, title, seats)
    with seat.live() as live:
        live.play_to_the_end()
    return seat
