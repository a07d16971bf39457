"""Why a move of To the Moon is refused, in words a player understands."""

from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.games.shared.pairs_deck import DECK


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    verb, rest = words[0], words[1:]
    if words == ["test"]:
        return NotAllowed("the deck is empty, so there is nothing to test", "MOON-12")
    if words == ["withdraw"]:
        return NotAllowed("you must take a card from the table when you withdraw: withdraw R", "MOON-8")
    if len(rest) != 1 or rest[0] not in DECK.faces or verb == "test":
        return None
    rank = rest[0]
    on_table = bool(t.trick & DECK.mask(rank))
    if verb == "build":
        if on_table:
            return NotAllowed("the countdown has its {rank} already", "MOON-4", rank=rank)
        return NotAllowed("you hold no {card}", "MOON-5", card=rank)
    if t.trick.bit_count() == 1:
        return NotAllowed("there is only one card on the table, so you withdraw without one: withdraw", "MOON-8")
    return NotAllowed("there is no {rank} on the table", "MOON-8", rank=rank)
