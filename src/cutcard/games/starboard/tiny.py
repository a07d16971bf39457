"""One game of Starboard with six cards, of which one is burned, and three coins each."""

from cutcard.core.declaration.small import made_small
from cutcard.games.shared.pairs_deck import SIX
from cutcard.games.starboard.rulebook import STARBOARD

TINY = made_small(
    STARBOARD,
    name="starboard-tiny",
    title="Tiny Starboard",
    summary="One game of Starboard with the cards 1, 2, 2, 3, 3, 3, of which one is burned, and three coins each.",
    usual={"coins": 3, "games": 1, "burn": 1},
    most={"burn": 1},
    deck=SIX,
)
