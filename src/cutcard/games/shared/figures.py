"""What can be told exactly of a table with the Pairs deck: the score that ends the game, and what the next cards can be."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cutcard.core.declaration.appearance import Odds
from cutcard.core.declaration.figures import CardsLeft, unseen_cards
from cutcard.core.declaration.phrases import said
from cutcard.core.languages import by_language, counted, percent, translated, worded
from cutcard.games.shared.pairs_deck import DECK

if TYPE_CHECKING:
    from cutcard.core.table.view import View

IN_DECK = "in the deck"
IN_HANDS = "in the hands of others"


def target(view: "View") -> int:
    """The score that ends the game."""
    return int(view.reading.target)


class Draws(NamedTuple):
    """What the next draws come to."""

    chance: float
    """That one of them pairs."""
    cost: float
    """What that scores on average; no pair scores nothing."""


def next_draws(view: "View", cards: int, draws: int = 1, discarded: int = 0) -> Draws:
    """The next draws to these cards, which end with a pair. What is `discarded` before is in the next reshuffle."""
    return _draws(view.unseen, view.bits("discards") | discarded, view.hidden("deck"), cards, draws)


@lru_cache(maxsize=10_000)
def _draws(coming: int, discards: int, in_deck: int, cards: int, draws: int) -> Draws:
    if in_deck == 0:  # PAIRS-12
        coming, discards, in_deck = coming | discards, 0, draws
    if draws == 0 or not coming:
        return Draws(0.0, 0.0)
    chance = cost = 0.0
    total = coming.bit_count()
    for face, mask in DECK.masks.items():
        same = coming & mask
        if not same or (draws == 1 and not cards & mask):
            continue
        after = Draws(1.0, float(face))
        if not cards & mask:
            card = same & -same
            after = _draws(coming ^ card, discards, in_deck - 1, cards | card, draws - 1)
        likely = same.bit_count() / total
        chance += likely * after.chance
        cost += likely * after.cost
    return Draws(chance, cost)


def chance_to_pair(view: "View", cards: int, draws: int = 1, discarded: int = 0) -> Odds:
    """`23% to pair`."""
    return _to_pair(next_draws(view, cards, draws, discarded).chance)


@by_language(10_000)
def _to_pair(chance: float) -> Odds:
    return Odds(said("{chance} to pair", chance=percent(chance)), chance)


def coming_cards(view: "View") -> int:
    """`next_cards` for a view of Python."""
    return view.unseen if view.hidden("deck") else view.unseen | view.bits("discards")


def cards_left(view: "View") -> CardsLeft:
    """What the next card can be: any card that was not seen, though some are burned; after a reshuffle the discards too."""
    if view.hidden("deck"):
        return unseen_cards(view, {"deck": IN_DECK, "burned": "burned"})
    coming, discards = coming_cards(view), view.bits("discards").bit_count()
    places = [counted(discards, "discards")]
    if burned := view.unseen.bit_count():
        places.append(worded("{n} {where}", n=burned, where=translated("burned")))
    phrase = "{n} {n|card|cards} to shuffle, as the deck is empty: {places}"
    title = worded(phrase, n=coming.bit_count(), places=", ".join(places))
    return CardsLeft(title, tuple(zip(DECK.faces, DECK.counts(coming), strict=True)))
