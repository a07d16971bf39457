"""Games small enough to be looked at in full: the rules as they are, with a few cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pyspiel

from cutcard import Rulebook
from cutcard.core import registry
from cutcard.core.bits import bit
from cutcard.core.compiling import rule
from cutcard.core.dealer import Dealer, take
from cutcard.core.declaration.deck import Deck
from cutcard.envs.openspiel import game as spiel
from cutcard.games.pairs.rulebook import PAIRS
from cutcard.games.pickup.rulebook import PICKUP
from cutcard.games.pickup.rules import PickupTable
from cutcard.games.shared.common import everybody, left
from cutcard.games.shared.pairs_deck import DECK
from cutcard.games.starboard.rulebook import STARBOARD

SIX = Deck("tiny", DECK.cards[:6])
"""1, 2 2 and 3 3 3."""


def shrunk(book: Rulebook, name: str, deck: Deck) -> Rulebook:
    """The same game with the lowest ranks alone."""
    return replace(book, name=name, rules=replace(book.rules, name=name, deck=deck))


def cards(*numbers: int) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


HANDS = cards(3, 4, 6, 10)
"""3 3 4 5: two for each of two seats."""
POOL = cards(0, 2, 5, 7, 11)
"""1 2 3 4 5."""
LAST = cards(45, 46, 47, 48, 49)
"""Five tens: nobody can pick up any of them."""


@rule
def deal_two(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-1 with two cards each, and a pool that is always the same."""
    t.discards = t.deck & ~(HANDS | POOL | LAST)
    t.deck = HANDS
    for _ in range(2):
        seat = t.dealer
        for _ in range(2):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.pool = POOL
    t.deck = LAST
    t.acted_last = t.dealer
    t.acting = 0
    t.to_act = everybody(t)


TINY = {
    "tiny-pairs": shrunk(PAIRS, "tiny-pairs", SIX),
    "tiny-starboard": shrunk(STARBOARD, "tiny-starboard", SIX),
    "tiny-pickup": replace(PICKUP, name="tiny-pickup", rules=replace(PICKUP.rules, name="tiny-pickup", deal=deal_two)),
}


@contextmanager
def in_openspiel() -> Iterator[None]:
    """Make them known by name, to OpenSpiel too; afterwards nobody else meets them."""
    games = registry.GAMES
    before = dict(games._announced), dict(games._loaded)
    games.announce(TINY)
    for name in TINY:
        if spiel.short_name(name) not in pyspiel.registered_names():
            spiel.register(name)
    try:
        yield
    finally:
        games._announced, games._loaded = before
