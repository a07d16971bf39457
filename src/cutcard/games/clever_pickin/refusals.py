"""Why a move of Clever Pickin' is refused, in words a player understands."""

from cutcard.core.bits import members
from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.core.languages import translated
from cutcard.games.clever_pickin.deck import DECK
from cutcard.games.clever_pickin.moves import BIDDING, PICKING, PLAYING, TRICKS, Moves
from cutcard.games.clever_pickin.values import is_solid, suit_of


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    verb, rest = words[0], words[1:]
    if len(rest) != 1:
        return None
    if not Moves.all[verb].is_said_in(t.phase):
        return {
            PICKING: NotAllowed("now you pick a card from the table: pick C", "CLEVER-4"),
            BIDDING: NotAllowed("now you bid how many tricks you will take: bid B", "CLEVER-6"),
            PLAYING: NotAllowed("now you play a card to the trick: play C", "CLEVER-10"),
        }[t.phase]
    if t.phase == BIDDING:
        if rest[0] in map(str, range(TRICKS + 1)):
            return NotAllowed("you bid last, and {n} would make the sum of all bids seven", "CLEVER-6", n=rest[0])
        return NotAllowed("a bid is from 0 to 7 tricks", "CLEVER-6")
    card = DECK.numbers.get(rest[0])
    if card is None:
        return None
    if t.phase == PICKING:
        return NotAllowed("the {card} is not on the table", "CLEVER-4", card=rest[0])
    if not (t.hands[seat] | t.known[seat]) >> card & 1:
        return NotAllowed("you hold no {card}", "CLEVER-10", card=rest[0])
    if not t.played[t.leader]:
        return NotAllowed("trump may not be led before one was played, unless you hold nothing else", "CLEVER-9")
    led = suit_of(t, next(members(t.played[t.leader])))
    solid, hollow = "you must follow suit: {suit}, by the solid values", "you must follow suit: {suit}, by the hollow values"
    return NotAllowed(solid if is_solid(t) else hollow, "CLEVER-10", suit=translated(led))
