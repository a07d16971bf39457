"""To the Moon: countdowns of ten different ranks; the last seat still in wins the trick. Rules: to-the-moon.md."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import COUNTDOWN as SLOTS
from cutcard.core.declaration.appearance import FAN, PILE, Odds, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, numbered, percent, unseen_cards
from cutcard.core.declaration.game import Rulebook, Rules, Words
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Card, Sentence, plain, said
from cutcard.core.declaration.verbs import Move, offered, rank_of
from cutcard.core.declaration.zones import Number, NumberEach, Open, OpenEach, OwnEach, Seats, TableFields
from cutcard.core.errors import NotAllowed
from cutcard.core.table.reading import Reading
from cutcard.games.pairs.figures import IN_DECK, IN_HANDS
from cutcard.games.shared import common
from cutcard.games.shared.common import end_by_score, everybody, left, prospects
from cutcard.games.shared.pairs_deck import DECK, EQUALS, RANK_OF, RANKS, TOPS, ranks
from cutcard.games.to_the_moon.moves import (
    FAILED,
    PERFECT,
    ROUND,
    STARTED,
    TEST,
    TRICK_WON,
    WITHDRAW,
    WITHDRAW_WITH,
    WON,
    Moves,
    Notes,
)

if TYPE_CHECKING:
    from cutcard.core.table.view import View

ROUNDS = 1


COUNTDOWN = 10
FULL = np.uint64(DECK.full)


class MoonTable(TableFields):
    hands: OwnEach
    known: OpenEach
    """MOON-9: cards in a hand that everybody saw going there."""
    trick: Open
    spent: Open
    """MOON-10: cards of finished tricks, out of play for the round."""
    counting: Seats
    """Who is in the trick."""
    rounds: Number
    finished: Number
    """Rounds played."""
    took: NumberEach
    """MOON-9: the rank that a seat which is out of the trick took with it; 0 for none."""


# The deal


@rule
def deal(t: MoonTable, dealer: Dealer) -> None:
    """MOON-1, MOON-2, dealt as COMMON-3 says."""
    t.deck = FULL
    t.spent = EMPTY
    for seat in range(t.seats):
        t.hands[seat] = EMPTY
        t.known[seat] = EMPTY
    for _ in range(10 - t.seats):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    start_trick(t, t.dealer, dealer)


@rule
def start_trick(t: MoonTable, starter: int, dealer: Dealer) -> None:
    """MOON-3, MOON-11: the top card starts; the seat to the left acts first."""
    tell(dealer, STARTED, starter, 0)
    t.trick = bit(take(t, dealer))
    t.counting = everybody(t)
    t.took[:] = 0
    turn(t, left(t, starter))


@quick
def turn(t: MoonTable, seat: int) -> None:
    while t.counting & bit(seat) == EMPTY:
        seat = left(t, seat)
    t.to_act = bit(seat)


# A turn


@rule
def legal(t: MoonTable, seat: int) -> Bits:
    on_table = ranks(t.trick)
    actions = ranks(t.hands[seat] | t.known[seat]) & ~on_table  # MOON-4, MOON-5
    if t.deck != EMPTY:  # MOON-12
        actions |= bit(TEST)
    if count(t.trick) == 1:  # MOON-8
        return actions | bit(WITHDRAW)
    return actions | offered(on_table, WITHDRAW_WITH)


@rule
def play(t: MoonTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == TEST:
        test(t, seat, dealer)
    elif action == WITHDRAW:
        t.counting ^= bit(seat)
    elif TOPS & bit(action) != EMPTY:
        build(t, seat, EQUALS[action])
    else:
        withdraw(t, seat, EQUALS[rank_of(action, WITHDRAW_WITH)])
    if count(t.trick) == COUNTDOWN:  # MOON-6
        tell(dealer, PERFECT, seat, 0)
        win_trick(t, seat, dealer)
    elif count(t.counting) == 1:  # MOON-10
        win_trick(t, low(t.counting), dealer)
    else:
        turn(t, left(t, seat))


@quick
def build(t: MoonTable, seat: int, same: Bits) -> None:
    """MOON-5; MOON-9: a known card goes before a hidden one."""
    card = lowest(t.known[seat] & same)
    if card == EMPTY:
        card = lowest(t.hands[seat] & same)
        t.hands[seat] ^= card
    else:
        t.known[seat] ^= card
    t.trick |= card


@quick
def test(t: MoonTable, seat: int, dealer: Dealer) -> None:
    """MOON-7."""
    card = take(t, dealer)
    fails = t.trick & EQUALS[card] != EMPTY
    t.trick |= bit(card)
    if fails:
        t.counting ^= bit(seat)
        tell(dealer, FAILED, seat, RANK_OF[card])
        show(t, dealer)
        t.trick ^= bit(card)
        t.known[seat] |= bit(card)
        t.took[seat] = RANK_OF[card]


@quick
def withdraw(t: MoonTable, seat: int, same: Bits) -> None:
    """MOON-8."""
    card = t.trick & same
    t.trick ^= card
    t.known[seat] |= card
    t.took[seat] = RANK_OF[low(card)]
    t.counting ^= bit(seat)


# The end of a trick


@rule
def win_trick(t: MoonTable, seat: int, dealer: Dealer) -> None:
    """MOON-10, MOON-11."""
    tell(dealer, TRICK_WON, seat, count(t.trick))
    t.scores[seat] += count(t.trick)
    show(t, dealer)
    t.spent |= t.trick
    t.trick = EMPTY
    if t.deck != EMPTY:
        start_trick(t, seat, dealer)
        return
    t.finished += 1
    if t.finished == t.rounds:
        end_by_score(t, ROUNDS, WON, dealer)  # MOON-13
        return
    t.dealer = left(t, t.dealer)  # MOON-2
    tell(dealer, ROUND, -1, t.finished + 1)
    deal(t, dealer)


score = standing = common.score


# How far a search looks


@quick
def lap(t: MoonTable) -> int:
    """To the end of the round: what is spent on a trick is missing in the next."""
    return t.finished


@rule
def worth(t: MoonTable, seat: int) -> float:
    """A lead counts for more the fewer rounds are left. Fitted to games of `steady`."""
    return prospects(t, seat, everybody(t), (5.6 - 0.33 * t.seats) * math.sqrt(t.rounds - t.finished))


# A rule of thumb


@rule
def steady(view: Any) -> int:
    """Build what the hand holds more than once, else what is commonest in the deck; test while it is likelier to go well
    than not; withdraw with the rarest card, which is the easiest to build later."""
    seat = view.viewer
    held = view.hands[seat] | view.known[seat]
    buildable = ranks(held) & ~ranks(view.trick)
    best = -1
    most = -1
    while buildable != EMPTY:
        top = low(buildable)
        buildable ^= lowest(buildable)
        weight = 20 * count(held & EQUALS[top]) + RANK_OF[top]
        if weight > most:
            best = top
            most = weight
    coming = view.unseen
    fails = 0
    trick = view.trick
    while trick != EMPTY:
        fails += count(coming & EQUALS[low(trick)])
        trick ^= lowest(trick)
    can_test = view.hidden[0] > 0
    if can_test and 4 * fails <= count(coming):
        return TEST
    if best >= 0:
        return best
    if can_test and 2 * fails <= count(coming):
        return TEST
    return WITHDRAW if count(view.trick) == 1 else low(offered(ranks(view.trick), WITHDRAW_WITH))


# Words


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
            return NotAllowed(f"the countdown has its {rank} already", "MOON-4")
        return NotAllowed(f"you hold no {rank}", "MOON-5")
    if t.trick.bit_count() == 1:
        return NotAllowed("there is only one card on the table, so you withdraw without one: withdraw", "MOON-8")
    return NotAllowed(f"there is no {rank} on the table", "MOON-8")


def odds(view: "View", move: Move) -> Odds:
    if move.verb != "test":
        return Odds()
    chance = chance_to_fail(view)
    return appearance.odds(f"{percent(chance)} to fail", chance)


def task(view: "View") -> str:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    laid = sum(mask for mask in DECK.masks.values() if mask & t.trick)
    ways = ["build a rank that is missing"] if (t.hands[seat] | t.known[seat]) & ~laid else []
    ways += ["test the top card"] if view.hidden("deck") else []
    return " or ".join(filter(None, [", ".join(ways), "withdraw"]))


def chance_to_fail(view: "View") -> float:
    """MOON-7: that the top card has a rank which the countdown has already."""
    failing = sum(DECK.mask(str(rank)) for rank in RANKS if DECK.mask(str(rank)) & view.bits("trick"))
    return (view.unseen & failing).bit_count() / view.unseen.bit_count()


def figures(view: "View") -> Figures:
    can_test = view.hidden("deck") and not view.result
    facts = [("Chance that a test fails", percent(chance_to_fail(view)))] if can_test else []
    return Figures(tuple(facts), unseen_cards(view, {"deck": IN_DECK, "hands": IN_HANDS}))


def summary(view: "View") -> list[str]:
    return [
        f"Round {view.number('finished') + (view.result is None)} of {view.number('rounds')}",
        "most points after the last round wins",
    ]


def status(t: Reading, seat: int) -> Status:
    """MOON-9: a seat that is out is shown with the card it just took."""
    if t.over:
        return Status()
    if t.counting >> seat & 1:
        return appearance.status("in")
    if t.took[seat]:
        return appearance.status(said("out, took the {card}", card=Card(str(t.took[seat]))), out=True)
    return appearance.status("out", out=True)


def captions(view: "View") -> dict[str, Sentence]:
    """How much of the countdown is there, and what it is worth."""
    laid = len(set(view.cards("trick")))
    return {"trick": plain(f"{laid} of {COUNTDOWN} ranks, worth {numbered(laid, 'point')}")}


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A trick takes a card of the deck at least; each action adds a rank to it or takes a seat out."""
    return options["rounds"] * 55 * (10 + seats)


