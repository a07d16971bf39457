"""Why a move of Pickup is refused, in words a player understands."""

from cutcard.core.bits import members
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.games.shared.pairs_deck import DECK, RANK_OF


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if len(words) != 2 or words[1] not in DECK.faces:
        return None
    verb, rank = words[0], words[1]
    if t.acting:
        if verb == "choose":
            return NotAllowed("the cards are chosen; now you take one from the pool: take R", "PICKUP-6")
        if not t.pool & DECK.mask(rank):
            return NotAllowed("there is no {rank} in the pool", "PICKUP-6", rank=rank)
        played = int(RANK_OF[next(members(t.played[seat]))])
        return NotAllowed("the {rank} is higher than the {played} you played", "PICKUP-6", rank=rank, played=played)
    if verb == "take":
        return NotAllowed("first everybody chooses a card from their hand: choose R", "PICKUP-3")
    return NotAllowed("you hold no {card}", "PICKUP-3", card=rank)
