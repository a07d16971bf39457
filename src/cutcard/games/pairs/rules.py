"""Pairs, Continuous Pairs, and Pieces of Eight as an option of both. Rules: pairs.md and continuous.md."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest, members
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration.appearance import FAN, Tip, Zone
from cutcard.core.declaration.figures import Stake
from cutcard.core.declaration.game import Rulebook, Rules, Variant, Words
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.zones import Number, OpenEach
from cutcard.core.errors import NotAllowed
from cutcard.core.table.reading import Reading
from cutcard.games.pairs.figures import coming_cards, figures, odds
from cutcard.games.pairs.moves import EIGHT, HIT, LOST, PAIRED, PASSED, ROUND, SCORED, ContinuousMoves, Moves, Notes
from cutcard.games.pairs.outlook import cheapest_fold, expected_cost
from cutcard.games.shared import common
from cutcard.games.shared.common import everybody, left
from cutcard.games.shared.pairs_deck import (
    BURN,
    DECK,
    EQUALS,
    OF_RANK,
    RANK_OF,
    burn,
    draw,
    is_drawable,
    next_cards,
    ranks,
    target,
    undrawn,
)
from cutcard.games.shared.stacks import (
    BURNED,
    DEAL_PASSES,
    DISCARDS,
    STACKS,
    THE_DECK,
    StackFields,
    deal_round,
    in_play,
    pass_deal,
)

if TYPE_CHECKING:
    from cutcard.core.table.view import View

TARGET = 1
"""The only reason a game ends."""


class PairsTable(StackFields):
    markers: OpenEach
    """PAIRS-9: cards kept as score; they stay out of the deck."""
    eights: Number
    continuous: Number


# The deal


@rule
def deal(t: PairsTable, dealer: Dealer) -> None:
    burn(t, dealer)
    deal_round(t, everybody(t), dealer)


# A turn


@quick
def legal(t: PairsTable, seat: int) -> Bits:
    """PAIRS-8, EIGHT-1: hit, fold, or use an eight."""
    cards = in_play(t)
    if not t.continuous:
        actions = lowest(ranks(cards))  # PAIRS-10
    elif t.stacks[seat] != EMPTY:
        actions = all_folds(cards)  # CONT-3
    else:
        actions = EMPTY  # CONT-4
    if undrawn(t) != EMPTY:  # PAIRS-13
        actions |= bit(HIT)
        if t.eights and t.stacks[seat] & OF_RANK[8] != EMPTY:
            actions |= bit(EIGHT)
    return actions


@quick
def all_folds(cards: Bits) -> Bits:
    """For each rank as many actions as there are cards of it."""
    tops = ranks(cards)
    actions = tops
    while tops != EMPTY:
        top = lowest(tops)
        number = count(cards & EQUALS[low(tops)])
        actions |= top - (top >> np.uint64(number - 1))
        tops ^= top
    return actions


@quick
def play(t: PairsTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == HIT:
        hit(t, seat, dealer)
    elif action == EIGHT:
        eight(t, seat, dealer)
    else:
        fold(t, seat, folded_to(t, seat, action), dealer)


@quick
def folded_to(t: PairsTable, seat: int, action: int) -> int:
    """The card that a fold takes: PAIRS-10, CONT-3."""
    if not t.continuous:
        return low(in_play(t))
    same = EQUALS[action]
    others = low(same) + count(same) - 1 - action
    while t.stacks[seat] & same == EMPTY or others > 0:
        others -= t.stacks[seat] & same != EMPTY
        seat = left(t, seat)
    return low(t.stacks[seat] & same)


@quick
def hit(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """PAIRS-8: who neither pairs nor folds is done."""
    if not take_card(t, seat, dealer):
        pass_turn(t, seat, dealer)


@rule
def eight(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """EIGHT-1 to EIGHT-3: discard the 8, then take two cards, the second only if the first does not pair."""
    discarded = t.stacks[seat] & OF_RANK[8]
    t.stacks[seat] ^= discarded
    t.discards |= discarded
    if not take_card(t, seat, dealer):
        hit(t, seat, dealer)


@quick
def take_card(t: PairsTable, seat: int, dealer: Dealer) -> bool:
    """PAIRS-9: take the top card; a pair scores. Whether it was a pair."""
    card = draw(t, dealer)
    paired = t.stacks[seat] & EQUALS[card] != EMPTY
    t.stacks[seat] |= bit(card)
    if paired:
        tell(dealer, PAIRED, seat, RANK_OF[card])
        show(t, dealer)
        t.stacks[seat] ^= bit(card)
        score_card(t, seat, card, dealer)
        sweep(t, seat, dealer)
    return paired


@rule
def fold(t: PairsTable, seat: int, card: int, dealer: Dealer) -> None:
    """PAIRS-10, CONT-3: the card leaves its owner's stack."""
    for owner in range(t.seats):
        t.stacks[owner] &= ~bit(card)
    score_card(t, seat, card, dealer)
    show(t, dealer)
    sweep(t, seat, dealer)


