"""How Clever Pickin' speaks, and its rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import members
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import FAN, PILE, ROW, TRICK, TURNED, Mark, Odds, Status, Tip, Zone
from cutcard.core.declaration.deck import DeckPage
from cutcard.core.declaration.figures import Figures, unseen_cards
from cutcard.core.declaration.options import Option, Value
from cutcard.core.declaration.phrases import Card, Sentence, said
from cutcard.core.declaration.rulebook import Rulebook, Words
from cutcard.core.declaration.rules import Rules
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Reading
from cutcard.core.languages import translated, worded
from cutcard.games.clever_pickin import cover
from cutcard.games.clever_pickin.deck import DECK, DECK_OPTION, STAND_IN, SUITS
from cutcard.games.clever_pickin.moves import BIDDING, PICKING, PLAYING, TRICKS, Moves, Notes
from cutcard.games.clever_pickin.refusals import why_not
from cutcard.games.clever_pickin.rules import CleverTable
from cutcard.games.clever_pickin.values import SUIT_NAMES, hollow_of, is_solid, shown_card, suit_of

if TYPE_CHECKING:
    from cutcard.core.table.view import View

SHOWING = {PICKING: ("center",), BIDDING: ("trump",), PLAYING: ("played", "trump")}


def odds(view: "View", move: Move) -> Odds:
    """The other value of a card."""
    if not move.cards:
        return Odds()
    hollow = Card(hollow_of(view.reading, move.cards[0]))
    counts = move.verb == "play" and not is_solid(view.reading)
    return Odds(said("counts as {card}" if counts else "hollow {card}", card=hollow))


def summary(view: "View") -> list[Sentence]:
    t = view.reading
    lines = [said("Hand {n}", n=t.finished + (view.result is None)), said("{n} points win", n=t.target)]
    if t.phase == PICKING:
        lines.append(said("round {n} of picking", n=t.picks))
    elif t.phase == BIDDING:
        first, second = (translated(SUIT_NAMES[name[-1]]) for name in shown_card(t, DECK.names(t.trump)[0]).split("/"))
        both, each = (
            "bidding: trump will be {suit}, in all tricks",
            "bidding: trump will be {suit}, in hollow tricks {other}",
        )
        lines.append(said(both if first == second else each, suit=first, other=second))
    elif view.result is None:
        suit = translated(suit_of(t, next(members(t.trump))))
        solid, hollow = (
            "trick {n} of {all}: solid values, {suit} are trump",
            "trick {n} of {all}: hollow values, {suit} are trump",
        )
        lines.append(said(solid if is_solid(t) else hollow, n=t.trick, all=TRICKS, suit=suit))
    if view.game.options["deck"] == STAND_IN:
        lines.append(said("a stand-in for the printed deck"))
    return lines


def status(t: Reading, seat: int) -> Status:
    if t.phase == PICKING or t.over:
        return Status()
    if t.bids[seat] < 0:
        return appearance.status("to bid")
    if t.phase == BIDDING:
        return appearance.status("bid {n}", n=t.bids[seat])
    return appearance.status("bid {n}, took {tricks}", n=t.bids[seat], tricks=t.tricks[seat])


def values_told(view: "View") -> list[Sentence]:
    """What is trump by each of the values of a card."""
    t = view.reading
    if not t.trump:
        return []
    names = shown_card(t, DECK.names(t.trump)[0]).split("/")
    now = -1 if t.phase != PLAYING else 0 if is_solid(t) else 1
    phrase = "{suit} will be trump" if now < 0 else "{suit} are trump"
    return [said(phrase, suit=translated(SUIT_NAMES[name[-1]])) for name in names]


def task(view: "View") -> Sentence:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    if t.phase == PICKING:
        return said("pick a card from the table")
    if t.phase == BIDDING:
        bids = [number for number in t.bids[: t.seats] if number >= 0]
        barred = TRICKS - sum(bids)
        last = len(bids) == t.seats - 1 and barred >= 0
        if last:
            return said("bid how many tricks you will take, but not {n}", n=barred)
        return said("bid how many tricks you will take")
    suits = {suit_of(t, card) for card in members(t.hands[seat] | t.known[seat])}
    if not t.played[t.leader]:
        trump = suit_of(t, next(members(t.trump)))
        is_barred = not t.broken and trump in suits and len(suits) > 1
        return said("lead a card, but no trump yet") if is_barred else said("lead a card")
    led = suit_of(t, next(members(t.played[t.leader])))
    named = worded("solid {suit}" if is_solid(t) else "hollow {suit}", suit=translated(led))
    return said("follow {suit}" if led in suits else "you have no {suit}, so play any card", suit=named)


def deck_page(options: Mapping[str, Value]) -> DeckPage:
    """CLEVER-1, CLEVER-2."""
    hollow: Any = options["deck"]
    source = (
        "This is a stand-in: the printed pairing of the Series 137 deck is not known (CLEVER-2). --deck FILE takes yours."
        if hollow == STAND_IN
        else "These are the pairs of the deck that was given, not of the stand-in."
    )
    return DeckPage(
        notes=(
            "The dual-value deck has 52 cards, each with a solid value and behind the slash a hollow one. A card is called "
            "by its solid value.",
            source,
        ),
        columns=tuple(name.capitalize() for name in SUIT_NAMES.values()),
        rows=tuple(tuple(row) for row in deck_table(hollow)),
    )


def deck_table(hollow: tuple[str, ...] = STAND_IN) -> list[list[str]]:
    """The deck as rows: a rank each, and for each suit the solid value with its hollow one."""
    pairs = dict(zip(DECK.cards, hollow, strict=True))
    ranks = [card[:-1] for card in DECK.cards if card.endswith("C")]
    return [[f"{rank}{suit} / {pairs[rank + suit]}" for suit in SUITS] for rank in ranks]


def figures(view: "View") -> Figures:
    """The unseen cards by suit: in the values of the trick in play, before the play in their solid ones."""
    t = view.reading
    playing = t.phase == PLAYING and not view.result
    by_solid = not playing or is_solid(t)
    names = [name if by_solid else hollow_of(t, name) for name in DECK.names(view.unseen)]
    by_suit = {name: sum(card[-1] == suit for card in names) for suit, name in SUIT_NAMES.items()}
    kind = "solid {suit}" if by_solid else "hollow {suit}"
    counts = [(worded(kind, suit=translated(name)), number) for name, number in by_suit.items()]
    left = unseen_cards(view, {"deck": "in the deck", "hands": "in the hands of others"}, counts)
    trumps = by_suit[suit_of(t, next(members(t.trump)))] if playing else 0
    return Figures((("Unseen trumps in this trick", str(trumps)),) if playing else (), left)


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Three picks, a bid and seven cards each."""
    return options["hands"] * 11 * seats


