"""How Pickle speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.deck import DeckPage
from cutcard.core.errors import NotAllowed
from cutcard.core.figures import Figures, unseen_cards
from cutcard.core.game import Rulebook, Rules, Words
from cutcard.core.options import Numbers, Option, Value
from cutcard.core.reading import Reading
from cutcard.games.common import score
from cutcard.games.pickle_deck import (
    CARDS,
    CROWNED,
    DECK,
    FACE_VALUE,
    FROM,
    OF_STRENGTH,
    POINTS,
    REDEALERS,
    STRENGTH_OF,
    STRENGTHS,
)  # fmt: skip
from cutcard.games.pickle_game import (
    CALLING,
    EXCHANGING,
    LONGEST_MOVE,
    PLAYING,
    READY,
    REDEAL,
    SETTING,
    STAY,
    PickleTable,
    barred,
    choices,
    deal,
    legal,
    play,
    standing,
)  # fmt: skip
from cutcard.games.pickle_sets import DONE, LARGEST_SET
from cutcard.games.pickle_steady import lap, steady, worth

if TYPE_CHECKING:
    from cutcard.core.view import View

ORDER = " ".join(STRENGTHS)

WORDS = {READY: "ready", REDEAL: "redeal", STAY: "stay", DONE: "play"}

NOW = {
    SETTING: NotAllowed("now the exchange is set: set K", "PICKLE-6"),
    CALLING: NotAllowed("now everybody says ready, or redeal holding the 3S and the 5C", "PICKLE-7"),
    EXCHANGING: NotAllowed("now you stay, or trade cards: trade C C …", "PICKLE-8"),
    PLAYING: NotAllowed("now cards are played: play C C …", "PICKLE-12"),
}
VERBS = {SETTING: {"set"}, CALLING: {"ready", "redeal"}, EXCHANGING: {"stay", "trade", "redeal"}, PLAYING: {"play"}}


def name_action(t: Reading, seat: int, action: int) -> str:
    if t.phase == SETTING:
        return f"set {action}"
    if action in WORDS:
        return WORDS[action]
    return f"{'trade' if t.phase == EXCHANGING else 'play'} {DECK.cards[action]}"


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    verb, rest = words[0], words[1:]
    if verb not in VERBS[t.phase]:
        return NOW[t.phase]
    if verb == "set":
        return NotAllowed(f"an exchange is from 0 to {most_exchanged(t)} cards here", "PICKLE-6")
    if verb == "redeal" and not rest:
        if t.hands[seat] & int(REDEALERS) != int(REDEALERS):
            return NotAllowed("a redeal is for who holds the 3S and the 5C", "PICKLE-7")
        return NotAllowed("cards have been traded already, so there is no redeal any more", "PICKLE-8")
    if verb not in ("trade", "play") or not rest:
        return None
    cards = [DECK.numbers.get(word, -1) for word in rest]
    if min(cards) < 0 or len(set(cards)) < len(cards):
        return None
    for card in cards:
        if not t.hands[seat] >> card & 1:
            return NotAllowed(f"you hold no {DECK.cards[card]}", "PICKLE-8" if verb == "trade" else "PICKLE-12")
    if verb == "trade" and len(cards) != t.exchange:
        return NotAllowed(f"the exchange is {t.exchange} cards, no more and no fewer", "PICKLE-8")
    if cards != sorted(cards):
        right = " ".join(DECK.cards[card] for card in sorted(cards))
        return NotAllowed(f"cards are named from the lowest up: {verb} {right}", "PICKLE-2")
    return why_not_lead(t, seat, cards) if seat == t.leader else why_not_follow(t, seat, cards)


def most_exchanged(t: Reading) -> int:
    """PICKLE-6."""
    number = t.remaining.bit_count()
    return int(min(t.hand_size, (54 - number * t.hand_size) // number))


def why_not_lead(t: Reading, seat: int, cards: list[int]) -> NotAllowed:
    if any(not int(FACE_VALUE[cards[0]]) >> card & 1 for card in cards):
        return NotAllowed("cards that are led together have the same face value", "PICKLE-10")
    if len(cards) > LARGEST_SET:
        return NotAllowed("at most four cards are led", "PICKLE-10")
    return NotAllowed("one card is kept back for the final trick", "PICKLE-10")


def why_not_follow(t: Reading, seat: int, cards: list[int]) -> NotAllowed:
    number = t.played[t.leader].bit_count()
    if len(cards) != number:
        return NotAllowed(f"{number} card{'s were' if number > 1 else ' was'} led, so you play as many", "PICKLE-12")
    if t.must_beat:
        return NotAllowed("match or beat every card of the highest set if you can, or else play your lowest", "PICKLE-13")
    return NotAllowed("match or beat every card of the highest set, or play your lowest cards", "PICKLE-12")


def move_in_words(words: list[str]) -> str:
    verb, cards = words[0], " ".join(words[1:])
    return {
        "set": f"{{You}} {{set|sets}} the exchange: {cards}.",
        "ready": "{You} {are|is} ready.",
        "redeal": "{You} {show|shows} the 3S and the 5C: the cards are dealt again.",
        "stay": "{You} {keep|keeps} {your|their} cards.",
        "trade": f"{{You}} {{trade|trades}} {cards}.",
        "play": f"{{You}} {{play|plays}} {cards}.",
    }[verb]


def chips(t: Reading, seat: int) -> tuple[int, int]:
    """PICKLE-4: what a seat has left, in large chips of 5 and small ones of 1."""
    left = max(0, t.limit - t.scores[seat])
    large = min(6, left // 5)
    return large, left - 5 * large


def status(t: Reading, seat: int) -> str:
    if t.out[seat]:
        return "out"
    large, small = chips(t, seat)
    mark = "" if not is_in_trick(t, seat) else ", highest" if t.highest == seat else ", led" if t.leader == seat else ""
    return f"chips {large}×5 {small}×1{mark}"


def is_in_trick(t: Reading, seat: int) -> bool:
    return t.phase == PLAYING and bool(t.played[seat]) and not t.over


def summary(view: "View") -> list[str]:
    t = view.reading
    lines = [f"Hand {t.finished + (view.result is None)}", f"{t.limit} points and you are out", f"pot {sum(t.scores)}"]
    if t.phase in (CALLING, EXCHANGING):
        lines.append(f"exchange of {t.exchange}" if t.exchange else "no exchange")
    return [*lines, f"low to high: {ORDER}"]


def task(view: "View") -> str:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    held = t.hands[seat].bit_count()
    if t.phase == SETTING:
        return "say how many cards each may trade"
    if t.phase == CALLING:
        both = t.hands[seat] & int(REDEALERS) == int(REDEALERS)
        return "ready, or a redeal with your 3S and 5C" if both else "say that you are ready"
    if t.phase == EXCHANGING:
        return f"trade {t.exchange} of your {held} cards, or stay"
    if held == 1:
        return "play your last card"
    if t.leader == seat:
        return "lead a card, or several of the same face value"
    return follow_task(t, seat)


def follow_task(t: Reading, seat: int) -> str:
    best = t.played[t.highest]
    number, names = best.bit_count(), " ".join(DECK.names(best))
    lowest = "your lowest" if number == 1 else f"your {number} lowest"
    if is_crowned(t):
        return f"nothing matches {names}, so give up {lowest}"
    if not is_match(t, list(members(t.hands[seat]))[-number:]):
        return f"you cannot match {names}, so give up {lowest}"
    each = ", card for card" if number > 1 else ""
    return f"match or beat {names}{each}" + ("" if t.must_beat else f"; or give up {lowest}")


def deck_page(options: Mapping[str, Value]) -> DeckPage:
    """PICKLE-2 and PICKLE-3."""
    points: Any = options["points"]
    rows = [(name, " ".join(CARDS[name]), str(number)) for name, number in zip(STRENGTHS, points, strict=True)]
    source = "are reconstructed: the printed chart is lost (PICKLE-3)" if points == POINTS else "are those that were given"
    return DeckPage(
        notes=(
            "The Pickle deck has 54 cards, the lowest first. Suits do not matter, but for the 5S and the 3C at the top, and "
            "the 3S and the 5C that together allow a redeal.",
            f"The points of the last card {source}.",
        ),
        columns=("Rank", "Cards", "Points" + (" (reconstructed)" if points == POINTS else "")),
        rows=tuple(rows),
    )


def odds(view: "View", move: str) -> str:
    """PICKLE-3: what the last card may cost; and whether a set matches or gives up."""
    t, (verb, *names) = view.reading, move.split(" ")
    if verb != "play" or view.seat is None:
        return ""
    cards = [DECK.numbers[name] for name in names]
    if view.seat != t.leader:
        return "" if is_match(t, cards) else "gives up"
    crowned = any(int(CROWNED) >> card & 1 for card in cards)
    return "nothing beats it" if crowned and len(cards) > 1 else ""


def is_match(t: Reading, cards: list[int]) -> bool:
    best = members(t.played[t.highest])
    matched = all(STRENGTH_OF[card] >= STRENGTH_OF[other] for card, other in zip(cards, best, strict=True))
    return matched and not is_crowned(t)


def is_crowned(t: Reading) -> bool:
    """PICKLE-11."""
    led = t.played[t.leader]
    return bool(t.highest == t.leader and led.bit_count() > 1 and led & int(CROWNED))


def figures(view: "View") -> Figures:
    """How many unseen cards stand above the ends of your hand, and what they are."""
    places = {"deck": "in the deck", "hands": "in the hands of others", "traded": "traded away"}
    counts = [(name, (view.unseen & int(same)).bit_count()) for name, same in zip(STRENGTHS, OF_STRENGTH, strict=True)]
    hand = list(members(view.bits("hands", view.seat))) if view.seat is not None else []
    ends = list(dict.fromkeys([hand[0], hand[-1]])) if hand else []
    facts = [
        (f"Unseen cards above your {DECK.cards[card]}", str((view.unseen & int(FROM[STRENGTH_OF[card] + 1])).bit_count()))
        for card in ends
    ]
    return Figures(tuple(facts), unseen_cards(view, places, counts))


PICKLE = Rulebook(
    name="pickle",
    title="Pickle",
    summary="Lose your high cards in time: the highest last card of every hand costs its points.",
    mood="tricks, and a nasty last card",
    length="30 minutes",
    least_seats=2,
    rules=Rules(
        name="pickle_game",
        table=PickleTable,
        deck=DECK,
        most_seats=7,
        deal=deal,
        legal=legal,
        play=play,
        steady=steady,
        score=score,
        standing=standing,
        actions=DONE + 1,
        fewer_is_better=True,
        barred=barred,
        lap=lap,
        worth=worth,
        longest=LONGEST_MOVE,
        done=DONE,
        choices=choices,
    ),
    options=(
        Option("limit", 36, "The points at which a seat is out."),
        Option("must_beat", False, "Whoever can match or beat must do so."),
        Option("hands", 1000, "The game ends after this many hands at the latest.", field="most_hands"),
        Numbers(
            name="points",
            default=POINTS,
            help=f"What the final high card costs: sixteen numbers, for {' '.join(STRENGTHS)}. "
            "The default is reconstructed: the printed chart is lost.",
        ),
    ),
    reasons={"last": "One player is left.", "limit": "The last hand was played."},
    name_action=name_action,
    why_not=why_not,
    moves={
        "set": "set K: say how many cards each player may trade, 0 for none.",
        "ready": "ready: go on with this deal.",
        "redeal": "redeal: show the 3S and the 5C, and the cards are dealt again.",
        "stay": "stay: keep your cards.",
        "trade": "trade C C …: give away as many cards as the exchange says, and get as many new ones.",
        "play": "play C C …: lead cards of one face value; or follow with as many that match or beat, or with your lowest.",
    },
    words=Words(
        notes=(
            ("no-exchange", "There are not enough cards for an exchange."),
            ("redealt", "All cards are shuffled, and the same dealer deals again."),
            ("gave-up", "{You} {give|gives} up."),
            ("trick", "{You} {take|takes} the trick."),
            ("assessed", "{You} {have|has} the highest last card: {n} points."),
            ("out", "{You} {are|is} out."),
            ("reinstated", "Nobody is left, so nobody has won: everybody is back with no points."),
            ("hand", "The next hand: {you} {deal|deals} {n} cards to each."),
            ("won", "{You} {are|is} the last one left and {win|wins}."),
        ),
        dealt={"hands": "{You} {get|gets} {cards}."},
        move=move_in_words,
        zones={
            "hands": "Hand",
            "traded": "Trade",
            "played": "Played",
            "deck": "Deck",
            "spent": "Played before",
        },
        status=status,
        summary=summary,
        odds=odds,
        figures=figures,
        target=lambda view: view.number("limit"),
        task=task,
        deck_page=deck_page,
        secret={"trade": "{You} {trade|trades} cards."},
    ),
)
