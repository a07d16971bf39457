"""Port: lock the highest stack without pairing. Rules: rules/port.md."""

from typing import TYPE_CHECKING, Any

from cutcard.core.bits import EMPTY, Bits, bit, count, members
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, tell
from cutcard.core.errors import NotAllowed
from cutcard.core.figures import Figures, percent
from cutcard.core.game import Rulebook, Rules, Words
from cutcard.core.layout import Number, Seats
from cutcard.core.options import Option
from cutcard.core.reading import Reading
from cutcard.games.common import end_by_score, everybody, left, prospects, score
from cutcard.games.pairs_deck import (
    BURN,
    DECK,
    EQUALS,
    OF_RANK,
    RANK_OF,
    burn,
    draw,
    next_cards,
    points,
    target,
    undrawn,
)
from cutcard.games.pairs_figures import cards_left, chance_to_pair, coming_cards, next_draws
from cutcard.games.stacks import DEALT, TIE_NOTES, StackFields, deal_round, in_play

if TYPE_CHECKING:
    from cutcard.core.view import View

HIT, LOCK = 0, 1

TARGET, LIMIT = 1, 2

BUST, SCORED, ROUND, PLAY_OFF, WON = range(5, 10)


class PortTable(StackFields):
    playing: Seats
    """Who is in this round: everybody, or in a play-off the seats that share the highest score."""
    locked: Seats
    bust: Seats
    rounds: Number
    finished: Number
    """Rounds played."""


# The deal


@rule
def deal(t: PortTable, dealer: Dealer) -> None:
    """PORT-2."""
    burn(t, dealer)
    start_round(t, everybody(t), dealer)


@rule
def start_round(t: PortTable, playing: Bits, dealer: Dealer) -> None:
    """PORT-3."""
    t.playing = playing
    t.locked = EMPTY
    t.bust = EMPTY
    deal_round(t, playing, dealer)


# A turn


@quick
def legal(t: PortTable, seat: int) -> Bits:
    """PORT-4; PORT-6 where no card can be drawn."""
    return bit(LOCK) if undrawn(t) == EMPTY else bit(HIT) | bit(LOCK)


