"""How Pickle speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import members
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import FAN, PILE, TRICK, Chart, ChartEntry, Chip, Mark, Odds, Pot, Status, Tip, Zone
from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.figures import Figures, unseen_cards
from cutcard.core.declaration.options import Numbers, Option, Value
from cutcard.core.declaration.phrases import Card, Sentence, cards_said, plain, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import translated, worded
from cutcard.games.pickle import cover
from cutcard.games.pickle.deck import (
    CARDS,
    CROWNED,
    DECK,
    FROM,
    OF_STRENGTH,
    POINTS,
    STRENGTH_OF,
    STRENGTHS,
)  # fmt: skip
from cutcard.games.pickle.moves import CALLING, EXCHANGING, PLAYING, SETTING, Moves, Notes
from cutcard.games.pickle.refusals import why_not
from cutcard.games.pickle.rules import LONGEST_MOVE, may_redeal
from cutcard.games.pickle.sets import is_crowned, matches
from cutcard.games.pickle.table import FIRST_HAND, PickleTable

if TYPE_CHECKING:
    from cutcard.core.table.view import View


def chips(t: Reading, seat: int) -> tuple[Chip, ...]:
    """PICKLE-4: what a seat has left, in large chips of 5 and small ones of 1."""
    left = max(0, t.limit - t.scores[seat])
    large = min(6, left // 5)
    return (Chip(5, large), Chip(1, left - 5 * large)) if not t.out[seat] else ()


def pot(t: Reading) -> int:
    """PICKLE-4: what was surrendered, of each seat no more than it had."""
    return sum(min(points, t.limit) for points in t.scores[: t.seats])


def status(t: Reading, seat: int) -> Status:
    return appearance.status("out", gone=True) if t.out[seat] else Status()


def summary(view: "View") -> list[Sentence]:
    t = view.reading
    lines = [said("Hand {n}", n=t.finished + (view.result is None)), said("{n} points and you are out", n=t.limit)]
    if t.phase in (CALLING, EXCHANGING):
        lines.append(said("exchange of {n}", n=t.exchange) if t.exchange else said("no exchange"))
    return lines


def chart(options: Mapping[str, Value]) -> Chart:
    """PICKLE-2 and PICKLE-3."""
    points: Any = options["points"]
    note = translated("These points are reconstructed: the printed chart is lost.") if points == POINTS else ""
    entries = tuple(ChartEntry(name, tuple(CARDS[name]), number) for name, number in zip(STRENGTHS, points, strict=True))
    return Chart(translated("Low to high, and what the highest last card costs"), note, entries)


def task(view: "View") -> Sentence:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    held = t.hands[seat].bit_count()
    if t.phase == SETTING:
        return plain("say how many cards each may trade")
    if t.phase == CALLING:
        both = may_redeal(t.record, seat)
        return said("ready, or a redeal with your {=3S} and {=5C}" if both else "say that you are ready")
    if t.phase == EXCHANGING:
        return said("trade {n} of your {held} cards, or stay", n=t.exchange, held=held)
    if held == 1:
        return plain("play your last card")
    if t.leader == seat:
        return plain("lead a card, or several of the same face value")
    return follow_task(t, seat)


def follow_task(t: Reading, seat: int) -> Sentence:
    best = t.played[t.highest]
    number, cards = best.bit_count(), cards_said(DECK.names(best))
    lowest = worded("your lowest") if number == 1 else worded("your {n} lowest", n=number)
    if is_crowned(t.record):
        phrase = "nothing matches {cards}, so give up {lowest}"
    elif not is_match(t, list(members(t.hands[seat]))[-number:]):
        phrase = "you cannot match {cards}, so give up {lowest}"
    elif t.must_beat:
        phrase = "match or beat {cards}, card for card" if number > 1 else "match or beat {cards}"
    elif number > 1:
        phrase = "match or beat {cards}, card for card; or give up {lowest}"
    else:
        phrase = "match or beat {cards}; or give up {lowest}"
    return said(phrase, cards=cards, lowest=lowest)


def is_match(t: Reading, cards: list[int]) -> bool:
    """PICKLE-12, as the rules have it."""
    return bool(matches(t.record, np.uint64(sum(1 << card for card in cards)), len(cards)))


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


def odds(view: "View", move: Move) -> Odds:
    """Whether a set matches or gives up."""
    t = view.reading
    if move.verb != "play" or view.seat is None or not move.cards:
        return Odds()
    cards = [DECK.numbers[name] for name in move.cards]
    if view.seat != t.leader:
        return Odds() if is_match(t, cards) else Odds(plain("gives up"))
    crowned = any(int(CROWNED) >> card & 1 for card in cards)
    return Odds(plain("nothing beats it")) if crowned and len(cards) > 1 else Odds()


def figures(view: "View") -> Figures:
    """How many unseen cards stand above the ends of your hand, and what they are."""
    places = {"deck": "in the deck", "hands": "in the hands of others", "traded": "traded away"}
    counts = [(name, (view.unseen & int(same)).bit_count()) for name, same in zip(STRENGTHS, OF_STRENGTH, strict=True)]
    hand = list(members(view.bits("hands", view.seat))) if view.seat is not None else []
    ends = list(dict.fromkeys([hand[0], hand[-1]])) if hand else []
    facts = [
        (
            said("Unseen cards above your {card}", card=Card(DECK.cards[card])),
            str((view.unseen & int(FROM[STRENGTH_OF[card] + 1])).bit_count()),
        )
        for card in ends
    ]
    return Figures(tuple(facts), unseen_cards(view, places, counts))


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Setting, calling, trading, every card and a word behind every lead, and as much again for redeals, of which the
    rules allow any number."""
    return 2 * options["hands"] * (1 + seats + 54 + 2 * 54)


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Who is in has less than the limit, and is assessed once a hand. A hand is as large as the points of the one before,
    as far as the deck goes for two; and no exchange takes more than a quarter of the deck."""
    dearest, cards, strengths = max(options["points"]), len(DECK.cards), len(STRENGTHS)
    return {
        "scores": (0, options["limit"] - 1 + dearest),
        "phase": (SETTING, PLAYING),
        "hand_size": (0, max(FIRST_HAND, min(dearest, cards // 2))),
        "exchange": (0, cards // 4),
        "finished": (0, options["hands"]),
        "floors": (0, strengths),
        "caps": (0, strengths),
        "out": (0, seats),
    }


PICKLE = Rulebook(
    **cover.PICKLE.printed(),
    bound=bound,
    ranges=ranges,
    events=16_384,
    rules=Rules.collected(
        "cutcard.games.pickle.table",
        "cutcard.games.pickle.rules",
        "cutcard.games.pickle.sets",
        "cutcard.games.pickle.steady",
        name="pickle_game",
        table=PickleTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.PICKLE.most_seats,
        fewer_is_better=True,
        longest=LONGEST_MOVE,
    ),
    options=(
        Option("limit", 36, "The points at which a seat is out.", most_online=100),
        Option("must_beat", False, "Whoever can match or beat must do so."),
        Option("hands", 1000, "The game ends after this many hands at the latest.", most_online=1000, field="most_hands"),
        Numbers(
            name="points",
            default=POINTS,
            help=f"What the final high card costs: sixteen numbers, for {' '.join(STRENGTHS)}. "
            "The default is reconstructed: the printed chart is lost.",
        ),
    ),
    reasons={"last": "One player is left.", "limit": "The last hand was played."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {get|gets} {cards}."),
            "traded": Zone("Trade", FAN, yours="You traded away", face_down=True),
            "played": Zone("Played", TRICK),
            "deck": Zone("Deck", PILE),
            "spent": Zone("Played before", PILE, face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        target=lambda view: view.number("limit"),
        marks=(Mark("highest", "highest", "played", best=True), Mark("led", "leader", "played")),
        showing=lambda t: None if t.phase == PLAYING or any(t.played) else (),
        pots=lambda t: [Pot(pot(t), "points", "in the pot")],
        chips=chips,
        chart=chart,
        crowned=("5S", "3C"),
        deck_page=deck_page,
    ),
    tips=(
        Tip(
            "Only the last card of a hand costs: whoever has the highest one gets its points. Get rid of high cards in time."
        ),
        Tip("Lead one card, or several of the same face value. The others follow with as many.", "play"),
        Tip(
            "Match or beat every card of the highest set, or give up your lowest cards. The order of the ranks is below the "
            "trick.",
            "play",
        ),
    ),
)
