"""Pairs, Continuous Pairs, and Pieces of Eight as an option of both. Rules: rules/pairs.md and rules/continuous.md."""

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, Bits, bit, count, low, lowest, members
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, tell
from cutcard.core.errors import NotAllowed
from cutcard.core.figures import Stake
from cutcard.core.game import Rulebook, Rules, Variant, Words
from cutcard.core.layout import Number, OpenEach
from cutcard.core.options import Option
from cutcard.core.reading import Reading
from cutcard.games.common import everybody, left, score
from cutcard.games.pairs_deck import (
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
from cutcard.games.pairs_figures import figures, odds
from cutcard.games.pairs_outlook import cheapest_fold, expected_cost, lap, worth
from cutcard.games.stacks import DEALT, TIE_NOTES, StackFields, deal_round, in_play

# An action is the rank that a fold takes, as the highest card of it, or one of these words. In Continuous Pairs several
# seats may have that rank: the next lower card of it is the next of them, counted from the seat that folds to the left.
HIT, EIGHT = 55, 56

TARGET = 1
"""The only reason a game ends."""

PAIRED, SCORED, PASSED, ROUND, LOST = range(5, 10)


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
        score_card(t, seat, folded_to(t, seat, action), dealer)


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
    if paired:
        tell(dealer, PAIRED, seat, RANK_OF[card])
        score_card(t, seat, card, dealer)
    else:
        t.stacks[seat] |= bit(card)
    return paired


@rule
def score_card(t: PairsTable, seat: int, card: int, dealer: Dealer) -> None:
    """PAIRS-9, PAIRS-10: keep the card as a marker; what leaves play with it is discarded."""
    t.markers[seat] |= bit(card)
    t.scores[seat] += RANK_OF[card]
    tell(dealer, SCORED, seat, RANK_OF[card])
    if t.continuous:  # CONT-2; a card that was folded to leaves its owner's stack
        t.discards |= t.stacks[seat] & ~bit(card)
        t.stacks[seat] = EMPTY
        for owner in range(t.seats):
            t.stacks[owner] &= ~bit(card)
    else:  # PAIRS-11
        t.discards |= in_play(t) & ~bit(card)
        t.stacks[:] = EMPTY
    if t.scores[seat] >= t.target:  # PAIRS-14
        t.over = TARGET
        t.to_act = EMPTY
        tell(dealer, LOST, seat, t.scores[seat])
    elif t.continuous:
        pass_turn(t, seat, dealer)
    else:
        tell(dealer, ROUND, -1, 0)
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


def name_action(t: Reading, seat: int, action: int) -> str:
    if action == HIT:
        return "hit"
    if action == EIGHT:
        return "eight"
    rank = DECK.cards[action]
    if not t.continuous:
        return f"fold {rank}"
    same = DECK.masks[rank]
    around = [*range(seat, t.seats), *range(seat)]
    owners = [owner for owner in around if t.stacks[owner] & same]
    return f"fold {rank}@{owners[DECK.numbers[rank] + same.bit_count() - 1 - action]}"


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
    return NotAllowed(f"there is no {taken} in the stack of seat {owner}", "CONT-3")


def move_in_words(words: list[str]) -> str:
    if words[0] == "hit":
        return "{You} {hit|hits}."
    if words[0] == "eight":
        return "{You} {discard|discards} an 8 to take two cards."
    rank, _, owner = words[1].partition("@")
    origin = " from {@" + owner + "}" if owner else ""
    return "{You} {fold|folds} and {take|takes} the " + rank + origin + "."


WORDS = Words(
    notes=(
        *TIE_NOTES,
        ("paired", "{You} {draw|draws} a second {n}: a pair."),
        ("scored", "{You} {score|scores} {n}."),
        ("passed", "{You} {have|has} no cards and nothing can be drawn: the turn passes."),
        ("round", "The round is over. A new one is dealt."),
        ("lost", "{You} {lose|loses} with {n} points."),
    ),
    dealt=DEALT,
    move=move_in_words,
    zones={"stacks": "Stack", "markers": "Scored", "deck": "Deck", "discards": "Discards"},
    status=lambda t, seat: "",
    summary=lambda view: [f"Whoever reaches {view.number('target')} points loses"],
    odds=odds,
    figures=figures,
    stake=Stake(losing=True),
    target=target,
)

FOLD_HELP = "fold R: take the lowest card in play, of rank R, as points. The round is over."
CONTINUOUS_FOLD_HELP = "fold R@S: take the card of rank R from the stack of seat S as points. Your own stack is discarded."
EIGHT_HELP = "eight: discard your 8 and take two cards instead of one (Pieces of Eight)."

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

RULES = Rules(
    name="pairs",
    table=PairsTable,
    deck=DECK,
    most_seats=8,
    deal=deal,
    legal=legal,
    play=play,
    steady=steady,
    score=score,
    standing=standing,
    actions=EIGHT + 1,
    fewer_is_better=True,
    utility=utility,
    lap=lap,
    worth=worth,
)

PAIRS = Rulebook(
    name="pairs",
    title="Pairs",
    summary="Press your luck: a pair costs its rank, and so does losing your nerve.",
    mood="push your luck",
    length="5 minutes",
    least_seats=2,
    rules=RULES,
    options=OPTIONS,
    reasons=REASONS,
    name_action=name_action,
    why_not=why_not,
    moves={"hit": "hit: take the top card. A pair scores its rank.", "fold": FOLD_HELP, "eight": EIGHT_HELP},
    words=WORDS,
    variants=(
        Variant(
            "pieces-of-eight",
            "Pieces of Eight",
            "Pairs in which an 8 buys you a chance: discard it and take two cards in its place.",
            {"eights": True},
        ),
    ),
)

CONTINUOUS = Rulebook(
    name="continuous",
    title="Continuous Pairs",
    summary="Pairs without a break: when somebody pairs or folds, only their own stack goes.",
    mood="push your luck, without a pause",
    length="5 minutes",
    least_seats=2,
    rules=RULES,
    options=OPTIONS,
    reasons=REASONS,
    name_action=name_action,
    why_not=why_not,
    moves={
        "hit": "hit: take the top card. A pair scores its rank and your stack is discarded.",
        "fold": CONTINUOUS_FOLD_HELP,
        "eight": EIGHT_HELP,
    },
    words=WORDS,
    fixed={"continuous": 1},
)
