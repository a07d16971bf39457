"""Everything that a move can lead to, with its chance: a template that runs the game's own rules on every script of cards.

What nobody sees are the deck and the burned cards. Which of the unseen cards were burned does not matter, as long as the
deck has its number: each draw is uniform over all that is unseen. So a script names only the cards drawn to be seen.
The burned ones, those of a reshuffle in the middle of the move too (PAIRS-12), are whatever cards the script can spare.
"""

# ruff: noqa: F821 (the free names of the templates)
# mypy: disable-error-code="name-defined"

from typing import Any

import numpy as np

from cutcard.core.bits import EMPTY, count, low, lowest
from cutcard.core.compiling import rule
from cutcard.core.dealer import DRAWN, RAN_OUT, SCRIPT
from cutcard.games.shared.pairs_deck import RESHUFFLED

Array = np.ndarray[Any, Any]

MOST_CARDS = 48
"""The longest script. A tie-break can go on and on through reshuffles: that is not followed."""
MOST_SHUFFLES = 6


def offered(views: Array, view_rows: Array, tables: Array, rows: Array, dealers: Array) -> Any:
    """The legal actions at the position `views[0]`."""
    redealt(views, view_rows, 0, rows, 0, dealers)
    return legal(tables[0], low(tables[0].to_act))


def outcomes(
    view_rows: Array,
    tables: Array,
    rows: Array,
    dealers: Array,
    action: int,
    budget: int,
    found: Array,
    chances: Array,
    gains: Array,
) -> Any:
    """The positions that an action at `view_rows[0]` can lead to, as a spectator sees them, in the rows of `found`, their
    chances, and if the game is over what it is worth to each seat. How many they are, or -1 where there are too many; and
    how often the rules were run."""
    view = view_rows[0]
    t = tables[0]
    dealer = dealers[0]
    drawn = np.zeros(MOST_CARDS + 1, np.uint64)
    waiting = np.zeros(MOST_CARDS + 1, np.uint64)
    cards = np.zeros(MOST_CARDS + 1, np.int64)
    chance = np.ones(MOST_CARDS + 2)
    # A part of the script for each shuffle: where it begins, what was shuffled, and how many cards were burned of that.
    begins = np.zeros(MOST_SHUFFLES + 1, np.int64)
    pools = np.zeros(MOST_SHUFFLES + 1, np.uint64)
    burns = np.zeros(MOST_SHUFFLES + 1, np.int64)
    pools[0] = view[1]
    burns[0] = np.int64(view[3])
    part = 0
    depth = 0
    runs = 0
    ends = 0
    level = 0
    while level >= 0:
        if runs == budget or ends == len(found):
            return -1, runs
        runs += 1
        length = set_up(view, rows[0], dealer, drawn[:depth], part, begins, pools, burns)
        play(t, low(t.to_act), action, dealer)
        level = depth - 1
        if dealer.fault == 0:
            look(rows, 0, found, ends, -1)
            anonymous(found, ends)
            chances[ends] = chance[depth]
            if t.over != 0:
                for seat in range(t.seats):
                    gains[ends, seat] = utility(t, seat)
            ends += 1
        else:
            if depth == MOST_CARDS or dealer.fault != RAN_OUT:
                return -1, runs
            if shuffled(dealer, length) > part:
                if part == MOST_SHUFFLES:
                    return -1, runs
                part += 1
                begins[part] = depth
                pools[part] = dealer.faulty_deck
                burns[part] = min(t.burn, count(pools[part]) - 1)
            level = depth
            waiting[level] = pools[part]
            for i in range(begins[part], depth):
                waiting[level] ^= drawn[i]
            cards[level] = count(waiting[level])
        while level >= 0 and waiting[level] == EMPTY:
            while part > 0 and begins[part] == level:
                part -= 1
            level -= 1
        if level >= 0:
            equals = FACE[low(waiting[level])] & waiting[level]
            waiting[level] ^= equals
            drawn[level] = lowest(equals)
            chance[level + 1] = chance[level] * count(equals) / cards[level]
            depth = level + 1
    return ends, runs


def set_up(
    view: Array, table: Array, dealer: Any, drawn: Array, part: int, begins: Array, pools: Array, burns: Array
) -> int:
    """The table of a view with a dealer that has these cards in its script, and between them what is burned; how many cards
    the script has."""
    for word in range(WORDS):
        table[word] = view[VIEW + word]
    length = 0
    for p in range(part + 1):
        end = begins[p + 1] if p < part else len(drawn)
        rest = pools[p]
        for i in range(begins[p], end):
            rest ^= drawn[i]
        if p == 0:
            table[HIDDEN[0]] = pools[0]
        for _ in range(burns[p]):
            card = lowest(rest)
            rest ^= card
            if p == 0:
                table[HIDDEN[0]] ^= card
                table[HIDDEN[1]] |= card
            else:
                dealer.tape[length] = card
                length += 1
        for i in range(begins[p], end):
            dealer.tape[length] = drawn[i]
            length += 1
    dealer.kind = SCRIPT
    dealer.quiet = 0
    dealer.cursor = 0
    dealer.length = length
    dealer.fault = 0
    dealer.written = 0
    return length


@rule
def shuffled(dealer: Any, cards: int) -> int:
    """How often the deck was reshuffled before the card after so many cards was asked for."""
    times = 0
    seen = 0
    for i in range(dealer.written):
        code = dealer.log[i, 0]
        if code == DRAWN:
            seen += 1
            if seen > cards:
                break
        elif code == RESHUFFLED:
            times += 1
    return times
