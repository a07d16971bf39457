"""Pickup: everybody plays a card at once to pick one up from the pool. Rules: pickup.md."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, ONE, Bits, bit, count, low, lowest, members
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, take, tell
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import FAN, NONE, PILE, ROW, TRICK, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, unseen_cards
from cutcard.core.declaration.game import Rulebook, Rules, Words
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.phrases import Card, Sentence, plain, said
from cutcard.core.declaration.zones import Number, NumberEach, Open, OpenEach, OwnEach, Seat, TableFields
from cutcard.core.errors import NotAllowed
from cutcard.core.table.reading import Reading
from cutcard.games.pairs.figures import IN_DECK, IN_HANDS
from cutcard.games.pickup.moves import ACTING, CHOOSING, CLEARED, DEAL, KNOCKED, POOL, REVEALED, STACKED, WON, Moves, Notes
from cutcard.games.shared.common import everybody, left
from cutcard.games.shared.pairs_deck import DECK, EQUALS, OF_RANK, RANK_OF, points, ranks

if TYPE_CHECKING:
    from cutcard.core.table.view import View

HANDS, TARGET = 1, 2

POOL_SIZE = 5
FULL = np.uint64(DECK.full)


class PickupTable(TableFields):
    hands: OwnEach
    choices: OwnEach
    """PICKUP-3: what each seat has played face down."""
    played: OpenEach
    """The same once revealed, until its seat has acted."""
    piles: OpenEach
    pool: Open
    discards: Open
    acted_last: Seat
    acting: Number
    """`CHOOSING` while the seats choose, `ACTING` while they take."""
    banked: NumberEach
    """PICKUP-10: scores of earlier deals."""
    long: Number
    target: Number


# The deal


@rule
def deal(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-1: hands of 7, 6 or 5 cards, from the dealer's left (COMMON-3)."""
    hand_size = 7 if t.seats == 2 else 6 if t.seats <= 4 else 5
    for _ in range(hand_size):
        seat = t.dealer
        for _ in range(t.seats):
            seat = left(t, seat)
            t.hands[seat] |= bit(take(t, dealer))
    t.acted_last = t.dealer  # PICKUP-5
    start_round(t, dealer)


