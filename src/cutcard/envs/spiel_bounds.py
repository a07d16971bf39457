"""How long a game can be, and what it can be worth: what OpenSpiel wants to know before a game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.core.game import Game

LARGEST = 2**31 - 1
"""What OpenSpiel can count."""
OTHERWISE = 1_000_000
"""For games of other packages: longer than any game is played."""


def utilities(game: Game) -> tuple[float, float]:
    """Bounds of what a result can be worth to a seat (COMMON-8). A game of Starboard need not reach them."""
    others = game.seats - 1
    stake = game.rulebook.words.stake
    if stake.unit:  # coins over the mean, in starting stakes: all of them, or none
        return -1.0, float(others)
    if stake.losing:
        return -1.0, 1 / others
    return -1 / others, 1.0


def longest(game: Game) -> int:
    """More actions than a game takes. By the rules, save where they set no end to it: the redeals of Pickle, the deals of a
    long Pickup and games of other packages. There it is more than is ever played."""
    bound = _ACTIONS.get(game.name)
    return min(LARGEST, bound(game.seats, game.options)) if bound else OTHERWISE


def most_cards(game: Game) -> int:
    """The most cards that can be drawn: for the deal and for every action all of the deck, and as much again for ties."""
    return min(LARGEST, 2 * len(game.deck.cards) * (longest(game) + 1))


def usual_events(game: Game) -> int:
    """Room for what happens in a game: some three times what was seen in random games of the most seats."""
    return 16_384 if game.name in ("pickle", "clever-pickin") else 4_096


def _pairs(seats: int, options: Any) -> int:
    """A score is a point or more; before the next one no stack can grow beyond ten different ranks."""
    return (seats * (options["target"] - 1) + 1) * (10 * seats + 1)


def _port(seats: int, options: Any) -> int:
    return options["rounds"] * (10 + 1) * seats


def _starboard(seats: int, options: Any) -> int:
    """A card or a bust for each draw, and a lock each."""
    return options["games"] * (10 + 2 * seats)


def _pickup(seats: int, options: Any) -> int:
    """Hands of seven at most, chosen and picked up; a long game is over long before a deal for every point of its target."""
    return 2 * 7 * seats * (seats * options["target"] if options["long"] else 1)


def _moon(seats: int, options: Any) -> int:
    """A trick takes a card of the deck at least; each action adds a rank to it or takes a seat out."""
    return options["rounds"] * 55 * (10 + seats)


def _pickle(seats: int, options: Any) -> int:
    """Setting, calling, trading, every card and a word behind every lead, and as much again for redeals, of which the
    rules allow any number."""
    return 2 * options["hands"] * (1 + seats + 54 + 2 * 54)


def _clever(seats: int, options: Any) -> int:
    """Three picks, a bid and seven cards each."""
    return options["hands"] * 11 * seats


_ACTIONS: dict[str, Callable[[int, Any], int]] = {
    "pairs": _pairs,
    "continuous": _pairs,
    "port": _port,
    "starboard": _starboard,
    "pickup": _pickup,
    "to-the-moon": _moon,
    "pickle": _pickle,
    "clever-pickin": _clever,
}
