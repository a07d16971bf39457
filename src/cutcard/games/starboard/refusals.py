"""Why a move of Starboard is refused, in words a player understands."""

from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words != ["draw"]:
        return None
    if t.scores[seat] == 0:
        return NotAllowed("you have no coin to pay for a card, so you must lock", "STAR-5")
    return NotAllowed("no card can be drawn any more, so you must lock", "STAR-5")
