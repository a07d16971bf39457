"""Starboard: one hand of cards for all, and coins on how long it lasts. Rules: rules/starboard.md."""

from typing import TYPE_CHECKING, Any

from cutcard.core.bits import EMPTY, Bits, bit, count, low
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, tell
from cutcard.core.errors import NotAllowed
from cutcard.core.figures import Figures, Stake, numbered, percent
from cutcard.core.game import Rulebook, Rules, Words
from cutcard.core.layout import Number, NumberEach, Open, Seat, Seats
from cutcard.core.options import Option
from cutcard.core.reading import Reading
from cutcard.games.common import end_by_score, everybody, left, score
from cutcard.games.pairs_deck import (
    BURN,
    DECK,
    EQUALS,
    RANK_OF,
    RESHUFFLED_NOTE,
    BurningFields,
    burn,
    draw,
    next_cards,
    undrawn,
)
from cutcard.games.pairs_figures import cards_left, chance_to_pair, coming_cards, next_draws
from cutcard.games.stacks import DEALT

if TYPE_CHECKING:
    from cutcard.core.view import View

DRAW, LOCK = 0, 1

GAMES, COINS = 1, 2

ANTE, REPLACED, BUST, KNOCKED, SHARED, NEXT, OUT, WON = range(2, 10)


class StarboardTable(BurningFields):
    hand: Open
    """The one hand that everybody plays."""
    pot: Number
    button: Seat
    playing: Seats
    """Who is still in the match."""
    bust: Seats
    locked: Seats
    knocked: Seats
    """Knocked out: locked with fewer cards than the hand now has."""
    locked_with: NumberEach
    coins: Number
    games: Number
    finished: Number
    """Games played."""


# The deal


@rule
def deal(t: StarboardTable, dealer: Dealer) -> None:
    t.playing = everybody(t)
    for seat in range(t.seats):
        t.scores[seat] = t.coins
    t.button = left(t, t.dealer)  # STAR-2
    burn(t, dealer)  # STAR-4
    start_game(t, dealer)


@rule
def start_game(t: StarboardTable, dealer: Dealer) -> None:
    """STAR-3, STAR-4: antes, then two different cards."""
    t.bust = EMPTY
    t.locked = EMPTY
    t.knocked = EMPTY
    for seat in range(t.seats):
        t.locked_with[seat] = 0
        if t.playing & bit(seat) != EMPTY:
            t.scores[seat] -= 1
            t.pot += 1
    tell(dealer, ANTE, -1, t.pot)
    first = draw(t, dealer)
    t.hand = bit(first)
    second = draw(t, dealer)
    while EQUALS[first] & bit(second) != EMPTY:
        t.discards |= bit(second)
        tell(dealer, REPLACED, -1, RANK_OF[second])
        second = draw(t, dealer)
    t.hand |= bit(second)
    t.to_act = bit(t.button)


# A turn


@quick
def legal(t: StarboardTable, seat: int) -> Bits:
    """STAR-5: to draw takes a coin and a card."""
    if t.scores[seat] == 0 or undrawn(t) == EMPTY:
        return bit(LOCK)
    return bit(DRAW) | bit(LOCK)


@rule
def play(t: StarboardTable, seat: int, action: int, dealer: Dealer) -> None:
    if action == LOCK:  # STAR-6
        t.locked |= bit(seat)
        t.locked_with[seat] = count(t.hand)
    else:
        pay_and_draw(t, seat, dealer)
    remaining = t.playing & ~t.bust & ~t.knocked
    if count(remaining) == 1 or remaining & ~t.locked == EMPTY:  # STAR-8, STAR-9
        end_game(t, remaining, dealer)
        return
    seat = left(t, seat)
    while remaining & ~t.locked & bit(seat) == EMPTY:
        seat = left(t, seat)
    t.to_act = bit(seat)


@quick
def pay_and_draw(t: StarboardTable, seat: int, dealer: Dealer) -> None:
    """STAR-5; STAR-7: a longer hand knocks out everybody who is locked."""
    t.scores[seat] -= 1
    t.pot += 1
    card = draw(t, dealer)
    if t.hand & EQUALS[card] != EMPTY:
        t.bust |= bit(seat)
        t.discards |= bit(card)
        tell(dealer, BUST, seat, RANK_OF[card])
        return
    t.hand |= bit(card)
    beaten = t.locked & ~t.knocked
    t.knocked |= beaten
    if beaten != EMPTY:
        for other in range(t.seats):
            if beaten & bit(other) != EMPTY:
                tell(dealer, KNOCKED, other, t.locked_with[other])


# The end of a game


@rule
def end_game(t: StarboardTable, winners: Bits, dealer: Dealer) -> None:
    """STAR-9: whoever is left is locked with the most cards; odd coins stay for the next pot."""
    share = t.pot // count(winners)
    t.pot -= share * count(winners)
    for seat in range(t.seats):
        if winners & bit(seat) != EMPTY:
            t.scores[seat] += share
            tell(dealer, SHARED, seat, share)
            t.locked |= bit(seat)  # STAR-8: a seat that is left is locked, asked or not
            t.locked_with[seat] = count(t.hand)
    t.discards |= t.hand  # STAR-10
    t.hand = EMPTY
    t.finished += 1
    for seat in range(t.seats):  # STAR-2
        if t.scores[seat] == 0 and t.playing & bit(seat) != EMPTY:
            t.playing ^= bit(seat)
            tell(dealer, OUT, seat, 0)
    if t.finished == t.games or count(t.playing) < 2:  # STAR-3
        end_by_score(t, GAMES if t.finished == t.games else COINS, WON, dealer)
        return
    t.button = left(t, t.button)
    while t.playing & bit(t.button) == EMPTY:
        t.button = left(t, t.button)
    tell(dealer, NEXT, t.button, t.finished + 1)
    start_game(t, dealer)


