"""Starboard: one hand of cards for all, and coins on how long it lasts. Rules: starboard.md."""

from cutcard.core.bits import EMPTY, Bits, bit, count
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration.zones import Number, NumberEach, Open, Seat, Seats
from cutcard.games.shared import common, pairs_deck
from cutcard.games.shared.common import end_by_score, everybody, left
from cutcard.games.shared.pairs_deck import EQUALS, RANK_OF, BurningFields, burn, draw, undrawn
from cutcard.games.starboard.moves import ANTE, BUST, DRAW, KNOCKED, LOCK, NEXT, OUT, REPLACED, SHARED, WON

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


burns = pairs_deck.burns


@quick
def round_of(t: StarboardTable) -> int:
    """A game of the match is what other games call a round."""
    return t.finished


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


@quick
def waits(t: StarboardTable) -> Bits:
    """Who has locked, is bust or knocked out, and who is out of the match."""
    return everybody(t) & ~t.playing | t.locked | t.bust | t.knocked