@quick
def score_card(t: PairsTable, seat: int, card: int, dealer: Dealer) -> None:
    """PAIRS-9, PAIRS-10: keep the card as a marker."""
    t.markers[seat] |= bit(card)
    t.scores[seat] += RANK_OF[card]
    tell(dealer, SCORED, seat, RANK_OF[card])


@rule
def sweep(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """After a score: what leaves play is discarded, and the game goes on or ends."""
    if t.continuous:  # CONT-2
        t.discards |= t.stacks[seat]
        t.stacks[seat] = EMPTY
    else:  # PAIRS-11
        t.discards |= in_play(t)
        t.stacks[:] = EMPTY
    if t.scores[seat] >= t.target:  # PAIRS-14
        t.over = TARGET
        t.to_act = EMPTY
        tell(dealer, LOST, seat, t.scores[seat])
    elif t.continuous:
        pass_turn(t, seat, dealer)
    else:
        tell(dealer, ROUND, -1, 0)
        pass_deal(t)  # PAIRS-11
        deal_round(t, everybody(t), dealer)


@quick
def pass_turn(t: PairsTable, seat: int, dealer: Dealer) -> None:
    """To the left; PAIRS-13 passes over a seat that has no cards and can get none."""
    seat = left(t, seat)
    if t.continuous and undrawn(t) == EMPTY:
        while t.stacks[seat] == EMPTY:
            tell(dealer, PASSED, seat, 0)
            seat = left(t, seat)
    t.to_act = bit(seat)


# The end


score = common.score


@quick
def standing(t: PairsTable, seat: int) -> int:
    """PAIRS-14: one loser; all others share first place."""
    return -1 if t.scores[seat] >= t.target else 0


@quick
def utility(t: PairsTable, seat: int) -> float:
    """COMMON-8, for a game with one loser."""
    return -1.0 if t.scores[seat] >= t.target else 1.0 / (t.seats - 1)


# A rule of thumb


@rule
def steady(view: Any) -> int:
    """Fold when the cheapest card costs less than a hit does on average, but not if that loses the game."""
    coming = next_cards(view)
    cheapest = cheapest_fold(view)
    seat = view.viewer
    stack = view.stacks[seat]
    if coming == EMPTY:
        return cheapest
    if stack == EMPTY:
        return HIT
    best = HIT
    cost = expected_cost(coming, stack)
    if view.eights and stack & OF_RANK[8] != EMPTY:
        once = expected_cost(coming, stack & ~OF_RANK[8])
        if 2.0 * once + expected_cost(coming, ~EMPTY) / 8.0 < cost:  # two cards, which may pair each other
            best = EIGHT
            cost = 2.0 * once
    if RANK_OF[cheapest] < cost and view.scores[seat] + RANK_OF[cheapest] < view.target:
        return cheapest
    return best


# Words


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
        return NotAllowed(f"a fold takes the lowest card in play: fold {cheapest}", "PAIRS-10")
    taken, _, owner = " ".join(rest).partition("@")
    if taken not in DECK.faces or owner not in map(str, range(t.seats)):
        return NotAllowed("say which card you take from which seat, such as fold 3@0", "CONT-3")
    return NotAllowed(f"there is no {taken} in the stack of {{you}}", "CONT-3", int(owner))


def task(view: "View") -> str:
    """What the one who looks is to do."""
    t, seat = view.reading, view.seat or 0
    if not coming_cards(view):
        return "you must fold"
    if not t.continuous:
        return "hit, or fold and take the lowest card in play"
    return "hit, or fold and take any card in play" if t.stacks[seat] else "you have no cards, so you must hit"


WORDS = Words(
    zones={
        "stacks": STACKS,
        "markers": Zone("Scored", FAN, yours="You scored"),
        "deck": THE_DECK,
        "discards": DISCARDS,
        "burned": BURNED,
    },
    summary=lambda view: [f"Whoever reaches {view.number('target')} points loses"],
    task=task,
    odds=odds,
    figures=figures,
    stake=Stake(losing=True),
    target=target,
)

HIGH_CARDS = (
    "There are as many cards of a rank as its number: ten 10s, but only one 1. High cards pair more often, and cost more."
)

# PAIRS-2, and what can be scored before a round could not be dealt any more.
LOSING_SCORE = {2: 31, 3: 21, 4: 16, 5: 13}
LARGEST_TARGET = {2: 188, 3: 122, 4: 89, 5: 69, 6: 56, 7: 47, 8: 40}

OPTIONS = (
    Option("eights", False, "Play Pieces of Eight: discard an 8 to take two cards."),
    Option(
        "target",
        lambda seats: LOSING_SCORE.get(seats, 11),
        "The losing score.",
        most=lambda seats: LARGEST_TARGET[seats],
    ),
    BURN,
)

REASONS = {"target": "The losing score was reached."}


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A score is a point or more; before the next one no stack can grow beyond ten different ranks."""
    return (seats * (options["target"] - 1) + 1) * (10 * seats + 1)


RULES = Rules.collected(
    __name__,
    "cutcard.games.pairs.outlook",
    name="pairs",
    table=PairsTable,
    verbs=Moves,
    deck=DECK,
    most_seats=8,
    fewer_is_better=True,
)

PAIRS = Rulebook(
    name="pairs",
    title="Pairs",
    summary="Press your luck: a pair costs its rank, and so does losing your nerve.",
    mood="push your luck",
    length="5 minutes",
    bound=bound,
    least_seats=2,
    rules=RULES,
    options=(*OPTIONS, DEAL_PASSES),
    reasons=REASONS,
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=WORDS,
    tips=(
        Tip(
            "Points are bad here. Hit to take a card: if you have that rank already, it is a pair and costs its rank.", "hit"
        ),
        Tip(HIGH_CARDS, "hit", "stacks", 2),
        Tip("Fold when a small card is in play: it costs you that card, and nothing worse.", "fold", "stacks", 3),
    ),
    emblem=("9", "9"),
    variants=(
        Variant(
            "pieces-of-eight",
            "Pieces of Eight",
            "Pairs in which an 8 buys you a chance: discard it and take two cards in its place.",
            {"eights": True},
            emblem=("8", "3", "6"),
        ),
    ),
)

CONTINUOUS = Rulebook(
    name="continuous",
    title="Continuous Pairs",
    summary="Pairs without a break: when somebody pairs or folds, only their own stack goes.",
    mood="push your luck, without a pause",
    length="5 minutes",
    bound=bound,
    least_seats=2,
    rules=RULES,
    options=OPTIONS,
    reasons=REASONS,
    verbs=ContinuousMoves,
    notes=Notes,
    why_not=why_not,
    words=WORDS,
    tips=(
        Tip("Points are bad here. A hit that pairs costs its rank, and your stack is discarded. The others play on.", "hit"),
        Tip("To fold, take any card in play, from anybody: it costs its rank, and your own stack goes.", "fold"),
        Tip("Ten 10s, nine 9s, but only one 1: a stack of high cards is the dangerous one.", "hit", "stacks", 3),
    ),
    emblem=("2", "7", "7"),
    fixed={"continuous": 1},
)
