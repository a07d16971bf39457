"""One step of a game that OpenSpiel walks through, in one compiled call: crossing over from Python takes longer than the
rules do."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, low
from cutcard.core.dealer import ROOM, SCRIPT

if TYPE_CHECKING:
    from cutcard.core.loops.free_names import deal, legal, play

Array = np.ndarray[Any, Any]

CARD, UNFINISHED, DECISION, OVER = 0, 1, 2, 3
"""What comes next: a card that is due, the rest of a move, a seat that is to act, or nothing any more."""
WRITTEN, DECK, SEAT, ALLOWED, SAID = 0, 1, 2, 3, 4
"""What `carried_on` notes: how much was told, the cards that the next one can be, who is to act, and what is legal then."""


def carried_on(tables: Array, dealers: Array, seat: int, actions: Array, number: int, cards: int, noted: Array) -> int:
    """Deal the table, if `seat` is below 0, or carry out so many actions of a move, with so many cards that lie on the
    dealer's tape. What comes next."""
    t = tables[0]
    dealer = dealers[0]
    dealer.kind = SCRIPT
    dealer.cursor = 0
    dealer.length = cards
    dealer.fault = 0
    dealer.written = 0
    dealer.kept = ROOM  # nobody looks at moments here
    if seat < 0:
        deal(t, dealer)
    for i in range(number):
        play(t, seat, actions[i], dealer)
    noted[WRITTEN] = dealer.written
    if dealer.fault != 0:
        noted[DECK] = dealer.faulty_deck
        return CARD
    if t.midway:
        noted[ALLOWED] = legal(t, seat)
        return UNFINISHED
    if t.over != 0 or t.to_act == EMPTY:
        return OVER
    noted[SEAT] = low(t.to_act)
    noted[ALLOWED] = legal(t, low(t.to_act))
    return DECISION
