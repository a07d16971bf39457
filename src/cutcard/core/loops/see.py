"""What a seat may see of a table."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, count, low, lowest

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import FACE, FULL, HIDDEN, OWNER, PLACES, PUBLIC, VIEW

Array = np.ndarray[Any, Any]


def look(tables: Array, at: int, views: Array, to: int, seat: int) -> None:
    """What `seat` may see of a table, put together from what is declared to be seen; -1 is a spectator."""
    table = tables[at]
    view = views[to]
    view[0] = np.uint64(seat) if seat >= 0 else ~EMPTY
    for word in PUBLIC:
        view[VIEW + word] = table[word]
    for i in range(len(HIDDEN)):
        word = HIDDEN[i]
        if OWNER[i] == seat:
            view[VIEW + word] = table[word]
            view[2 + i] = EMPTY
        else:
            view[VIEW + word] = EMPTY
            view[2 + i] = np.uint64(count(table[word]))
    unseen = FULL
    for word in PLACES:
        unseen &= ~view[VIEW + word]
    view[1] = unseen


def anonymous(views: Array, at: int) -> None:
    """Number the equal cards of a view afresh: which copy of a card lies where could tell what a seat may not know."""
    view = views[at]
    free = FULL
    for word in PLACES:
        cards = view[VIEW + word]
        renamed = EMPTY
        while cards != EMPTY:
            card = lowest(FACE[low(cards)] & free)
            free ^= card
            renamed |= card
            cards ^= lowest(cards)
        view[VIEW + word] = renamed
    view[1] = free
