"""A rule of thumb for Starboard: draw or lock."""

from typing import Any

from cutcard.core.bits import EMPTY, count, low
from cutcard.core.compiling import quick, rule
from cutcard.games.shared.pairs_deck import EQUALS, next_cards
from cutcard.games.starboard.moves import DRAW, LOCK


@rule
def steady(view: Any) -> int:
    """Draw while the chance not to pair, times the pot and fewer rivals, is worth more than a share and the coin."""
    coming = next_cards(view)
    seat = view.viewer
    if view.scores[seat] == 0 or coming == EMPTY:
        return LOCK
    pairing = 0
    hand = view.hand
    while hand != EMPTY:
        pairing += count(coming & EQUALS[low(hand)])
        hand &= ~EQUALS[low(hand)]
    safe = 1.0 - pairing / count(coming)
    remaining = view.playing & ~view.bust & ~view.knocked
    level = count(remaining & view.locked)
    waiting = count(remaining & ~view.locked) - 1
    rivals_after = 0.6 * waiting  # those who have yet to choose will often lock beside us
    stay = safe_share(view.pot, level + 1, waiting, safe)
    on = safe * (view.pot + 1) / (1.0 + rivals_after) - 1.0
    return DRAW if on > stay else LOCK


@quick
def safe_share(pot: int, sharing: int, waiting: int, safe: float) -> float:
    """What a lock is worth: a share, unless one of those who wait draws and does not pair."""
    worth = pot / (sharing + 0.3 * waiting)
    for _ in range(waiting):
        worth *= 1.0 - 0.5 * safe
    return worth
