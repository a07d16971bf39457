"""The end of a hand of Clever Pickin': one hidden card each, one pick, a bid, and the last two tricks."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit
from cutcard.core.compiling import rule
from cutcard.core.dealer import Dealer, take
from cutcard.core.declaration.small import made_small
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.games.clever_pickin import rules
from cutcard.games.clever_pickin.deck import DECK
from cutcard.games.clever_pickin.moves import BIDDING, PICKING, PLAYING, TRICKS, Moves
from cutcard.games.clever_pickin.refusals import why_not as whole_why_not
from cutcard.games.clever_pickin.rulebook import CLEVER_PICKIN
from cutcard.games.clever_pickin.rules import CleverTable, bids_left
from cutcard.games.clever_pickin.steady import steady as whole_steady
from cutcard.games.shared.common import left


def _set(*names: str) -> np.uint64:
    return np.uint64(sum(DECK.masks[name] for name in names))


HIDDEN = _set("3C", "9C", "5D", "JD")
"""Each seat gets one of these; nobody sees the others."""
CENTER = _set("7C", "8D", "10H")
"""To be picked, one each. The last one is the trump card."""
FIRST_TRICK, LEFT = TRICKS - 1, 2
"""The number of the first trick that is played, and how many there are."""
BIDS = np.uint64((1 << (LEFT + 1)) - 1)

whole_legal, whole_play = rules.legal, rules.play


@rule
def deal_one(t: CleverTable, dealer: Dealer) -> None:
    """CLEVER-3 with one card each, then the last round of picking; all other cards count as played."""
    t.spent = t.deck & ~(HIDDEN | CENTER)
    t.deck = HIDDEN
    seat = t.dealer
    for _ in range(t.seats):
        seat = left(t, seat)
        t.hands[seat] = bit(take(t, dealer))
        t.bids[seat] = -1
    t.center = CENTER
    t.picks = 3
    t.phase = PICKING
    t.to_act = bit((t.dealer + t.picks) % t.seats)


@rule
def legal(t: CleverTable, seat: int) -> Bits:
    """CLEVER-6 with two tricks: the last bidder may not make the sum two."""
    if t.phase != BIDDING:
        return whole_legal(t, seat)
    if bids_left(t) == t.seats:
        return BIDS
    other = t.bids[left(t, seat)]
    return BIDS & ~bit(LEFT - other)


@rule
def play(t: CleverTable, seat: int, action: int, dealer: Dealer) -> None:
    """The first trick that is played is the last but one of a hand."""
    bidding = t.phase == BIDDING
    whole_play(t, seat, action, dealer)
    if bidding and t.phase == PLAYING:
        t.trick = FIRST_TRICK


@rule
def steady(view: Any) -> int:
    """As in the whole game; the next bid below that two tricks allow, or above it."""
    chosen = whole_steady(view)
    if view.phase == BIDDING:
        bids = legal(view, view.viewer)
        while bids & bit(chosen) == EMPTY:
            chosen -= 1 if chosen > 0 else -1
    return chosen


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if t.phase == BIDDING and len(words) == 2 and Moves.all[words[0]].is_said_in(BIDDING):
        if words[1] in map(str, range(LEFT + 1)):
            return NotAllowed(f"you bid last, and {words[1]} would make the sum of both bids two", "CLEVER-6")
        return NotAllowed("a bid is from 0 to 2 tricks here", "CLEVER-6")
    return whole_why_not(t, seat, words)


TINY = made_small(
    CLEVER_PICKIN,
    name="clever-tiny",
    title="Tiny Clever Pickin'",
    summary="The end of a hand: one hidden card of four, one pick of three, a bid, and two tricks.",
    usual={"hands": 1},
    without=("hands",),  # the next hands would be whole ones
    why_not=why_not,
    deal=deal_one,
    legal=legal,
    play=play,
    steady=steady,
)
