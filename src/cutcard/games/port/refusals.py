"""Why a move of Port is refused, in words a player understands."""

from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words == ["hit"]:
        return NotAllowed("no card can be drawn any more, so you must lock", "PORT-6")
    return None
