"""Why a move of Pickle is refused, in words a player understands."""

from cutcard.core.declaration.zones import Reading
from cutcard.core.errors import NotAllowed
from cutcard.games.pickle.deck import (
    DECK,
    FACE_VALUE,
)  # fmt: skip
from cutcard.games.pickle.moves import CALLING, EXCHANGING, PLAYING, SETTING, Moves
from cutcard.games.pickle.rules import may_redeal
from cutcard.games.pickle.sets import LARGEST_SET
from cutcard.games.pickle.table import most_exchanged

NOW = {
    SETTING: NotAllowed("now the exchange is set: set K", "PICKLE-6"),
    CALLING: NotAllowed("now everybody says ready, or redeal holding the 3S and the 5C", "PICKLE-7"),
    EXCHANGING: NotAllowed("now you stay, or trade cards: trade C C …", "PICKLE-8"),
    PLAYING: NotAllowed("now cards are played: play C C …", "PICKLE-12"),
}


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    verb, rest = words[0], words[1:]
    if not Moves.all[verb].is_said_in(t.phase):
        return NOW[t.phase]
    if verb == "set":
        return NotAllowed("an exchange is from 0 to {n} cards here", "PICKLE-6", n=int(most_exchanged(t.record)))
    if verb == "redeal" and not rest:
        if not may_redeal(t.record, seat):
            return NotAllowed("a redeal is for who holds the 3S and the 5C", "PICKLE-7")
        return NotAllowed("cards have been traded already, so there is no redeal any more", "PICKLE-8")
    if verb not in ("trade", "play") or not rest:
        return None
    cards = [DECK.numbers.get(word, -1) for word in rest]
    if min(cards) < 0 or len(set(cards)) < len(cards):
        return None
    for card in cards:
        if not t.hands[seat] >> card & 1:
            return NotAllowed("you hold no {card}", "PICKLE-8" if verb == "trade" else "PICKLE-12", card=DECK.cards[card])
    if verb == "trade" and len(cards) != t.exchange:
        return NotAllowed("the exchange is {n} cards, no more and no fewer", "PICKLE-8", n=t.exchange)
    if cards != sorted(cards):
        right = " ".join(DECK.cards[card] for card in sorted(cards))
        return NotAllowed("cards are named from the lowest up: {move}", "PICKLE-2", move=f"{verb} {right}")
    return why_not_lead(t, seat, cards) if seat == t.leader else why_not_follow(t, seat, cards)


def why_not_lead(t: Reading, seat: int, cards: list[int]) -> NotAllowed:
    if any(not int(FACE_VALUE[cards[0]]) >> card & 1 for card in cards):
        return NotAllowed("cards that are led together have the same face value", "PICKLE-10")
    if len(cards) > LARGEST_SET:
        return NotAllowed("at most four cards are led", "PICKLE-10")
    return NotAllowed("one card is kept back for the final trick", "PICKLE-10")


def why_not_follow(t: Reading, seat: int, cards: list[int]) -> NotAllowed:
    number = t.played[t.leader].bit_count()
    if len(cards) != number:
        return NotAllowed("{n} {n|card was|cards were} led, so you play as many", "PICKLE-12", n=number)
    if t.must_beat:
        return NotAllowed("match or beat every card of the highest set if you can, or else play your lowest", "PICKLE-13")
    return NotAllowed("match or beat every card of the highest set, or play your lowest cards", "PICKLE-12")