@rule
def start_round(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-2."""
    for _ in range(POOL_SIZE):
        t.pool |= bit(take(t, dealer))
    t.acting = CHOOSING
    t.to_act = everybody(t)


# Choosing and acting


@rule
def legal(t: PickupTable, seat: int) -> Bits:
    if t.acting:  # PICKUP-6
        return ranks(t.pool & up_to(t.played[seat]))
    return ranks(t.hands[seat])  # PICKUP-3


@quick
def up_to(played: Bits) -> Bits:
    """All cards of equal or lower rank than this one: cards are numbered from the lowest up."""
    same = EQUALS[low(played)]
    return same | (lowest(same) - ONE)


@rule
def play(t: PickupTable, seat: int, top: int, dealer: Dealer) -> None:
    if t.acting:
        pick_up(t, seat, EQUALS[top], dealer)
        next_act(t, dealer)
        return
    card = lowest(t.hands[seat] & EQUALS[top])
    t.hands[seat] ^= card
    t.choices[seat] = card
    t.to_act ^= bit(seat)
    if t.to_act == EMPTY:
        reveal(t, dealer)


@rule
def reopen(t: PickupTable, seat: int) -> None:
    """PICKUP-3: what lies face down goes back to the hands of the others, for a search."""
    if not t.acting:
        for other in range(t.seats):
            if other != seat and t.choices[other] != EMPTY:
                t.hands[other] |= t.choices[other]
                t.choices[other] = EMPTY
                t.to_act |= bit(other)


@rule
def reveal(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-3."""
    for seat in range(t.seats):
        t.played[seat] = t.choices[seat]
        t.choices[seat] = EMPTY
        tell(dealer, REVEALED, seat, RANK_OF[low(t.played[seat])])
    t.acting = ACTING
    show(t, dealer)
    next_act(t, dealer)


@rule
def next_act(t: PickupTable, dealer: Dealer) -> None:
    """The next seat that has a pick-up to choose; those that have none stack on the way (PICKUP-8)."""
    while True:
        seat = next_seat(t)
        if seat < 0:
            end_round(t, dealer)
            return
        if t.pool & up_to(t.played[seat]) != EMPTY:
            t.to_act = bit(seat)
            return
        tell(dealer, STACKED, seat, RANK_OF[low(t.played[seat])])
        t.piles[seat] |= t.played[seat]
        t.played[seat] = EMPTY
        t.acted_last = seat
        show(t, dealer)


@rule
def next_seat(t: PickupTable) -> int:
    """PICKUP-4, PICKUP-5: the lowest played card; of equals the first going left from the seat that acted last."""
    best = -1
    lowest_rank = 11
    seat = t.acted_last
    for _ in range(t.seats):
        seat = left(t, seat)
        if t.played[seat] != EMPTY and RANK_OF[low(t.played[seat])] < lowest_rank:
            lowest_rank = RANK_OF[low(t.played[seat])]
            best = seat
    return best


@rule
def pick_up(t: PickupTable, seat: int, same: Bits, dealer: Dealer) -> None:
    """PICKUP-6; PICKUP-7: it knocks out the others of its rank."""
    taken = lowest(t.pool & same)
    t.discards |= t.played[seat]
    t.played[seat] = EMPTY
    t.pool ^= taken
    t.piles[seat] |= taken
    knocked = t.pool & same
    if knocked != EMPTY:
        tell(dealer, CLEARED, -1, count(knocked))
    for other in range(t.seats):
        lost = t.piles[other] & same
        if other != seat and lost != EMPTY:
            t.piles[other] ^= lost
            knocked |= lost
            tell(dealer, KNOCKED, other, count(lost))
    t.pool &= ~same
    t.discards |= knocked
    t.acted_last = seat


# The end


@rule
def end_round(t: PickupTable, dealer: Dealer) -> None:
    """PICKUP-9."""
    show(t, dealer)
    t.discards |= t.pool
    t.pool = EMPTY
    if t.hands[0] != EMPTY:
        tell(dealer, POOL, -1, 0)
        start_round(t, dealer)
        return
    best = 0
    for seat in range(t.seats):
        best = max(best, score(t, seat))
    if not t.long:
        t.over = HANDS
    elif best >= t.target:  # PICKUP-10
        t.over = TARGET
    if t.over:
        t.to_act = EMPTY
        for seat in range(t.seats):
            if score(t, seat) == best:
                tell(dealer, WON, seat, best)
        return
    for seat in range(t.seats):
        t.banked[seat] = score(t, seat)
        t.piles[seat] = EMPTY
    t.deck = FULL
    t.discards = EMPTY
    t.dealer = left(t, t.dealer)
    tell(dealer, DEAL, -1, 0)
    deal(t, dealer)


@quick
def score(t: Any, seat: int) -> int:
    return t.banked[seat] + points(t.piles[seat])


standing = score


# A rule of thumb


@rule
def steady(view: Any) -> int:
    """Take what gains most; choose the card that promises most beside what it would on a usual day."""
    seat = view.viewer
    rounds_left = count(view.hands[seat])
    if view.acting:
        options = ranks(view.pool & up_to(view.played[seat]))
    else:
        options = ranks(view.hands[seat])
        rounds_left -= 1
    best = -1
    most = 0.0
    while options != EMPTY:
        rank = RANK_OF[low(options)]
        value = gain(view, rank, rounds_left) if view.acting else promise(view, rank, rounds_left) - USUAL * rank
        if best < 0 or value > most:
            best = low(options)
            most = value
        options ^= lowest(options)
    return best


USUAL = 0.8
"""What a card brings in when it is played, in parts of its rank, over many games."""


@rule
def kept(view: Any, rank: int, rounds_left: int) -> float:
    """What a card in the pile counts, less the risk that another seat picks up its rank in a later pool."""
    coming = count(view.unseen & OF_RANK[rank]) * POOL_SIZE * rounds_left / max(count(view.unseen), 1)
    return rank / (1.0 + coming * (view.seats - 1) / view.seats)


@rule
def gain(view: Any, rank: int, rounds_left: int) -> float:
    """What picking up this rank gains: the card, and what the others lose by it."""
    lost = 0
    for other in range(view.seats):
        if other != view.viewer:
            lost += count(view.piles[other] & OF_RANK[rank])
    return kept(view, rank, rounds_left) + rank * lost / (view.seats - 1)


@rule
def promise(view: Any, played: int, rounds_left: int) -> float:
    """What playing this rank brings: the best pick-up that those who act before leave, or the card itself, stacked."""
    unseen = max(count(view.unseen), 1)
    total = 0.0
    nothing_left = 1.0
    before = 0.5 * count(view.unseen & OF_RANK[played])
    for rank in range(played, 0, -1):
        if rank < played:
            before += count(view.unseen & OF_RANK[rank])
        if view.pool & OF_RANK[rank] != EMPTY:
            left_for_us = (1.0 - before / unseen) ** (view.seats - 1)
            total += nothing_left * left_for_us * gain(view, rank, rounds_left)
            nothing_left *= 1.0 - left_for_us
    return total + nothing_left * kept(view, played, rounds_left)


# Words


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if len(words) != 2 or words[1] not in DECK.faces:
        return None
    verb, rank = words[0], words[1]
    if t.acting:
        if verb == "choose":
            return NotAllowed("the cards are chosen; now you take one from the pool: take R", "PICKUP-6")
        if not t.pool & DECK.mask(rank):
            return NotAllowed(f"there is no {rank} in the pool", "PICKUP-6")
        return NotAllowed(f"the {rank} is higher than the {played_rank(t, seat)} you played", "PICKUP-6")
    if verb == "take":
        return NotAllowed("first everybody chooses a card from their hand: choose R", "PICKUP-3")
    return NotAllowed(f"you hold no {rank}", "PICKUP-3")


def summary(view: "View") -> list[str]:
    if view.number("long"):
        return [f"{view.number('target')} points at the end of a deal win"]
    return ["Most points when the hands are played out wins"]


def status(t: Reading, seat: int) -> Status:
    if t.played[seat]:
        return appearance.status(said("played {card}", card=Card(str(played_rank(t, seat)))))
    return appearance.status("" if t.acting else "to choose" if t.to_act >> seat & 1 else "chosen")


def task(view: "View") -> Sentence:
    t, seat = view.reading, view.seat or 0
    if not t.acting:
        return plain("choose a card of your hand to play face down")
    return said("take a card from the pool, not higher than your {card}", card=Card(str(played_rank(t, seat))))


def played_rank(t: Reading, seat: int) -> int:
    return int(RANK_OF[next(members(t.played[seat]))])


def figures(view: "View") -> Figures:
    places = {"deck": IN_DECK, "hands": IN_HANDS, "choices": "chosen face down"}
    return Figures(left=unseen_cards(view, places))


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """Hands of seven at most, chosen and picked up; a long game is over long before a deal for every point of its target."""
    return 2 * 7 * seats * (seats * options["target"] if options["long"] else 1)


PICKUP = Rulebook(
    name="pickup",
    title="Pickup",
    summary="Everybody plays a card at once. Pick up from the pool, knock out what the others have of it.",
    mood="choose in secret, all at once",
    length="10 minutes",
    bound=bound,
    least_seats=2,
    rules=Rules.collected(__name__, name="pickup", table=PickupTable, verbs=Moves, deck=DECK, most_seats=6),
    options=(
        Option("long", False, "Play deal after deal up to a target."),
        Option(
            "target",
            lambda seats: 150 if seats == 2 else 100 if seats <= 4 else 75,
            "The score that wins a long game.",
        ),
    ),
    reasons={"hands": "The hands are played out.", "target": "The target was reached."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hands": Zone("Hand", FAN, dealt="{You} {are|is} dealt {cards}."),
            "choices": Zone("Chosen", NONE),
            "played": Zone("Played this round", TRICK, under="choices"),
            "piles": Zone("Pile", FAN),
            "pool": Zone("Pool", ROW, dealt="The pool: {cards}."),
            "deck": Zone("Deck", PILE),
            "discards": Zone("Discards", PILE, face_down=True),
        },
        status=status,
        summary=summary,
        task=task,
        figures=figures,
        target=lambda view: view.number("target") if view.number("long") else None,
    ),
    tips=(
        Tip("Choose a card of your hand. All choose in secret, and the cards are turned over together.", "choose"),
        Tip(
            "Take a card from the pool that is not higher than the one you played. Low cards act first, high ones may take "
            "more.",
            "take",
        ),
        Tip(
            "What you take knocks out every other card of that rank: in the pool, and in the piles of the others.",
            "take",
            "piles",
            1,
        ),
    ),
    emblem=(None, "7", "4"),
)
