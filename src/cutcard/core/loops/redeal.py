"""Tables that look like a view: what is hidden in it, dealt anew."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, count, nth
from cutcard.core.compiling import quick
from cutcard.core.dealer import below

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import BARRED, HIDDEN, VIEW, WORDS, barred

Array = np.ndarray[Any, Any]

MOST_TRIES = 1 << 24
"""How often a redeal begins again. Far more than any real game needs: a table set up by hand may be impossible."""


@quick
def insert(places: Array, allowed: Array, length: int, place: int, cards: Bits) -> None:
    """Put a place where it belongs among those that are there, by how many cards it can choose from."""
    j = length
    while j > 0 and count(allowed[j - 1]) > count(cards):
        places[j] = places[j - 1]
        allowed[j] = allowed[j - 1]
        j -= 1
    places[j] = place
    allowed[j] = cards


@quick
def drawn(room: Bits, size: Any, most: int, dealer: Any) -> Bits:
    """So many of the cards in `room`; fewer where chance has it that they are not kept, which is as likely as `room` is
    smaller than `most`."""
    here = EMPTY
    for k in range(size):
        if below(dealer, most - k) >= count(room):
            break
        card = nth(room, below(dealer, count(room)))
        room ^= card
        here |= card
    return here


def redealt(views: Array, view_rows: Array, at: int, rows: Array, to: int, dealers: Array) -> None:
    """A table that looks like the view: the unseen cards, shuffled into the places that the viewer cannot see, each world
    that play allows as likely as the others."""
    view = view_rows[at]
    table = rows[to]
    dealer = dealers[0]
    for word in range(WORDS):
        table[word] = view[VIEW + word]
    rest = fill_barred(views, view_rows, at, table, dealer)
    for i in range(1, len(HIDDEN)):
        if table[HIDDEN[i]] == EMPTY:
            for _ in range(np.int64(view[2 + i])):
                card = nth(rest, below(dealer, count(rest)))
                rest ^= card
                table[HIDDEN[i]] |= card
    table[HIDDEN[0]] = rest  # the deck is the first hidden place of every table, and has what nobody else has


def fill_barred(views: Array, view_rows: Array, at: int, table: Array, dealer: Any) -> Bits:
    """Fill the places that cannot hold some of the unseen cards; the cards that are left.

    The place with the fewest cards to choose from goes first. Given what the places before it took, a place can be filled in
    as many ways as there are choices of its cards. That number differs from world to world, so a world is kept only in
    proportion to it, and else begun again: then all worlds are equally likely."""
    view = view_rows[at]
    unseen = view[1]
    places = np.empty(len(HIDDEN), np.int64)
    allowed = np.empty(len(HIDDEN), np.uint64)
    barring = 0
    for i in range(len(HIDDEN)):
        cards = unseen
        if BARRED[i] >= 0 and view[2 + i] != EMPTY:
            cards &= ~barred(views[at], BARRED[i])
        if cards != unseen:
            insert(places, allowed, barring, i, cards)
            barring += 1
    rest, reached, taken, j = unseen, EMPTY, 0, 0
    tries = 0
    while j < barring:
        size = np.int64(view[2 + places[j]])
        # The most there can be left for it: what was taken before had only so many cards elsewhere.
        most = count(allowed[j]) - max(0, taken - count(reached & ~allowed[j]))
        here = drawn(allowed[j] & rest, size, most, dealer)
        if count(here) == size:
            table[HIDDEN[places[j]]] = here
            rest ^= here
            reached |= allowed[j]
            taken += count(here)
            j += 1
        else:
            rest, reached, taken, j = unseen, EMPTY, 0, 0
            tries += 1
            if tries == MOST_TRIES:
                raise ValueError("no deal of the hidden cards fits what play has shown of them")
    return rest
