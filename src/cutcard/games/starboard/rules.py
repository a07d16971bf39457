"""Starboard: one hand of cards for all, and coins on how long it lasts. Rules: starboard.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutcard.core.bits import EMPTY, Bits, bit, count, low
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration import appearance
from cutcard.core.declaration.appearance import ROW, Mark, Odds, Pot, Status, Tip, Zone
from cutcard.core.declaration.figures import Figures, Stake, numbered, percent
from cutcard.core.declaration.game import Rulebook, Rules, Words
from cutcard.core.declaration.options import NumbersBySeat, Option
from cutcard.core.declaration.verbs import Move
from cutcard.core.declaration.zones import Number, NumberEach, Open, Seat, Seats
from cutcard.core.errors import NotAllowed, ParseError
from cutcard.core.table.evening import Carried, Carries
from cutcard.core.table.reading import Reading
from cutcard.games.pairs.figures import cards_left, chance_to_pair, coming_cards, next_draws
from cutcard.games.shared import common
from cutcard.games.shared.common import end_by_score, everybody, left
from cutcard.games.shared.pairs_deck import (
    BURN,
    DECK,
    EQUALS,
    RANK_OF,
    BurningFields,
    burn,
    draw,
    next_cards,
    undrawn,
)
from cutcard.games.shared.stacks import BURNED, DISCARDS, THE_DECK
from cutcard.games.starboard.moves import ANTE, BUST, DRAW, KNOCKED, LOCK, NEXT, OUT, REPLACED, SHARED, WON, Moves, Notes

if TYPE_CHECKING:
    from cutcard.core.table.view import View

GAMES, OUT_OF_COINS = 1, 2


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
    """STAR-2: a seat that brings no coin from an earlier match is out of this one. What is brought lies there already."""
    carries_on = False
    for seat in range(t.seats):
        carries_on = carries_on or t.scores[seat] > 0
    t.playing = everybody(t)
    for seat in range(t.seats):
        if not carries_on:
            t.scores[seat] = t.coins
        if t.scores[seat] == 0:
            t.playing ^= bit(seat)
    t.button = left(t, t.dealer)
    while t.playing & bit(t.button) == EMPTY:
        t.button = left(t, t.button)
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
    paired = t.hand & EQUALS[card] != EMPTY
    t.hand |= bit(card)
    if paired:
        t.bust |= bit(seat)
        tell(dealer, BUST, seat, RANK_OF[card])
        show(t, dealer)
        t.hand ^= bit(card)
        t.discards |= bit(card)
        return
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
    show(t, dealer)
    t.discards |= t.hand  # STAR-10
    t.hand = EMPTY
    t.finished += 1
    for seat in range(t.seats):  # STAR-2
        if t.scores[seat] == 0 and t.playing & bit(seat) != EMPTY:
            t.playing ^= bit(seat)
            tell(dealer, OUT, seat, 0)
    if t.finished == t.games or count(t.playing) < 2:  # STAR-3
        end_by_score(t, GAMES if t.finished == t.games else OUT_OF_COINS, WON, dealer)
        return
    t.button = left(t, t.button)
    while t.playing & bit(t.button) == EMPTY:
        t.button = left(t, t.button)
    tell(dealer, NEXT, t.button, t.finished + 1)
    start_game(t, dealer)


score = standing = common.score


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


# Another match


def carry_on(t: Reading, options: Mapping[str, Any]) -> Carried:
    """STAR-2, STAR-9: the next match has the coins, the odd coins and the button of this one. Where fewer than two seats
    have a coin everybody gets new ones, and the button passes to the left all the same."""
    coins = t.scores[: t.seats]
    brought = options["purses"] or (t.coins,) * t.seats
    gained = [after - before for after, before in zip(coins, brought, strict=True)]
    if sum(purse > 0 for purse in coins) < 2:
        return Carried({}, t.button, gained)
    button = next(seat for i in range(1, t.seats + 1) if coins[seat := (t.button + i) % t.seats] > 0)
    return Carried({"purses": tuple(coins), "pot": t.pot}, (button - 1) % t.seats, gained)


# Words


def why_not(t: Reading, seat: int, words: list[str]) -> NotAllowed | None:
    if words != ["draw"]:
        return None
    if t.scores[seat] == 0:
        return NotAllowed("you have no coin to pay for a card, so you must lock", "STAR-5")
    return NotAllowed("no card can be drawn any more, so you must lock", "STAR-5")


def status(t: Reading, seat: int) -> Status:
    """STAR-10: in, locked with how many, knocked out or bust."""
    if not t.playing >> seat & 1:
        return appearance.status("out of the match", out=True)
    if t.bust >> seat & 1:
        return appearance.status("bust", out=True)
    if t.knocked >> seat & 1:
        return appearance.status("knocked out", out=True)
    return appearance.status(f"locked with {t.locked_with[seat]}" if t.locked >> seat & 1 else "in")


def task(view: "View") -> str:
    can_pay = view.reading.scores[view.seat or 0] > 0
    return "pay a coin and draw, or lock" if can_pay and coming_cards(view) else "you must lock"


def summary(view: "View") -> list[str]:
    return [f"Game {view.number('finished') + (view.result is None)} of {view.number('games')}"]


def odds(view: "View", move: Move) -> Odds:
    return chance_to_pair(view, view.bits("hand")) if move.verb == "draw" else Odds()


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


def stakes(seats: int, options: Mapping[str, Any]) -> float:
    """How many starting stakes are at the table, those from an earlier match and in the pot too."""
    purses = options["purses"] or (options["coins"],) * seats
    return float((sum(purses) + options["pot"]) / options["coins"])


def bound(seats: int, options: Mapping[str, Any]) -> int:
    """A card or a bust for each draw, and a lock each."""
    return options["games"] * (10 + 2 * seats)


@dataclass(frozen=True, kw_only=True)
class Purses(NumbersBySeat):
    """The option `purses`: two seats need a coin, or there is no match."""

    def check_entries(self, values: list[Any] | tuple[Any, ...]) -> None:
        super().check_entries(values)
        if sum(value > 0 for value in values) < 2:
            raise ParseError(f"the option {self.name} leaves at least two seats with a coin, or there is no match")

    def fields(self, value: Any) -> Mapping[str, Any]:
        """They are before each seat when the match begins."""
        return {"scores": value} if value else {}


STARBOARD = Rulebook(
    name="starboard",
    title="Starboard",
    summary="A gamble on one shared hand: pay to draw, or lock and hope that nobody outlasts you.",
    mood="a gamble with coins",
    length="5 minutes",
    bound=bound,
    least_seats=2,
    rules=Rules.collected(__name__, name="starboard", table=StarboardTable, verbs=Moves, deck=DECK, most_seats=7),
    options=(
        Option("coins", 100, "How many coins each seat starts with."),
        Option("games", lambda seats: seats, "How many games are played: by default one a seat."),
        BURN,
        Purses(name="purses", help="The coins of each seat, where a match goes on from another one.", carried=True),
        Option("pot", 0, "Odd coins in the pot from an earlier match.", least=0, carried=True),
    ),
    carries=Carries(carry_on, "Start with new coins"),
    reasons={"games": "The last game was played.", "coins": "Fewer than two seats have a coin left."},
    verbs=Moves,
    notes=Notes,
    why_not=why_not,
    words=Words(
        zones={
            "hand": Zone("Hand", ROW, dealt="The hand gets {cards}."),
            "deck": THE_DECK,
            "discards": DISCARDS,
            "burned": BURNED,
        },
        status=status,
        summary=summary,
        task=task,
        odds=odds,
        figures=figures,
        stake=Stake(unit="coins", scale=lambda view: view.number("coins"), stakes=stakes),
        marks=(Mark("button", "button"),),
        pots=lambda t: [Pot(t.pot, "coins", "in the pot")],
    ),
    tips=(
        Tip("There is one hand for all. Pay a coin to add a card, or lock and wait.", "draw"),
        Tip("If your card pairs one in the hand, you are bust. If not, everybody who locked before is knocked out.", "draw"),
        Tip("Whoever is locked with the most cards in the end shares the pot.", "lock"),
    ),
    emblem=("5", "1", "9"),
)