@rule
def utility(t: StarboardTable, seat: int) -> float:
    """COMMON-8: coins over the mean, in starting stakes."""
    total = 0
    for other in range(t.seats):
        total += t.scores[other]
    return (t.scores[seat] - total / t.seats) / t.coins


# A rule of thumb


@rule
def steady(view: Any) -> int:
    """Draw while the chance not to pair, times the pot and fewer rivals, is worth more than a share and the coin."""
    coming = next_cards(view)
    seat = view.viewer
    if view.scores[seat] == 0 or coming == EMPTY:
        return LOCK
    pairing = 0
    hand = view.hand
    while hand != EMPTY:
        pairing += count(coming & EQUALS[low(hand)])
        hand &= ~EQUALS[low(hand)]
    safe = 1.0 - pairing / count(coming)
    remaining = view.playing & ~view.bust & ~view.knocked
    level = count(remaining & view.locked)
    waiting = count(remaining & ~view.locked) - 1
    rivals_after = 0.6 * waiting  # those who have yet to choose will often lock beside us
    stay = safe_share(view.pot, level + 1, waiting, safe)
    on = safe * (view.pot + 1) / (1.0 + rivals_after) - 1.0
    return DRAW if on > stay else LOCK


@quick
def safe_share(pot: int, sharing: int, waiting: int, safe: float) -> float:
    """What a lock is worth: a share, unless one of those who wait draws and does not pair."""
    worth = pot / (sharing + 0.3 * waiting)
    for _ in range(waiting):
        worth *= 1.0 - 0.5 * safe
    return worth


# Words


def name_action(t: Reading, seat: int, action: int) -> str:
    return "lock" if action == LOCK else "draw"


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words != ["draw"]:
        return None
    if t.scores[seat] == 0:
        return NotAllowed("you have no coin to pay for a card, so you must lock", "STAR-5")
    return NotAllowed("no card can be drawn any more, so you must lock", "STAR-5")


def status(t: Reading, seat: int) -> str:
    """STAR-10: in, locked with how many, knocked out or bust."""
    if not t.playing >> seat & 1:
        return "out of the match"
    if t.bust >> seat & 1:
        return "bust"
    if t.knocked >> seat & 1:
        return "knocked out"
    return f"locked with {t.locked_with[seat]}" if t.locked >> seat & 1 else "in"


def summary(view: "View") -> list[str]:
    return [
        f"Game {view.number('finished') + (view.result is None)} of {view.number('games')}",
        f"pot: {numbered(view.number('pot'), 'coin')}",
    ]


def odds(view: "View", move: str) -> str:
    return chance_to_pair(view, view.bits("hand")) if move == "draw" else ""


def figures(view: "View") -> Figures:
    if view.result or not coming_cards(view):
        return Figures(left=cards_left(view))
    t = view.reading
    remaining = t.playing & ~t.bust & ~t.knocked
    beaten = (remaining & t.locked).bit_count()
    facts = [
        ("Chance to pair and go bust", percent(next_draws(view, t.hand).chance)),
        *([("Any other card knocks out", numbered(beaten, "seat"))] if beaten else []),
        ("The pot", f"{numbered(t.pot, 'coin')}, {t.pot + 1} after a draw"),
        (f"Shared by the {remaining.bit_count()} still in", f"{numbered(t.pot // remaining.bit_count(), 'coin')} each"),
    ]
    return Figures(tuple(facts), cards_left(view))


STARBOARD = Rulebook(
    name="starboard",
    title="Starboard",
    summary="A gamble on one shared hand: pay to draw, or lock and hope that nobody outlasts you.",
    mood="a gamble with coins",
    length="5 minutes",
    least_seats=2,
    rules=Rules(
        name="starboard",
        table=StarboardTable,
        deck=DECK,
        most_seats=7,
        deal=deal,
        legal=legal,
        play=play,
        steady=steady,
        score=score,
        standing=score,
        actions=LOCK + 1,
        utility=utility,
    ),
    options=(
        Option("coins", 100, "How many coins each seat starts with."),
        Option("games", lambda seats: seats, "How many games are played: by default one a seat."),
        BURN,
    ),
    reasons={"games": "The last game was played.", "coins": "Fewer than two seats have a coin left."},
    name_action=name_action,
    why_not=why_not,
    moves={
        "draw": "draw: pay a coin and add a card to the hand. If it pairs, you are bust.",
        "lock": "lock: take no more turns. You share the pot if the hand grows no longer.",
    },
    words=Words(
        notes=(
            RESHUFFLED_NOTE,
            ("ante", "Everybody antes one coin: {n} in the pot."),
            ("replaced", "A second {n} is discarded and replaced."),
            ("bust", "{You} {draw|draws} a second {n} and {are|is} bust."),
            ("knocked", "{You} {were|was} locked with {n} cards and {are|is} knocked out."),
            ("shared", "{You} {win|wins} {n} from the pot."),
            ("next", "Game {n}: {you} {have|has} the button."),
            ("out", "{You} {have|has} no coin left and {are|is} out of the match."),
            ("won", "{You} {have|has} the most coins: {n}."),
        ),
        dealt={**DEALT, "hand": "The hand gets {cards}."},
        move=lambda words: "{You} {lock|locks}." if words[0] == "lock" else "{You} {pay|pays} a coin and {draw|draws}.",
        zones={"hand": "Hand", "deck": "Deck", "discards": "Discards"},
        status=status,
        summary=summary,
        odds=odds,
        figures=figures,
        stake=Stake(unit="coins", scale=lambda view: view.number("coins")),
    ),
)