@rule
def play(t: PortTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == LOCK:
        t.locked |= bit(seat)
    else:
        hit(t, seat, dealer)
    waiting = t.playing & ~t.locked & ~t.bust
    if waiting == EMPTY:
        end_round(t, dealer)
        return
    seat = left(t, seat)  # PORT-6
    while waiting & bit(seat) == EMPTY:
        seat = left(t, seat)
    t.to_act = bit(seat)


@quick
def hit(t: PortTable, seat: int, dealer: Dealer) -> None:
    """PORT-5: a pair busts; the cards stay on the table until the round ends."""
    card = draw(t, dealer)
    if t.stacks[seat] & EQUALS[card] != EMPTY:
        t.bust |= bit(seat)
        tell(dealer, BUST, seat, RANK_OF[card])
    t.stacks[seat] |= bit(card)


# The end of a round


@rule
def end_round(t: PortTable, dealer: Dealer) -> None:
    score_round(t, dealer)
    t.discards |= in_play(t)  # PORT-8
    for seat in range(t.seats):
        t.stacks[seat] = EMPTY
    t.finished += 1
    best = t.scores[0]
    for seat in range(t.seats):
        best = max(best, t.scores[seat])
    leaders = EMPTY
    for seat in range(t.seats):
        if t.scores[seat] == best:
            leaders |= bit(seat)
    if best >= t.target and count(leaders) == 1:  # PORT-9
        end_by_score(t, TARGET, WON, dealer)
    elif t.finished == t.rounds:  # PORT-10
        end_by_score(t, LIMIT, WON, dealer)
    elif best >= t.target:
        tell(dealer, PLAY_OFF, -1, count(leaders))
        start_round(t, leaders, dealer)
    else:
        tell(dealer, ROUND, -1, t.finished + 1)
        start_round(t, everybody(t), dealer)


@rule
def score_round(t: PortTable, dealer: Dealer) -> None:
    """PORT-7: as many points as seats, less one for each higher stack."""
    safe = t.playing & ~t.bust
    for seat in range(t.seats):
        if safe & bit(seat) == EMPTY:
            continue
        total = points(t.stacks[seat])
        gain = count(t.playing)
        for other in range(t.seats):
            if safe & bit(other) != EMPTY and points(t.stacks[other]) > total:
                gain -= 1
        t.scores[seat] += gain
        tell(dealer, SCORED, seat, gain)


# How far a search looks


@quick
def lap(t: PortTable) -> int:
    """To the end of the round."""
    return t.finished


@rule
def worth(t: PortTable, seat: int) -> float:
    return prospects(t, seat, everybody(t), t.target / 7)


# A rule of thumb


@rule
def steady(view: Any) -> int:
    """Go on while a hit adds more on average than it puts at risk, and a little longer as the lowest of all."""
    coming = next_cards(view)
    if coming == EMPTY:
        return LOCK
    stack = view.stacks[view.viewer]
    total = points(stack)
    gained = 0
    pairing = 0
    for rank in range(1, 11):
        number = count(coming & OF_RANK[rank])
        if stack & OF_RANK[rank] != EMPTY:
            pairing += number
        else:
            gained += rank * number
    if gained > total * pairing:
        return HIT
    safe = view.playing & ~view.bust
    higher = 0
    for other in range(view.seats):
        if safe & bit(other) != EMPTY and points(view.stacks[other]) > total:
            higher += 1
    # The lowest of all that are left wins little with a lock: an even chance is then worth taking.
    if higher > 0 and higher + 1 == count(safe) and 2 * pairing < count(coming):
        return HIT
    return LOCK


# Words


def name_action(t: Reading, seat: int, action: int) -> str:
    return "lock" if action == LOCK else "hit"


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words == ["hit"]:
        return NotAllowed("no card can be drawn any more, so you must lock", "PORT-6")
    return None


def status(t: Reading, seat: int) -> str:
    if not t.playing >> seat & 1:
        return "not in this round"
    if t.bust >> seat & 1:
        return "bust"
    total = f"{total_of(t.stacks[seat])} on the table"
    return f"locked, {total}" if t.locked >> seat & 1 else total


def total_of(stack: int) -> int:
    """What a stack counts."""
    return sum(int(RANK_OF[card]) for card in members(stack))


def summary(view: "View") -> list[str]:
    return [f"Round {view.number('finished') + (view.result is None)}", f"first to {view.number('target')} points wins"]


def odds(view: "View", move: str) -> str:
    return chance_to_pair(view, view.bits("stacks", view.seat)) if move == "hit" and view.seat is not None else ""


def figures(view: "View") -> Figures:
    coming = coming_cards(view)
    if view.seat is None or view.result or not coming:
        return Figures(left=cards_left(view))
    stack = view.bits("stacks", view.seat)
    total = total_of(stack)
    safe = [card for card in members(coming) if not stack & int(EQUALS[card])]
    after = sum(total + int(RANK_OF[card]) for card in safe) / coming.bit_count()
    facts = (
        ("Chance to pair and go bust", percent(next_draws(view, stack).chance)),
        ("Your stack", f"{total} now, {after:.1f} on average after a hit (bust is 0)"),
    )
    return Figures(facts, cards_left(view))


PORT = Rulebook(
    name="port",
    title="Port",
    summary="Build the highest stack and lock it before a pair busts you. First to 21 points wins.",
    mood="push your luck, stop in time",
    length="10 minutes",
    least_seats=2,
    rules=Rules(
        name="port",
        table=PortTable,
        deck=DECK,
        most_seats=7,
        deal=deal,
        legal=legal,
        play=play,
        steady=steady,
        score=score,
        standing=score,
        actions=LOCK + 1,
        lap=lap,
        worth=worth,
    ),
    options=(
        Option("target", 21, "The score that wins."),
        BURN,
        Option("rounds", 100, "The game ends after this many rounds at the latest."),
    ),
    reasons={"target": "The target was reached.", "limit": "The last round that may be played is over."},
    name_action=name_action,
    why_not=why_not,
    moves={
        "hit": "hit: take a card. A pair busts you: no points this round.",
        "lock": "lock: keep your stack as it is for this round.",
    },
    words=Words(
        notes=(
            *TIE_NOTES,
            ("bust", "{You} {draw|draws} a second {n} and {are|is} bust."),
            ("scored", "{You} {score|scores} {n}."),
            ("round", "Round {n} is dealt."),
            ("play-off", "{n} seats share the highest score: they play another round."),
            ("won", "{You} {have|has} the highest score: {n}."),
        ),
        dealt=DEALT,
        move=lambda words: "{You} {lock|locks}." if words[0] == "lock" else "{You} {hit|hits}.",
        zones={"stacks": "Stack", "deck": "Deck", "discards": "Discards"},
        status=status,
        summary=summary,
        odds=odds,
        figures=figures,
        target=target,
    ),
)
