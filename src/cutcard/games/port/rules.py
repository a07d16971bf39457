"""Port: lock the highest stack without pairing. Rules: port.md."""

from cutcard.core.bits import EMPTY, Bits, bit, count
from cutcard.core.compiling import quick, rule
from cutcard.core.dealer import Dealer, show, tell
from cutcard.core.declaration.zones import Number, Seats
from cutcard.games.port.moves import BUST, HIT, LOCK, PLAY_OFF, ROUND, SCORED, WON
from cutcard.games.shared import common, pairs_deck
from cutcard.games.shared.common import end_by_score, everybody, left
from cutcard.games.shared.pairs_deck import EQUALS, RANK_OF, burn, draw, points, undrawn
from cutcard.games.shared.stacks import StackFields, deal_round, in_play, pass_deal

TARGET, LIMIT = 1, 2


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


burns = pairs_deck.burns


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


@quick
def waits(t: PortTable) -> Bits:
    """Who has locked or is bust, and in a play-off who is not in it."""
    return everybody(t) & ~t.playing | t.locked | t.bust
