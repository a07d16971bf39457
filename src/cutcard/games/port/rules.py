"""Port: lock the highest stack without pairing. Rules: port.md."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import EMPTY, Bits, bit, count, members
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import Odds, Status, Tip
from cutcard.core.declaration.figures import Figures, percent
from cutcard.core.declaration.game import Rulebook, Rules, Words
from cutcard.core.declaration.notes import BAD, COUNT, GOOD, POINTS, RANK, Note
from cutcard.core.declaration.options import Option
from cutcard.core.declaration.verbs import Move, Verb, Verbs
from cutcard.core.declaration.zones import Number, Seats
from cutcard.core.errors import NotAllowed
from cutcard.core.table.reading import Reading
from cutcard.games.pairs.figures import cards_left, chance_to_pair, coming_cards, next_draws
from cutcard.games.shared import common
from cutcard.games.shared.common import end_by_score, everybody, left, prospects
from cutcard.games.shared.pairs_deck import (
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
from cutcard.games.shared.stacks import (
    BURNED,
    DEAL_PASSES,
    DISCARDS,
    STACKS,
    THE_DECK,
    StackFields,
    TieNotes,
    deal_round,
    in_play,
    pass_deal,
)

if TYPE_CHECKING:
    from cutcard.core.table.view import View

TARGET, LIMIT = 1, 2


class Moves(Verbs, deck=DECK):
    hit = Verb(
        help="hit: take a card. A pair busts you: no points this round.", told="{You} {hit|hits}.", chapter="your turn"
    )
    lock = Verb(help="lock: keep your stack as it is for this round.", told="{You} {lock|locks}.", chapter="your turn")


HIT, LOCK = Moves.hit.number, Moves.lock.number


class Notes(TieNotes):
    bust = Note("{You} {draw|draws} a second {card} and {are|is} bust.", card=RANK, brief="Bust {card}", mood=BAD)
    scored = Note("{You} {score|scores} {n}.", n=POINTS, brief="+{n}", mood=GOOD)
    round = Note("Round {n} is dealt.", n=COUNT)
    play_off = Note("{n} seats share the highest score: they play another round.", n=COUNT)
    won = Note("{You} {have|has} the highest score: {n}.", n=POINTS, brief="Wins", mood=GOOD)


BUST, SCORED, ROUND = Notes.bust.code, Notes.scored.code, Notes.round.code
PLAY_OFF, WON = Notes.play_off.code, Notes.won.code


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
    show(t, dealer)
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
        pass_deal(t)  # PORT-3
        start_round(t, leaders, dealer)
    else:
        tell(dealer, ROUND, -1, t.finished + 1)
        pass_deal(t)  # PORT-3
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


score = standing = common.score


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


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words == ["hit"]:
        return NotAllowed("no card can be drawn any more, so you must lock", "PORT-6")
    return None


def status(t: Reading, seat: int) -> Status:
    if t.over:  # the stacks of the last round are gone
        return Status()
    if not t.playing >> seat & 1:
        return appearance.status("not in this round", out=True)
    if t.bust >> seat & 1:
        return appearance.status("bust", out=True)
    total = f"{total_of(t.stacks[seat])} on the table"
    return appearance.status(f"locked, {total}" if t.locked >> seat & 1 else total)


def task(view: "View") -> str:
    return "hit, or lock your stack" if coming_cards(view) else "you must lock"


def total_of(stack: int) -> int:
    """What a stack counts."""
    return sum(int(RANK_OF[card]) for card in members(stack))


def summary(view: "View") -> list[str]:
    return [f"Round {view.number('finished') + (view.result is None)}", f"first to {view.number('target')} points wins"]


def odds(view: "View", move: Move) -> Odds:
    if move.verb != "hit" or view.seat is None:
        return Odds()
    return chance_to_pair(view, view.bits("stacks", view.seat))


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


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """In a round ten different ranks each, and a lock or a bust."""
    return options["rounds"] * (10 + 1) * seats


PORT = Rulebook(
    name="port",
    title="Port",
    summary="Build the highest stack and lock it before a pair busts you. First to 21 points wins.",
    mood="push your luck, stop in time",
    length="10 minutes",
    bound=bound,
    least_seats=2,
    rules=Rules.collected(__name__, name="port", table=PortTable, verbs=Moves, deck=DECK, most_seats=7),
    options=(
        Option("target", 21, "The score that wins."),
        BURN,
        Option("rounds", 100, "The game ends after this many rounds at the latest."),
        DEAL_PASSES,
    ),
    reasons={"target": "The target was reached.", "limit": "The last round that may be played is over."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={"stacks": STACKS, "deck": THE_DECK, "discards": DISCARDS, "burned": BURNED},
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        target=target,
    ),
    tips=(
        Tip("Build a high stack. Hit to add a card, lock to keep what you have for this round.", "hit"),
        Tip(
            "A second card of a rank busts you: no points this round. Every card you take makes it likelier.",
            "hit",
            "stacks",
            2,
        ),
        Tip(
            "The highest stack scores most, each lower one a point less. Even the lowest beats a bust.", "lock", "stacks", 3
        ),
    ),
    emblem=("10", "8", "6"),
)
