"""How long a game can be, and what it can be worth: what OpenSpiel wants to know before a game begins."""

from __future__ import annotations

from cutcard.core.declaration.game import Game

LARGEST = 2**31 - 1
"""What OpenSpiel can count."""
OTHERWISE = 1_000_000
"""For a game that declares no bound: longer than any game is played."""


def utilities(game: Game) -> tuple[float, float]:
    """Bounds of what a result can be worth to a seat (COMMON-8). Where coins are at stake a game need not reach them."""
    others = game.seats - 1
    stake = game.rulebook.words.stake
    if stake.unit:  # coins over the mean, in starting stakes: all of them, or none
        stakes = stake.stakes(game.seats, game.options)
        return -stakes / game.seats, stakes * others / game.seats
    if stake.losing:
        return -1.0, 1 / others
    return -1 / others, 1.0


def longest(game: Game) -> int:
    """More actions than a game takes, as its rulebook declares it."""
    bound = game.rulebook.bound
    return min(LARGEST, bound(game.seats, game.options)) if bound else OTHERWISE


def most_cards(game: Game) -> int:
    """The most cards that can be drawn: for the deal and for every action all of the deck, and as much again for ties."""
    return min(LARGEST, 2 * len(game.deck.cards) * (longest(game) + 1))