TO_THE_MOON = Rulebook(
    name="to-the-moon",
    title="To the Moon",
    summary="Build a countdown of ten different ranks together, and be the last one still in.",
    mood="stay in the longest",
    length="30 minutes",
    bound=bound,
    least_seats=2,
    rules=Rules.collected(__name__, name="to_the_moon", table=MoonTable, verbs=Moves, deck=DECK, most_seats=6),
    options=(Option("rounds", 6, "How many rounds are played."),),
    reasons={"rounds": "The last round was played."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {are|is} dealt {cards}."),
            "known": Zone("In hand, seen", FAN, joins="hands"),
            "trick": Zone("Countdown", SLOTS, dealt="The top card: {cards}."),
            "deck": Zone("Deck", PILE),
            "spent": Zone("Out of play", PILE, dealt="The top card: {cards}.", face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        captions=captions,
        odds=odds,
        figures=figures,
    ),
    tips=(
        Tip("The countdown needs ten different ranks. The last one still in wins a point for each card in it."),
        Tip(
            "Build with a card of your own, or test the top card: it is free, but a rank that is there puts you out.",
            "test",
        ),
        Tip(
            "Withdraw when it gets hot: you are out of this trick, but take one of its cards into your hand.",
            "withdraw",
            "hands",
            most=5,
        ),
    ),
    emblem=("10", "9", "8", "7"),
)
