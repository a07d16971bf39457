"""Why a move of Pairs and Continuous Pairs is refused, in words a player understands."""

from cutcard.core.bits import members
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.games.shared.pairs_deck import DECK, RANK_OF, is_drawable


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    verb, rest = words[0], words[1:]
    if verb in ("hit", "eight") and rest:
        return None
    if verb in ("hit", "eight") and not is_drawable(t):
        return NotAllowed("the deck and the discard pile are empty, so nobody can draw: you must fold", "PAIRS-13")
    if verb == "eight":
        if not t.eights:
            return NotAllowed("this table does not play Pieces of Eight", "EIGHT-1")
        return NotAllowed("you hold no 8 to use", "EIGHT-1")
    if t.continuous and not t.stacks[seat]:
        return NotAllowed("you hold no cards, so you must hit", "CONT-4")
    if not t.continuous:
        cheapest = min(RANK_OF[card] for stack in t.stacks for card in members(stack))
        return NotAllowed("a fold takes the lowest card in play: fold {rank}", "PAIRS-10", rank=int(cheapest))
    taken, _, owner = " ".join(rest).partition("@")
    if taken not in DECK.faces or owner not in map(str, range(t.seats)):
        return NotAllowed("say which card you take from which seat, such as fold 3@0", "CONT-3")
    return NotAllowed("there is no {rank} in the stack of {you}", "CONT-3", int(owner), rank=taken)