def ranges(seats: int, options: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """CLEVER-12: five points a trick and three more are the most that a hand gives a seat. Ties at the target may go on
    to the last hand there can be."""
    hands, most = options["hands"], 5 * TRICKS + 3
    return {
        "scores": (0, most * hands),
        "bids": (-1, TRICKS),
        "tricks": (0, TRICKS),
        "phase": (PICKING, PLAYING),
        "picks": (0, 3),
        "trick": (0, TRICKS),
        "broken": (0, 1),
        "finished": (0, hands),
    }


CLEVER_PICKIN = Rulebook(
    **cover.CLEVER_PICKIN.printed(),
    bound=bound,
    ranges=ranges,
    events=16_384,
    rules=Rules.collected(
        "cutcard.games.clever_pickin.rules",
        "cutcard.games.clever_pickin.steady",
        name="clever_pickin",
        table=CleverTable,
        verbs=Moves,
        deck=DECK,
        most_seats=cover.CLEVER_PICKIN.most_seats,
    ),
    options=(
        Option("target", 50, "The score that ends the game.", most_online=200),
        Option("hands", 100, "The game ends after this many hands at the latest.", most_online=100, field="most_hands"),
        DECK_OPTION,
    ),
    reasons={"target": "The target was reached.", "limit": "The last hand was played."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {are|is} dealt {cards}."),
            "known": Zone("Seen", FAN, joins="hands"),
            "played": Zone("Played", TRICK),
            "center": Zone("Table", ROW, dealt="On the table: {cards}."),
            "trump": Zone("Trump card", TURNED),
            "deck": Zone("Deck", PILE),
            "spent": Zone("Played before", PILE, face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        target=lambda view: view.number("target"),
        marks=(Mark("winning", "winning", "played", best=True), Mark("led", "leader", "played")),
        showing=lambda t: SHOWING[t.phase],
        shown_card=shown_card,
        values=("solid", "hollow"),
        value_now=lambda t: -1 if t.phase != PLAYING else 0 if is_solid(t) else 1,
        values_told=values_told,
        deck_page=deck_page,
    ),
    tips=(
        Tip(
            "Every card has two values: the filled one counts in tricks 1, 3, 5 and 7, the outlined one in the others.",
            "pick",
        ),
        Tip("Bid the number of tricks you will take: exactly that many scores best, fewer scores nothing.", "bid"),
        Tip(
            "Follow the suit that was led, by the values that count now. If you cannot, any card goes, and a trump wins.",
            "play",
        ),
    ),
)
